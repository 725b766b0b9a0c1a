import CommandLine
import ArgumentParser
import Checking
import Comparing
import Documents
import Encoding
import Files
import JSON
import Planning
import Reporting
import Scenes

struct GoldenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "golden", abstract: "Manages the golden pictures that a document's checks name.",
    subcommands: [GoldenUpdateCommand.self])
}

struct GoldenUpdateCommand: ParsableCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Renders the golden pictures of documents' checks and replaces pictures that differ.",
    discussion:
      """
      No other command writes golden pictures; check only compares golden pictures with frames. A \
      picture is not replaced if its check passes within the check's tolerance. If the environment \
      has CI=true, golden update refuses to run without --ci.
      """)

  @Argument(help: ArgumentHelp("The paths of the documents.", valueName: "FILE.json"))
  var documents: [String]

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var reading: ReadingOptions

  @Option(
    help: ArgumentHelp(
      "Updates only the pictures of checks with this text in their name; may be repeated.",
      valueName: "NAME"))
  var only: [String] = []

  @Flag(help: "Writes the pictures even if the environment has CI=true.")
  var ci = false

  func run() throws {
    if !ci, System.variable("CI") == "true" {
      throw EngineError(
        "golden update does not replace pictures if CI=true is set, unless --ci is given",
        .refused)
    }
    // All golden pictures are compared before the first picture is drawn, so that a picture that another
    // program changes in the meantime is kept.
    var all: [(checks: PlannedChecks, goldens: [Golden])] = []
    var files = WrittenFiles(EngineContext.ofProgram.inputs)
    var lines: [String] = []
    var cause: EngineError.Cause?
    for file in documents {
      do {
        var checks = try PlannedChecks(file, try readingSettings(), Console.diagnostics)
        checks.keep(only)
        let goldens = try goldens(of: checks, &files)
        if goldens.isEmpty, only.isEmpty {
          throw EngineError("\(file): no check names a golden picture", .content)
        }
        all.append((checks, goldens))
      } catch {
        guard let failure = EngineError(any: error), failure.cause != .cancelled else {
          throw error
        }
        lines += failure.lines
        cause = cause ?? failure.cause
      }
    }
    if let cause { throw EngineError(lines: lines, cause) }
    guard all.contains(where: { !$0.goldens.isEmpty }) else {
      throw EngineError.usage("--only: no check with a golden picture has this in its name")
    }
    for (checks, goldens) in all { for golden in goldens { try update(golden, checks) } }
  }

  private typealias Golden = (
    check: PlannedCheck, path: Sourced<String>, file: String, seen: SeenFile
  )

  private func update(_ golden: Golden, _ checks: PlannedChecks) throws {
    let document = checks.planned.document
    let made = try checks.pictures.picture(of: golden.check)
    let change = change(
      from: try? checks.pictures.read(golden.path), to: made,
      tolerance: golden.check.spec.tolerance ?? 0)
    if change != nil {
      do throws(EncodingError) {
        try CheckPictures.write(
          made, isOpaque: document.canvas.isOpaque, to: golden.file, beneath: document.paths.root,
          replacing: golden.seen, in: .ofProgram)
      } catch {
        throw EngineError(error)
      }
    }
    let name = documents.count == 1 ? "" : "\(document.file): "
    Console.summary("\(name)\(golden.path.value)  \(change ?? "unchanged")")
  }

  private func goldens(
    of checks: PlannedChecks, _ files: inout WrittenFiles
  ) throws(EngineError) -> [Golden] {
    var written: Set<String> = []
    var goldens: [Golden] = []
    for check in checks.checks {
      guard case .golden(let path) = check.spec.equals else { continue }
      let file = try checks.pictures.file(of: path)
      guard file.lowercased().hasSuffix(".png") else {
        throw EngineError("\(path.value): the name of a golden picture must end in .png", .content)
      }
      guard written.insert(file).inserted else {
        throw EngineError("\(path.value): two checks use the same golden picture", .content)
      }
      do { try files.add(file, updatesGolden: true) } catch {
        throw EngineError(error.description, .content)
      }
      goldens.append((check, path, file, SeenFile(at: file)))
    }
    return goldens
  }

  /// A description of the change that an update would make; nil if nothing changes.
  private func change(from old: Bitmap?, to new: Bitmap, tolerance: Double) -> String? {
    guard let old else { return "written" }
    guard old.width == new.width, old.height == new.height else {
      return "replaced: was \(old.width)×\(old.height), is \(new.width)×\(new.height)"
    }
    var rules = ComparisonRules()
    rules.tolerance = tolerance
    return PictureComparer(rules).difference(of: old, and: new).map {
      "replaced: \($0.pixelCount) pixels changed, at most by \(Text.number($0.largest))"
    }
  }
}
