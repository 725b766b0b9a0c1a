package import ArgumentParser
package import Files
internal import Encoding

package struct VerifyCommand: DelegatedCommand, ReadingCommand {
  package static let program = CompanionProgram.farm

  package static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks frames that were rendered, each against its record and the document.",
    discussion: """
      Every frame must be there, undamaged, and of this document as it stands, with the same variables, \
      plugins, scale, rate and libraries. The numbers of those that are not are told; the exit status is \
      then 65, or 66 when all that is wrong is that some are missing.
      """)

  @Argument(
    help: ArgumentHelp(
      "Names the frames: their folder, or 'dir/%05d.png' where it holds several sequences.",
      valueName: "DIR"))
  package var place: String

  @OptionGroup package var like: LikeOptions

  @OptionGroup package var plugins: PluginOptions

  @OptionGroup package var reading: ReadingOptions

  @Option(
    help: ArgumentHelp("Checks these frames only, as run counts them.", valueName: "A-B"))
  package var frames: FrameRange?

  @Option(
    help: ArgumentHelp(
      "Draws so many frames anew too, which the document's seed chooses, and compares their pixels.",
      valueName: "N"))
  package var again = 0

  package func validate() throws {
    if !(0...FrameRangeText.limit).contains(again) {
      throw ValidationError("--again takes 0 to \(FrameRangeText.limit)")
    }
  }

  package init() {}
}
