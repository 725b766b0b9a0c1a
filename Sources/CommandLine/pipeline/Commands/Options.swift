import PluginHosting
import ArgumentParser
import Assets
import Documents
import Media
import Planning
import Reporting
import Scenes
import Synchronization

/// The document of a command that reads one, and how it is read.
struct DocumentOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The path of the document.", valueName: "FILE.json"))
  var file: String

  @OptionGroup var reading: ReadingOptions

  func settings() throws -> ReadingSettings { try reading.settings() }

  func reader(checksOnly: Bool = false) throws -> ProjectReader {
    ProjectReader(try settings(), checksOnly: checksOnly, Console.diagnostics)
  }
}

/// The options of every command that reads a document, wherever its path stands.
struct ReadingOptions: ParsableArguments {
  @OptionGroup var plugins: PluginOptions

  @Option(
    help: ArgumentHelp("Sets a variable of the document; may be repeated.", valueName: "NAME=VALUE")
  )
  var set: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Sets a limit on what is read: bytes, depth, layers, steps, keyframes, frames or samples of the \
      document, or pixels of a picture; may be repeated.
      """, valueName: "NAME=NUMBER"))
  var limit: [String] = []

  @Flag(help: "Lets paths of the document lead out of its folder.")
  var allowOutsideAssets = false

  @Flag(help: "Takes what texts warn of for errors.")
  var strict = false

  @Flag(name: .shortAndLong, help: "Prints nothing but errors, and results that were asked for.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Tells more of what is done.")
  var verbose = false

  /// What another `pipeline` hands on takes the place of all the others.
  @Option(
    name: .customLong("settings"),
    help: ArgumentHelp(
      "Reads as another pipeline says, which hands its settings on.", valueName: "JSON",
      visibility: .hidden))
  var handedOn: String?

  func settings() throws -> ReadingSettings {
    Console.verbosity = quiet ? .quiet : verbose ? .verbose : .normal
    if let handedOn {
      guard let handed = ReadingSettings(handedOn: handedOn) else {
        throw EngineError.usage("--settings takes what preview hands on")
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
}

/// A moment given on the command line: seconds, "120ms", "12f", "50%" or "end".
struct MomentArgument: ExpressibleByArgument {
  let text: String
  init?(argument: String) { text = argument }

  /// 0…duration.
  func time(in planned: PlannedDocument) throws -> FrameTime {
    guard let moment = OptionText.moment(text) else {
      throw EngineError.usage(
        "a time is seconds, \"120ms\", \"12f\", \"50%\" or \"end\", found \"\(text)\"")
    }
    let time: FrameTime =
      switch moment {
      case .end: planned.duration
      case .time(let spec): planned.time(of: spec)
      case .step: planned.time(of: moment)
      }
    guard time >= .zero, time <= planned.duration else {
      throw EngineError.usage("the time \(text) lies outside 0…\(planned.duration.seconds) s")
    }
    return time
  }
}
