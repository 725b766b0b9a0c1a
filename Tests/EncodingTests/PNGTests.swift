import Encoding
import Foundation
import Media
import Scenes
import TestSupport
import Testing

@Suite struct PNGTests {
  @Test(arguments: Effort.spread([(1, 1), (3, 2), (37, 61), (640, 200)], test: 2), [false, true])
  func losslessForAnotherReader(_ size: (Int, Int), _ alpha: Bool) throws {
    let scratch = Scratch()
    let bitmap = screen(size.0, size.1, alpha: alpha)
    let clip = StreamFormat(
      width: size.0, height: size.1, framesPerSecond: 60, frameCount: 1, isOpaque: !alpha)
    for isSmall in [false, true] {
      let path = scratch("a/b/\(isSmall).png")
      try feed(
        StreamSink(
          StillEncoder(PNGEncoder(clip, prefersSmall: isSmall)), to: FileDestination(path)),
        [bitmap])
      #expect(try probe(path, "pix_fmt") == (alpha ? "rgba" : "rgb24"))
      #expect(try decoded(path) == straightBytes(bitmap))
    }
  }

  /// The bytes are the same even if the sequence reuses parts of the previous frame.
  @Test(arguments: [false, true]) func aStillHasTheBytesOfASequence(_ isSmall: Bool) throws {
    let scratch = Scratch()
    let name = try #require(NumberedName(scratch("%d.png")))
    let clip = StreamFormat(
      width: 200, height: 90, framesPerSecond: 60, frameCount: 2, isOpaque: true, scale: 2, jobs: 2)
    let frames = (0..<2).map { screen(200, 90, step: $0 * 9) }
    try feed(SequenceSink(PNGEncoder(clip, prefersSmall: isSmall), to: name), frames)
    try feed(
      StreamSink(
        StillEncoder(PNGEncoder(clip, prefersSmall: isSmall)), to: FileDestination(scratch("x.png"))
      ), [frames[1]])
    let (still, frame) = try (
      Data(contentsOf: URL(fileURLWithPath: scratch("x.png"))),
      Data(contentsOf: URL(fileURLWithPath: scratch("1.png")))
    )
    #expect(still == frame)
  }

  /// The conversion from premultiplied pixels to PNG and back is exact for every pixel.
  @Test func roundTripThroughTheReader() throws {
    let scratch = Scratch()
    let bitmap = picture(256, 256) { x, y in (UInt8(min(x, y)), UInt8(x / 2), 0, UInt8(y)) }
    let clip = StreamFormat(
      width: 256, height: 256, framesPerSecond: 60, frameCount: 1, isOpaque: false)
    try feed(
      StreamSink(StillEncoder(PNGEncoder(clip)), to: FileDestination(scratch("x.png"))), [bitmap])
    let back = try ImageReader().read(scratch("x.png"))
    #expect(back.width == 256 && back.height == 256 && !back.isOpaque)
    for y in 0..<256 {
      #expect(
        unsafe memcmp(
          back.pixels + y * back.strideBytes, bitmap.pixels + y * bitmap.strideBytes, 1024) == 0)
    }
  }

  @Test func sequenceIsNamedByFrame() throws {
    let scratch = Scratch()
    let name = try #require(NumberedName(scratch("out/frame-%04d.png")))
    let clip = StreamFormat(
      width: 40, height: 30, framesPerSecond: 60, frameCount: 3, isOpaque: true)
    try feed(SequenceSink(PNGEncoder(clip), to: name), (0..<3).map { screen(40, 30, step: $0) })
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch("out")).sorted()
    #expect(names == ["frame-0000.png", "frame-0001.png", "frame-0002.png"])
    #expect(
      try decoded(scratch("out/frame-%04d.png"))
        == (0..<3).flatMap {
          straightBytes(screen(40, 30, step: $0))
        })
  }

  @Test func resolutionFollowsTheScale() throws {
    let scratch = Scratch()
    let clip = StreamFormat(
      width: 8, height: 8, framesPerSecond: 60, frameCount: 1, isOpaque: true, scale: 2)
    try feed(
      StreamSink(StillEncoder(PNGEncoder(clip)), to: FileDestination(scratch("x.png"))),
      [screen(8, 8)])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch("x.png")))
    // A density of 144 dots per inch is 5669 per metre.
    #expect(bytes.range(of: Data("pHYs".utf8 + [0, 0, 0x16, 0x25, 0, 0, 0x16, 0x25, 1])) != nil)
  }
}

@Suite struct BandedPNGTests {
  static let frames = (0..<8).map { screen(200, 170, step: $0 * 9) }

  func encode(_ indices: [Int], to folder: String, jobs: Int, hints: Bool = false) throws {
    let name = try #require(NumberedName(folder + "/%02d.png"))
    let clip = StreamFormat(
      width: 200, height: 170, framesPerSecond: 60, frameCount: indices.count, isOpaque: true,
      jobs: jobs)
    let sink = SequenceSink(PNGEncoder(clip), to: name)
    try sink.begin()
    var before: Int?
    for index in indices {
      // The box moves only inside these rows.
      let rows = PixelRect(0, 40, 200, 50)
      try sink.write(
        RenderedFrame(
          index: index, time: FrameTime(frame: index, framesPerSecond: 60),
          bitmap: Self.frames[index], changed: hints && before != nil ? [rows] : nil))
      before = index
    }
    try sink.finish()
  }

  /// Threads, order, range and hints do not change any byte.
  @Test func bytesDependOnThePictureAlone() throws {
    let scratch = Scratch()
    try encode(Array(0..<8), to: scratch("one"), jobs: 1)
    try encode(Array(0..<8), to: scratch("three"), jobs: 3, hints: true)
    try encode([5, 2, 2, 7], to: scratch("some"), jobs: 2)
    for (folder, indices) in [("three", Array(0..<8)), ("some", [5, 2, 7])] {
      for index in indices {
        #expect(
          FileManager.default.contentsEqual(
            atPath: scratch("one/0\(index).png"), andPath: scratch("\(folder)/0\(index).png")))
      }
    }
    #expect(try decoded(scratch("three/%02d.png")) == Self.frames.flatMap(straightBytes))
  }

  @Test(arguments: Effort.spread([1, 31, 32, 33, 64, 100], test: 2), [false, true])
  func everyHeightIsLossless(_ height: Int, _ alpha: Bool) throws {
    let scratch = Scratch()
    let bitmap = screen(301, height, alpha: alpha)
    let clip = StreamFormat(
      width: 301, height: height, framesPerSecond: 60, frameCount: 1, isOpaque: !alpha)
    try feed(SequenceSink(PNGEncoder(clip), to: NumberedName(scratch("%d.png"))!), [bitmap])
    #expect(try decoded(scratch("0.png")) == straightBytes(bitmap))
  }
}
