import Foundation
import TestSupport
import Testing

/// Tests which differences `diff --codec-tolerance` and `--resample` accept, and which not.
@Suite struct CodecToleranceTests {
  /// Returns a document with a card that moves over a gradient; `mark` adds a square of eleven pixels in a later frame.
  private static func document(mark: Bool) -> String {
    """
    { "version": 1, "canvas": { "size": [160, 120], "fps": 10, "background": "#f4f4f0" },
      "duration": 0.8,
      "layers": [
        { "frame": [0, 0, 160, 120], "contents": { "gradient": { "linear": {}, "stops": ["#204080", "#e8c070"] } } },
        { "id": "card", "frame": [10, 20, 60, 70], "backgroundColor": "#d03040", "cornerRadius": 9,
          "shadowOpacity": 0.5, "shadowRadius": 6 },
        { "id": "mark", "frame": [120, 90, 11, 11], "backgroundColor": "#000000", "opacity": 0 } ],
      "timeline": { "parallel": [
        { "targets": "card", "duration": 0.8, "keyframes": [ { "translate": [0, 0] }, { "translate": [70, 10] } ] },
        { "targets": "mark", "duration": 0.1, "at": 0.5,
          "keyframes": [ { "opacity": 0 }, { "opacity": \(mark ? 1 : 0) } ] } ] } }
    """
  }

  @Test(arguments: Effort.spread(["mp4", "webm", "mov", "y4m", "gif", "apng"], test: 2))
  func aVideoOfTheFramesPasses(format: String) throws {
    let folder = try Folder()
    try folder.write(Self.document(mark: false), to: "a.json")
    try folder.write(Self.document(mark: true), to: "b.json")
    let made = try Program.pipeline(
      ["run", "a.json", "-q", "-o", "a/%02d.png", "-o", "a.\(format)"], in: folder.url)
    #expect(made.status == 0, "\(made.summary)")
    let other = try Program.pipeline(
      ["run", "b.json", "-q", "-o", "b.\(format)"], in: folder.url)
    #expect(other.status == 0, "\(other.summary)")
    let same = try Program.pipeline(
      ["diff", "a", "a.\(format)", "--codec-tolerance"], in: folder.url)
    #expect(same.status == 0, "\(same.summary)")
    let marked = try Program.pipeline(
      ["diff", "a", "b.\(format)", "--codec-tolerance", "-o", "d.png"], in: folder.url)
    #expect(marked.status == 1, "\(marked.summary)")
    #expect(marked.output.contains("pixels differ in"), "\(marked.summary)")
  }

  @Test func framesOfAnotherSizePass() throws {
    let folder = try Folder()
    for (name, mark) in [("a", false), ("b", true)] {
      try folder.write(Self.document(mark: mark), to: "\(name).json")
    }
    for (words, name) in [(["a.json", "--scale", "2"], "large"), (["b.json"], "marked")] {
      let made = try Program.pipeline(
        ["run"] + words + ["-q", "-o", "\(name)/%02d.png"], in: folder.url)
      #expect(made.status == 0, "\(made.summary)")
    }
    let small = try Program.pipeline(
      ["run", "a.json", "-q", "-o", "small/%02d.png"], in: folder.url)
    #expect(small.status == 0, "\(small.summary)")
    let plain = try Program.pipeline(["diff", "small", "large", "-q"], in: folder.url)
    #expect(plain.status == 1, "\(plain.summary)")
    let words = ["--resample", "--tolerance", "12"]
    let same = try Program.pipeline(["diff", "small", "large"] + words, in: folder.url)
    #expect(same.status == 0, "\(same.summary)")
    let marked = try Program.pipeline(["diff", "large", "marked", "-q"] + words, in: folder.url)
    #expect(marked.status == 1, "\(marked.summary)")
  }

  @Test func theRulesStandAlone() throws {
    for words in [["--tolerance", "3"], ["--perceptual"]] {
      let both = try Program.pipeline(["diff", "a", "b", "--codec-tolerance"] + words)
      #expect(both.status == 64 && both.errors.contains("--codec-tolerance"), "\(both.summary)")
    }
  }
}
