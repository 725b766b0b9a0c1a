import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

@Suite struct DrawingReaderTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func svg(_ text: String) throws -> String {
    let path = folder.path("x.svg")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [UInt8] {
    (0..<4).map { unsafe bitmap.pixels[y * bitmap.strideBytes + 4 * x + $0] }
  }

  /// Returns the bytes of all pixels, row after row.
  private func pixels(_ bitmap: Bitmap) -> [[UInt8]] {
    (0..<bitmap.height).flatMap { y in
      (0..<bitmap.width).map { Array(pixel(bitmap, $0, y)) }
    }
  }

  private func ink(_ bitmap: Bitmap) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    var xs: [Int] = []
    var ys: [Int] = []
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width where pixel(bitmap, x, y)[3] > 0 {
        xs.append(x)
        ys.append(y)
      }
    }
    guard let x = xs.min(), let y = ys.min() else { return nil }
    return (x...xs.max()!, y...ys.max()!)
  }

  @Test func drawsAnSVGAtTheScale() throws {
    let path = try svg(
      """
      <?xml version="1.0"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">
      <rect x="5" y="0" width="10" height="5" fill="#ff8000"/></svg>
      """)
    let bitmap = try ImageReader().read(path, scale: 3)
    #expect(bitmap.width == 60 && bitmap.height == 30)
    #expect(pixel(bitmap, 30, 7) == [255, 128, 0, 255])
    #expect(pixel(bitmap, 14, 7) == [0, 0, 0, 0] && pixel(bitmap, 30, 15) == [0, 0, 0, 0])
  }

  @Test(arguments: [
    ("<svg", "cannot be decoded"), ("<svg xmlns='http://www.w3.org/2000/svg'/>", "viewBox"),
    ("<html><body/></html>", "cannot be decoded"),
  ])
  func refusesWhatIsNoPicture(_ text: String, _ reason: String) throws {
    let path = try svg(text)
    let error = #expect(throws: MediaError.self) { try ImageReader().read(path) }
    #expect("\(error!)".contains(reason) && error?.status == .content, "\(error!)")
  }

  /// A file that an SVG names is not read, so the picture is empty.
  @Test func readsNoOtherFile() throws {
    let other = folder.path("other.svg")
    try Data(
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"
        .utf8
    ).write(to: URL(fileURLWithPath: other))
    let path = try svg(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">
      <image href="file://\(other)" width="9" height="9"/></svg>
      """)
    #expect(ink(try ImageReader().read(path)) == nil)
  }

  private func set(
    _ runs: [Typesetting.Run], _ size: Size, scale: Double = 1,
    alignment: Typesetting.Alignment = .start, lineHeight: Double = 1
  ) throws -> DrawnText {
    var text = Typesetting(runs)
    text.alignment = alignment
    text.lineHeight = lineHeight
    return try DrawingReader().set(
      text, size: size, density: Size(scale, scale), name: "the text")
  }

  /// Returns the centre of all ink, in pixels.
  private func center(_ bitmap: Bitmap) -> Point {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for row in 0..<bitmap.height {
      for column in 0..<bitmap.width {
        let weight = Double(pixel(bitmap, column, row)[3])
        sum += weight
        x += weight * (Double(column) + 0.5)
        y += weight * (Double(row) + 0.5)
      }
    }
    return Point(x / sum, y / sum)
  }

  @Test func setsTextInItsBox() throws {
    var run = Typesetting.Run("Now")
    run.color = Color(red: 0, green: 0, blue: 1, alpha: 1)
    let size = Size(120, 60)
    let drawn = try set([run], size, scale: 2)
    #expect(drawn.bitmap.width == 240 && drawn.bitmap.height == 120 && drawn.remarks.isEmpty)
    let left = try #require(ink(drawn.bitmap))
    // At 17 points, capitals are about 12 points high; the ink starts at the left edge, in the middle of the height.
    #expect((18...30).contains(left.y.count) && left.x.lowerBound < 8 && left.x.upperBound < 120)
    #expect((50...70).contains((left.y.lowerBound + left.y.upperBound) / 2))
    let right = try #require(ink(try set([run], size, scale: 2, alignment: .right).bitmap))
    // The other edge may be at another position between two pixels.
    #expect(right.x.upperBound > 232 && abs(right.x.count - left.x.count) <= 1)
  }

  /// The alignments left and right are absolute in every script; start and end follow the direction.
  @Test(arguments: [
    ("Now", Typesetting.Alignment.start, true), ("Now", .end, false), ("Now", .left, true),
    ("Now", .right, false), ("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", .start, false),
    ("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", .end, true),
    ("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", .left, true),
    ("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", .right, false),
  ])
  func alignsByWhatTheWordSays(
    _ text: String, _ alignment: Typesetting.Alignment, _ isLeft: Bool
  ) throws {
    let drawn = try set([Typesetting.Run(text)], Size(200, 30), alignment: alignment)
    let x = try #require(ink(drawn.bitmap)).x
    #expect(isLeft ? x.upperBound < 80 : x.lowerBound > 120, "\(x)")
  }

  /// A text breaks at the same places at every scale, and text that does not fit ends with an ellipsis.
  @Test func breaksTheSameAtEveryScale() throws {
    var run = Typesetting.Run(
      "A text that is too long for the two lines of its box, and for three as well.")
    run.size = 13
    let drawn = try set([run], Size(140, 34))
    #expect(
      drawn.remarks == ["the text is cut off: it does not fit its frame of 140×34 points"])
    let once = try #require(ink(drawn.bitmap))
    let four = try #require(ink(try set([run], Size(140, 34), scale: 4).bitmap))
    #expect(abs(once.x.upperBound * 4 - four.x.upperBound) <= 8)
    #expect(abs(once.y.upperBound * 4 - four.y.upperBound) <= 8)
    // The descenders of the second line end above the lower edge of the box.
    #expect(four.y.upperBound < 34 * 4 - 1)
  }

  /// Lines that do not fit are reported, whether they belong to one paragraph or to several, and so is a rim outside
  /// the frame; text that fits by its line height is complete.
  @Test func whatIsMissingIsTold() throws {
    func lines(_ text: String, _ height: Double, _ lineHeight: Double = 1) throws -> DrawnText {
      var run = Typesetting.Run(text)
      run.size = 17
      return try set([run], Size(100, height), lineHeight: lineHeight)
    }
    for text in ["one\ntwo\nthree", "one\n\ntwo", "hello\n\u{645}\u{631}\u{62D}\u{628}\u{627}"] {
      #expect(
        try lines(text, 25).remarks
          == ["the text is cut off: it does not fit its frame of 100×25 points"], "\(text)")
    }
    // An ellipsis replaces missing text, and a line separator ends a line.
    let ended = try lines("one…", 25).bitmap
    for text in ["one\ntwo\nthree", "one\u{2028}two", "one\r\ntwo"] {
      #expect(pixels(try lines(text, 25).bitmap) == pixels(ended), "\(text)")
    }
    #expect(
      pixels(try lines("one\u{2028}two", 60).bitmap) == pixels(try lines("one\ntwo", 60).bitmap))
    #expect(try lines("one\n", 25).remarks.isEmpty)
    let tight = try lines("one\ntwo", 40, 0.9)
    #expect(tight.remarks.isEmpty)
    #expect(try #require(ink(tight.bitmap)).y.count > 24)
    var rim = Typesetting.Run("Hi")
    rim.stroke = Typesetting.Stroke(width: 8, color: .black, isOutside: true)
    #expect(try set([rim], Size(80, 40)).remarks.count == 1)
  }

  /// Letters are at their exact positions instead of whole pixels: their centre is the same at every scale, and a line
  /// that is moved by a fraction of a pixel moves exactly that far.
  @Test func lettersLieAtFractionsOfPixels() throws {
    let run = Typesetting.Run("Slowly now")
    let size = Size(120, 30)
    let fine = center(try set([run], size, scale: 8).bitmap)
    for scale in [1, 1.25, 1.5, 2] {
      let at = center(try set([run], size, scale: scale).bitmap)
      #expect(abs(at.x / scale - fine.x / 8) * scale < 0.1, "\(scale)")
      #expect(abs(at.y / scale - fine.y / 8) * scale < 0.1, "\(scale)")
    }
    let start = center(try set([run], size, alignment: .center).bitmap)
    for step in 1...10 {
      let wider = Size(size.width + Double(step) / 5, size.height)
      let at = center(try set([run], wider, alignment: .center).bitmap)
      #expect(abs(at.x - start.x - Double(step) / 10) < 0.1, "\(step)")
    }
  }

  /// The letter is the last code point for private use, so no installed font has it.
  @Test func saysWhatItCouldNotDo() throws {
    var run = Typesetting.Run("x\u{10ABCD}")
    run.font.family = "No Such Grotesk"
    let drawn = try set([run], Size(90, 40))
    #expect(
      drawn.remarks == [
        "no font family \"No Such Grotesk\" is installed; another font is used instead",
        "no font has the letters \"U+10ABCD\"; boxes are drawn instead",
      ])
    #expect(ink(drawn.bitmap) != nil)
  }

  /// Control characters are reported by their numbers, and are drawn neither as letters nor as boxes.
  @Test func controlCharactersAreLeftOut() throws {
    let drawn = try set([.init("a\u{7}b\u{1B}\tc\n")], Size(90, 40))
    #expect(drawn.remarks == ["control characters are not drawn: U+0007, U+001B"])
    #expect(
      try Pixels(drawn.bitmap).bytes == Pixels(set([.init("ab\tc\n")], Size(90, 40)).bitmap).bytes)
  }

  /// Each run has its own size, colour, highlight and baseline.
  @Test func runsAreSetInTheirOwnWays() throws {
    var (small, large) = (Typesetting.Run("aaa"), Typesetting.Run("aaa"))
    large.size = 34
    large.color = Color(red: 1, green: 0, blue: 0, alpha: 1)
    large.highlight = Color(red: 1, green: 1, blue: 0, alpha: 1)
    let bitmap = try set([small, large], Size(160, 60)).bitmap
    var colors: Set<[UInt8]> = []
    for y in 0..<60 { for x in 0..<160 { colors.insert(pixel(bitmap, x, y)) } }
    #expect(colors.isSuperset(of: [[255, 255, 0, 255], [255, 0, 0, 255], [0, 0, 0, 0]]))
    let level = try #require(ink(try set([small], Size(160, 60)).bitmap))
    small.baseline = 6
    let raised = try set([Typesetting.Run("a"), small], Size(160, 60)).bitmap
    let flat = try set([Typesetting.Run("a"), Typesetting.Run("aaa")], Size(160, 60)).bitmap
    #expect(try #require(ink(raised)).y.count >= level.y.count + 5)
    #expect(try #require(ink(flat)).y == level.y)
  }

  @Test func spacingAndFeaturesMoveLetters() throws {
    func width(_ change: (inout Typesetting.Run) -> Void) throws -> Int {
      var run = Typesetting.Run("11111")
      run.font.family = "Inter"
      change(&run)
      return try #require(ink(try set([run], Size(200, 30), scale: 4).bitmap)).x.count
    }
    let plain = try width { _ in }
    // The text has four gaps of two points, which are four pixels each.
    #expect(abs(try width { $0.letterSpacing = 2 } - plain - 32) <= 2)
    // Figures of equal width are wider than the figure 1 of Inter.
    #expect(try width { $0.features = [Typesetting.Setting(tag: "tnum", value: 1)] } > plain + 20)
    #expect(try width { $0.stroke = Typesetting.Stroke(width: 2, color: .black) } >= plain + 6)
  }

  /// Pango's own tool draws the same letters at the same positions.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pango-view")))
  func pangoSetsTheSame() throws {
    for (markup, runs) in Self.samples {
      let path = folder.path("pango.png")
      let made = try Program.tool(
        "pango-view",
        [
          "--no-display", "-q", "--pixels", "--font=Inter 40", "--hinting=none",
          "--hint-metrics=off", "--subpixel-positions", "--margin=0", "--background=transparent",
          "--markup", "--text=\(markup)", "-o", path,
        ])
      try #require(made.status == 0, "\(made.summary)")
      let theirs = try ImageReader().read(path)
      let size = Size(Double(theirs.width) + 20, Double(theirs.height) + 1)
      let ours = try set(runs, size).bitmap
      let (a, b) = (try #require(ink(ours)), try #require(ink(theirs)))
      #expect(abs(a.x.lowerBound - b.x.lowerBound) <= 1, "\(markup): \(a) \(b)")
      #expect(abs(a.x.upperBound - b.x.upperBound) <= 1, "\(markup): \(a) \(b)")
      #expect(abs(a.y.count - b.y.count) <= 1, "\(markup): \(a) \(b)")
      let (p, q) = (center(ours), center(theirs))
      #expect(abs(p.x - q.x) < 0.6 && abs(p.y - q.y) < 1.1, "\(markup): \(p) \(q)")
    }
  }

  private static let samples: [(markup: String, runs: [Typesetting.Run])] = {
    func run(_ text: String, _ change: (inout Typesetting.Run) -> Void = { _ in })
      -> Typesetting.Run
    {
      var run = Typesetting.Run(text)
      run.font.family = "Inter"
      run.size = 40
      change(&run)
      return run
    }
    return [
      ("Now showing 12", [run("Now showing 12")]),
      (
        "<b>Bold</b> <i>slanted</i>",
        [
          run("Bold") { $0.weight = 700 }, run(" "), run("slanted") { $0.isItalic = true },
        ]
      ),
      ("<span letter_spacing='4096'>wide</span>", [run("wide") { $0.letterSpacing = 4 }]),
      ("a<span rise='8192'>b</span>c", [run("a"), run("b") { $0.baseline = 8 }, run("c")]),
      (
        "<span font_features='tnum=1'>1171</span>",
        [
          run("1171") { $0.features = [Typesetting.Setting(tag: "tnum", value: 1)] }
        ]
      ),
    ]
  }()

  private static let emoji = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"

  @Test(.enabled(if: FileManager.default.isReadableFile(atPath: emoji)))
  func emojiBringTheirColors() throws {
    var run = Typesetting.Run("\u{1F600}")
    run.font.file = try HeldFile(try RegularFile(Self.emoji))
    run.size = 40
    let drawn = try set([run, Typesetting.Run("x")], Size(120, 60))
    #expect(drawn.remarks.isEmpty)
    var yellow = 0
    for y in 0..<60 {
      for x in 0..<120 {
        let color = pixel(drawn.bitmap, x, y)
        if color[0] > 200, color[1] > 140, color[2] < 120, color[3] == 255 { yellow += 1 }
      }
    }
    #expect((400...1600).contains(yellow), "\(yellow)")
  }

  /// A file that is not a font is named.
  @Test func refusesWhatIsNoFont() throws {
    let path = folder.path("x.ttf")
    try Data("no font".utf8).write(to: URL(fileURLWithPath: path))
    var run = Typesetting.Run("x")
    run.font.file = try HeldFile(try RegularFile(path))
    let error = #expect(throws: MediaError.self) { try set([run], Size(9, 9)) }
    #expect("\(error!)".contains("x.ttf") && "\(error!)".contains("not a font"), "\(error!)")
    #expect(error?.status == .content)
  }

  /// A text with a font file is drawn with the letters of this file, whatever the helper has drawn before, and with the
  /// requested axes.
  @Test func axesOfAFontFileAreSet() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Examples/headline/art/Headline.ttf").path
    let file = try HeldFile(try RegularFile(path))
    let reader = DrawingReader()
    func weight(_ axis: Double?) throws -> Double {
      var run = Typesetting.Run("Now")
      run.font.file = file
      run.size = 40
      if let axis { run.font.axes = [Typesetting.Setting(tag: "wght", value: axis)] }
      let drawn = try reader.set(
        Typesetting([run]), size: Size(200, 60), density: Size(1, 1), name: "x")
      #expect(drawn.remarks.isEmpty)
      var sum = 0.0
      for y in 0..<60 { for x in 0..<200 { sum += Double(pixel(drawn.bitmap, x, y)[3]) / 255 } }
      return sum
    }
    let (thin, plain, black) = (try weight(100), try weight(nil), try weight(900))
    #expect(thin < 0.7 * plain && plain < 0.7 * black, "\(thin) \(plain) \(black)")
    var run = Typesetting.Run("Now")
    run.font.file = file
    run.font.axes = [Typesetting.Setting(tag: "abcd", value: 1)]
    let drawn = try reader.set(
      Typesetting([run]), size: Size(200, 60), density: Size(1, 1), name: "x")
    #expect(drawn.remarks == ["\(path) lacks some of the axes \"abcd\""])
  }
}
