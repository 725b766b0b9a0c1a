import Scenes

/// The run of an interactive transition: the map from wall time to the fraction of the transition, and the
/// events.
///
/// An interaction changes only the time of the transition. The finger controls the fraction; after the lift,
/// the fraction continues to 1 or returns to 0, and the finger may touch again during that time. A transition
/// completes exactly once.
package struct InteractiveRun: Sendable {
  package enum Event: Hashable, Sendable {
    case willBegin
    case interactionChanged(progress: Double)
    case finished
    case cancelled
    case didEnd(completed: Bool)
  }

  /// Whether the gesture was allowed to start; a gesture that was not allowed to start has no effect.
  package let hasBegun: Bool
  package let isCompleted: Bool
  /// The duration in seconds of wall time, for the track and the settling after it.
  package let durationSeconds: Double
  /// The events of the interaction, in the order of their times.
  package let events: [(time: Double, event: Event)]
  /// The lifts of the finger, with the times of their events.
  package let releases: [(time: Double, release: Release)]
  private let stretches: [GestureSegment]

  /// The fraction of the transition that is complete at a time, 0…1.
  package func fraction(at seconds: Double) -> Double {
    guard let stretch = stretches.last(where: { $0.start <= seconds }) else { return 0 }
    return stretch.fraction(at: seconds)
  }

  /// Computes the run of a transition from tracks of a finger. The first finger track starts the transition,
  /// and each later track is a new touch while the transition settles. `finishes` is called when the finger
  /// lifts, and decides whether the transition finishes.
  package init(
    tracks: [[Sample]], gesture: Gesture, transitionSeconds: Double, settling: Settling,
    finishes: (Release) -> Bool
  ) {
    var story = GestureTimeline(
      gesture: gesture, transitionSeconds: transitionSeconds, settling: settling)
    for track in tracks { story.play(GestureTrack(track), finishes) }
    hasBegun = story.hasBegun
    isCompleted = story.hasBegun && story.target == 1
    if story.hasBegun { story.events.append((story.end, .didEnd(completed: isCompleted))) }
    durationSeconds = max(story.end, tracks.first.flatMap { GestureTrack($0).end } ?? 0)
    events = story.events
    releases = story.releases
    stretches = story.stretches
  }
}

extension Sample {
  /// The indices, in ascending order, of the samples that are ignored because their times decrease.
  package static func goingBack(in track: [Sample]) -> [Int] { GestureTrack(track).goingBack }
}

/// A finger track without the ignored samples: samples with decreasing times and samples after the lift.
private struct GestureTrack {
  var samples: [Sample] = []
  /// The time at which the finger lifted; nil for an empty track.
  var end: Double?
  var isCancelled = false
  /// The indices of the finger samples whose times decrease.
  var goingBack: [Int] = []

  init(_ all: [Sample]) {
    for (place, sample) in all.enumerated() {
      guard sample.time.isFinite else { continue }
      if sample.time < (end ?? 0) {
        goingBack.append(place)
        continue
      }
      switch sample.event {
      case .point(let point):
        guard point.x.isFinite, point.y.isFinite else { continue }
        samples.append(sample)
      case .value(let value):
        guard value.isFinite else { continue }
        samples.append(sample)
      case .release, .cancel:
        // A track without samples cannot contain a lift.
        guard !samples.isEmpty else { continue }
        end = sample.time
        isCancelled = sample.event == .cancel
        return
      }
      end = sample.time
    }
  }
}

/// The part of an interactive run that has already been computed.
private struct GestureTimeline {
  let gesture: Gesture
  let transitionSeconds: Double
  let settling: Settling
  var hasBegun = false
  var target = 0.0
  var stretches: [GestureSegment] = []
  var events: [(time: Double, event: InteractiveRun.Event)] = []
  var releases: [(time: Double, release: Release)] = []

  init(gesture: Gesture, transitionSeconds: Double, settling: Settling) {
    self.gesture = gesture
    self.transitionSeconds = transitionSeconds
    self.settling = settling
  }

  var end: Double { stretches.last?.end ?? 0 }

  mutating func play(_ track: GestureTrack, _ finishes: (Release) -> Bool) {
    guard let first = track.samples.first, let lift = track.end else { return }
    var base = 0.0
    if hasBegun {
      // The finger can touch again only while the transition is still settling.
      guard let settle = stretches.last, first.time > settle.start, first.time < settle.end
      else { return }
      base = settle.fraction(at: first.time)
    } else {
      guard gesture.mayBegin(first.event) else { return }
      hasBegun = true
      events.append((first.time, .willBegin))
    }
    let isReturn = stretches.count > 0
    // The fractions before clamping to 0…1; between two samples, the position of the finger is interpolated
    // linearly.
    var points: [(time: Double, fraction: Double)] = []
    var way: [(time: Double, distance: Double)] = []
    let zero = isReturn ? gesture.progress(first.event, since: first.event) ?? 0 : 0
    for sample in track.samples {
      guard let progress = gesture.progress(sample.event, since: first.event) else { continue }
      let fraction = base + progress - zero
      // Of several samples at the same time, the last one is used.
      if points.last?.time == sample.time {
        points.removeLast()
        way.removeLast()
      }
      points.append((sample.time, fraction))
      way.append((sample.time, progress))
      events.append((sample.time, .interactionChanged(progress: fraction.clamped(to: 0...1))))
    }
    guard let last = points.last else { return }
    if lift > last.time {
      points.append((lift, last.fraction))
      way.append((lift, way[way.count - 1].distance))
    }
    stretches.append(.drag(points))
    release(at: lift, points, way, isCancelled: track.isCancelled, finishes)
  }

  /// Handles the lift of the finger: the transition settles at the end that the rules choose.
  private mutating func release(
    at lift: Double, _ points: [(time: Double, fraction: Double)],
    _ way: [(time: Double, distance: Double)], isCancelled: Bool, _ finishes: (Release) -> Bool
  ) {
    let last = points[points.count - 1].fraction.clamped(to: 0...1)
    let scale = gesture.kind == .translation || gesture.kind == .location ? gesture.extent : 1
    var release = Release(
      progress: last, velocity: slope(way.map { ($0.time, $0.distance) }) * scale,
      isForward: isForward(way.map { ($0.time, $0.distance) }))
    let isFinished = !isCancelled && finishes(release)
    target = isFinished ? 1 : 0
    let left = target - last
    let velocity = slope(points.map { ($0.time, $0.fraction) }, in: 0...1)
    release.initialVelocity = left == 0 ? 0 : velocity / left
    releases.append((lift, release))
    events.append((lift, isFinished ? .finished : .cancelled))
    stretches.append(settle(from: last, at: lift, velocity: velocity))
  }

  /// The mean change per second over the last 100 ms of the range; 0 if the range has only one sample.
  private func slope(
    _ way: [(time: Double, value: Double)],
    in range: ClosedRange<Double> = -Double.infinity...Double.infinity
  ) -> Double {
    guard let last = way.last, way.count > 1 else { return 0 }
    let start = max(way[0].time, last.time - 0.1)
    guard last.time > start else { return 0 }
    let next = way.firstIndex { $0.time > start }!
    let (a, b) = (way[next - 1], way[next])
    let value = a.value + (b.value - a.value) * ((start - a.time) / (b.time - a.time))
    return (last.value.clamped(to: range) - value.clamped(to: range)) / (last.time - start)
  }

  private func isForward(_ way: [(time: Double, value: Double)]) -> Bool {
    for (a, b) in zip(way, way.dropFirst()).reversed() where a.value != b.value {
      return b.value > a.value
    }
    return true
  }

  private func settle(from fraction: Double, at time: Double, velocity: Double) -> GestureSegment {
    let distance = abs(target - fraction)
    func glide(_ speed: Double) -> GestureSegment {
      let seconds = distance * transitionSeconds / max(speed, Settling.leastSpeed)
      return .glide(start: time, seconds: seconds, from: fraction, to: target)
    }
    func spring(_ spring: Spring, _ carriesVelocity: Bool) -> GestureSegment {
      // The velocity of a spring is measured in distances per second.
      let carried = carriesVelocity ? velocity / (target - fraction) : spring.initialVelocity
      return .spring(
        start: time, spring.carrying(initialVelocity: carried), from: fraction, to: target)
    }
    if distance == 0 { return glide(1) }
    switch settling {
    case .speed(let speed): return glide(speed)
    case .remaining: return glide(1 - fraction)
    case .ratio(let ratio, let seconds, let carriesVelocity):
      let length = seconds ?? distance * transitionSeconds
      guard length > 0 else { return glide(1) }
      return spring(Spring(dampingRatio: ratio, durationSeconds: length), carriesVelocity)
    case .spring(let own, let carriesVelocity): return spring(own, carriesVelocity)
    }
  }
}
