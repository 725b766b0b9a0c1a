import Encoding
import Foundation
import Scenes
import Testing

@Suite struct GIFTests {
  /// Returns the squared error of the channels, summed over all frames, as a PSNR in dB.
  func psnr(_ got: [UInt8], _ wanted: [UInt8]) -> Double {
    var sum = 0.0
    for i in 0..<min(got.count, wanted.count) where i % 4 != 3 {
      let d = Double(got[i]) - Double(wanted[i])
      sum += d * d
    }
    return 10 * log10(255 * 255 / (sum / Double(wanted.count * 3 / 4)))
  }

  func encode(_ bitmaps: [Bitmap], to path: String, fps: Double = 50, opaque: Bool = true) throws {
    let timing = GIFTiming(
      duration: FrameTime(seconds: Double(bitmaps.count) / fps), framesPerSecond: fps)
    let clip = StreamFormat(
      width: bitmaps[0].width, height: bitmaps[0].height, framesPerSecond: fps,
      frameCount: bitmaps.count, isOpaque: opaque, jobs: 2)
    try feed(
      StreamSink(GIFEncoder(clip, delays: timing.delays), to: FileDestination(path)), bitmaps)
  }

  @Test func readsBackCloseToTheSource() throws {
    let scratch = Scratch()
    let frames = (0..<10).map { screen(160, 120, step: $0 * 5) }
    try encode(frames, to: scratch("x.gif"))
    #expect(
      try probe(scratch("x.gif"), "width,height,nb_read_frames", counting: true) == "160\n120\n10")
    let got = try decoded(scratch("x.gif"))
    let wanted = frames.flatMap(straightBytes)
    #expect(got.count == wanted.count)
    #expect(psnr(got, wanted) > 30)
  }

  /// Few colours are exact, whatever moves; the tables of LZW are filled and cleared in between.
  @Test func fewColoursAreExact() throws {
    let scratch = Scratch()
    var noise = SeededRandom(3)
    let colors: [(UInt8, UInt8, UInt8, UInt8)] = (0..<200).map { _ in
      (noise.byte(), noise.byte(), noise.byte(), 255)
    }
    let frames = (0..<4).map { step in
      picture(211, 97) { x, y in
        var n = SeededRandom(UInt64(x * 1000 + y + (x > 100 ? step * 77777 : 0)))
        return colors[n.below(200)]
      }
    }
    try encode(frames, to: scratch("x.gif"))
    #expect(try decoded(scratch("x.gif")) == frames.flatMap(straightBytes))
  }

  @Test(arguments: [1, 2, 3, 5])
  func tinyPictures(_ side: Int) throws {
    let scratch = Scratch()
    let frames = [UInt8(0), 90, 255].map { v in picture(side, side) { _, _ in (v, v, v, 255) } }
    try encode(frames, to: scratch("x.gif"))
    #expect(try decoded(scratch("x.gif")) == frames.flatMap(straightBytes))
  }

  @Test func transparentStaysTransparent() throws {
    let scratch = Scratch()
    let frames = (0..<3).map { step in
      picture(50, 40) { x, _ in x / 10 == step ? (200, 100, 50, 255) : (0, 0, 0, 0) }
    }
    try encode(frames, to: scratch("x.gif"), opaque: false)
    let got = try decoded(scratch("x.gif"))
    #expect(got.count == 3 * 50 * 40 * 4)
    for step in 0..<3 {
      for x in 0..<50 {
        #expect(got[(step * 2000 + 20 * 50 + x) * 4 + 3] == (x / 10 == step ? 255 : 0))
      }
    }
  }

  @Test func bytesDoNotDependOnThreads() throws {
    let scratch = Scratch()
    let frames = (0..<6).map { screen(90, 70, step: $0 * 5) }
    for jobs in 1...3 {
      let clip = StreamFormat(
        width: 90, height: 70, framesPerSecond: 50, frameCount: 6, isOpaque: true, jobs: jobs)
      try feed(
        StreamSink(
          GIFEncoder(clip, delays: [Int](repeating: 2, count: 6)),
          to: FileDestination(scratch("\(jobs).gif"))), frames)
    }
    for jobs in 2...3 {
      #expect(
        FileManager.default.contentsEqual(atPath: scratch("1.gif"), andPath: scratch("\(jobs).gif"))
      )
    }
  }

  /// A gradient that does not move has the same pixels in every frame, whatever else moves.
  @Test func stillPartsDoNotShimmer() throws {
    let scratch = Scratch()
    let frames = (0..<8).map { screen(120, 100, step: $0 * 6) }
    try encode(frames, to: scratch("x.gif"))
    let got = try decoded(scratch("x.gif"))
    let size = 120 * 100 * 4
    for frame in 1..<8 {
      for y in 55..<100 {
        let row = y * 120 * 4
        #expect(
          got[(frame * size + row)..<(frame * size + row + 480)] == got[row..<(row + 480)])
      }
    }
  }

  @Test(arguments: [
    (60.0, 1.5), (50, 1.5), (30, 2), (24, 1), (25, 0.5), (29.97, 10), (12, 0.3), (60, 0.01),
    (7, 1.013), (1, 3),
  ])
  func timingKeepsTheWhole(_ fps: Double, _ seconds: Double) {
    let timing = GIFTiming(duration: FrameTime(seconds: seconds), framesPerSecond: fps)
    #expect(timing.times.count == timing.delays.count)
    #expect(timing.delays.allSatisfy { $0 >= 2 && $0 <= 65_535 })
    let total = timing.delays.reduce(0, +)
    #expect(abs(Double(total) - seconds * 100) <= 1.0001)
    #expect((timing.message != nil) == (fps > 50))
    var shown = 0
    for (time, delay) in zip(timing.times, timing.delays) {
      #expect(abs(Double(shown) - time.seconds * 100) <= 0.5001)
      shown += delay
    }
  }

  @Test func ffprobeSeesTheLength() throws {
    let scratch = Scratch()
    let timing = GIFTiming(duration: FrameTime(seconds: 1.5), framesPerSecond: 60)
    #expect(timing.times.count == 75 && timing.framesPerSecond == 50)
    let clip = StreamFormat(
      width: 20, height: 20, framesPerSecond: 50, frameCount: 75, isOpaque: true)
    try feed(
      StreamSink(GIFEncoder(clip, delays: timing.delays), to: FileDestination(scratch("x.gif"))),
      (0..<75).map { screen(20, 20, step: $0 / 5) })
    let duration = try #require(Double(try probe(scratch("x.gif"), "duration")))
    #expect((duration - 1.5).magnitude <= 0.02)
    #expect(
      try probe(scratch("x.gif"), "nb_read_frames,r_frame_rate", counting: true) == "50/1\n75")
  }

  @Test func holdShowsTheEnd() {
    let timing = GIFTiming(
      duration: FrameTime(seconds: 1), framesPerSecond: 25, hold: FrameTime(seconds: 700))
    #expect(timing.times.count == 27)
    #expect(timing.times[25].seconds == 1 && timing.times[26].seconds == 1)
    #expect(timing.delays.reduce(0, +) == 70_100)
  }
}
