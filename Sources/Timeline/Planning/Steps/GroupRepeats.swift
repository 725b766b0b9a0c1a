import Evaluation
import Scenes

/// Plans the passes of repeated groups: each step of such a group is planned once for each pass, so that any
/// time can be evaluated directly.
struct GroupRepeats {
  /// The maximum number of copies of one step; a step with more copies is refused.
  static let limit = 10_000

  struct Copy {
    /// The index of the step in the group that the copy repeats.
    var of: Int
    var place: Int
  }

  /// The copies of a step for the passes of its groups.
  struct Made {
    /// The time at which the first pass of a group ends, if it ends before the step.
    var cutEnd: FrameTime?
    var copies: [(step: PlannedStep, isReset: Bool)] = []
  }

  /// The properties that steps of each group have already animated.
  private var begun: [Int: Set<AnimatedProperty>] = [:]

  /// The copies of a planned step; nil if there are too many.
  mutating func copies(
    of planned: PlannedStep, _ step: Timeline.Step, _ timeline: Timeline
  ) throws -> Made? {
    var made = Made()
    var all: [(step: PlannedStep, isReset: Bool)] = [(planned, false)]
    var next = step.parent
    while let index = next {
      let group = timeline.steps[index]
      next = group.parent
      guard let passes = group.passes, passes.count != 1, let start = group.start,
        let end = group.end
      else { continue }
      let fresh = takeFirst(planned, in: index)
      var later: [(step: PlannedStep, isReset: Bool)] = []
      for (number, item) in all.enumerated() {
        if item.step.end > end {
          try all[number].step.cut(at: end)
          if number == 0 { made.cutEnd = end }
        }
      }
      let cycle = passes.length + passes.delay
      for pass in 1..<max(1, passes.last + 1) {
        let shift = FrameTime(ticks: Int64(pass) * cycle.ticks)
        if start + shift >= end { break }
        let isBackwards = passes.isAlternating && pass % 2 == 1
        if !passes.isAlternating, !fresh.isEmpty {
          later.append((reset(planned, fresh, at: start + shift), true))
        }
        for item in all {
          var copy =
            isBackwards
            ? item.step.mirrored(in: start, passes.length) : item.step
          copy.move(by: shift)
          if copy.start >= end { continue }
          if copy.end > end { try copy.cut(at: end) }
          later.append((copy, item.isReset))
        }
        if later.count > Self.limit { return nil }
      }
      all += later
      if all.count > Self.limit { return nil }
    }
    made.copies = Array(all.dropFirst())
    return made
  }

  /// The targets and properties of a step that no earlier step of the group animates.
  private mutating func takeFirst(_ step: PlannedStep, in group: Int) -> [LayerPropertySet] {
    var isAny = false
    let fresh = step.targets.map { target in
      var set: LayerPropertySet = []
      for bit in target.animates.bits {
        let property = AnimatedProperty(layer: target.layer, bit: bit)
        if begun[group, default: []].insert(property).inserted {
          set.formUnion(LayerPropertySet(rawValue: bit))
          isAny = true
        }
      }
      return set
    }
    return isAny ? fresh : []
  }

  /// Resets the animated properties at the start of a pass to their values before the first pass.
  private func reset(
    _ step: PlannedStep, _ fresh: [LayerPropertySet], at time: FrameTime
  ) -> PlannedStep {
    var reset = step
    reset.start = time
    reset.end = time
    reset.passes = RepeatTiming(length: .zero)
    // In a pass that plays backwards, the values at both ends are exchanged.
    reset.startOutputs = step.endOutputs
    reset.endOutputs = step.startOutputs
    for i in fresh.indices { reset.targets[i].animates = fresh[i] }
    return reset
  }
}

extension PlannedStep {
  /// Shortens a repeated step so that it ends at an earlier time. The step's pieces and the layers that it
  /// hides keep their visibility before and after the step.
  mutating func cut(at end: FrameTime) throws {
    let (before, after) = (startOutputs, endOutputs)
    self.end = end
    try findEnds()
    for i in targets.indices where animator is PixelStep || targets[i].animates == .all {
      startOutputs[i].isHidden = before[i].isHidden
      endOutputs[i].isHidden = after[i].isHidden
    }
  }

  /// Uses the stills of the first pass of a group in a later pass.
  mutating func takeStills(of other: PlannedStep) {
    if start == end { return }
    inputs = other.inputs
    animator = other.animator
    if animator is PixelStep {
      endOutputs = isMirrored == other.isMirrored ? other.endOutputs : other.startOutputs
    }
  }
}

extension PlannedStep {
  fileprivate mutating func move(by shift: FrameTime) {
    (start, end) = (start + shift, end + shift)
  }

  /// The step as it plays in a pass of a group that runs backwards.
  fileprivate func mirrored(in passStart: FrameTime, _ length: FrameTime) -> PlannedStep {
    var step = self
    step.start = passStart + (passStart + length - end)
    step.end = step.start + (end - start)
    step.isMirrored.toggle()
    swap(&step.startOutputs, &step.endOutputs)
    return step
  }
}
