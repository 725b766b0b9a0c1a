import Scenes
import TestSupport

/// A small video or sound of one kind, with the ways in which ffmpeg creates and decodes it.
struct FootageKind {
  let name: String
  /// The extension of the file's name.
  let ending: String
  /// The arguments of consecutive runs of ffmpeg; `@` is the file, and `@1` another file beside it.
  var steps: [[String]]
  /// The arguments before ffmpeg's `-i` for the reference.
  var input: [String] = []
  /// The filter of ffmpeg that converts the file to RGBA.
  var filter = "null"
  var frames: Int?
}

/// All kinds, whose sizes, rates and channels are chosen at random with one seed.
enum FootageKinds {
  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  private static func pick<Value>(_ values: [Value], _ dice: inout SeededRandom) -> Value {
    values[Int(dice.next() % UInt64(values.count))]
  }

  /// Returns zscale's filter to sRGB from a matrix, a range and primaries, whose transfer screens show like sRGB's.
  private static func filter(_ colors: String) -> String {
    if colors == "rgb" { return "null" }
    let said = ["unsaid": "170m tv 709", "full": "170m pc 709"][colors] ?? colors
    let parts = words(said)
    return "zscale=min=\(parts[0]):rin=\(parts[1]):pin=\(parts[2]):tin=iec61966-2-1:t=iec61966-2-1"
      + ":p=bt709:m=gbr:r=pc:f=bilinear,format=gbrp"
  }

  /// Returns ffmpeg's options for the same colours.
  private static func flags(_ colors: String) -> [String] {
    let parts = words(colors)
    guard parts.count == 3 else { return [] }
    let matrices = ["709": "bt709", "170m": "smpte170m", "2020_ncl": "bt2020nc"]
    let primaries = ["709": "bt709", "170m": "smpte170m", "2020": "bt2020"]
    return [
      "-colorspace", matrices[parts[0]] ?? parts[0], "-color_primaries",
      primaries[parts[2]] ?? parts[2], "-color_trc", "bt709", "-color_range", parts[1],
    ]
  }

  /// The containers, encoders, pixel formats, and colour descriptions.
  private static let coded = """
    mkv|libx264 -qp 0|yuv420p|709 tv 709
    mp4|libx264 -qp 0|yuv422p|709 tv 709
    mov|libx264 -qp 0|yuv444p|709 pc 709
    mkv|libx264 -qp 0|yuv420p10le|2020_ncl tv 2020
    mp4|libx264 -qp 0|yuv444p|709 tv smpte432
    mkv|libx264 -qp 0|yuv420p|170m tv 170m
    mkv|libx264 -qp 0|yuv420p|fcc tv 709
    mkv|libx264 -qp 0|gray|709 tv 709
    webm|libvpx-vp9 -lossless 1|yuv420p|2020_ncl tv 2020
    mp4|libaom-av1 -cpu-used 8 -crf 10|yuv420p|709 tv smpte432
    ts|libx264 -qp 0 -bf 3|yuv420p|unsaid
    avi|libx264 -qp 0 -bf 3|yuv420p|unsaid
    avi|mpeg4 -q:v 2 -bf 2 -vtag DX50|yuv420p|unsaid
    avi|msmpeg4 -q:v 2|yuv420p|unsaid
    mkv|libsvtav1|yuv420p|unsaid
    webm|libvpx -b:v 4M|yuv420p|unsaid
    ivf|libvpx-vp9 -lossless 1|yuv420p|unsaid
    ts|mpeg2video -q:v 2 -bf 2|yuv420p|unsaid
    ts|mpeg2video -q:v 2 -flags +ildct+ilme -top 1|yuv420p|unsaid
    mkv|mpeg1video -q:v 2|yuv420p|unsaid
    mov|mjpeg -q:v 2|yuvj422p|full
    avi|mjpeg -q:v 2|yuvj420p|full
    mov|prores_ks|yuv422p10le|unsaid
    mov|v210|yuv422p10le|unsaid
    avi|rawvideo|uyvy422|unsaid
    avi|huffyuv|yuv422p|unsaid
    avi|ffvhuff|yuv420p|unsaid
    avi|utvideo|yuv422p|unsaid
    y4m|wrapped_avframe|yuv411p|unsaid
    y4m|wrapped_avframe|yuv420p|unsaid
    y4m|wrapped_avframe|yuv444p|unsaid
    y4m|wrapped_avframe -strict -1|yuv420p10le|unsaid
    mkv|ffv1|yuv410p|unsaid
    mkv|ffv1|yuv440p|unsaid
    mkv|ffv1|gray16le|full
    mkv|ffv1|yuv420p16le|unsaid
    mov|svq1|yuv410p|unsaid
    mp4|libx265 -x265-params lossless=1:log-level=none|yuv422p10le|unsaid
    mov|jpeg2000|yuv420p|unsaid
    mov|cinepak|rgb24|rgb
    avi|flashsv|bgr24|rgb
    mov|qtrle|rgb24|rgb
    mov|png|rgb48be|rgb
    avi|rawvideo|bgr24|rgb
    avi|rawvideo|rgb555le|rgb
    mkv|ffv1|gbrp10le|rgb
    mkv|libx264rgb -qp 0|bgr24|rgb
    webm|libvpx-vp9 -lossless 1|gbrp|rgb
    mov|qtrle|gray|rgb
    avi|rawvideo|pal8|rgb
    avi|zmbv|bgr0|rgb
    """

  /// The kinds with alpha.
  private static let clear = """
    webm|libvpx -auto-alt-ref 0 -b:v 4M|yuva420p|libvpx
    webm|libvpx-vp9 -b:v 4M|yuva420p|libvpx-vp9
    mkv|ffv1|bgra|
    mov|prores_ks -profile:v 4|yuva444p10le|
    mov|qtrle|argb|
    """

  static let videos: [FootageKind] = {
    var dice = SeededRandom(42)
    var kinds: [FootageKind] = []
    for line in coded.split(separator: "\n") {
      let parts = line.split(separator: "|").map(String.init)
      let wide = pick([64, 96, 128, 192], &dice)
      let rate = pick(["24", "25", "30"], &dice)
      let source = "testsrc2=s=\(wide)x\(wide * 2 / 3 / 4 * 4):r=\(rate):d=0.4"
      kinds.append(
        FootageKind(
          name: "\(parts[0])/\(parts[1])/\(parts[2])/\(parts[3])",
          ending: parts[0],
          steps: [
            ["-f", "lavfi", "-i", source, "-pix_fmt", parts[2], "-c:v"] + words(parts[1])
              + flags(parts[3]) + ["@"]
          ], filter: filter(parts[3])))
    }
    for line in clear.split(separator: "\n") {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      let shade =
        "testsrc2=s=96x64:r=25:d=0.4,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='X*2+Y'"
      let way =
        parts[2].hasPrefix("yuva")
        ? filter("unsaid").replacing("format=gbrp", with: "format=gbrap") : "null"
      kinds.append(
        FootageKind(
          name: "\(parts[0])/\(parts[1].prefix { $0 != " " })/\(parts[2])", ending: parts[0],
          steps: [
            ["-f", "lavfi", "-i", shade, "-pix_fmt", parts[2], "-c:v"] + words(parts[1]) + ["@"]
          ], input: parts[3].isEmpty ? [] : ["-c:v", parts[3]], filter: way))
    }
    return kinds + special
  }()

  /// The kinds whose properties come from the container.
  private static var special: [FootageKind] {
    let plain = words("-pix_fmt yuv420p -c:v libx264 -qp 0")
    let unsaid = filter("unsaid")
    func made(_ name: String, _ more: [String], seconds: String = "1.2", size: String = "96x64")
      -> [String]
    {
      ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=\(seconds)"] + plain + more + [name]
    }
    let x265 = words(
      "-pix_fmt yuv420p -c:v libx265 -x265-params "
        + "lossless=1:open-gop=1:keyint=8:min-keyint=8:bframes=3:log-level=none")
    return [
      FootageKind(
        name: "turned", ending: "mp4",
        steps: [
          made("@1.mp4", [], seconds: "0.4"),
          Turning.copy(of: "@1.mp4", by: 90) + ["@"],
        ], input: ["-noautorotate"], filter: unsaid + ",transpose=cclock", frames: 10),
      FootageKind(
        name: "cut between key frames", ending: "mp4",
        steps: [made("@1.mp4", words("-bf 2 -g 10")), words("-ss 0.24 -i @1.mp4 -c copy @")],
        filter: unsaid, frames: 24),
      FootageKind(
        name: "fragments", ending: "mp4",
        steps: [made("@", words("-bf 2 -g 5 -movflags frag_keyframe+empty_moov"))],
        filter: unsaid, frames: 30),
      FootageKind(
        name: "open groups, cut", ending: "mp4",
        steps: [
          ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1.2"] + x265 + ["@1.mkv"],
          words("-ss 0.4 -i @1.mkv -c copy @"),
        ], filter: unsaid),
      FootageKind(
        name: "rate that changes", ending: "mkv",
        steps: [
          [
            "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2,select='not(mod(n\\,3))+eq(n\\,1)'",
            "-vsync", "vfr",
          ] + plain + ["@"]
        ], filter: unsaid),
      FootageKind(
        name: "delays of 10 ms", ending: "gif",
        steps: [["-f", "lavfi", "-i", "testsrc2=s=96x64:r=100:d=0.1", "@"]], frames: 10),
      FootageKind(
        name: "delays of 5 ms", ending: "apng",
        steps: [["-f", "lavfi", "-i", "testsrc2=s=96x64:r=200:d=0.05", "@"]], frames: 10),
    ]
  }

  /// The containers of sounds, and the encoders for them.
  private static let heard = """
    aac -b:a 192k|m4a mp4 mov mkv ts aac
    libmp3lame|mp3 mkv avi
    flac|flac mkv ogg
    libopus -b:a 128k|ogg webm mkv mp4 ts
    libvorbis|ogg webm mkv
    pcm_s16le|wav avi mov mkv
    pcm_s24le|wav caf
    pcm_f32le|wav w64
    pcm_f64le|wav
    pcm_s16be|aiff
    pcm_u8|wav
    pcm_alaw|wav
    pcm_mulaw|wav
    alac|m4a
    ac3 -b:a 448k|mkv ts mp4
    eac3 -b:a 448k|mkv mp4
    dca -strict -2|mkv ts
    mp2 -b:a 256k|ts
    """

  static let sounds: [FootageKind] = {
    var dice = SeededRandom(43)
    var kinds: [FootageKind] = []
    for line in heard.split(separator: "\n") {
      let parts = line.split(separator: "|").map(String.init)
      let codec = words(parts[0])
      for ending in words(parts[1]) {
        let isStrict = ["libopus", "ac3", "eac3", "dca"].contains(codec[0])
        let rate = isStrict ? 48000 : pick([44100, 48000, 32000], &dice)
        let isNarrow = ["libmp3lame", "mp2", "pcm_alaw", "pcm_mulaw"].contains(codec[0])
        let channels = pick(isNarrow ? [1, 2] : [1, 2, 2, 6], &dice)
        kinds.append(
          FootageKind(
            name: "\(ending)/\(codec[0])/\(rate)/\(channels)", ending: ending,
            steps: [
              [
                "-f", "lavfi", "-i", "aevalsrc='0.3*sin(2*PI*(200+400*t)*t)':s=\(rate):d=0.7",
                "-ac",
                "\(channels)", "-c:a",
              ] + codec + ["@"]
            ],
            filter: (channels == 1 ? "pan=stereo|c0=c0|c1=c0," : "")
              + "aresample=48000:osf=flt:ocl=stereo"))
      }
    }
    return kinds
  }()
}
