/// Rows of values for the variables of a document, from CSV or JSON.
package struct RowTable: Sendable {
  package struct Row: Sendable {
    /// From 1, the header aside.
    package var number: Int
    /// The values by their columns: as text, or null for a value that the row leaves out.
    package var values: [(column: String, text: String)]

    package subscript(column: String) -> String? {
      values.first { $0.column == column }?.text
    }
  }
  /// In the order of the file.
  package private(set) var columns: [String] = []
  package private(set) var rows: [Row] = []

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
    var reader = CSVReader(bytes)
    guard let header = reader.next() else { throw Fault(lines: ["\(file): is empty"]) }
    columns = header.values
    let doubles = columns.enumerated().filter { columns.firstIndex(of: $1) != $0 }
    for (_, name) in doubles { faults.append("\(file):1: two columns are called \"\(name)\"") }
    if columns.contains("") { faults.append("\(file):1: a column has no name") }
    if columns.count > Self.columnLimit {
      throw Fault(lines: ["\(file):1: more than \(Self.columnLimit) columns"])
    }
    while let record = reader.next() {
      guard rows.count < Self.rowLimit else {
        throw Fault(lines: ["\(file): more than \(Self.rowLimit) rows"])
      }
      if record.isUnfinished {
        faults.append("\(file):\(record.line): a quotation mark is not closed")
      } else if record.values.count != columns.count {
        faults.append(
          "\(file):\(record.line): row \(rows.count + 1) has \(record.values.count) values; "
            + "there are \(columns.count) columns")
      }
      rows.append(
        Row(
          number: rows.count + 1,
          values: zip(columns, record.values).map { (column: $0, text: $1) }))
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
    var faults: [String] = []
    for element in root.elements ?? [] {
      guard rows.count < Self.rowLimit else {
        throw Fault(lines: ["\(file): more than \(Self.rowLimit) rows"])
      }
      let number = rows.count + 1
      guard element.kind == .object else {
        faults.append("\(file): row \(number) is no object")
        rows.append(Row(number: number, values: []))
        continue
      }
      var row = Row(number: number, values: [])
      for member in element.lazyMembers {
        if !columns.contains(member.key) { columns.append(member.key) }
        switch member.value.kind {
        case .string: row.values.append((member.key, member.value.string ?? ""))
        case .number, .boolean: row.values.append((member.key, member.value.json))
        case .null: break
        case .array, .object:
          faults.append("\(file): row \(number), column \(member.key): a list or an object")
        }
        if columns.count > Self.columnLimit { break }
      }
      rows.append(row)
    }
    if columns.count > Self.columnLimit {
      faults.append("\(file): more than \(Self.columnLimit) columns")
    }
    if !faults.isEmpty { throw Fault(lines: Self.shortened(faults)) }
  }

  private static func shortened(_ lines: [String]) -> [String] {
    lines.count <= 50
      ? lines : Array(lines.prefix(50)) + ["and \(lines.count - 50) more problems"]
  }
}

/// Takes records from CSV as RFC 4180 has it: commas, quotation marks, and either end of line.
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

  init(_ bytes: [UInt8]) { self.bytes = bytes }

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
      } else if byte == UInt8(ascii: ",") {
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
