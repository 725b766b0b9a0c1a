import Comparing
import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// The comparison reports each kind of difference by its name.
@Suite struct DiffTests {
  private let places = (0..<24).map { Double(2 * $0) }

  private func compare(
    _ a: FrameSequence, _ b: FrameSequence, _ change: (inout ComparisonRules) -> Void = { _ in }
  ) throws -> Comparison {
    var rules = ComparisonRules()
    change(&rules)
    return try FootageComparer(rules).compare(a, b)
  }

  @Test func sameFramesAreTheSame() throws {
    let scratch = try Scratch()
    let comparison = try compare(
      scratch.frames("a", places), scratch.frames("b", places, named: { $0 + 100 }))
    #expect(comparison.isSame)
    #expect(comparison.a.frameCount == 24)
  }

  @Test func onePixelIsFound() throws {
    let scratch = try Scratch()
    let a = try scratch.frames("a", places)
    let b = try scratch.frames("b", places)
    let changed = Pictures.frame(places[10])
    Pictures.set(changed, 3, 50, [4, 100, 90])
    try Pictures.write(changed, to: scratch.path("b/frame-10.png"))
    let comparison = try compare(a, b)
    #expect(comparison.findings.map(\.kind) == [.onePixel])
    // Numbered files are in natural order, in which frame-10 comes after frame-9.
    #expect(comparison.worst?.nameInA == "frame-10.png" && comparison.worst?.index == 10)
    #expect(comparison.worst?.difference.bounds == PixelRect(3, 50, 1, 1))
    #expect(comparison.worst?.difference.largest == 1)
    #expect(comparison.findings[0].message.contains("(3, 50) of frame-10.png"))
    #expect(try compare(a, b) { $0.tolerance = 1 }.isSame)
    #expect(try compare(a, b) { $0.ignored = [PixelRect(3, 50, 1, 1)] }.isSame)
    #expect(try !compare(a, b) { $0.ignored = [PixelRect(4, 50, 9, 9)] }.isSame)
  }

  @Test(arguments: Effort.spread([1, -1, 3], test: 1)) func shiftIsNamed(_ by: Int) throws {
    let scratch = try Scratch()
    let shifted = places.map { min(46, max(0, $0 - Double(2 * by))) }
    let comparison = try compare(scratch.frames("a", places), scratch.frames("b", shifted))
    #expect(comparison.findings.first?.kind == .shift)
    let words = "\(abs(by)) frame\(abs(by) == 1 ? "" : "s") \(by > 0 ? "later" : "earlier")"
    #expect(comparison.findings.first?.message.contains(words) == true)
  }

  @Test func shiftFromAFrameOnIsNamed() throws {
    let scratch = try Scratch()
    var dropped = places
    dropped.remove(at: 8)
    dropped.append(48)
    let comparison = try compare(scratch.frames("a", places), scratch.frames("b", dropped))
    #expect(comparison.findings.first?.kind == .shift)
    #expect(comparison.findings.first?.message.contains("from frame-8.png on") == true)
  }

  @Test func missingFramesAreNamed() throws {
    let scratch = try Scratch()
    let a = try scratch.frames("a", places)
    let early = try compare(a, scratch.frames("early", Array(places.prefix(20))))
    #expect(early.findings.map(\.kind) == [.missingFrames])
    #expect(early.findings[0].message.contains("frame-20.png to frame-23.png"))
    var gap = places
    gap.removeSubrange(5..<7)
    let inside = try compare(a, scratch.frames("gap", gap))
    #expect(inside.findings.first?.kind == .missingFrames)
    #expect(inside.findings.first?.message.contains("frame-5.png to frame-6.png") == true)
    try FileManager.default.removeItem(atPath: scratch.path("a/frame-7.png"))
    let named = try compare(FrameSequence(scratch.path("a")), scratch.frames("whole", places))
    #expect(named.findings.map(\.message) == ["only in B: frame-7.png"])
  }

  @Test func changedDurationIsNamed() throws {
    let scratch = try Scratch()
    let slower = (0..<30).map { Double(2 * 24 * $0) / 30 }
    let comparison = try compare(scratch.frames("a", places), scratch.frames("b", slower))
    #expect(comparison.findings.first?.kind == .duration)
    #expect(comparison.findings.first?.message.contains("24 frames, B has 30") == true)
  }

  @Test func changedSizeIsNamed() throws {
    let scratch = try Scratch()
    let a = try scratch.frames("a", [0])
    try Pictures.write(Bitmap(width: 48, height: 32), to: scratch.path("half.png"))
    let comparison = try compare(a, FrameSequence(scratch.path("half.png")))
    #expect(comparison.findings.map(\.kind) == [.size])
    #expect(comparison.findings[0].message.contains("0.5 times A's scale"))
  }

  // MARK: Clips

  @Test(arguments: Effort.spread(["gif", "apng"], test: 1)) func clipsAreRead(_ format: String)
    throws
  {
    let scratch = try Scratch()
    let (a, b) = (scratch.path("a.\(format)"), scratch.path("b.\(format)"))
    try Pictures.clip(places, to: a)
    try Pictures.clip(places.map { max(0, $0 - 2) }, to: b)
    #expect(try compare(FrameSequence(a), FrameSequence(a)).isSame)
    let slow = scratch.path("slow.\(format)")
    try Pictures.clip(places, to: slow, framesPerSecond: 20)
    let slower = try compare(FrameSequence(a), FrameSequence(slow))
    #expect(slower.findings.map(\.kind) == [.duration], "\(slower.findings)")
    #expect(slower.findings.first?.message.contains("A lasts 0.96 s, B lasts 1.2 s") == true)
    if format == "apng" {
      let later = try compare(FrameSequence(a), FrameSequence(b))
      #expect(later.findings.first?.kind == .shift, "\(later.findings)")
      #expect(try compare(scratch.frames("frames", places), FrameSequence(a)).isSame)
    }
  }

  /// Films with different frame rates are compared at the times that both show.
  @Test(.long) func ratesAreComparedByTime() throws {
    let scratch = try Scratch()
    let (a, b, c) = (scratch.path("a.mkv"), scratch.path("b.mkv"), scratch.path("c.mkv"))
    try Pictures.clip(places, to: a)
    // B has an additional frame between two frames of A, and in C the last frames differ.
    let twice = (0..<48).map { Double($0) }
    try Pictures.clip(twice, to: b, framesPerSecond: 50)
    try Pictures.clip(twice.map { $0 < 40 ? $0 : $0 + 3 }, to: c, framesPerSecond: 50)
    let same = try compare(FrameSequence(a), FrameSequence(b))
    #expect(same.findings.map(\.kind) == [.frameCount] && same.differingFrames == 0)
    #expect(
      same.findings.first?.message
        == "another rate: A has 24 frames in 0.96 s, B has 48 frames in 0.96 s, compared at 24 moments",
      "\(same.findings)")
    let other = try compare(FrameSequence(c), FrameSequence(a))
    #expect(other.findings.map(\.kind) == [.frameCount, .pixels] && other.differingFrames == 4)
    // A film that lacks some frames at its end does not count as a film with another rate.
    try Pictures.clip(Array(places.prefix(20)), to: b)
    #expect(
      try compare(FrameSequence(a), FrameSequence(b)).findings.map(\.kind) == [.missingFrames])
  }

  /// Creates a TIFF whose pages have two pixels of one colour each.
  private func tiff(_ colors: [[UInt8]], isBigEndian: Bool = false) -> Data {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    var bytes = [UInt8]((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
    for (page, color) in colors.enumerated() {
      let start = bytes.count
      let pixels = start + 2 + 9 * 12 + 4
      let fields = [
        (256, 2), (257, 1), (258, 8), (259, 1), (262, 2), (273, pixels), (277, 3), (278, 1),
        (279, 6),
      ]
      bytes += number(fields.count, 2)
      for (tag, value) in fields {
        let isLong = [273, 279].contains(tag)
        bytes += number(tag, 2) + number(isLong ? 4 : 3, 2) + number(1, 4)
        bytes += isLong ? number(value, 4) : number(value, 2) + [0, 0]
      }
      bytes += number(page == colors.count - 1 ? 0 : pixels + 6, 4) + color + color
    }
    return Data(bytes)
  }

  /// The number of times that an animation plays is not part of the comparison.
  @Test(arguments: Effort.spread(["gif", "apng", "webp"], test: 1)) func loopsAreCompared(
    _ format: String
  ) throws {
    let scratch = try Scratch()
    let (a, b) = (scratch.path("a.\(format)"), scratch.path("b.\(format)"))
    try Pictures.clip(Array(places.prefix(4)), to: a)
    var bytes = try Data(contentsOf: URL(filePath: a))
    let marks: [String: (mark: Data, offset: Int)] = [
      "gif": (Data("NETSCAPE2.0".utf8), 2), "apng": (Data("acTL".utf8), 7),
      "webp": (Data("ANIM".utf8), 8),
    ]
    let (mark, offset) = try #require(marks[format])
    let found = try #require(bytes.firstRange(of: mark))
    bytes[found.upperBound + offset] = 3
    try bytes.write(to: URL(filePath: b))
    let comparison = try compare(FrameSequence(a), FrameSequence(b))
    #expect(comparison.findings.map(\.kind) == [.loops], "\(comparison.findings)")
  }

  /// All pages of a TIFF are compared.
  @Test(arguments: Effort.spread([false, true], test: 1)) func pagesAreRead(_ isBigEndian: Bool)
    throws
  {
    let scratch = try Scratch()
    let (red, blue): ([UInt8], [UInt8]) = ([200, 10, 10], [10, 10, 200])
    func write(_ colors: [[UInt8]], _ name: String, _ isBigEndian: Bool) throws -> FrameSequence {
      try tiff(colors, isBigEndian: isBigEndian).write(to: scratch.url.appending(path: name))
      return try FrameSequence(scratch.path(name))
    }
    let a = try write([red, blue, red], "a.tif", isBigEndian)
    #expect(try compare(a, try write([red, blue, red], "same.tif", !isBigEndian)).isSame)
    let other = try compare(a, try write([red, blue, blue], "b.tif", isBigEndian))
    #expect(other.findings.map(\.kind) == [.pixels] && other.worst?.nameInA == "page 3")
    #expect(
      try compare(a, try write([red, blue], "c.tif", isBigEndian)).findings.map(\.kind)
        == [.missingFrames])
    // A chain of pages that leads back to an earlier page ends there.
    var bytes = try Data(contentsOf: scratch.url.appending(path: "c.tif"))
    let last = bytes.count - 10
    let first: [UInt8] = isBigEndian ? [0, 0, 0, 8] : [8, 0, 0, 0]
    bytes.replaceSubrange(last..<last + 4, with: first)
    try bytes.write(to: scratch.url.appending(path: "back.tif"))
    let back = try compare(
      FrameSequence(scratch.path("back.tif")), FrameSequence(scratch.path("c.tif")))
    #expect(back.isSame && back.a.frameCount == 2)
  }

  /// `mean` is the maximum mean difference of the worst frame, in 1/255.
  @Test(
    arguments: Effort.spread([("mp4", 3.5), ("webm", 4), ("mov", 0.02), ("y4m", 1.5)], test: 1))
  func videosAreRead(_ format: String, _ mean: Double) throws {
    let scratch = try Scratch()
    let frames = try scratch.frames("frames", places)
    let video = scratch.path("a.\(format)")
    try Pictures.clip(places, to: video)
    let comparison = try compare(frames, FrameSequence(video))
    let worst = try #require(comparison.worst)
    #expect(worst.difference.mean <= mean, "\(worst.nameInA): \(worst.difference.mean)")
    #expect(comparison.b.frameCount == 24)
    #expect(comparison.b.duration == FrameTime(seconds: 0.96))
    // A flat area keeps its colour only if the matrix and the range are right.
    let first = try #require(try FrameSequence(video).frames().next())
    let pixel = unsafe first.bitmap.pixels + 40 * first.bitmap.strideBytes + 4 * 60
    let (r, g, b) = unsafe (Int(pixel[0]), Int(pixel[1]), Int(pixel[2]))
    #expect(abs(r - 60) <= 8 && abs(g - 80) <= 8 && abs(b - 90) <= 8, "\(r) \(g) \(b)")
    let later = scratch.path("b.\(format)")
    try Pictures.clip(places.map { max(0, $0 - 2) }, to: later)
    // The difference between consecutive frames is larger than the loss of the format.
    let apart = try #require(try compare(frames, FrameSequence(later)).worst)
    #expect(apart.difference.mean > mean, "\(apart.difference.mean)")
    let shift = try compare(FrameSequence(video), FrameSequence(later)) { $0.tolerance = 24 }
    #expect(shift.findings.first?.kind == .shift, "\(shift.findings)")
  }

  @Test func faultsHaveTheirStatus() throws {
    let scratch = try Scratch()
    func status(_ make: () throws -> Void) -> Files.ExitStatus? {
      do { try make() } catch { return (error as? MediaError)?.status }
      return nil
    }
    #expect(status { _ = try FrameSequence(scratch.path("none")) } == .missing)
    #expect(status { _ = try FrameSequence(scratch.path("")) } == .content)
    let text = scratch.path("text.mp4")
    try Data("#EXTM3U\nfile:///etc/hostname\n".utf8).write(to: URL(filePath: text))
    #expect(status { _ = try FrameSequence(text).frames() } == .content)
    try Pictures.clip(places, to: scratch.path("a.mp4"))
    let half = try Data(contentsOf: URL(filePath: scratch.path("a.mp4"))).prefix(700)
    try half.write(to: URL(filePath: scratch.path("half.mp4")))
    #expect(status { _ = try FrameSequence(scratch.path("half.mp4")).frames().next() } == .content)
  }
}
