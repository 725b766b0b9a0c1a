import CommandLine
import PluginHosting
import PluginModel
import ArgumentParser
import Inspecting

struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin",
    abstract: "Lists, describes, creates, tests, packs and installs animators.",
    subcommands: [
      PluginListCommand.self, PluginDocCommand.self, PluginNewCommand.self, PluginTestCommand.self,
      PluginImportCommand.self, PluginImportGLSLCommand.self, PluginExportCommand.self,
      PluginDrawFramesCommand.self,
      PluginInstallCommand.self, PluginRemoveCommand.self, PluginVerifyCommand.self,
      PluginRepairCommand.self,
      PluginPackCommand.self, PluginDebugCommand.self,
    ],
    defaultSubcommand: PluginListCommand.self)
}

/// The command `pipeline plugins`, which is another name for `plugin list`.
struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", abstract: "Lists the animators, like pipeline plugin list.",
    shouldDisplay: false)
  @OptionGroup var list: PluginListCommand
  func run() throws { try list.run() }
}

struct PluginListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract:
      "Lists the animators and functions, the folders searched, and plugins that were refused."
  )

  @OptionGroup var plugins: PluginOptions

  @Flag(help: "Prints the result as JSON.")
  var json = false

  func run() throws {
    let report = PluginReport(plugins.registry())
    if json { Console.result(json: report.json) } else { Console.result(report.lines) }
  }
}

struct PluginDocCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doc",
    abstract: "Describes an animator with its roles and parameters, or a function.")

  @Argument(help: ArgumentHelp("The id of the animator or function.", valueName: "ID"))
  var id: String

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    let registry = plugins.registry()
    if let animator = registry.animator(named: id) {
      Console.result(AnimatorPage(animator.description).lines)
    } else if let function = registry.function(named: id) {
      Console.result(FunctionPage(function.description).lines)
    } else {
      throw Plugins.unknown(id, in: registry, orFunction: true)
    }
  }
}
