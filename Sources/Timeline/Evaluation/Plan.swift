internal import Files
package import Scenes

/// A step with all values resolved: its animator, targets, times, and initial values.
package struct PlannedStep: Sendable {
  /// A layer that a step changes, with the changed properties.
  package struct Target: Sendable {
    package var layer: Int
    package var animates: LayerPropertySet
    package init(layer: Int, animates: LayerPropertySet) {
      self.layer = layer
      self.animates = animates
    }
  }

  /// The name of the step in messages: its id, or its position in the document.
  package var label: String
  package var start: FrameTime
  /// The end time, which is not before `start`; the step is active in [start, end).
  package var end: FrameTime
  package var timing: Easing
  /// The passes of the step from its start on; the end of the step may cut off the last passes.
  package var passes: RepeatTiming
  /// The factor by which the animator's time runs faster than the plan's time.
  package var speed = 1.0
  /// Whether the whole step plays backwards, because it is inside a backward pass of a group.
  package var isMirrored = false
  /// Whether the step adds its values, from its start on, to the values that the properties have without the
  /// step.
  package var isAdditive = false
  /// Whether the animator's progress runs from 1 to 0.
  package var isReversed: Bool
  package var animator: any LayoutAnimator
  package var targets: [Target]
  /// The properties of the targets at `start`; pieces have their initial state.
  package var inputs: [LayerProperties]
  /// The values of the targets before the start of the step; `endOutputs` are those from its end on.
  package var startOutputs: [LayerProperties] = []
  package var endOutputs: [LayerProperties] = []

  package init(
    label: String, start: FrameTime, end: FrameTime, timing: Easing, isReversed: Bool,
    animator: any LayoutAnimator, targets: [Target], inputs: [LayerProperties]
  ) {
    self.label = label
    self.start = start
    self.end = end
    passes = RepeatTiming(length: end - start)
    self.timing = timing
    self.isReversed = isReversed
    self.animator = animator
    self.targets = targets
    self.inputs = inputs
  }

  /// The moment of the animator at a time; from the end of the step on, the progress is the final value of
  /// the easing.
  package func moment(at time: FrameTime) throws -> StepMoment {
    var elapsed = min(time, end) - start
    // The end of the timeline may cut off less than a microsecond from the last pass, because times are
    // rounded.
    if time >= end, passes.whole - elapsed < FrameTime(seconds: 1e-6) { elapsed = passes.whole }
    let place = passes.place(at: isMirrored ? passes.whole - elapsed : elapsed)
    // A pass that plays backwards reaches exactly the values at its start.
    let isBack = place.fraction <= 0 && place.isBackwards != isMirrored
    let eased = isBack ? timing.start : try timing.progress(at: place.fraction)
    return StepMoment(
      progress: isReversed ? 1 - eased : eased, time: own(place.time), isOutside: isBack)
  }

  /// Converts a time inside one pass of a step to the time of the step's animator.
  private func own(_ time: FrameTime) -> FrameTime {
    speed == 1 ? time : FrameTime(seconds: time.seconds * speed)
  }

  /// The values of the targets at a time at which the step is active; `finger` is the finger if one touches.
  package func outputs(at time: FrameTime, _ finger: Finger? = nil) throws -> [LayerProperties] {
    var moment = try moment(at: time)
    if animator.readsFinger { moment.finger = finger }
    return try outputs(at: moment)
  }

  /// Computes the values of the targets before and after the step.
  package mutating func findEnds() throws {
    startOutputs =
      isMirrored
      ? try outputs(at: moment(at: start))
      : try outputs(
        at: StepMoment(progress: isReversed ? 1 : 0, time: .zero, isOutside: true))
    endOutputs = try outputs(at: moment(at: end))
  }

  /// Sets the values after the step to those at progress 1, regardless of the easing and the passes.
  package mutating func endWholly() throws {
    endOutputs = try outputs(
      at: StepMoment(progress: isReversed ? 0 : 1, time: own(passes.length)))
  }

  private func outputs(at moment: StepMoment) throws -> [LayerProperties] {
    var outputs = inputs
    try animator.layout(moment, inputs: inputs, outputs: &outputs)
    if isAdditive { return outputs }
    // The easing of a spring may overshoot, but opacities, radii and colours have bounds.
    for i in outputs.indices {
      outputs[i].opacity = min(1, max(0, outputs[i].opacity))
      outputs[i].shadowOpacity = min(1, max(0, outputs[i].shadowOpacity))
      outputs[i].shadowRadius = max(0, outputs[i].shadowRadius)
      outputs[i].cornerRadii = outputs[i].cornerRadii.mapped { max(0, $0) }
    }
    return outputs
  }
}

/// A resolved document: a stage, and the steps that change it. `scene(at:)` is a pure function.
package struct Plan: Sendable {
  package let stage: Stage
  package let duration: FrameTime
  package let steps: [PlannedStep]
  private let animatedLayers: [AnimatedLayer]
  private let settled: RestStates
  /// The time spans in which each of `animatedLayers` is active.
  private let alive: IntervalTree
  /// The layers with contents that change over time independently of steps.
  private let moving: [Int]
  /// The layers with pictures that plugins compute from layers at other times.
  private let live: LiveLayers

  /// Whether values of the plan depend on the finger.
  let readsFinger: Bool

  /// Creates a plan; `steps` may have any order, and the planner has refused steps that overlap on a
  /// property.
  package init(stage: Stage, duration: FrameTime, steps: [PlannedStep]) {
    self.stage = stage
    self.duration = duration
    self.steps = steps
    var events: [RestStates.Event] = []
    var spans: [IntervalTree.Span] = []
    animatedLayers = AnimatedLayer.index(steps)
    for (index, layer) in animatedLayers.enumerated() {
      layer.findStates(over: stage.nodes[layer.layer].properties, steps, &events) { start, end in
        spans.append(IntervalTree.Span(owner: index, start: start, end: end))
      }
    }
    settled = RestStates(events, layerCount: stage.nodes.count)
    alive = IntervalTree(spans)
    moving = Self.moving(stage, steps)
    live = LiveLayers(steps)
    readsFinger = steps.contains(where: \.animator.readsFinger)
  }

  /// The layers with contents that change over time, independently or because of a step.
  private static func moving(_ stage: Stage, _ steps: [PlannedStep]) -> [Int] {
    var layers = stage.nodes.indices.filter { stage.nodes[$0].properties.contents.isMoving }
    for step in steps {
      for (i, target) in step.targets.enumerated() where target.animates.contains(.contents) {
        let values = [step.inputs, step.startOutputs, step.endOutputs]
        if values.contains(where: { $0.indices.contains(i) && $0[i].contents.isMoving }) {
          layers.append(target.layer)
        }
      }
    }
    return Set(layers).sorted()
  }

  /// Finds a layer inside another layer, or that layer itself, that changes between two times if one of the
  /// steps is ignored; nil if no layer changes. Effects on the layer as a whole do not count as changes.
  package func mover(
    in layer: Int, from start: FrameTime, to end: FrameTime, but other: Int
  ) -> Int? {
    if let found = moving.first(where: { stage.isInside($0, layer) }) { return found }
    for (number, step) in steps.enumerated() where number != other {
      guard step.start < end, step.end > start, step.start < step.end else { continue }
      for target in step.targets where target.layer != layer && !target.animates.isEmpty {
        if stage.isInside(target.layer, layer) { return target.layer }
      }
    }
    return nil
  }

  /// The scene on the canvas at `time` in 0…duration. Only animators of active steps run, and only their
  /// layers are visited.
  package func scene(at time: FrameTime) throws -> Scene {
    try scene(at: time, WallTracks([]), wall: time)
  }

  /// The scene with the tracks in wall time at the wall time `wall`.
  func scene(at time: FrameTime, _ tracks: WallTracks, wall: FrameTime) throws -> Scene {
    let changes = tracks.changed(
      try changes(at: time, tracks.finger(at: wall)), on: stage, at: wall)
    if live.isEmpty { return Scene(stage: stage, time: time, changes: changes) }
    var inputs = DynamicInputs(self, live, tracks, now: time, wall: wall)
    return try inputs.scene(changes)
  }

  /// The layers that differ from the stage, without contents that show layers at other times.
  func changes(at time: FrameTime, _ finger: Finger?) throws -> LayerChanges {
    var known: [Int: [LayerProperties]] = [:]
    let updates = try alive.owners(at: time).map { owner in
      let layer = animatedLayers[owner].layer
      let base = stage.nodes[layer].properties
      let properties = try animatedLayers[owner].properties(at: time, over: base, steps) { step in
        if let outputs = known[step] { return outputs }
        let outputs = try Profile.measure(.step, steps[step].label) {
          try steps[step].outputs(at: time, finger)
        }
        known[step] = outputs
        return outputs
      }
      let change =
        properties == base ? nil : Scene.Change(layer: layer, properties: properties)
      return LayerChanges.Update(layer: layer, change: change)
    }
    let changes = settled.changes(at: time).updated(updates)
    return moving.isEmpty ? changes : moved(changes, to: time)
  }

  /// Returns the layer changes with every moving picture set to `time`.
  private func moved(_ changes: LayerChanges, to time: FrameTime) -> LayerChanges {
    changes.updated(
      moving.compactMap { layer in
        var properties = changes[layer]?.properties ?? stage.nodes[layer].properties
        let asked = properties.contentsTime
        let own = asked < 0 ? nil : FrameTime(seconds: asked)
        guard let contents = properties.contents.moved(to: time, asked: own) else { return nil }
        properties.contents = contents
        return LayerChanges.Update(
          layer: layer, change: Scene.Change(layer: layer, properties: properties))
      })
  }
}
