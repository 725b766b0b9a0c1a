/// The values of the file's slots; a slot's value replaces every property that refers to the slot.
struct Slots: Sendable {
  private let values: [String: Value]

  /// Reads the slots; the values of a theme override them.
  init(_ root: Value, theme: Value?, _ notes: inout UnsupportedFeatures) {
    var values = (root["slots"]?.members ?? [:]).compactMapValues { $0["p"] }
    for rule in theme?.elements("rules") ?? [] {
      guard let id = rule.text("id") else { continue }
      if let value = Self.property(rule) { values[id] = value } else { notes.add(.theme, id) }
    }
    self.values = values
  }

  /// Converts a theme's rule to a property of a Lottie file; nil for a rule that cannot be a property.
  private static func property(_ rule: Value) -> Value? {
    let isGradient = rule.text("type") == "Gradient"
    guard ["Color", "Scalar", "Position", "Vector", "Gradient"].contains(rule.text("type")) else {
      return nil
    }
    func numbers(_ value: Value?) -> Value? {
      guard isGradient else { return value }
      let stops = value?.list ?? []
      let colors = stops.flatMap { stop in
        [stop["offset"] ?? .number(0)] + stop.elements("color").prefix(3)
      }
      let alphas = stops.flatMap { stop -> [Value] in
        let color = stop.elements("color")
        return color.count > 3 ? [stop["offset"] ?? .number(0), color[3]] : []
      }
      return .list(colors + alphas)
    }
    let property: Value
    if let keys = rule["keyframes"]?.list, !keys.isEmpty {
      property = .object([
        "a": .number(1),
        "k": .list(
          keys.map { key in
            var members = ["t": key["frame"] ?? .number(0)]
            members["s"] = numbers(key["value"]).map { $0.list == nil ? .list([$0]) : $0 }
            members["i"] = key["inTangent"]
            members["o"] = key["outTangent"]
            members["h"] = key["hold"]
            return .object(members)
          }),
      ])
    } else {
      guard let value = numbers(rule["value"]) else { return nil }
      property = .object(["a": .number(0), "k": value])
    }
    guard isGradient else { return property }
    let count =
      rule["value"]?.list?.count ?? rule.elements("keyframes").first?.elements("value").count
    return .object(["p": .number(Double(count ?? 0)), "k": property])
  }

  /// Returns the value with the values of all slots filled in. For a missing slot, the property keeps its own value; if
  /// there is no such value, the slot is recorded.
  func filled(_ value: Value, _ notes: inout UnsupportedFeatures, depth: Int = 0) -> Value {
    guard depth < 100 else { return value }
    switch value {
    case .object(let members):
      if let name = members["sid"]?.string {
        if let own = values[name] { return own }
        if members["k"] == nil, members["p"] == nil { notes.add(.slot, name) }
      }
      // The id of a gradient's slot may be in the object of its colours, next to the number of colours.
      if let name = members["k"]?["sid"]?.string, let own = values[name], own["p"] != nil {
        return own
      }
      var result = members
      for key in members.keys.sorted() where members[key]!.isCompound {
        result[key] = filled(members[key]!, &notes, depth: depth + 1)
      }
      return .object(result)
    case .list(let all):
      if case .number? = all.first { return value }
      return .list(all.map { filled($0, &notes, depth: depth + 1) })
    default: return value
    }
  }
}
