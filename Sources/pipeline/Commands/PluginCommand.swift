import AnimatorHosting
import ArgumentParser

struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Lists and describes animators.",
    subcommands: [PluginListCommand.self, PluginDocCommand.self],
    defaultSubcommand: PluginListCommand.self)
}

/// `pipeline plugins` is `plugin list`.
struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", abstract: "The same as plugin list.", shouldDisplay: false)
  @OptionGroup var list: PluginListCommand
  func run() throws { try list.run() }
}

struct PluginListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the animators, the folders searched and what was refused."
  )

  @Option(
    help: ArgumentHelp("A folder of plugins, searched first; may be repeated.", valueName: "DIR"))
  var plugins: [String] = []

  @Flag(help: "Prints JSON.")
  var json = false

  func run() throws {
    let report = PluginReport(Plugins.registry(options: plugins, document: nil))
    Console.result(json ? report.json : report.text)
  }
}

struct PluginDocCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doc", abstract: "Describes an animator: its roles and parameters.")

  @Argument(help: ArgumentHelp("The animator.", valueName: "ID"))
  var id: String

  @Option(
    help: ArgumentHelp("A folder of plugins, searched first; may be repeated.", valueName: "DIR"))
  var plugins: [String] = []

  func run() throws {
    let registry = Plugins.registry(options: plugins, document: nil)
    guard let animator = registry.animator(named: id) else {
      throw Plugins.unknown(id, in: registry)
    }
    Console.result(AnimatorPage(animator).text)
  }
}
