package import Scenes

/// A plan with its clock, which is evaluated at wall times, like frames and `--at`.
package struct Playback: Sendable {
  package let plan: Plan
  package let clock: PlanClock

  private let tracks: WallTracks

  /// Creates a playback; `fingers` are the fingers that animators can read.
  package init(
    plan: Plan, clock: PlanClock, tracks: [any WallTrack] = [], fingers: [FingerWay] = []
  ) {
    self.init(
      plan: plan, clock: clock, WallTracks(tracks, fingers: plan.readsFinger ? fingers : []))
  }

  private init(plan: Plan, clock: PlanClock, _ tracks: WallTracks) {
    self.plan = plan
    self.clock = clock
    self.tracks = tracks
  }

  /// The playback with another movement of the finger, for the finger's ring and for layers that follow it.
  /// The clock does not change, because the caller requests plan times that already include the effect of the
  /// finger.
  package func following(_ finger: FingerWay) -> Playback {
    Playback(plan: plan, clock: clock, tracks.following(finger, isRead: plan.readsFinger))
  }

  /// The duration of the whole playback in wall time.
  package var duration: FrameTime { clock.duration }

  /// The scene on the canvas at a wall time in 0…duration.
  package func scene(at time: FrameTime) throws -> Scene {
    try scene(of: clock.planTime(at: time), at: time)
  }

  /// The scene at a plan time, with the tracks in wall time at the given wall time.
  package func scene(of planTime: FrameTime, at time: FrameTime) throws -> Scene {
    let scene = try plan.scene(at: planTime, tracks, wall: time)
    return Scene(stage: scene.stage, time: time, changes: scene.changes)
  }
}
