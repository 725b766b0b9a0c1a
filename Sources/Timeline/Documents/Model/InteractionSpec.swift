package import JSON

/// A finger, or another source of progress, that drives the clock of a transition.
package struct InteractionSpec: Sendable {
  package enum Gesture: String, Hashable, Sendable, CaseIterable {
    case edgePan, screenEdgePan, pinch, pan, slide, progress, tap
  }
  package enum Edge: String, Hashable, Sendable, CaseIterable { case left, right, top, bottom }
  package enum Outcome: String, Hashable, Sendable, CaseIterable { case finish, cancel }
  package enum Scrub: String, Hashable, Sendable, CaseIterable { case eased, linear }
  package enum CompletionSpeed: Hashable, Sendable {
    case fixed(Double)
    /// The rule `"1-percent"`, which is common in tutorials: the completion speed is 1 minus the progress.
    case remaining
  }

  package var origin = Origin.start
  package var gesture = Gesture.progress
  package var edge: Edge?
  /// The distance in points from the edge within which the gesture must start.
  package var startWithin: Double?
  /// The distance of the finger for the whole transition; nil means the extent of the canvas along the axis
  /// of the edge.
  package var distance: Dimension?
  package var track: TrackSpec?
  /// The tracks of fingers that touch again while the transition settles, on the same clock.
  package var regrab: [TrackSpec] = []
  /// The condition under which the gesture finishes; nil means the default condition of the gesture.
  package var finishWhen: ConditionSpec?
  package var settle: SettleSpec?
  package var completionSpeed = CompletionSpeed.fixed(1)
  package var scrub = Scrub.eased
  /// The layer that follows the finger during the interaction.
  package var follow: FollowSpec?
  /// The outcome that the author of the document expects from the finger track.
  package var expect: Sourced<Outcome>?
  package init() {}
}

/// A layer that follows the finger in addition to its animation by the transition.
package struct FollowSpec: Sendable {
  package var origin = Origin.start
  package var layer = Sourced(Selector(target: .id("")))
  /// The fractions of the finger's movement that the layer follows.
  package var x = 1.0
  package var y = 1.0
  /// The scale of the layer at the start and the end of the whole gesture.
  package var scale = [1.0, 1.0]
  package init() {}
}

/// The source of a finger's position samples.
package struct TrackSpec: Sendable {
  package enum Source: Sendable {
    case samples([TrackSample])
    /// The path of a CSV or JSON file, relative to the document.
    case file(Sourced<String>)
    /// Standard input, written as `"-"`.
    case standardInput
  }
  package var origin = Origin.start
  package var source = Source.samples([])
  /// The list of finger samples in the document; nil for another source.
  var list: JSONNode?
  package init() {}

  /// The position of a sample in the document, or of the track if the samples are in a file.
  package func origin(ofSample place: Int) -> Origin {
    list?.lazyElements.dropFirst(place).first { _ in true }?.origin ?? origin
  }
}

/// A sample `[t, x, y]`, `[t, progress]` (or the scale of a pinch), `[t, "release"]`, or `[t, "cancel"]`.
package struct TrackSample: Hashable, Sendable {
  package enum Event: Hashable, Sendable {
    case point(x: Double, y: Double)
    case value(Double)
    case release
    case cancel
  }
  /// The valid times of a sample, in seconds; `values` is the range of its other numbers.
  package static let times = -86_400.0...86_400
  package static let values = -1e6...1e6
  package static let ranges = "t from -86400 to 86400 and other numbers from -1000000 to 1000000"

  /// The time of the sample in seconds of wall time.
  package var time: Double
  package var event: Event
  package init(time: Double, event: Event) {
    self.time = time
    self.event = event
  }
}

/// A condition under which a released gesture finishes instead of being cancelled.
package indirect enum ConditionSpec: Sendable {
  package enum Comparator: String, Hashable, Sendable, CaseIterable {
    case gt, gte, lt, lte

    /// The words for the comparison in a sentence, such as "at least".
    var words: String {
      switch self {
      case .gt: "above"
      case .gte: "at least"
      case .lt: "below"
      case .lte: "at most"
      }
    }
  }
  package struct Comparison: Hashable, Sendable {
    package var comparator: Comparator
    package var value: Double
    package init(_ comparator: Comparator, _ value: Double) {
      self.comparator = comparator
      self.value = value
    }
    package func holds(_ x: Double) -> Bool {
      switch comparator {
      case .gt: x > value
      case .gte: x >= value
      case .lt: x < value
      case .lte: x <= value
      }
    }
  }
  package enum Direction: String, Hashable, Sendable, CaseIterable { case forward, backward }

  case any([ConditionSpec])
  case all([ConditionSpec])
  /// Comparisons of the velocity in points per second along the gesture's axis, positive towards completion.
  /// A rule applies only if all of its comparisons are true.
  case velocity([Comparison])
  /// Comparisons of the fraction of the transition that has passed.
  case progress([Comparison])
  /// Compares the direction in which the finger moved during the last samples of the track.
  case direction(Direction)
}

/// The movement of a transition after the finger is released.
package struct SettleSpec: Sendable {
  /// The spring that finishes the transition; nil means that it finishes with `completionSpeed`.
  package var spring: SpringSpec?
  package var carriesVelocity = false
  package init() {}
}
