/// What a JSON value is.
package enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  /// Finite.
  case number(Double)
  case string(String)
  case array([JSONNode])
  /// In text order; no key stands twice.
  case object([JSONMember])
}

package struct JSONMember: Sendable {
  package let key: String
  /// Where the key stands; its pointer is the value's.
  package let keyOrigin: Origin
  package let value: JSONNode
}

/// One value of a JSON text, with its place, variables already substituted.
///
/// Cheap to copy: it points into the text and decodes on demand. What comes out of a variable has
/// the place where the variable is used.
package struct JSONNode: Sendable {
  package enum Kind: String, Sendable { case null, boolean, number, string, array, object }

  let text: JSONText
  let index: Int
  let path: JSONPath?
  let variables: JSONVariables?
  /// Where a variable's value is used, or what a text outside the document belongs to.
  let anchor: SourcePosition?
  /// Put before the pointer, for a text outside the document.
  let prefix: String

  init(
    text: JSONText, index: Int, path: JSONPath?, variables: JSONVariables?,
    anchor: SourcePosition?, prefix: String = ""
  ) {
    let use = variables?.wholeUse(text: text, index: index)
    self.text = use?.text ?? text
    self.index = use?.index ?? index
    self.path = path
    self.variables = variables
    self.anchor =
      use == nil ? anchor : anchor ?? text.position(ofByte: Int(text.entries[index].start))
    self.prefix = prefix
  }

  package var position: SourcePosition {
    anchor ?? text.position(ofByte: Int(text.entries[index].start))
  }
  package var origin: Origin {
    Origin(position: position, pointer: prefix + (path?.pointer ?? ""))
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

  package var isNull: Bool { kind == .null }
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
    return variables.interpolate(raw)
  }

  /// nil unless an array.
  package var elements: [JSONNode]? {
    guard kind == .array else { return nil }
    var result: [JSONNode] = []
    var i = index + 1
    let end = Int(text.entries[index].end)
    while i < end {
      result.append(child(i, .index(result.count)))
      i = text.next(after: i)
    }
    return result
  }

  /// nil unless an object.
  package var members: [JSONMember]? {
    guard kind == .object else { return nil }
    var result: [JSONMember] = []
    var i = index + 1
    let end = Int(text.entries[index].end)
    while i < end {
      let key = text.string(at: i)
      let value = child(i + 1, .key(key))
      let position = anchor ?? text.position(ofByte: Int(text.entries[i].start))
      result.append(
        JSONMember(
          key: key, keyOrigin: Origin(position: position, pointer: value.origin.pointer),
          value: value))
      i = text.next(after: i + 1)
    }
    return result
  }

  package subscript(key: String) -> JSONNode? { members?.first { $0.key == key }?.value }

  /// A JSON text of its own for each value: what `--print-json` and messages show.
  package var json: String {
    switch value {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): JSONWriter.number(value)
    case .string(let value): JSONWriter.string(value)
    case .array(let values): "[\(values.map(\.json).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.map { "\(JSONWriter.string($0.key)): \($0.value.json)" }.joined(separator: ", "))}"
    }
  }

  private func child(_ index: Int, _ component: JSONPath.Component) -> JSONNode {
    JSONNode(
      text: text, index: index, path: JSONPath(component, in: path), variables: variables,
      anchor: anchor, prefix: prefix)
  }
}
