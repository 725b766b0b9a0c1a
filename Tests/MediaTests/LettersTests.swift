import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests features that texts and fonts of other programs use.
@Suite struct LettersTests {
  private func set(
    _ text: String, _ size: Size, alignment: Typesetting.Alignment = .start,
    by reader: DrawingReader = DrawingReader(), _ change: (inout Typesetting.Run) -> Void = { _ in }
  ) throws -> [UInt8] {
    var run = Typesetting.Run(text)
    run.size = 20
    change(&run)
    var setting = Typesetting([run])
    setting.alignment = alignment
    let bitmap = try reader.set(setting, size: size, density: Size(2, 2), name: "text").bitmap
    return (0..<bitmap.height).flatMap { y in
      (0..<bitmap.width * 4).map { unsafe bitmap.pixels[y * bitmap.strideBytes + $0] }
    }
  }

  /// Returns the number of rows from the first to the last row with ink.
  private func height(_ pixels: [UInt8], width: Int) -> Int {
    let rows = (0..<pixels.count / (width * 4)).filter { row in
      (0..<width).contains { pixels[(row * width + $0) * 4 + 3] > 0 }
    }
    return rows.isEmpty ? 0 : rows.last! - rows.first! + 1
  }

  /// A word that is too long is broken without a hyphen.
  @Test(arguments: [
    "AndroidStudioProjectsBackup", "Donaudampfschifffahrt", "a.b/c?d=eeeeeeeeeeeeeeeee",
  ])
  func noHyphenIsPutIn(_ word: String) throws {
    let size = Size(120, 80)
    let broken = try set(word, size)
    let places = word.indices.dropFirst()
    #expect(
      try places.contains { try set("\(word[..<$0])\n\(word[$0...])", size) == broken }, "\(word)")
  }

  /// A soft hyphen is visible only where a line ends at it.
  @Test func aSoftHyphenIsSeenAtALinesEnd() throws {
    let size = Size(120, 80)
    let broken = try set("Donau\u{AD}dampfschiffe", size)
    #expect(try ["-", "\u{2010}"].contains { try set("Donau\($0)\ndampfschiffe", size) == broken })
    #expect(try set("Do\u{AD}nau", size) == set("Donau", size))
  }

  @Test func aLineOfEmojiHasItsHeight() throws {
    let size = Size(200, 140)
    let one = height(try set("\u{1F600}", size), width: 400)
    guard one > 20 else { return LeftOut.tell("emoji, since no font has them") }
    for text in ["\u{1F600}\n\u{1F603}", "x\n\u{1F603}"] {
      #expect(height(try set(text, size), width: 400) > one + 15, "\(text)")
    }
    let three = height(try set("x\n\u{1F603}\nx", size), width: 400)
    let plain = height(try set("x\nx\nx", size), width: 400)
    #expect(abs(three - plain) < 12)
  }

  /// A font with a square whose colours go from red to blue, and a green square over it (COLR, version 1), created for
  /// this test.
  private static let paints = """
    AAEAAAAMAIAAAwBAQ09MUk5rFYkAAALsAAAAbkNQQUwBf//gAAADXAAAABpPUy8yRYVGKgAAAUgAAABgY21hcABRAJ0A
    AAG0AAAAOGdseWZWxP5UAAAB+AAAAGpoZWFkMVj1QAAAAMwAAAA2aGhlYQamA+oAAAEEAAAAJGhtdHgD6AAAAAABqAAA
    AAxsb2NhADUATwAAAewAAAAMbWF4cAAHAAYAAAEoAAAAIG5hbWXMHsPfAAACZAAAAFFwb3N0b8sxKQAAArgAAAAyAAEA
    AAABAABV0HPUXw889QABA+gAAAAA5y5YoAAAAADnLligAGQAAAOEAyAAAAADAAIAAAAAAAAAAQAAA4T/OAAAA+gAAADI
    AyAAAQAAAAAAAAAAAAAAAAAAAAEAAQAAAAUABAABAAAAAAACAAAAAAAAAAAAAAAAAAAAAAADA+gBkAAFAAQAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAA/Pz8/AAAAQQBCA4T/OAAAA4QAyAAAAAAAAAAA
    AAAAAAAAACAAAAPoAAAAAAAAAAAAAAAAAAIAAAADAAAAFAADAAEAAAAUAAQAJAAAAAQABAABAAAAQv//AAAAQf//AAAA
    AQAEAAAAAQAEAAAAAAANABoAKAA1AAEAZAAAA4QDIAADAAAzESERZAMgAyD84AAAAQBkAAADhAMgAAMAADMRIRFkAyAD
    IPzgAAABASwAyAK8AlgAAwAAJREhEQEsAZDIAZD+cAAAAQDIAAADIAK8AAMAADMRIRHIAlgCvP1EAAAAAAAABAA2AAEA
    AAAAAAEAAgAAAAEAAAAAAAIABwACAAMAAQQJAAEABAAJAAMAAQQJAAIADgANdjFSZWd1bGFyAHYAMQBSAGUAZwB1AGwA
    YQByAAAAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQAAACQBAgEDACUCbDACbDEAAAABAAAAAAAAAAAA
    AAAAAAAAIgAAADIAAAAAAAAAAAAAAAAAAAABAAEAAAAKAQIAAAAAAAAAAgAAAAwAAAAxCgAABgACBAAAEABkAAADhAAA
    AGQDIAAAAgAAAABAAEAAAAFAAAoAAAYAAwIAAkAAAAAAAAADAAEAAwAAAA4AAAAA////AAD/AMwAgAAA
    """

  /// Letters that are trees of paints are reported, and only these.
  @Test func lettersOfPaintsAreTold() throws {
    let bytes = try #require(Data(base64Encoded: Self.paints, options: .ignoreUnknownCharacters))
    let file = try HeldFile(Array(bytes), path: "paints.ttf")
    for (text, isTold) in [("A", true), ("B", false)] {
      var run = Typesetting.Run(text)
      run.font.file = file
      let remarks = try DrawingReader().set(
        Typesetting([run]), size: Size(30, 24), density: Size(2, 2), name: "text"
      ).remarks
      #expect(remarks.contains { $0.contains("COLR, version 1") } == isTold, "\(remarks)")
    }
  }

  /// Letters at fractions of pixels, and emoji, are at the same positions as at sixteen times the size.
  @Test(arguments: [("Rag 3", 7), ("\u{1F600}", 12), ("Rag\u{1F600}", 12)])
  func lettersLieBetweenPixels(_ text: String, _ most: Int) throws {
    var run = Typesetting.Run(text)
    run.size = 20
    let (size, scale) = (Size(60, 30), 16)
    func drawn(_ times: Double) throws -> Bitmap {
      try DrawingReader().set(
        Typesetting([run]), size: size, density: Size(2.26 * times, 2.26 * times),
        phase: Point(0.3 * times, 0.7 * times), name: "text"
      ).bitmap
    }
    let (ours, fine) = (try drawn(1), try drawn(Double(scale)))
    func sum(_ x: Int, _ y: Int, _ channel: Int) -> Int {
      var sum = 0
      for v in y * scale..<min((y + 1) * scale, fine.height) {
        for u in x * scale..<min((x + 1) * scale, fine.width) {
          sum += Int(unsafe fine.pixels[v * fine.strideBytes + 4 * u + channel])
        }
      }
      return sum / (scale * scale)
    }
    var (ink, worst) = (0, 0)
    for y in 0..<ours.height {
      for x in 0..<ours.width {
        for channel in 0..<4 {
          let own = Int(unsafe ours.pixels[y * ours.strideBytes + 4 * x + channel])
          worst = max(worst, abs(own - sum(x, y, channel)))
          ink += own
        }
      }
    }
    guard ink > 0 else { return LeftOut.tell("emoji, since no font has them") }
    #expect(worst <= most, "\(worst)")
  }

  /// Thai is written without spaces: its lines end between words, in the sandbox and outside.
  @Test func thaiBreaksBetweenWords() throws {
    let (look, homework) = ("\u{E14}\u{E39}", "\u{E01}\u{E32}\u{E23}\u{E1A}\u{E49}\u{E32}\u{E19}")
    // Three words are wider than the box, and two words are not.
    let wide = try set(look + homework, Size(1000, 80))
    let columns = (0..<2000).filter { x in (0..<160).contains { wide[($0 * 2000 + x) * 4 + 3] > 0 }
    }
    let size = Size(Double(columns.last! + 8) / 2, 80)
    let broken = try set(look + homework + look, size)
    #expect(broken == (try set("\(look)\(homework)\n\(look)", size)))
  }

  /// No spacing is added inside joined letters, and it is added between all others.
  @Test func joinedLettersStayJoined() throws {
    let size = Size(300, 40)
    let arabic = "\u{645}\u{631}\u{62D}\u{628}\u{627} \u{628}\u{627}\u{644}"
    #expect(try set(arabic, size) == set(arabic, size) { $0.letterSpacing = 4 })
    for other in ["abc", "\u{5E9}\u{5DC}\u{5D5}"] {
      #expect(try set(other, size) != set(other, size) { $0.letterSpacing = 4 }, "\(other)")
    }
  }

  /// Spaces at a line's end move no letter.
  @Test(arguments: [Typesetting.Alignment.right, .center, .end])
  func spacesHangOver(_ alignment: Typesetting.Alignment) throws {
    let size = Size(200, 60)
    #expect(
      try set("abc", size, alignment: alignment) == set("abc   ", size, alignment: alignment))
    #expect(
      try set("abc\nde", size, alignment: alignment)
        == set("abc \nde  ", size, alignment: alignment))
  }

  /// Returns a WOFF whose tables are not packed: the header, the directory, then the tables (W3C, WOFF 1.0).
  private func woff(of font: [UInt8]) -> [UInt8] {
    func number(_ at: Int, _ count: Int) -> Int {
      font[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }
    func word(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(value >> (8 * (count - 1 - $0)) & 255) }
    }
    let tables = number(4, 2)
    var (directory, data): ([UInt8], [UInt8]) = ([], [])
    let start = 44 + 20 * tables
    for i in 0..<tables {
      let entry = 12 + 16 * i
      let (offset, length) = (number(entry + 8, 4), number(entry + 12, 4))
      directory += font[entry..<entry + 4]
      directory +=
        word(start + data.count) + word(length) + word(length) + font[entry + 4..<entry + 8]
      data += font[offset..<offset + length]
      while data.count % 4 != 0 { data.append(0) }
    }
    let head = Array("wOFF".utf8) + font[0..<4] + word(start + data.count) + word(tables, 2)
    return head + word(0, 2) + word(font.count) + word(1, 2) + word(0, 2)
      + [UInt8](repeating: 0, count: 20) + directory + data
  }

  @Test func fontsOfTheWebAreUnpacked() throws {
    let path = Program.root.appending(path: "Examples/headline/art/Headline.ttf").path
    let plain = try HeldFile(try RegularFile(path))
    let packed = try HeldFile(
      woff(of: [UInt8](try Data(contentsOf: URL(filePath: path)))), path: "a.woff")
    let size = Size(120, 40)
    let reader = DrawingReader()
    let a = try set("An", size, by: reader) { $0.font.file = plain }
    let b = try set("An", size, by: reader) { $0.font.file = packed }
    #expect(a == b)
    let broken = try HeldFile(Array("wOFF".utf8) + [UInt8](repeating: 1, count: 60), path: "b.woff")
    let error = #expect(throws: MediaError.self) {
      try set("A", size, by: reader) { $0.font.file = broken }
    }
    #expect("\(error!)".hasPrefix("b.woff: cannot be decoded: the file is not a WOFF font"))
  }

  /// A gradient fills letters, and does not change the highlights behind them.
  @Test func aGradientLeavesHighlightsAlone() throws {
    var run = Typesetting.Run("Hi")
    run.highlight = .black
    var text = Typesetting([run])
    text.isFilledByGradient = true
    let picture = try TextPicture(text, size: Size(60, 30), scale: 1, by: DrawingReader())
    let shown = try picture.shown(
      at: .zero, over: Size(60, 30), density: Size(1, 1), phase: .zero)
    let behind = try #require(shown.behind)
    func ink(_ bitmap: Bitmap) -> Int {
      (0..<bitmap.height).reduce(0) { sum, y in
        sum
          + (0..<bitmap.width).count {
            unsafe bitmap.pixels[y * bitmap.strideBytes + 4 * $0 + 3] > 0
          }
      }
    }
    #expect(ink(behind) > ink(shown.bitmap) && ink(shown.bitmap) > 0)
  }
}
