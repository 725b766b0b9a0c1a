package import JSON

/// One transition between the two screens.
package struct TransitionSpec: Sendable {
  package enum Operation: String, Hashable, Sendable, CaseIterable {
    case push, pop, present, dismiss, none
  }
  /// Whether *from* stays: With `fullScreen` the screen is removed, with `custom` it stays.
  package enum Style: String, Hashable, Sendable, CaseIterable { case fullScreen, custom }

  package var origin = Origin.start
  package var operation = Operation.none
  package var style: Style?
  /// The duration; nil means the duration of the timeline.
  package var duration: Sourced<DurationSpec>?
  /// The timeline; nil means the default transition of the operation. The shorthand with `animator` is
  /// already a step.
  package var timeline: StepSpec?
  package var seam: Sourced<StartSpec>?
  /// Whether it is the forward plan at D − t, with *from* and *to* swapped.
  package var isReversed = false
  /// Steps that run with the transition's own timing.
  package var alongside: [StepSpec] = []
  /// The time for which the picture rests before this transition starts; for the second transition of a
  /// document.
  package var pause: DurationSpec?
  package var interaction: InteractionSpec?
  package init() {}
}
