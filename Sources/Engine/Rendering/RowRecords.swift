package import Documents
internal import Encoding
package import Files
internal import Glibc
import JSON
internal import PluginHosting
package import Reporting

/// The rows that runs with `--resume` made, as lines `{"row":…,"files":[…],"job":…}` in `rows.jsonl` beside
/// the first output. A row counts as made if its files match its line and the job is the same: the program's
/// version, the document, the row's values, the files that the document names, and the options. Plugins and
/// fonts are not part of the job.
package final class RowRecords {
  private static let name = "rows.jsonl"
  private static let limitBytes = 256 << 20
  private let path: String
  private let descriptor: Int32
  /// The command-line words that are the same for all rows.
  private let options: [String]
  /// The job of each line that an earlier run noted, a hash over its files too.
  private var known: Set<String> = []

  /// `folder` is the folder of the first output; `options` are the command-line words that affect the files.
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
      // A line that a crash tore is not read as JSON.
      let text = String(decoding: line, as: UTF8.self)
      if let job = JSONNode(json: text)?["job"]?.string { known.insert(job) }
    }
    if let last = bytes.last, last != UInt8(ascii: "\n") { try write("\n") }
  }

  deinit { close(descriptor) }

  /// Whether the row's files exist as this job made them.
  package func isMade(_ row: RowTable.Row, _ document: Document, _ files: [String]) -> Bool {
    !files.isEmpty && job(of: row, document, files).map(known.contains) ?? false
  }

  /// Records a row whose files are in place.
  package func add(
    _ row: RowTable.Row, _ document: Document, _ files: [String]
  ) throws(EngineError) {
    guard !files.isEmpty, let job = job(of: row, document, files) else { return }
    let record: JSONObject = ["row": row.number, "files": files, "job": job]
    try write(record.json + "\n")
  }

  /// A hash of everything from which a row is made, and of its files; nil if one of the files does not exist.
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

  /// Writes with one call, so that runs that share a file do not interleave their lines.
  private func write(_ text: String) throws(EngineError) {
    // Safety: the count is the count of the array.
    let count = unsafe [UInt8](text.utf8).withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    guard count == text.utf8.count else {
      throw EngineError("\(path): \(Errno.words(count < 0 ? errno : ENOSPC))", .unwritable)
    }
  }
}
