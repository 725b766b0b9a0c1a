import ArgumentParser
import CommandLine

/// The commands of `pipeline` that read recordings.
@main
struct MeasuringProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipeline", subcommands: [MeasureCommand.self, MatchCommand.self])

  static func main() {
    CommandProgram.main(self) { command in
      switch command {
      case let command as MeasureCommand: try command.perform()
      case let command as MatchCommand: try command.perform()
      default: throw CleanExit.helpRequest(self)
      }
    }
  }
}
