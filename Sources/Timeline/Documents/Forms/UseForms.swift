import JSON
import Scenes

/// The schemas of components: layers that are written once and used by name with different values.
enum UseForms {
  struct Use: Sendable {
    var name = Sourced("")
    var values: JSONNode?
    /// The values of the layer that the use sets itself.
    var layer = LayerSpec()
  }

  static let use = ObjectSchema<Use>(
    "a use of a component", definition: "use",
    """
    A layer that uses a component. Values of the layer override values of the component. Ids in \
    the component are prefixed with the id of the layer and "/".
    """,
    make: { Use() },
    fields: [
      Field(
        "use", { $0.name = $1 },
        ValueSchema<String>.name("a component's name").noting(.component).located,
        "The name of the component.", isRequired: true),
      Field(
        "set", { $0.values = $1 }, values,
        """
        The values of the component's variables. The component uses the value of "title" as \
        ${title}.
        """),
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

  /// The components of a document; a component is read at each of its uses, because only these determine its
  /// values.
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
    guard isShallow(use.name, &reading), let known = values(of: use, in: component, &reading) else {
      return nil
    }
    guard reading.spend(1, readings: component, at: node),
      knowsUses(in: component, known, use.name, &reading)
    else { return nil }
    let (outside, suffix) = (reading.usePrefix, reading.copySuffix)
    reading.usesOpen.append(use.name.value)
    defer {
      (reading.usePrefix, reading.copySuffix) = (outside, suffix)
      reading.usesOpen.removeLast()
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

  /// Whether a component may be used at this point: not inside itself, and not nested too deeply.
  private static func isShallow(_ name: Sourced<String>, _ reading: inout Reading) -> Bool {
    reading.uses += 1
    guard reading.uses <= reading.limits.layers else {
      if reading.uses == reading.limits.layers + 1 {
        reading.problems.add(
          "the document uses components more than \(reading.limits.layers) times"
            + reading.limits.hint(.layers), at: name.origin)
      }
      return false
    }
    if let first = reading.usesOpen.firstIndex(of: name.value) {
      let circle = (reading.usesOpen[first...] + [name.value]).map { "\"\($0)\"" }
      reading.problems.add(
        "the component \"\(name.value)\" is used inside itself: \(circle.joined(separator: " → "))",
        at: name.origin)
      return false
    }
    let deepest = max(1, reading.limits.depth / 2)
    guard reading.usesOpen.count < deepest else {
      reading.problems.add(
        "components are nested more than \(deepest) levels deep, half of the limit \"depth\""
          + reading.limits.hint(.depth), at: name.origin)
      return false
    }
    return true
  }

  /// The variables of the component with the values of the use; adds a problem and returns nil if a value is
  /// invalid.
  private static func values(
    of use: Use, in component: JSONNode, _ reading: inout Reading
  ) -> [String: JSONVariables.Value]? {
    guard let members = use.values?.members else { return component.variables?.values ?? [:] }
    let outer = use.values?.variables ?? JSONVariables([:])
    let beside = outer.writing(members)
    var values: [String: JSONVariables.Value] = [:]
    for member in members {
      let own = member.value.variables ?? outer
      values[member.key] = JSONVariables.written(member.value, in: own === outer ? beside : own)
    }
    let inside = JSONVariables(
      (component.variables?.values ?? [:]).merging(values) { $1 }, in: outer)
    var isSound = true
    for member in members {
      let circle =
        beside.cycle(from: member.key)
        ?? (values[member.key]?.variables == nil ? inside.cycle(from: member.key) : nil)
      guard let circle, !reading.problems.isFull else { continue }
      reading.problems.add("a cycle of variables: \(circle)", at: member.keyOrigin)
      isSound = false
    }
    return isSound ? inside.values : nil
  }

  /// Whether the use sets every variable that the component requires.
  private static func knowsUses(
    in component: JSONNode, _ values: [String: JSONVariables.Value], _ name: Sourced<String>,
    _ reading: inout Reading
  ) -> Bool {
    let text = component.text
    var missing: Set<String> = []
    for place in component.index..<text.next(after: component.index)
    where text.entries[place].hasDollar && !text.entries[place].isKey {
      for case .variable(let use, _) in VariableText.parts(of: text.string(at: place))
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
