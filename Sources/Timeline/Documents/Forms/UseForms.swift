import Scenes

/// Components: layers that are written once and used by their names, each time with other values.
enum UseForms {
  struct Use: Sendable {
    var name = Sourced("")
    var values: JSONNode?
    /// What the use says of the layer itself.
    var layer = LayerSpec()
  }

  static let use = ObjectSchema<Use>(
    "a use of a component", definition: "use",
    "A layer that is a component; what it says itself takes the place of what the component says. Ids in the component follow the use's id and \"/\".",
    make: { Use() },
    fields: [
      Field(
        "use", { $0.name = $1 },
        ValueSchema<String>.name("a component's name").noting(.component).located,
        "The name of the component.", isRequired: true),
      Field(
        "set", { $0.values = $1 }, values,
        "The values of the component's variables: ${title} is what \"title\" says here."),
    ] + LayerForms.namedFields.map { $0.lifted { $1(&$0.layer) } })

  private static let values = ValueSchema<JSONNode>("an object of values") { _ in
    ["type": "object", "additionalProperties": [:]]
  } read: { node, reading in
    guard node.kind == .object else {
      reading.mismatch(node, "an object of values")
      return nil
    }
    return node
  }

  /// Read where they are used, when their values are known.
  static let components = ValueSchema<Bool>("components by their names") { builder in
    [
      "type": "object", "additionalProperties": LayerForms.sublayer.schema(&builder),
    ]
  } read: { node, reading in
    guard node.kind == .object else {
      reading.mismatch(node, "components by their names")
      return nil
    }
    for member in node.lazyMembers { reading.note(.component, key: member) }
    return true
  }

  static let include = PathForms.input("the path of a file of components").oneOrMore(
    16, of: "paths")

  static func read(_ node: JSONNode, _ reading: inout Reading) -> LayerSpec? {
    guard let use = Self.use.read(node, &reading) else { return nil }
    guard let component = reading.components[use.name.value] else {
      reading.problems.add(
        "no component \"\(use.name.value)\"", at: use.name.origin,
        suggestion: NearestWord.find(use.name.value, in: reading.components.keys.sorted()))
      return nil
    }
    guard reading.usesOpen.count < 32, !reading.usesOpen.contains(use.name.value) else {
      reading.problems.add(
        "the component \"\(use.name.value)\" is used inside itself", at: use.name.origin)
      return nil
    }
    var known = component.variables?.values ?? [:]
    for member in use.values?.lazyMembers ?? node.lazyMembers where use.values != nil {
      known[member.key] = JSONVariables.Value(text: member.value.text, index: member.value.index)
    }
    guard knowsUses(in: component, known, use.name, &reading) else { return nil }
    let (outside, suffix) = (reading.usePrefix, reading.copySuffix)
    reading.usesOpen.insert(use.name.value)
    defer {
      (reading.usePrefix, reading.copySuffix) = (outside, suffix)
      reading.usesOpen.remove(use.name.value)
    }
    var named = use.layer
    guard LayerForms.finish(&named, node, &reading) else { return nil }
    reading.usePrefix = named.id.map { "\($0.value)/" } ?? outside
    if named.id != nil { reading.copySuffix = "" }
    guard var layer = LayerForms.sublayer.read(component.adding(known), &reading) else {
      return nil
    }
    layer.id = named.id ?? layer.id
    layer.match = named.match ?? layer.match
    layer.classes += named.classes
    for entry in named.values.entries { layer.values[entry.property.name] = entry.spec }
    layer.values.expressions += named.values.expressions
    layer.values.mask = named.values.mask ?? layer.values.mask
    layer.values.contents = named.values.contents ?? layer.values.contents
    layer.values.origins.merge(named.values.origins) { $1 }
    layer.hasOwnPoints = true
    layer.isFixed = named.isFixed || layer.isFixed
    return layer
  }

  /// Whether the use gives all that the component asks for.
  private static func knowsUses(
    in component: JSONNode, _ values: [String: JSONVariables.Value], _ name: Sourced<String>,
    _ reading: inout Reading
  ) -> Bool {
    let text = component.text
    var missing: Set<String> = []
    for place in component.index..<text.next(after: component.index)
    where text.entries[place].hasDollar && !text.entries[place].isKey {
      for case .variable(let use) in VariableText.parts(of: text.string(at: place))
      where values[use] == nil && !use.hasPrefix("item") { missing.insert(use) }
    }
    for use in missing.sorted() {
      let near = NearestWord.find(use, in: values.keys.sorted())
      reading.problems.add(
        "the component \"\(name.value)\" needs \"\(use)\" in \"set\""
          + (near.map { ", which has \"\($0)\"" } ?? ""), at: name.origin)
    }
    return missing.isEmpty
  }
}
