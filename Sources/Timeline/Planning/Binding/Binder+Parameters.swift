import JSON
import PluginModel
import Documents
import Evaluation
import Scenes

/// Binds the parameters and the timing of an animator.
extension Binder {
  /// Binds the values in the order of the animator's description. `roles` are the first layers of the
  /// animator's roles, to which default values may refer.
  mutating func parameters(
    _ spec: AnimatorStep, of animator: AnimatorDescription, roles: [String: Int]
  ) -> [CallExpression]? {
    var isRight = true
    for given in spec.parameters where animator.parameter(named: given.name.value) == nil {
      values.problems.add(
        "\(animator.id) has no parameter \"\(given.name.value)\"", at: given.name.origin,
        suggestion: NearestWord.find(given.name.value, in: animator.parameters.map(\.name)))
      isRight = false
    }
    var formulas: [CallExpression] = []
    for parameter in animator.parameters {
      if let formula = formula(parameter, spec, of: animator, roles: roles) {
        formulas.append(formula)
      } else {
        isRight = false
      }
    }
    if let compat = spec.compatibility, animator.parameter(named: "compat") == nil {
      values.problems.add("\(animator.id) has no \"compat\"", at: compat.origin)
      isRight = false
    }
    return isRight ? formulas : nil
  }

  /// The value that the step sets for a parameter, or its default value.
  private mutating func formula(
    _ parameter: ParameterDescription, _ spec: AnimatorStep, of animator: AnimatorDescription,
    roles: [String: Int]
  ) -> CallExpression? {
    if let given = spec.parameters.first(where: { $0.name.value == parameter.name }) {
      return values.formula(given.value, of: parameter, roles: [:])
    }
    if parameter.name == "compat", let compat = spec.compatibility, parameter.type == .choice,
      let index = parameter.choices.firstIndex(of: compat.value)
    {
      return .constant(.choice(index))
    }
    let what = "a default of \(parameter.name)"
    let node = declared(parameter.defaultJSON, what, by: animator, at: spec.name.origin)
    return node.flatMap { values.formula($0, of: parameter, roles: roles) }
  }

  /// Returns the default duration of an animator in seconds.
  mutating func seconds(
    of plugin: any BindableAnimator, _ parameters: [CallExpression], _ context: TransitionContext,
    _ roleCounts: [Int], _ step: Timeline.Step
  ) -> Double? {
    let animator = plugin.description
    guard animator.hasDuration else { return animator.durationSeconds }
    do {
      // The start of the step is not yet known, so expressions are evaluated at progress 0 and time 0.
      let runner = try PluginRunner(
        plugin, parameters,
        stepContext: inputs.stepContext(
          context.operation, step: step.label,
          duration: FrameTime(seconds: animator.durationSeconds), seed: 0, roleCounts: roleCounts,
          in: values.stage),
        clock: inputs.clock(start: .zero, step: step.label))
      return try runner.bound(at: StepMoment(progress: 0, time: .zero)).duration()
    } catch {
      values.problems.add("\(error)", at: step.spec.origin)
      values.report.fail(.animator(error, time: nil, frame: nil, origin: step.spec.origin))
      return nil
    }
  }

  // MARK: What plugins declare

  /// Returns the default easing of an animator.
  mutating func easing(
    _ json: String, of animator: AnimatorDescription, at origin: Origin
  ) -> Sourced<EasingSpec>? {
    guard let node = declared(json, "an easing", by: animator, at: origin) else { return nil }
    return values.read { $0.easing(node) }.map { Sourced($0, origin) }
  }

  /// Parses the JSON of a default value that an animator declares. Invalid JSON is reported as a problem.
  mutating func declared(
    _ json: String, _ what: String, by animator: AnimatorDescription, at origin: Origin
  ) -> JSONNode? {
    if let node = JSONNode(json: json, origin: origin) { return node }
    values.problems.add(
      "\(animator.id) declares \(what) that is not JSON: \(json) (\(animator.plugin))", at: origin)
    return nil
  }
}

extension AnimatorStep {
  /// Adds parameters that the step's name implies, except those that the step sets.
  mutating func add(_ meant: [(name: String, value: String)]) {
    for (name, text) in meant where !parameters.contains(where: { $0.name.value == name }) {
      let json =
        JSONNode(json: text, origin: self.name.origin) == nil ? JSONWriter.string(text) : text
      guard let value = JSONNode(json: json, origin: self.name.origin) else { continue }
      parameters.append(ParameterSpec(name: Sourced(name, self.name.origin), value: value))
    }
  }
}
