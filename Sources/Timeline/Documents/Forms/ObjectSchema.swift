import JSON

/// The schema of an object with a table of keys: it reads the object, reports unknown keys, and describes the
/// object. All parts of the schema that do not depend on the type of the value are in `ObjectShape`, so that
/// they are compiled only once.
struct ObjectSchema<Value: Sendable>: Sendable {
  let shape: ObjectShape
  let fields: [Field<Value>]
  let make: @Sendable () -> Value
  /// Checks the rules between the fields; adds a problem and returns false if a rule is violated.
  let finish: @Sendable (inout Value, JSONNode, inout Reading) -> Bool

  /// `name` is the description in messages, such as "a layer", and `definition` is the name in the JSON
  /// Schema.
  init(
    _ name: String, definition: String, _ doc: String,
    make: @escaping @Sendable () -> Value, fields: [Field<Value>],
    finish: @escaping @Sendable (inout Value, JSONNode, inout Reading) -> Bool = { _, _, _ in true }
  ) {
    shape = ObjectShape(
      name: name, definition: definition, doc: doc, keys: fields.map(\.description))
    self.fields = fields
    self.make = make
    self.finish = finish
  }

  var form: ValueSchema<Value> {
    ValueSchema(shape.name, schema: shape.schema) { read($0, &$1) }
  }

  func schema(_ builder: inout SchemaBuilder) -> SchemaTree { shape.schema(&builder) }

  func read(_ node: JSONNode, _ reading: inout Reading) -> Value? {
    guard var members = ObjectMembers(of: node, as: shape, &reading) else { return nil }
    var value = make()
    while let (index, inner) = members.next(&reading) {
      if !fields[index].read(inner, &value, &reading) { members.isSound = false }
    }
    // Rules between fields are checked only if all fields were read without a problem.
    guard members.end(&reading), finish(&value, node, &reading) else { return nil }
    return value
  }
}

/// The table of an object's keys with their descriptions.
struct ObjectShape: Sendable {
  /// The description of the object in messages, such as "a layer".
  let name: String
  /// The name of the object's definition in the JSON Schema.
  let definition: String
  let doc: String
  let keys: [KeyDescription]

  init(name: String, definition: String, doc: String, keys: [KeyDescription]) {
    precondition(keys.count <= 64, "a bit for each key")
    self.name = name
    self.definition = definition
    self.doc = doc
    self.keys = keys
  }

  /// The text that describes the object in messages about another kind of value.
  var expected: String {
    let needed = keys.filter(\.isRequired).map { "\"\($0.name)\"" }
    return needed.isEmpty ? name : "\(name), an object with \(needed.joined(separator: ", "))"
  }

  static func refuse(
    _ member: JSONMember, of name: String, known: [String], _ reading: inout Reading
  ) {
    guard !reading.problems.isFull else { return }
    let suggestion = NearestWord.find(member.key, in: known)
    let hint =
      suggestion == nil && known.count <= 12
      ? "; it knows \(known.map { "\"\($0)\"" }.joined(separator: ", "))" : ""
    reading.problems.add(
      "\(name) has no key \(JSONWriter.string(member.key))\(hint)", at: member.keyOrigin,
      suggestion: suggestion)
  }

  func schema(_ builder: inout SchemaBuilder) -> SchemaTree {
    builder.reference(definition) { builder in
      var properties: [SchemaTree.Member] = []
      for key in keys {
        let inner = key.schema(&builder).orVariable(&builder)
        let described = key.doc.isEmpty ? inner : inner.adding("description", .string(key.doc))
        properties.append(.init(key: key.name, value: described))
      }
      var members: [SchemaTree.Member] = [.init(key: "type", value: "object")]
      if !doc.isEmpty { members.append(.init(key: "description", value: .string(doc))) }
      members.append(.init(key: "properties", value: .object(properties)))
      let required = keys.filter(\.isRequired).map { SchemaTree.string($0.name) }
      if !required.isEmpty { members.append(.init(key: "required", value: .array(required))) }
      members.append(.init(key: "additionalProperties", value: false))
      return .object(members)
    }
  }
}

struct KeyDescription: Sendable {
  let name: String
  let doc: String
  let isRequired: Bool
  let schema: @Sendable (inout SchemaBuilder) -> SchemaTree
}

/// The members of an object while it is read, in the order of the text, limited to keys that the schema
/// knows. The methods are not inlined, because each schema's reader would otherwise contain a copy.
struct ObjectMembers {
  private let node: JSONNode
  private let shape: ObjectShape
  private var members: JSONMembers
  /// A bit set of the object's keys that have been read.
  private var seen: UInt64 = 0
  /// Whether all values of the object that were read so far were valid.
  var isSound = true

  /// Starts reading an object; adds a problem and returns nil if the node is not an object.
  init?(of node: JSONNode, as shape: ObjectShape, _ reading: inout Reading) {
    guard node.kind == .object else {
      reading.mismatch(node, shape.expected)
      return nil
    }
    self.node = node
    self.shape = shape
    members = node.lazyMembers
  }

  /// The next value with the index of its key in the shape. An unknown key is reported as a problem and
  /// skipped.
  @inline(never) mutating func next(_ reading: inout Reading) -> (key: Int, value: JSONNode)? {
    while !reading.problems.isFull, let member = members.next() {
      if let index = shape.keys.firstIndex(where: { $0.name == member.key }) {
        seen |= 1 << UInt64(index)
        return (index, member.value)
      }
      isSound = false
      ObjectShape.refuse(member, of: shape.name, known: shape.keys.map(\.name), &reading)
    }
    return nil
  }

  /// Whether all members were valid and all required members were present.
  @inline(never) mutating func end(_ reading: inout Reading) -> Bool {
    for (index, key) in shape.keys.enumerated()
    where key.isRequired && seen & (1 << UInt64(index)) == 0 {
      isSound = false
      reading.fail("\(shape.name) needs \"\(key.name)\"", at: node)
    }
    return isSound
  }
}

/// A key of an object and the reader of its value.
struct Field<Value: Sendable>: Sendable {
  let description: KeyDescription
  /// Reads the value; adds a problem and returns false if it is invalid.
  let read: @Sendable (JSONNode, inout Value, inout Reading) -> Bool
  var key: String { description.name }

  init(
    _ description: KeyDescription,
    read: @escaping @Sendable (JSONNode, inout Value, inout Reading) -> Bool
  ) {
    self.description = description
    self.read = read
  }

  init(
    _ key: String, _ doc: String, isRequired: Bool = false,
    schema: @escaping @Sendable (inout SchemaBuilder) -> SchemaTree,
    read: @escaping @Sendable (JSONNode, inout Value, inout Reading) -> Bool
  ) {
    self.init(
      KeyDescription(name: key, doc: doc, isRequired: isRequired, schema: schema), read: read)
  }

  /// Creates a field; `put` stores the value that was read. A key path would be shorter, but the runtime
  /// builds key paths again in every run, which takes longer than reading most documents.
  init<Inner: Sendable>(
    _ key: String, _ put: @escaping @Sendable (inout Value, Inner) -> Void,
    _ form: ValueSchema<Inner>,
    _ doc: String, isRequired: Bool = false
  ) {
    self.init(key, doc, isRequired: isRequired, schema: form.schema) { node, value, reading in
      guard let inner = form.read(node, &reading) else { return false }
      put(&value, inner)
      return true
    }
  }

  /// The same field for an object that contains `Value` as a part.
  func lifted<Outer: Sendable>(
    _ part: @escaping @Sendable (inout Outer, (inout Value) -> Bool) -> Bool
  ) -> Field<Outer> {
    let read = read
    return Field<Outer>(description) { node, outer, reading in
      part(&outer) { value in read(node, &value, &reading) }
    }
  }
}

/// The schema of objects whose kind is determined by their keys.
struct VariantSchema<Value: Sendable>: Sendable {
  let name: String
  let variants: [(key: String, form: ObjectSchema<Value>)]

  var form: ValueSchema<Value> {
    let shape = VariantShape(name: name, variants: variants.map { ($0.key, $0.form.shape) })
    return ValueSchema(name, schema: shape.schema) { node, reading in
      shape.choose(node, &reading).flatMap { variants[$0].form.read(node, &reading) }
    }
  }
}

private struct VariantShape: Sendable {
  let name: String
  let variants: [(key: String, shape: ObjectShape)]

  func schema(_ builder: inout SchemaBuilder) -> SchemaTree {
    .anyOf(variants.map { $0.shape.schema(&builder) })
  }

  /// The index of the variant that matches an object; adds a problem and returns nil if none matches.
  func choose(_ node: JSONNode, _ reading: inout Reading) -> Int? {
    guard node.kind == .object else {
      reading.mismatch(node, name)
      return nil
    }
    let written = node.keys
    let present = variants.indices.filter { written.contains(variants[$0].key) }
    if present.count > 1 {
      let second = variants[present[1]].key
      reading.fail(
        "\(name) cannot have both \"\(variants[present[0]].key)\" and \"\(second)\"",
        at: node[second] ?? node)
      return nil
    }
    if present.isEmpty { refuseAll(node, &reading) }
    return present.first
  }

  /// Reports that the key of no variant is present; one of the keys may be misspelt.
  private func refuseAll(_ node: JSONNode, _ reading: inout Reading) {
    let known = Set(variants.flatMap { $0.shape.keys.map(\.name) })
    var isExplained = false
    for member in node.lazyMembers where !known.contains(member.key) {
      guard let meant = NearestWord.find(member.key, in: variants.map(\.key)) else { continue }
      if reading.problems.isFull { break }
      reading.problems.add(
        "\(name) has no key \(JSONWriter.string(member.key))", at: member.keyOrigin,
        suggestion: meant)
      isExplained = true
    }
    if !isExplained {
      let keys = variants.map { "\"\($0.key)\"" }.joined(separator: ", ")
      reading.fail("\(name) needs one of \(keys)", at: node)
    }
  }
}
