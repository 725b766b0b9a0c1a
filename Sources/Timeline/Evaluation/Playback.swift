package import Scenes

/// A plan with its clock. It is asked by wall time, which frames and `--at` count.
package struct Playback: Sendable {
  package let plan: Plan
  package let clock: PlanClock

  private let tracks: WallTracks

  package init(plan: Plan, clock: PlanClock, tracks: [any WallTrack] = []) {
    self.plan = plan
    self.clock = clock
    self.tracks = WallTracks(tracks)
  }

  private init(plan: Plan, clock: PlanClock, _ tracks: WallTracks) {
    self.plan = plan
    self.clock = clock
    self.tracks = tracks
  }

  /// The same with another way of the finger that drives a transition, whose picture and whose hold of layers
  /// are that way's. The clock stays: what the way does to the transition is the plan's time that is asked for.
  package func following(_ finger: FingerWay) -> Playback {
    Playback(plan: plan, clock: clock, tracks.following(finger))
  }

  /// The duration in wall time.
  package var duration: FrameTime { clock.duration }

  /// The scene that the canvas shows at a wall time, 0…duration.
  package func scene(at time: FrameTime) throws -> Scene {
    try scene(of: clock.planTime(at: time), at: time)
  }

  /// The scene of a time of the plan, with what goes by the wall's clock as it is at a wall time.
  package func scene(of planTime: FrameTime, at time: FrameTime) throws -> Scene {
    let scene = try plan.scene(at: planTime, tracks, wall: time)
    return Scene(stage: scene.stage, time: time, changes: scene.changes)
  }
}
