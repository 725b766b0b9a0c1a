internal import Files

/// Rows of values for the variables of a document, from CSV or JSON.
package struct RowTable: Sendable {
  package struct Row: Sendable {
    /// From 1, the header aside.
    package var number: Int
    /// The values by their columns: as text, or null for a value that the row leaves out.
    package var values: [(column: String, text: String)]
    /// What stands in its file, column after column.
    package var cells: [String] = []
    /// What makes it no row, with its place; nil: nothing.
    package var problem: String?

    package subscript(column: String) -> String? {
      values.first { $0.column == column }?.text
    }
  }
  /// In the order of the file.
  package private(set) var columns: [String] = []
  package private(set) var rows: [Row] = []
  /// What stands between the values of CSV.
  package private(set) var separator: Character = ","

  /// The most rows, and columns, that are read.
  package static let rowLimit = 1_000_000
  package static let columnLimit = 1000

  /// What is wrong with a table, each with its place in the file.
  package struct Fault: Error, Hashable, Sendable {
    package var lines: [String]
  }

  /// Reads what the file's bytes say: JSON where they begin with `[`, else CSV. `file` is what faults call
  /// it.
  package init(_ bytes: [UInt8], file: String) throws(Fault) {
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    let first = bytes.first { ![9, 10, 13, 32].contains($0) }
    if first == UInt8(ascii: "[") {
      try readJSON(Array(bytes), file)
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
    let mark = CSVReader.separator(of: bytes)
    separator = Character(UnicodeScalar(mark))
    var reader = CSVReader(bytes, separator: mark)
    guard let header = reader.next() else { throw Fault(lines: ["\(file): is empty"]) }
    columns = header.values
    if columns.count > Self.columnLimit {
      throw Fault(lines: ["\(file):1: more than \(Self.columnLimit) columns"])
    }
    var seen: Set<String> = []
    for name in columns where !seen.insert(name).inserted {
      faults.append("\(file):1: two columns are called \"\(name)\"")
    }
    if seen.contains("") { faults.append("\(file):1: a column has no name") }
    while let record = reader.next() {
      guard rows.count < Self.rowLimit else {
        throw Fault(lines: ["\(file): more than \(Self.rowLimit) rows"])
      }
      var row = Row(
        number: rows.count + 1, values: zip(columns, record.values).map { (column: $0, text: $1) },
        cells: record.values)
      if record.isUnfinished {
        row.problem = "\(file):\(record.line): a quotation mark is not closed"
      } else if record.values.count != columns.count {
        row.problem =
          "\(file):\(record.line): row \(row.number) has "
          + "\(record.values.count) values; there are \(columns.count) columns"
      }
      rows.append(row)
    }
    if !faults.isEmpty { throw Fault(lines: Self.shortened(faults)) }
  }

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
      guard rows.count < Self.rowLimit else {
        throw Fault(lines: ["\(file): more than \(Self.rowLimit) rows"])
      }
      let number = rows.count + 1
      var row = Row(number: number, values: [])
      guard element.kind == .object else {
        row.problem = "\(file): row \(number) is no object"
        rows.append(row)
        continue
      }
      for member in element.lazyMembers {
        if seen.insert(member.key).inserted { columns.append(member.key) }
        switch member.value.kind {
        case .string: row.values.append((member.key, member.value.string ?? ""))
        case .number, .boolean: row.values.append((member.key, member.value.json))
        case .null: break
        case .array, .object:
          row.problem = "\(file): row \(number), column \(member.key): a list or an object"
        }
        if columns.count > Self.columnLimit { break }
      }
      rows.append(row)
    }
    if columns.count > Self.columnLimit {
      throw Fault(lines: ["\(file): more than \(Self.columnLimit) columns"])
    }
    for place in rows.indices {
      let values = Dictionary(
        rows[place].values.map { ($0.column, $0.text) }, uniquingKeysWith: { first, _ in first })
      rows[place].cells = columns.map { values[$0] ?? "" }
    }
  }

  /// A table of some of its rows, as CSV with one more column that says something of each.
  package func csv(of chosen: [(row: Row, remark: String)], remark name: String) -> String {
    func line(_ cells: [String]) -> String {
      cells.map { cell in
        let isPlain = !cell.utf8.contains { "\"\r\n;,\t".utf8.contains($0) }
        return isPlain ? cell : EscapedText.quotedCell(cell)
      }.joined(separator: String(separator)) + "\n"
    }
    let lines = chosen.map { row, remark in
      let missing = max(0, columns.count - row.cells.count)
      return line(row.cells + Array(repeating: "", count: missing) + [remark])
    }
    return line(columns + [name]) + lines.joined()
  }

  private static func shortened(_ lines: [String]) -> [String] {
    lines.count <= 50
      ? lines : Array(lines.prefix(50)) + ["and \(lines.count - 50) more problems"]
  }
}

/// Takes records from CSV as RFC 4180 has it, with commas, semicolons or tabs: quotation marks, and either
/// end of line.
private struct CSVReader {
  struct Record {
    var values: [String]
    /// From 1.
    var line: Int
    var isUnfinished = false
  }
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private let separator: UInt8

  init(_ bytes: [UInt8], separator: UInt8) {
    self.bytes = bytes
    self.separator = separator
  }

  /// The comma, the semicolon or the tab, whichever stands most often in the first line outside of
  /// quotation marks; the comma where none does.
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

  /// Nil after the last; lines with nothing in them are passed over.
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
