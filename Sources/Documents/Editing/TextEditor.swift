/// Writes single values into a JSON text at their places.
///
/// Only the bytes of the value change, or of the member that comes or goes: the layout and the order of
/// all else stay as they are. What is new is written in the text's own style.
package struct TextEditor {
  package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is not JSON.
    case unreadable(String)
    /// There is no such place, and none that could be made.
    case noPlace(pointer: String)

    package var description: String {
      switch self {
      case .unreadable(let reason): "the text cannot be changed: \(reason)"
      case .noPlace(let pointer): "the document has no \(JSONWriter.string(pointer))"
      }
    }
  }

  package private(set) var bytes: [UInt8]
  private let maximumDepth: Int

  package init(_ bytes: [UInt8], maximumDepth: Int = DocumentLimits().depth) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  /// Gives the value at a pointer another one. What is missing on the way is added to its object, or,
  /// as `-` or the next index, to its array. Numbers and strings are written as they stand in `value`.
  package mutating func set(_ pointer: String, to value: JSONNode) throws(Refusal) {
    let text = try parsed()
    let style = Style(text)
    let words = try Self.words(pointer)
    var place = 0
    for (number, word) in words.enumerated() {
      if let inner = text.child(word, of: place) {
        place = inner
        continue
      }
      // The rest of the way comes to be inside of what is added here.
      var addition = style.text(value)
      for name in words[(number + 1)...].reversed() {
        addition = style.object(JSONWriter.string(name), addition)
      }
      return try add(addition, as: word, to: place, of: text, style, pointer)
    }
    bytes.replaceSubrange(text.range(of: place), with: Array(style.text(value).utf8))
  }

  /// Takes out a member or an element.
  package mutating func remove(_ pointer: String) throws(Refusal) {
    let text = try parsed()
    let words = try Self.words(pointer)
    guard let last = words.last else { throw .noPlace(pointer: pointer) }
    var holder = 0
    for word in words.dropLast() {
      guard let inner = text.child(word, of: holder) else { throw .noPlace(pointer: pointer) }
      holder = inner
    }
    guard let value = text.child(last, of: holder) else { throw .noPlace(pointer: pointer) }
    let items = text.items(of: holder)
    let place = items.firstIndex { $0.value == value }!
    let whole = text.range(of: holder)
    let range: Range<Int>
    if place + 1 < items.count {
      range = text.start(of: items[place].first)..<text.start(of: items[place + 1].first)
    } else if place > 0 {
      range = text.range(of: items[place - 1].value).upperBound..<text.range(of: value).upperBound
    } else {
      range = whole.lowerBound + 1..<whole.upperBound - 1
    }
    bytes.removeSubrange(range)
  }

  private func parsed() throws(Refusal) -> JSONText {
    var parser = JSONParser(bytes, maximumDepth: maximumDepth)
    do throws(JSONParser.SyntaxError) {
      let text = try parser.parse()
      if parser.duplicates.isEmpty { return text }
    } catch {
      throw .unreadable(error.message)
    }
    throw .unreadable("a key stands twice")
  }

  private static func words(_ pointer: String) throws(Refusal) -> [String] {
    guard let words = JSONPath.words(of: pointer) else { throw .noPlace(pointer: pointer) }
    return words
  }

  /// Adds a member or an element after the last one, as that stands: on a line of its own or not.
  private mutating func add(
    _ value: String, as word: String, to holder: Int, of text: JSONText, _ style: Style,
    _ pointer: String
  ) throws(Refusal) {
    let items = text.items(of: holder)
    let kind = text.entries[holder].kind
    let isNext = kind == .array && (word == "-" || word == "\(items.count)")
    guard kind == .object || isNext else { throw .noPlace(pointer: pointer) }
    let new = kind == .object ? style.member(JSONWriter.string(word), value) : value
    let whole = text.range(of: holder)
    guard let last = items.last else {
      let inner = kind == .object && style.isSpaced ? " \(new) " : new
      bytes.replaceSubrange(whole.lowerBound + 1..<whole.upperBound - 1, with: Array(inner.utf8))
      return
    }
    // The white space before the last one, which the new one gets too.
    let start = text.start(of: last.first)
    var space = start
    while space > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[space - 1]) { space -= 1 }
    var before = Array(bytes[space..<start])
    if let line = before.lastIndex(of: 0x0A) {
      let hasReturn = line > 0 && before[line - 1] == 0x0D
      before = Array(before[(hasReturn ? line - 1 : line)...])
    } else {
      before = style.isSpaced ? [0x20] : []
    }
    let end = text.range(of: last.value).upperBound
    bytes.insert(contentsOf: [0x2C] + before + Array(new.utf8), at: end)
  }
}

/// The way in which a text writes what stands on one line.
private struct Style {
  /// `{ "a": 1 }` rather than `{"a":1}`.
  let isSpaced: Bool

  init(_ text: JSONText) {
    // The first member tells.
    guard text.entries.count > 2, text.entries[0].kind == .object else {
      isSpaced = true
      return
    }
    let colon = text.bytes[Int(text.entries[1].end)...].firstIndex(of: UInt8(ascii: ":"))!
    isSpaced = text.bytes[colon + 1] == 0x20 || text.bytes[colon + 1] == 0x0A
  }

  func member(_ key: String, _ value: String) -> String {
    isSpaced ? "\(key): \(value)" : "\(key):\(value)"
  }
  func object(_ key: String, _ value: String) -> String {
    isSpaced ? "{ \(member(key, value)) }" : "{\(member(key, value))}"
  }

  /// The value on one line, with its numbers and strings as they stand.
  func text(_ node: JSONNode) -> String {
    switch node.kind {
    case .null, .boolean, .number, .string: return node.written
    case .array:
      let elements = (node.elements ?? []).map(text)
      return "[" + elements.joined(separator: isSpaced ? ", " : ",") + "]"
    case .object:
      let members = (node.members ?? []).map {
        member(JSONWriter.string($0.key), text($0.value))
      }
      guard !members.isEmpty else { return "{}" }
      return isSpaced
        ? "{ " + members.joined(separator: ", ") + " }"
        : "{" + members.joined(separator: ",") + "}"
    }
  }
}

extension JSONText {
  /// The members of an object or the elements of an array: the entries with which each begins, which is
  /// a member's key, and of its value.
  fileprivate func items(of holder: Int) -> [(first: Int, value: Int)] {
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

  fileprivate func child(_ word: String, of holder: Int) -> Int? {
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

  fileprivate func start(of entry: Int) -> Int { Int(entries[entry].start) }
}

extension JSONNode {
  /// A value that is no container, as the text has it.
  fileprivate var written: String {
    String(
      decoding: text.bytes[Int(text.entries[index].start)..<Int(text.entries[index].end)],
      as: UTF8.self)
  }
}
