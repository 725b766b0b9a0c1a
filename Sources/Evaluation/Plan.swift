package import Scenes

/// A step with everything found: who animates what, from when to when, starting from which values.
package struct PlannedStep: Sendable {
  /// One of the layers that a step changes.
  package struct Target: Sendable {
    package var layer: Int
    package var animates: LayerPropertySet
    package init(layer: Int, animates: LayerPropertySet) {
      self.layer = layer
      self.animates = animates
    }
  }

  /// For messages: the step's id, or its place in the document.
  package var label: String
  package var start: FrameTime
  /// Not before `start`; the step lives in [start, end).
  package var end: FrameTime
  package var timing: TimingFunction
  /// Progress runs from 1 to 0.
  package var isReversed: Bool
  package var animator: any LayoutAnimator
  package var targets: [Target]
  /// The targets as they stand at `start`; pieces as they begin.
  package var inputs: [LayerProperties]
  /// What the targets are before the start, and from the end on.
  package var startOutputs: [LayerProperties] = []
  package var endOutputs: [LayerProperties] = []

  package init(
    label: String, start: FrameTime, end: FrameTime, timing: TimingFunction, isReversed: Bool,
    animator: any LayoutAnimator, targets: [Target], inputs: [LayerProperties]
  ) {
    self.label = label
    self.start = start
    self.end = end
    self.timing = timing
    self.isReversed = isReversed
    self.animator = animator
    self.targets = targets
    self.inputs = inputs
  }

  /// The moment at a time of the step's life: progress is 1 at the end and after it.
  package func moment(at time: FrameTime) -> StepMoment {
    let eased =
      time >= end
      ? 1 : timing.progress(at: Double((time - start).ticks) / Double((end - start).ticks))
    return StepMoment(progress: isReversed ? 1 - eased : eased, time: min(time, end) - start)
  }

  /// What the animator makes of the targets at a time of the step's life.
  package func outputs(at time: FrameTime) throws -> [LayerProperties] {
    try outputs(at: moment(at: time))
  }

  /// Finds what the targets are before the step and after it.
  package mutating func findEnds() throws {
    startOutputs = try outputs(at: StepMoment(progress: isReversed ? 1 : 0, time: .zero))
    endOutputs = try outputs(at: StepMoment(progress: isReversed ? 0 : 1, time: end - start))
  }

  private func outputs(at moment: StepMoment) throws -> [LayerProperties] {
    var outputs = inputs
    try animator.layout(moment, inputs: inputs, outputs: &outputs)
    // A spring's overshoot reaches geometry; these have bounds.
    for i in outputs.indices {
      outputs[i].opacity = min(1, max(0, outputs[i].opacity))
      outputs[i].shadowOpacity = min(1, max(0, outputs[i].shadowOpacity))
      outputs[i].shadowRadius = max(0, outputs[i].shadowRadius)
      outputs[i].cornerRadius = max(0, outputs[i].cornerRadius)
    }
    return outputs
  }
}

/// A document resolved: the stage, and the steps that change it. `scene(at:)` is a pure function.
package struct Plan: Sendable {
  /// A layer's properties that the same steps animate, one after another.
  struct Track: Sendable {
    var properties: LayerPropertySet
    /// Ascending by start; `target` is the layer's place in the step's targets.
    var segments: [(step: Int, target: Int)]
  }
  struct AnimatedLayer: Sendable {
    var layer: Int
    var tracks: [Track]
  }

  package let stage: Stage
  package let duration: FrameTime
  package private(set) var steps: [PlannedStep]
  private(set) var animatedLayers: [AnimatedLayer]

  /// Steps may come in any order; two that overlap on one property are the planner's to refuse.
  package init(stage: Stage, duration: FrameTime, steps: [PlannedStep]) {
    self.stage = stage
    self.duration = duration
    self.steps = steps
    animatedLayers = Self.index(steps)
  }

  private static func index(_ steps: [PlannedStep]) -> [AnimatedLayer] {
    let order = steps.indices.sorted {
      (steps[$0].start, steps[$0].end, $0) < (steps[$1].start, steps[$1].end, $1)
    }
    var segments: [Int: [UInt64: [(step: Int, target: Int)]]] = [:]
    for step in order {
      for (index, target) in steps[step].targets.enumerated() {
        var bits = target.animates.rawValue
        while bits != 0 {
          let bit = bits & (~bits + 1)
          bits ^= bit
          segments[target.layer, default: [:]][bit, default: []].append((step, index))
        }
      }
    }
    return segments.keys.sorted().map { layer in
      var tracks: [Track] = []
      for (bit, list) in segments[layer]!.sorted(by: { $0.key < $1.key }) {
        // Properties that the same steps animate share a track.
        if let same = tracks.firstIndex(where: {
          $0.segments.elementsEqual(list, by: { $0.step == $1.step && $0.target == $1.target })
        }) {
          tracks[same].properties.formUnion(LayerPropertySet(rawValue: bit))
        } else {
          tracks.append(Track(properties: LayerPropertySet(rawValue: bit), segments: list))
        }
      }
      return AnimatedLayer(layer: layer, tracks: tracks)
    }
  }

  /// What the canvas shows at `time`, 0…duration. Asks only the animators that are alive then.
  package func scene(at time: FrameTime) throws -> Scene {
    var alive: [Int: [LayerProperties]] = [:]
    var changes: [Scene.Change] = []
    changes.reserveCapacity(animatedLayers.count)
    for animated in animatedLayers {
      let base = stage.nodes[animated.layer].properties
      var properties = base
      for track in animated.tracks {
        let begun = track.lastBegun(at: time, steps)
        let (step, target) = track.segments[max(begun, 0)]
        if begun < 0 {
          properties.take(track.properties, from: steps[step].startOutputs[target])
        } else if time >= steps[step].end {
          properties.take(track.properties, from: steps[step].endOutputs[target])
        } else {
          if alive[step] == nil { alive[step] = try steps[step].outputs(at: time) }
          properties.take(track.properties, from: alive[step]![target])
        }
      }
      if properties != base {
        changes.append(Scene.Change(layer: animated.layer, properties: properties))
      }
    }
    return Scene(stage: stage, time: time, changes: changes)
  }
}

extension Plan.Track {
  /// The place in `segments` of the last step that has begun at `time`; −1 when none has.
  fileprivate func lastBegun(at time: FrameTime, _ steps: [PlannedStep]) -> Int {
    var low = 0
    var high = segments.count
    while low < high {
      let middle = (low + high) / 2
      if steps[segments[middle].step].start <= time { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
