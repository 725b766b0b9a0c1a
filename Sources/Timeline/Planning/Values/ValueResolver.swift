package import JSON
import PluginModel
package import Documents
import Evaluation
import Scenes

/// Turns the text of a document into values, and looks up the layers that it names. An invalid value is
/// reported and gives nil. The steps of planning pass the resolver on from one to the next: each step adds to
/// the stage and to the report.
package struct ValueResolver {
  package let inputs: PlanningInputs
  package internal(set) var stage = StageDraft()
  package internal(set) var report: PlanningReport
  /// The names of layers for suggestions, and the number of layers when they were listed.
  private var listed: (names: [String], count: Int) = ([], -1)
  /// The ids of functions that were called.
  var functions: Set<String> = []

  package init(_ inputs: PlanningInputs) {
    self.inputs = inputs
    report = PlanningReport(file: inputs.document.file)
  }

  var problems: Problems {
    get { report.problems }
    _modify { yield &report.problems }
  }

  /// Reads with the document's own rules.
  mutating func read<Value>(_ body: (inout ValueReader) -> Value?) -> Value? {
    var reader = ValueReader(problems)
    let value = body(&reader)
    problems = reader.problems
    return value
  }

  // MARK: Layers

  /// The layers of a selector in the document; a problem if there are none.
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

  /// The layout frame of a layer, without animation. The name of a role refers to its first layer.
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

  /// The layout frame of a layer, in the coordinates of the current space.
  private func place(of layer: Int) -> Rect {
    let properties = stage[layer].node.properties
    return stage.convert(
      stage[layer].isSpace ? properties.frame : properties.layoutFrame,
      from: stage.space(of: layer), to: stage.here)
  }

  /// The rectangle to which percentages refer.
  var bounds: Rect { stage.count > 0 ? stage.bounds(of: stage.here) : inputs.canvas }

  // MARK: Parameters

  /// A parameter's value, of the parameter's type; a constant value is in the parameter's range. `roles` are
  /// the names that an animator's own defaults may use.
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

  /// A value that is not a call.
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

  /// `[x, y]`, percents of the container, or an expression.
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

  /// `[width, height]`, percents of the container, or the size of a frame.
  private mutating func size(_ node: JSONNode, roles: [String: Int]) -> Size? {
    guard Expression.isExpression(node) else {
      return read { $0.size(node) }?.size(of: bounds.size)
    }
    return rect(node, roles: roles)?.size
  }

  /// `[x, y, width, height]`, percents of the container, or an expression.
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

  /// A call whose value is computed once.
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
