package import ArgumentParser
package import Files

/// Our animators as effects of other programs.
package struct PluginExportCommand: DelegatedCommand {
  package static let program = CompanionProgram.import

  package static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Makes effects for other programs of animators.",
    discussion: """
      Each animator becomes a library of frei0r, which melt, Kdenlive and ffmpeg load: a transition a \
      mixer, an effect a filter. Its first parameter is how far it has come, from 0 to 1; pipeline draws.
      """)

  package enum Kind: String, CaseIterable, WordArgument { case frei0r }

  @Argument(help: ArgumentHelp("Says for whom: frei0r.", valueName: "KIND"))
  package var kind: Kind

  @Argument(help: ArgumentHelp("The ids of the animators; all when missing.", valueName: "ID"))
  package var ids: [String] = []

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "Names the folder to write to; ~/.frei0r-1/lib, where others look, when missing.",
      valueName: "DIR"))
  package var folder: String?

  @OptionGroup package var plugins: PluginOptions

  package init() {}
}
