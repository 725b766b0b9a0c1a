import Foundation
import Evaluation
import Scenes
import TestSupport
import Testing

/// Tests the invariants with random tracks; a track that violates an invariant is reduced and printed as JSON.
@Suite struct GestureFuzzTests {
  static let count = Effort.count(test: 4_000, long: 100_000, soak: 1_000_000)

  private typealias Fault = (inout Observed) -> Void

  private func broken(_ trial: Trial, _ plant: Fault? = nil) -> String? {
    var run = Observed(trial.run())
    plant?(&run)
    return Invariants.broken(by: run, trial) ?? Invariants.brokenCarry(by: run, trial)
  }

  /// Removes samples while the track still violates an invariant.
  private func shrunk(_ trial: Trial, _ plant: Fault? = nil) -> Trial {
    var trial = trial
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for track in trial.tracks.indices {
        for sample in trial.tracks[track].indices.reversed() {
          var smaller = trial
          smaller.tracks[track].remove(at: sample)
          if broken(smaller, plant) != nil {
            trial = smaller
            isSmaller = true
          }
        }
      }
    }
    return trial
  }

  @Test func everyTrackKeepsTheRules() {
    var completed = 0
    for seed in 0..<Self.count {
      let trial = Trial(seed: UInt64(seed))
      if trial.run().isCompleted { completed += 1 }
      if let what = broken(trial) {
        let small = shrunk(trial)
        Issue.record("\(what): \(small.json) \(small.settling)")
        return
      }
    }
    // Both outcomes must be frequent, because the tracks would otherwise test little.
    #expect(completed > Self.count / 5 && completed < Self.count * 4 / 5)
  }

  /// Artificial faults are found, and the remaining track is small.
  @Test(arguments: ["capped at 0.99", "completes twice", "jumps at release"])
  func findsPlantedFaults(_ name: String) {
    let plant: Fault = { run in
      let fraction = run.fraction
      switch name {
      case "capped at 0.99": run.fraction = { min(0.99, fraction($0)) }
      case "completes twice": if let last = run.events.last { run.events.append(last) }
      default:
        let lift = run.events.first { $0.event == .finished || $0.event == .cancelled }?.time ?? 9e9
        run.fraction = {
          $0 > lift ? min(1, fraction($0) + 0.3 * (1 - fraction($0))) : fraction($0)
        }
      }
    }
    let found = (0..<2000).lazy.map { Trial(seed: $0) }.first { self.broken($0, plant) != nil }
    #expect(found != nil)
    if let found { #expect(shrunk(found, plant).tracks.joined().count <= 3) }
  }
}

@Suite struct InteractiveRunTests {
  private let pan = Gesture(
    kind: .translation, edge: .left, extent: 320, startWithin: 20, container: Size(320, 568))

  private func run(
    _ track: [(Double, Double)], settling: Settling = .speed(1), seconds: Double = 1,
    finishes: (Release) -> Bool = { $0.velocity > 0 }
  ) -> InteractiveRun {
    InteractiveRun(
      tracks: [track.map { Sample($0.0, .point(Point($0.1, 300))) }], gesture: pan,
      transitionSeconds: seconds, settling: settling, finishes: finishes)
  }

  @Test func progressIsTranslationOverWidth() {
    let run = run([(0, 10), (0.1, 42), (0.2, 170)])
    #expect(run.fraction(at: 0.1) == 0.1)
    #expect(run.fraction(at: 0.2) == 0.5)
    #expect(run.isCompleted)
    // Half of the distance is left, at speed 1.
    #expect(abs(run.durationSeconds - 0.7) < 1e-12)
    #expect(abs(run.fraction(at: 0.45) - 0.75) < 1e-12)
  }

  @Test func beginsOnlyAtTheEdge() {
    let run = run([(0, 20), (0.2, 300)])
    #expect(!run.hasBegun && run.events.isEmpty && run.fraction(at: 0.2) == 0)
  }

  @Test func cancelRunsBack() {
    let run = run([(0, 0), (0.1, 160), (0.2, 96)])
    #expect(!run.isCompleted)
    #expect(run.events.last?.event == .didEnd(completed: false))
    #expect(abs(run.durationSeconds - 0.5) < 1e-12)
    #expect(run.fraction(at: 0.5) == 0)
  }

  @Test func theTutorialsRuleSlowsDown() {
    // The velocity 1 − 0.95 is slower than a tenth, so the result is 0.05 · 1 s / 0.1.
    let run = run([(0, 0), (0.1, 304)], settling: .remaining)
    #expect(abs(run.durationSeconds - 0.6) < 1e-9)
  }

  @Test func theFingerAloneCompletes() {
    let run = run([(0, 0), (0.3, 320), (0.5, 320)], finishes: { $0.progress >= 0.5 })
    #expect(run.isCompleted && run.durationSeconds == 0.5)
    #expect(run.events.filter { $0.event == .didEnd(completed: true) }.count == 1)
  }

  @Test func theFingerMayComeBack() {
    let first = [(0.0, 0.0), (0.1, 192.0)].map { Sample($0.0, .point(Point($0.1, 0))) }
    let again = [(0.2, 200.0), (0.4, 8.0)].map { Sample($0.0, .point(Point($0.1, 0))) }
    let run = InteractiveRun(
      tracks: [first, again], gesture: pan, transitionSeconds: 1, settling: .speed(1)
    ) { $0.velocity > 0 }
    // The transition had settled from 0.6 to 0.7, and continues from there by 192 points back.
    #expect(abs(run.fraction(at: 0.2) - 0.7) < 1e-12)
    #expect(abs(run.fraction(at: 0.4) - 0.1) < 1e-12)
    #expect(!run.isCompleted)
    #expect(run.events.map(\.event).contains(.finished))
    #expect(run.events.last?.event == .didEnd(completed: false))
  }

  @Test func pinchAndProgress() {
    let container = Size(320, 568)
    let pinch = InteractiveRun(
      tracks: [[Sample(0, .value(2)), Sample(0.2, .value(0.8))]],
      gesture: Gesture(kind: .pinch, edge: .left, extent: 1, container: container),
      transitionSeconds: 1, settling: .speed(1)
    ) { $0.progress > 0.5 }
    #expect(abs(pinch.fraction(at: 0.2) - 0.6) < 1e-12 && pinch.isCompleted)
    let download = InteractiveRun(
      tracks: [[Sample(0, .value(0)), Sample(1, .value(0.4)), Sample(3, .value(1))]],
      gesture: Gesture(kind: .progress, edge: .left, extent: 1, container: container),
      transitionSeconds: 1, settling: .speed(1)
    ) { $0.progress >= 0.5 }
    #expect(download.isCompleted && download.durationSeconds == 3)
  }
}
