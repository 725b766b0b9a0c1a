import CommandLine
import ArgumentParser
import Checking
import Comparing
import Documents
import Encoding
import Files
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
    abstract: "Renders the golden pictures of a document's checks and replaces those that differ.",
    discussion: """
      No other command writes these pictures; check only compares them. Where the environment has CI=true it \
      refuses, since there nobody looks at them; --ci allows it.
      """)

  @OptionGroup var document: DocumentOptions

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var reading: ReadingOptions

  @Flag(help: "Writes the pictures even where the environment has CI=true.")
  var ci = false

  func run() throws {
    if !ci, System.variable("CI") == "true" {
      throw EngineError(
        "golden update accepts what is drawn now, and CI=true says that nobody looks at it; --ci allows it",
        .refused)
    }
    let checks = try PlannedChecks(
      document.file, try readingSettings(), Console.diagnostics)
    let isOpaque = checks.planned.document.canvas.isOpaque
    // All are seen before the first is drawn, so that one that changes meanwhile stays.
    let goldens = try goldens(of: checks)
    if goldens.isEmpty {
      throw EngineError("\(document.file): no check names a golden picture", .content)
    }
    for (check, path, file, seen) in goldens {
      let made = try checks.pictures.picture(of: check)
      let change = change(from: try? checks.pictures.read(path), to: made)
      if change != nil {
        do throws(EncodingError) {
          try CheckPictures.write(
            made, isOpaque: isOpaque, to: file, beneath: checks.planned.document.paths.root,
            replacing: seen, in: .ofProgram)
        } catch {
          throw EngineError(error)
        }
      }
      Console.summary("\(path.value)  \(change ?? "unchanged")")
    }
  }

  private typealias Golden = (
    check: PlannedCheck, path: Sourced<String>, file: String, seen: SeenFile
  )

  private func goldens(of checks: PlannedChecks) throws -> [Golden] {
    var written: Set<String> = []
    var files = WrittenFiles(EngineContext.ofProgram.inputs)
    var goldens: [Golden] = []
    for check in checks.checks {
      guard case .golden(let path) = check.spec.equals else { continue }
      let file = try checks.pictures.file(of: path)
      guard file.lowercased().hasSuffix(".png") else {
        throw EngineError("\(path.value): a golden picture is a .png", .content)
      }
      guard written.insert(file).inserted else {
        throw EngineError("\(path.value): two checks name this golden picture", .content)
      }
      do { try files.add(file, updatesGolden: true) } catch {
        throw EngineError(error.description, .content)
      }
      goldens.append((check, path, file, SeenFile(at: file)))
    }
    return goldens
  }

  /// The change that an update makes, in words; nil when it makes none.
  private func change(from old: Bitmap?, to new: Bitmap) -> String? {
    guard let old else { return "written" }
    guard old.width == new.width, old.height == new.height else {
      return "replaced: was \(old.width)×\(old.height), is \(new.width)×\(new.height)"
    }
    return PictureComparer(ComparisonRules()).difference(of: old, and: new).map {
      "replaced: \($0.pixelCount) pixels changed, at most by \(Text.number($0.largest))"
    }
  }
}
