package import Scenes

/// A finger's sample: where it was, or a progress, at a time in seconds of wall time.
package struct Sample: Hashable, Sendable {
  package enum Event: Hashable, Sendable {
    case point(Point)
    /// A progress, or the scale of a pinch.
    case value(Double)
    /// The finger lifts; later samples of the same track are ignored.
    case release
    /// The system takes the gesture away.
    case cancel
  }
  package var time: Double
  package var event: Event
  package init(_ time: Double, _ event: Event) {
    self.time = time
    self.event = event
  }
}

/// The gesture that converts samples of a finger to progress.
package struct Gesture: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Progress is the way since the first sample, over `extent` points.
    case translation
    /// Progress is the distance from the edge, over `extent` points.
    case location
    /// 1 − scale / first scale.
    case pinch
    /// The value is the progress.
    case progress
  }
  package enum Edge: String, Hashable, Sendable { case left, right, top, bottom }

  package var kind: Kind
  /// The edge from which the finger moves; the progress increases as the finger moves away from this edge.
  package var edge: Edge
  /// The distance in points of the whole transition, > 0.
  package var extent: Double
  /// The largest distance of the first sample from the edge, in points, for the gesture to start.
  package var startWithin: Double?
  /// The size of the container, from whose right and bottom edges distances are measured.
  package var container: Size

  package init(
    kind: Kind, edge: Edge, extent: Double, startWithin: Double? = nil, container: Size
  ) {
    self.kind = kind
    self.edge = edge
    self.extent = extent
    self.startWithin = startWithin
    self.container = container
  }

  /// Points from the edge, larger is further along.
  func distance(_ point: Point) -> Double {
    switch edge {
    case .left: point.x
    case .right: container.width - point.x
    case .top: point.y
    case .bottom: container.height - point.y
    }
  }

  /// Whether a gesture may start at its first sample.
  func mayBegin(_ first: Sample.Event) -> Bool {
    guard let startWithin, case .point(let point) = first else { return true }
    return distance(point) < startWithin
  }

  /// The progress of a sample, not clamped, in the gesture's own measure over `extent`; nil for a
  /// sample of another kind.
  func progress(_ event: Sample.Event, since first: Sample.Event) -> Double? {
    switch (kind, event, first) {
    case (.translation, .point(let p), .point(let start)):
      (distance(p) - distance(start)) / extent
    case (.location, .point(let p), _): distance(p) / extent
    case (.pinch, .value(let scale), .value(let start)): start > 0 ? 1 - scale / start : 0
    case (.progress, .value(let value), _): value
    default: nil
    }
  }
}

/// The state of a gesture at the moment when the finger lifts.
package struct Release: Hashable, Sendable {
  /// The progress from 0 to 1.
  package var progress: Double
  /// Along the gesture's axis, forwards, over the last 100 ms: points a second, or progress a
  /// second for gestures without points.
  package var velocity: Double
  /// Whether the last movement went forwards.
  package var isForward: Bool
  /// The initial velocity as in UISpringTimingParameters: towards the target, in remaining distances a
  /// second. The velocity is known as soon as the target is decided.
  package var initialVelocity = 0.0
  package init(progress: Double, velocity: Double, isForward: Bool) {
    self.progress = progress
    self.velocity = velocity
    self.isForward = isForward
  }
}
