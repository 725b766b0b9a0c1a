import Animators
import Documents
import Evaluation
import Scenes

/// Reads the values that parameters and expressions write. A place that is wrong is reported and
/// gives nil. `roles` are the names that an animator's own defaults may use.
extension PlanningSession {
  /// Reads with the document's own rules.
  func read<Value>(_ body: (inout ValueReader) -> Value?) -> Value? {
    var reader = ValueReader(problems)
    let value = body(&reader)
    problems = reader.problems
    return value
  }

  /// A parameter's value, of its type; one that does not vary is in its range.
  func formula(
    _ node: JSONNode, of parameter: ParameterDescription, roles: [String: Int]
  ) -> Formula? {
    if parameter.type == .curve { return curve(node) }
    let formula = formula(node, as: [parameter.type], .step, roles: roles) { node in
      switch parameter.type {
      case .double: number(node, unit: parameter.unit).map { .double($0) }
      case .choice: read { $0.choice(node, of: parameter.choices) }.map { .choice($0) }
      default: literal(node, parameter.type, roles: roles)
      }
    }
    if case .constant(let value)? = formula, let problem = parameter.problem(with: value) {
      problems.add(problem, at: node.origin)
      return nil
    }
    return formula
  }

  /// A value that is no call.
  func literal(_ node: JSONNode, _ type: ParameterType, roles: [String: Int]) -> ParameterValue? {
    switch type {
    case .bool: return read { $0.boolean(node) }.map { .bool($0) }
    case .int32: return read { $0.whole(node) }.map { .int32(Int32($0)) }
    case .double: return read { $0.number(node) }.map { .double($0) }
    case .point: return point(node, roles: roles).map { .point($0) }
    case .size: return size(node, roles: roles).map { .size($0) }
    case .rect: return rect(node, roles: roles).map { .rect($0) }
    case .color: return read { $0.color(node) }.map { .color($0) }
    case .string: return read { $0.string(node) }.map { .string($0) }
    case .choice: return nil
    case .curve:
      guard case .constant(let value)? = curve(node) else { return nil }
      return value
    }
  }

  private func curve(_ node: JSONNode) -> Formula? {
    guard let spec = read({ $0.easing(node) }),
      let easing = easing(spec, default: .linear, stepSeconds: nil, at: node.origin)?.0
    else { return nil }
    switch easing {
    case .timing(let function): return .constant(.curve { function.progress(at: $0) })
    case .called:
      problems.add(
        "the easing of a parameter cannot be a call: the animator calls it, and has no way to "
          + "report a fault of its", at: node.origin)
      return nil
    }
  }

  private func number(_ node: JSONNode, unit: ParameterUnit) -> Double? {
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
      case .frames(let frames): return frames / framesPerSecond
      case .fraction:
        problems.add("expected seconds, \"120ms\" or \"12f\", found a percent", at: node.origin)
        return nil
      }
    default: return read { $0.number(node) }
    }
  }

  /// `[x, y]`, percents of the container, or an expression.
  func point(_ node: JSONNode, roles: [String: Int]) -> Point? {
    guard Expression.isExpression(node) else {
      guard let spec = read({ $0.point(node) }) else { return nil }
      return RectSpec(spec.x, spec.y, .zero, .zero).rect(in: canvas).center
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
  func size(_ node: JSONNode, roles: [String: Int]) -> Size? {
    guard Expression.isExpression(node) else {
      return read { $0.size(node) }?.size(of: canvas.size)
    }
    return rect(node, roles: roles)?.size
  }

  /// `[x, y, width, height]`, percents of the container, or an expression.
  func rect(_ node: JSONNode, roles: [String: Int]) -> Rect? {
    guard Expression.isExpression(node) else { return read { $0.rect(node) }?.rect(in: canvas) }
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

  /// A call whose value is found once.
  private func constant(_ node: JSONNode, _ type: ParameterType) -> Formula? {
    formula(node, as: [type], .constant) { literal($0, type, roles: [:]) }
  }

  private func wrong<Value>(_ expected: String, _ found: String, _ node: JSONNode) -> Value? {
    problems.add("expected \(expected), found \(found)", at: node.origin)
    return nil
  }

  /// Where the layout puts a layer, without animation; a role's name stands for its first layer.
  private func layoutFrame(_ selector: Located<Selector>, roles: [String: Int]) -> Rect? {
    if case .id(let name) = selector.value.target, selector.value.screen == nil,
      let layer = roles[name]
    {
      return draft[layer].node.properties.layoutFrame
    }
    return layers(named: selector, asSeen: false).first.map {
      draft[$0].node.properties.layoutFrame
    }
  }

  // MARK: What plugins declare

  /// The easing that an animator has by itself.
  func easing(_ json: String, of animator: AnimatorDescription, at origin: Origin)
    -> Located<EasingSpec>?
  {
    guard let node = declared(json, "an easing", by: animator, at: origin) else { return nil }
    return read { $0.easing(node) }.map { Located($0, origin) }
  }

  /// A parameter's default as a value that stands at the step.
  func defaultNode(
    _ parameter: ParameterDescription, of animator: AnimatorDescription, at origin: Origin
  ) -> JSONNode? {
    declared(
      parameter.defaultJSON, "a default of \(parameter.name)", by: animator, at: origin)
  }

  /// What an animator declares as JSON; what is none is reported.
  private func declared(
    _ json: String, _ what: String, by animator: AnimatorDescription, at origin: Origin
  ) -> JSONNode? {
    if let node = JSONNode(json: json, origin: origin) { return node }
    problems.add(
      "\(animator.id) declares \(what) that is no JSON: \(json) (\(animator.plugin))", at: origin)
    return nil
  }

  /// Makes the layer that an animator declares for a role that nothing binds.
  func create(
    _ json: String, role: String, of animator: AnimatorDescription, _ roles: [String: Int],
    _ node: TimelineNode
  ) -> Int? {
    let origin = node.spec.origin
    guard
      let text = declared(json, "a layer for the role \(role)", by: animator, at: origin),
      var spec = read({ $0.layer(text) })
    else { return nil }
    let place = spec.below ?? spec.above
    spec.id = nil
    let index = add(spec, to: Self.container, parentFrame: canvas)
    draft[index].node.id = "\(node.spec.id?.value ?? node.what)/\(role)"
    guard let place else { return index }
    if case .id(let name) = place.value.target, let layer = roles[name] {
      self.place(index, besides: layer, isBelow: spec.below != nil, at: origin)
    } else {
      self.place(index, place, isBelow: spec.below != nil)
    }
    return index
  }
}
