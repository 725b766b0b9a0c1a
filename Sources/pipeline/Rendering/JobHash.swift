import AnimatorHosting
import Documents
import Files
import Glibc
import Planning
import Scenes

/// What decides the pixels of a run, as one hash: the program, the document with its variables, its
/// pictures, the plugins it uses, and the scale.
struct JobHash {
  private var hash = SHA256()

  init(
    _ planned: PlannedDocument, file: String, variables: [String], registry: AnimatorRegistry,
    scale: Double
  ) throws(Failure) {
    add("pipeline \(HostVersion.text) scale \(scale)")
    try add(fileAt: file)
    for variable in variables { add(variable) }
    for path in planned.inputFiles { try add(fileAt: path) }
    for id in planned.animators {
      guard let animator = registry.animator(named: id) else { continue }
      add("\(id) \(animator.version)")
      try add(fileAt: animator.plugin)
    }
    for id in planned.functions {
      guard let function = registry.function(named: id) else { continue }
      add(function.signature)
      try add(fileAt: function.plugin)
    }
  }

  var text: String { hash.hexadecimal() }

  /// Lengths keep neighbours apart.
  private mutating func add(_ text: String) { hash.add(Array("\(text.utf8.count):\(text)".utf8)) }

  private mutating func add(fileAt path: String) throws(Failure) {
    // Unsafe: open reads the path as a C string.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure("\(path): cannot be read", status: 74) }
    defer { close(descriptor) }
    guard let bytes = Machine.read(descriptor, limit: 1 << 30) else {
      throw Failure("\(path): cannot be read", status: 74)
    }
    add("\(bytes.count)")
    hash.add(bytes)
  }
}

extension PlannedDocument {
  /// The files that the document reads: pictures and tracks.
  fileprivate var inputFiles: [String] {
    document.inputPaths.compactMap { try? document.paths.forReading($0) }
  }
}
