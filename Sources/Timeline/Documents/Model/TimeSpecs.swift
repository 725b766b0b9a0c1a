package import JSON

/// A length of time as a document writes it.
package enum DurationSpec: Hashable, Sendable {
  /// A number, `"0.5s"` or `"120ms"`.
  case seconds(Double)
  /// A number of frames of `canvas.fps`, such as `"12f"`.
  case frames(Double)
  /// A fraction of the transition's duration: `"17%"` is 0.17.
  case fraction(Double)
}

/// The time at which a step starts (`at`), or the time of the seam.
package enum StartSpec: Hashable, Sendable {
  package enum Relation: String, Hashable, Sendable, CaseIterable { case with, after, before }

  /// A time from the start of the transition's clock, or of the enclosing `sequence` or `parallel`.
  case time(DurationSpec)
  /// `"+0.1"`, `"-6f"`: an offset from the end of the previous step in the same list.
  case afterPrevious(DurationSpec)
  /// A start relative to the step `id`: `with` counts from its start, `after` from its end, and
  /// with `before` this step *ends* at its start. `offset` is added to the time.
  case relative(Relation, id: Sourced<String>, offset: DurationSpec)
  /// The id of a step, which means the time at which that step starts.
  case label(Sourced<String>)
}

/// A time at which a frame is examined: in `sheet` and in `checks`.
package enum MomentSpec: Hashable, Sendable {
  case time(DurationSpec)
  /// The value `"end"`: the state at the full duration.
  case end
  /// The start (`with`) or the end (`after`) of a move or a step, by its label; `offset` is added.
  case step(StartSpec.Relation, id: Sourced<String>, offset: DurationSpec)
}
