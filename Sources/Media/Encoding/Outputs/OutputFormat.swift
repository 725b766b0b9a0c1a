package import Media

package enum VideoCodec: String, Hashable, Sendable, CaseIterable {
  case h264, h265, av1, vp9
  case vp9Lossless = "vp9-lossless"
  case prores, ffv1

  /// Whether the codec is lossless, so that it has no quality setting.
  package var isLossless: Bool { self == .vp9Lossless || self == .ffv1 }
}

/// The format of an output, which its name selects: a row of the table, and for numbered files the pattern of their names.
package struct OutputFormat: Sendable {
  let row: FormatRow
  /// The name pattern of the numbered files of a sequence.
  package let sequence: NumberedName?

  package var name: String { row.name }

  /// Reads the format from the name of an output.
  package init(path: String) throws(EncodingError) {
    if let row = FormatRow.all.first(where: { $0.standardOutput == path }) {
      self.init(row: row, sequence: nil)
      return
    }
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let ending = name.lastIndex(of: ".").map { name[$0...].lowercased() } ?? ""
    let row = FormatRow.all.first { $0.endings.contains(ending) }
    if let numbered = NumberedName(path) {
      guard let row, row.isPicture else {
        let kinds = FormatRow.all.filter(\.isPicture).map { $0.name.uppercased() }
        throw .format(
          path: path,
          reason: "numbered frames are \(kinds.joined(separator: " or ")): dir/frame-%04d.png")
      }
      self.init(row: row, sequence: numbered)
      return
    }
    if name.contains(/%\d*d/) {
      throw .format(
        path: path, reason: "a name contains at most one number, as in dir/frame-%04d.png")
    }
    guard let row else {
      let what = ending.isEmpty ? "the name has no extension" : "unknown ending \(ending)"
      throw .format(path: path, reason: "\(what); outputs are \(Self.known)")
    }
    self.init(row: row, sequence: nil)
  }

  /// Returns the format for a path in a document; the path is also the pattern of numbered files.
  package func named(_ path: String) -> OutputFormat {
    OutputFormat(row: row, sequence: sequence == nil ? nil : NumberedName(path))
  }

  private init(row: FormatRow, sequence: NumberedName?) {
    self.row = row
    self.sequence = sequence
  }
}

extension OutputFormat: Hashable {
  package static func == (a: Self, b: Self) -> Bool {
    a.name == b.name && a.sequence == b.sequence
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(sequence)
  }
}

extension OutputFormat {
  /// Whether the file contains the number of times that it plays.
  package var hasLoop: Bool { row.hasLoop }
  /// Whether the encoder has a quality setting; the other encoders are lossless.
  package var hasQuality: Bool { reasonAgainstQuality == nil }
  /// The reason why the encoder has no quality setting; nil if it has one.
  package var reasonAgainstQuality: String? { row.reasonAgainstQuality }
  /// Whether the output contains the document's sound.
  package var hasSound: Bool { row.hasSound }
  /// Whether the output contains only sound.
  package var isSound: Bool { row.hasSound && !row.hasFrames }
  /// Whether frames go to standard output.
  package var isStandardOutput: Bool { row.standardOutput != nil }
  /// Whether unencoded pixels go to standard output.
  package var isRaw: Bool { isStandardOutput && !isVideo }
  /// Whether the output is one file with one picture.
  package var isOnePicture: Bool { row.isPicture && sequence == nil }
  /// Whether each frame is a file, with records so that a later run can continue.
  package var hasRecords: Bool { row.hasRecords && sequence != nil }
  /// Whether a single output file can be made smaller with less quality or, without a quality setting, with
  /// fewer and smaller frames.
  package var isShrinkable: Bool {
    (hasQuality || row.shrinksInSize) && sequence == nil && !isStandardOutput
  }
  /// Whether the output is one picture that can show several moments.
  package var isSheet: Bool { isOnePicture && row.hasSheet }
  /// Whether a separate process encodes the output.
  package var isVideo: Bool { row.container != nil }

  /// Returns whether the format keeps transparency with a codec; the pixels of a GIF are either opaque or transparent.
  package func keepsAlpha(_ codec: VideoCodec?) -> Bool {
    container(codec)?.keepsAlpha ?? row.keepsAlpha
  }

  /// Returns the container for a codec, or for the default codec; nil if the combination is not supported.
  package func container(_ codec: VideoCodec?) -> VideoContainer? {
    guard let codec else { return row.container }
    return row.codecs.first { $0.codec == codec }?.container
  }

  /// All combinations of container and codec for a video in this format.
  package var containers: [VideoContainer] { row.containers }

  /// The codecs that the format supports.
  package var codecs: [VideoCodec] { VideoCodec.allCases.filter { container($0) != nil } }

  /// Whether the output can be rendered in parts that are joined later; each part has some of the frames.
  package var hasParts: Bool { row.isPicture ? sequence != nil : row.hasParts }
  /// Whether the parts are files that are joined to one file.
  package var hasPartFiles: Bool { row.hasParts && !row.isPicture && !isStandardOutput }
}

extension OutputFormat {
  /// Returns whether a path is the complete name of an output that goes to standard output.
  package static func isStandardOutput(_ path: String) -> Bool {
    FormatRow.all.contains { $0.standardOutput == path }
  }

  /// The file extensions of all formats, for messages.
  package static let known = list(FormatRow.all.compactMap(\.known), "and")

  /// Returns the extensions of the formats that meet a condition, as a list for messages.
  package static func endings(
    of isMeant: (OutputFormat) -> Bool, _ word: String = "and"
  ) -> String {
    let rows = FormatRow.all.filter { isMeant(OutputFormat(row: $0, sequence: nil)) }
    return list(rows.compactMap(\.endings.first), word)
  }

  private static func list(_ words: [String], _ word: String) -> String {
    words.count < 2
      ? words.joined()
      : words.dropLast().joined(separator: ", ") + " \(word) " + words.last!
  }
}
