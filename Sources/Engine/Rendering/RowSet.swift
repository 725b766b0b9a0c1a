package import Assets
package import Documents
internal import Encoding
internal import Files
import JSON
package import Reporting

/// The rows of a table, and the document with the values of each row.
package struct RowSet {
  /// The path of the file that contains the table of rows.
  package let file: String
  package let bytes: [UInt8]
  /// The valid rows of the table, each of which can be rendered.
  package private(set) var rows: [RowTable.Row]
  package private(set) var documents: [Document] = []
  /// The invalid rows with their problems; empty if an invalid row stops the command.
  package private(set) var bad: [BadRow] = []
  /// The output names that the command line gave.
  package let names: [OutputName]
  /// Remarks about the table that do not make it invalid.
  package private(set) var notes: [String] = []
  private let table: RowTable
  private let context: EngineContext
  private let skipsBad: Bool
  /// The cause of the first invalid row's problem, if the problem stops the command.
  private var cause = EngineError.Cause.content

  /// A table row that cannot be rendered.
  package struct BadRow {
    package var row: RowTable.Row
    /// The text lines that describe the problems of the row.
    package var lines: [String]
    package init(row: RowTable.Row, lines: [String]) {
      self.row = row
      self.lines = lines
    }
  }

  /// The maximum size of a table file in bytes.
  private static let byteLimit = 256 << 20

  /// The maximum number of rows whose problems are printed if no row is valid.
  private static let mostTold = 200

  /// Reads the table; the problems of all rows are reported together, or are stored in `bad` if `keepsBad` is
  /// true. `range` selects the table rows to read.
  package init(
    _ file: String, range: RowNumbers?, of document: String, _ settings: ReadingSettings,
    output: [String], skipsBad: Bool = false
  ) throws {
    self.file = file
    context = settings.context
    self.skipsBad = skipsBad
    names = output.map(OutputName.init)
    do throws(FileError) {
      bytes = try RegularFile(file, in: settings.context).read(limitBytes: Self.byteLimit)
    } catch {
      let cause: EngineError.Cause =
        switch error {
        case .notPlain, .tooLarge: .content
        case .missing, .outside, .system: .missing
        }
      throw EngineError("\(file): \(error.reason)", cause)
    }
    do throws(RowTable.Fault) { table = try RowTable(bytes, file: file) } catch {
      throw EngineError(lines: error.lines, .content)
    }
    rows = try Self.chosen(range, of: table, file)
    if table.separator != "," {
      let word = table.separator == "\t" ? "tabs" : "semicolons"
      notes.append("\(file): the columns of the table are separated by \(word)")
    }
    try read(document, settings)
    try refuseTwins()
    try refuseInputs()
    if bad.isEmpty || (skipsBad && !documents.isEmpty) { return }
    var told = Self.told(bad)
    if bad.count == Self.mostTold, !skipsBad {
      told.append("\(file): no row after row \(bad[bad.count - 1].row.number) was read")
    }
    throw EngineError(lines: told, cause)
  }

  /// The lines about all invalid rows; a problem that several rows share is printed once, with the numbers of
  /// the rows.
  private static func told(_ bad: [BadRow]) -> [String] {
    var order: [String] = []
    var rows: [String: [Int]] = [:]
    var first: [String: String] = [:]
    for one in bad {
      for line in one.lines {
        let same = line.replacing(":\(one.row.line): row \(one.row.number)", with: ": row ")
        if rows[same] == nil {
          order.append(same)
          first[same] = line
        }
        rows[same, default: []].append(one.row.number)
      }
    }
    return order.prefix(mostTold).map { same in
      let more = (rows[same] ?? []).dropFirst()
      guard !more.isEmpty else { return first[same] ?? same }
      let listed = more.prefix(12).map(String.init).joined(separator: ", ")
      let rest = more.count > 12 ? " and \(more.count - 12) more" : ""
      return
        "\(first[same] ?? same); the same in \(more.count == 1 ? "row" : "rows") \(listed)\(rest)"
    }
  }

  package func label(_ row: RowTable.Row) -> String { "\(file):\(row.line): row \(row.number)" }

  /// The invalid rows as CSV, each with a description of its problem.
  package func csv(of bad: [BadRow]) -> String {
    table.csv(
      of: bad.sorted { $0.row.number < $1.row.number }.map {
        ($0.row, $0.lines.joined(separator: " | "))
      })
  }

  /// Whether the file at a path begins like a CSV file with the skipped rows of this table.
  package func isOfSkipped(_ path: String) -> Bool {
    let header = Array(table.skippedHeader.utf8)
    guard let found = try? RegularFile(path).read(limitBytes: Self.byteLimit) else { return false }
    return found.starts(with: header)
  }

  /// The lines about the problems of a row, each with the name of the row.
  package func lines(_ lines: [String], of row: RowTable.Row) -> [String] {
    let label = label(row)
    return lines.map { line in
      if line.hasPrefix("\(file):") { return line }
      // The message about a row begins with the row's line in the table, followed by the position in the
      // document.
      guard let place = line.firstRange(of: label) else { return "\(label): \(line)" }
      let rest = line[place.upperBound...]
      let before = line[..<place.lowerBound].reversed().drop { $0 == " " || $0 == ":" || $0 == "/" }
        .reversed()
      return label + rest + (before.isEmpty ? "" : " (\(String(before)))")
    }
  }

  private static func chosen(
    _ range: RowNumbers?, of table: RowTable, _ file: String
  ) throws(EngineError) -> [RowTable.Row] {
    guard let range else { return table.rows }
    let chosen = table.rows.filter { range.contains($0.number) }
    let numbers = table.rows.map(\.number)
    if let last = numbers.max(), let missing = range.first(notIn: Set(numbers), upTo: last) {
      let isGapless = last == numbers.count
      throw .usage(
        "--rows: \(file) has "
          + (isGapless
            ? "the rows 1 to \(last)" : "row \(missing) does not exist; the last row is \(last)")
      )
    }
    return chosen
  }

  /// Reads the document once for each row, with the values of that row.
  private mutating func read(_ path: String, _ settings: ReadingSettings) throws {
    var told: [String] = []
    for name in names {
      for column in name.columns where !table.knows(column) {
        let meant = NearestWord.find(column, in: table.columns)
          .map { "; did you mean \"\($0)\"?" }
        told.append("-o \(name.text): \(file) has no column \"\(column)\"\(meant ?? "")")
      }
    }
    guard told.isEmpty else { throw EngineError(lines: told, .content) }
    // Files that the document's default values name are inputs too, even if all rows replace these values.
    _ = try? settings.read(path)
    var (good, read): ([RowTable.Row], [Document]) = ([], [])
    var first: EngineError.Cause?
    for row in rows {
      var lines: [String]
      if let problem = row.problem {
        lines = [problem]
      } else {
        do throws(EngineError) {
          let setting = RowSetting(values: row.values, label: label(row))
          var document = try settings.read(path, row: setting)
          try name(&document, for: row)
          good.append(row)
          read.append(document)
          continue
        } catch {
          lines = error.lines
          first = first ?? error.cause
        }
      }
      bad.append(BadRow(row: row, lines: self.lines(lines, of: row)))
      if bad.count == Self.mostTold, !skipsBad { break }
    }
    (rows, documents) = (good, read)
    if let document = documents.first { noteColumns(of: document) }
    // If the table has only one row, the exit status is that of the row's error, as with --set.
    if documents.isEmpty, bad.count == 1, let first { cause = first }
  }

  /// Replaces `{column}` and `{row}` in the names of the document's outputs, as in `-o`.
  private func name(_ document: inout Document, for row: RowTable.Row) throws(EngineError) {
    for place in document.outputs.indices where names.isEmpty {
      let path = document.outputs[place].path
      let name = OutputName(path.value)
      for column in name.columns where !table.knows(column) {
        throw EngineError(
          Problem(
            file: document.file, origin: path.origin,
            message: "\(file) has no column \"\(column)\"",
            suggestion: NearestWord.find(column, in: table.columns)))
      }
      document.outputs[place].path.value = name.path(for: row)
    }
  }

  /// Adds a remark about each column that no variable uses.
  private mutating func noteColumns(of document: Document) {
    let used = Set((names + document.outputs.map { OutputName($0.path.value) }).flatMap(\.columns))
    for column in table.columns where !document.variables.contains(column) && !used.contains(column)
    {
      let meant = NearestWord.find(column, in: document.variables)
        .map { "; did you mean \"\($0)\"?" }
      notes.append(
        "\(file): column \(column): the document has no such variable in \"vars\"\(meant ?? "")")
    }
  }

  /// Removes rows whose outputs are not allowed, or reports all of these rows.
  private mutating func refuse(
    _ problem: (Int) -> (line: String, cause: EngineError.Cause)?
  ) throws(EngineError) {
    var (good, read): ([RowTable.Row], [Document]) = ([], [])
    var found: [(line: String, cause: EngineError.Cause)] = []
    for place in rows.indices {
      guard let fault = problem(place) else {
        good.append(rows[place])
        read.append(documents[place])
        continue
      }
      found.append(fault)
      if bad.isEmpty { cause = fault.cause }
      bad.append(BadRow(row: rows[place], lines: [fault.line]))
    }
    if !found.isEmpty { (rows, documents) = (good, read) }
  }

  private func paths(_ place: Int) -> [String] {
    names.isEmpty
      ? documents[place].outputs.map(\.path.value) : names.map { $0.path(for: rows[place]) }
  }

  /// Rejects the rows if two of them would write the same file.
  private mutating func refuseTwins() throws(EngineError) {
    if rows.indices.contains(where: { paths($0).isEmpty }), bad.isEmpty {
      throw .usage("no output: give -o 'out/{row}.png', or \"outputs\" in the document")
    }
    var owners: [String: RowTable.Row] = [:]
    let set = self
    try refuse { place in
      var twin: (line: String, cause: EngineError.Cause)?
      for path in set.paths(place) {
        // Output paths are compared without regard to case, because some file systems do not distinguish
        // upper and lower case.
        if let owner = owners[path.lowercased()] {
          twin = (
            "\(set.label(set.rows[place])) and row \(owner.number) would both be \(path); "
              + "put {row} into the name", .usage
          )
        } else {
          owners[path.lowercased()] = set.rows[place]
        }
      }
      return twin
    }
  }

  /// The output files of a row; empty if one of the outputs is a folder of frames.
  package func files(of row: RowTable.Row, _ document: Document) -> [String] {
    let paths =
      names.isEmpty
      ? document.outputs.compactMap { try? document.paths.forWriting($0.path.value) }
      : names.map { $0.path(for: row) }
    let areFiles = paths.allSatisfy { path in
      (try? OutputFormat(path: path)).map { $0.sequence == nil && !$0.isStandardOutput } ?? false
    }
    return areFiles ? paths : []
  }

  /// Returns the files that a row writes, with their formats.
  private func files(_ place: Int) -> [(path: String, format: OutputFormat)] {
    paths(place).compactMap { path in
      let full = names.isEmpty ? try? documents[place].paths.forWriting(path) : path
      guard let full, let format = try? OutputFormat(path: path) else { return nil }
      return (full, format)
    }
  }

  /// Rejects the given outputs, which all rows share, if a row would write one of them.
  package func refuse(besideRows others: [String?]) throws(EngineError) {
    var written = WrittenFiles(context.inputs)
    do throws(WrittenFiles.Clash) {
      for other in others { if let other { try written.add(other) } }
      for place in rows.indices {
        for file in files(place) {
          try written.add(file.path, file.format, frames: 0...FrameRangeText.limit)
          context.outputs.note(Folder.of(file.path))
        }
      }
    } catch {
      throw .usage(error.description)
    }
  }

  /// Refuses rows that would write a file that a row reads.
  private mutating func refuseInputs() throws(EngineError) {
    var written = WrittenFiles(context.inputs)
    let set = self
    try refuse { place in
      let label = set.label(set.rows[place])
      for file in set.files(place) {
        do throws(WrittenFiles.Clash) {
          try written.add(file.path, file.format, frames: 0...FrameRangeText.limit)
        } catch {
          return ("\(label): \(error.description)", set.names.isEmpty ? .content : .usage)
        }
      }
      return nil
    }
  }
}

extension RowTable {
  /// Whether a placeholder name is a column of the table or `row`.
  fileprivate func knows(_ column: String) -> Bool { column == "row" || columns.contains(column) }
}
