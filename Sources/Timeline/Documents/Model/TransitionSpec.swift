package import JSON

/// A transition between the two screens, as a document specifies it.
package struct TransitionSpec: Sendable {
  package enum Operation: String, Hashable, Sendable, CaseIterable {
    case push, pop, present, dismiss, none
  }
  /// Whether the *from* screen remains after the transition: `fullScreen` removes it, and `custom` keeps it.
  package enum Style: String, Hashable, Sendable, CaseIterable { case fullScreen, custom }

  package var origin = Origin.start
  package var operation = Operation.none
  package var style: Style?
  /// The duration of the transition; nil means the duration of the timeline.
  package var duration: Sourced<DurationSpec>?
  /// The timeline of the transition; nil means the default transition of the operation. The shorthand with
  /// `animator` has already been converted to a step.
  package var timeline: StepSpec?
  package var seam: Sourced<StartSpec>?
  /// Whether the transition plays the forward plan backwards, at D − t, with *from* and *to* swapped.
  package var isReversed = false
  /// Steps that run during the transition with its timing.
  package var alongside: [StepSpec] = []
  /// The pause before this transition starts; only the second transition of a document can have one.
  package var pause: DurationSpec?
  package var interaction: InteractionSpec?
  package init() {}
}
