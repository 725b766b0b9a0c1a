import AnimatorHosting
import Animators
import Documents
import Files
import Planning
import Scenes

/// One hash of all that decides the pixels of a run: the program, the document with its variables, its
/// pictures, the plugins it uses, and the scale.
struct JobHash {
  private var hash = SHA256()

  init(
    _ planned: PlannedDocument, variables: [String], registry: AnimatorRegistry,
    scale: Double
  ) throws(Failure) {
    add("pipeline \(HostVersion.text) scale \(scale)")
    add("\(planned.document.source.count)")
    hash.add(planned.document.source)
    for variable in variables { add(variable) }
    for file in planned.inputFiles { try add(file) }
    for pattern in planned.document.framePatterns {
      // One after the other, since there may be more than may be open at once.
      for name in NumberedFrames.names(pattern, in: planned.document.paths) ?? [] {
        if let file = try? planned.document.paths.opened(name) { try add(file) }
      }
    }
    for id in planned.animators {
      guard let animator = registry.animator(named: id) else { continue }
      add("\(id) \(animator.description.version)")
      add(animator.parts)
    }
    for id in planned.functions {
      guard let function = registry.function(named: id) else { continue }
      add(function.description.signature)
      add(function.parts)
    }
  }

  var text: String { hash.hexadecimal() }

  /// Lengths keep neighbours apart.
  private mutating func add(_ text: String) { hash.add(Array("\(text.utf8.count):\(text)".utf8)) }

  /// The bytes that run, by the hashes that were taken of them.
  private mutating func add(_ parts: [PluginPart]) { for part in parts { add(part.sha256) } }

  private mutating func add(_ file: PlainFile) throws(Failure) {
    do { try file.add(to: &hash) } catch {
      throw Failure("\(file.path): cannot be read: \(error.reason)", status: 74)
    }
  }
}

extension PlannedDocument {
  /// The files that the document reads, as they were read: pictures and tracks.
  fileprivate var inputFiles: [PlainFile] {
    document.inputPaths.compactMap { try? document.paths.forReading($0) }
  }
}
