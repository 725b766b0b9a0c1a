import ArgumentParser
import CommandLine

/// The commands of `pipeline` that convert other programs' effects to plugins, and plugins to effects.
@main
struct ImportingProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipeline", subcommands: [Plugin.self])

  struct Plugin: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "plugin",
      subcommands: [
        PluginImportCommand.self, PluginImportGLSLCommand.self, PluginExportCommand.self,
      ])
  }

  static func main() {
    CommandProgram.main(self) { command in
      switch command {
      case let command as PluginImportCommand: try command.perform()
      case let command as PluginImportGLSLCommand: try command.perform()
      case let command as PluginExportCommand: try command.perform()
      default: throw CleanExit.helpRequest(self)
      }
    }
  }
}
