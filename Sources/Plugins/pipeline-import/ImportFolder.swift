import PluginHosting
import PluginModel
import Assets
import CommandLine
import Encoding
import Files
import Glibc
import Reporting

/// The folder for the plugins of an import and for the report about them.
struct ImportFolder {
  let path: String

  /// Uses the folder `given` or, if it is nil, the vendor's folder among the user's plugins.
  init(_ given: String?, vendor: String) throws {
    if let given {
      path = given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
    } else if let home = System.variable("HOME"), !home.isEmpty {
      path = "\(home)/.local/lib/animators/\(vendor)"
    } else {
      throw EngineError.usage("HOME is not set: choose the folder of the import with --to DIR")
    }
    do { try Folder.create(path) } catch { throw EngineError(error) }
  }

  /// Writes a file, which appears complete or not at all.
  func write(_ bytes: [UInt8], to name: String) throws {
    do {
      let file = try AtomicFile("\(path)/\(name)", context: .ofProgram)
      try file.write(bytes)
      try file.commit()
    } catch { throw EngineError(error) }
  }

  /// Loads the written plugins, each in a separate process, and returns the refusals by file name.
  func refusals(_ options: PluginOptions) -> [String: String] {
    var settings = options.settings
    settings.folders.insert(path, at: 0)
    let registry = settings.registry(Console.diagnostics, context: .ofProgram)
    let own = registry.refusals.filter { Folder.of($0.path) == System.realPath(path) }
    return Dictionary(
      own.map { (Folder.name(of: $0.path), $0.reason) }, uniquingKeysWith: { first, _ in first })
  }
}

/// A folder for the temporary files of an import.
final class WorkFolder {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws {
    do { folder = try TemporaryFolder(.import) } catch {
      throw EngineError("\(System.temporaryFolder): \(error.reason)", .unwritable)
    }
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    do {
      let file = try AtomicFile("\(path)/\(name)", context: .ofProgram)
      try file.write(bytes)
      try file.commit()
    } catch { throw EngineError(error) }
  }
}
