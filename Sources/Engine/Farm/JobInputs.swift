import JSON
internal import PluginHosting
internal import PluginModel
package import Assets
package import Documents
internal import Encoding
internal import Files
internal import Planning
package import Reporting

/// The files that a job needs on every machine, and their paths in its bundle.
package struct JobInputs {
  /// The text files that are generated for the job.
  package var texts: [(path: String, text: String)] = []
  /// The files to copy; each file is opened only when it is copied, because the limit for open files may be
  /// lower than their number.
  private(set) var copies: [(path: String, file: () throws(EngineError) -> RegularFile)] = []
  private var known: Set<String> = []

  package init(_ document: Document) {
    texts.append(
      (
        "document/\(Folder.name(of: document.file))",
        String(decoding: document.source, as: UTF8.self)
      ))
  }

  package mutating func add(fonts: [String]) {
    for font in fonts {
      add("home/.local/share/fonts/\(Folder.name(of: font))", Self.opener(font))
    }
  }

  private mutating func add(
    _ path: String, _ file: @escaping () throws(EngineError) -> RegularFile
  ) {
    if known.insert(path).inserted { copies.append((path, file)) }
  }

  /// Adds the inputs of a plan, with the values of a table row if there is one.
  package mutating func add(
    _ project: Project
  ) throws(EngineError) {
    for dependency in project.dependencies() {
      switch dependency {
      case .file(let path): try add(path, of: project.document)
      case .frames(_, let files): for path in files { try add(path, of: project.document) }
      case .animator(_, _, let parts), .function(_, let parts):
        // Bundled plugins are already part of every installation.
        guard !project.registry.isBundled(parts[0].path) else { continue }
        for part in parts {
          add("plugins/\(Folder.name(of: part.path))", Self.opener(part.path))
        }
      }
    }
  }

  /// Adds a file that the document names to the job.
  private mutating func add(_ path: String, of document: Document) throws(EngineError) {
    guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
      throw EngineError(
        "\(JSONWriter.string(path)): the file is outside the document's folder, "
          + "so a job cannot contain it",
        .refused)
    }
    add("document/\(path)") { () throws(EngineError) in
      do throws(DocumentPaths.Refusal) { return try document.paths.opened(path) } catch {
        throw EngineError(error.message, .content)
      }
    }
  }

  private static func opener(_ path: String) -> () throws(EngineError) -> RegularFile {
    { () throws(EngineError) in
      do throws(FileError) { return try RegularFile(path) } catch {
        throw EngineError("\(path): cannot be read: \(error.reason)", .unwritable)
      }
    }
  }
}
