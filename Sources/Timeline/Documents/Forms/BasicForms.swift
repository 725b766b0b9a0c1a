import JSON
import Scenes

extension ValueSchema where Value == Double {
  /// A number in a range; `excludingMinimum` excludes the lower bound.
  static func number(_ range: ClosedRange<Double>, excludingMinimum: Bool = false) -> ValueSchema {
    let lower = JSONWriter.number(range.lowerBound)
    let upper = JSONWriter.number(range.upperBound)
    let name =
      excludingMinimum
      ? "a number above \(lower) and up to \(upper)" : "a number from \(lower) to \(upper)"
    return ValueSchema(name) { _ in
      [
        "type": "number",
        excludingMinimum ? "exclusiveMinimum" : "minimum": .number(range.lowerBound),
        "maximum": .number(range.upperBound),
      ]
    } read: { node, reading in
      guard let value = node.number, range.contains(value),
        !excludingMinimum || value > range.lowerBound
      else {
        reading.mismatch(node, name)
        return nil
      }
      return value
    }
  }

  /// A coordinate in points, which may be negative.
  static var coordinate: ValueSchema { .number(-1e6...1e6) }
  static var extent: ValueSchema { .number(0...1e6) }
  static var fraction: ValueSchema { .number(0...1) }
}

extension ValueSchema where Value == Int {
  static func whole(_ range: ClosedRange<Int>) -> ValueSchema {
    let name = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return ValueSchema(name) { _ in
      [
        "type": "integer", "minimum": .number(Double(range.lowerBound)),
        "maximum": .number(Double(range.upperBound)),
      ]
    } read: { node, reading in
      guard let value = node.number, let whole = Int(whole: value), range.contains(whole) else {
        reading.mismatch(node, name)
        return nil
      }
      return whole
    }
  }
}

extension ValueSchema where Value == Bool {
  static var boolean: ValueSchema {
    ValueSchema("true or false") { _ in
      ["type": "boolean"]
    } read: { node, reading in
      if node.boolean == nil { reading.mismatch(node, "true or false") }
      return node.boolean
    }
  }
}

extension ValueSchema where Value == String {
  /// A string of at most `maximum` bytes.
  static func string(_ expected: String = "a string", maximum: Int = 65_536) -> ValueSchema {
    ValueSchema(expected) { _ in
      ["type": "string"]
    } read: { node, reading in
      // A number from a variable keeps the digits in which it is written, even if the string consists only of
      // the variable.
      let number = node.isUse && node.kind == .number ? node.json : nil
      guard let text = node.string ?? number else {
        reading.mismatch(node, expected)
        return nil
      }
      guard text.utf8.count <= maximum else {
        reading.fail("expected at most \(maximum) bytes of text", at: node)
        return nil
      }
      return text
    }
  }

  /// A name in a document that selectors can refer to.
  static func name(_ what: String) -> ValueSchema {
    let expected = "\(what): a letter or \"_\", then letters, digits, \"_\" and \"-\""
    return ValueSchema(expected) { _ in
      ["type": "string", "pattern": .string("^\(Tokens.namePattern)$")]
    } read: { node, reading in
      guard let text = node.string, Tokens.isName(text) else {
        reading.mismatch(node, expected)
        return nil
      }
      return text
    }
  }

  /// The label of a step of the same move or of another move.
  static var label: ValueSchema {
    let expected = "a step's id, or \"move/step\""
    return ValueSchema(expected) { _ in
      ["type": "string", "pattern": .string("^\(Tokens.labelPattern)$")]
    } read: { node, reading in
      guard let text = node.string, Tokens.isLabel(text) else {
        reading.mismatch(node, expected)
        return nil
      }
      return text
    }
  }
}

extension ValueSchema where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// A case of an enumeration, written as a string.
  static func choice() -> ValueSchema {
    let choice = WordChoice(words: Value.allCases.map(\.rawValue))
    return ValueSchema(choice.expected, schema: choice.schema) { node, reading in
      if let text = node.string, let value = Value(rawValue: text) { return value }
      choice.refuse(node, &reading)
      return nil
    }
  }
}

private struct WordChoice: Sendable {
  let words: [String]
  var expected: String { "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ") }

  func schema(_ builder: inout SchemaBuilder) -> SchemaTree {
    ["enum": .array(words.map { .string($0) })]
  }

  func refuse(_ node: JSONNode, _ reading: inout Reading) {
    reading.mismatch(
      node, expected, suggestion: node.string.flatMap { NearestWord.find($0, in: words) })
  }
}

extension ValueSchema {
  /// A list whose number of values is in `range`.
  func list(_ range: ClosedRange<Int>, of what: String) -> ValueSchema<[Value]> {
    list(ListShape(counts: range, what: what, limit: nil))
  }

  /// A list whose number of values is limited by a limit that the user can raise.
  func list(upTo limit: DocumentLimits.Name, of what: String) -> ValueSchema<[Value]> {
    list(ListShape(counts: 0...DocumentLimits()[limit], what: what, limit: limit))
  }

  private func list(_ shape: ListShape) -> ValueSchema<[Value]> {
    let element = self
    return ValueSchema<[Value]>(shape.expected) {
      shape.schema(element.schema(&$0).orVariable(&$0))
    } read: { node, reading in
      shape.count(node, &reading).flatMap {
        element.readAll(node, $0, leaving: shape.counts, &reading)
      }
    }
  }

  /// Reads up to `count` elements of a JSON array. After a problem, the function returns the valid elements,
  /// so that planning can find further problems; it returns nil if there are too few.
  private func readAll(
    _ node: JSONNode, _ count: Int, leaving counts: ClosedRange<Int>, _ reading: inout Reading
  ) -> [Value]? {
    var values: [Value] = []
    values.reserveCapacity(count)
    for child in node.lazyElements {
      if let value = read(child, &reading) { values.append(value) }
      if reading.problems.isFull { break }
    }
    let isFree = counts.lowerBound < counts.upperBound && values.count >= counts.lowerBound
    return values.count == count || isFree ? values : nil
  }

  /// A schema that accepts a single value or a list of values.
  func oneOrMore(_ maximum: Int, of what: String) -> ValueSchema<[Value]> {
    map { [$0] }.or(
      [.array], list(1...maximum, of: what), expected: "\(expected), or a list of them")
  }

  /// An object whose keys the document chooses; `make` returns an element for each member, or adds a problem
  /// and returns nil.
  static func mapping<Element: Sendable>(
    _ what: String, upTo maximum: Int = 4096,
    _ schema: @escaping @Sendable (inout SchemaBuilder) -> SchemaTree,
    _ make: @escaping @Sendable (JSONMember, inout Reading) -> Element?
  ) -> ValueSchema<[Element]> where Value == [Element] {
    mapping(MappingShape(what: what, maximum: maximum, limit: nil, element: schema), make)
  }

  /// An object whose keys the document chooses, with a limit that the user can raise.
  static func mapping<Element: Sendable>(
    _ what: String, upTo limit: DocumentLimits.Name,
    _ schema: @escaping @Sendable (inout SchemaBuilder) -> SchemaTree,
    _ make: @escaping @Sendable (JSONMember, inout Reading) -> Element?
  ) -> ValueSchema<[Element]> where Value == [Element] {
    mapping(MappingShape(what: what, maximum: 0, limit: limit, element: schema), make)
  }

  private static func mapping<Element: Sendable>(
    _ shape: MappingShape, _ make: @escaping @Sendable (JSONMember, inout Reading) -> Element?
  ) -> ValueSchema<[Element]> where Value == [Element] {
    ValueSchema(shape.expected, schema: shape.schema) { node, reading in
      guard shape.accepts(node, &reading) else { return nil }
      var elements: [Element] = []
      var isSound = true
      for member in node.lazyMembers {
        if let element = make(member, &reading) {
          elements.append(element)
        } else {
          isSound = false
        }
        if reading.problems.isFull { break }
      }
      return isSound ? elements : nil
    }
  }

  /// A list with a fixed small number of values, each of which has its own meaning.
  func tuple(_ counts: ClosedRange<Int>, _ expected: String) -> ValueSchema<[Value]> {
    let element = self
    return ValueSchema<[Value]>(expected) { builder in
      [
        "type": "array", "items": element.schema(&builder).orVariable(&builder),
        "minItems": .number(Double(counts.lowerBound)),
        "maxItems": .number(Double(counts.upperBound)),
      ]
    } read: { node, reading in
      let count = node.count
      guard node.kind == .array, counts.contains(count) else {
        reading.mismatch(node, expected)
        return nil
      }
      return element.readAll(node, count, leaving: count...count, &reading)
    }
  }
}

/// The allowed number of values in a list, with a description of the list.
private struct ListShape: Sendable {
  let counts: ClosedRange<Int>
  let what: String
  /// The limit that determines the upper bound and that the user can raise.
  let limit: DocumentLimits.Name?
  var expected: String { "a list of \(what)" }

  func schema(_ element: SchemaTree) -> SchemaTree {
    var schema: SchemaTree = ["type": "array", "items": element]
    if counts.lowerBound > 0 {
      schema = schema.adding("minItems", .number(Double(counts.lowerBound)))
    }
    return schema.adding("maxItems", .number(Double(counts.upperBound)))
  }

  /// The number of values in a JSON list; adds a problem and returns nil if the number is not allowed.
  func count(_ node: JSONNode, _ reading: inout Reading) -> Int? {
    guard node.kind == .array else {
      reading.mismatch(node, expected)
      return nil
    }
    let count = node.count
    let maximum = limit.map { reading.limits[$0] } ?? counts.upperBound
    guard count < counts.lowerBound || count > maximum else { return count }
    reading.fail(
      count < counts.lowerBound
        ? "expected at least \(counts.lowerBound) \(what)"
        : "expected at most \(maximum) \(what)",
      found: count < counts.lowerBound
        ? "\(count)" : "\(count)\(limit.map(reading.limits.hint) ?? "")",
      at: node)
    return nil
  }
}

/// The allowed number of keys of a mapping, with a description of the mapping.
private struct MappingShape: Sendable {
  let what: String
  let maximum: Int
  /// The document limit that replaces `maximum`; the user can raise the limit.
  let limit: DocumentLimits.Name?
  let element: @Sendable (inout SchemaBuilder) -> SchemaTree
  var expected: String { "an object of \(what)" }

  func schema(_ builder: inout SchemaBuilder) -> SchemaTree {
    ["type": "object", "additionalProperties": element(&builder).orVariable(&builder)]
  }

  /// Whether the node is an object with an allowed number of keys; adds a problem if it is not.
  func accepts(_ node: JSONNode, _ reading: inout Reading) -> Bool {
    guard node.kind == .object else {
      reading.mismatch(node, expected)
      return false
    }
    let maximum = limit.map { reading.limits[$0] } ?? maximum
    guard node.count > maximum else { return true }
    reading.fail("more than \(maximum) \(what)\(limit.map(reading.limits.hint) ?? "")", at: node)
    return false
  }
}
