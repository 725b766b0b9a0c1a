import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Small videos and sounds of all kinds, drawn by lot with one seed, against what ffmpeg makes of them: 60 and
/// 40 in a long run.
@Suite struct FootageCountTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func ffmpeg(_ arguments: [String]) throws {
    let result = try Program.tool("ffmpeg", ["-v", "error", "-y"] + arguments)
    try #require(result.status == 0, "\(arguments): \(result.summary)")
  }

  private static func pick<Value>(_ values: [Value], _ dice: inout SeededRandom) -> Value {
    values[Int(dice.next() % UInt64(values.count))]
  }

  /// Encoders, what they are told, the containers that take them, and their pixels.
  static let videos: [(codec: [String], endings: [String], formats: [String])] = [
    (
      ["libx264", "-crf", "16", "-bf", "3"], ["mp4", "mov", "mkv", "ts", "avi"],
      ["yuv420p", "yuv422p", "yuv444p", "yuv420p10le"]
    ),
    (["libx265", "-x265-params", "log-level=error"], ["mp4", "mkv"], ["yuv420p", "yuv420p10le"]),
    (["libvpx", "-b:v", "2M"], ["webm", "mkv"], ["yuv420p"]),
    (["libvpx-vp9", "-b:v", "1M", "-cpu-used", "8"], ["webm", "mp4"], ["yuv420p", "yuv444p"]),
    (["mpeg4", "-q:v", "2", "-bf", "2"], ["avi", "mp4", "mkv", "mov"], ["yuv420p"]),
    (["mpeg2video", "-q:v", "2", "-bf", "2"], ["ts", "mkv"], ["yuv420p", "yuv422p"]),
    (["mjpeg", "-q:v", "2"], ["avi", "mov"], ["yuvj420p", "yuvj444p"]),
    (["ffv1"], ["mkv", "avi"], ["yuv420p", "yuv422p10le", "yuv444p12le", "gbrp10le"]),
    (["prores_ks"], ["mov", "mkv"], ["yuv422p10le"]), (["huffyuv"], ["avi"], ["yuv422p"]),
    (["rawvideo"], ["avi"], ["bgr24", "uyvy422", "yuv420p"]), (["v210"], ["mov"], ["yuv422p10le"]),
    (["qtrle"], ["mov"], ["rgb24", "argb"]), (["png"], ["mov", "mkv"], ["rgb24", "rgb48be"]),
    (["utvideo"], ["avi", "mkv"], ["gbrp"]),
    (["libwebp_anim", "-lossless", "1"], ["webp"], ["bgra"]),
    (["gif"], ["gif"], ["pal8"]), (["apng", "-f", "apng"], ["png"], ["rgb24", "rgba"]),
  ]

  @Test func videosAreWhatFFmpegShows() throws {
    var dice = SeededRandom(42)
    let count = Effort.count(test: 3, long: 60, soak: 300)
    for number in 0..<count {
      let kind = number < Self.videos.count ? Self.videos[number] : Self.pick(Self.videos, &dice)
      let (ending, format) = (Self.pick(kind.endings, &dice), Self.pick(kind.formats, &dice))
      let isRGB = ["rgb", "gbr", "bgr", "arg", "pal"].contains { format.hasPrefix($0) }
      let primaries = isRGB ? "bt709" : Self.pick(["bt709", "bt709", "smpte432", "bt2020"], &dice)
      let says = ["mp4", "mov", "mkv", "webm"].contains(ending) && kind.codec[0] != "mjpeg"
      let colors = [
        "-color_primaries", says ? primaries : "bt709", "-color_trc", "bt709", "-colorspace",
        isRGB ? "rgb" : "bt709", "-color_range", format.hasPrefix("yuvj") || isRGB ? "pc" : "tv",
      ]
      let side = [64, 96, 128, 200][Int(dice.next() % 4)]
      let rate = Self.pick(["10", "25", "30000/1001", "60"], &dice)
      let path = folder.path("\(number).\(ending)")
      try ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=\(side)x\(side / 2):r=\(rate):d=0.6"]
          + (kind.codec[0] == "gif" ? [] : ["-pix_fmt", format]) + ["-c:v"] + kind.codec
          + (isRGB || format == "bgra" || kind.codec[0] == "gif" ? [] : colors) + [path])
      let name = "\(number): \(kind.codec[0]) \(format) \(primaries) in .\(ending)"
      try compare(
        path, isRGB: isRGB || format == "bgra", primaries: says ? primaries : "bt709", name)
    }
  }

  private func compare(_ path: String, isRGB: Bool, primaries: String, _ name: String) throws {
    let reader = try SeekableVideo(try RegularFile(path))
    if path.hasSuffix(".webp") {
      // ffmpeg reads none; another test holds these against their frames.
      #expect(try reader.frame(0).isOpaque, "\(name)")
      return
    }
    let raw = folder.path("wanted.raw")
    // What does not say its matrix has that of its size.
    let matrix = primaries == "bt709" ? "" : ":pin=\(primaries == "bt2020" ? "2020" : primaries)"
    let says = [".avi", ".ts"].contains { path.hasSuffix($0) }
    let told = try Program.tool(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "stream=color_space", "-of",
        "csv=p=0", path,
      ])
    let isUnsaid = says && told.output.hasPrefix("unknown")
    let filter =
      isRGB
      ? "null"
      : "zscale=tin=iec61966-2-1:t=iec61966-2-1:p=bt709\(matrix):m=gbr:r=pc:f=bilinear"
        + (isUnsaid ? ":min=170m:pin=bt709" : "") + ",format=gbrp"
    try ffmpeg([
      "-i", path, "-vsync", "passthrough", "-vf", filter, "-f", "rawvideo", "-pix_fmt", "rgba", raw,
    ])
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: raw)))
    let size = reader.width * reader.height * 4
    #expect(reader.starts.count == bytes.count / size, "\(name)")
    for index in [0, reader.starts.count / 2, reader.starts.count - 1]
    where (index + 1) * size <= bytes.count {
      let got = Pixels(try reader.frame(index)).bytes
      var sum = 0
      for place in 0..<size { sum += abs(Int(got[place]) - Int(bytes[index * size + place])) }
      let mean = Double(sum) / Double(size)
      #expect(mean < 1, "\(name), frame \(index): \(mean) off")
    }
  }

  static let sounds: [(codec: [String], endings: [String])] = [
    (["aac", "-b:a", "192k"], ["m4a", "mp4", "mkv", "ts", "aac"]),
    (["libmp3lame"], ["mp3", "mkv"]),
    (["flac"], ["flac", "mkv", "ogg"]), (["libopus", "-b:a", "128k"], ["ogg", "webm", "mkv"]),
    (["libvorbis"], ["ogg", "webm"]), (["pcm_s16le"], ["wav", "avi", "mov"]),
    (["pcm_s24le"], ["wav", "caf"]), (["pcm_f32le"], ["wav", "w64"]), (["pcm_s16be"], ["aiff"]),
    (["alac"], ["m4a"]), (["ac3"], ["mkv", "ts", "mp4"]), (["dca", "-strict", "-2"], ["mkv"]),
    (["mp2"], ["ts"]), (["pcm_u8"], ["wav"]),
  ]

  @Test func soundsAreWhatFFmpegHears() throws {
    var dice = SeededRandom(43)
    let count = Effort.count(test: 3, long: 40, soak: 200)
    let reader = try SoundReader()
    for number in 0..<count {
      let kind = number < Self.sounds.count ? Self.sounds[number] : Self.pick(Self.sounds, &dice)
      let ending = Self.pick(kind.endings, &dice)
      let isStrict = ["libopus", "ac3", "dca"].contains(kind.codec[0])
      let rate = isStrict ? 48000 : Self.pick([44100, 48000, 32000], &dice)
      let channels = Self.pick([1, 2, 2, 6], &dice)
      let limited = ["libmp3lame", "mp2"].contains(kind.codec[0]) ? min(2, channels) : channels
      let path = folder.path("\(number).\(ending)")
      try ffmpeg(
        [
          "-f", "lavfi", "-i", "aevalsrc='0.3*sin(2*PI*(200+400*t)*t)':s=\(rate):d=0.7", "-ac",
          "\(limited)", "-c:a",
        ] + kind.codec + [path])
      let name = "\(number): \(kind.codec[0]), \(rate) Hz, \(limited) channels in .\(ending)"
      let raw = folder.path("wanted.raw")
      let mono = limited == 1 ? "pan=stereo|c0=c0|c1=c0," : ""
      try ffmpeg([
        "-flags", "bitexact", "-i", path, "-af", "\(mono)aresample=48000:osf=flt:ocl=stereo", "-ac",
        "2",
        "-f", "f32le", raw,
      ])
      let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
      let wanted = data.withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
      let opened = try reader.open(try RegularFile(path))
      var got = [Float](repeating: 0, count: 2 * opened.count)
      var place = 0
      while place < opened.count {
        let part = try unsafe got.withUnsafeMutableBufferPointer { all throws(MediaError) in
          // Unsafe: the array has room for all of them.
          try unsafe reader.read(
            opened.number, from: place, min(SoundReader.block, opened.count - place),
            into: all.baseAddress! + 2 * place)
        }
        if part == 0 { break }
        place += part
      }
      #expect(place == opened.count, "\(name)")
      // An edit list may end what ffmpeg goes on with.
      #expect(
        abs(wanted.count / 2 - opened.count) <= 2100,
        "\(name): \(opened.count) for \(wanted.count / 2)")
      let shared = min(got.count, wanted.count)
      var (sum, most) = (0.0, Float(0))
      for index in 0..<shared {
        sum += Double(got[index] - wanted[index]) * Double(got[index] - wanted[index])
        most = max(most, abs(wanted[index]))
      }
      #expect((sum / Double(max(1, shared))).squareRoot() < 0.005 && most > 0.05, "\(name)")
    }
  }
}
