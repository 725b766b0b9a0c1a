internal import Media
internal import Scenes

/// The arguments for making an encoder.
struct EncoderRequest {
  let clip: StreamFormat
  let options: Output.Options
  let container: VideoContainer?
  /// Whether it is a contact sheet.
  let isSheet: Bool
  /// Hundredths of a second for each frame, of formats that count so.
  let delays: [Int]
  /// The duration of the animation.
  let duration: FrameTime
  /// The limits of a helper.
  let media: MediaSettings
  let sound: SoundOutput?
  /// The number of the first frame, for one of several parts that are joined.
  let partStart: Int?
}

/// The encoder of an output: one for all frames in one stream, or one for each frame in a file.
enum OutputEncoder {
  case stream(any StreamEncoder)
  case frames(any FrameEncoder)
}

/// An output format: a row of the table from which everything else is derived. A new format needs an encoder
/// and a row.
struct FormatRow: Sendable {
  typealias Make = @Sendable (EncoderRequest) -> OutputEncoder

  /// The name in the records of parts.
  let name: String
  /// The file extensions with their dots; messages name the first extension.
  var endings: [String] = []
  /// The complete name of an output that is written to standard output.
  var standardOutput: String?
  /// The remark about it in the list of formats.
  var remark: String?
  /// Whether a file contains one picture; such files may be numbered.
  var isPicture = false
  var hasRecords = false
  /// Whether it may be a contact sheet.
  var hasSheet = false
  var hasLoop = false
  /// Whether fewer frames and fewer pixels reduce its size, because it has no quality setting.
  var shrinksInSize = false
  var hasFrames = true
  var hasSound = false
  var hasParts = false
  var keepsAlpha = true
  var times = Times.everyFrame
  /// The reason why the format has no quality setting; nil if it has one.
  var reasonAgainstQuality: String?
  /// The default container and codec of a video, and the one for each codec that may be named.
  var container: VideoContainer?
  var codecs: [(codec: VideoCodec, container: VideoContainer)] = []
  let make: Make

  /// The choice of the times at which frames are taken.
  enum Times { case everyFrame, hundredths }

  /// The text in the list of formats; nil for a format that only the command line can request.
  var known: String? {
    guard let name = endings.first else { return nil }
    let one = name + (remark.map { " (\($0))" } ?? "")
    return isPicture ? "dir/frame-%04d\(name), \(one)" : one
  }

  var containers: [VideoContainer] {
    container.map { own in [own] + codecs.map(\.container).filter { $0 != own } } ?? []
  }
}

extension FormatRow {
  private static let keepsPixels = "the format keeps every pixel unchanged"
  private static let isPlain = "this format is not compressed"

  /// The encoder of a video by `pipeline-media`.
  private static let video: Make = { asked in
    let options = asked.options
    return .stream(
      VideoEncoder(
        asked.clip, in: asked.container!,
        settings: VideoSettings(
          loop: options.loop, quality: options.quality, effort: options.effort,
          partStart: asked.partStart, isForStore: options.isForStore),
        sound: asked.sound, media: asked.media, helperPath: options.helperPath))
  }

  static let all: [FormatRow] = [
    FormatRow(
      name: "png", endings: [".png"], isPicture: true, hasRecords: true, hasSheet: true,
      reasonAgainstQuality: keepsPixels
    ) { asked in
      guard asked.isSheet else {
        return .frames(PNGEncoder(asked.clip, prefersSmall: asked.options.prefersSmall))
      }
      return .stream(
        ContactSheetEncoder(
          asked.clip, duration: asked.duration, columns: asked.options.sheetColumns,
          width: asked.options.sheetWidth))
    },
    FormatRow(name: "jpeg", endings: [".jpg", ".jpeg"], isPicture: true, keepsAlpha: false) {
      .frames(JPEGEncoder($0.clip, quality: $0.options.quality))
    },
    FormatRow(
      name: "gif", endings: [".gif"], hasLoop: true, shrinksInSize: true, times: .hundredths,
      reasonAgainstQuality: "a GIF always has the 256 nearest colours in each frame"
    ) { .stream(GIFEncoder($0.clip, delays: $0.delays, loop: $0.options.loop)) },
    FormatRow(
      name: "apng", endings: [".apng"], hasLoop: true, shrinksInSize: true,
      reasonAgainstQuality: keepsPixels
    ) { .stream(APNGEncoder($0.clip, loop: $0.options.loop)) },
    FormatRow(name: "webp", endings: [".webp"], hasLoop: true, container: .webp, make: video),
    FormatRow(
      name: "mp4", endings: [".mp4", ".m4v"], hasSound: true, hasParts: true, container: .mp4,
      codecs: [(.h264, .mp4), (.h265, .mp4H265), (.av1, .mp4AV1)], make: video),
    FormatRow(
      name: "webm", endings: [".webm"], hasSound: true, hasParts: true, container: .webm,
      codecs: [(.av1, .webmAV1), (.vp9, .webm), (.vp9Lossless, .webmLossless)], make: video),
    FormatRow(
      name: "mov", endings: [".mov"], hasSound: true, hasParts: true, container: .mov,
      codecs: [(.h264, .movH264), (.h265, .movH265), (.prores, .mov)], make: video),
    FormatRow(
      name: "mkv", endings: [".mkv"], hasSound: true, hasParts: true,
      reasonAgainstQuality: keepsPixels, container: .mkv, codecs: [(.ffv1, .mkv)], make: video),
    FormatRow(
      name: "y4m", endings: [".y4m"], hasParts: true, keepsAlpha: false,
      reasonAgainstQuality: isPlain
    ) { .stream(Y4MEncoder($0.clip)) },
    FormatRow(
      name: "wav", endings: [".wav"], remark: "its sound", hasFrames: false, hasSound: true,
      reasonAgainstQuality: "this format has no picture"
    ) { .stream(WAVEncoder($0.sound)) },
    FormatRow(
      name: "mp4Stream", standardOutput: "-.mp4", remark: "to standard output", hasSound: true,
      container: .mp4Stream, codecs: [(.h264, .mp4Stream)], make: video),
    FormatRow(
      name: "raw", standardOutput: "-", remark: "raw RGBA", hasParts: true,
      reasonAgainstQuality: isPlain
    ) { .stream(RawEncoder($0.clip)) },
  ]
}
