package import ArgumentParser
package import Files
internal import Encoding

package struct VerifyCommand: DelegatedCommand, ReadingCommand {
  package static let program = CompanionProgram.farm

  package static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks rendered frames against their records and the document.",
    discussion:
      """
      Every frame must be present, undamaged, and rendered from the current document with the same \
      variables, plugins, scale, rate and libraries. If frames are missing or wrong, verify lists \
      these frames and exits with 65, or with 66 if frames are only missing.
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder of the frames, or 'dir/%05d.png' if the folder contains several sequences.",
      valueName: "DIR"))
  package var place: String

  @OptionGroup package var like: LikeOptions

  @OptionGroup package var plugins: PluginOptions

  @OptionGroup package var reading: ReadingOptions

  @Option(
    help: ArgumentHelp(
      "Checks only the given frames, numbered as in pipeline run.", valueName: "A-B"))
  package var frames: FrameRange?

  @Option(
    help: ArgumentHelp(
      """
      Also renders the given number of frames again, and compares their pixels. The document's \
      seed determines the frames.
      """,
      valueName: "N"))
  package var again = 0

  package func validate() throws {
    if !(0...FrameRangeText.limit).contains(again) {
      throw ValidationError("--again takes 0 to \(FrameRangeText.limit)")
    }
  }

  package init() {}
}
