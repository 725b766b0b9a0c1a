package import ArgumentParser
package import Files

package struct PluginImportGLSLCommand: DelegatedCommand {
  package static let program = CompanionProgram.import

  package static let configuration = CommandConfiguration(
    commandName: "import-glsl",
    abstract: "Imports GLSL transitions in the format of gl-transitions as animators.",
    discussion:
      """
      Each file becomes readable C++ code, which clang compiles to a plugin with the id \
      glsl.NAME, where NAME is the name of the file. The uniforms of the file become parameters. \
      The plugin draws the same bits on every machine.
      """)

  @Argument(help: ArgumentHelp("A .glsl file, or a folder of .glsl files.", valueName: "FILE|DIR"))
  package var input: [String]

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "Writes to this folder; by default ~/.local/lib/animators/glsl.", valueName: "DIR"))
  package var folder: String?

  @OptionGroup package var plugins: PluginOptions

  package init() {}
}
