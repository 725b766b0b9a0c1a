package import ArgumentParser
package import Files

/// The command that imports effects of other programs as animators.
package struct PluginImportCommand: DelegatedCommand {
  package static let program = CompanionProgram.import

  package static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Imports the installed effects of another program as animators.",
    discussion:
      """
      Each frei0r effect becomes a plugin with the id frei0r.NAME, where NAME is the name of the \
      effect's file. The plugin loads the file of the effect from its present path, and refuses a \
      file that has changed since the import. The import compiles nothing.
      """)

  package enum Kind: String, CaseIterable, WordArgument { case frei0r }

  @Argument(help: ArgumentHelp("The kind of effect: frei0r.", valueName: "KIND"))
  package var kind: Kind

  @Argument(
    help: ArgumentHelp(
      """
      The folder of the effects, or one effect; by default, the folder in which Debian installs \
      effects.
      """,
      valueName: "DIR"))
  package var input: String?

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "Writes to this folder; by default ~/.local/lib/animators/frei0r.",
      valueName: "DIR"))
  package var folder: String?

  @OptionGroup package var plugins: PluginOptions

  package init() {}
}
