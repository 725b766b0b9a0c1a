package import Scenes

/// A sample of a finger: its position, or a progress, at a time in seconds of wall time.
package struct Sample: Hashable, Sendable {
  package enum Event: Hashable, Sendable {
    case point(Point)
    /// The progress of the gesture, or the scale of a pinch.
    case value(Double)
    /// The finger lifts; later samples of the same track are ignored.
    case release
    /// The system cancels the gesture.
    case cancel
  }
  package var time: Double
  package var event: Event
  package init(_ time: Double, _ event: Event) {
    self.time = time
    self.event = event
  }
}

/// A gesture, which converts samples of a finger to progress.
package struct Gesture: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The progress is the distance from the first sample, divided by `extent`.
    case translation
    /// The progress is the distance from the edge, divided by `extent`.
    case location
    /// The progress of a pinch is 1 − scale / first scale.
    case pinch
    /// The value of a track's sample is the progress of the transition.
    case progress
  }
  package enum Edge: String, Hashable, Sendable { case left, right, top, bottom }

  package var kind: Kind
  /// The edge from which the finger moves; progress increases with the distance from the edge.
  package var edge: Edge
  /// The distance in points for the whole transition, above 0.
  package var extent: Double
  /// The largest distance in points between the first sample and the edge at which the gesture may start.
  package var startWithin: Double?
  /// The size of the container, to whose right and bottom edges distances are measured.
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

  /// The distance of a point from the edge, in points; larger values mean more progress.
  func distance(_ point: Point) -> Double {
    switch edge {
    case .left: point.x
    case .right: container.width - point.x
    case .top: point.y
    case .bottom: container.height - point.y
    }
  }

  /// Whether the gesture may start at the first sample of a track.
  func mayBegin(_ first: Sample.Event) -> Bool {
    guard let startWithin, case .point(let point) = first else { return true }
    return distance(point) < startWithin
  }

  /// The progress of a sample before clamping, in the unit of the gesture divided by `extent`; nil for a
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

/// The state of a gesture when the finger lifts.
package struct Release: Hashable, Sendable {
  /// The progress of the transition when the finger lifts, 0…1.
  package var progress: Double
  /// The velocity along the gesture's axis over the last 100 ms, positive towards completion: in points per
  /// second, or in progress per second for gestures without points.
  package var velocity: Double
  /// Whether the last movement of the finger was towards completion.
  package var isForward: Bool
  /// The initial velocity as in UISpringTimingParameters: towards the target, in remaining distances per
  /// second. The velocity is known as soon as the target is decided.
  package var initialVelocity = 0.0
  package init(progress: Double, velocity: Double, isForward: Bool) {
    self.progress = progress
    self.velocity = velocity
    self.isForward = isForward
  }
}
