import Encoding
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests the settings of an encoder in a document, such as the number of plays and the quality.
@Suite struct SettingsTests {
  static let frames = (0..<6).map { screen(96, 64, step: $0 * 7) }
  static let clip = StreamFormat(
    width: 96, height: 64, framesPerSecond: 30, frameCount: 6, isOpaque: true)

  /// Returns the bytes after the first occurrence of a mark.
  func bytes(_ path: String, after mark: [UInt8], skip: Int, count: Int) throws -> [UInt8]? {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let place = data.range(of: Data(mark)) else { return nil }
    return Array(data[place.upperBound...].dropFirst(skip).prefix(count))
  }

  /// GIF counts repetitions, and APNG and WebP count plays; 0 means endless in all of them.
  @Test(arguments: [0, 1, 2, 3, 700]) func loopIsWritten(_ loop: Int) throws {
    let scratch = Scratch()
    try feed(
      StreamSink(
        GIFEncoder(Self.clip, delays: Array(repeating: 3, count: 6), loop: loop),
        to: FileDestination(scratch("x.gif"))),
      Self.frames)
    let gif = try bytes(scratch("x.gif"), after: Array("NETSCAPE2.0".utf8), skip: 2, count: 2)
    let repeats = loop == 0 ? 0 : loop - 1
    #expect(gif == (loop == 1 ? nil : [UInt8(repeats & 255), UInt8(repeats >> 8)]))

    try feed(
      StreamSink(APNGEncoder(Self.clip, loop: loop), to: FileDestination(scratch("x.apng"))),
      Self.frames)
    let apng = try bytes(scratch("x.apng"), after: Array("acTL".utf8), skip: 4, count: 4)
    #expect(apng == [0, 0, UInt8(loop >> 8), UInt8(loop & 255)])

    try feed(
      StreamSink(
        VideoEncoder(Self.clip, in: .webp, settings: VideoSettings(loop: loop)),
        to: FileDestination(scratch("x.webp"))), Self.frames)
    let webp = try bytes(scratch("x.webp"), after: Array("ANIM".utf8), skip: 8, count: 2)
    #expect(webp == [UInt8(loop & 255), UInt8(loop >> 8)])
  }

  /// A higher quality gives a larger file, for each codec.
  @Test(
    arguments: Effort.spread([VideoContainer.mp4, .mp4H265, .mp4AV1, .webm, .mov, .webp], test: 2))
  func qualityCountsForEveryCodec(_ container: VideoContainer) throws {
    let scratch = Scratch()
    var sizes: [Int] = []
    for quality in [0, 0.25, 0.5, 0.75, 1] {
      let path = scratch("\(quality)")
      try feed(
        StreamSink(
          VideoEncoder(Self.clip, in: container, settings: VideoSettings(quality: quality)),
          to: FileDestination(path)), Self.frames)
      sizes.append(try Data(contentsOf: URL(fileURLWithPath: path)).count)
    }
    #expect(sizes == sizes.sorted() && sizes[0] < sizes[2] && sizes[2] < sizes[4], "\(sizes)")
  }

  /// The defaults of H.264 and VP9 equal the settings of quality 0.8.
  @Test(arguments: Effort.spread([VideoContainer.mp4, .webm], test: 1))
  func theDefaultIsAQuality(_ container: VideoContainer) throws {
    let scratch = Scratch()
    for (name, quality) in [("a", nil), ("b", 0.8)] {
      try feed(
        StreamSink(
          VideoEncoder(Self.clip, in: container, settings: VideoSettings(quality: quality)),
          to: FileDestination(scratch(name))), Self.frames)
    }
    #expect(FileManager.default.contentsEqual(atPath: scratch("a"), andPath: scratch("b")))
  }
}
