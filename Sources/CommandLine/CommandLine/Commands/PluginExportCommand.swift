package import ArgumentParser
package import Files

/// The command that exports animators of pipeline as effects for other programs.
package struct PluginExportCommand: DelegatedCommand {
  package static let program = CompanionProgram.import

  package static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Exports animators as effects for other programs.",
    discussion:
      """
      Each animator becomes a frei0r library, which melt, Kdenlive and ffmpeg can load. A \
      transition becomes a mixer, and an effect becomes a filter. The first parameter is the \
      progress, from 0 to 1. The library calls pipeline to draw.
      """)

  package enum Kind: String, CaseIterable, WordArgument { case frei0r }

  @Argument(help: ArgumentHelp("The kind of effect: frei0r.", valueName: "KIND"))
  package var kind: Kind

  @Argument(
    help: ArgumentHelp(
      "The ids of the animators; by default, all animators.", valueName: "ID"))
  package var ids: [String] = []

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "Writes to this folder; by default ~/.frei0r-1/lib, where other programs look for effects.",
      valueName: "DIR"))
  package var folder: String?

  @OptionGroup package var plugins: PluginOptions

  package init() {}
}
