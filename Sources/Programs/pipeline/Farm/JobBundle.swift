import AnimatorHosting
import Animators
import Documents
import Encoding
import Files
import Planning

/// A folder with all that a machine needs to render a part of a job: the document with its files, the
/// plugins and the fonts that it uses, scripts, the job as Open Job Description's template, and the hashes
/// of them all. On the machine itself there need only be the package.
struct JobBundle {
  /// The path from the root.
  let folder: String
  let work: JobWork
  /// The files inside, with their bytes, but for those that are copied.
  private var texts: [(path: String, text: String)] = []
  /// They are opened one after the other, since there may be more than may be open at once.
  private var copies: [(path: String, file: () throws(Failure) -> PlainFile)] = []

  private static let mark = "job.json"

  init(
    _ folder: String, _ work: JobWork, _ planned: PlannedDocument, _ registry: AnimatorRegistry,
    fonts: [String]
  ) throws(Failure) {
    self.folder = folder
    self.work = work
    try collect(planned, registry, fonts)
    let scripts = JobScripts(work, in: folder)
    texts += [
      ("render", scripts.render), ("join", scripts.join), ("render-slurm", scripts.renderSlurm),
      ("submit-slurm", scripts.submitSlurm), ("submit-openjd", scripts.submitOpenJD),
      ("submit-local", scripts.submitLocal), ("template.json", work.template),
    ]
  }

  /// Finds the files that the job needs beside the document.
  private mutating func collect(
    _ planned: PlannedDocument, _ registry: AnimatorRegistry, _ fonts: [String]
  ) throws(Failure) {
    let document = planned.document
    texts.append((work.document, String(decoding: document.source, as: UTF8.self)))
    let frames = document.framePatterns.flatMap {
      NumberedFrames.names($0, in: document.paths) ?? []
    }
    for path in document.inputPaths + frames {
      guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
        throw Failure(
          "\(JSONWriter.string(path)): lies outside of the document's folder, so a bundle cannot hold it",
          status: 77)
      }
      copies.append(
        (
          "document/\(path)",
          { () throws(Failure) in
            do throws(DocumentPaths.Refusal) { return try document.paths.opened(path) } catch {
              throw Failure(error.message, status: 65)
            }
          }
        ))
    }
    let parts =
      planned.animators.compactMap(registry.animator(named:)).map(\.parts)
      + planned.functions.compactMap(registry.function(named:)).map(\.parts)
    // Those that come with the program are where that is.
    for part in parts.filter({ !registry.isBundled($0[0].path) }).joined() {
      copies.append(("plugins/\(Folder.name(of: part.path))", Self.opener(part.path)))
    }
    for font in fonts {
      copies.append(("home/.local/share/fonts/\(Folder.name(of: font))", Self.opener(font)))
    }
  }

  private static func opener(_ path: String) -> () throws(Failure) -> PlainFile {
    { () throws(Failure) in
      do throws(FileError) { return try PlainFile(path) } catch {
        throw Failure("\(path): cannot be read: \(error.reason)", status: 74)
      }
    }
  }

  /// Writes the folder. One that holds a job already is written anew, and keeps the frames in it; another
  /// folder that is not empty is refused.
  func write() throws {
    do {
      try Folder.create(folder)
      try clear()
      var sums: [(path: String, sha256: String)] = []
      var written: Set<String> = []
      for (path, source) in copies where written.insert(path).inserted {
        sums.append((path, try copy(try source(), to: path)))
      }
      for (path, text) in texts { sums.append((path, try put(Array(text.utf8), at: path))) }
      // As sha256sum --check reads them.
      let lines = sums.sorted { $0.path < $1.path }.map { "\($0.sha256)  \($0.path)\n" }.joined()
      _ = try put(Array(lines.utf8), at: "SHA256SUMS")
      _ = try put(Array(work.description(sums).utf8), at: Self.mark)
      try Folder.sync(folder, beneath: nil)
    } catch let error as EncodingError {
      throw Failure(error)
    }
  }

  /// Removes what an older job of ours left, but for its frames.
  private func clear() throws(EncodingError) {
    let open: OpenFolder
    do { open = try OpenFolder(existing: folder) } catch {
      throw .unwritable(path: folder, reason: error.reason)
    }
    let names = FileTree.names(in: open.descriptor)
    guard names.isEmpty || names.contains(Self.mark) else {
      throw .unwritable(path: folder, reason: "it holds other things than a job")
    }
    for name in names where !["frames", "logs", Self.mark].contains(name) {
      FileTree.remove(name, in: open.descriptor)
    }
  }

  /// Gives the hash of what was written.
  private func put(_ bytes: [UInt8], at path: String) throws(EncodingError) -> String {
    let file = try AtomicFile("\(folder)/\(path)")
    try file.write(bytes)
    try file.commit()
    var hash = SHA256()
    hash.add(bytes)
    return hash.hexadecimal()
  }

  private func copy(_ source: PlainFile, to path: String) throws(EncodingError) -> String {
    let bytes: [UInt8]
    do { bytes = try source.read(limitBytes: 2 << 30) } catch {
      throw .unwritable(path: "\(folder)/\(path)", reason: "\(source.path): \(error.reason)")
    }
    return try put(bytes, at: path)
  }
}
