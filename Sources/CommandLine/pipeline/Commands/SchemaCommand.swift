import CommandLine
import PluginHosting
import PluginModel
import ArgumentParser
import Documents

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract:
      "Prints the JSON Schema of documents, including the parameters of the loaded animators.")

  @OptionGroup var plugins: PluginOptions

  func run() throws {
    let registry = plugins.registry()
    Console.result(
      json: DocumentSchema.json(animators: registry.animators, functions: registry.functions))
  }
}
