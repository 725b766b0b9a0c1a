package import JSON

/// A duration as a document specifies it.
package enum DurationSpec: Hashable, Sendable {
  /// A number of seconds, written as a number, `"0.5s"` or `"120ms"`.
  case seconds(Double)
  /// A number of frames at the rate `canvas.fps`, such as `"12f"`.
  case frames(Double)
  /// A fraction of the transition's duration, such as `"17%"` for 0.17.
  case fraction(Double)
}

/// The start time of a step (`at`), or the time of the seam.
package enum StartSpec: Hashable, Sendable {
  package enum Relation: String, Hashable, Sendable, CaseIterable { case with, after, before }

  /// A time since the start of the transition, or of the enclosing `sequence` or `parallel`.
  case time(DurationSpec)
  /// An offset from the end of the previous step in the same list, such as `"+0.1"` or `"-6f"`.
  case afterPrevious(DurationSpec)
  /// A time relative to the step `id`: `with` counts from its start and `after` from its end; with `before`,
  /// this step *ends* at the start of that step. `offset` is added to the time that the reference specifies.
  case relative(Relation, id: Sourced<String>, offset: DurationSpec)
  /// The id of a step, which means that step's start time.
  case label(Sourced<String>)
}

/// A time at which a frame is examined, in `sheet` and in `checks`.
package enum MomentSpec: Hashable, Sendable {
  case time(DurationSpec)
  /// The value `"end"`, which means the state at the full duration.
  case end
  /// The start (`with`) or end (`after`) of a move or step with a label; `offset` is added to it.
  case step(StartSpec.Relation, id: Sourced<String>, offset: DurationSpec)
}
