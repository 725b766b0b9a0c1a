import ArgumentParser
import Documents
import Encoding
import Media

/// How the outputs of the command line are encoded.
struct EncodingOptions: ParsableArguments {
  @Option(
    help:
      "Says what the videos of -o are encoded with: h264, h265, av1, vp9, vp9-lossless, prores or ffv1, as their formats can."
  )
  var codec: VideoCodec?

  @Option(
    help: ArgumentHelp(
      "Sets the quality of the outputs of -o that lose some: from 0, the smallest file, to 1, the best picture.",
      valueName: "Q"))
  var quality: Double?

  @Option(help: "Says how long the encoders of videos take for fewer bytes: draft, good or best.")
  var effort: VideoEffort?

  func validate() throws {
    if let quality, !(0...1).contains(quality) {
      throw ValidationError("--quality takes 0 to 1, found \(quality)")
    }
  }

  /// The words with which another command does the same.
  var forwarded: [String] {
    var words: [String] = []
    if let codec { words += ["--codec", codec.rawValue] }
    if let quality { words += ["--quality", JSONWriter.number(quality)] }
    if let effort { words += ["--effort", effort.rawValue] }
    return words
  }

  /// Each counts for the outputs that know it, and one of them must.
  func apply(to jobs: inout [OutputJob]) throws(Failure) {
    guard codec != nil || quality != nil || effort != nil else { return }
    var used: Set<String> = []
    for place in jobs.indices {
      let format: OutputFormat
      do { format = try OutputFormat(path: jobs[place].path) } catch { throw Failure(error) }
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

extension VideoCodec: WordArgument {}
extension VideoEffort: WordArgument {}
