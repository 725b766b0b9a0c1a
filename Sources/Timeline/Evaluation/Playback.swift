package import Scenes

/// A plan with its clock, evaluated at wall times, in which frames and `--at` are given.
package struct Playback: Sendable {
  package let plan: Plan
  package let clock: PlanClock

  private let tracks: WallTracks

  /// `fingers` are those that animators may read.
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

  /// The playback with another track of the finger, for its ring and the layers that follow the finger. The
  /// clock stays: the effect of the track on the transition is the requested time of the plan.
  package func following(_ finger: FingerWay) -> Playback {
    Playback(plan: plan, clock: clock, tracks.following(finger, isRead: plan.readsFinger))
  }

  /// The duration in wall time.
  package var duration: FrameTime { clock.duration }

  /// The scene that the canvas shows at a wall time, 0…duration.
  package func scene(at time: FrameTime) throws -> Scene {
    try scene(of: clock.planTime(at: time), at: time)
  }

  /// The scene at a time of the plan, with the tracks in wall time at a given wall time.
  package func scene(of planTime: FrameTime, at time: FrameTime) throws -> Scene {
    let scene = try plan.scene(at: planTime, tracks, wall: time)
    return Scene(stage: scene.stage, time: time, changes: scene.changes)
  }
}
