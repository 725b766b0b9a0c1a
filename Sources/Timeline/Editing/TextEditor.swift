package import Documents
package import JSON

/// Edits a JSON text and preserves the layout of the unchanged parts. Only the bytes of changed, added or
/// removed values and members change; the layout and order of all other text stay. New text is written in the
/// style of the existing text.
package struct TextEditor {
  package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text to be edited is not valid JSON.
    case unreadable(String)
    /// No value exists at the JSON pointer, and none can be created there.
    case noPlace(pointer: String)
    /// The name of an object cannot be changed; the associated value is the reason.
    case name(String)

    package var description: String {
      switch self {
      case .unreadable(let reason): "the text cannot be changed: \(reason)"
      case .noPlace(let pointer): "the document has no \(JSONWriter.string(pointer))"
      case .name(let reason): reason
      }
    }
  }

  package internal(set) var bytes: [UInt8]
  let maximumDepth: Int

  package init(_ bytes: [UInt8], maximumDepth: Int = DocumentLimits().depth) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  /// Replaces the value at a JSON pointer. Missing members of the path are added to their objects; `-` or the
  /// next index adds an element to an array. Numbers and strings are written with the same characters as in
  /// `value`.
  package mutating func set(_ pointer: String, to value: JSONNode) throws(Refusal) {
    let text = try parsed()
    guard let place = text.entry(at: try Self.words(pointer)) else {
      return try put(.node(value), at: pointer, in: text)
    }
    let style = TextLayout(text)
    let start = text.start(of: place)
    let new = style.text(
      .node(value), indent: text.lineIndent(at: start), column: text.column(of: start))
    bytes.replaceSubrange(text.range(of: place), with: Array(new.utf8))
  }

  /// Inserts an element into an array before the element at the pointer, or after the last element; in an
  /// object, adds a member with that key.
  package mutating func insert(_ pointer: String, _ value: JSONNode) throws(Refusal) {
    try put(.node(value), at: pointer, in: try parsed())
  }

  /// Removes a member of an object or an element of an array.
  package mutating func remove(_ pointer: String) throws(Refusal) {
    let text = try parsed()
    let words = try Self.words(pointer)
    guard let last = words.last, let holder = text.entry(at: Array(words.dropLast())),
      let value = text.child(last, of: holder)
    else { throw .noPlace(pointer: pointer) }
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

  /// Moves a value to another place without changing its bytes, except for its indentation. The pointer
  /// `target` refers to the text without the moved value.
  package mutating func move(_ pointer: String, to target: String) throws(Refusal) {
    let value = try copy(of: pointer)
    try remove(pointer)
    try put(value, at: target, in: try parsed())
  }

  /// Copies a value to another place without changing its bytes.
  package mutating func copy(_ pointer: String, to target: String) throws(Refusal) {
    try put(try copy(of: pointer), at: target, in: try parsed())
  }

  // MARK: Places

  func parsed() throws(Refusal) -> JSONText {
    var parser = JSONParser(bytes, maximumDepth: maximumDepth)
    do throws(JSONParser.SyntaxError) {
      let text = try parser.parse()
      if parser.duplicates.isEmpty { return text }
    } catch {
      throw .unreadable(error.message)
    }
    throw .unreadable("a key appears twice")
  }

  static func words(_ pointer: String) throws(Refusal) -> [String] {
    guard let words = JSONPath.words(of: pointer) else { throw .noPlace(pointer: pointer) }
    return words
  }

  private func copy(of pointer: String) throws(Refusal) -> Addition {
    let text = try parsed()
    guard let place = text.entry(at: try Self.words(pointer)) else {
      throw .noPlace(pointer: pointer)
    }
    let range = text.range(of: place)
    return .copy(
      String(decoding: bytes[range], as: UTF8.self), indent: text.lineIndent(at: range.lowerBound))
  }

  /// Adds a value at a place that does not exist, or before an existing element; missing members of the path
  /// are added too.
  private mutating func put(
    _ value: Addition, at pointer: String, in text: JSONText
  ) throws(Refusal) {
    let words = try Self.words(pointer)
    var holder = 0
    for (number, word) in words.enumerated() {
      let inner = text.child(word, of: holder)
      if let inner, number + 1 < words.count {
        holder = inner
        continue
      }
      // The remaining components of the path become part of the added value.
      var addition = value
      for name in words[(number + 1)...].reversed() {
        addition = name == "-" ? .element(addition) : .member(name, addition)
      }
      let items = text.items(of: holder)
      let kind = text.entries[holder].kind
      let place = inner.flatMap { inner in items.firstIndex { $0.value == inner } } ?? items.count
      let isNext = word == "-" || word == "\(items.count)" || inner != nil
      guard kind == .object && inner == nil || kind == .array && isNext else { break }
      return add(addition, word, at: place, to: holder, of: text)
    }
    throw .noPlace(pointer: pointer)
  }

  private mutating func add(
    _ value: Addition, _ word: String, at place: Int, to holder: Int, of text: JSONText
  ) {
    let style = TextLayout(text)
    let items = text.items(of: holder)
    let isObject = text.entries[holder].kind == .object
    let whole = text.range(of: holder)
    func new(_ indent: String, _ column: Int) -> String {
      let key = isObject ? JSONWriter.string(word) : ""
      let text = style.text(
        value, indent: indent, column: column + (isObject ? key.count + 2 : 0))
      return isObject ? style.member(key, text) : text
    }
    let outer = text.lineIndent(at: whole.lowerBound)
    guard let neighbour = items.isEmpty ? nil : items[min(place, items.count - 1)] else {
      var inner = ""
      if let end = style.lineEnd, !isObject, value.isObject {
        inner = end + outer + style.unit + new(outer + style.unit, outer.count + 2) + end + outer
      } else {
        inner = new(outer, text.column(of: whole.lowerBound) + 1)
        if isObject, style.isSpaced { inner = " \(inner) " }
      }
      bytes.replaceSubrange(whole.lowerBound + 1..<whole.upperBound - 1, with: Array(inner.utf8))
      return
    }
    // The white space before the neighbouring element is repeated before the new element.
    let start = text.start(of: neighbour.first)
    var space = start
    while space > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[space - 1]) { space -= 1 }
    var before = Array(bytes[space..<start])
    let isOnOwnLine = before.contains(0x0A)
    if let line = before.lastIndex(of: 0x0A) {
      let hasReturn = line > 0 && before[line - 1] == 0x0D
      before = Array(before[(hasReturn ? line - 1 : line)...])
    } else {
      before = style.isSpaced ? [0x20] : []
    }
    let indent = text.lineIndent(at: start)
    // A value that shares its line with other values stays on that line.
    let made = isOnOwnLine ? new(indent, indent.count) : new(indent, -10_000)
    if place < items.count {
      bytes.insert(contentsOf: Array(made.utf8) + [0x2C] + before, at: start)
    } else {
      bytes.insert(
        contentsOf: [0x2C] + before + Array(made.utf8),
        at: text.range(of: neighbour.value).upperBound)
    }
  }
}
