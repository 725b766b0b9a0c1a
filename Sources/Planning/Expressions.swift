import AnimatorHosting
import Documents
import Evaluation
import Scenes

/// Reads the values that parameters and expressions write. A place that is wrong is reported and
/// gives nil. `roles` are the names that an animator's own defaults may use.
extension PlanningSession {
  /// A parameter's value, of its type and in its range.
  func value(
    _ node: JSONNode, of parameter: ParameterDescription, roles: [String: Int]
  ) -> ParameterValue? {
    guard let value = typed(node, parameter, roles: roles) else { return nil }
    if let problem = parameter.problem(with: value) {
      problems.add("\(parameter.name): \(problem)", at: node.origin)
      return nil
    }
    return value
  }

  private func typed(
    _ node: JSONNode, _ parameter: ParameterDescription, roles: [String: Int]
  ) -> ParameterValue? {
    switch parameter.type {
    case .bool:
      if let value = node.boolean { return .bool(value) }
      return expected("true or false", node)
    case .int32:
      guard let number = node.number, let value = Int32(exactly: number) else {
        return expected("a whole number", node)
      }
      return .int32(value)
    case .double: return number(node, unit: parameter.unit).map { .double($0) }
    case .point: return point(node, roles: roles).map { .point($0) }
    case .size: return size(node, roles: roles).map { .size($0) }
    case .rect: return rect(node, roles: roles).map { .rect($0) }
    case .color:
      guard let text = node.string else { return expected("a colour", node) }
      guard let color = ColorText.color(text) else {
        return expected("a colour such as \"#ff8800\"", node)
      }
      return .color(color)
    case .string:
      if let text = node.string { return .string(text) }
      return expected("a string", node)
    case .choice:
      let words = parameter.choices.joined(separator: ", ")
      guard let text = node.string else { return expected("one of \(words)", node) }
      guard let index = parameter.choices.firstIndex(of: text) else {
        problems.add(
          "expected one of \(words), found \"\(text)\"", at: node.origin,
          suggestion: NearestWord.find(text, in: parameter.choices))
        return nil
      }
      return .choice(index)
    case .curve:
      guard let spec = easing(node) else { return nil }
      guard
        let timing = timing(spec, default: .linear, stepSeconds: nil, at: node.origin)?.0
      else { return nil }
      return .curve { timing.progress(at: $0) }
    }
  }

  private func expected<Value>(_ what: String, _ node: JSONNode) -> Value? {
    problems.add("expected \(what), found \(node.foundText)", at: node.origin)
    return nil
  }

  private func number(_ node: JSONNode, unit: ParameterUnit) -> Double? {
    if let number = node.number { return number }
    guard let text = node.string else { return expected("a number", node) }
    switch unit {
    case .fraction:
      if let dimension = Dimension.read(text), case .fraction(let value) = dimension { return value }
      return expected("a number or a percent", node)
    case .seconds:
      switch DurationSpec.read(text) {
      case .seconds(let seconds): return seconds
      case .frames(let frames): return frames / framesPerSecond
      default: return expected("seconds, \"120ms\" or \"12f\"", node)
      }
    default: return expected("a number", node)
    }
  }

  /// Points; a percent is of `extent`, from `start`.
  private func length(_ node: JSONNode, start: Double, extent: Double) -> Double? {
    if let number = node.number { return number }
    if let text = node.string, let dimension = Dimension.read(text) {
      switch dimension {
      case .points(let value): return value
      case .fraction(let value): return start + value * extent
      }
    }
    return expected("a number of points or a percent", node)
  }

  private func lengths(_ node: JSONNode, _ count: Int, _ what: String) -> [JSONNode]? {
    guard let elements = node.elements, elements.count == count else { return expected(what, node) }
    return elements
  }

  /// `[x, y]`, percents of the container, or `{"centerOf": layer, "offset": [dx, dy]}`.
  func point(_ node: JSONNode, roles: [String: Int]) -> Point? {
    if node.kind == .object {
      guard
        let (key, frame) = frame(node, keys: ["centerOf"], others: ["offset"], roles: roles),
        key == "centerOf"
      else { return nil }
      var point = frame.center
      if let offset = node["offset"] {
        guard let pair = lengths(offset, 2, "[dx, dy]"),
          let dx = length(pair[0], start: 0, extent: frame.width),
          let dy = length(pair[1], start: 0, extent: frame.height)
        else { return nil }
        point.x += dx
        point.y += dy
      }
      return point
    }
    guard let pair = lengths(node, 2, "[x, y] or {\"centerOf\": …}"),
      let x = length(pair[0], start: 0, extent: canvas.width),
      let y = length(pair[1], start: 0, extent: canvas.height)
    else { return nil }
    return Point(x, y)
  }

  /// `[width, height]`, percents of the container, or `{"sizeOf": layer}`.
  func size(_ node: JSONNode, roles: [String: Int]) -> Size? {
    if node.kind == .object {
      return frame(node, keys: ["sizeOf"], others: [], roles: roles)?.frame.size
    }
    guard let pair = lengths(node, 2, "[width, height] or {\"sizeOf\": …}"),
      let width = length(pair[0], start: 0, extent: canvas.width),
      let height = length(pair[1], start: 0, extent: canvas.height)
    else { return nil }
    return Size(width, height)
  }

  /// `[x, y, width, height]`, percents of the container, or
  /// `{"frameOf": layer, "inset": …, "offset": …}`: a percent follows the layer's own frame.
  func rect(_ node: JSONNode, roles: [String: Int]) -> Rect? {
    if node.kind == .object {
      guard
        let (_, found) = frame(
          node, keys: ["frameOf"], others: ["inset", "offset"], roles: roles)
      else { return nil }
      var rect = found
      if let inset = node["inset"] {
        let both = inset.kind == .array ? lengths(inset, 2, "[dx, dy]") : [inset, inset]
        guard let both, let dx = length(both[0], start: 0, extent: found.width),
          let dy = length(both[1], start: 0, extent: found.height)
        else { return nil }
        rect = rect.insetBy(dx: dx, dy: dy)
      }
      if let offset = node["offset"] {
        guard let pair = lengths(offset, 2, "[dx, dy]"),
          let dx = length(pair[0], start: 0, extent: found.width),
          let dy = length(pair[1], start: 0, extent: found.height)
        else { return nil }
        rect = rect.offsetBy(dx: dx, dy: dy)
      }
      return rect
    }
    guard let four = lengths(node, 4, "[x, y, width, height] or {\"frameOf\": …}"),
      let x = length(four[0], start: 0, extent: canvas.width),
      let y = length(four[1], start: 0, extent: canvas.height),
      let width = length(four[2], start: 0, extent: canvas.width),
      let height = length(four[3], start: 0, extent: canvas.height)
    else { return nil }
    return Rect(x, y, width, height)
  }

  /// The layout frame that an expression such as `{"frameOf": "poster"}` names.
  private func frame(
    _ node: JSONNode, keys: [String], others: [String], roles: [String: Int]
  ) -> (key: String, frame: Rect)? {
    let members = node.members ?? []
    for member in members where !keys.contains(member.key) && !others.contains(member.key) {
      problems.add(
        "unknown key \"\(member.key)\"", at: member.keyOrigin,
        suggestion: NearestWord.find(member.key, in: keys + others))
      return nil
    }
    guard let member = members.first(where: { keys.contains($0.key) }) else {
      return expected("{\"\(keys[0])\": …}", node)
    }
    guard let text = member.value.string else { return expected("a layer's id", member.value) }
    if let index = roles[text] { return (member.key, draft[index].node.properties.layoutFrame) }
    guard let selector = Selector.read(text) else {
      return expected("a layer's id", member.value)
    }
    let found = layers(named: Located(selector, member.value.origin), asSeen: false)
    return found.first.map { (member.key, draft[$0].node.properties.layoutFrame) }
  }
}

extension JSONNode {
  /// What stands here, for messages.
  var foundText: String {
    switch kind {
    case .array: "a list of \(elements?.count ?? 0)"
    case .object: "an object"
    default: json
    }
  }
}
