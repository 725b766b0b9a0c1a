package import ArgumentParser
package import Files

package struct MatchCommand: DelegatedCommand, ReadingCommand {
  package static let program = CompanionProgram.measure

  package static let configuration = CommandConfiguration(
    commandName: "match",
    abstract: "Compares a document with a recording, and reports the differences.",
    discussion:
      """
      With -o, match writes match.mp4 and match.png to a folder. The video and the picture show \
      the recording, the document, and three times the difference, side by side. With --tune, \
      match finds the values of variables that give the closest match, and writes these values to \
      the document.
      """)

  @Argument(help: ArgumentHelp("The path of the document.", valueName: "FILE.json"))
  package var file: String

  @Argument(help: ArgumentHelp("The path of a video or GIF.", valueName: "RECORDING"))
  package var recording: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Fits variables of the document (numbers, durations, colours or points).",
      valueName: "NAME"))
  package var tune: [String] = []

  @Option(
    help: ArgumentHelp(
      "Sets the time in the recording at which the compared part begins.", valueName: "T"))
  package var from: String?

  @Option(
    help: ArgumentHelp(
      "Sets the time in the recording at which the compared part ends.", valueName: "T"))
  package var to: String?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Writes the video and the picture of the comparison to a new folder.", valueName: "DIR"))
  package var output: String?

  @Flag(help: "Prints the values that --tune finds, and leaves the document unchanged.")
  package var dryRun = false

  @Flag(help: "Prints the result as JSON.")
  package var json = false

  @Option(help: "Sets how progress is reported: auto, json or none.")
  package var progress: Progress.Style = .auto

  @OptionGroup package var plugins: PluginOptions

  @OptionGroup package var reading: ReadingOptions

  package init() {}
}
