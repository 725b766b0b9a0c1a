import JSON

/// A JSON value for output, with its keys in a fixed order.
indirect enum SchemaTree: Sendable, Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([SchemaTree])
  case object([Member])

  struct Member: Sendable, Equatable {
    var key: String
    var value: SchemaTree
  }

  static func anyOf(_ options: [SchemaTree]) -> SchemaTree {
    // Nested alternatives are merged into one list.
    let flat = options.flatMap { option -> [SchemaTree] in
      if case .object(let members) = option, members.count == 1, members[0].key == "anyOf",
        case .array(let inner) = members[0].value
      {
        return inner
      }
      return [option]
    }
    return ["anyOf": .array(flat)]
  }

  /// Returns the object schema with one more key.
  func adding(_ key: String, _ value: SchemaTree) -> SchemaTree {
    guard case .object(let members) = self else { return self }
    return .object(members + [Member(key: key, value: value)])
  }

  /// This schema or a string with a variable; the schema is returned unchanged if it already allows any
  /// string.
  func orVariable(_ builder: inout SchemaBuilder) -> SchemaTree {
    guard case .object(let members) = self, !members.isEmpty else { return self }
    if members.contains(where: { $0.key == "type" && $0.value == "string" }),
      !members.contains(where: { $0.key == "pattern" })
    {
      return self
    }
    let variable = builder.reference("variable") { _ in
      [
        "description":
          """
        A string with variables. ${name} is replaced by a value of `vars`. ${name:format} is \
        replaced by the value in a Python format or, for a date, in a strftime format.
        """,
        "type": "string", "pattern": "\\$\\{[^}]+\\}",
      ]
    }
    return .anyOf([self, variable])
  }

  init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .array(let values): self = .array(values.map(SchemaTree.init))
    case .object(let members):
      self = .object(members.map { Member(key: $0.key, value: SchemaTree($0.value)) })
    }
  }

  func text(indent: Int = 0) -> String {
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch self {
    case .null: return "null"
    case .boolean(let value): return value ? "true" : "false"
    case .number(let value): return JSONWriter.number(value)
    case .string(let value): return JSONWriter.string(value)
    case .array(let values) where values.allSatisfy(\.isScalar):
      return "[\(values.map { $0.text() }.joined(separator: ", "))]"
    case .array(let values):
      let lines = values.map { inner + $0.text(indent: indent + 2) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(outer)]"
    case .object(let members) where members.isEmpty: return "{}"
    case .object(let members):
      let lines = members.map {
        "\(inner)\(JSONWriter.string($0.key)): \($0.value.text(indent: indent + 2))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}

// The conformances allow schemas to be written as literals, like JSON.
extension SchemaTree: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral,
  ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral
{
  init(dictionaryLiteral elements: (String, SchemaTree)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }
  init(stringLiteral value: String) { self = .string(value) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(booleanLiteral value: Bool) { self = .boolean(value) }
  init(arrayLiteral elements: SchemaTree...) { self = .array(elements) }
}

/// Collects the definitions of a JSON Schema; each definition is created once.
struct SchemaBuilder {
  private(set) var definitions: [SchemaTree.Member] = []
  private var names: Set<String> = []

  init() {}

  /// A reference to the definition `name`; `make` creates the definition if it does not exist yet.
  mutating func reference(
    _ name: String, _ make: (inout SchemaBuilder) -> SchemaTree
  ) -> SchemaTree {
    if names.insert(name).inserted {
      let value = make(&self)
      definitions.append(.init(key: name, value: value))
    }
    return ["$ref": .string("#/$defs/\(name)")]
  }
}
