package import JSON
import PluginModel
package import Documents
import Evaluation
import Scenes

/// Converts the text of a document to values, and finds the layers that it names. An invalid value is
/// reported, and the result is nil. The stages of planning pass on the resolver; each stage adds to the
/// layers and to the report.
package struct ValueResolver {
  package let inputs: PlanningInputs
  package internal(set) var stage = StageDraft()
  package internal(set) var report: PlanningReport
  /// The layer names for suggestions, and the number of layers when the names were listed.
  private var listed: (names: [String], count: Int) = ([], -1)
  /// The ids of the plugin functions that expressions have called.
  var functions: Set<String> = []

  package init(_ inputs: PlanningInputs) {
    self.inputs = inputs
    report = PlanningReport(file: inputs.document.file)
  }

  var problems: Problems {
    get { report.problems }
    _modify { yield &report.problems }
  }

  /// Reads a JSON value with the rules of the document forms.
  mutating func read<Value>(_ body: (inout ValueReader) -> Value?) -> Value? {
    var reader = ValueReader(problems)
    let value = body(&reader)
    problems = reader.problems
    return value
  }

  // MARK: Layers

  /// The layers that a selector names; reports a problem if there are none.
  package mutating func layers(named selector: Sourced<Selector>, asSeen: Bool) -> [Int] {
    let found = stage.layers(named: selector.value, asSeen: asSeen)
    if found.isEmpty {
      let text = selector.value.text
      let bare = text.split(separator: "/").last.map(String.init) ?? text
      if !problems.isFull, listed.count != stage.count { listed = (stage.names, stage.count) }
      problems.add(
        "no layer \"\(text)\"", at: selector.origin,
        suggestion: problems.isFull ? nil : NearestWord.find(bare, in: listed.names))
    }
    return found
  }

  /// Returns the layout frame of a layer, without any animation. The name of a role refers to the first layer
  /// of the role.
  private mutating func layoutFrame(
    _ selector: Sourced<Selector>, roles: [String: Int]
  ) -> Rect? {
    if case .id(let name) = selector.value.target, selector.value.screen == nil,
      let layer = roles[name]
    {
      return place(of: layer)
    }
    return layers(named: selector, asSeen: false).first.map { place(of: $0) }
  }

  /// The layout frame of a layer in the coordinates of the current space.
  private func place(of layer: Int) -> Rect {
    let properties = stage[layer].node.properties
    return stage.convert(
      stage[layer].isSpace ? properties.frame : properties.layoutFrame,
      from: stage.space(of: layer), to: stage.here)
  }

  /// The rectangle to which percentages of the document refer.
  var bounds: Rect { stage.count > 0 ? stage.bounds(of: stage.here) : inputs.canvas }

  // MARK: Parameters

  /// The formula for a parameter's value; a constant value has been checked against the range of the
  /// parameter. `roles` are the names that the default values of an animator may use.
  mutating func formula(
    _ node: JSONNode, of parameter: ParameterDescription, roles: [String: Int]
  ) -> CallExpression? {
    if parameter.type == .curve { return curve(node) }
    let formula = formula(node, as: [parameter.type], .step, roles: roles) { values, node in
      switch parameter.type {
      case .double: values.number(node, unit: parameter.unit).map { .double($0) }
      case .choice: values.read { $0.choice(node, of: parameter.choices) }.map { .choice($0) }
      default: values.literal(node, parameter.type, roles: roles)
      }
    }
    if case .constant(let value)? = formula, let problem = parameter.problem(with: value) {
      problems.add(problem, at: node.origin)
      return nil
    }
    return formula
  }

  /// Reads the value of an animator parameter that contains no function call.
  mutating func literal(
    _ node: JSONNode, _ type: ParameterType, roles: [String: Int]
  ) -> ParameterValue? {
    switch type {
    case .point: return point(node, roles: roles).map { .point($0) }
    case .size: return size(node, roles: roles).map { .size($0) }
    case .rect: return rect(node, roles: roles).map { .rect($0) }
    case .choice: return nil
    case .curve:
      guard case .constant(let value)? = curve(node) else { return nil }
      return value
    default:
      let bounds = bounds
      return read { ParameterForm.literal(node, type, in: bounds, &$0) }
    }
  }

  private mutating func curve(_ node: JSONNode) -> CallExpression? {
    guard let spec = read({ $0.easing(node) }),
      let easing = easing(spec, default: .linear, stepSeconds: nil, at: node.origin)?.0
    else { return nil }
    switch easing {
    case .timing(let function): return .constant(.curve { function.progress(at: $0) })
    case .called:
      problems.add(
        "the easing of a parameter cannot be a call, "
          + "because an animator cannot report a fault of the function", at: node.origin)
      return nil
    }
  }

  private mutating func number(_ node: JSONNode, unit: ParameterUnit) -> Double? {
    switch unit {
    case .fraction where node.kind == .string:
      guard let dimension = read({ $0.dimension(node) }) else { return nil }
      switch dimension {
      case .points(let value), .fraction(let value): return value
      }
    case .seconds where node.kind == .string:
      guard let time = read({ $0.time(node) }) else { return nil }
      switch time {
      case .seconds(let seconds): return seconds
      case .frames(let frames): return frames / inputs.framesPerSecond
      case .fraction:
        problems.add("expected seconds, \"120ms\" or \"12f\"", found: "a percent", at: node.origin)
        return nil
      }
    default: return read { $0.number(node) }
    }
  }

  // MARK: Geometry

  /// Reads a point as `[x, y]`, with percentages of the container, or as an expression.
  mutating func point(_ node: JSONNode, roles: [String: Int]) -> Point? {
    guard Expression.isExpression(node) else {
      guard let spec = read({ $0.point(node) }) else { return nil }
      return RectSpec(spec.x, spec.y, .zero, .zero).rect(in: bounds).center
    }
    switch read({ $0.expression(node) }) {
    case nil: return nil
    case .centerOf(let selector, let offset)?:
      guard let frame = layoutFrame(selector, roles: roles) else { return nil }
      let shift = offset.point(of: frame.size)
      return Point(frame.center.x + shift.x, frame.center.y + shift.y)
    case .frameOf?: return wrong("a point", "a frame", node)
    case .call?:
      guard case .constant(.point(let point))? = constant(node, .point) else { return nil }
      return point
    }
  }

  /// Reads a size as `[width, height]`, with percentages of the container, or as the size of a frame.
  private mutating func size(_ node: JSONNode, roles: [String: Int]) -> Size? {
    guard Expression.isExpression(node) else {
      return read { $0.size(node) }?.size(of: bounds.size)
    }
    return rect(node, roles: roles)?.size
  }

  /// Reads a rectangle as `[x, y, width, height]`, with percentages of the container, or as an expression.
  mutating func rect(_ node: JSONNode, roles: [String: Int]) -> Rect? {
    guard Expression.isExpression(node) else {
      return read { $0.rect(node) }?.rect(in: bounds)
    }
    switch read({ $0.expression(node) }) {
    case nil: return nil
    case .frameOf(let selector, let inset, let offset)?:
      guard let frame = layoutFrame(selector, roles: roles) else { return nil }
      let sides = inset.point(of: frame.size)
      let shift = offset.point(of: frame.size)
      return frame.insetBy(dx: sides.x, dy: sides.y).offsetBy(dx: shift.x, dy: shift.y)
    case .centerOf?: return wrong("a rectangle", "a centre", node)
    case .call?:
      guard case .constant(.rect(let rect))? = constant(node, .rect) else { return nil }
      return rect
    }
  }

  /// Evaluates a function call whose result does not change over time.
  private mutating func constant(_ node: JSONNode, _ type: ParameterType) -> CallExpression? {
    formula(node, as: [type], .constant) { $0.literal($1, type, roles: [:]) }
  }

  private mutating func wrong<Value>(
    _ expected: String, _ found: String, _ node: JSONNode
  ) -> Value? {
    problems.add("expected \(expected)", found: found, at: node.origin)
    return nil
  }
}
