/// An object with a table of keys: reads it, names unknown keys, and describes it.
struct ObjectForm<Value: Sendable>: Sendable {
  /// The name that messages use: "a layer".
  let name: String
  /// Its name among the schema's definitions.
  let definition: String
  let doc: String
  let fields: [Field<Value>]
  let make: @Sendable () -> Value
  /// Checks the rules that hold between the fields; returns false after adding a problem.
  let finish: @Sendable (inout Value, JSONNode, inout Reading) -> Bool

  init(
    _ name: String, definition: String, _ doc: String,
    make: @escaping @Sendable () -> Value, fields: [Field<Value>],
    finish: @escaping @Sendable (inout Value, JSONNode, inout Reading) -> Bool = { _, _, _ in true }
  ) {
    self.name = name
    self.definition = definition
    self.doc = doc
    self.make = make
    self.fields = fields
    self.finish = finish
    precondition(fields.count <= 64, "a bit for each field")
  }

  var form: Form<Value> {
    Form(name) {
      schema(&$0)
    } read: {
      read($0, &$1)
    }
  }

  func read(_ node: JSONNode, _ reading: inout Reading) -> Value? {
    guard node.kind == .object else {
      reading.mismatch(node, name)
      return nil
    }
    var value = make()
    var isSound = true
    // One bit for each field.
    var seen: UInt64 = 0
    node.forEachMember { member in
      if let index = fields.firstIndex(where: { $0.key == member.key }) {
        seen |= 1 << UInt64(index)
        if !fields[index].read(member.value, &value, &reading) { isSound = false }
      } else {
        isSound = false
        Self.refuse(member, of: name, known: fields.map(\.key), &reading)
      }
      return !reading.problems.isFull
    }
    for (index, field) in fields.enumerated()
    where field.isRequired && seen & (1 << UInt64(index)) == 0 {
      isSound = false
      reading.fail("\(name) needs \"\(field.key)\"", at: node)
    }
    // Checks between fields speak only of fields that were read.
    guard isSound, finish(&value, node, &reading) else { return nil }
    return value
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
      for field in fields {
        let inner = field.schema(&builder).orVariable(&builder)
        let described = field.doc.isEmpty ? inner : inner.adding("description", .string(field.doc))
        properties.append(.init(key: field.key, value: described))
      }
      var members: [SchemaTree.Member] = [.init(key: "type", value: "object")]
      if !doc.isEmpty { members.append(.init(key: "description", value: .string(doc))) }
      members.append(.init(key: "properties", value: .object(properties)))
      let required = fields.filter(\.isRequired).map { SchemaTree.string($0.key) }
      if !required.isEmpty { members.append(.init(key: "required", value: .array(required))) }
      members.append(.init(key: "additionalProperties", value: false))
      return .object(members)
    }
  }
}

/// One key of an object.
struct Field<Value: Sendable>: Sendable {
  let key: String
  let doc: String
  let isRequired: Bool
  let schema: @Sendable (inout SchemaBuilder) -> SchemaTree
  /// False after a problem was added.
  let read: @Sendable (JSONNode, inout Value, inout Reading) -> Bool

  init(
    _ key: String, _ doc: String, isRequired: Bool = false,
    schema: @escaping @Sendable (inout SchemaBuilder) -> SchemaTree,
    read: @escaping @Sendable (JSONNode, inout Value, inout Reading) -> Bool
  ) {
    self.key = key
    self.doc = doc
    self.isRequired = isRequired
    self.schema = schema
    self.read = read
  }

  /// `put` says where a value that was read goes. A key path would say it shorter, but the runtime makes
  /// each of them anew in every run, which takes longer than reading most documents.
  init<Inner: Sendable>(
    _ key: String, _ put: @escaping @Sendable (inout Value, Inner) -> Void, _ form: Form<Inner>,
    _ doc: String, isRequired: Bool = false
  ) {
    self.init(key, doc, isRequired: isRequired, schema: form.schema) { node, value, reading in
      guard let inner = form.read(node, &reading) else { return false }
      put(&value, inner)
      return true
    }
  }

  /// The same key in an object that holds `Value` as one of its parts.
  func lifted<Outer: Sendable>(
    _ part: @escaping @Sendable (inout Outer, (inout Value) -> Bool) -> Bool
  ) -> Field<Outer> {
    let read = read
    return Field<Outer>(key, doc, isRequired: isRequired, schema: schema) { node, outer, reading in
      part(&outer) { value in read(node, &value, &reading) }
    }
  }
}

/// Objects told apart by which key they have.
struct VariantForm<Value: Sendable>: Sendable {
  let name: String
  let variants: [(key: String, form: ObjectForm<Value>)]

  var form: Form<Value> {
    Form(name) { builder in
      .anyOf(variants.map { $0.form.schema(&builder) })
    } read: { node, reading in
      guard node.kind == .object else {
        reading.mismatch(node, name)
        return nil
      }
      let written = node.keys
      let present = variants.filter { written.contains($0.key) }
      let keys = variants.map { "\"\($0.key)\"" }.joined(separator: ", ")
      if present.count > 1 {
        reading.fail(
          "\(name) cannot have both \"\(present[0].key)\" and \"\(present[1].key)\"",
          at: node[present[1].key] ?? node)
        return nil
      }
      guard let variant = present.first else {
        refuseAll(node, keys, &reading)
        return nil
      }
      return variant.form.read(node, &reading)
    }
  }

  /// No variant's key is there: perhaps one is misspelt.
  private func refuseAll(_ node: JSONNode, _ keys: String, _ reading: inout Reading) {
    let known = Set(variants.flatMap { $0.form.fields.map(\.key) })
    var isExplained = false
    node.forEachMember { member in
      if !known.contains(member.key),
        let meant = NearestWord.find(member.key, in: variants.map(\.key))
      {
        reading.problems.add(
          "\(name) has no key \(JSONWriter.string(member.key))", at: member.keyOrigin,
          suggestion: meant)
        isExplained = true
      }
      return !reading.problems.isFull
    }
    if !isExplained { reading.fail("\(name) needs one of \(keys)", at: node) }
  }
}
