package import Documents
import Evaluation
import Interaction
import Scenes

/// Makes the run of a finger from what a document says of it.
extension PlanningSession {
  /// nil when something is wrong; it has been reported.
  func run(
    _ spec: InteractionSpec, of leg: Leg, _ transition: TransitionSpec
  ) -> InteractiveRun? {
    var tracks: [[Sample]] = []
    for track in (spec.track.map { [$0] } ?? []) + spec.regrab {
      do {
        tracks.append(try samples.samples(track, in: document).map(Sample.init))
      } catch {
        problems.add(error)
        return nil
      }
    }
    guard let settling = settling(spec) else { return nil }
    let rule = finishRule(spec)
    let run = InteractiveRun(
      tracks: tracks, gesture: gesture(spec, transition),
      transitionSeconds: (leg.end - leg.start).seconds, settling: settling
    ) { rule($0) }
    if let expected = spec.expect, run.isCompleted != (expected.value == .finish) {
      let found = run.isCompleted ? "finishes" : run.hasBegun ? "cancels" : "does not begin"
      problems.add(
        "expected the gesture to \(expected.value.rawValue), and it \(found)", at: expected.origin)
    }
    return run
  }

  private func gesture(_ spec: InteractionSpec, _ transition: TransitionSpec) -> Gesture {
    let kind: Gesture.Kind
    switch spec.gesture {
    case .edgePan, .pan, .slide: kind = .translation
    case .screenEdgePan: kind = .location
    case .pinch: kind = .pinch
    case .progress, .tap: kind = .progress
    }
    // A pan by distance goes left by default, the others in from the left edge.
    let edge =
      spec.edge.map { Gesture.Edge(rawValue: $0.rawValue)! }
      ?? (spec.gesture == .pan ? .right : .left)
    let isSideways = edge == .left || edge == .right
    let whole = isSideways ? canvas.width : canvas.height
    let extent = spec.distance?.points(of: whole) ?? (spec.gesture == .pan ? 200 : whole)
    let within = spec.startWithin ?? (spec.gesture == .edgePan ? 20 : nil)
    return Gesture(
      kind: kind, edge: edge, extent: max(extent, 1e-6), startWithin: within,
      container: canvas.size)
  }

  /// When a gesture finishes: the document's condition, or the gesture's own.
  private func finishRule(_ spec: InteractionSpec) -> (Release) -> Bool {
    if let condition = spec.finishWhen { return { condition.holds($0) } }
    switch spec.gesture {
    case .edgePan: return { $0.velocity > 0 }
    case .slide: return { $0.progress >= 0.4 && $0.isForward }
    case .pinch, .pan: return { $0.progress > 0.5 }
    case .screenEdgePan, .progress, .tap: return { $0.progress >= 0.5 }
    }
  }

  private func settling(_ spec: InteractionSpec) -> Settling? {
    guard let settle = spec.settle, let own = settle.spring else {
      switch spec.completionSpeed {
      case .fixed(let speed): return .speed(speed)
      case .remaining: return .remaining
      }
    }
    if case .ratio(let ratio, let seconds, 0) = own {
      return .ratio(
        dampingRatio: ratio, seconds: seconds, carriesVelocity: settle.carriesVelocity)
    }
    var seconds: Double?
    if case .ratio(_, nil, _) = own { seconds = 0.35 }
    return spring(own, stepSeconds: seconds, at: spec.origin).map {
      .spring($0.spring, carriesVelocity: settle.carriesVelocity)
    }
  }
}

/// Gives the planner the samples of a track, wherever they are.
package protocol TrackLoading {
  func samples(_ track: TrackSpec, in document: Document) throws(Problem) -> [TrackSample]
}

extension Sample {
  init(_ sample: TrackSample) {
    switch sample.event {
    case .point(let x, let y): self.init(sample.time, .point(Point(x, y)))
    case .value(let value): self.init(sample.time, .value(value))
    case .release: self.init(sample.time, .release)
    case .cancel: self.init(sample.time, .cancel)
    }
  }
}

extension ConditionSpec {
  func holds(_ release: Release) -> Bool {
    switch self {
    case .any(let conditions): conditions.contains { $0.holds(release) }
    case .all(let conditions): conditions.allSatisfy { $0.holds(release) }
    case .velocity(let comparisons): comparisons.allSatisfy { $0.holds(release.velocity) }
    case .progress(let comparisons): comparisons.allSatisfy { $0.holds(release.progress) }
    case .direction(let direction): release.isForward == (direction == .forward)
    }
  }
}
