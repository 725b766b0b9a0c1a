package import ArgumentParser
package import Encoding
package import Media
package import Rendering

/// The encoding options for outputs of the command line.
package struct EncodingOptions: ParsableArguments {
  @Option(
    help:
      "Says what the videos of -o are encoded with: h264, h265, av1, vp9, vp9-lossless, prores or ffv1, as their formats can."
  )
  package var codec: VideoCodec?

  @Option(
    help: ArgumentHelp(
      "Sets the quality of lossy outputs of -o, from 0 (smallest file) to 1 (best picture).",
      valueName: "Q"))
  package var quality: Double?

  @Option(help: "Sets how much time video encoders spend to save bytes: draft, good or best.")
  package var effort: VideoEffort?

  package func validate() throws {
    if let quality, !EncodingSettings.qualities.contains(quality) {
      throw ValidationError("--quality takes 0 to 1, found \(quality)")
    }
  }

  package var settings: EncodingSettings {
    EncodingSettings(codec: codec, quality: quality, effort: effort)
  }

  package init() {}
}

extension VideoCodec: WordArgument {}
extension VideoEffort: WordArgument {}
