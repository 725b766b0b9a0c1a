package import JSON

package struct StepSpec: Sendable {
  package indirect enum Kind: Sendable {
    case animator(AnimatorStep)
    case keyframes(KeyframesStep)
    case sequence([StepSpec])
    case parallel([StepSpec])
    case stagger(StaggerStep)
  }
  package var origin = Origin.start
  /// The label of the step, which is unique in the document and can be used in `at`.
  package var id: Sourced<String>?
  /// The start time of the step; nil means the end of the previous step in a sequence, or the start of the
  /// group.
  package var at: Sourced<StartSpec>?
  /// The duration of the step; nil means the duration of the animator or of a spring. A group has no duration
  /// of its own, because its steps determine it.
  package var duration: Sourced<DurationSpec>?
  package var easing: Sourced<EasingSpec>?
  /// The sound that starts when the step starts.
  package var sound: SoundSpec?
  package var passes = PassesSpec()
  package var kind = Kind.sequence([])
  package init() {}
}

/// The passes of a step or group: how often it plays.
package struct PassesSpec: Sendable {
  package enum Count: Hashable, Sendable {
    case times(Double)
    /// The step repeats until the end of the timeline.
    case forever
  }
  package var count: Sourced<Count>?
  /// Whether every second pass of a repeated step plays backwards.
  package var isAlternating = false
  /// The time between two passes of a repeated step.
  package var delay: Sourced<DurationSpec>?
  package var speed = 1.0
  package init() {}
}

/// The part of a step that runs a plugin's animator.
package struct AnimatorStep: Sendable {
  package enum Direction: String, Hashable, Sendable, CaseIterable { case forward, reverse }
  package var name = Sourced("")
  /// The path of the grey picture of a wipe, relative to the document; the wipe then has the name of the
  /// picture.
  package var luma: Sourced<String>?
  /// The layers of the roles, in the order of the document.
  package var roles: [RoleBinding] = []
  /// The parameters in the order of the document; variables are already replaced.
  package var parameters: [ParameterSpec] = []
  package var direction = Direction.forward
  /// The compatibility mode; `"tutorial"` reproduces a fault of the original tutorials.
  package var compatibility: Sourced<String>?
  package init() {}
}

package struct RoleBinding: Sendable {
  package var role: Sourced<String>
  /// The selectors of the layers that play the role, at least one.
  package var layers: [Sourced<Selector>]
  package init(role: Sourced<String>, layers: [Sourced<Selector>]) {
    self.role = role
    self.layers = layers
  }
}

package struct ParameterSpec: Sendable {
  package var name: Sourced<String>
  package var value: JSONNode
  package init(name: Sourced<String>, value: JSONNode) {
    self.name = name
    self.value = value
  }
}

/// The part of a step that animates properties with keyframes.
package struct KeyframesStep: Sendable {
  package enum Calculation: String, Hashable, Sendable, CaseIterable {
    case linear, discrete
    /// Values between keyframes are interpolated by a Catmull-Rom curve.
    case cubic
  }
  /// The target layers; empty inside a stagger, which provides the targets.
  package var targets: [Sourced<Selector>] = []
  /// The keyframes in ascending order of their offsets, at least one.
  package var keyframes: [KeyframeSpec] = []
  package var calculation = Calculation.linear
  /// Whether the values are added to those that the properties have without the step.
  package var isAdditive = false
  /// Whether the step takes over properties from steps that still animate them, and continues with their
  /// velocity.
  package var retargets = false
  package init() {}
}

package struct KeyframeSpec: Sendable {
  package var origin = Origin.start
  /// The offset of the keyframe as a fraction 0…1 of the step's duration; missing offsets have been spaced
  /// evenly.
  package var offset = 0.0
  /// The easing from this keyframe to the next keyframe; nil means linear (the easing of the step still
  /// applies).
  package var easing: Sourced<EasingSpec>?
  package var values = LayerValues()
  package init() {}
}

/// A step that runs another step for each of several layers, each time a little later.
package struct StaggerStep: Sendable {
  package enum Amount: Hashable, Sendable {
    /// The time between the starts of two consecutive targets.
    case each(DurationSpec)
    /// The time between the start of the first target and the start of the last target.
    case total(DurationSpec)
  }
  package enum From: Hashable, Sendable {
    case start, center, end, edges, random
    /// The stagger begins with the target that has this index.
    case index(Int)
  }
  package enum Axis: String, Hashable, Sendable, CaseIterable { case x, y }
  package var amount = Amount.each(.seconds(0))
  package var from = From.start
  /// The columns and rows of the grid; the targets fill the grid row by row.
  package var grid: (columns: Int, rows: Int)?
  /// The axis of the grid along which distances are measured; nil means both axes.
  package var axis: Axis?
  /// The selectors of the stagger's target layers, at least one.
  package var targets: [Sourced<Selector>] = []
  /// The step that runs for each target; an animator step binds the target to each role that it leaves out,
  /// and a keyframes step animates the target.
  package var step = StepSpec()
  package init() {}
}
