import AnimatorHosting
import Documents
import Encoding
import Media
import Planning
import Scenes

/// What reads bytes that anybody may have made. Whatever they are, `run` returns.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case document, workerProtocol, pluginFile, frameRange, easing, assetHeader, png

  /// Whether the bytes were taken.
  @discardableResult
  package func run(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .document: return Self.plans(bytes)
    case .workerProtocol: return WireProbe.reads(bytes)
    case .pluginFile: return MemoryFile.withPath(bytes) { PluginProbe.problem(at: $0) == nil }
    case .frameRange:
      return FrameRangeText.range(String(decoding: bytes, as: UTF8.self)) != nil
    case .easing:
      // As a text, and as whatever JSON it is.
      let text = String(decoding: bytes, as: UTF8.self)
      let isText = Self.plans(Array(Self.document(easing: JSONWriter.string(text)).utf8))
      return Self.plans(Array(Self.document(easing: text).utf8)) || isText
    case .assetHeader:
      return MemoryFile.withPath(bytes) { ((try? ImageHeader.size(ofFile: $0)) ?? nil) != nil }
    case .png: return PNGProbe.reads(bytes)
    }
  }

  private static func document(easing: String) -> String {
    """
    { "version": 1, "canvas": { "size": [16, 16] },
      "layers": [ { "id": "box", "frame": [0, 0, 8, 8] } ],
      "timeline": { "targets": ["box"], "duration": 1, "easing": \(easing),
                    "keyframes": [ { "opacity": 0 }, { "opacity": 1 } ] } }
    """
  }

  /// Reads, plans and evaluates a document that has no file beside it.
  private static func plans(_ bytes: [UInt8]) -> Bool {
    var reader = DocumentReader()
    reader.checksFiles = false
    guard let document = try? reader.read(bytes: bytes, file: "doc.json", folder: "/nonexistent")
    else { return false }
    let registry = AnimatorRegistry(
      PluginSearch(environment: [:], executableFolder: "/nonexistent", isPrivileged: false))
    guard
      let planned = try? Planner(registry: NoAnimators(registry), images: NoImages()).plan(document)
    else { return false }
    for part in 0...4 {
      let time = FrameTime(seconds: planned.duration.seconds * Double(part) / 4)
      _ = try? planned.scene(at: min(time, planned.duration))
    }
    return true
  }
}

private struct NoAnimators: AnimatorFinding {
  private let registry: AnimatorRegistry
  init(_ registry: AnimatorRegistry) { self.registry = registry }
  var animatorNames: [String] { [] }
  func animator(named name: String) -> AnimatorDescription? { nil }
  func function(named name: String) -> FunctionDescription? { nil }
  func refusal(ofAnimatorNamed name: String) -> PluginRefusal? { nil }
}

private struct NoImages: ImageLoading {
  func image(
    _ path: Located<String>, scale: Double, in document: Document
  ) throws(Problem) -> LoadedImage {
    throw Problem(file: document.file, origin: path.origin, message: "no pictures here")
  }
  func text(
    _ text: TextSpec, size: Size, scale: Double, at origin: Origin, in document: Document
  ) throws(Problem) -> LoadedImage {
    throw Problem(file: document.file, origin: origin, message: "no text here")
  }
}
