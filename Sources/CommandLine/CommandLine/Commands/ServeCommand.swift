package import ArgumentParser
package import Files

/// The renderer of the studio, which `pipeline-preview` starts to draw pictures and edit the document.
package struct ServeCommand: DelegatedCommand, ReadingCommand {
  package static let program = CompanionProgram.studio

  package static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Answers the requests of pipeline preview's server.",
    shouldDisplay: false)

  @Argument(help: ArgumentHelp("The path of the document.", valueName: "FILE.json"))
  package var file: String

  @Flag(help: "Starts without a document; the studio creates the document at the path later.")
  package var gallery = false

  @Option(help: ArgumentHelp("Compares the document with another document.", valueName: "OTHER"))
  package var compare: String?

  @Flag(help: "Keeps the undo history in the file that is open as descriptor 3.")
  package var history = false

  @OptionGroup package var plugins: PluginOptions

  @OptionGroup package var reading: ReadingOptions

  @Option(
    help: ArgumentHelp(
      "Sets the number of the first plan; lower numbers were used before.", valueName: "N"))
  package var firstVersion: Int = 1

  package init() {}
}
