package import ArgumentParser
package import Files

/// Effects of other programs' as animators.
package struct PluginImportCommand: DelegatedCommand {
  package static let program = CompanionProgram.import

  package static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes animators of the effects that another program's packages installed.",
    discussion: """
      Each effect of frei0r becomes a plugin whose id is frei0r. and the name of the effect's file. It \
      opens the effect where that lies, as long as it is the same file; nothing is compiled.
      """)

  package enum Kind: String, CaseIterable, WordArgument { case frei0r }

  @Argument(help: ArgumentHelp("Says whose effects: frei0r.", valueName: "KIND"))
  package var kind: Kind

  @Argument(
    help: ArgumentHelp(
      "The folder of the effects, or one of them; where Debian installs them when missing.",
      valueName: "DIR"))
  package var input: String?

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "Names the folder to write to; ~/.local/lib/animators/frei0r when missing.",
      valueName: "DIR"))
  package var folder: String?

  @OptionGroup package var plugins: PluginOptions

  package init() {}
}
