import Documents
import Evaluation
import Scenes

/// Creates the changes that a flow's move makes itself: it shows the new screen and restores the layout of
/// the stack.
extension PlannedTransition {
  /// Creates the changes that restore the layout of the navigation stack. `loose` are the visible layers that
  /// have moved since a move last restored them; all other layers are already at their layout positions.
  func changes(
    of move: FlowMove, in stage: StageDraft, _ varying: [Int: LayerPropertySet], loose: Set<Int>
  ) -> [TransitionChange] {
    var changes = made.flatMap { layer in
      [show(layer, true, at: times.start, stage), hide(layer, at: times.end, stage)]
    }
    guard let from = move.from, let to = move.to, let seam else { return changes }
    for layer in move.appearing.sorted() {
      let time = layer == move.dimming ? times.start : seam
      changes.append(show(layer, true, at: time, stage))
    }
    for name in move.scope.pairNames {
      changes += self.changes(of: move.scope.pairs[name]!, move, at: seam, stage)
    }
    // Screens that do not take part in the move stay visible and unchanged.
    let involved = move.appearing.union(move.disappearing).union([from, to])
      .union(loose.filter(move.shows))
    for layer in involved.sorted() where layer != StageDraft.root {
      var settled = stage[layer].node.properties
      settled.isHidden = !move.showsSettled(layer)
      changes.append(rest(layer, at: times.end, settled, stage, but: [], varying))
    }
    return changes
  }

  /// During the move, one layer represents the pair, and its elements are invisible.
  private func changes(
    of pair: StageDraft.Pair, _ move: FlowMove, at seam: FrameTime, _ stage: StageDraft
  ) -> [TransitionChange] {
    var changes = [
      show(pair.layer, true, at: times.start, stage),
      contents(of: pair.layer, from: pair.from, to: pair.to, at: seam, stage),
      show(pair.layer, false, at: times.end, stage),
    ]
    for half in [pair.from, pair.to] {
      changes.append(show(half, false, at: times.start, stage))
      changes.append(show(half, !stage[half].node.properties.isHidden, at: times.end, stage))
    }
    let groups = stage[pair.layer].node.sublayers
    if groups.count == 2 {
      changes.append(hide(groups[0], at: seam, stage))
      changes.append(hide(groups[1], true, then: false, at: seam, stage))
    }
    return changes
  }

  private func show(
    _ layer: Int, _ isShown: Bool, at time: FrameTime, _ stage: StageDraft
  ) -> TransitionChange {
    hide(layer, stage[layer].node.properties.isHidden, then: !isShown, at: time, stage)
  }
}
