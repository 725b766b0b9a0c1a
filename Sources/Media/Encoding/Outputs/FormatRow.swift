internal import Media
internal import Scenes

/// The arguments from which a format's encoder is made.
struct EncoderRequest {
  let clip: StreamFormat
  let options: Output.Options
  let container: VideoContainer?
  /// Whether the output is a contact sheet.
  let isSheet: Bool
  /// The delay of each frame in hundredths of a second, for formats that count in hundredths.
  let delays: [Int]
  /// The duration of the animation.
  let duration: FrameTime
  /// The limits of the encoding helper.
  let media: MediaSettings
  let sound: SoundOutput?
  /// The number of the first frame if the output is one of several parts that are joined; otherwise nil.
  let partStart: Int?
}

/// The encoder of an output, which writes either one stream with all frames or a file for each frame.
enum OutputEncoder {
  case stream(any StreamEncoder)
  case frames(any FrameEncoder)
}

/// An output format: a row of the table from which everything else about formats is derived. A new format needs an
/// encoder and a row.
struct FormatRow: Sendable {
  typealias Make = @Sendable (EncoderRequest) -> OutputEncoder

  /// The name of the format in the records of parts.
  let name: String
  /// The file extensions with their dots; messages name the first extension.
  var endings: [String] = []
  /// The complete name of an output in this format that goes to standard output.
  var standardOutput: String?
  /// The remark about the format in the list of formats.
  var remark: String?
  /// Whether a file in this format contains one picture; such files may be numbered.
  var isPicture = false
  var hasRecords = false
  /// Whether the format supports contact sheets.
  var hasSheet = false
  var hasLoop = false
  /// Whether fewer frames and fewer pixels reduce the file size, because the format has no quality setting.
  var shrinksInSize = false
  var hasFrames = true
  var hasSound = false
  var hasParts = false
  var keepsAlpha = true
  var times = Times.everyFrame
  /// The reason why the format has no quality setting; nil if it has one.
  var reasonAgainstQuality: String?
  /// The default container and codec of a video, and the container for each codec that users can name.
  var container: VideoContainer?
  var codecs: [(codec: VideoCodec, container: VideoContainer)] = []
  let make: Make

  /// The rule by which the times of frames are chosen.
  enum Times { case everyFrame, hundredths }

  /// The format's entry in the list of formats; nil for a format that only the command line can request.
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

  /// Makes the encoder of a video, which uses `pipeline-media`.
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
