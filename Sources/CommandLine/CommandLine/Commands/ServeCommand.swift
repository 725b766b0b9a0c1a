package import ArgumentParser
package import Files

/// What `pipeline-preview` asks for pictures and for changes of the document: it starts this, and nobody
/// else does.
package struct ServeCommand: DelegatedCommand, ReadingCommand {
  package static let program = CompanionProgram.studio

  package static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Answers what the server of pipeline preview asks.",
    shouldDisplay: false)

  @Argument(help: ArgumentHelp("The path of the document.", valueName: "FILE.json"))
  package var file: String

  @Flag(help: "Begins without a document, which is made at the path later.")
  package var gallery = false

  @Option(help: ArgumentHelp("Names what the document is compared with.", valueName: "OTHER"))
  package var compare: String?

  @Flag(help: "Keeps what can be taken back in the file that is open as descriptor 3.")
  package var history = false

  @OptionGroup package var plugins: PluginOptions

  @OptionGroup package var reading: ReadingOptions

  @Option(
    help: ArgumentHelp(
      "Sets the number that the first plan has, where others had those below.", valueName: "N"))
  package var firstVersion: Int = 1

  package init() {}
}
