/// A JSON text that was read strictly: its bytes, and a flat list of its values in text order. A value takes
/// 12 bytes in addition to the text, so 8 MiB of `[0,0,…]` take less than 64 MiB. Strings and numbers are
/// decoded on demand.
package final class JSONText: Sendable {
  struct Entry: Sendable {
    enum Kind: UInt8, Sendable { case null, `false`, `true`, number, string, array, object }
    var kind: Kind
    /// Whether a string contains a backslash.
    var hasEscapes = false
    /// Whether a string contains a `$`.
    var hasDollar = false
    var isKey = false
    /// The offset of the first byte.
    var start: UInt32
    /// The offset of the byte after a string or number; for a container, the index of the next entry after
    /// everything inside.
    var end: UInt32
  }

  let bytes: [UInt8]
  /// Entry 0 is the root. An object's entries alternate key and value.
  let entries: [Entry]
  private let lines: LineTable

  init(bytes: [UInt8], entries: [Entry]) {
    self.bytes = bytes
    self.entries = entries
    lines = LineTable(bytes)
  }

  func position(ofByte offset: Int) -> SourcePosition { lines.position(ofByte: offset, in: bytes) }

  /// The entry after `index` and everything inside that entry.
  func next(after index: Int) -> Int {
    let entry = entries[index]
    return switch entry.kind {
    case .array, .object: Int(entry.end)
    default: index + 1
    }
  }

  /// The JSON pointer of an entry; a key has the pointer of its value. The search descends from the root.
  func pointer(ofEntry target: Int) -> String {
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

  func origin(ofEntry index: Int) -> Origin {
    Origin(
      position: position(ofByte: Int(entries[index].start)), pointer: pointer(ofEntry: index))
  }

  func number(at index: Int) -> Double {
    JSONNumber.value(of: bytes[Int(entries[index].start)..<Int(entries[index].end)])
  }

  /// A string without its quotes, with escapes decoded and variables not replaced.
  func string(at index: Int) -> String {
    let entry = entries[index]
    let inner = bytes[Int(entry.start) + 1..<Int(entry.end) - 1]
    return entry.hasEscapes
      ? JSONEscapes.resolve(inner) : String(decoding: inner, as: UTF8.self)
  }
}

/// Finds the line and column of a byte without reading the whole text: there is a mark every 64 bytes.
struct LineTable: Sendable {
  private static let block = 64
  private var marks: [(line: Int32, column: Int32)] = []

  init(_ bytes: [UInt8]) {
    marks.reserveCapacity(bytes.count / Self.block + 1)
    var line: Int32 = 1
    var column: Int32 = 1
    for (offset, byte) in bytes.enumerated() {
      if offset % Self.block == 0 { marks.append((line, column)) }
      Self.advance(&line, &column, over: byte)
    }
    if bytes.count % Self.block == 0 { marks.append((line, column)) }
  }

  func position(ofByte offset: Int, in bytes: [UInt8]) -> SourcePosition {
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
