import Documents
import Evaluation
import Scenes

/// Computes the times at which the status bar is black and those at which it is white.
extension WallPlanner {
  /// The tracks of the two status bars; empty if the status bar never changes its colour.
  func statusTracks(of bars: [(layer: Int, isWhite: Bool)]) -> [any WallTrack] {
    guard bars.count == 2 else { return [] }
    var changes: [StatusBarTrack.Change] = []
    var isWhite = needsWhite(at: .zero)
    let first = isWhite
    for transition in transitions {
      let next = needsWhite(at: transition.times.end)
      if next != isWhite {
        changes.append(
          .init(start: transition.times.start, end: transition.times.end, isWhite: next))
      }
      isWhite = next
    }
    return bars.map {
      StatusBarTrack(
        layer: $0.layer, isWhite: $0.isWhite, beginsWhite: first, changes: changes, clock: clock)
    }
  }

  /// Whether the picture behind the clock and the battery is dark; a screen without a colour counts as dark.
  private func needsWhite(at time: FrameTime) -> Bool {
    // The screens of all tabs are siblings of the status bar in the layer tree.
    guard let scene = try? plan.scene(at: time), let bar = bars.first?.layer,
      let space = placement(of: scene.stage.nodes[bar].parent, in: scene)
    else { return false }
    let (screens, bounds) = (scene.stage.nodes[bar].parent, space.bounds)
    let painted = PaintedPoint(scene: scene, ignored: Set(bars.map(\.layer)))
    var sum = 0.0
    let shares = [0.1, 0.16, 0.22, 0.78, 0.84, 0.9]
    for share in shares {
      let place = space.toCanvas.apply(
        Point(bounds.x + bounds.width * share, bounds.y + min(30, bounds.height * 0.04)))
      sum +=
        painted.tone(of: screens, scene.properties(of: screens), space, at: place.point)
        .brightness
    }
    return sum / Double(shares.count) < 0.55
  }
}
