import AnimatorHosting
import ArgumentParser
import Documents
import Media
import Planning
import Scenes
import Synchronization

/// The document of a command that reads one, and how it is read.
struct DocumentOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The path of the document.", valueName: "FILE.json"))
  var file: String

  @OptionGroup var reading: ReadingOptions

  func read(row: RowSetting? = nil) throws -> Document { try reading.read(file, row: row) }

  func registry(for document: Document?) -> AnimatorRegistry { reading.registry(for: document) }

  func plan(
    _ document: Document, images: any ImageLoading, framesPerSecond: Double? = nil,
    scale: Double? = nil, registry: AnimatorRegistry? = nil
  ) throws -> PlannedDocument {
    try reading.plan(
      document, images: images, framesPerSecond: framesPerSecond, scale: scale, registry: registry)
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

  /// The words with which another run reads a copy of the document in the same way; its plugins lie in a
  /// folder `plugins`.
  var forwarded: [String] {
    var words = ["--plugins", "plugins"]
    for word in set { words += ["--set", word] }
    for word in limit { words += ["--limit", word] }
    return words + plugins.forwarded
  }

  /// Reads the document, with the values of a row of data where there is one.
  func read(_ file: String, row: RowSetting? = nil) throws -> Document {
    Console.verbosity = quiet ? .quiet : verbose ? .verbose : .normal
    let (reader, variables) = try reader()
    do {
      return try reader.read(path: file, sets: variables, row: row)
    } catch {
      throw Failure(error)
    }
  }

  /// What reads documents as the options say, and the values of `--set`.
  func reader() throws -> (DocumentReader, sets: [(name: String, value: String)]) {
    var variables: [(name: String, value: String)] = []
    for text in set { variables.append(try Self.assignment(text, "--set takes NAME=VALUE")) }
    var reader = DocumentReader()
    reader.limits = try limits()
    reader.allowsOutsidePaths = allowOutsideAssets
    return (reader, variables)
  }

  private static func assignment(
    _ text: String, _ rule: String
  ) throws -> (name: String, value: String) {
    guard let found = OptionText.assignment(text) else {
      throw Failure.usage("\(rule), found \"\(text)\"")
    }
    return found
  }

  private func limits() throws -> DocumentLimits {
    var limits = DocumentLimits()
    for setting in limit {
      let (word, text) = try Self.assignment(setting, "--limit takes NAME=NUMBER")
      let name = DocumentLimits.Name(rawValue: word)
      guard let range = name?.range ?? (word == "pixels" ? ImageLimits.possiblePixels : nil) else {
        let known = DocumentLimits.Name.allCases.map(\.rawValue) + ["pixels"]
        let meant = NearestWord.find(word, in: known).map { "; did you mean \"\($0)\"?" }
        throw Failure.usage(
          "--limit knows \(known.joined(separator: ", ")), not \"\(word)\"\(meant ?? "")")
      }
      guard let number = Int(text), range.contains(number) else {
        throw Failure.usage(
          "--limit \(word) takes \(range.lowerBound) to \(range.upperBound), found \"\(text)\"")
      }
      if let name {
        limits[name] = number
      } else {
        MediaSettings.shared.withLock { $0.pixels = number }
      }
    }
    return limits
  }

  func registry(for document: Document?) -> AnimatorRegistry {
    plugins.registry(for: document)
  }

  func plan(
    _ document: Document, images: any ImageLoading, framesPerSecond: Double? = nil,
    scale: Double? = nil, registry: AnimatorRegistry? = nil
  ) throws -> PlannedDocument {
    let registry = registry ?? self.registry(for: document)
    defer { for warning in registry.warnings { Console.warn(warning) } }
    let planned: PlannedDocument
    do {
      planned = try Planner(registry: registry, images: images, samples: TrackLoader()).plan(
        document, framesPerSecond: framesPerSecond, scale: scale)
    } catch {
      throw Failure(error, file: document.file)
    }
    if strict, !planned.warnings.isEmpty {
      throw Failure(DocumentFailure(problems: planned.warnings))
    }
    for warning in planned.warnings { Console.warn(warning.description) }
    return planned
  }
}

/// A moment given on the command line: seconds, "120ms", "12f", "50%" or "end".
struct MomentArgument: ExpressibleByArgument {
  let text: String
  init?(argument: String) { text = argument }

  /// 0…duration.
  func time(in planned: PlannedDocument) throws -> FrameTime {
    guard let moment = OptionText.moment(text) else {
      throw Failure.usage(
        "a time is seconds, \"120ms\", \"12f\", \"50%\" or \"end\", found \"\(text)\"")
    }
    let time: FrameTime =
      switch moment {
      case .end: planned.duration
      case .time(let spec): planned.time(of: spec)
      case .step: planned.time(of: moment)
      }
    guard time >= .zero, time <= planned.duration else {
      throw Failure.usage("the time \(text) lies outside 0…\(planned.duration.seconds) s")
    }
    return time
  }
}
