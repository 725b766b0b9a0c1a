package import Scenes

/// A plan with its clock. It is asked by wall time, which frames and `--at` count.
package struct Playback: Sendable {
  package let plan: Plan
  package let clock: PlanClock

  /// The fingers that are seen.
  package let touches: [TouchTrack]

  package init(plan: Plan, clock: PlanClock, touches: [TouchTrack] = []) {
    self.plan = plan
    self.clock = clock
    self.touches = touches.sorted { $0.layer < $1.layer }
  }

  /// Of wall time.
  package var duration: FrameTime { clock.duration }

  /// The scene that the canvas shows at a wall time, 0…duration.
  package func scene(at time: FrameTime) throws -> Scene {
    let scene = try plan.scene(at: clock.planTime(at: time))
    let updates = touches.compactMap { touch in
      touch.properties(at: time, over: plan.stage.nodes[touch.layer].properties).map {
        LayerChanges.Update(
          layer: touch.layer, change: Scene.Change(layer: touch.layer, properties: $0))
      }
    }
    return Scene(
      stage: scene.stage, time: time,
      changes: updates.isEmpty ? scene.changes : scene.changes.updated(updates))
  }
}
