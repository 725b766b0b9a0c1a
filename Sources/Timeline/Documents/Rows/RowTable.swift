internal import Files
import JSON

/// Rows of values for the variables of a document, from CSV or JSON.
package struct RowTable: Sendable {
  package struct Row: Sendable {
    /// The number of the row from 1, without the header; a table of skipped rows keeps the numbers of the
    /// original table.
    package var number: Int
    /// The line of the file at which the row starts, from 1.
    package var line = 1
    /// The values by column, as JSON or plain text; null for a value that the row leaves out.
    package var values: [(column: String, text: String)]
    /// The texts of the table row's cells, column by column.
    package var cells: [String] = []
    /// A description of why the row is invalid, with its position; nil if the row is valid.
    package var problem: String?

    package subscript(column: String) -> String? {
      values.first { $0.column == column }?.text
    }
  }
  /// The names of the columns in the order of the file.
  package private(set) var columns: [String] = []
  package private(set) var rows: [Row] = []
  /// The character that separates the values of a CSV file.
  package private(set) var separator: Character = ","

  /// The maximum number of rows; `columnLimit` is that of columns.
  package static let rowLimit = 1_000_000
  package static let columnLimit = 1000

  /// The name of the column with the original row numbers, in a table of rows that failed; its last column
  /// contains the errors.
  package static let numberColumn = "{row}"
  private static let remarkColumns = ["{problem}", "problem"]

  /// A problem with a table, with its position in the file.
  package struct Fault: Error, Hashable, Sendable {
    package var lines: [String]
  }

  /// Reads a table in JSON if the bytes start with `[`, otherwise in CSV. `file` is the name of the table in
  /// error messages.
  package init(_ bytes: [UInt8], file: String) throws(Fault) {
    for mark in [[0x50, 0x4B, 0x03, 0x04], [0xD0, 0xCF, 0x11, 0xE0]] as [[UInt8]]
    where bytes.starts(with: mark) {
      throw Fault(lines: [
        "\(file): is a spreadsheet or an archive, not a table of text: save the sheet as \"CSV UTF-8\""
      ])
    }
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    let text = bytes.drop { Self.isSpace($0) }
    let second = text.dropFirst().first { !Self.isSpace($0) }
    if text.first == UInt8(ascii: "[") {
      try readJSON(Array(bytes), file)
    } else if text.first == UInt8(ascii: "{"),
      second == UInt8(ascii: "\"") || second == UInt8(ascii: "}")
    {
      try readJSONLines(bytes, file)
    } else {
      try readCSV(Array(bytes), file)
    }
    if rows.isEmpty { throw Fault(lines: ["\(file): there are no rows"]) }
  }

  // MARK: CSV

  private mutating func readCSV(_ bytes: [UInt8], _ file: String) throws(Fault) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Fault(lines: ["\(file): is not UTF-8"])
    }
    var faults: [String] = []
    var bytes = bytes
    var firstLine = 1
    var told: UInt8?
    // The first line of a table may be the separator line that Excel writes.
    if bytes.starts(with: Array("sep=".utf8)), bytes.count > 5, [10, 13].contains(bytes[5]) {
      told = bytes[4]
      bytes.removeFirst(bytes[5] == 13 && bytes.count > 6 && bytes[6] == 10 ? 7 : 6)
      firstLine = 2
    }
    let mark = told ?? CSVReader.separator(of: bytes)
    separator = Character(UnicodeScalar(mark))
    var reader = CSVReader(bytes, separator: mark, line: firstLine)
    guard let header = reader.next() else { throw Fault(lines: ["\(file): is empty"]) }
    columns = header.values
    // Trailing columns without names are ignored, because spreadsheets write columns that were once used.
    let named = (columns.lastIndex { !$0.isEmpty } ?? -1) + 1
    let place = header.line
    if named > Self.columnLimit {
      throw Fault(lines: ["\(file):\(place): more than \(Self.columnLimit) columns"])
    }
    columns = Array(columns.prefix(named))
    var seen: Set<String> = []
    for name in columns where !name.isEmpty && !seen.insert(name).inserted {
      faults.append("\(file):\(place): two columns are called \"\(name)\"")
    }
    let remark = Self.remarkColumns.contains(columns.last ?? "") && seen.contains(Self.numberColumn)
    let numbers = columns.firstIndex(of: Self.numberColumn)
    let nameless = columns.indices.filter { columns[$0].isEmpty }
    var isNamelessUsed = false
    let left = Set(nameless + [numbers, remark ? columns.count - 1 : nil].compactMap { $0 })
    var known: Set<Int> = []
    while let record = reader.next() {
      if record.isBlank { continue }
      guard rows.count < Self.rowLimit else {
        throw Fault(lines: ["\(file): more than \(Self.rowLimit) rows"])
      }
      var cells = record.values
      while cells.count > columns.count, cells.last == "" { cells.removeLast() }
      let isWhole = cells.count == columns.count
      if isWhole, let used = nameless.first(where: { !cells[$0].isEmpty }), !isNamelessUsed {
        faults.append(
          "\(file):\(record.line): column \(used + 1) has a value, but no name in line \(place)")
        isNamelessUsed = true
      }
      var row = Row(number: rows.count + 1, line: record.line, values: [])
      if let numbers {
        let text = cells.indices.contains(numbers) ? cells[numbers] : ""
        if let number = Int(text), number >= 1, known.insert(number).inserted {
          row.number = number
        } else {
          faults.append(
            "\(file):\(record.line): \(Self.numberColumn) is \"\(text)\", "
              + "which is not the number of one row"
          )
        }
      }
      if record.isUnfinished {
        row.problem = "\(file):\(record.line): row \(row.number): a quotation mark is not closed"
      } else if !isWhole {
        row.problem =
          "\(file):\(record.line): row \(row.number) has "
          + "\(cells.count) values, but the table has \(columns.count) columns"
      }
      if isWhole {
        for (place, name) in columns.enumerated() where !left.contains(place) {
          row.values.append((name, cells[place]))
          row.cells.append(cells[place])
        }
      } else {
        if numbers == 0 { cells.removeFirst() }
        if remark, cells.count > 1 { cells.removeLast() }
        row.cells = cells
      }
      rows.append(row)
    }
    columns = columns.enumerated().filter { !left.contains($0.offset) }.map(\.element)
    if !faults.isEmpty { throw Fault(lines: Self.shortened(faults)) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [9, 10, 13, 32].contains(byte) }

  // MARK: JSON

  private mutating func readJSON(_ bytes: [UInt8], _ file: String) throws(Fault) {
    var parser = JSONParser(bytes, maximumDepth: 8)
    let text: JSONText
    do throws(JSONParser.SyntaxError) { text = try parser.parse() } catch {
      let place = LineTable(bytes).position(ofByte: error.offset, in: bytes)
      throw Fault(lines: ["\(file):\(place.line):\(place.column): \(error.message)"])
    }
    let root = JSONNode(text: text, index: 0, path: nil, variables: nil, anchor: nil)
    var seen: Set<String> = []
    for element in root.elements ?? [] {
      try add(element, line: element.position.line, &seen, file)
    }
    try fillCells(file)
  }

  /// Reads one JSON object per line.
  private mutating func readJSONLines(
    _ bytes: ArraySlice<UInt8>, _ file: String
  ) throws(Fault) {
    var seen: Set<String> = []
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    for (place, line) in lines.enumerated() where line.contains(where: { !Self.isSpace($0) }) {
      let bytes = Array(line)
      var parser = JSONParser(bytes, maximumDepth: 8)
      let text: JSONText
      do throws(JSONParser.SyntaxError) { text = try parser.parse() } catch {
        let column = LineTable(bytes).position(ofByte: error.offset, in: bytes).column
        throw Fault(lines: [
          "\(file):\(place + 1):\(column): \(error.message); each line must be an object, "
            + "or the whole file one list"
        ])
      }
      let node = JSONNode(text: text, index: 0, path: nil, variables: nil, anchor: nil)
      try add(node, line: place + 1, &seen, file)
    }
    try fillCells(file)
  }

  private mutating func add(
    _ element: JSONNode, line: Int, _ seen: inout Set<String>, _ file: String
  ) throws(Fault) {
    guard rows.count < Self.rowLimit else {
      throw Fault(lines: ["\(file): more than \(Self.rowLimit) rows"])
    }
    let number = rows.count + 1
    var row = Row(number: number, line: line, values: [])
    guard element.kind == .object else {
      row.problem = "\(file):\(line): row \(number) is not an object"
      rows.append(row)
      return
    }
    for member in element.lazyMembers {
      if seen.insert(member.key).inserted { columns.append(member.key) }
      switch member.value.kind {
      case .string: row.values.append((member.key, member.value.string ?? ""))
      case .number, .boolean: row.values.append((member.key, member.value.json))
      case .null: break
      case .array, .object:
        row.problem =
          "\(file):\(line): row \(number), column \(member.key): "
          + "a cell cannot be a list or an object"
      }
      if columns.count > Self.columnLimit { break }
    }
    rows.append(row)
  }

  private mutating func fillCells(_ file: String) throws(Fault) {
    if columns.count > Self.columnLimit {
      throw Fault(lines: ["\(file): more than \(Self.columnLimit) columns"])
    }
    for place in rows.indices {
      let values = Dictionary(
        rows[place].values.map { ($0.column, $0.text) }, uniquingKeysWith: { first, _ in first })
      rows[place].cells = columns.map { values[$0] ?? "" }
    }
  }

  /// The chosen rows as CSV, with their numbers in the first column and the remarks in the last column.
  package func csv(of chosen: [(row: Row, remark: String)]) -> String {
    let lines = chosen.map { row, remark in
      let missing = max(0, columns.count - row.cells.count)
      return line(
        ["\(row.number)"] + row.cells + Array(repeating: "", count: missing) + [remark])
    }
    return skippedHeader + lines.joined()
  }

  /// The header line of the table that lists the skipped rows.
  package var skippedHeader: String {
    line([Self.numberColumn] + columns + [Self.remarkColumns[columns.contains("problem") ? 0 : 1]])
  }

  private func line(_ cells: [String]) -> String {
    cells.map { cell in
      let isPlain = !cell.utf8.contains {
        "\"\r\n;,\t".utf8.contains($0) || separator.asciiValue == $0
      }
      return isPlain ? cell : EscapedText.quotedCell(cell)
    }.joined(separator: String(separator)) + "\n"
  }

  private static func shortened(_ lines: [String]) -> [String] {
    lines.count <= 50
      ? lines : Array(lines.prefix(50)) + ["and \(lines.count - 50) more problems"]
  }
}

/// Reads CSV records (RFC 4180) with commas, semicolons or tabs, quotation marks, and any kind of line
/// ending.
private struct CSVReader {
  struct Record {
    var values: [String]
    /// The line number of the table record, counted from 1.
    var line: Int
    var isUnfinished = false
    /// Whether the table record contains only separators.
    var isBlank = true
  }
  private let bytes: [UInt8]
  private var place = 0
  private var line: Int
  private let separator: UInt8

  init(_ bytes: [UInt8], separator: UInt8, line: Int) {
    self.bytes = bytes
    self.line = line
    self.separator = separator
  }

  /// The separator: the comma, semicolon or tab that is most frequent in the first line outside quotation
  /// marks; the comma if there is none.
  static func separator(of bytes: [UInt8]) -> UInt8 {
    let marks = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in bytes.drop(while: { $0 == 10 || $0 == 13 }) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 10 || byte == 13 { break }
      if let mark = marks.firstIndex(of: byte) { counts[mark] += 1 }
    }
    return marks[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
  }

  /// Returns the next record of the table; nil after the last record. Empty lines of a table are skipped.
  mutating func next() -> Record? {
    while place < bytes.count, bytes[place] == 10 || bytes[place] == 13 {
      if bytes[place] == 10 { line += 1 }
      place += 1
    }
    guard place < bytes.count else { return nil }
    var record = Record(values: [], line: line)
    var value: [UInt8] = []
    var isQuoted = false
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == 10 { line += 1 }
      if byte != separator, byte != 10, byte != 13 { record.isBlank = false }
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          value.append(byte)
        } else if place < bytes.count, bytes[place] == byte {
          value.append(byte)
          place += 1
        } else {
          isQuoted = false
        }
      } else if byte == UInt8(ascii: "\""), value.isEmpty {
        isQuoted = true
      } else if byte == separator {
        record.values.append(String(decoding: value, as: UTF8.self))
        value = []
      } else if byte == 10 || byte == 13 {
        break
      } else {
        value.append(byte)
      }
    }
    record.isUnfinished = isQuoted
    record.values.append(String(decoding: value, as: UTF8.self))
    return record
  }
}
