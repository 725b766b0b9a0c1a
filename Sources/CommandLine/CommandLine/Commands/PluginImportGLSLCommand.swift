package import ArgumentParser
package import Files

package struct PluginImportGLSLCommand: DelegatedCommand {
  package static let program = CompanionProgram.import

  package static let configuration = CommandConfiguration(
    commandName: "import-glsl",
    abstract: "Makes animators of transitions in GLSL, as gl-transitions has them.",
    discussion: """
      Each file becomes readable C++ and a plugin whose id is glsl. and the file's name; its uniforms \
      are parameters. clang compiles it; the same bits come out on every machine.
      """)

  @Argument(help: ArgumentHelp("A .glsl file, or a folder of them.", valueName: "FILE|DIR"))
  package var input: [String]

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "Names the folder to write to; ~/.local/lib/animators/glsl when missing.", valueName: "DIR"))
  package var folder: String?

  @OptionGroup package var plugins: PluginOptions

  package init() {}
}
