package import ArgumentParser
package import Files

package struct JoinCommand: DelegatedCommand, ReadingCommand {
  package static let program = CompanionProgram.farm

  package static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Makes outputs of frames, or one video of parts, that were rendered by several runs.",
    discussion: """
      The parts are numbered PNGs that run --resume made, each folder as 'out/%05d.png', or videos that \
      run --shard made. Each must be there, undamaged, and of this document as it stands, with the same \
      variables, plugins, scale, rate and libraries; else the numbers of those that are not are told, and \
      nothing is written. Outputs of frames have the bytes that a single run gives them; without -o they \
      are the document's own. Videos are put together without encoding them anew.
      """)

  @Argument(help: ArgumentHelp("The frames, or the parts in any order.", valueName: "PARTS"))
  package var parts: [String]

  @OptionGroup package var like: LikeOptions

  @OptionGroup package var plugins: PluginOptions

  @OptionGroup package var reading: ReadingOptions

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Names a file to make, and by its ending the format; may be repeated.", valueName: "OUT"))
  package var output: [String] = []

  @OptionGroup package var encoding: EncodingOptions

  @Option(
    help: ArgumentHelp(
      "Sets the number of threads, on which the result does not depend.", valueName: "N"))
  package var jobs: Int = System.processorCount

  @Option(help: "Says how progress is told: auto, json, openjd or none.")
  package var progress: Progress.Style = .auto

  package func validate() throws {
    if parts.isEmpty { throw ValidationError("join takes frames, 'out/%05d.png', or parts") }
    if !(1...256).contains(jobs) { throw ValidationError("--jobs takes 1 to 256") }
  }

  package init() {}
}
