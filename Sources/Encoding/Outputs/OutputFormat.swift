package import Media

/// What a video is encoded with.
package enum VideoCodec: String, Hashable, Sendable, CaseIterable {
  case h264, h265, av1, vp9
  case vp9Lossless = "vp9-lossless"
  case prores, ffv1

  /// It keeps all of the picture, so that there is no quality to choose.
  package var isLossless: Bool { self == .vp9Lossless || self == .ffv1 }
}

/// The format of an output, as its name says it.
package enum OutputFormat: Hashable, Sendable {
  /// `dir/frame-%04d.png`: one PNG a frame.
  case pngSequence(NumberedName)
  /// `x.png`: one frame, or a contact sheet.
  case png
  /// The same two of JPEG.
  case jpegSequence(NumberedName), jpeg
  case gif, apng, webp, mp4, webm, mov, mkv, y4m
  /// The sound alone.
  case wav
  /// `-.mp4`: MP4 in fragments to standard output.
  case mp4Stream
  /// `-`: raw RGBA to standard output, rows without gaps, straight alpha.
  case raw

  /// The endings there are, for messages.
  package static let known =
    "dir/frame-%04d.png, .png, dir/frame-%04d.jpg, .jpg, .gif, .apng, .webp, .mp4, .webm, .mov, .mkv, .y4m, .wav (its sound), -.mp4 (to standard output) and - (raw RGBA)"

  /// The file itself says how often it plays.
  package var hasLoop: Bool { [.gif, .apng, .webp].contains(self) }
  /// The encoder gives up more or less of the picture; the others keep all of it.
  package var hasQuality: Bool { reasonAgainstQuality == nil }

  /// Why it has no quality to choose; nil where it has one.
  package var reasonAgainstQuality: String? {
    switch self {
    case .mp4, .mp4Stream, .webm, .mov, .webp, .jpeg, .jpegSequence: nil
    case .gif: "a GIF always has the 256 colours a frame that come nearest"
    case .png, .pngSequence, .apng, .mkv: "it keeps every pixel as it is"
    case .y4m, .raw: "it is not compressed"
    case .wav: "it has no picture"
    }
  }

  /// The numbered files of a sequence.
  package var sequence: NumberedName? {
    switch self {
    case .pngSequence(let name), .jpegSequence(let name): name
    default: nil
    }
  }

  /// Whether what is transparent stays so with a codec; a GIF's pixels are seen or not.
  package func keepsAlpha(_ codec: VideoCodec?) -> Bool {
    switch self {
    case .y4m, .jpeg, .jpegSequence: false
    default: container(codec)?.keepsAlpha ?? true
    }
  }

  /// The document's sound goes into it.
  package var hasSound: Bool { [.mp4, .mp4Stream, .webm, .mov, .mkv, .wav].contains(self) }

  /// Frames go to standard output.
  package var isStandardOutput: Bool { self == .raw || self == .mp4Stream }

  /// How it is encoded with a codec, or with its own; nil where there is no such choice.
  package func container(_ codec: VideoCodec?) -> VideoContainer? {
    switch (self, codec) {
    case (.mp4, nil), (.mp4, .h264): .mp4
    case (.mp4, .h265): .mp4H265
    case (.mp4, .av1): .mp4AV1
    case (.mp4Stream, nil), (.mp4Stream, .h264): .mp4Stream
    case (.webm, nil), (.webm, .vp9): .webm
    case (.webm, .vp9Lossless): .webmLossless
    case (.webm, .av1): .webmAV1
    case (.mov, nil), (.mov, .prores): .mov
    case (.mov, .h264): .movH264
    case (.mov, .h265): .movH265
    case (.mkv, nil), (.mkv, .ffv1): .mkv
    case (.webp, nil): .webp
    default: nil
    }
  }

  /// All the ways in which a video of it is encoded.
  package var containers: [VideoContainer] {
    container(nil).map { [$0] + codecs.compactMap(container) } ?? []
  }

  /// The codecs between which it has a choice.
  package var codecs: [VideoCodec] { VideoCodec.allCases.filter { container($0) != nil } }

  /// Parts of it, each with some of the frames, can be put together again.
  package var hasParts: Bool {
    switch self {
    case .pngSequence, .jpegSequence, .mp4, .webm, .mov, .mkv, .y4m, .raw: true
    case .png, .jpeg, .gif, .apng, .webp, .wav, .mp4Stream: false
    }
  }

  package init(path: String) throws(EncodingError) {
    if path == "-" { self = .raw; return }
    if path == "-.mp4" { self = .mp4Stream; return }
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let ending = name.lastIndex(of: ".").map { name[$0...].lowercased() } ?? ""
    if let numbered = NumberedName(path) {
      switch ending {
      case ".png": self = .pngSequence(numbered)
      case ".jpg", ".jpeg": self = .jpegSequence(numbered)
      default:
        throw .format(
          path: path, reason: "numbered frames are PNG or JPEG: dir/frame-%04d.png")
      }
      return
    }
    if name.contains(/%\d*d/) {
      throw .format(
        path: path, reason: "one number at most stands in a name, as in dir/frame-%04d.png")
    }
    switch ending {
    case ".png": self = .png
    case ".jpg", ".jpeg": self = .jpeg
    case ".gif": self = .gif
    case ".apng": self = .apng
    case ".webp": self = .webp
    case ".mp4": self = .mp4
    case ".webm": self = .webm
    case ".mov": self = .mov
    case ".mkv": self = .mkv
    case ".y4m": self = .y4m
    case ".wav": self = .wav
    default:
      let what = ending.isEmpty ? "the name has no ending" : "unknown ending \(ending)"
      throw .format(path: path, reason: "\(what); outputs are \(Self.known)")
    }
  }
}

/// A path with one number in its last part: `%d`, `%4d` or `%04d`. A `%` in a folder's name is text.
package struct NumberedName: Hashable, Sendable {
  private let before: String
  private let after: String
  private let digits: Int

  /// nil when there is not exactly one number in the last part.
  package init?(_ path: String) {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let parts = path[slash...].split(separator: "%", omittingEmptySubsequences: false)
    guard parts.count == 2, let d = parts[1].firstIndex(of: "d") else { return nil }
    let width = parts[1][..<d]
    guard width.allSatisfy({ $0.isASCII && $0.isNumber }), width.count <= 3 else { return nil }
    let digits = width.isEmpty ? 1 : Int(width) ?? 0
    guard (1...20).contains(digits) else { return nil }
    self.digits = digits
    before = String(path[..<slash]) + parts[0]
    after = String(parts[1][parts[1].index(after: d)...])
  }

  /// What stands before and after the number in the name of a file, without its folder.
  package var ends: (before: String, after: String) {
    (before.lastIndex(of: "/").map { String(before[before.index(after: $0)...]) } ?? before, after)
  }

  /// The path of frame `index`, its number padded with zeros.
  package func path(_ index: Int) -> String {
    let number = String(index)
    return before + String(repeating: "0", count: max(0, digits - number.count)) + number + after
  }
}
