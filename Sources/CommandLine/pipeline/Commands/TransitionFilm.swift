import CommandLine
import JSON
import PluginHosting
import PluginModel
import Assets
import Documents
import Files
import Media
import Planning
import Rendering
import Reporting
import Scaffolding
import Scenes

/// Plans the documents that `pipeline transition` generates.
struct TransitionFilm {
  private let registry: AnimatorRegistry
  private let loader: AssetLoader

  init(_ registry: AnimatorRegistry, _ media: MediaSettings) {
    self.registry = registry
    loader = AssetLoader(media, Console.diagnostics)
  }

  /// Ends the helper processes that loaded pictures.
  func close() { loader.close() }

  func planned(
    _ document: TransitionDocument, by animator: AnimatorDescription
  ) throws -> PlannedDocument {
    let silent = try planned(document.json(for: animator))
    guard let pictures = document.pictures, pictures.from.hasSound || pictures.to.hasSound else {
      return silent
    }
    guard !document.goesBack else {
      Console.note("the sound of the films is left out, because --back plays the picture backwards")
      return silent
    }
    // The cross-fade of the sound lasts as long as the transition, whose duration is known only after
    // planning.
    var document = document
    document.soundSeconds = silent.duration.seconds
    return try planned(document.json(for: animator), images: loader)
  }

  /// Plans a document that shows all variants of a transition side by side, each with its label.
  func planned(_ variants: [TransitionVariant]) throws -> PlannedDocument {
    var plans: [PlannedDocument] = []
    for variant in variants {
      do {
        let animator = try Plugins.named(variant.animator, in: registry)
        plans.append(try planned(variant.document, by: animator))
      } catch {
        guard var failure = error as? EngineError else { throw error }
        failure.lines = failure.lines.map { "--try \(variant.label): \($0)" }
        throw failure
      }
    }
    let grid = VariantGrid(plans, labels: variants.map(\.label))
    let pictures = Precomposition(
      plans, scale: grid.scale, beside: loader, Console.diagnostics)
    return try planned(grid.json(names: pictures.names), images: pictures, readsFiles: false)
  }

  /// Creates the plan of a generated document.
  func planned(_ text: String) throws -> PlannedDocument {
    let planned = try planned(text, images: loader)
    for warning in planned.warnings { Console.warn(warning.message) }
    return planned
  }

  private func planned(
    _ text: String, images: any ImageLoading, readsFiles: Bool = true
  ) throws -> PlannedDocument {
    var reader = DocumentReader()
    reader.context = .ofProgram
    reader.allowsOutsidePaths = true
    reader.checksFiles = readsFiles
    do {
      let read = try reader.read(bytes: Array(text.utf8), file: "transition", folder: ".")
      return try Planner(registry: registry, images: images).plan(read)
    } catch let failure as DocumentFailure {
      throw Self.explained(failure)
    } catch let failure as PlanningFailure {
      if case .document(let inner) = failure { throw Self.explained(inner) }
      throw EngineError(failure, file: "transition")
    }
  }

  /// Converts a problem of a generated document to an error about the command line.
  private static func explained(_ failure: DocumentFailure) -> EngineError {
    var result = EngineError(failure)
    var lines: [String] = []
    for problem in failure.problems {
      let name = problem.origin.pointer.split(separator: "/").last ?? ""
      // A message about the value of a parameter already names the parameter.
      let isNamed = name.isEmpty || Int(name) != nil || problem.message.hasPrefix(name)
      let line =
        (isNamed ? "" : "\(name): ") + problem.message
        + (problem.suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
      // The transition back produces the same messages as the transition forward.
      if !lines.contains(line) { lines.append(line) }
    }
    result.lines = lines
    return result
  }
}

/// A picture or video that a screen shows, with its size in pixels.
struct ShownFile {
  let picture: TransitionDocument.Picture
  let width: Int
  let height: Int
  /// The duration of a film in seconds; nil for a picture.
  private(set) var seconds: Double?
  /// The exact or approximate frame rate of a film; nil for a picture.
  private(set) var framesPerSecond: Double?

  init(_ path: String, _ media: MediaSettings) throws(EngineError) {
    do throws(MediaError) {
      if let moving = try Self.moving(path, media) {
        (width, height) = (moving.width, moving.height)
        let seconds = moving.duration.seconds
        let rate = Double(moving.starts.count) / max(seconds, 0.001)
        let usual = [
          10, 12, 15, 24_000 / 1001.0, 24, 25, 30_000 / 1001.0, 30, 50, 60_000 / 1001.0, 60,
        ]
        let nearest = usual.min { ($0 - rate).magnitude < ($1 - rate).magnitude } ?? rate
        framesPerSecond =
          (nearest - rate).magnitude < rate * 0.02 ? nearest : min(60, max(1, rate.rounded()))
        self.seconds = seconds
        picture = TransitionDocument.Picture(
          path: path, isMoving: true, hasSound: Self.hasSound(path, media))
        return
      }
      picture = TransitionDocument.Picture(path: path, isMoving: false)
      if let size = try ImageHeader.size(ofFile: path) {
        (width, height) = size
      } else {
        let reader = ImageReader(media)
        defer { reader.close() }
        let read = try reader.read(path)
        (width, height) = (read.width, read.height)
      }
    } catch {
      throw EngineError(error)
    }
  }

  private static func hasSound(_ path: String, _ media: MediaSettings) -> Bool {
    guard let file = try? RegularFile(path, in: .ofProgram), let reader = try? SoundReader(media)
    else { return false }
    return (try? reader.open(file)) != nil
  }

  /// The file as a video or an animated picture; nil if the file is a still picture.
  private static func moving(
    _ path: String, _ media: MediaSettings
  ) throws(MediaError) -> SeekableVideo? {
    let file: RegularFile
    do throws(FileError) { file = try RegularFile(path, in: .ofProgram) } catch {
      throw MediaError(error)
    }
    switch FileKind.use(file.head(FileKind.headCount)) ?? FileKind.use(ofName: path) {
    case .picture, .drawing: return nil
    case .animation:
      do throws(MediaError) {
        let found = try SeekableVideo(file, media)
        return found.starts.count > 1 ? found : nil
      } catch .unusable {
        return nil
      }
    default: break
    }
    if let size = try ImageHeader.size(ofFile: path), size.width > 0 { return nil }
    return try SeekableVideo(file, media)
  }
}
