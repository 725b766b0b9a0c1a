package import Documents
internal import Evaluation
package import JSON
package import Planning
package import Scenes

/// A finger on the picture, as its recorded samples.
package struct StudioGesture {
  package enum State: String { case moving, refused, finishing, cancelling, finished, cancelled }

  package let id: String
  /// The samples in the form of the document: one track for each time that the finger touched the picture.
  package private(set) var tracks: [[TrackSample]] = []
  private var isDown = false
  let touch: PlannedDocument.Touch
  /// The mapping from the canvas to the space in which the finger moves; nil if both are the same.
  private let toSpace: Homography?
  /// The maximum number of samples in a gesture.
  private static let limit = 100_000

  package init(id: String, _ touch: PlannedDocument.Touch, toSpace: Homography? = nil) {
    self.id = id
    self.touch = touch
    self.toSpace = toSpace
  }

  /// Returns whether the samples of a finger are points instead of numbers.
  package static func takesPoints(_ touch: PlannedDocument.Touch) -> Bool {
    touch.rules.gesture.kind == .translation || touch.rules.gesture.kind == .location
  }

  /// Adds a sample, with its position on the canvas; returns false if the sample is invalid.
  package mutating func add(_ node: JSONNode) -> Bool {
    guard let fields = node.elements, let time = fields.first?.number,
      TrackSample.times.contains(time), tracks.reduce(0, { $0 + $1.count }) < Self.limit
    else { return false }
    let numbers = fields.dropFirst().compactMap(\.number)
    guard numbers.allSatisfy(TrackSample.values.contains) else { return false }
    let event: TrackSample.Event
    switch (fields.count, fields.last?.string) {
    case (2, "release"?): event = .release
    case (2, "cancel"?): event = .cancel
    case (2, nil) where numbers.count == 1: event = .value(numbers[0])
    case (3, nil) where numbers.count == 2:
      let canvas = Point(numbers[0], numbers[1])
      let place = toSpace?.apply(canvas).point ?? canvas
      guard TrackSample.values.contains(place.x), TrackSample.values.contains(place.y) else {
        return false
      }
      event = .point(x: place.x, y: place.y)
    default: return false
    }
    if !isDown { tracks.append([]) }
    tracks[tracks.count - 1].append(TrackSample(time: time, event: event))
    isDown = event != .release && event != .cancel
    return true
  }

  /// Returns the state, the fraction and the plan's time at a number of seconds since the finger touched.
  package func moment(at seconds: Double) -> (state: State, fraction: Double, time: FrameTime) {
    let run = touch.rules.run(tracks.map { $0.map(Sample.init) })
    guard run.hasBegun else { return (.refused, 0, touch.times.planTime(at: 0)) }
    // While the finger is down, no continuation after a release exists yet.
    if isDown, let last = tracks.last?.last {
      let fraction = run.fraction(at: min(seconds, last.time))
      return (.moving, fraction, touch.times.planTime(at: fraction))
    }
    if seconds >= run.durationSeconds {
      let over = FrameTime(seconds: seconds - run.durationSeconds)
      let fraction = run.isCompleted ? 1.0 : 0
      return (
        run.isCompleted ? .finished : .cancelled, fraction,
        touch.times.planTime(at: fraction, over: over)
      )
    }
    let fraction = run.fraction(at: seconds)
    return (
      run.isCompleted ? .finishing : .cancelling, fraction, touch.times.planTime(at: fraction)
    )
  }

  /// Returns the track of the finger up to some seconds, in the film's wall time if the finger's transition starts at
  /// `start`. Returns nil if the track has no positions, or if the gesture may not start.
  func way(until seconds: Double, from start: FrameTime) -> FingerWay? {
    let run = touch.rules.run(tracks.map { $0.map(Sample.init) })
    guard run.hasBegun else { return nil }
    var ways: [FingerWay] = []
    for (i, track) in tracks.enumerated() {
      var samples = TouchTrack.samples(track.map(Sample.init), from: start)
      guard let last = samples.last else { continue }
      // The first touch counts until the transition has settled.
      var end = i == 0 ? start + FrameTime(seconds: run.durationSeconds) : last.time
      if isDown, i == tracks.count - 1 {
        let now = start + FrameTime(seconds: max(0, seconds))
        if now > last.time { samples.append(TouchTrack.Sample(time: now, place: last.place)) }
        end = FrameTime.limit
      }
      ways.append(FingerWay(transition: touch.transition, samples: samples, end: end))
    }
    guard let first = ways.first else { return nil }
    return FingerWay(
      transition: touch.transition, samples: first.samples, end: first.end,
      returns: Array(ways.dropFirst()))
  }

  /// Returns a track in the notation of documents.
  package static func json(_ track: [TrackSample]) -> String {
    func number(_ value: Double) -> String { JSONWriter.number((value * 1e4).rounded() / 1e4) }
    let rows = track.map { sample in
      switch sample.event {
      case .point(let x, let y): "[\(number(sample.time)), \(number(x)), \(number(y))]"
      case .value(let value): "[\(number(sample.time)), \(number(value))]"
      case .release: "[\(number(sample.time)), \"release\"]"
      case .cancel: "[\(number(sample.time)), \"cancel\"]"
      }
    }
    return "[\(rows.joined(separator: ", "))]"
  }
}
