/// A JSON text after strict parsing: its bytes, and a flat list of its values in the order of the text. A
/// value takes 12 bytes in addition to the text, so 8 MiB of `[0,0,…]` need less than 64 MiB. Strings and
/// numbers are decoded on demand.
package final class JSONText: Sendable {
  package struct Entry: Sendable {
    package enum Kind: UInt8, Sendable { case null, `false`, `true`, number, string, array, object }
    package var kind: Kind
    /// Whether the JSON string contains a backslash.
    var hasEscapes = false
    /// Whether the JSON string contains a `$`.
    package var hasDollar = false
    package var isKey = false
    /// The offset of the first byte of the JSON value in the text.
    package var start: UInt32
    /// The end offset of a string or number; for an array or object, the index of the entry after all its
    /// contents.
    package var end: UInt32
  }

  package let bytes: [UInt8]
  /// The values of the text; the root is entry 0. The entries of an object alternate between keys and values.
  package let entries: [Entry]
  private let lines: LineTable

  package init(bytes: [UInt8], entries: [Entry]) {
    self.bytes = bytes
    self.entries = entries
    lines = LineTable(bytes)
  }

  package func position(ofByte offset: Int) -> SourcePosition {
    lines.position(ofByte: offset, in: bytes)
  }

  /// Returns the offset of the first byte of a JSON entry in the text.
  package func start(of entry: Int) -> Int { Int(entries[entry].start) }

  /// The index of the entry that follows entry `index` and all its contents.
  package func next(after index: Int) -> Int {
    let entry = entries[index]
    return switch entry.kind {
    case .array, .object: Int(entry.end)
    default: index + 1
    }
  }

  /// The JSON pointer of an entry; a key has the pointer of its value. The search descends from the root of
  /// the text.
  package func pointer(ofEntry target: Int) -> String {
    var path: JSONPath?
    var index = 0
    while index < target {
      let end = Int(entries[index].end)
      let isObject = entries[index].kind == .object
      guard isObject || entries[index].kind == .array else { break }
      var child = index + 1
      var count = 0
      while child < end {
        let value = isObject ? child + 1 : child
        let after = next(after: value)
        if target < after {
          path = JSONPath(isObject ? .key(string(at: child)) : .index(count), in: path)
          if target <= value { return path?.pointer ?? "" }
          index = value
          break
        }
        child = after
        count += 1
      }
      if child >= end { break }
    }
    return path?.pointer ?? ""
  }

  package func origin(ofEntry index: Int) -> Origin {
    Origin(
      position: position(ofByte: Int(entries[index].start)), pointer: pointer(ofEntry: index))
  }

  package func number(at index: Int) -> Double {
    JSONNumber.value(of: bytes[Int(entries[index].start)..<Int(entries[index].end)])
  }

  /// The string of an entry without quotes; escapes are decoded, and variables are not replaced.
  package func string(at index: Int) -> String {
    let entry = entries[index]
    let inner = bytes[Int(entry.start) + 1..<Int(entry.end) - 1]
    return entry.hasEscapes
      ? JSONEscapes.resolve(inner) : String(decoding: inner, as: UTF8.self)
  }
}

extension JSONText {
  /// Returns the byte range of a JSON value in the text.
  package func range(of index: Int) -> Range<Int> {
    let entry = entries[index]
    let start = Int(entry.start)
    switch entry.kind {
    case .null, .true: return start..<start + 4
    case .false: return start..<start + 5
    case .string, .number: return start..<Int(entry.end)
    case .array, .object:
      var place = start + 1
      var child = index + 1
      var last: Int?
      while child < Int(entry.end) {
        last = entry.kind == .object ? child + 1 : child
        child = next(after: last!)
      }
      if let last { place = range(of: last).upperBound }
      let bracket = UInt8(ascii: entry.kind == .array ? "]" : "}")
      while bytes[place] != bracket { place += 1 }
      return start..<place + 1
    }
  }

  /// The text with some byte ranges replaced; if two ranges overlap, only the first is replaced.
  package func replacing(_ edits: [(range: Range<Int>, bytes: [UInt8])]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where edit.range.lowerBound >= place {
      result += bytes[place..<edit.range.lowerBound]
      result += edit.bytes
      place = edit.range.upperBound
    }
    return result + bytes[place...]
  }
}

/// Finds the line and column of a byte without scanning the whole text, by a mark for every 64 bytes.
package struct LineTable: Sendable {
  private static let block = 64
  private var marks: [(line: Int32, column: Int32)] = []

  package init(_ bytes: [UInt8]) {
    marks.reserveCapacity(bytes.count / Self.block + 1)
    var line: Int32 = 1
    var column: Int32 = 1
    for (offset, byte) in bytes.enumerated() {
      if offset % Self.block == 0 { marks.append((line, column)) }
      Self.advance(&line, &column, over: byte)
    }
    if bytes.count % Self.block == 0 { marks.append((line, column)) }
  }

  package func position(ofByte offset: Int, in bytes: [UInt8]) -> SourcePosition {
    let block = min(offset / Self.block, marks.count - 1)
    var (line, column) = marks[block]
    for i in block * Self.block..<min(offset, bytes.count) {
      Self.advance(&line, &column, over: bytes[i])
    }
    return SourcePosition(line: Int(line), column: Int(column))
  }

  private static func advance(_ line: inout Int32, _ column: inout Int32, over byte: UInt8) {
    if byte == 0x0A {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }
}
