internal import AnimatorHosting
internal import Animators
package import Assets
package import Documents
internal import Encoding
internal import Files
internal import Planning
package import Reporting

/// The files that a job needs on every machine, and where they lie in its bundle.
package struct JobInputs {
  /// Those of the program's own making.
  package var texts: [(path: String, text: String)] = []
  /// They are opened one after the other, since there may be more than may be open at once.
  private(set) var copies: [(path: String, file: () throws(EngineError) -> RegularFile)] = []
  private var known: Set<String> = []

  /// The document itself.
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

  /// Adds what a plan of the document needs, with the values of a row where there are rows.
  package mutating func add(
    _ project: Project
  ) throws(EngineError) {
    let (planned, registry) = (project.planned, project.registry)
    let document = planned.document
    let frames = document.framePatterns.flatMap {
      NumberedFrames.names($0, in: document.paths) ?? []
    }
    for path in document.inputPaths + frames {
      guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
        throw EngineError(
          "\(JSONWriter.string(path)): lies outside of the document's folder, so a bundle cannot hold it",
          .refused)
      }
      add("document/\(path)") { () throws(EngineError) in
        do throws(DocumentPaths.Refusal) { return try document.paths.opened(path) } catch {
          throw EngineError(error.message, .content)
        }
      }
    }
    let parts =
      planned.animators.compactMap(registry.animator(named:)).map(\.parts)
      + planned.functions.compactMap(registry.function(named:)).map(\.parts)
    // Those that come with the program are where that is.
    for part in parts.filter({ !registry.isBundled($0[0].path) }).joined() {
      add("plugins/\(Folder.name(of: part.path))", Self.opener(part.path))
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
