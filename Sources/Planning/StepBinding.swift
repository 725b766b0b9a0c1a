import Animators
import Documents
import Evaluation
import Scenes

/// What a leaf of the timeline runs, with its layers, parameters and duration found.
struct StepBinding {
  enum Runner {
    case plugin(any BindableAnimator, parameters: [Formula])
    case keyframes(KeyframesStep)
  }
  var runner: Runner
  /// The bound layers, in the order of the roles.
  var layers: [Int]
  /// How many of them each role has.
  var roleCounts: [Int] = []
  var duration: FrameTime
  var timing: Easing
  var isReversed = false
}

/// The transition that steps belong to.
struct TransitionFacts {
  var operation: TransitionSpec.Operation
  /// The layers that play from and to: they swap on the way back.
  var from: Int?
  var to: Int?
  /// A finger drives it, and progress follows the finger: no easing.
  var isLinear = false
}

extension PlanningSession {
  /// Finds what a leaf runs. nil when something is wrong; it has been reported.
  func bind(_ node: TimelineNode, schedule: Schedule, _ facts: TransitionFacts) -> StepBinding? {
    switch node.spec.kind {
    case .animator(let step): return bind(step, node, schedule, facts)
    case .keyframes(let step): return bind(step, node, schedule, facts)
    default: return nil
    }
  }

  private func bind(
    _ step: AnimatorStep, _ node: TimelineNode, _ schedule: Schedule, _ facts: TransitionFacts
  ) -> StepBinding? {
    guard let bindable = registry.findAnimator(step.name.value) else {
      unknownAnimator(step.name)
      return nil
    }
    let animator = bindable.description
    guard let roles = bindRoles(step, of: animator, node, facts) else { return nil }
    var names: [String: Int] = [:]
    for (role, layers) in zip(animator.roles, roles) { names[role.name] = layers.first }
    guard let parameters = parameters(step, of: animator, roles: names) else { return nil }
    var easing = node.spec.easing
    if easing == nil, let text = animator.easingJSON {
      easing = self.easing(text, of: animator, at: node.spec.origin)
    }
    let roleCounts = roles.map(\.count)
    guard
      let (duration, timing) = times(
        node, schedule, easing: easing,
        fallbackSeconds: self.seconds(
          of: bindable, parameters, facts, roleCounts, node))
    else { return nil }
    return StepBinding(
      runner: .plugin(bindable, parameters: parameters), layers: roles.flatMap { $0 },
      roleCounts: roleCounts, duration: duration, timing: facts.isLinear ? .linear : timing,
      isReversed: step.direction == .reverse)
  }

  private func bind(
    _ step: KeyframesStep, _ node: TimelineNode, _ schedule: Schedule, _ facts: TransitionFacts
  ) -> StepBinding? {
    var targets: [Int] = []
    if let target = node.target, step.targets.isEmpty { targets = [target] }
    for selector in step.targets { targets += layers(named: selector, asSeen: true) }
    let problemsBefore = problems.count
    for frame in step.keyframes {
      // Calls that are wrong are reported with everything else; they are read again with the step.
      var values = frame.values
      _ = takeVarying(&values)
    }
    let times = times(node, schedule, easing: node.spec.easing, fallbackSeconds: nil)
    guard problems.count == problemsBefore, !targets.isEmpty, let (duration, timing) = times else {
      return nil
    }
    return StepBinding(
      runner: .keyframes(step), layers: targets, duration: duration,
      timing: facts.isLinear ? .linear : timing)
  }

  /// The step's duration and timing function: a spring may decide both.
  private func times(
    _ node: TimelineNode, _ schedule: Schedule, easing: Located<EasingSpec>?,
    fallbackSeconds: @autoclosure () -> Double?
  ) -> (FrameTime, Easing)? {
    var given: FrameTime?
    if let spec = node.spec.duration {
      guard let length = schedule.length(spec.value, at: spec.origin) else { return nil }
      given = length
    }
    let origin = easing?.origin ?? node.spec.origin
    var seconds = given?.seconds
    // A spring with a duration or constants of its own gives the step's; else the animator does.
    if seconds == nil, case .spring(.ratio(_, nil, _))? = easing?.value {
      seconds = fallbackSeconds()
    }
    guard
      let (timing, own) = self.easing(
        easing?.value, default: .easeInOut, stepSeconds: seconds, step: node.label, at: origin)
    else { return nil }
    if let given { return (given, timing) }
    guard let length = own ?? seconds ?? fallbackSeconds() else {
      problems.add("the step needs a duration", at: node.spec.origin)
      return nil
    }
    return (FrameTime(seconds: length), timing)
  }

  private func unknownAnimator(_ name: Located<String>) {
    refuse("animator", name, among: registry.animatorNames)
  }

  /// Says why there is no such animator or function.
  func refuse(_ what: String, _ name: Located<String>, among known: @autoclosure () -> [String]) {
    if let refusal = registry.refusal(ofAnimatorNamed: name.value) {
      if refusal.kind != .unusable, refusal.kind != .duplicate, pluginFailure == nil {
        pluginFailure = .refused(refusal, name: name.value, origin: name.origin)
      }
      problems.add("no \(what) \"\(name.value)\": \(refusal)", at: name.origin)
    } else {
      let unread = registry.unreadableFiles(for: name.value).map { "; " + $0 } ?? ""
      problems.add(
        "no \(what) \"\(name.value)\"\(unread)", at: name.origin,
        suggestion: NearestWord.find(name.value, in: known()))
    }
  }

  // MARK: Roles

  /// The layers of each role, in the order of the roles.
  private func bindRoles(
    _ step: AnimatorStep, of animator: AnimatorDescription, _ node: TimelineNode,
    _ facts: TransitionFacts
  ) -> [[Int]]? {
    var isRight = true
    for binding in step.roles where animator.role(named: binding.role.value) == nil {
      problems.add(
        "\(animator.id) has no role \"\(binding.role.value)\"", at: binding.role.origin,
        suggestion: NearestWord.find(binding.role.value, in: animator.roles.map(\.name)))
      isRight = false
    }
    var bound: [[Int]] = []
    var created: [(role: Int, json: String)] = []
    for (index, role) in animator.roles.enumerated() {
      var layers: [Int] = []
      if let binding = step.roles.first(where: { $0.role.value == role.name }) {
        for selector in binding.layers {
          for layer in self.layers(named: selector, asSeen: true) where !layers.contains(layer) {
            layers.append(layer)
          }
        }
        if layers.isEmpty { isRight = false }
        if layers.count > role.maximum {
          problems.add(
            "role \"\(role.name)\" takes \(role.maximum), found \(layers.count) layers",
            at: binding.role.origin)
          isRight = false
        }
      } else if let layer = ownLayer(of: role.name, node, facts, in: animator) {
        layers = [layer]
      } else if let json = role.createJSON {
        created.append((index, json))
        bound.append([])
        continue
      }
      if layers.count < role.minimum, isRight {
        problems.add(
          "\(animator.id) needs role \"\(role.name)\": \(role.doc)", at: node.spec.origin)
        isRight = false
      }
      bound.append(layers)
    }
    guard isRight else { return nil }
    for (index, json) in created {
      var names: [String: Int] = [:]
      for (role, layers) in zip(animator.roles, bound) { names[role.name] = layers.first }
      let role = animator.roles[index].name
      guard let layer = create(json, role: role, of: animator, names, node) else { return nil }
      bound[index] = [layer]
    }
    return bound
  }

  /// The layer that a role takes when nothing binds it.
  private func ownLayer(
    of role: String, _ node: TimelineNode, _ facts: TransitionFacts,
    in animator: AnimatorDescription
  ) -> Int? {
    switch role {
    case "from": facts.from
    case "to": facts.to
    case "container": Self.container
    default: node.target
    }
  }

  // MARK: Parameters

  private func parameters(
    _ step: AnimatorStep, of animator: AnimatorDescription, roles: [String: Int]
  ) -> [Formula]? {
    var isRight = true
    for given in step.parameters where animator.parameter(named: given.name.value) == nil {
      problems.add(
        "\(animator.id) has no parameter \"\(given.name.value)\"", at: given.name.origin,
        suggestion: NearestWord.find(given.name.value, in: animator.parameters.map(\.name)))
      isRight = false
    }
    var values: [Formula] = []
    for parameter in animator.parameters {
      let given = step.parameters.first { $0.name.value == parameter.name }
      let value: Formula?
      if let given {
        value = formula(given.value, of: parameter, roles: [:])
      } else if parameter.name == "compat", let compat = step.compatibility,
        parameter.type == .choice, let index = parameter.choices.firstIndex(of: compat.value)
      {
        value = .constant(.choice(index))
      } else if let node = defaultNode(parameter, of: animator, at: step.name.origin) {
        value = formula(node, of: parameter, roles: roles)
      } else {
        value = nil
      }
      if let value { values.append(value) } else { isRight = false }
    }
    if let compat = step.compatibility, animator.parameter(named: "compat") == nil {
      problems.add("\(animator.id) has no \"compat\"", at: compat.origin)
      isRight = false
    }
    return isRight ? values : nil
  }

  func clock(of node: TimelineNode, start: FrameTime) -> FormulaClock {
    FormulaClock(start: start, framesPerSecond: framesPerSecond, step: node.label)
  }

  private func seconds(
    of bindable: any BindableAnimator, _ parameters: [Formula], _ facts: TransitionFacts,
    _ roleCounts: [Int], _ node: TimelineNode
  ) -> Double? {
    let animator = bindable.description
    guard animator.hasDuration else { return animator.durationSeconds }
    do {
      // Its start is not known yet: what varies has its value at progress 0 and time 0.
      let runner = try PluginRunner(
        bindable, parameters,
        facts: stepFacts(
          facts, step: node.label, durationSeconds: animator.durationSeconds, seed: 0,
          roleCounts: roleCounts), clock: clock(of: node, start: .zero))
      return try runner.bound(at: StepMoment(progress: 0, time: .zero)).duration()
    } catch {
      problems.add("\(error)", at: node.spec.origin)
      if pluginFailure == nil {
        pluginFailure = .animator(
          error, time: nil, frame: nil, origin: node.spec.origin)
      }
      return nil
    }
  }
}
