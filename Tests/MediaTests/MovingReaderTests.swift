import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests any frame of real files made by ffmpeg, in any order, against ffmpeg's decoding from first to last.
@Suite struct MovingReaderTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func make(_ arguments: [String]) throws {
    let result = try Program.tool("ffmpeg", ["-v", "error", "-y"] + arguments)
    try #require(result.status == 0, "\(result.summary)")
  }

  private static let source = "testsrc2=s=192x108:r=30:d=3,format=yuv420p"

  /// ffmpeg's options with which each file declares its colours.
  private static let colors = [
    "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range",
    "tv",
  ]
  private static let h264 = ["-c:v", "libx264", "-preset", "fast", "-crf", "22"] + colors

  /// The files with their names, and the arguments in two steps, of which the second may be empty.
  static let files: [(name: String, first: [String], second: [String])] = [
    (
      "b-frames.mp4",
      ["-f", "lavfi", "-i", source] + h264
        + ["-x264-params", "keyint=20:bframes=3:b-pyramid=normal"], []
    ),
    (
      "open-gop.mp4",
      ["-f", "lavfi", "-i", source] + h264
        + ["-x264-params", "keyint=15:open-gop=1:bframes=3:scenecut=0"], []
    ),
    (
      "variable.mkv",
      ["-f", "lavfi", "-i", "\(source),select='not(mod(n,3))+not(mod(n,7))'", "-vsync", "vfr"]
        + h264,
      []
    ),
    (
      "stream.ts",
      ["-f", "lavfi", "-i", source] + h264 + ["-x264-params", "keyint=24:bframes=2"], []
    ),
    (
      "cut.mp4",
      ["-f", "lavfi", "-i", source] + h264 + ["-x264-params", "keyint=30:bframes=3"],
      ["-ss", "0.7", "-i", "FIRST", "-c", "copy"]
    ),
    (
      "vp9.webm",
      ["-f", "lavfi", "-i", source, "-c:v", "libvpx-vp9", "-b:v", "300k", "-deadline", "realtime"]
        + ["-cpu-used", "8", "-auto-alt-ref", "1", "-lag-in-frames", "16"] + colors, []
    ),
    (
      "b-frames.avi",
      ["-f", "lavfi", "-i", source, "-c:v", "mpeg4", "-bf", "2", "-g", "20", "-q:v", "3"] + colors,
      []
    ),
    (
      "h264.avi",
      ["-f", "lavfi", "-i", source] + h264
        + ["-x264-params", "keyint=25:bframes=3:b-pyramid=normal"], []
    ),
    (
      "anim.gif", ["-f", "lavfi", "-i", "testsrc=s=64x48:r=20:d=1.5"], []
    ),
    (
      "anim.apng", ["-f", "lavfi", "-i", "testsrc=s=64x48:r=20:d=1", "-plays", "0", "-f", "apng"],
      []
    ),
    (
      "deep.mkv",
      ["-f", "lavfi", "-i", "testsrc2=s=96x54:r=25:d=1,format=yuv422p10", "-c:v", "ffv1"] + colors,
      []
    ),
  ]

  private func file(_ file: (name: String, first: [String], second: [String])) throws -> String {
    let path = folder.path(file.name)
    guard !file.second.isEmpty else {
      try make(file.first + [path])
      return path
    }
    let first = folder.path("first-" + file.name)
    try make(file.first + [first])
    try make(file.second.map { $0 == "FIRST" ? first : $0 } + [path])
    return path
  }

  /// Returns the frames that ffmpeg shows, as RGBA. ffmpeg's zscale knows the position of chroma, and its own scaler
  /// does not.
  private func wanted(_ path: String) throws -> [[UInt8]] {
    let raw = folder.path("wanted.raw")
    let isRGB = path.hasSuffix(".gif") || path.hasSuffix(".apng")
    try make([
      "-i", path, "-vsync", "passthrough", "-vf",
      isRGB
        ? "null"
        // MPEG-4 in AVI does not declare its colours: small videos are assumed to be BT.601.
        : path.hasSuffix("b-frames.avi")
          ? "zscale=min=170m:pin=709:tin=709:rin=tv:p=709:t=709:m=gbr:f=bilinear,format=gbrp"
          : "zscale=f=bilinear,format=gbrp", "-f", "rawvideo", "-pix_fmt", "rgba", raw,
    ])
    let reader = try SeekableVideo(try RegularFile(path))
    let size = reader.width * reader.height * 4
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: raw)))
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
  }

  private func pixels(_ bitmap: Bitmap) -> [UInt8] {
    var all: [UInt8] = []
    for y in 0..<bitmap.height {
      let row = unsafe UnsafeBufferPointer(
        start: bitmap.pixels + y * bitmap.strideBytes, count: bitmap.width * 4)
      all += unsafe Array(row)
    }
    return all
  }

  /// Many files take turns with few helpers, and give the same frames.
  @Test func helpersAreFew() throws {
    let path = folder.path("few.gif")
    try make(["-f", "lavfi", "-i", "testsrc=s=32x24:r=10:d=1", path])
    let readers = try (0..<SeekableVideo.helperLimit + 8).map { _ in
      try SeekableVideo(try RegularFile(path))
    }
    let wanted = try (0..<4).map { pixels(try readers[0].frame($0)) }
    for number in 0..<Effort.count(test: 2, long: 4, soak: 4) {
      for reader in readers { #expect(pixels(try reader.frame(number)) == wanted[number]) }
      // Helpers of other tests may be running too.
      #expect(SeekableVideo.helperCount <= SeekableVideo.helperLimit + 4)
    }
  }

  @Test(arguments: Effort.spread(files.indices, test: 3)) func everyFrameInEveryOrder(index: Int)
    throws
  {
    let path = try file(Self.files[index])
    let wanted = try wanted(path)
    let reader = try SeekableVideo(try RegularFile(path))
    #expect(reader.starts.count == wanted.count, "\(path)")
    let count = min(reader.starts.count, wanted.count)
    var forwards: [[UInt8]] = []
    for number in 0..<count {
      forwards.append(pixels(try reader.frame(number)))
      let own = Bytes.meanDifference(forwards[number], wanted[number])
      #expect(own < 0.1, "frame \(number) of \(path) is \(own) off")
    }
    let fresh = try SeekableVideo(try RegularFile(path))
    for number in (0..<count).reversed().prefix(Effort.current == .test ? 8 : count) {
      #expect(pixels(try fresh.frame(number)) == forwards[number], "\(number) backwards of \(path)")
    }
    var dice = SeededRandom(20)
    let random = try SeekableVideo(try RegularFile(path))
    for _ in 0..<Effort.count(test: 8, long: 90, soak: 1000) {
      let number = Int(dice.next() % UInt64(count))
      #expect(
        pixels(try random.frame(number)) == forwards[number], "\(number) at random of \(path)")
    }
  }

  /// The times of frames equal those of ffprobe, relative to the first frame.
  @Test func knowsWhenFramesAreShown() throws {
    let path = try file(Self.files[2])
    let reader = try SeekableVideo(try RegularFile(path))
    let told = try Program.tool(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of", "csv=p=0",
        path,
      ])
    let times = told.output.split(whereSeparator: \.isWhitespace)
      .compactMap { Double($0.split(separator: ",")[0]) }
    #expect(times.count == reader.starts.count)
    for (start, time) in zip(reader.starts, times) {
      #expect(abs(start.seconds - (time - times[0])) < 0.0011)
    }
  }

  /// A file that declares a rotation is shown upright, as in ffmpeg.
  @Test(arguments: Effort.spread([90, 180, 270], test: 1)) func turns(by degrees: Int) throws {
    let first = folder.path("first.mp4")
    try make(["-f", "lavfi", "-i", "testsrc2=s=96x64:r=10:d=0.5"] + Self.h264 + [first])
    let path = folder.path("turned.mp4")
    try make(Turning.copy(of: first, by: degrees) + [path])
    let wanted = try wanted(path)
    let reader = try SeekableVideo(try RegularFile(path))
    #expect((reader.width, reader.height) == (degrees == 180 ? (96, 64) : (64, 96)))
    // ffmpeg rotates before it converts, so its chroma has another position.
    #expect(Bytes.meanDifference(pixels(try reader.frame(3)), wanted[3]) < 6)
  }

  /// Colours are preserved, whatever matrix and range the file has.
  @Test(
    arguments: Effort.spread(
      [
        ("bt709", "tv", "yuv444p"), ("smpte170m", "tv", "yuv420p"), ("bt709", "pc", "yuv420p"),
        ("bt2020nc", "tv", "yuv444p10le"),
      ], test: 2)) func colors(_ matrix: String, _ range: String, _ format: String) throws
  {
    let path = folder.path("colors.mkv")
    try make([
      "-f", "lavfi", "-i", "color=0xC83214:s=32x32:r=5:d=1,format=rgb24",
      "-vf",
      "scale=out_color_matrix=\(matrix == "bt2020nc" ? "bt2020" : matrix):out_range=\(range)",
      "-pix_fmt", format, "-colorspace", matrix, "-color_range", range, "-c:v", "ffv1", path,
    ])
    let reader = try SeekableVideo(try RegularFile(path))
    #expect(reader.remark == nil)
    let pixel = Array(pixels(try reader.frame(2)).prefix(4))
    for (got, wanted) in zip(pixel, [200, 50, 20, 255]) {
      #expect(abs(Int(got) - wanted) <= 2, "\(pixel)")
    }
  }

  /// Tests alpha of VP9, which FFmpeg's own decoder ignores.
  @Test func keepsAlpha() throws {
    let path = folder.path("alpha.webm")
    try make([
      "-f", "lavfi", "-i", "color=0xC83214@0.5:s=32x32:r=5:d=1,format=yuva420p", "-c:v",
      "libvpx-vp9", "-lossless", "1", "-auto-alt-ref", "0", path,
    ])
    let pixel = pixels(try SeekableVideo(try RegularFile(path)).frame(1))
    #expect(abs(Int(pixel[3]) - 128) <= 1 && pixel[0] <= pixel[3])
  }

  @Test func subtitlesAreTold() throws {
    try folder.write("1\n00:00:00,000 --> 00:00:00,500\nHello\n", to: "words.srt")
    let picture = ["-f", "lavfi", "-i", "color=red:s=32x32:r=5:d=1,format=yuv420p"]
    try make(picture + ["-c:v", "libx264"] + Self.colors + [folder.path("plain.mp4")])
    let both = picture + ["-i", folder.path("words.srt"), "-c:v", "libx264", "-c:s", "mov_text"]
    try make(both + Self.colors + [folder.path("words.mp4")])
    let plain = try SeekableVideo(try RegularFile(folder.path("plain.mp4")))
    #expect(plain.remark == nil)
    let words = try SeekableVideo(try RegularFile(folder.path("words.mp4")))
    #expect(words.remark == "its subtitles are not shown" && !words.isGuess)
  }

  /// Tests an animated WebP against the frames from which it was made.
  @Test func readsAnimatedWebP() throws {
    let path = folder.path("anim.webp")
    let source = "testsrc=s=64x48:r=10:d=1,format=rgba"
    try make(["-f", "lavfi", "-i", source, "-c:v", "libwebp_anim", "-lossless", "1", path])
    let raw = folder.path("frames.raw")
    try make(["-f", "lavfi", "-i", source, "-f", "rawvideo", "-pix_fmt", "rgba", raw])
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: raw)))
    let size = 64 * 48 * 4
    let reader = try SeekableVideo(try RegularFile(path))
    #expect(reader.starts.count == 10)
    for number in [9, 3, 4, 0, 7] {
      let wanted = Array(bytes[number * size..<(number + 1) * size])
      #expect(pixels(try reader.frame(number)) == wanted, "frame \(number)")
    }
  }

  @Test func refusesWhatIsNoVideo() throws {
    try folder.write("hello, this is text", to: "text.mp4")
    #expect(throws: MediaError.self) { try SeekableVideo(try RegularFile(folder.path("text.mp4"))) }
    let path = try file(Self.files[0])
    let whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    var damaged = whole
    // The index is at the end of the file, so the changed bytes belong to frames.
    for place in stride(from: 2000, to: min(whole.count / 2, 20_000), by: 7) {
      damaged[place] ^= 0x55
    }
    let spoilt = folder.path("spoilt.mp4")
    try Data(damaged).write(to: URL(fileURLWithPath: spoilt))
    // Whatever the result is, the reader neither hangs nor ends the program.
    if let reader = try? SeekableVideo(try RegularFile(spoilt)) {
      for number in [0, reader.starts.count - 1, reader.starts.count / 2] {
        _ = try? reader.frame(number)
      }
    }
  }

  @Test(arguments: ["gif", "png", "webp"]) func tellsWhatIsAnimated(_ ending: String) throws {
    for count in [1, 3] {
      let path = folder.path("a\(count).\(ending)")
      let codec = ["gif": "gif", "png": "apng", "webp": "libwebp_anim"][ending]!
      let format = ["gif": "gif", "png": "apng", "webp": "webp"][ending]!
      try make([
        "-f", "lavfi", "-i", "testsrc=s=32x24:r=10:d=1", "-frames:v", "\(count)", "-c:v",
        count == 1 && ending == "png" ? "png" : codec, "-f",
        count == 1 && ending == "png" ? "image2" : format, path,
      ])
      #expect(AnimatedPicture.isOne(try RegularFile(path)) == (count > 1), "\(path)")
    }
  }
}
