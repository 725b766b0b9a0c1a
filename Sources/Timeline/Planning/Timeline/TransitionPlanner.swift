import JSON
import PluginModel
import Documents
import Evaluation
import Scenes

/// Plans the transitions of a document one after another: the animators and times of their steps, and the
/// clock that maps wall time.
struct TransitionPlanner {
  private var binder: Binder
  private(set) var timeline = Timeline()
  private(set) var transitions: [PlannedTransition] = []
  private(set) var clock = PlanClock()
  /// The label prefix of the move that is being planned.
  private var labelsOfMove = ""

  init(_ stage: StageBuilder) { binder = Binder(stage) }

  var decorations: Decorations { binder.stage.decorations }
  var expressions: [LayerExpressions] { binder.stage.expressions }
  var touches: [PlannedTouch] { binder.stage.touches }
  var captions: [Int] { binder.stage.captions }
  var endCard: [Int] { binder.stage.endCard }
  var statusBars: [(layer: Int, isWhite: Bool)] { binder.stage.statusBars }
  /// The resolver, which contains the layers and problems so far.
  private(set) var values: ValueResolver {
    get { binder.stage.values }
    _modify { yield &binder.stage.values }
  }
  private var inputs: PlanningInputs { values.inputs }
  private var document: Document { inputs.document }

  /// The rows for reports about the timeline, one for each step.
  var rows: [PlannedDocument.Row] {
    transitions.flatMap { transition in
      (Array(transition.steps) + transition.endSteps).map { index in
        let step = timeline.steps[index]
        // The first step of a move represents the whole move in reports.
        let move = index == transition.steps.lowerBound ? transition.move : nil
        return PlannedDocument.Row(
          label: step.spec.id?.value ?? "", what: move?.spec.action.value.word ?? step.what,
          depth: step.depth,
          start: move == nil ? step.start ?? transition.times.start : transition.times.start,
          end: move == nil ? step.end ?? transition.times.end : transition.times.end,
          origin: place(of: step.spec),
          transition: transition.number, layers: step.binding?.layers ?? [],
          easing: step.binding?.timing, isGroup: step.isGroup, binding: step.binding)
      }
    }
  }

  /// The position of a step in the document; nil for a step that a presentation adds.
  private func place(of step: StepSpec) -> Origin? {
    let pointer = step.origin.pointer
    return pointer.isEmpty || pointer == document.presentation?.origin.pointer ? nil : step.origin
  }

  /// The fingers that can drive transitions, whether or not the document has tracks for them.
  var fingers: [PlannedDocument.Touch] {
    transitions.compactMap { transition in
      let own = transition.move?.spec.transition.interaction
      let specs = transition.move == nil ? document.transitions : []
      let given = specs.indices.contains(transition.number) ? specs[transition.number] : nil
      guard
        let spec = own ?? given.flatMap({ interaction(of: $0, number: transition.number) })
      else { return nil }
      let space = transition.move?.scope.container ?? binder.stage.container
      var problems = Problems(file: document.file)
      let planner = InteractionPlanner(inputs, container: values.stage.bounds(of: space).size)
      let rules = planner.rules(
        spec, seconds: (transition.times.end - transition.times.start).seconds, &problems)
      return rules.map {
        PlannedDocument.Touch(
          spec: spec, rules: $0, transition: transition.number, space: space,
          times: transition.times)
      }
    }
  }

  /// The sounds of steps, with their start times in wall time.
  var cues: [PlannedDocument.Cue] {
    transitions.flatMap { transition in
      var moved: [PlannedDocument.Cue] = []
      if let move = transition.move?.spec, let sound = move.sound,
        let start = clock.wallTime(of: transition.times.start)
      {
        moved.append(PlannedDocument.Cue(sound: sound, label: move.label, start: start))
      }
      return moved
        + (Array(transition.steps) + transition.endSteps).compactMap { index in
          let step = timeline.steps[index]
          guard let sound = step.spec.sound,
            let start = clock.wallTime(of: step.start ?? transition.times.start)
          else { return nil }
          return PlannedDocument.Cue(sound: sound, label: step.label, start: start)
        }
    }
  }

  /// The UIKit lifecycle calls for the screens of a flow, by the index of the transition.
  func lifecycles(in stage: StageDraft) -> [Int: PlannedDocument.Lifecycle] {
    var found: [Int: PlannedDocument.Lifecycle] = [:]
    for (place, transition) in transitions.enumerated() {
      found[place] = transition.move?.lifecycle(in: stage)
    }
    return found
  }

  mutating func plan() {
    if document.flow != nil {
      planFlow()
    } else if document.screens == nil {
      if let animation = animation() { append(animation) }
    } else {
      for (number, spec) in document.transitions.enumerated() {
        guard let transition = transition(spec, number: number) else { continue }
        // The transitions after a cancelled transition are not performed.
        guard append(transition, spec) else { break }
      }
      // The last transition does not settle, because its end state stays visible.
      for number in transitions.indices.dropLast() { transitions[number].settles = true }
    }
    for transition in transitions { checkEnds(transition) }
    checkDuration()
  }

  // MARK: The clock

  private mutating func append(_ transition: PlannedTransition, _ drive: GestureDrive? = nil) {
    transitions.append(transition)
    clock.append(transition.times, run: drive?.run, delay: drive?.delay ?? .zero)
  }

  /// Appends a transition to the clock; returns false if the transition does not finish.
  private mutating func append(_ transition: PlannedTransition, _ spec: TransitionSpec) -> Bool {
    guard let interaction = interaction(of: spec, number: transition.number),
      interaction.track != nil
    else {
      append(transition)
      return true
    }
    let seconds = (transition.times.end - transition.times.start).seconds
    let drive = InteractionPlanner(inputs, container: binder.stage.bounds.size).drive(
      interaction, seconds: seconds, presented: binder.stage.presentedFrame, &values.problems)
    guard let drive else {
      transitions.append(transition)
      return false
    }
    append(transition, drive)
    return drive.isCompleted
  }

  /// The interaction of a transition; the first transition may use that of the document.
  private func interaction(of transition: TransitionSpec, number: Int) -> InteractionSpec? {
    transition.interaction ?? (number == 0 ? document.interaction : nil)
  }

  // MARK: Flows

  private mutating func planFlow() {
    let container = values.stage.container
    for (number, move) in binder.stage.moves.enumerated() {
      values.stage.scope = move.scope
      (values.stage.container, values.stage.here) = (move.scope.container, move.scope.container)
      timeline.scope = ""
      guard let start = start(of: move) else { break }
      let made = values.stage.count
      guard var transition = transition(move, number: number, from: start) else { continue }
      transition.made = hideMade(from: made)
      transition.times.isTakenBack = !move.finishes
      transition.move = move
      guard append(transition, move.spec.transition) == move.finishes else {
        values.problems.add(
          "the move needs a \"duration\", because the result of its gesture depends on the duration",
          at: move.spec.origin)
        break
      }
    }
    timeline.scope = ""
    values.stage.scope = nil
    (values.stage.container, values.stage.here) = (container, container)
  }

  /// Hides the layers that the animators of a move have created, because only that move shows them.
  private mutating func hideMade(from first: Int) -> [Int] {
    let made = (first..<max(first, values.stage.count)).filter {
      let node = values.stage[$0].node
      return node.parent < first && !node.properties.isHidden
    }
    for layer in made { values.stage[layer].node.properties.isHidden = true }
    return made
  }

  /// The start time of a move; nil after a problem.
  private mutating func start(of move: FlowMove) -> FrameTime? {
    let last = transitions.last?.times.tail ?? .zero
    guard let at = move.spec.at else {
      // The finger presses and lifts before the move starts.
      return move.spec.touch.map { last + $0.length(inputs.framesPerSecond) } ?? last
    }
    var origin = FrameTime.zero
    if case .afterPrevious = at.value { origin = last }
    let schedule = Schedule(
      origin: origin, duration: nil, framesPerSecond: inputs.framesPerSecond)
    guard let time = schedule.time(at, of: &timeline, &binder.stage.values.report.problems) else {
      return nil
    }
    guard time >= last else {
      values.problems.add(
        "the move starts at \(time.text) s, before the previous move ends at \(last.text) s",
        at: at.origin)
      return nil
    }
    return time
  }

  private mutating func transition(
    _ move: FlowMove, number: Int, from start: FrameTime
  ) -> PlannedTransition? {
    var spec = move.spec.transition
    spec.operation = move.operation
    let context = TransitionContext(
      move.operation, from: move.from, to: move.to,
      isLinear: spec.interaction?.scrub == .linear)
    var steps = spec.timeline.map { [$0] } ?? []
    if case .wait(let length) = move.spec.action.value {
      spec.duration = Sourced(length, move.spec.action.origin)
    } else if let scrolling = move.scrolling {
      steps = [scrolling.step(of: move.spec)]
    } else if move.spec.action.value.isScroll {
      // The reason why the screen does not scroll has already been reported as a problem.
      return nil
    } else if steps.isEmpty {
      steps = [DefaultTransition.step(for: move.spec, operation: move.operation)]
    }
    // An added group step represents the move and has its label.
    var whole = StepSpec()
    whole.origin = move.spec.origin
    whole.id = move.spec.id ?? Sourced(move.spec.label, move.spec.origin)
    whole.kind = .parallel(steps)
    labelsOfMove = "\(move.spec.id?.value ?? "#\(number)")/"
    defer { labelsOfMove = "" }
    guard
      var transition = plan(
        [whole], from: start, spec.duration, number: number, context,
        alongside: spec.alongside + move.alongside + move.travels(in: values.stage))
    else { return nil }
    timeline.scope = "\(move.spec.id?.value ?? "#\(number)")/"
    defer { timeline.scope = "" }
    guard let seam = seam(of: spec, transition.times) else { return nil }
    transition.seam = seam
    return transition
  }

  // MARK: Transitions

  private mutating func animation() -> PlannedTransition? {
    plan(
      [document.timeline ?? StepSpec()], from: .zero, document.duration, number: 0,
      TransitionContext(.none))
  }

  private mutating func transition(_ spec: TransitionSpec, number: Int) -> PlannedTransition? {
    var start = transitions.last?.times.tail ?? .zero
    if let pause = spec.pause {
      let length = schedule(from: start, nil).length(pause, at: spec.origin, &values.problems)
      start = start + (length ?? .zero)
    }
    let context = context(of: spec, number: number)
    let timeline =
      spec.timeline
      ?? DefaultTransition.step(
        for: spec, from: name(context.from) ?? "from", to: name(context.to) ?? "to",
        on: binder.stage.bounds.size)
    guard
      var transition = plan(
        [timeline], from: start, spec.duration, number: number, context,
        alongside: spec.alongside + (document.presentation?.steps(alongside: spec) ?? []),
        ending: document.presentation?.steps(after: spec) ?? [])
    else { return nil }
    transition.times.isReversed = spec.isReversed
    if spec.isReversed, !checkReversible(transition) { return nil }
    guard let seam = seam(of: spec, transition.times) else { return nil }
    transition.seam = seam
    // A screen that was presented or pushed is removed when it is dismissed or popped, whatever the style is.
    let style = spec.style ?? document.presentation.map { $0.style ?? .custom } ?? .fullScreen
    transition.removesFrom =
      style != .custom || spec.operation == .pop || spec.operation == .dismiss
    return transition
  }

  private func context(of spec: TransitionSpec, number: Int) -> TransitionContext {
    let (first, second) = (binder.stage.player(of: .from), binder.stage.player(of: .to))
    // When the transition goes back, `from` and `to` are exchanged, while the presenting and the presented
    // screen stay the same. A forward transition that runs in reverse exchanges them again.
    let isForward = (number % 2 == 0) != spec.isReversed
    return TransitionContext(
      spec.operation, from: isForward ? first : second, to: isForward ? second : first,
      isLinear: interaction(of: spec, number: number)?.scrub == .linear)
  }

  private func name(_ layer: Int?) -> String? { layer.flatMap { values.stage[$0].name } }

  private mutating func seam(of spec: TransitionSpec, _ times: PlanClock.Times) -> FrameTime? {
    guard let seam = spec.seam else { return times.start }
    let schedule = schedule(from: times.start, times.end - times.start)
    guard let time = schedule.time(seam, of: &timeline, &binder.stage.values.report.problems) else {
      return nil
    }
    if time < times.start || time > times.end {
      values.problems.add("the time \"seam\" is outside the transition", at: seam.origin)
    }
    return time
  }

  private mutating func plan(
    _ steps: [StepSpec], from start: FrameTime, _ duration: Sourced<DurationSpec>?, number: Int,
    _ context: TransitionContext, alongside: [StepSpec] = [], ending: [StepSpec] = []
  ) -> PlannedTransition? {
    var length: FrameTime?
    if let duration {
      if case .fraction = duration.value {
        values.problems.add(
          "the duration of the whole transition cannot be a percentage", at: duration.origin)
        return nil
      }
      length = schedule(from: start, nil).length(
        duration.value, at: duration.origin, &values.problems)
    }
    let schedule = schedule(from: start, length)
    guard let own = add(steps, schedule, context) else { return nil }
    let end = length.map { start + $0 } ?? lastEnd(own) ?? start
    // Steps that run alongside use the timing of the transition, which is now known.
    let beside = self.schedule(from: start, end - start)
    guard let companions = add(alongside, beside, context) else { return nil }
    // Steps that follow the transition start at its end and may have any duration.
    let after = self.schedule(from: end, end - start)
    guard let last = add(ending, after, context, staggering: nil) else { return nil }
    let times = PlanClock.Times(start: start, end: end, tail: max(end, lastEnd(last) ?? end))
    return PlannedTransition(
      number: number, times: times, context: context,
      steps: own.lowerBound..<companions.upperBound, endSteps: last)
  }

  // MARK: Steps

  private func schedule(from start: FrameTime, _ duration: FrameTime?) -> Schedule {
    Schedule(origin: start, duration: duration, framesPerSecond: inputs.framesPerSecond)
  }

  private func lastEnd(_ steps: Range<Int>) -> FrameTime? {
    timeline.steps[steps].compactMap(\.end).max()
  }

  /// Adds steps with all inner steps to the timeline, binds them and computes their times; nil after a
  /// problem.
  private mutating func add(
    _ specs: [StepSpec], _ schedule: Schedule, _ context: TransitionContext
  ) -> Range<Int>? {
    add(specs, schedule, context, staggering: schedule.duration)
  }

  /// Adds a step to the timeline; percentages in staggers refer to `duration`.
  private mutating func add(
    _ specs: [StepSpec], _ schedule: Schedule, _ context: TransitionContext,
    staggering duration: FrameTime?
  ) -> Range<Int>? {
    let first = timeline.steps.count
    for spec in specs { add(spec, self.schedule(from: .zero, duration)) }
    let steps = first..<timeline.steps.count
    var isRight = true
    for step in steps where !timeline.steps[step].isGroup {
      let binding = binder.bind(timeline.steps[step], schedule, context)
      timeline.bind(step, to: binding)
      if binding == nil { isRight = false }
    }
    guard isRight, schedule.resolve(steps, of: &timeline, &binder.stage.values.report.problems)
    else { return nil }
    return steps
  }

  /// Adds a group of steps to the timeline; `lengths` computes the delays in a stagger.
  @discardableResult
  private mutating func add(
    _ spec: StepSpec, in parent: Int? = nil, after previous: Int? = nil, target: Int? = nil,
    delay: FrameTime = .zero, _ lengths: Schedule
  ) -> Int {
    let step = timeline.add(spec, in: parent, after: previous, target: target, delay: delay)
    // The first step of a move represents the move and has its label; the labels of inner steps get the
    // move's prefix.
    timeline.scope = labelsOfMove
    switch spec.kind {
    case .animator, .keyframes: break
    case .sequence(let steps), .parallel(let steps):
      var last: Int?
      for inner in steps { last = add(inner, in: step, after: last, lengths) }
    case .stagger(let stagger):
      let targets = stagger.targets.flatMap { values.layers(named: $0, asSeen: true) }
      let delays = lengths.delays(
        of: stagger, count: targets.count, seed: document.seed, at: spec.origin, &values.problems)
      for (target, delay) in zip(targets, delays) {
        add(stagger.step, in: step, target: target, delay: delay, lengths)
      }
    }
    return step
  }

  // MARK: Checks

  private mutating func checkReversible(_ transition: PlannedTransition) -> Bool {
    var isRight = true
    for step in timeline.steps[transition.steps] {
      guard case .plugin(let plugin, _)? = step.binding?.runner,
        !plugin.description.flags.contains(.reversible)
      else { continue }
      values.problems.add(
        "\(plugin.description.id) cannot be reversed", at: step.spec.origin)
      isRight = false
    }
    return isRight
  }

  /// Reports steps that end after their transition, which is an error.
  private mutating func checkEnds(_ transition: PlannedTransition) {
    let times = transition.times
    for step in timeline.steps[transition.steps] where !step.isGroup {
      guard let start = step.start, let end = step.end else { continue }
      if end > times.end {
        values.problems.add(
          "the step ends at \((end - times.start).text) s, "
            + "after the end at \((times.end - times.start).text) s", at: step.spec.origin)
      } else if start < times.start {
        values.problems.add(
          transition.move == nil
            ? "the step starts before time 0"
            : "the step starts at \(start.text) s, before its move starts at \(times.start.text) s",
          at: step.spec.origin)
      }
    }
  }

  /// Checks the total duration, because fingers and consecutive transitions may last longer than all their
  /// steps.
  private mutating func checkDuration() {
    guard !clock.duration.isWithinLimit else { return }
    values.problems.add(
      "the timeline lasts \(clock.duration.text) s; at most \(FrameTime.limit.text)",
      at: document.transitions.last?.origin ?? document.timeline?.origin ?? .start)
  }
}
