import Evaluation
import Scenes
import Testing

/// Tests the conversion from wall time to the plan's time.
@Suite struct PlanClockTests {
  private func times(_ start: Double, _ end: Double, tail: Double? = nil) -> PlanClock.Times {
    PlanClock.Times(
      start: FrameTime(seconds: start), end: FrameTime(seconds: end),
      tail: FrameTime(seconds: tail ?? end))
  }

  private func plan(_ clock: PlanClock, _ seconds: Double) -> Double {
    clock.planTime(at: FrameTime(seconds: seconds)).seconds
  }

  /// Returns a run in which a finger moves half of the distance in a second and then lifts.
  private func run(finishes: Bool) -> InteractiveRun {
    InteractiveRun(
      tracks: [[Sample(0, .value(0)), Sample(1, .value(0.5)), Sample(1, .release)]],
      gesture: Gesture(kind: .progress, edge: .left, extent: 1, container: Size(1, 1)),
      transitionSeconds: 2, settling: .speed(1)
    ) { _ in finishes }
  }

  /// Tests the finger that animators read: its velocity is the mean of the last tenth of a second.
  @Test func aFingerHasAPlaceAndAVelocity() {
    let samples = [(1.0, 0.0), (1.2, 20), (1.3, 50), (1.6, 50)].map {
      TouchTrack.Sample(time: FrameTime(seconds: $0), place: Point($1, 5))
    }
    func finger(_ seconds: Double, end: FrameTime = FrameTime(seconds: 1.6)) -> Finger {
      FingerWay(transition: nil, samples: samples, end: end).finger(at: FrameTime(seconds: seconds))
    }
    for (time, x, speed, isDown) in [
      (1.0, 0.0, 0.0, true), (1.05, 5, 100, true), (1.25, 35, 200, true), (1.3, 50, 300, true),
      (1.5, 50, 0, true), (1.6, 50, 0, false), (9, 50, 0, false),
    ] {
      let now = finger(time)
      #expect(abs(now.place.x - x) < 1e-6 && abs(now.velocity.x - speed) < 1e-3, "\(time): \(now)")
      #expect(now.isDown == isDown && now.velocity.y == 0 && now.place.y == 5)
    }
    // The finger is held, and its end is not known yet.
    #expect(finger(1.6, end: .limit).isDown)
  }

  @Test func withoutAFingerTheyAreTheSame() {
    var clock = PlanClock()
    clock.append(times(0, 1, tail: 1.5), run: nil)
    #expect(clock.duration.seconds == 1.5)
    #expect([0, 0.5, 1.25, 2].map { plan(clock, $0) } == [0, 0.5, 1.25, 1.5])
  }

  @Test func aReversedTransitionRunsBackwards() {
    var clock = PlanClock()
    clock.append(times(0, 1), run: nil)
    var back = times(1.5, 2.5)
    back.isReversed = true
    clock.append(back, run: nil)
    #expect(clock.duration.seconds == 2.5)
    #expect([0.5, 1.5, 1.75, 2.5].map { plan(clock, $0) } == [0.5, 2.5, 2.25, 1.5])
  }

  @Test func aDelayIsStillTimeBefore() {
    var clock = PlanClock()
    clock.append(times(0, 1), run: nil, delay: FrameTime(seconds: 0.5))
    #expect(clock.duration.seconds == 1.5)
    #expect([0, 0.5, 1.5].map { plan(clock, $0) } == [0, 0, 1])
    #expect(clock.events.map(\.time) == [0.5, 1.5])
  }

  @Test func aFingerMovesTheTime() {
    var clock = PlanClock()
    clock.append(times(0, 2, tail: 3), run: run(finishes: true))
    #expect([0.5, 1, 1.5, 2, 2.5].map { plan(clock, $0) } == [0.5, 1, 1.5, 2, 2.5])
    #expect(clock.duration.seconds == 3)
    #expect(clock.events.last?.event == .didEnd(completed: true))
  }

  /// An action that depends on the end of a cancelled transition does not happen.
  @Test func aCancelledTransitionEndsWhereItBegan() {
    var clock = PlanClock()
    clock.append(times(0, 2, tail: 3), run: run(finishes: false))
    #expect([0.5, 1, 1.5, 2].map { plan(clock, $0) } == [0.5, 1, 0.5, 0])
    #expect(clock.duration.seconds == 2)
    #expect(clock.events.last?.event == .didEnd(completed: false))
  }

  @Test func aPlaybackShowsThePlanByTheWall() throws {
    let canvas = LayerProperties(frame: Rect(0, 0, 1, 1))
    let stage = Stage(
      size: Size(1, 1), background: .white,
      nodes: [Stage.Node(id: "container", parent: -1, properties: canvas)])
    var clock = PlanClock()
    clock.append(times(0, 1), run: nil)
    let playback = Playback(
      plan: Plan(stage: stage, duration: FrameTime(seconds: 1), steps: []), clock: clock)
    #expect(playback.duration.seconds == 1)
    #expect(try playback.scene(at: FrameTime(seconds: 0.25)).time.seconds == 0.25)
  }
}
