package import Scenes

/// The status bar in one colour, which appears and disappears with the screens.
package struct StatusBarTrack: WallTrack {
  /// A change of visibility at a time of the plan.
  package struct Change: Sendable {
    package var start: FrameTime
    package var end: FrameTime
    package var isWhite: Bool
    package init(start: FrameTime, end: FrameTime, isWhite: Bool) {
      self.start = start
      self.end = end
      self.isWhite = isWhite
    }
  }
  package let layer: Int
  private let isWhite: Bool
  private let beginsWhite: Bool
  private let changes: [Change]
  private let clock: PlanClock

  package init(
    layer: Int, isWhite: Bool, beginsWhite: Bool, changes: [Change], clock: PlanClock
  ) {
    self.layer = layer
    self.isWhite = isWhite
    self.beginsWhite = beginsWhite
    self.changes = changes
    self.clock = clock
  }

  package func properties(at time: FrameTime, over base: LayerProperties) -> LayerProperties? {
    let moment = clock.planTime(at: time)
    var white = beginsWhite ? 1.0 : 0
    for change in changes where change.start <= moment {
      let length = (change.end - change.start).seconds
      let share = length > 0 ? min(1, (moment - change.start).seconds / length) : 1
      white += ((change.isWhite ? 1 : 0) - white) * share
    }
    var properties = base
    properties.opacity = base.opacity * (isWhite ? white : 1 - white)
    properties.isHidden = base.isHidden || properties.opacity == 0
    return properties
  }
}
