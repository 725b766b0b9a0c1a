import AnimatorHosting
import Animators
import Documents
import Encoding
import Files
import Planning

/// The files that a job needs on every machine, and where they lie in its bundle.
struct JobInputs {
  /// Those of the program's own making.
  var texts: [(path: String, text: String)] = []
  /// They are opened one after the other, since there may be more than may be open at once.
  private(set) var copies: [(path: String, file: () throws(Failure) -> PlainFile)] = []
  private var known: Set<String> = []

  /// The document itself.
  init(_ document: Document) {
    texts.append(
      (
        "document/\(Folder.name(of: document.file))",
        String(decoding: document.source, as: UTF8.self)
      ))
  }

  mutating func add(fonts: [String]) {
    for font in fonts {
      add("home/.local/share/fonts/\(Folder.name(of: font))", Self.opener(font))
    }
  }

  private mutating func add(
    _ path: String, _ file: @escaping () throws(Failure) -> PlainFile
  ) {
    if known.insert(path).inserted { copies.append((path, file)) }
  }

  /// Adds what a plan of the document needs, with the values of a row where there are rows.
  mutating func add(
    _ planned: PlannedDocument, _ registry: AnimatorRegistry
  ) throws(Failure) {
    let document = planned.document
    let frames = document.framePatterns.flatMap {
      NumberedFrames.names($0, in: document.paths) ?? []
    }
    for path in document.inputPaths + frames {
      guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
        throw Failure(
          "\(JSONWriter.string(path)): lies outside of the document's folder, so a bundle cannot hold it",
          status: 77)
      }
      add("document/\(path)") { () throws(Failure) in
        do throws(DocumentPaths.Refusal) { return try document.paths.opened(path) } catch {
          throw Failure(error.message, status: 65)
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

  private static func opener(_ path: String) -> () throws(Failure) -> PlainFile {
    { () throws(Failure) in
      do throws(FileError) { return try PlainFile(path) } catch {
        throw Failure("\(path): cannot be read: \(error.reason)", status: 74)
      }
    }
  }
}
