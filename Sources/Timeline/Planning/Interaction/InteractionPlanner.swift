package import Documents
package import Evaluation
package import JSON
package import Scenes

/// The result of controlling a transition with a finger.
package struct GestureDrive: Sendable {
  /// The run of the transition under the finger; nil if no finger drives the transition.
  package var run: InteractiveRun?
  /// The time before the transition starts, during which nothing moves.
  package var delay = FrameTime.zero
  package var isCompleted: Bool
}

/// The rules that convert a finger's samples to the run of a transition.
package struct GestureRules: Sendable {
  package var gesture: Gesture
  package var settling: Settling
  /// The duration of the transition without a finger.
  package var seconds: Double
  package var finishes: @Sendable (Release) -> Bool

  /// Computes the run for the tracks; each track after the first is a finger that touches again.
  package func run(_ tracks: [[Sample]]) -> InteractiveRun {
    InteractiveRun(
      tracks: tracks, gesture: gesture, transitionSeconds: seconds, settling: settling,
      finishes: finishes)
  }
}

/// Computes the run of a transition from the gesture that a document describes.
package struct InteractionPlanner {
  private let document: Document
  private let samples: any TrackLoading
  /// The size of the viewport in which the finger moves.
  private let container: Size

  package init(_ inputs: PlanningInputs, container: Size? = nil) {
    document = inputs.document
    samples = inputs.samples
    self.container = container ?? inputs.canvas.size
  }

  /// Plans how the finger of `spec`, which must have a track, controls a transition of the given duration.
  /// The function returns nil after a problem, which it has already reported. `presented` is the frame of the
  /// screen that the transition presents.
  package func drive(
    _ spec: InteractionSpec, seconds: Double, presented: Rect?, _ problems: inout Problems
  ) -> GestureDrive? {
    do {
      let first = try track(spec.track!)
      if spec.gesture == .tap { return tap(first, presented: presented) }
      let tracks = try [first] + spec.regrab.map(track)
      for (track, spec) in zip(tracks, [spec.track!] + spec.regrab) {
        warn(of: track, spec, &problems)
      }
      return run(spec, tracks, seconds: seconds, &problems).map {
        GestureDrive(run: $0, isCompleted: $0.isCompleted)
      }
    } catch {
      problems.add(error)
      return nil
    }
  }

  private func track(_ spec: TrackSpec) throws(Problem) -> [Sample] {
    try samples.samples(spec, in: document).map(Sample.init)
  }

  /// Warns about samples whose times decrease, which are ignored.
  private func warn(of track: [Sample], _ spec: TrackSpec, _ problems: inout Problems) {
    let back = Sample.goingBack(in: track)
    guard let first = back.first else { return }
    let before = track[..<first].last { $0.time >= 0 }
    problems.warn(
      "the time of sample \(first) of the track, \(JSONWriter.number(track[first].time)) s, "
        + "lies before \(JSONWriter.number(before?.time ?? 0)) s, the time of an earlier sample; "
        + (back.count == 1
          ? "1 sample is dropped because its time goes back"
          : "\(back.count) samples are dropped, because they are earlier than the previous sample"),
      at: spec.origin(ofSample: first))
  }

  /// Plans a tap: outside the presented screen it dismisses the screen, and on the screen it has no effect.
  private func tap(_ taps: [Sample], presented: Rect?) -> GestureDrive {
    for tap in taps {
      guard tap.time >= 0, case .point(let point) = tap.event else { continue }
      let isInside = presented.map { $0.contains(Rect(point.x, point.y, 0, 0)) } ?? false
      guard !isInside, document.presentation?.tapToDismiss == true else { continue }
      return GestureDrive(delay: FrameTime(seconds: tap.time), isCompleted: true)
    }
    let nothing = InteractiveRun(
      tracks: [],
      gesture: Gesture(kind: .progress, edge: .left, extent: 1, container: container),
      transitionSeconds: 1, settling: .speed(1)
    ) { _ in false }
    return GestureDrive(run: nothing, isCompleted: false)
  }

  private func run(
    _ spec: InteractionSpec, _ tracks: [[Sample]], seconds: Double, _ problems: inout Problems
  ) -> InteractiveRun? {
    guard let rules = rules(spec, seconds: seconds, &problems) else { return nil }
    let run = rules.run(tracks)
    if let expected = spec.expect, run.isCompleted != (expected.value == .finish) {
      let found = run.isCompleted ? "finishes" : run.hasBegun ? "cancels" : "does not begin"
      problems.add(
        "expected the gesture to \(expected.value.rawValue), but the gesture \(found)",
        at: expected.origin)
    }
    return run
  }

  /// The gesture rules for a transition of the given duration; nil for a tap, which controls no transition,
  /// and after a problem, which has already been reported.
  func rules(
    _ spec: InteractionSpec, seconds: Double, _ problems: inout Problems
  ) -> GestureRules? {
    guard spec.gesture != .tap, let settling = settling(spec, &problems) else { return nil }
    return GestureRules(
      gesture: gesture(spec), settling: settling, seconds: seconds, finishes: finishRule(spec))
  }

  private func gesture(_ spec: InteractionSpec) -> Gesture {
    let kind: Gesture.Kind
    switch spec.gesture {
    case .edgePan, .pan, .slide: kind = .translation
    case .screenEdgePan: kind = .location
    case .pinch: kind = .pinch
    case .progress, .tap: kind = .progress
    }
    // By default, a pan with a distance moves to the left, and other gestures start at the left edge.
    let edge =
      spec.edge.map { Gesture.Edge(rawValue: $0.rawValue)! }
      ?? (spec.gesture == .pan ? .right : .left)
    let isSideways = edge == .left || edge == .right
    let whole = isSideways ? container.width : container.height
    let extent = spec.distance?.points(of: whole) ?? (spec.gesture == .pan ? 200 : whole)
    let within = spec.startWithin ?? (spec.gesture == .edgePan ? 20 : nil)
    return Gesture(
      kind: kind, edge: edge, extent: max(extent, 1e-6), startWithin: within,
      container: container)
  }

  /// The condition under which a gesture finishes: that of the document, or the default of the gesture.
  private func finishRule(_ spec: InteractionSpec) -> @Sendable (Release) -> Bool {
    if let condition = spec.finishWhen { return { condition.holds($0) } }
    switch spec.gesture {
    case .edgePan: return { $0.velocity > 0 }
    case .slide: return { $0.progress >= 0.4 && $0.isForward }
    case .pinch, .pan: return { $0.progress > 0.5 }
    case .screenEdgePan, .progress, .tap: return { $0.progress >= 0.5 }
    }
  }

  private func settling(_ spec: InteractionSpec, _ problems: inout Problems) -> Settling? {
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
    return own.spring(stepSeconds: seconds, at: spec.origin, &problems).map {
      .spring($0.spring, carriesVelocity: settle.carriesVelocity)
    }
  }
}

extension Sample {
  package init(_ sample: TrackSample) {
    switch sample.event {
    case .point(let x, let y): self.init(sample.time, .point(Point(x, y)))
    case .value(let value): self.init(sample.time, .value(value))
    case .release: self.init(sample.time, .release)
    case .cancel: self.init(sample.time, .cancel)
    }
  }
}

extension ConditionSpec {
  fileprivate func holds(_ release: Release) -> Bool {
    switch self {
    case .any(let conditions): conditions.contains { $0.holds(release) }
    case .all(let conditions): conditions.allSatisfy { $0.holds(release) }
    case .velocity(let comparisons): comparisons.allSatisfy { $0.holds(release.velocity) }
    case .progress(let comparisons): comparisons.allSatisfy { $0.holds(release.progress) }
    case .direction(let direction): release.isForward == (direction == .forward)
    }
  }
}
