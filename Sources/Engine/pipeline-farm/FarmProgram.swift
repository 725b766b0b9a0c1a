import ArgumentParser
import CommandLine

/// The `pipeline` commands for rendering on several machines.
@main
struct FarmProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipeline",
    subcommands: [
      SubmitCommand.self, StatusCommand.self, CancelCommand.self, JoinCommand.self,
      VerifyCommand.self,
    ])

  static func main() {
    CommandProgram.main(self) { command in
      switch command {
      case let command as SubmitCommand: try command.perform()
      case let command as StatusCommand: try command.perform()
      case let command as CancelCommand: try command.perform()
      case let command as JoinCommand: try command.perform()
      case let command as VerifyCommand: try command.perform()
      default: throw CleanExit.helpRequest(self)
      }
    }
  }
}
