package import Documents
internal import Encoding
package import Files
internal import Glibc
internal import PluginHosting
package import Reporting

/// The rows that runs with `--resume` made: lines `{"row":…,"files":[…],"job":…}` in `rows.jsonl` beside the first
/// output.
///
/// A row counts as made when its files are what its line says, and the job is the same: the program's version, the
/// document, the row's values, the files that the document names, and the options. Plugins and fonts are not in it.
package final class RowRecords {
  private static let name = "rows.jsonl"
  private static let limitBytes = 256 << 20
  private let path: String
  private let descriptor: Int32
  /// Words that are the same for all rows.
  private let options: [String]
  /// The job of each line that an earlier run noted, a hash over its files too.
  private var known: Set<String> = []

  /// `folder` is that of the first output; `options` are the words of the command line that make other files.
  package init(
    in folder: String, options: [String], _ context: EngineContext
  ) throws(EngineError) {
    self.options = options
    path = "\(folder)/\(Self.name)"
    do throws(FileError) {
      descriptor = try OpenFolder(folder, context: context).ownLog(Self.name, making: true)
    } catch {
      throw EngineError("\(path): \(error.reason)", .unwritable)
    }
    guard let bytes = FileBytes.read(descriptor, limit: Self.limitBytes) else {
      throw EngineError("\(path): it cannot be read", .unwritable)
    }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // A line that a crash tore is not read as JSON.
      let text = String(decoding: line, as: UTF8.self)
      if let job = JSONNode(json: text)?["job"]?.string { known.insert(job) }
    }
    if let last = bytes.last, last != UInt8(ascii: "\n") { try write("\n") }
  }

  deinit { close(descriptor) }

  /// Whether the row's files are there as this job made them.
  package func isMade(_ row: RowTable.Row, _ document: Document, _ files: [String]) -> Bool {
    !files.isEmpty && job(of: row, document, files).map(known.contains) ?? false
  }

  /// Notes a row whose files are in place.
  package func add(
    _ row: RowTable.Row, _ document: Document, _ files: [String]
  ) throws(EngineError) {
    guard !files.isEmpty, let job = job(of: row, document, files) else { return }
    let names = files.map(JSONWriter.string).joined(separator: ",")
    try write("{\"row\":\(row.number),\"files\":[\(names)],\"job\":\"\(job)\"}\n")
  }

  /// A hash of all that a row is made of, and of its files; nil where one of these is not there.
  private func job(of row: RowTable.Row, _ document: Document, _ files: [String]) -> String? {
    var hash = SHA256()
    func add(_ text: String) { hash.add([UInt8]("\(text.utf8.count):\(text)".utf8)) }
    add(HostVersion.text)
    hash.add(document.source)
    for value in row.values {
      add(value.column)
      add(value.text)
    }
    for word in options { add(word) }
    for input in document.inputPaths {
      add(input)
      add((try? document.paths.opened(input).sha256()) ?? "")
    }
    for file in files {
      guard let sum = try? RegularFile(file, own: true).sha256() else { return nil }
      add(file)
      add(sum)
    }
    return hash.hexadecimal()
  }

  /// One write, so that runs that share a file do not tear each other's lines.
  private func write(_ text: String) throws(EngineError) {
    // Unsafe: the count is the array's own.
    let count = unsafe [UInt8](text.utf8).withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    guard count == text.utf8.count else {
      throw EngineError("\(path): \(Errno.words(count < 0 ? errno : ENOSPC))", .unwritable)
    }
  }
}
