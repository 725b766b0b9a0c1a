package import Files
internal import Documents
package import Encoding
import JSON
package import Media
package import Reporting

/// The encoding settings for outputs that no document describes, as a value that can be passed to other
/// processes.
package struct EncodingSettings: Codable, Hashable, Sendable {
  package var codec: VideoCodec?
  /// The quality of lossy compression, in the range `qualities`.
  package var quality: Double?
  package var effort: VideoEffort?

  /// The range of valid quality values.
  package static let qualities = 0.0...1.0

  package init(codec: VideoCodec? = nil, quality: Double? = nil, effort: VideoEffort? = nil) {
    self.codec = codec
    self.quality = quality
    self.effort = effort
  }

  /// The encoding settings for which the user gave values.
  var asked: [Setting] {
    [(Setting.codec, codec != nil), (.quality, quality != nil), (.effort, effort != nil)]
      .filter { $0.1 }.map { $0.0 }
  }

  /// The command-line options that pass the settings to another command.
  package var words: [String] {
    var words: [String] = []
    if let codec { words += ["--codec", codec.rawValue] }
    if let quality { words += ["--quality", JSONWriter.number(quality)] }
    if let effort { words += ["--effort", effort.rawValue] }
    return words
  }

  /// Applies each encoding setting to the outputs that support the setting; throws if no output supports a
  /// setting.
  package func apply(
    to jobs: inout [OutputRequest], _ vocabulary: Vocabulary
  ) throws(EngineError) {
    if let quality, !Self.qualities.contains(quality) {
      throw .usage("\(vocabulary.name(.quality)) must be from 0 to 1, found \(quality)")
    }
    guard codec != nil || quality != nil || effort != nil else { return }
    var used: Set<Setting> = []
    for place in jobs.indices {
      let format = jobs[place].format
      if let codec, !format.codecs.isEmpty {
        guard format.codecs.contains(codec) else {
          let known = format.codecs.map(\.rawValue).joined(separator: ", ")
          throw .usage(
            "\(vocabulary.name(.codec)): the codecs of \(jobs[place].path) are \(known), not \(codec.rawValue)"
          )
        }
        jobs[place].options.codec = codec
        used.insert(.codec)
      }
      if let quality, format.hasQuality, codec?.isLossless != true {
        jobs[place].options.quality = quality
        used.insert(.quality)
      }
      if let effort, !format.containers.isEmpty {
        jobs[place].options.effort = effort
        used.insert(.effort)
      }
    }
    for setting in asked where !used.contains(setting) {
      let files = vocabulary == .commandLine ? "outputs of -o" : "files"
      throw .usage("\(vocabulary.name(setting)): none of the \(files) supports this option")
    }
  }
}

extension VideoCodec: Codable {}
extension VideoEffort: Codable {}
