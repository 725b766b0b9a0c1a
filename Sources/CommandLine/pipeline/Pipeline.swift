import ArgumentParser
import CommandLine

@main
struct Pipeline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipeline",
    abstract: "Renders UI transitions and animations, without a phone, a browser or a display.",
    discussion:
      """
      'pipeline init' creates a working document, and prints where the guide and the examples are. \
      'pipeline help spring' prints the page about a word of the document language. 'pipeline help \
      form' lists all words of the document language.
      """,
    version: Version.text,
    subcommands: [
      RunCommand.self, FrameCommand.self, TransitionCommand.self, CutsCommand.self,
      ExportCommand.self,
      ValidateCommand.self,
      InspectCommand.self, InitCommand.self, DiffCommand.self, MeasureCommand.self,
      MatchCommand.self,
      CheckCommand.self,
      GoldenCommand.self, PreviewCommand.self, SubmitCommand.self, StatusCommand.self,
      CancelCommand.self,
      JoinCommand.self,
      VerifyCommand.self,
      PluginCommand.self,
      PluginsCommand.self, SchemaCommand.self, DoctorCommand.self, ServeCommand.self,
    ])

  static func main() {
    CommandProgram.main(self, page: FormHelp.page) { command in
      var command = command
      try command.run()
    }
  }
}
