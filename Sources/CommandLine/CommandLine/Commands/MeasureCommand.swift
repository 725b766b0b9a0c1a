package import ArgumentParser
package import Files

package struct MeasureCommand: DelegatedCommand {
  package static let program = CompanionProgram.measure

  package static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract:
      "Makes a document of a recording of a transition: what moves, when, and by which curve.",
    discussion: """
      Writes pipeline.json, which renders, tracks.csv with the numbers of each frame, and report.html \
      with the curves and what was fitted to them. Layers are found by their pictures.
      """)

  @Argument(help: ArgumentHelp("The path of a video or GIF.", valueName: "RECORDING"))
  package var recording: String

  @Option(
    help: ArgumentHelp(
      "Names the picture of a layer that moves or fades; may be repeated.", valueName: "NAME=FILE"))
  package var layer: [String] = []

  @Option(
    help: ArgumentHelp(
      "Names the pictures of the screens before and after, as FROM,TO; they are taken from the recording unless given.",
      valueName: "FROM,TO"))
  package var screens: String?

  @Option(help: ArgumentHelp("Sets where the part to measure begins.", valueName: "T"))
  package var from: String?

  @Option(help: ArgumentHelp("Sets where the part to measure ends.", valueName: "T"))
  package var to: String?

  @Option(
    help: ArgumentHelp(
      "Sets how many of the recording's pixels make a point of the document; 1 unless given.",
      valueName: "S"))
  package var scale: Double?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Names the folder to make.", valueName: "DIR"))
  package var output: String

  @Option(
    help: ArgumentHelp(
      "Sets a limit: recording, in seconds, pixels of a picture, or memory, in bytes; may be repeated.",
      valueName: "NAME=NUMBER"))
  package var limit: [String] = []

  @Option(
    name: .customLong("settings"),
    help: ArgumentHelp(
      "Reads as another pipeline says, which hands its settings on.", valueName: "JSON",
      visibility: .hidden))
  package var handedOn: String?

  @OptionGroup package var helpers: HelperOptions

  @Flag(help: "Prints what was found as JSON: phases, and each curve with what was fitted to it.")
  package var json = false

  @Option(help: "Says how progress is told: auto, json or none.")
  package var progress: Progress.Style = .auto

  @Flag(name: .shortAndLong, help: "Prints nothing but errors, and results that were asked for.")
  package var quiet = false

  package func validate() throws { try NumberOptions.check(scale: scale) }

  package init() {}
}
