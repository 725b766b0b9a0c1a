import JSON
import PluginModel
import Documents
import Evaluation
import Scenes

/// Binds the leaf steps of the timeline: finds their animators, layers, parameters and durations. The role of
/// an animator may add a layer to the stage.
package struct Binder {
  package internal(set) var stage: StageBuilder

  package init(_ stage: StageBuilder) { self.stage = stage }

  var values: ValueResolver {
    get { stage.values }
    _modify { yield &stage.values }
  }
  var inputs: PlanningInputs { stage.values.inputs }

  /// Finds the animator of a step and binds it; nil after a problem, which has been reported.
  package mutating func bind(
    _ step: Timeline.Step, _ schedule: Schedule, _ context: TransitionContext
  ) -> StepBinding? {
    var binding: StepBinding?
    switch step.spec.kind {
    case .animator(let spec): binding = bind(spec, step, schedule, context)
    case .keyframes(let spec): binding = bind(spec, step, schedule)
    case .sequence, .parallel, .stagger: return nil
    }
    if context.isLinear { binding?.timing = .linear }
    return binding
  }

  private mutating func bind(
    _ spec: AnimatorStep, _ step: Timeline.Step, _ schedule: Schedule, _ context: TransitionContext
  ) -> StepBinding? {
    guard let (plugin, xfade) = inputs.registry.meaning(of: spec.name.value) else {
      values.refuse("animator", spec.name) { $0.names(like: spec.name.value) }
      return nil
    }
    var (spec, step) = (spec, step)
    if let xfade { spec.add(xfade.parameters) }
    if spec.luma != nil {
      spec.add([(name: "field", value: "luma")])
      // MLT and Kdenlive call the parameter `reversed` by the name `invert`.
      for index in spec.parameters.indices where spec.parameters[index].name.value == "invert" {
        spec.parameters[index].name.value = "reversed"
      }
    }
    if xfade != nil || spec.luma != nil {
      // The defaults of xfade apply: a duration of one second and linear timing.
      step.spec.duration = step.spec.duration ?? Sourced(.seconds(1), spec.name.origin)
      step.spec.easing = step.spec.easing ?? Sourced(.linear, spec.name.origin)
    }
    let animator = plugin.description
    let found = self.roles(spec, of: animator, step, context)
    if found == nil, let easing = step.spec.easing {
      // Problems of the step's spring are reported together with those of its layers.
      let given = step.spec.duration.flatMap {
        schedule.length($0.value, at: $0.origin, &values.problems)
      }
      _ = values.easing(
        easing.value, default: .easeInOut,
        stepSeconds: given?.seconds ?? Self.unknownSeconds(easing.value),
        step: step.label, at: easing.origin)
    }
    guard let roles = found,
      let parameters = parameters(spec, of: animator, roles: animator.firstLayers(roles))
    else { return nil }
    var easing = step.spec.easing
    if easing == nil, let text = animator.easingJSON {
      easing = self.easing(text, of: animator, at: step.spec.origin)
    }
    let roleCounts = roles.map(\.count)
    let times = times(step, schedule, easing: easing) { binder in
      binder.seconds(of: plugin, parameters, context, roleCounts, step)
    }
    guard let (duration, timing) = times else { return nil }
    var binding = StepBinding(
      .plugin(plugin, parameters: parameters), layers: roles.flatMap { $0 },
      roleCounts: roleCounts, duration: duration, timing: timing)
    binding.isReversed = spec.direction == .reverse
    return binding
  }

  private mutating func bind(
    _ spec: KeyframesStep, _ step: Timeline.Step, _ schedule: Schedule
  ) -> StepBinding? {
    var targets: [Int] = []
    if let target = step.target, spec.targets.isEmpty { targets = [target] }
    for selector in spec.targets { targets += values.layers(named: selector, asSeen: true) }
    let problemsBefore = values.problems.count
    for frame in spec.keyframes {
      // Invalid calls are reported together with all other problems; the values are read again with the step.
      var written = frame.values
      _ = values.takeVarying(&written)
    }
    let times = times(step, schedule, easing: step.spec.easing) { _ in nil }
    guard values.problems.count == problemsBefore, !targets.isEmpty,
      let (duration, timing) = times
    else { return nil }
    return StepBinding(.keyframes(spec), layers: targets, duration: duration, timing: timing)
  }

  /// A placeholder duration for a spring that needs one, in a step whose duration is not yet known.
  private static func unknownSeconds(_ easing: EasingSpec) -> Double? {
    if case .spring(.ratio(_, nil, _)) = easing { 1 } else { nil }
  }

  /// The duration and timing function of a step; a spring may determine both. `fallback` returns the
  /// animator's default duration in seconds.
  private mutating func times(
    _ step: Timeline.Step, _ schedule: Schedule, easing: Sourced<EasingSpec>?,
    fallback: (inout Binder) -> Double?
  ) -> (FrameTime, Easing)? {
    var given: FrameTime?
    if let spec = step.spec.duration {
      guard let length = schedule.length(spec.value, at: spec.origin, &values.problems) else {
        return nil
      }
      given = length
    }
    let origin = easing?.origin ?? step.spec.origin
    var seconds = given?.seconds
    // A spring with its own duration or with physical constants determines the step's duration; otherwise the
    // animator determines it.
    if seconds == nil, case .spring(.ratio(_, nil, _))? = easing?.value {
      seconds = fallback(&self)
    }
    guard
      let (timing, own) = values.easing(
        easing?.value, default: .easeInOut, stepSeconds: seconds, step: step.label, at: origin)
    else { return nil }
    if let given { return (given, timing) }
    guard let length = own ?? seconds ?? fallback(&self) else {
      values.problems.add("the step needs a duration", at: step.spec.origin)
      return nil
    }
    return (FrameTime(seconds: length), timing)
  }
}
