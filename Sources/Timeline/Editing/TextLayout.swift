import Documents
import JSON

/// The layout of a JSON text, which new values follow.
struct TextLayout {
  /// Whether objects are written as `{ "a": 1 }` instead of `{"a":1}`.
  let isSpaced: Bool
  /// The line ending of a text with several lines; nil for a text with one line.
  let lineEnd: String?
  /// The white space that each nesting level adds to the indentation.
  let unit: String
  /// The maximum width of a line; a longer value with several parts is split into lines.
  private static let columns = 100

  init(_ text: JSONText) {
    let bytes = text.bytes
    let feed = bytes.firstIndex(of: 0x0A)
    let isWindows = feed.map { $0 > 0 && bytes[$0 - 1] == 0x0D } ?? false
    // A single line ending after the last value does not count as a layout with lines.
    let isBroken = feed.map { $0 < text.range(of: 0).upperBound } ?? false
    lineEnd = isBroken ? (isWindows ? "\r\n" : "\n") : nil
    // The layout is determined by the first member.
    guard text.entries.count > 2, text.entries[0].kind == .object else {
      (isSpaced, unit) = (true, "  ")
      return
    }
    let colon = bytes[Int(text.entries[1].end)...].firstIndex(of: UInt8(ascii: ":"))!
    isSpaced = [0x20, 0x09, 0x0A, 0x0D].contains(bytes[colon + 1])
    let first = text.lineIndent(at: Int(text.entries[1].start))
    unit = isBroken && !first.isEmpty && first.count <= 8 ? first : "  "
  }

  func member(_ key: String, _ value: String) -> String {
    isSpaced ? "\(key): \(value)" : "\(key):\(value)"
  }

  private func list(_ open: String, _ parts: [String], _ close: String, isPadded: Bool) -> String {
    guard !parts.isEmpty else { return open + close }
    let pad = isPadded && isSpaced ? " " : ""
    return open + pad + parts.joined(separator: isSpaced ? ", " : ",") + pad + close
  }

  /// The value on one line; the text of its numbers and strings does not change.
  func line(_ value: Addition) -> String {
    switch value {
    case .node(let node):
      switch node.kind {
      case .null, .boolean, .number, .string: return node.written
      case .array:
        return list("[", (node.elements ?? []).map { line(.node($0)) }, "]", isPadded: false)
      case .object:
        let members = (node.members ?? []).map {
          member(JSONWriter.string($0.key), line(.node($0.value)))
        }
        return list("{", members, "}", isPadded: true)
      }
    case .member(let key, let inner):
      return list("{", [member(JSONWriter.string(key), line(inner))], "}", isPadded: true)
    case .element(let inner): return list("[", [line(inner)], "]", isPadded: false)
    case .copy(let text, _): return text
    }
  }

  /// The text of a value that begins at `column` of an indented line; the value stays on that line if it
  /// fits.
  func text(_ value: Addition, indent: String, column: Int) -> String {
    if case .copy(let text, let from) = value {
      guard let lineEnd, from != indent else { return text }
      // A JSON string contains no line ending, so the text can be split into lines.
      return text.split(separator: lineEnd, omittingEmptySubsequences: false).enumerated().map {
        $0 == 0 || !$1.hasPrefix(from) ? String($1) : indent + $1.dropFirst(from.count)
      }.joined(separator: lineEnd)
    }
    let short = line(value)
    // A value that shares its line with other values is not split.
    let fits = column < 0 || column + short.count <= Self.columns && !value.isBrokenAlways
    guard let lineEnd, !fits else { return short }
    return broken(value, indent, lineEnd) ?? short
  }

  /// The value with each member on its own line; nil if the value has no members.
  private func broken(_ value: Addition, _ indent: String, _ lineEnd: String) -> String? {
    let inner = indent + unit
    func whole(_ open: String, _ parts: [String], _ close: String) -> String {
      let lines = parts.map { lineEnd + inner + $0 }
      return open + lines.joined(separator: ",") + lineEnd + indent + close
    }
    func named(_ key: String, _ value: Addition) -> String {
      let key = JSONWriter.string(key)
      return member(key, text(value, indent: inner, column: inner.count + key.count + 2))
    }
    switch value {
    case .node(let node):
      if let members = node.members, !members.isEmpty {
        return whole("{", members.map { named($0.key, .node($0.value)) }, "}")
      }
      guard let elements = node.elements, !elements.isEmpty else { return nil }
      return whole(
        "[", elements.map { text(.node($0), indent: inner, column: inner.count) }, "]")
    case .member(let key, let value): return whole("{", [named(key, value)], "}")
    case .element(let value):
      return whole("[", [text(value, indent: inner, column: inner.count)], "]")
    case .copy: return nil
    }
  }
}

/// A value that an edit adds to the text.
indirect enum Addition {
  case node(JSONNode)
  /// A JSON object with one member.
  case member(String, Addition)
  /// A JSON array with one element.
  case element(Addition)
  /// A value that is copied from another place, where its lines have this indentation.
  case copy(String, indent: String)

  /// Whether the value is always split into lines, as a list that starts with an object is, because it will
  /// get more elements.
  fileprivate var isBrokenAlways: Bool {
    if case .element(let inner) = self { return inner.isObject }
    return false
  }

  var isObject: Bool {
    switch self {
    case .node(let node): node.kind == .object
    case .member: true
    case .element: false
    case .copy(let text, _): text.first == "{"
    }
  }
}

extension JSONNode {
  /// The text of a scalar value as it is written in the document.
  fileprivate var written: String {
    String(
      decoding: text.bytes[Int(text.entries[index].start)..<Int(text.entries[index].end)],
      as: UTF8.self)
  }
}

extension JSONText {
  /// The members of an object or elements of an array; each item has the entries of its key, if any, and its
  /// value.
  func items(of holder: Int) -> [(first: Int, value: Int)] {
    let isObject = entries[holder].kind == .object
    guard isObject || entries[holder].kind == .array else { return [] }
    var items: [(first: Int, value: Int)] = []
    var i = holder + 1
    while i < Int(entries[holder].end) {
      let value = isObject ? i + 1 : i
      items.append((i, value))
      i = next(after: value)
    }
    return items
  }

  func child(_ word: String, of holder: Int) -> Int? {
    switch entries[holder].kind {
    case .object: return items(of: holder).first { string(at: $0.first) == word }?.value
    case .array:
      let items = items(of: holder)
      guard let index = Int(word), "\(index)" == word, items.indices.contains(index) else {
        return nil
      }
      return items[index].value
    default: return nil
    }
  }

  /// Returns the index of the JSON value at the path of a JSON pointer.
  func entry(at words: [String]) -> Int? {
    words.reduce(0 as Int?) { place, word in place.flatMap { child(word, of: $0) } }
  }

  /// The white space at the start of the line that contains a byte.
  func lineIndent(at offset: Int) -> String {
    let line = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let space = bytes[line...].prefix { $0 == 0x20 || $0 == 0x09 }
    return String(decoding: space, as: UTF8.self)
  }

  /// The number of characters on the line before a byte.
  func column(of offset: Int) -> Int {
    let line = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return String(decoding: bytes[line..<offset], as: UTF8.self).count
  }
}
