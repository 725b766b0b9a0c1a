import Encoding
import Foundation
import Media
import Scenes
import TestSupport
import Testing

@Suite struct VideoTests {
  static let frames = (0..<12).map { screen(101, 75, step: $0 * 4) }

  func encode(_ container: VideoContainer, to path: String, alpha: Bool = false) throws {
    let clip = StreamFormat(
      width: 101, height: 75, framesPerSecond: 60, frameCount: 12, isOpaque: !alpha)
    let frames = alpha ? (0..<12).map { screen(101, 75, step: $0, alpha: true) } : Self.frames
    try feed(StreamSink(VideoEncoder(clip, in: container), to: FileDestination(path)), frames)
  }

  @Test func mp4IsTaggedPaddedAndWhole() throws {
    let scratch = Scratch()
    try encode(.mp4, to: scratch("x.mp4"))
    #expect(scratch.names == ["x.mp4"])
    #expect(try probe(scratch("x.mp4"), "codec_name,pix_fmt") == "h264\nyuv420p")
    #expect(try probe(scratch("x.mp4"), "width,height") == "102\n76")
    #expect(try probe(scratch("x.mp4"), "r_frame_rate,avg_frame_rate") == "60/1\n60/1")
    #expect(
      try probe(scratch("x.mp4"), "color_range,color_space,color_transfer,color_primaries")
        == "tv\nbt709\nbt709\nbt709")
    #expect(try probe(scratch("x.mp4"), "chroma_location") == "left")
    #expect(try probe(scratch("x.mp4"), "nb_read_frames", counting: true) == "12")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch("x.mp4")))
    let index = try #require(bytes.range(of: Data("moov".utf8)))
    let media = try #require(bytes.range(of: Data("mdat".utf8)))
    #expect(index.lowerBound < media.lowerBound)
  }

  @Test func mp4BytesAreTheSameTwice() throws {
    let scratch = Scratch()
    try encode(.mp4, to: scratch("a.mp4"))
    try encode(.mp4, to: scratch("b.mp4"))
    #expect(
      FileManager.default.contentsEqual(atPath: scratch("a.mp4"), andPath: scratch("b.mp4")))
  }

  /// Converting only the changed rows gives the same result as converting all rows.
  @Test(arguments: Effort.spread([VideoContainer.mp4, .mov, .webp], test: 1))
  func hintsChangeNoByte(_ container: VideoContainer) throws {
    let scratch = Scratch()
    // Some frames are repeated, so that nothing changes; in others only the rows of the box change.
    let frames = [0, 1, 1, 1, 2, 5, 5, 5, 5, 5, 6, 0].map { Self.frames[$0] }
    for hints in [false, true] {
      let clip = StreamFormat(
        width: 101, height: 75, framesPerSecond: 60, frameCount: frames.count, isOpaque: true)
      let sink = StreamSink(
        VideoEncoder(clip, in: container), to: FileDestination(scratch("\(hints)")))
      try sink.begin()
      for (index, frame) in frames.enumerated() {
        let before = index > 0 ? frames[index - 1] : nil
        let changed = before.map { before in
          (0..<75).filter { row in
            unsafe memcmp(
              before.pixels + row * before.strideBytes, frame.pixels + row * frame.strideBytes,
              101 * 4) != 0
          }.map { PixelRect(0, $0, 101, 1) }
        }
        try sink.write(
          RenderedFrame(
            index: index, time: FrameTime(frame: index, framesPerSecond: 60), bitmap: frame,
            changed: hints ? changed : nil))
      }
      try sink.finish()
    }
    #expect(
      FileManager.default.contentsEqual(atPath: scratch("false"), andPath: scratch("true")))
  }

  @Test(
    arguments: Effort.spread(
      [
        (VideoContainer.webm, "x.webm", "vp9\n101\n75"), (.mov, "x.mov", "prores\n101\n75"),
      ], test: 1))
  func otherContainers(_ container: VideoContainer, _ name: String, _ about: String) throws {
    let scratch = Scratch()
    try encode(container, to: scratch(name), alpha: container == .mov)
    let expected = container == .webm ? "vp9\n102\n76" : about
    #expect(try probe(scratch(name), "codec_name,width,height") == expected)
    #expect(try probe(scratch(name), "nb_read_frames", counting: true) == "12")
    #expect(try probe(scratch(name), "r_frame_rate") == "60/1")
    if container == .mov {
      #expect(try probe(scratch(name), "pix_fmt").hasPrefix("yuva444p"))
      // ProRes loses little, and alpha is nearly exact.
      let got = try decoded(scratch(name)).prefix(101 * 75 * 4)
      let wanted = straightBytes(screen(101, 75, step: 0, alpha: true))
      let worst = zip(got, wanted).enumerated().filter { $0.offset % 4 == 3 }
        .map { abs(Int($0.element.0) - Int($0.element.1)) }.max()!
      #expect(worst <= 1)
    }
  }

  @Test func animatedWebPShowsEveryFrame() throws {
    let scratch = Scratch()
    try encode(.webp, to: scratch("x.webp"), alpha: true)
    let animation = try WebPAnimation(scratch("x.webp"))
    #expect(animation.width == 101 && animation.height == 75)
    let pictures = try animation.pictures()
    #expect(pictures.count == 12)
    // The duration of a frame at 60 frames a second is rounded to whole milliseconds.
    #expect(animation.frames.allSatisfy { (16...17).contains($0.milliseconds) })
    #expect((199...200).contains(animation.frames.map(\.milliseconds).reduce(0, +)))
    let drawn = (0..<12).map { straightBytes(screen(101, 75, step: $0, alpha: true)) }
    /// Returns the mean distance of the colours from those of a frame, weighted by alpha.
    func distance(_ picture: [UInt8], _ wanted: [UInt8]) -> Double {
      var sum = 0
      for i in wanted.indices where i % 4 < 3 {
        sum += abs(Int(picture[i]) - Int(wanted[i])) * Int(wanted[i - i % 4 + 3])
      }
      return Double(sum) / Double(101 * 75 * 3 * 255)
    }
    for (index, picture) in pictures.enumerated() {
      #expect(picture.indices.allSatisfy { $0 % 4 < 3 || picture[$0] == drawn[index][$0] })
      let distances = drawn.map { distance(picture, $0) }
      #expect(distances[index] <= 3, "frame \(index): \(distances[index])")
      #expect(distances.min() == distances[index], "frame \(index): \(distances)")
    }
  }

  @Test func y4mAnswersForItsPixels() throws {
    let scratch = Scratch()
    let clip = StreamFormat(
      width: 33, height: 21, framesPerSecond: 24, frameCount: 2, isOpaque: true)
    let colors = picture(33, 21) { x, y in (UInt8(x * 7), UInt8(y * 12), UInt8(255 - x * 7), 255) }
    try feed(StreamSink(Y4MEncoder(clip), to: FileDestination(scratch("x.y4m"))), [colors, colors])
    #expect(
      try probe(scratch("x.y4m"), "width,height,pix_fmt,r_frame_rate") == "33\n21\nyuv444p\n24/1")
    let planes = Array(try decoded(scratch("x.y4m"), "yuv444p"))
    #expect(planes.count == 2 * 3 * 33 * 21)
    for y in 0..<21 {
      for x in 0..<33 {
        let (r, g, b) = (Double(x * 7), Double(y * 12), Double(255 - x * 7))
        let luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
        let wanted = [
          16 + 219 * luma / 255, 128 + 224 * (b - luma) / 1.8556 / 255,
          128 + 224 * (r - luma) / 1.5748 / 255,
        ]
        for plane in 0..<3 {
          let got = Double(planes[plane * 33 * 21 + y * 33 + x])
          #expect((got - wanted[plane]).magnitude <= 0.51)
        }
      }
    }
  }

  @Test func rawGoesToADescriptor() throws {
    let scratch = Scratch()
    let bitmap = screen(20, 10, alpha: true)
    let clip = StreamFormat(
      width: 20, height: 10, framesPerSecond: 60, frameCount: 1, isOpaque: false)
    _ = FileManager.default.createFile(atPath: scratch("x"), contents: nil)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch("x")))
    try feed(
      StreamSink(RawEncoder(clip), to: StandardOutput(descriptor: file.fileDescriptor)), [bitmap])
    #expect(
      try Array(Data(contentsOf: URL(fileURLWithPath: scratch("x")))) == straightBytes(bitmap))
  }
}
