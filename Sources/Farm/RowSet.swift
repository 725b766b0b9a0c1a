package import Assets
package import Documents
internal import Encoding
internal import Files
internal import Reporting

/// Rows of data, and the document with the values of each.
package struct RowSet {
  /// The file of the rows.
  package let file: String
  package let bytes: [UInt8]
  package let rows: [RowTable.Row]
  /// One for each row.
  package let documents: [Document]
  /// The names of the outputs on the command line.
  package let names: [OutputName]

  /// The most bytes of a file of rows.
  private static let byteLimit = 256 << 20

  /// Reads everything; all that is wrong in any row is told at once. `range` are the rows that count.
  package init(
    _ file: String, range: ClosedRange<Int>?, of document: String, _ settings: ReadingSettings,
    output: [String]
  ) throws {
    self.file = file
    names = output.map(OutputName.init)
    do throws(FileError) {
      bytes = try RegularFile(file).read(limitBytes: Self.byteLimit)
    } catch {
      var cause = EngineError.Cause.missing
      if case .tooLarge = error { cause = .content }
      throw EngineError("\(file): \(error.reason)", cause)
    }
    let table: RowTable
    do throws(RowTable.Fault) { table = try RowTable(bytes, file: file) } catch {
      throw EngineError(lines: error.lines, .content)
    }
    rows = try Self.chosen(range, of: table, file)
    documents = try Self.read(rows, columns: table.columns, names, file, document, settings)
    try refuseTwins()
  }

  package func label(_ row: RowTable.Row) -> String { Self.label(file, row) }

  private static func label(_ file: String, _ row: RowTable.Row) -> String {
    "\(file): row \(row.number)"
  }

  private static func chosen(
    _ range: ClosedRange<Int>?, of table: RowTable, _ file: String
  ) throws(EngineError) -> [RowTable.Row] {
    guard let range else { return table.rows }
    let last = range.upperBound == FrameRangeText.end ? table.rows.count : range.upperBound
    guard range.lowerBound >= 1, last <= table.rows.count, range.lowerBound <= last else {
      throw .usage("--rows: \(file) has the rows 1 to \(table.rows.count)")
    }
    return Array(table.rows[range.lowerBound - 1..<last])
  }

  /// The document with each row's values.
  private static func read(
    _ rows: [RowTable.Row], columns: [String], _ names: [OutputName], _ file: String,
    _ path: String, _ settings: ReadingSettings
  ) throws -> [Document] {
    var problems: [String] = []
    for name in names {
      for column in name.columns where column != "row" && !columns.contains(column) {
        problems.append("-o \(name.text): \(file) has no column \"\(column)\"")
      }
    }
    var documents: [Document] = []
    for row in rows {
      do throws(EngineError) {
        let setting = RowSetting(values: row.values, label: label(file, row))
        documents.append(try settings.read(path, row: setting))
      } catch {
        // What is wrong in every row is told once.
        for line in error.lines where !problems.contains(line) {
          problems.append(line.contains(label(file, row)) ? line : "\(label(file, row)): \(line)")
        }
        if problems.count > 200 { break }
      }
    }
    if let document = documents.first {
      for column in columns where !document.variables.contains(column) {
        guard !names.contains(where: { $0.columns.contains(column) }) else { continue }
        let meant = NearestWord.find(column, in: document.variables)
          .map { "; did you mean \"\($0)\"?" }
        problems.append(
          "\(file): column \(column): \"vars\" has no such variable\(meant ?? "")")
      }
    }
    guard problems.isEmpty else {
      throw EngineError(lines: problems, .content)
    }
    return documents
  }

  /// Two rows may not write one file.
  private func refuseTwins() throws(EngineError) {
    var owners: [String: RowTable.Row] = [:]
    var problems: [String] = []
    for (document, row) in zip(documents, rows) {
      let paths =
        names.isEmpty
        ? document.outputs.map(\.path.value) : names.map { $0.path(for: row) }
      guard !paths.isEmpty else {
        throw .usage("nothing to make: give -o 'out/{row}.png', or \"outputs\" in the document")
      }
      for path in paths {
        // Some file systems do not tell a from A.
        if let owner = owners[path.lowercased()] {
          problems.append(
            "\(label(row)) and row \(owner.number) would both be \(path); put {row} into the name")
        } else {
          owners[path.lowercased()] = row
        }
      }
    }
    guard problems.isEmpty else {
      throw EngineError(lines: Array(problems.prefix(50)), .usage)
    }
    try refuseInputs()
  }

  /// No row may write a file that one of them reads.
  private func refuseInputs() throws(EngineError) {
    var written = WrittenFiles()
    for (document, row) in zip(documents, rows) {
      for path in names.map({ $0.path(for: row) }) {
        guard let format = try? OutputFormat(path: path) else { continue }
        do { try written.add(path, format, frames: 0...FrameRangeText.limit) } catch {
          throw .usage("\(label(row)): \(error.description)")
        }
      }
      for path in names.isEmpty ? document.outputs.map(\.path.value) : [] {
        guard let full = try? document.paths.forWriting(path),
          let format = try? OutputFormat(path: path)
        else { continue }
        do { try written.add(full, format, frames: 0...FrameRangeText.limit) } catch {
          throw EngineError("\(label(row)): \(error.description)", .content)
        }
      }
    }
  }
}
