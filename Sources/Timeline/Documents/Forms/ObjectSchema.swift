import JSON

/// An object with a table of keys: reads it, reports unknown keys, and describes it. The parts that do not
/// depend on the type of the value are in `ObjectShape`, so that they are compiled only once.
struct ObjectSchema<Value: Sendable>: Sendable {
  let shape: ObjectShape
  let fields: [Field<Value>]
  let make: @Sendable () -> Value
  /// Checks the rules between the fields; returns false after adding a problem.
  let finish: @Sendable (inout Value, JSONNode, inout Reading) -> Bool

  /// Creates a schema. `name` is its name in messages, as in "a layer", and `definition` its name in the JSON
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
    // Checks between fields mention only fields that were read without a problem.
    guard members.end(&reading), finish(&value, node, &reading) else { return nil }
    return value
  }
}

/// The keys of an object and their descriptions.
struct ObjectShape: Sendable {
  /// The name in messages: "a layer".
  let name: String
  /// The name among the schema's definitions.
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

  /// The description of the object in messages that expected such an object.
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

/// The members of one object during reading, in the order of the text, limited to the keys that its
/// schema knows. Not inlined: otherwise every form's reader would contain a copy.
struct ObjectMembers {
  private let node: JSONNode
  private let shape: ObjectShape
  private var members: JSONMembers
  /// A bit for each key that was read.
  private var seen: UInt64 = 0
  /// Whether no value was refused.
  var isSound = true

  /// Starts reading an object; nil after a problem was added, if the node is not an object.
  init?(of node: JSONNode, as shape: ObjectShape, _ reading: inout Reading) {
    guard node.kind == .object else {
      reading.mismatch(node, shape.expected)
      return nil
    }
    self.node = node
    self.shape = shape
    members = node.lazyMembers
  }

  /// The next value, and the index of its key in the shape. A key that the schema does not know is refused.
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

  /// Whether all members were valid and no required one is missing.
  @inline(never) mutating func end(_ reading: inout Reading) -> Bool {
    for (index, key) in shape.keys.enumerated()
    where key.isRequired && seen & (1 << UInt64(index)) == 0 {
      isSound = false
      reading.fail("\(shape.name) needs \"\(key.name)\"", at: node)
    }
    return isSound
  }
}

/// One key of an object.
struct Field<Value: Sendable>: Sendable {
  let description: KeyDescription
  /// Returns false after a problem was added.
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

  /// Creates a field; `put` stores the value. A key path would be shorter, but the runtime creates
  /// key paths again in every run, and that takes longer than reading most documents.
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

  /// The same key in an object that contains `Value` as one of its parts.
  func lifted<Outer: Sendable>(
    _ part: @escaping @Sendable (inout Outer, (inout Value) -> Bool) -> Bool
  ) -> Field<Outer> {
    let read = read
    return Field<Outer>(description) { node, outer, reading in
      part(&outer) { value in read(node, &value, &reading) }
    }
  }
}

/// Objects that are distinguished by their keys.
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

  /// The index of the variant that matches an object; nil after a problem was added.
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

  /// Reports that no variant's key is present; one of the keys may be misspelt.
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
