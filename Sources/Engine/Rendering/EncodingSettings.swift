internal import Documents
package import Encoding
package import Media
package import Reporting

/// How outputs that no document describes are encoded, as a value that can be handed on.
package struct EncodingSettings: Codable, Hashable, Sendable {
  package var codec: VideoCodec?
  /// 0…1.
  package var quality: Double?
  package var effort: VideoEffort?

  package init(codec: VideoCodec? = nil, quality: Double? = nil, effort: VideoEffort? = nil) {
    self.codec = codec
    self.quality = quality
    self.effort = effort
  }

  /// The words with which another command does the same.
  package var words: [String] {
    var words: [String] = []
    if let codec { words += ["--codec", codec.rawValue] }
    if let quality { words += ["--quality", JSONWriter.number(quality)] }
    if let effort { words += ["--effort", effort.rawValue] }
    return words
  }

  /// Each counts for the outputs that know it, and one of them must.
  package func apply(to jobs: inout [OutputRequest]) throws(EngineError) {
    guard codec != nil || quality != nil || effort != nil else { return }
    var used: Set<String> = []
    for place in jobs.indices {
      let format = jobs[place].format
      if let codec, !format.codecs.isEmpty {
        guard format.codecs.contains(codec) else {
          let known = format.codecs.map(\.rawValue).joined(separator: ", ")
          throw .usage(
            "--codec: the codecs of \(jobs[place].path) are \(known), not \(codec.rawValue)")
        }
        jobs[place].options.codec = codec
        used.insert("codec")
      }
      if let quality, format.hasQuality, codec?.isLossless != true {
        jobs[place].options.quality = quality
        used.insert("quality")
      }
      if let effort, !format.containers.isEmpty {
        jobs[place].options.effort = effort
        used.insert("effort")
      }
    }
    for (name, isAsked) in [
      ("codec", codec != nil), ("quality", quality != nil), ("effort", effort != nil),
    ] where isAsked && !used.contains(name) {
      throw .usage("--\(name): none of the outputs of -o has one")
    }
  }
}

extension VideoCodec: Codable {}
extension VideoEffort: Codable {}
