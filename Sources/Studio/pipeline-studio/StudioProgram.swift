import ArgumentParser
import CommandLine

/// The commands of `pipeline` that start the studio's server, and that draw its pictures and write its documents.
@main
struct StudioProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipeline", subcommands: [PreviewCommand.self, ServeCommand.self])

  static func main() {
    CommandProgram.main(self) { command in
      switch command {
      case let command as PreviewCommand: try command.perform()
      case let command as ServeCommand: try command.perform()
      default: throw CleanExit.helpRequest(self)
      }
    }
  }
}
