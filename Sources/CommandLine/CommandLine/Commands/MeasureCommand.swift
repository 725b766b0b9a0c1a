package import ArgumentParser
package import Files

package struct MeasureCommand: DelegatedCommand {
  package static let program = CompanionProgram.measure

  package static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract:
      """
      Turns a recording of a transition into a document: what moves, when, and along which curve.
      """,
    discussion: """
      Writes pipeline.json, ready to render; tracks.csv with the measurements of each frame; and report.html \
      with the measured and fitted curves. Layers are found by their pictures.
      """)

  @Argument(help: ArgumentHelp("The path of a video or GIF.", valueName: "RECORDING"))
  package var recording: String

  @Option(
    help: ArgumentHelp(
      "Gives the picture of a layer that moves or fades; may be repeated.", valueName: "NAME=FILE"))
  package var layer: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Sets the pictures of the screens before and after the transition; by default, frames of the \
      recording.
      """,
      valueName: "FROM,TO"))
  package var screens: String?

  @Option(
    help: ArgumentHelp(
      "Sets the time in the recording at which the measured part begins.", valueName: "T"))
  package var from: String?

  @Option(
    help: ArgumentHelp(
      "Sets the time in the recording at which the measured part ends.", valueName: "T"))
  package var to: String?

  @Option(
    help: ArgumentHelp(
      "Sets the number of pixels in the recording per point of the document; 1 by default.",
      valueName: "S"))
  package var scale: Double?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Writes the document to a new folder.", valueName: "DIR"))
  package var output: String

  @Option(
    help: ArgumentHelp(
      """
      Sets a limit: recording (seconds), pixels (of a picture) or memory (bytes); may be repeated.
      """,
      valueName: "NAME=NUMBER"))
  package var limit: [String] = []

  @Option(
    name: .customLong("settings"),
    help: ArgumentHelp(
      "Receives settings from the pipeline process that starts the command.", valueName: "JSON",
      visibility: .hidden))
  package var handedOn: String?

  @OptionGroup package var helpers: HelperOptions

  @Flag(help: "Prints the phases, and each curve with its fit, as JSON.")
  package var json = false

  @Flag(help: "Prints the motion of the layers as CSS rules.")
  package var css = false

  @Option(help: "Sets how progress is reported: auto, json or none.")
  package var progress: Progress.Style = .auto

  @Flag(name: .shortAndLong, help: "Prints only errors and requested results.")
  package var quiet = false

  package func validate() throws {
    if json, css { throw ValidationError("--json and --css cannot be combined") }
    try NumberOptions.check(scale: scale)
  }

  package init() {}
}
