import Files
import Foundation
import Media
import Scenes
import Testing

/// Tests the documents of ../shared/cases/files and the files with sound, against the values of an independent judge.
@Suite(.enabled(if: GivenFiles.areRead, GivenFiles.leftOut)) struct GivenDocumentTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func copy(_ name: String) throws {
    let from = GivenFiles.folder.appending(path: name)
    for file in try FileManager.default.contentsOfDirectory(atPath: from.path()) {
      try Data(contentsOf: from.appending(path: file))
        .write(to: folder.url.appending(path: file))
    }
  }

  private func frame(_ document: String, at time: Double = 0) throws -> (Pixels, said: String) {
    let result = try Program.pipeline(
      ["frame", document, "--at", "\(time)", "-o", "out.png"], in: folder.url)
    try #require(result.status == 0, "\(result.summary)")
    return (Pixels(try ImageReader().read(folder.path("out.png"))), result.errors)
  }

  /// Returns the runs of rows or columns with ink, which is darker than the text's background.
  private func runs(
    _ pixels: Pixels, columns: Bool, ink: ([UInt8]) -> Bool = { $0.min()! < 128 }
  ) -> [Range<Int>] {
    var (runs, start): ([Range<Int>], Int?) = ([], nil)
    let (outer, inner) =
      columns ? (pixels.width, pixels.height) : (pixels.height, pixels.width)
    for i in 0...outer {
      let isInk =
        i < outer && (0..<inner).contains { ink(pixels.color(columns ? (i, $0) : ($0, i))) }
      if isInk, start == nil { start = i }
      if !isInk, let from = start {
        runs.append(from..<i)
        start = nil
      }
    }
    return runs
  }

  // MARK: Texts

  /// A web font gives the same text as the original font.
  @Test func webFonts() throws {
    try copy("web-fonts")
    let plain = try frame("ttf.json").0
    let (packed, said) = try frame("woff2.json")
    #expect(plain.bytes == packed.bytes && said.isEmpty, "\(said)")
    #expect(runs(plain, columns: true).count == 3)
  }

  @Test func gradientsOnAGround() throws {
    try copy("gradient-text-on-background")
    let (pixels, _) = try frame("vanishes.json")
    let letters = runs(pixels, columns: true) { Int($0[1]) < 100 }
    #expect(letters.count == 3)
    // The gradient runs from red at the top to blue at the bottom.
    var redness: [Int] = []
    for y in 0..<pixels.height {
      for x in letters[0] {
        let color: [Int] = pixels.color((x, y)).map { Int($0) }
        if color[1] < 60 { redness.append(color[0] - color[2]) }
      }
    }
    let (first, last) = (redness.first ?? 0, redness.last ?? 0)
    #expect(first > last + 50, "\(first) to \(last)")
    #expect(pixels.color((1, 1)) == [238, 238, 255])
  }

  /// A line break adds no letter: the last ink of a line that is cut is as high as its letters.
  @Test(arguments: ["german.json", "file-name.json"]) func noHyphens(_ document: String) throws {
    try copy("hyphens")
    let (pixels, _) = try frame(document)
    let lines = runs(pixels, columns: false)
    #expect(lines.count >= 2)
    for line in lines.dropLast() {
      let inked = (0..<pixels.width).filter { x in
        line.contains { pixels.color((x, $0)).min()! < 128 }
      }
      // The columns of the last letter, up to the gap before it.
      var at = inked.count - 1
      while at > 0, inked[at - 1] == inked[at] - 1 { at -= 1 }
      let rows = line.filter { y in
        inked[at...].contains { pixels.color(($0, y)).min()! < 128 }
      }
      #expect(rows.count > 5, "a hyphen ends line \(line)")
    }
  }

  /// Lines of emoji have the usual distance: 35 points at a size of 30, as in Chromium.
  @Test func emojiLines() throws {
    try copy("emoji-lines")
    let (pixels, said) = try frame("middle.json")
    if said.contains("no font has the letters") {
      LeftOut.tell("emoji in a line of their own: no font has them")
      return
    }
    let lines = runs(pixels, columns: false) { $0[2] < 160 }
    #expect(lines.count >= 3, "\(lines)")
    let texts = [lines.first!.lowerBound, lines.last!.lowerBound]
    #expect(abs(texts[1] - texts[0] - 70) <= 4, "\(lines)")
  }

  /// Joined letters remain joined: there are no more pieces of ink than without spacing.
  @Test func joinedLetters() throws {
    try copy("arabic-letter-spacing")
    let (spaced, said) = try frame("arabic.json")
    if said.contains("no font has the letters") {
      LeftOut.tell("joined Arabic letters: no font has them")
      return
    }
    let text = try String(contentsOf: folder.url.appending(path: "arabic.json"), encoding: .utf8)
    try folder.write(
      text.replacing("\"letterSpacing\": 4", with: "\"letterSpacing\": 0"), to: "p.json")
    let plain = try frame("p.json").0
    #expect(runs(spaced, columns: true).count == runs(plain, columns: true).count)
  }

  // MARK: Numbers

  private func x(_ document: String, at time: Double) throws -> Double {
    let layer = try Inspection.of(document, at: time, in: folder.url)["a"]
    return try #require(layer).transform[12]
  }

  @Test func easingsBeyondTheirStops() throws {
    try copy("linear-beyond-100")
    #expect(abs(try x("to-120.json", at: 1) - 120) < 0.001)
    #expect(abs(try x("to-150.json", at: 1) - 75) < 0.001)
    try copy("linear-easing-last-stop")
    let layer = try #require(try Inspection.of("doc.json", at: 1, in: folder.url)["a"])
    let start = try #require(try Inspection.of("doc.json", at: 0.5, in: folder.url)["a"])
    #expect(layer.frame != start.frame || layer.transform != start.transform)
  }

  /// The middle between twice the size with a quarter turn and the original is 1.5 times the size with an eighth of a turn.
  @Test func transformsMix() throws {
    try copy("transform-keyframes")
    let layer = try #require(
      try Inspection.of("scale-and-turn.json", at: 0.5, in: folder.url)["a"])
    let wanted = [1.0606602, 1.0606602, 0, 0, -1.0606602, 1.0606602]
    #expect(zip(layer.transform, wanted).allSatisfy { abs($0 - $1) < 1e-6 }, "\(layer.transform)")
    let quarter = try #require(try Inspection.of("full-turn.json", at: 0.25, in: folder.url)["a"])
    #expect(abs(quarter.transform[0]) < 1e-6 && abs(quarter.transform[1] - 1) < 1e-6)
  }

  /// The slope of the lower edge follows from x / (1 − z / p).
  @Test func behindTheEye() throws {
    try copy("behind-the-eye")
    let pixels = try frame("doc.json").0
    let edge = [120, 220].map { x in
      (0..<pixels.height).last { pixels.color((x, $0))[2] > pixels.color((x, $0))[0] } ?? 0
    }
    let slope = Double(abs(edge[1] - edge[0])) / 100
    #expect(abs(slope - 0.42) < 0.03, "\(slope)")
  }

  @Test func portalEndsWithoutAJump() throws {
    try copy("portal-end")
    let (before, after) = (
      try frame("portal.json", at: 0.999999).0, try frame("portal.json", at: 1).0
    )
    let most = zip(before.bytes, after.bytes).map { abs(Int($0) - Int($1)) }.max()!
    #expect(most <= 3, "\(most)")
  }

  /// A glass does not darken the contents below it by its own shadow.
  @Test func glassHasNoShadowBelow() throws {
    try copy("shadows-under-glass")
    let (pixels, _) = try frame("card.json")
    let middle = (90..<110).map { Int(pixels.color(($0, 100)).max()!) }.max()!
    #expect(middle > 200, "\(middle)")
  }

  // MARK: Sounds and times

  private func document(_ video: String?, audio: String, duration: Double, fps: Int = 50) throws {
    let contents = video.map { #", "contents": { "video": "\#($0)" }"# } ?? ""
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [32, 32], "scale": 1, "fps": \(fps) },
        "duration": \(duration), "layers": [ { "frame": [0, 0, 32, 32]\(contents) } ],
        "audio": [\(audio)] }
      """, to: "heard.json")
  }

  private func wave() throws -> [Float] {
    let made = try Program.pipeline(["run", "heard.json", "-o", "mix.wav"], in: folder.url)
    try #require(made.status == 0, "\(made.summary)")
    let read = try Program.tool(
      "ffmpeg",
      ["-v", "error", "-y", "-i", "mix.wav", "-f", "f32le", "-ac", "1", "-af", "pan=mono|c0=c0"]
        + ["x.raw"], in: folder.url)
    try #require(read.status == 0, "\(read.summary)")
    let data = try folder.data("x.raw")
    return stride(from: 0, to: data.count, by: 4).map { place in
      Float(bitPattern: data[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }

  @Test(arguments: ["late.mkv", "late.mov", "late.mp4", "late.ts", "vlate.mkv", "vlate.mp4"])
  func flashAndBeep(_ file: String) throws {
    try copy("av-offset")
    try document(file, audio: #"{ "file": "\#(file)" }"#, duration: 2)
    let frames = try Program.pipeline(["run", "heard.json", "-o", "-"], in: folder.url)
    let reds = stride(from: 0, to: frames.data.count, by: 4096).map { Int(frames.data[$0 + 2112]) }
    let flash = try #require(reds.firstIndex { $0 > 128 })
    let beep = try #require(try wave().firstIndex { abs($0) > 0.05 })
    let apart = Double(flash) / 50 - Double(beep) / 48000
    #expect(abs(apart) < 0.045, "\(apart) s apart")
  }

  @Test(arguments: ["cat12.ts", "cat123.mp3", "chain.ogg", "dts.mkv"])
  func pitchStays(_ file: String) throws {
    try copy("sound-format-change")
    try document(nil, audio: #"{ "file": "\#(file)" }"#, duration: 2)
    let wave = try wave()
    #expect(wave.map(abs).max()! < 1)
    for start in [4800, 33_600, 60_000] where start + 12_000 <= wave.count {
      let some = wave[start..<start + 12_000]
      guard some.map(abs).max()! > 0.02 else { continue }
      let rising = zip(some.indices, some.dropFirst()).filter { wave[$0.0] < 0 && $0.1 >= 0 }
      #expect(abs(rising.count * 4 - 440) <= 8, "\(rising.count * 4) Hz from \(start)")
    }
    #expect(wave[4800..<16_800].map(abs).max()! > 0.02)
  }

  @Test func loopsHaveNoSeam() throws {
    try copy("m4a-loop")
    try document(nil, audio: #"{ "file": "tone.m4a", "loop": true }"#, duration: 3)
    let wave = try wave()
    let loudest = wave[24_000..<40_000].map(abs).max()!
    for start in stride(from: 46_000, to: 98_000, by: 400) {
      #expect(wave[start..<start + 400].map(abs).max()! > loudest / 2, "silence at \(start)")
    }
  }

  /// Returns the numbers of frames, which are coded in six squares with the lowest bit at the left.
  private func numbers(_ pixels: Pixels, bits: Int, at y: Int, width: Int) -> Int {
    (0..<bits).reduce(0) { sum, bit in
      sum + (pixels.color((bit * width + width / 2, y))[0] > 128 ? 1 << bit : 0)
    }
  }

  @Test(arguments: ["h264b.avi", "xv_b1.avi"]) func framesOfAVI(_ file: String) throws {
    try copy("avi-bframes")
    let reader = try SeekableVideo(try .init(folder.path(file)))
    for frame in [0, 7, 21, 39] {
      let bitmap = Pixels(try reader.frame(frame))
      let width = bitmap.width / 8
      #expect(
        numbers(bitmap, bits: 6, at: bitmap.height / 2, width: width) == frame, "frame \(frame)")
    }
  }

  /// A reversed part shows exactly its own frames, 29 to 10.
  @Test func reversedPart() throws {
    try copy("video-reverse-to")
    for (frame, wanted) in [(0, 29), (1, 28), (10, 19), (19, 10)] {
      let (pixels, _) = try self.frame("doc.json", at: Double(frame) / 25)
      let places = [35, 75, 135, 175, 230, 275]
      let number = places.enumerated().reduce(0) { sum, place in
        sum + (pixels.color((place.element, 195))[0] > 150 ? 1 << place.offset : 0)
      }
      #expect(number == wanted, "frame \(frame)")
    }
  }

  @Test func framesOfAChangedSize() throws {
    try copy("size-change")
    for file in ["chg.ts", "chg.webm"] {
      let reader = try SeekableVideo(try .init(folder.path(file)))
      #expect((reader.width, reader.height) == (128, 64))
      #expect(try reader.frame(45).width == 128)
    }
  }

  // MARK: What is refused or told

  @Test func inputsAreNotReplaced() throws {
    try copy("output-is-input")
    let before = try folder.data("art.png")
    let result = try Program.pipeline(["run", "i.json"], in: folder.url)
    #expect(result.status == 65 && result.errors.contains("pipeline never replaces an input"))
    #expect(try folder.data("art.png") == before)
  }

  @Test func foldersMayHavePercents() throws {
    try copy("percent-in-folder")
    let inner = folder.url.appending(path: "50% off")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try folder.data("e.json").write(to: inner.appending(path: "e.json"))
    let result = try Program.pipeline(["run", "e.json"], in: inner)
    #expect(result.status == 0, "\(result.summary)")
    let made = try FileManager.default.contentsOfDirectory(
      atPath: inner.appending(path: "50% off").path(percentEncoded: false))
    #expect(Set(made).isSuperset(of: (0...5).map { "out-00\($0).png" }), "\(made)")
  }

  @Test func timesOfATrackThatGoBack() throws {
    try copy("track-order")
    let result = try Program.pipeline(["validate", "backwards.json"], in: folder.url)
    #expect(result.errors.contains("/interaction/track/1: the time of sample 1"))
    #expect(result.errors.contains("1 sample is dropped"), "\(result.errors)")
    let ordered = try Program.pipeline(["validate", "in-order.json"], in: folder.url)
    #expect(!ordered.errors.contains("warning"), "\(ordered.errors)")
  }
}
