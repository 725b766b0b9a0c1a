package import ArgumentParser
package import Files

package struct MatchCommand: DelegatedCommand, ReadingCommand {
  package static let program = CompanionProgram.measure

  package static let configuration = CommandConfiguration(
    commandName: "match",
    abstract: "Lays a document on a recording, and says how far they are apart.",
    discussion: """
      With -o it makes a folder with match.mp4 and match.png: the recording, the document and three \
      times what differs, side by side. With --tune it finds the values of variables with which they are \
      nearest, and writes them into the document.
      """)

  @Argument(help: ArgumentHelp("The path of the document.", valueName: "FILE.json"))
  package var file: String

  @Argument(help: ArgumentHelp("The path of a video or GIF.", valueName: "RECORDING"))
  package var recording: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Names variables of the document that are tuned: numbers, 250ms, colours, points.",
      valueName: "NAME"))
  package var tune: [String] = []

  @Option(help: ArgumentHelp("Sets where the part to match begins.", valueName: "T"))
  package var from: String?

  @Option(help: ArgumentHelp("Sets where the part to match ends.", valueName: "T"))
  package var to: String?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Names the folder to make for the pictures.", valueName: "DIR"))
  package var output: String?

  @Flag(help: "Leaves the document as it is: what --tune finds is only told.")
  package var dryRun = false

  @Flag(help: "Prints the result as JSON.")
  package var json = false

  @Option(help: "Says how progress is told: auto, json or none.")
  package var progress: Progress.Style = .auto

  @OptionGroup package var plugins: PluginOptions

  @OptionGroup package var reading: ReadingOptions

  package init() {}
}
