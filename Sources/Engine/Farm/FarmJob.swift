internal import Encoding
package import Files
internal import Glibc
internal import Reporting

/// A folder with everything that a machine needs to render a part of a job: the document with its files,
/// plugins and fonts, the scripts, the job as an Open Job Description template, and its records. The machine
/// needs only the installed package in addition.
package struct FarmJob {
  /// The absolute path of the job's folder.
  package let folder: String
  package let work: JobWork
  private let texts: [(path: String, text: String)]
  private let copies: [(path: String, file: () throws(EngineError) -> RegularFile)]

  private let context: EngineContext
  private static let mark = "job.json"

  package init(
    _ folder: String, _ work: JobWork, _ inputs: JobInputs,
    in context: EngineContext = EngineContext()
  ) {
    self.context = context
    self.folder = folder
    self.work = work
    copies = inputs.copies
    let scripts = JobScripts(work, in: folder)
    texts =
      inputs.texts + [
        ("render", scripts.render), ("render-slurm", scripts.renderSlurm),
        ("submit-slurm", scripts.submitSlurm), ("again-slurm", scripts.againSlurm),
        ("cancel", scripts.cancel),
        ("submit-openjd", scripts.submitOpenJD),
        ("submit-local", scripts.submitLocal), ("template.json", work.template),
      ] + (scripts.join.map { [("join", $0)] } ?? [])
  }

  /// Writes the folder of a farm job. An existing job is rewritten but keeps its rendered frames; any other
  /// folder that is not empty is refused.
  package func write() throws {
    let names = FilePath.name(of: folder)
    guard !folder.utf8.contains(where: { $0 < 32 || $0 == 127 }), !names.isEmpty else {
      throw EngineError.usage(
        "\(EscapedText.line(folder)): "
          + "the name of a job's folder cannot be empty or contain line ends and control bytes"
      )
    }
    for path in copies.map(\.path) + texts.map(\.path)
    where path.utf8.contains(where: { $0 < 32 || $0 == 127 }) {
      throw EngineError(
        "\(EscapedText.line(path)): a name with line ends or control bytes cannot be in a job: "
          + "rename it", .content)
    }
    if let input = context.inputs.input(below: folder) {
      throw EngineError.usage(
        "\(folder): the folder contains the input \(input), "
          + "and writing the job would remove that input")
    }
    var about = stat()
    // Safety: stat reads the path as a C string and fills the struct.
    let isThere = unsafe stat(folder, &about) == 0
    if isThere ? about.st_mode & S_IFMT != S_IFDIR : errno == ENOTDIR {
      throw isThere
        ? EngineError("\(folder): the path already exists and is not a folder", .exists)
        : EngineError("\(folder): the path is not inside a folder", .unwritable)
    }
    do {
      // A new folder appears complete or not at all; an existing job keeps its frames.
      let made = try isThere ? nil : NewFolder(folder)
      let place = made?.path ?? folder
      if isThere { try clear() }
      // The folder of plugins always exists, because each task names it.
      try Folder.create("\(place)/plugins")
      var sums: [(path: String, sha256: String)] = []
      for (path, source) in copies {
        sums.append((path, try copy(try source(), to: path, in: place)))
      }
      for (path, text) in texts {
        sums.append((path, try put(Array(text.utf8), at: path, in: place)))
      }
      // The lines of the checksum file have the format of `sha256sum --check`.
      let lines = sums.sorted { $0.path < $1.path }.map { "\($0.sha256)  \($0.path)\n" }.joined()
      _ = try put(Array(lines.utf8), at: "SHA256SUMS", in: place)
      _ = try put(Array(work.description(sums).utf8), at: Self.mark, in: place)
      try Folder.sync(place, beneath: nil)
      try made?.commit()
    } catch let error as EncodingError {
      throw EngineError(error)
    }
  }

  /// Removes the files of an older job, but keeps its frames.
  private func clear() throws(EncodingError) {
    let open: OpenFolder
    do { open = try OpenFolder(existing: folder) } catch {
      throw .unwritable(path: folder, reason: error.reason)
    }
    let names = FileTree.names(in: open.descriptor)
    guard names.isEmpty || names.contains(Self.mark) else {
      throw .format(path: folder, reason: "the folder contains files that do not belong to a job")
    }
    for name in names where !["frames", "logs", Self.mark].contains(name) {
      FileTree.remove(name, in: open.descriptor)
    }
  }

  /// Writes a file of the job and returns the file's hash.
  private func put(
    _ bytes: [UInt8], at path: String, in place: String
  ) throws(EncodingError) -> String {
    let file = try AtomicFile("\(place)/\(path)", context: context)
    // Every user who may read a script may also execute it.
    var about = stat()
    // Safety: fstat fills the struct.
    if bytes.starts(with: Array("#!".utf8)), unsafe fstat(file.descriptor, &about) == 0 {
      fchmod(file.descriptor, about.st_mode & 0o777 | (about.st_mode & 0o444) >> 2)
    }
    try file.write(bytes)
    try file.commit()
    var hash = SHA256()
    hash.add(bytes)
    return hash.hexadecimal()
  }

  private func copy(
    _ source: RegularFile, to path: String, in place: String
  ) throws(EncodingError) -> String {
    let bytes: [UInt8]
    do { bytes = try source.read(limitBytes: 2 << 30) } catch {
      throw .unwritable(path: "\(folder)/\(path)", reason: "\(source.path): \(error.reason)")
    }
    return try put(bytes, at: path, in: place)
  }
}
