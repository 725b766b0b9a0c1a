package import Documents
internal import Encoding
package import Files
internal import Glibc
import JSON
internal import PluginHosting
package import Reporting

/// Records the rows that runs with `--resume` have finished, as lines `{"row":…,"files":[…],"job":…}` in
/// `rows.jsonl` beside the first output. A row is skipped if its files match its line and its job is
/// unchanged: the program's version, the document, the row's values, the files that the document names, and
/// the options. Plugins and fonts are not part of a job's record.
package final class RowRecords {
  private static let name = "rows.jsonl"
  private static let limitBytes = 256 << 20
  private let path: String
  private let descriptor: Int32
  /// The options of the command line that all rows share.
  private let options: [String]
  /// The job hashes from the lines of earlier runs; a job hash also covers the row's files.
  private var known: Set<String> = []

  /// Opens the records; `folder` is the folder of the first output, and `options` are the options that affect
  /// the files.
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
      throw EngineError("\(path): the records cannot be read", .unwritable)
    }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // An incomplete line, which a crash may leave, is not valid JSON and is ignored.
      let text = String(decoding: line, as: UTF8.self)
      if let job = JSONNode(json: text)?["job"]?.string { known.insert(job) }
    }
    if let last = bytes.last, last != UInt8(ascii: "\n") { try write("\n") }
  }

  deinit { close(descriptor) }

  /// Whether the files of the row exist and were written by the same job.
  package func isMade(_ row: RowTable.Row, _ document: Document, _ files: [String]) -> Bool {
    !files.isEmpty && job(of: row, document, files).map(known.contains) ?? false
  }

  /// Records a table row whose files have been moved into place.
  package func add(
    _ row: RowTable.Row, _ document: Document, _ files: [String]
  ) throws(EngineError) {
    guard !files.isEmpty, let job = job(of: row, document, files) else { return }
    let record: JSONObject = ["row": row.number, "files": files, "job": job]
    try write(record.json + "\n")
  }

  /// A hash of all data from which a row is rendered and of its files; nil if one of the files does not
  /// exist.
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

  /// Writes the text with a single call, so that concurrent runs do not interleave their lines.
  private func write(_ text: String) throws(EngineError) {
    // Safety: the pointer and the count belong to the same array.
    let count = unsafe [UInt8](text.utf8).withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    guard count == text.utf8.count else {
      throw EngineError("\(path): \(Errno.words(count < 0 ? errno : ENOSPC))", .unwritable)
    }
  }
}
