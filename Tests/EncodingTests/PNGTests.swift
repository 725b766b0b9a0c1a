import Encoding
import Foundation
import Media
import Scenes
import Testing

@Suite struct PNGTests {
  @Test(arguments: [(1, 1), (3, 2), (37, 61), (640, 200)], [false, true])
  func losslessForAnotherReader(_ size: (Int, Int), _ alpha: Bool) throws {
    let scratch = Scratch()
    let bitmap = screen(size.0, size.1, alpha: alpha)
    let clip = Clip(
      width: size.0, height: size.1, framesPerSecond: 60, frameCount: 1, isOpaque: !alpha)
    try feed(StillSink(path: scratch("a/b/x.png"), clip: clip), [bitmap])
    #expect(try probe(scratch("a/b/x.png"), "pix_fmt") == (alpha ? "rgba" : "rgb24"))
    #expect(try decoded(scratch("a/b/x.png")) == straightBytes(bitmap))
  }

  /// Premultiplied → PNG → premultiplied gives every pixel back.
  @Test func roundTripThroughTheReader() throws {
    let scratch = Scratch()
    let bitmap = picture(256, 256) { x, y in (UInt8(min(x, y)), UInt8(x / 2), 0, UInt8(y)) }
    let clip = Clip(width: 256, height: 256, framesPerSecond: 60, frameCount: 1, isOpaque: false)
    try feed(StillSink(path: scratch("x.png"), clip: clip), [bitmap])
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
    let clip = Clip(width: 40, height: 30, framesPerSecond: 60, frameCount: 3, isOpaque: true)
    try feed(PNGSequenceSink(name: name, clip: clip), (0..<3).map { screen(40, 30, step: $0) })
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch("out")).sorted()
    #expect(names == ["frame-0000.png", "frame-0001.png", "frame-0002.png"])
    #expect(
      try decoded(scratch("out/frame-%04d.png")) == (0..<3).flatMap {
        straightBytes(screen(40, 30, step: $0))
      })
  }

  @Test func resolutionFollowsTheScale() throws {
    let scratch = Scratch()
    let clip = Clip(
      width: 8, height: 8, framesPerSecond: 60, frameCount: 1, isOpaque: true, scale: 2)
    try feed(StillSink(path: scratch("x.png"), clip: clip), [screen(8, 8)])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch("x.png")))
    // 144 dots per inch are 5669 a metre.
    #expect(bytes.range(of: Data("pHYs".utf8 + [0, 0, 0x16, 0x25, 0, 0, 0x16, 0x25, 1])) != nil)
  }
}
