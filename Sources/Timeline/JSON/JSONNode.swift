/// A JSON value of a certain kind.
package enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  /// A finite number in double precision.
  case number(Double)
  case string(String)
  case array([JSONNode])
  /// The members in the order of the text; all keys are different.
  case object([JSONMember])
}

package struct JSONMember: Sendable {
  package let key: String
  package let value: JSONNode
  package let text: JSONText
  package let keyOffset: Int

  /// The key as a name that the document has chosen.
  package var name: Sourced<String> { Sourced(key, keyOrigin) }

  /// The position of the key; its pointer is that of the value.
  package var keyOrigin: Origin {
    // Every value inside a variable's value has the position at which the variable is used.
    let isInside = value.anchor != nil && !value.isUse
    return Origin(
      position: isInside ? value.position : text.position(ofByte: keyOffset),
      prefix: value.prefix, path: value.path)
  }
}

/// A value of a JSON text with its position; variables are already replaced. A node is cheap to copy, because
/// it refers to the text and decodes values on demand. The value of a variable has the position at which the
/// variable is used.
package struct JSONNode: Sendable {
  package enum Kind: String, Sendable { case null, boolean, number, string, array, object }

  package let text: JSONText
  package let index: Int
  let path: JSONPath?
  package let variables: JSONVariables?
  /// The position at which a variable's value is used, or to which a text outside the document belongs.
  let anchor: SourcePosition?
  /// The prefix of the JSON pointer, for a text that is not part of the document.
  let prefix: String
  /// Whether the value comes from a variable that the parent's text uses.
  package let isUse: Bool

  package init(
    text: JSONText, index: Int, path: JSONPath?, variables: JSONVariables?,
    anchor: SourcePosition?, prefix: String = ""
  ) {
    let use = variables?.wholeUse(text: text, index: index)
    self.text = use?.text ?? text
    self.index = use?.index ?? index
    self.path = path
    self.variables = use?.variables ?? variables
    isUse = use != nil && anchor == nil
    self.anchor =
      use == nil ? anchor : anchor ?? text.position(ofByte: Int(text.entries[index].start))
    self.prefix = prefix
  }

  /// Reads a separate JSON text, such as the default of a parameter; nil if it is not valid JSON. All values
  /// in the separate JSON text have the position `origin`, and their JSON pointers continue the pointer of
  /// `origin`.
  package init?(json: String, origin: Origin = .start) {
    var parser = JSONParser(Array(json.utf8), maximumDepth: 64)
    guard let text = try? parser.parse(), parser.duplicates.isEmpty else { return nil }
    self.init(
      text: text, index: 0, path: nil, variables: nil, anchor: origin.position,
      prefix: origin.pointer)
  }

  /// Returns the JSON value with additional variables in scope.
  package func adding(_ more: [String: JSONVariables.Value]) -> JSONNode {
    let all = (variables?.values ?? [:]).merging(more) { $1 }
    return JSONNode(
      text: text, index: index, path: path, variables: JSONVariables(all, in: variables),
      anchor: anchor,
      prefix: prefix)
  }

  package var position: SourcePosition {
    anchor ?? text.position(ofByte: Int(text.entries[index].start))
  }
  package var origin: Origin {
    Origin(position: position, prefix: prefix, path: path)
  }

  package var kind: Kind {
    switch text.entries[index].kind {
    case .null: .null
    case .false, .true: .boolean
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  package var value: JSONValue {
    switch text.entries[index].kind {
    case .null: .null
    case .false: .boolean(false)
    case .true: .boolean(true)
    case .number: .number(text.number(at: index))
    case .string: .string(string!)
    case .array: .array(elements!)
    case .object: .object(members!)
    }
  }

  package var boolean: Bool? {
    switch text.entries[index].kind {
    case .false: false
    case .true: true
    default: nil
    }
  }
  package var number: Double? { kind == .number ? text.number(at: index) : nil }

  package var string: String? {
    guard kind == .string else { return nil }
    let raw = text.string(at: index)
    guard text.entries[index].hasDollar, let variables else { return raw }
    return variables.interpolate(raw) { origin }
  }

  /// The elements of an array; nil for other values.
  package var elements: [JSONNode]? {
    kind == .array ? Array(lazyElements) : nil
  }

  /// The members of an object; nil for other values.
  package var members: [JSONMember]? {
    kind == .object ? Array(lazyMembers) : nil
  }

  /// The elements of an array, created lazily; empty for any other value.
  package var lazyElements: JSONElements { JSONElements(self) }

  /// The members of an object, created lazily; empty for any other value.
  package var lazyMembers: JSONMembers { JSONMembers(self) }

  /// The keys of an object in the order of the text.
  package var keys: [String] {
    guard kind == .object else { return [] }
    var result: [String] = []
    var i = index + 1
    let end = Int(text.entries[index].end)
    while i < end {
      result.append(text.string(at: i))
      i = text.next(after: i + 1)
    }
    return result
  }

  /// The approximate size of the JSON value's text in bytes.
  package var byteCount: Int {
    let last = text.entries[text.next(after: index) - 1]
    let isText = last.kind == .string || last.kind == .number
    return 1 + Int(max(last.start, isText ? last.end : 0)) - Int(text.entries[index].start)
  }

  /// The number of elements of an array or members of an object.
  package var count: Int {
    var result = 0
    switch kind {
    case .array, .object:
      var i = index + 1
      let end = Int(text.entries[index].end)
      while i < end {
        i = text.next(after: kind == .object ? i + 1 : i)
        result += 1
      }
    default: break
    }
    return result
  }

  /// Whether the value is a string with an unknown variable, which has already been reported.
  package var isUnresolved: Bool {
    guard let variables, text.entries[index].hasDollar else { return false }
    return VariableText.parts(of: text.string(at: index)).contains { part in
      if case .variable(let name, _) = part { variables.values[name] == nil } else { false }
    }
  }

  package subscript(key: String) -> JSONNode? { members?.first { $0.key == key }?.value }

  /// The value as JSON text, for `--print-json` and messages. Numbers in the JSON text keep their digits as
  /// written.
  package var json: String {
    let entry = text.entries[index]
    if entry.kind == .number {
      return String(decoding: text.bytes[Int(entry.start)..<Int(entry.end)], as: UTF8.self)
    }
    return switch value {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): JSONWriter.number(value)
    case .string(let value): JSONWriter.string(value)
    case .array(let values): "[\(values.map(\.json).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.map { "\(JSONWriter.string($0.key)): \($0.value.json)" }.joined(separator: ", "))}"
    }
  }

  fileprivate func child(_ index: Int, _ component: JSONPath.Component) -> JSONNode {
    JSONNode(
      text: text, index: index, path: JSONPath(component, in: path), variables: variables,
      anchor: anchor, prefix: prefix)
  }
}

package struct JSONElements: Sequence, IteratorProtocol {
  private let array: JSONNode
  private var index: Int
  private let end: Int
  private var count = 0

  fileprivate init(_ array: JSONNode) {
    self.array = array
    index = array.index + 1
    end = array.kind == .array ? Int(array.text.entries[array.index].end) : 0
  }

  package mutating func next() -> JSONNode? {
    guard index < end else { return nil }
    defer {
      index = array.text.next(after: index)
      count += 1
    }
    return array.child(index, .index(count))
  }
}

package struct JSONMembers: Sequence, IteratorProtocol {
  private let object: JSONNode
  private var index: Int
  private let end: Int

  fileprivate init(_ object: JSONNode) {
    self.object = object
    index = object.index + 1
    end = object.kind == .object ? Int(object.text.entries[object.index].end) : 0
  }

  package mutating func next() -> JSONMember? {
    guard index < end else { return nil }
    defer { index = object.text.next(after: index + 1) }
    let key = object.text.string(at: index)
    return JSONMember(
      key: key, value: object.child(index + 1, .key(key)), text: object.text,
      keyOffset: Int(object.text.entries[index].start))
  }
}
