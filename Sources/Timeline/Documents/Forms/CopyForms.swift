import JSON
import Scenes

/// The schema for copies of a layer, one for each value of a list.
enum CopyForms {
  struct Copies: Sendable {
    var list: JSONNode?
    var name = Sourced("item")
    var by = PointSpec(.zero, .zero)
    var layer: JSONNode?
  }

  static let copies = ObjectSchema<Copies>(
    "copies", definition: "forEach",
    """
    Copies of a layer, one for each value in a list. The ids of the copies end in -0, -1 and so \
    on. The id of the copied layer, without a number, refers to all copies.
    """,
    make: { Copies() },
    fields: [
      Field(
        "forEach", { $0.list = $1 }, list,
        """
        The list of values. The layer uses a member of an object as ${item.key}, and a plain value \
        as ${item}.
        """,
        isRequired: true),
      Field(
        "as", { $0.name = $1 }, ValueSchema<String>.name("a name").located,
        """
        The name of a value, used instead of `item`. This name with .index, such as \
        ${item.index}, is the index of the value, starting at 0.
        """),
      Field(
        "by", { $0.by = $1 }, .place("a distance [x, y]"),
        "The offset of each copy from the previous one, as [x, y] in points."),
      Field("layer", { $0.layer = $1 }, layer, "The layer to copy.", isRequired: true),
    ])

  private static let list = ValueSchema<JSONNode>("a list") { _ in
    ["type": "array"]
  } read: { node, reading in
    guard node.kind == .array else {
      reading.mismatch(node, "a list of values or objects")
      return nil
    }
    return node
  }

  /// The JSON of the copied layer, which is read separately for each copy when the copy's values are known.
  private static let layer = ValueSchema<JSONNode>("a layer") {
    LayerForms.sublayer.schema(&$0)
  } read: { node, _ in
    node
  }

  static func read(
    _ node: JSONNode, _ reading: inout Reading, each form: ValueSchema<LayerSpec>
  ) -> [LayerSpec]? {
    guard let copies = Self.copies.read(node, &reading), let list = copies.list?.elements,
      let layer = copies.layer
    else { return nil }
    guard case (.points(let dx), .points(let dy)) = (copies.by.x, copies.by.y) else {
      reading.fail("\"by\" must be in points", at: node["by"] ?? node)
      return nil
    }
    guard list.count <= reading.limits.layers else {
      reading.fail(beyond: .layers, at: node)
      return nil
    }
    guard reading.spend(list.count, readings: layer, at: node) else { return nil }
    let suffix = reading.copySuffix
    defer { reading.copySuffix = suffix }
    var specs: [LayerSpec] = []
    var isSound = true
    for (index, value) in list.enumerated() where !reading.problems.isFull {
      let values = variables(copies.name.value, value, index)
      let copy = layer.adding(values)
      let circle = values.keys.sorted().lazy.filter { values[$0]?.variables == nil }
        .compactMap { copy.variables?.cycle(from: $0) }.first
      if let circle {
        reading.problems.add("a cycle of variables: \(circle)", at: value.origin)
        isSound = false
        continue
      }
      guard knowsUses(in: layer, values, copies.name.value, index, &reading) else {
        isSound = false
        continue
      }
      reading.copySuffix = "\(suffix)-\(index)"
      guard var spec = form.read(copy, &reading) else {
        isSound = false
        continue
      }
      let (x, y) = (dx * Double(index), dy * Double(index))
      if !move(&spec, x, y) {
        reading.fail(
          "the frame or position of a copied layer must use points, not percentages",
          at: layer)
        return nil
      }
      specs.append(spec)
    }
    return isSound ? specs : nil
  }

  private static func variables(
    _ name: String, _ value: JSONNode, _ index: Int
  ) -> [String: JSONVariables.Value] {
    var values: [String: JSONVariables.Value] = [:]
    let outer = value.variables ?? JSONVariables([:])
    for member in value.lazyMembers {
      values["\(name).\(member.key)"] = JSONVariables.written(
        member.value, in: member.value.variables ?? outer)
    }
    if value.kind != .object {
      values[name] = JSONVariables.written(value, in: outer)
    }
    if let number = JSONNode(json: "\(index)") {
      values["\(name).index"] = JSONVariables.Value(
        text: number.text, index: number.index, variables: outer)
    }
    return values
  }

  /// Whether a value has all keys to which the layer refers.
  private static func knowsUses(
    in layer: JSONNode, _ values: [String: JSONVariables.Value], _ name: String, _ index: Int,
    _ reading: inout Reading
  ) -> Bool {
    let text = layer.text
    var isSound = true
    for place in layer.index..<text.next(after: layer.index)
    where text.entries[place].hasDollar && !text.entries[place].isKey {
      for case .variable(let use, _) in VariableText.parts(of: text.string(at: place))
      where use == name || use.hasPrefix("\(name).") {
        guard values[use] == nil, layer.variables?.values[use] == nil else { continue }
        let known = values.keys.sorted()
        reading.problems.add(
          "value \(index) of \"forEach\" has no ${\(use)}",
          at: text.origin(ofEntry: place), suggestion: NearestWord.find(use, in: known))
        isSound = false
      }
    }
    return isSound
  }

  /// Moves a layer with its sublayers; returns false if the layer's position is not in points.
  private static func move(_ layer: inout LayerSpec, _ x: Double, _ y: Double) -> Bool {
    guard x != 0 || y != 0 else { return true }
    if !layer.hasOwnPoints {
      for i in layer.sublayers.indices { _ = move(&layer.sublayers[i], x, y) }
    }
    func moved(_ length: Dimension, _ by: Double) -> Dimension? {
      switch length {
      case .points(let value): .points(value + by)
      case .fraction: by == 0 ? length : nil
      }
    }
    if let rect = layer.values["frame"] as? RectSpec {
      guard let x = moved(rect.x, x), let y = moved(rect.y, y) else { return false }
      layer.values["frame"] = RectSpec(x, y, rect.width, rect.height)
    } else if let place = (layer.values["position"] as? PlaceSpec)?.point {
      guard let x = moved(place.x, x), let y = moved(place.y, y) else { return false }
      layer.values["position"] = PlaceSpec(PointSpec(x, y))
    } else {
      return false
    }
    return true
  }
}
