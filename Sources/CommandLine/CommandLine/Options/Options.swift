import JSON
internal import PluginHosting
package import ArgumentParser
package import Assets
internal import Documents
internal import Media
internal import Reporting
internal import Synchronization

/// The document argument of a command that reads a document.
package struct DocumentOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The path of the document.", valueName: "FILE.json"))
  package var file: String

  package init() {}
}

/// A command that reads a document. The option groups of a command are not nested, because ArgumentParser
/// checks a nested group four times per level at every start of a debug build.
package protocol ReadingCommand {
  var plugins: PluginOptions { get }
  var reading: ReadingOptions { get }
}

extension ReadingCommand {
  package func readingSettings() throws -> ReadingSettings { try reading.settings(plugins) }

  package func reader(checksOnly: Bool = false) throws -> ProjectReader {
    ProjectReader(try readingSettings(), checksOnly: checksOnly, Console.diagnostics)
  }
}

/// The options of every command that reads a document, except for its path argument.
package struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Sets a variable of the document; may be repeated.", valueName: "NAME=VALUE")
  )
  package var set: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Sets a limit: bytes, depth, layers, steps, keyframes, frames or samples of the document, pixels of \
      a picture, work of a frame, or memory of all pictures; may be repeated.
      """, valueName: "NAME=NUMBER"))
  package var limit: [String] = []

  @Flag(help: "Allows the document to use paths that lead out of its folder.")
  package var allowOutsideAssets = false

  @Flag(help: "Treats warnings as errors.")
  package var strict = false

  @Flag(name: .shortAndLong, help: "Prints only errors and requested results.")
  package var quiet = false

  @Flag(name: .shortAndLong, help: "Prints more detail.")
  package var verbose = false

  /// The settings that another `pipeline` process passes on, which replace all other settings.
  @Option(
    name: .customLong("settings"),
    help: ArgumentHelp(
      "Receives settings from the pipeline process that starts the command.", valueName: "JSON",
      visibility: .hidden))
  package var handedOn: String?

  package func settings(_ plugins: PluginOptions) throws -> ReadingSettings {
    Console.verbosity = quiet ? .quiet : verbose ? .verbose : .normal
    if let handedOn {
      guard let handed = ReadingSettings(handedOn: handedOn) else {
        throw EngineError.usage(
          "--settings is only for the settings that preview passes to another pipeline process")
      }
      return handed
    }
    var settings = ReadingSettings(context: .ofProgram)
    settings.plugins = plugins.settings
    settings.plugins.comparesLayers = verbose
    settings.variables = try set.map { text in
      let (name, value) = try Self.assignment(text, "--set takes NAME=VALUE")
      return ReadingSettings.Variable(name: name, value: value)
    }
    settings.limits = try limit.map(Self.limit)
    settings.allowsOutsideAssets = allowOutsideAssets
    settings.isStrict = strict
    return settings
  }

  private static func assignment(
    _ text: String, _ rule: String
  ) throws -> (name: String, value: String) {
    guard let found = OptionText.assignment(text) else {
      throw EngineError.usage("\(rule), found \"\(text)\"")
    }
    return found
  }

  private static func limit(_ setting: String) throws -> ReadingSettings.Limit {
    let (word, text) = try assignment(setting, "--limit takes NAME=NUMBER")
    let known =
      DocumentLimits.Name.allCases.map(\.rawValue) + ReadingSettings.otherLimits.keys.sorted()
    let range = DocumentLimits.Name(rawValue: word)?.range ?? ReadingSettings.otherLimits[word]
    guard let range else {
      let meant = NearestWord.find(word, in: known).map { "; did you mean \"\($0)\"?" }
      throw EngineError.usage(
        "--limit knows \(known.joined(separator: ", ")), not \"\(word)\"\(meant ?? "")")
    }
    guard let number = Int(text), range.contains(number) else {
      throw EngineError.usage(
        "--limit \(word) takes \(range.lowerBound) to \(range.upperBound), found \"\(text)\"")
    }
    return ReadingSettings.Limit(name: word, value: number)
  }

  package init() {}
}
