import Encoding
import Files
import Foundation
import Media
import Scenes
import Testing

@Suite struct OutputTests {
  @Test func namesDecide() throws {
    let cases: [(path: String, name: String, sequence: NumberedName?)] = [
      ("a.png", "png", nil), ("-", "raw", nil), ("-.mp4", "mp4Stream", nil),
      ("x/y.GIF", "gif", nil), ("b.apng", "apng", nil), ("b.webp", "webp", nil),
      ("b.mp4", "mp4", nil), ("b.webm", "webm", nil), ("b.mov", "mov", nil), ("b.mkv", "mkv", nil),
      ("b.y4m", "y4m", nil), ("b.wav", "wav", nil), ("b.JPG", "jpeg", nil),
      ("d/f-%04d.png", "png", NumberedName("d/f-%04d.png")!),
      ("d/f-%d.jpeg", "jpeg", NumberedName("d/f-%d.jpeg")!),
    ]
    for (path, name, sequence) in cases {
      let format = try OutputFormat(path: path)
      #expect(format.name == name && format.sequence == sequence, "\(path)")
    }
    for path in ["x.mpeg", "noending", "d/f-%04d.gif", "%d-%d.png", "", "a.b/c"] {
      let error = #expect(throws: EncodingError.self) { try OutputFormat(path: path) }
      #expect(error?.status == .usage)
      if path == "x.mpeg" { #expect("\(error!)".contains(".apng")) }
    }
  }

  /// The lists of formats in messages come from the table of formats.
  @Test func listsOfFormats() throws {
    #expect(
      OutputFormat.known
        == "dir/frame-%04d.png, .png, dir/frame-%04d.jpg, .jpg, .gif, .apng, .webp, .mp4, .webm, .mov, "
        + ".mkv, .y4m and .wav (its sound)")
    #expect(OutputFormat.endings { $0.hasLoop } == ".gif, .apng and .webp")
    #expect(OutputFormat.endings { !$0.codecs.isEmpty } == ".mp4, .webm, .mov and .mkv")
    #expect(
      OutputFormat.endings { $0.isShrinkable } == ".jpg, .gif, .apng, .webp, .mp4, .webm and .mov")
    #expect(
      OutputFormat.endings(of: { $0.hasPartFiles }, "or") == ".mp4, .webm, .mov, .mkv or .y4m")
    #expect(try OutputFormat(path: "a.mov").codecs == [.h264, .h265, .prores])
    #expect(try OutputFormat(path: "a.webm").container(.vp9Lossless) == .webmLossless)
    #expect(try OutputFormat(path: "a.webm").container(.h264) == nil)
    #expect(try !OutputFormat(path: "a.mp4").keepsAlpha(nil))
    #expect(try OutputFormat(path: "a.gif").keepsAlpha(nil))
    #expect(try !OutputFormat(path: "a.jpg").keepsAlpha(nil))
    #expect(try OutputFormat(path: "f-%d.png").hasParts && !OutputFormat(path: "f.png").hasParts)
  }

  /// The bytes in memory equal those in a file, and those on a descriptor if the format does not need seeking.
  @Test(arguments: ["x.gif", "x.apng", "x.png", "x.jpg", "x.webm", "x.mkv", "x.y4m"])
  func memoryHoldsWhatAFileDoes(_ name: String) throws {
    let scratch = Scratch()
    let clip = StreamFormat(
      width: 20, height: 12, framesPerSecond: 10, frameCount: 3, isOpaque: true)
    func encoder() throws -> any StreamEncoder {
      switch try OutputFormat(path: name).name {
      case "gif": GIFEncoder(clip, delays: [10, 10, 10])
      case "apng": APNGEncoder(clip)
      case "png": StillEncoder(PNGEncoder(clip))
      case "jpeg": StillEncoder(JPEGEncoder(clip))
      case "webm": VideoEncoder(clip, in: .webm)
      case "mkv": VideoEncoder(clip, in: .mkv)
      default: Y4MEncoder(clip)
      }
    }
    let frames = (0..<3).map { screen(20, 12, step: $0) }
    try feed(StreamSink(try encoder(), to: FileDestination(scratch(name))), frames)
    let memory = MemoryDestination(name)
    try feed(StreamSink(try encoder(), to: memory), frames)
    let file = [UInt8](try Data(contentsOf: URL(filePath: scratch(name))))
    #expect(memory.bytes == file && !file.isEmpty)
  }

  /// A cancelled output leaves no file, and an output without frames is not a picture.
  @Test func nothingIsCommittedThatIsNotWhole() throws {
    let scratch = Scratch()
    let clip = StreamFormat(width: 4, height: 4, framesPerSecond: 1, frameCount: 1, isOpaque: true)
    let memory = MemoryDestination("x.png")
    let sink = StreamSink(StillEncoder(PNGEncoder(clip)), to: memory)
    try sink.begin()
    #expect(throws: EncodingError.format(path: "x.png", reason: "there are no frames")) {
      try sink.finish()
    }
    #expect(memory.bytes == nil && memory.descriptor == -1)
    let path = scratch("y.apng")
    let other = StreamSink(APNGEncoder(clip), to: FileDestination(path))
    try other.begin()
    other.cancel()
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(throws: EncodingError.self) {
      try StreamSink(WAVEncoder(nil), to: FileDestination(scratch("z.wav"))).begin()
    }
  }

  @Test func numbersArePadded() throws {
    #expect(NumberedName("a/f-%04d.png")?.path(7) == "a/f-0007.png")
    #expect(NumberedName("a/f-%04d.png")?.path(123_456) == "a/f-123456.png")
    #expect(NumberedName("%d.png")?.path(7) == "7.png")
    #expect(NumberedName("50% off/%d%d/f-%02d.png")?.path(7) == "50% off/%d%d/f-07.png")
    for bad in ["a-%s.png", "%d-%d.png", "%d/x.png", "%99999d.png", "100%.png", "%-4d.png"] {
      #expect(NumberedName(bad) == nil)
    }
  }

  @Test(arguments: [
    (60.0, 60, 1), (29.97, 30_000, 1001), (30_000.0 / 1001, 30_000, 1001), (23.976, 24_000, 1001),
    (12.5, 25, 2), (59.94, 60_000, 1001), (0.5, 1, 2),
  ])
  func ratesAreFractions(_ fps: Double, _ numerator: Int, _ denominator: Int) {
    let rate = FrameRate(fps)
    #expect(rate.numerator == numerator && rate.denominator == denominator)
  }

  @Test func apngIsLossless() throws {
    let scratch = Scratch()
    for alpha in [false, true] {
      let frames = [0, 3, 3, 8].map { screen(80, 60, step: $0, alpha: alpha) }
      let clip = StreamFormat(
        width: 80, height: 60, framesPerSecond: 25, frameCount: 4, isOpaque: !alpha)
      try feed(StreamSink(APNGEncoder(clip), to: FileDestination(scratch("x.apng"))), frames)
      #expect(try decoded(scratch("x.apng")) == frames.flatMap(straightBytes))
      #expect(
        try probe(scratch("x.apng"), "nb_read_frames,r_frame_rate", counting: true) == "25/1\n4")
    }
  }

  @Test func sheetIsATidyGrid() throws {
    for count in 1...13 {
      for (w, h) in [(640, 1136), (1280, 720), (300, 300)] {
        let layout = SheetLayout(frameCount: count, frameWidth: w, frameHeight: h)
        let whole = PixelRect(0, 0, layout.width, layout.height)
        #expect(layout.columns * layout.rows >= count)
        #expect(layout.width <= 1600 && layout.cellWidth <= w)
        for i in 0..<count {
          let a = layout.cell(i)
          #expect(a.intersection(whole) == a)
          for j in 0..<i { #expect(a.intersection(layout.cell(j)).isEmpty) }
        }
      }
    }
    #expect(SheetLayout(frameCount: 6, frameWidth: 640, frameHeight: 1136).columns == 6)
    #expect(
      SheetLayout(frameCount: 6, frameWidth: 640, frameHeight: 1136, columns: 2).rows == 3)
  }

  @Test func sheetShowsItsFrames() throws {
    let scratch = Scratch()
    var options = Output.Options()
    options.sheetTimes = (0..<6).map { FrameTime(seconds: Double($0) * 0.3) }
    let output = try Output(
      path: scratch("sheet.png"), duration: FrameTime(seconds: 1.5), framesPerSecond: 60,
      options: options)
    #expect(output.times == options.sheetTimes)
    let clip = StreamFormat(
      width: 320, height: 568, framesPerSecond: 60, frameCount: 6, isOpaque: true)
    try feed(output.sink(clip), (0..<6).map { screen(320, 568, step: $0 * 40) })
    let layout = SheetLayout(frameCount: 6, frameWidth: 320, frameHeight: 568)
    let pixels = try decoded(scratch("sheet.png"))
    #expect(pixels.count == layout.width * layout.height * 4)
    let cell = layout.cell(3)
    let middle = ((cell.y + cell.height * 3 / 8) * layout.width + cell.x + cell.width / 2) * 4
    #expect(Array(pixels[middle..<(middle + 3)]) == [200, 30, 60])
  }

  @Test func timesFollowTheFormat() throws {
    let second = FrameTime(seconds: 1)
    let video = try Output(
      path: "a.mp4", duration: second, framesPerSecond: 60, hold: FrameTime(seconds: 0.5))
    #expect(video.times.count == 90 && video.times[89] == second && video.message == nil)
    let gif = try Output(path: "a.gif", duration: second, framesPerSecond: 60)
    #expect(gif.times.count == 50 && gif.message?.hasPrefix("a.gif: ") == true)
    #expect(try Output(path: "a.png", duration: second, framesPerSecond: 60).times == [.zero])
  }

  /// The times of frames in a slower file are closer to each other on the timeline.
  @Test func aSpeedMovesTheTimes() throws {
    var options = Output.Options()
    options.speed = 0.25
    let slow = try Output(
      path: "a.mp4", duration: FrameTime(seconds: 1), framesPerSecond: 10,
      hold: FrameTime(seconds: 0.5), options: options)
    #expect(slow.times.count == 60 && slow.seconds == 6)
    #expect(slow.times[4] == FrameTime(seconds: 0.1) && slow.times[59] == FrameTime(seconds: 1))
    options.speed = 2
    let gif = try Output(
      path: "a.gif", duration: FrameTime(seconds: 1), framesPerSecond: 50, options: options)
    #expect(gif.times.count == 25 && gif.seconds == 0.5)
    #expect(gif.times[10] == FrameTime(seconds: 0.4))
  }
}
