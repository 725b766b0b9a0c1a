import Documents
import Evaluation
import Scenes

/// A change of a layer that a transition itself makes at one time.
struct TransitionChange {
  var layer: Int
  var time: FrameTime
  var properties: LayerPropertySet
  var before: LayerProperties
  var after: LayerProperties

  /// Returns the change as a step with the duration 0.
  var step: PlannedStep {
    var step = PlannedStep(
      label: "", start: time, end: time, timing: .linear, isReversed: false,
      animator: InstantStep.shared, targets: [.init(layer: layer, animates: properties)],
      inputs: [before])
    step.startOutputs = [before]
    step.endOutputs = [after]
    return step
  }
}

extension PlannedTransition {
  /// The changes at the seam of a transition, where *to* replaces *from*, and at its end.
  func changes(
    in stage: StageDraft, _ decorations: Decorations, varying: [Int: LayerPropertySet],
    loose: Set<Int>
  ) -> [TransitionChange] {
    if let move { return changes(of: move, in: stage, varying, loose: loose) }
    guard let from = context.from, let to = context.to, let seam else { return [] }
    // On the way back, the screen *to* was visible before, so only the transition that removed it hides it.
    var changes = [hide(to, number == 0, then: false, at: seam, stage)]
    if times.isReversed, number > 0, from != to {
      // After the previous transition, only *to* is visible; this transition, which runs backwards, ends with
      // its own *from*.
      changes = [
        hide(to, true, then: seam > times.start, at: times.start, stage),
        hide(to, true, then: false, at: seam, stage),
        hide(from, true, then: false, at: times.start, stage),
      ]
    }
    if removesFrom, from != to { changes.append(hide(from, at: times.end, stage)) }
    if let dimming = decorations.dimming, context.operation == .dismiss {
      changes.append(hide(dimming, at: times.end, stage))
    }
    for name in stage.pairNames {
      changes += self.changes(of: stage.pairs[name]!, at: seam, stage)
    }
    if settles, !times.isReversed {
      changes += settled(from: from, to: to, in: stage, varying)
    }
    return changes
  }

  /// Restores the layout of screens and pairs when the next transition starts, whatever an animator's last
  /// values were. A screen that a presentation covers keeps its state.
  private func settled(
    from: Int, to: Int, in stage: StageDraft, _ varying: [Int: LayerPropertySet]
  ) -> [TransitionChange] {
    var changes: [TransitionChange] = []
    for layer in Set(removesFrom ? [from, to] : [to]).sorted() {
      changes.append(
        rest(layer, at: times.end, stage[layer].node.properties, stage, but: .hidden, varying))
    }
    for name in stage.pairNames {
      let pair = stage.pairs[name]!
      let end = stage[number % 2 == 0 ? pair.to : pair.from].node.properties
      changes.append(
        rest(
          pair.layer, at: times.end, end, stage, but: [.hidden, .contents, .contentsGravity],
          varying))
    }
    return changes
  }

  /// The state of a layer that no step animates, except for the given properties and those that vary without
  /// steps.
  func rest(
    _ layer: Int, at time: FrameTime, _ properties: LayerProperties, _ stage: StageDraft,
    but others: LayerPropertySet, _ varying: [Int: LayerPropertySet]
  ) -> TransitionChange {
    var after = properties
    after.layoutFrame = stage[layer].node.properties.layoutFrame
    return TransitionChange(
      layer: layer, time: time,
      properties: LayerPropertySet.all.subtracting(others).subtracting(varying[layer] ?? []),
      before: stage[layer].node.properties, after: after)
  }

  /// During the transition, one layer represents the pair; at the end, its elements are restored.
  private func changes(
    of pair: StageDraft.Pair, at seam: FrameTime, _ stage: StageDraft
  ) -> [TransitionChange] {
    let isForward = number % 2 == 0
    let (start, end) = isForward ? (pair.from, pair.to) : (pair.to, pair.from)
    var changes: [TransitionChange] = []
    if number > 0 {
      changes.append(hide(pair.layer, true, then: false, at: times.start, stage))
      changes.append(hide(start, at: times.start, stage))
    }
    changes.append(contents(of: pair.layer, from: start, to: end, at: seam, stage))
    let groups = stage[pair.layer].node.sublayers
    if groups.count == 2 {
      // The first group contains the sublayers of the *from* element, and the second group those of the *to*
      // element.
      changes.append(hide(groups[isForward ? 0 : 1], at: seam, stage))
      changes.append(hide(groups[isForward ? 1 : 0], true, then: false, at: seam, stage))
    }
    changes.append(hide(pair.layer, at: times.end, stage))
    changes.append(hide(end, true, then: false, at: times.end, stage))
    return changes
  }

  func hide(
    _ layer: Int, _ isHidden: Bool = false, then isHiddenAfter: Bool = true, at time: FrameTime,
    _ stage: StageDraft
  ) -> TransitionChange {
    var (before, after) = (stage[layer].node.properties, stage[layer].node.properties)
    before.isHidden = isHidden
    after.isHidden = isHiddenAfter
    return TransitionChange(
      layer: layer, time: time, properties: .hidden, before: before, after: after)
  }

  func contents(
    of layer: Int, from start: Int, to end: Int, at time: FrameTime, _ stage: StageDraft
  ) -> TransitionChange {
    func showing(_ original: Int) -> LayerProperties {
      var properties = stage[layer].node.properties
      properties.contents = stage[original].node.properties.contents.stretched
      properties.contentsGravity = stage[original].node.properties.contentsGravity
      return properties
    }
    return TransitionChange(
      layer: layer, time: time, properties: [.contents, .contentsGravity],
      before: showing(start), after: showing(end))
  }
}
