package import ArgumentParser
package import Encoding
package import Media
package import Rendering

/// The encoding options for outputs that the command line names.
package struct EncodingOptions: ParsableArguments {
  @Option(
    help:
      "Sets the codec of the videos of -o: h264, h265, av1, vp9, vp9-lossless, prores or ffv1."
  )
  package var codec: VideoCodec?

  @Option(
    help: ArgumentHelp(
      "Sets the quality of lossy outputs of -o, from 0 (smallest file) to 1 (best picture).",
      valueName: "Q"))
  package var quality: Double?

  @Option(
    help:
      """
      Sets the effort of video encoders: draft, good or best. More effort takes more time and \
      saves bytes.
      """
  )
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
