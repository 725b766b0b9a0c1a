package import Scenes

/// A plan with its clock. It is asked by wall time, which frames and `--at` count.
package struct Playback: Sendable {
  package let plan: Plan
  package let clock: PlanClock

  package init(plan: Plan, clock: PlanClock) {
    self.plan = plan
    self.clock = clock
  }

  /// Of wall time.
  package var duration: FrameTime { clock.duration }

  /// The scene that the canvas shows at a wall time, 0…duration.
  package func scene(at time: FrameTime) throws -> Scene {
    let scene = try plan.scene(at: clock.planTime(at: time))
    return Scene(stage: scene.stage, time: time, changes: scene.changes)
  }
}
