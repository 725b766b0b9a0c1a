package import JSON

/// A step of a timeline.
package struct StepSpec: Sendable {
  package indirect enum Kind: Sendable {
    case animator(AnimatorStep)
    case keyframes(KeyframesStep)
    case sequence([StepSpec])
    case parallel([StepSpec])
    case stagger(StaggerStep)
  }
  package var origin = Origin.start
  /// A label for `at`, unique in the document.
  package var id: Sourced<String>?
  /// The start; nil means the end of the previous step in a sequence, or the start of the group.
  package var at: Sourced<StartSpec>?
  /// The duration; nil means the duration of the animator or of a spring. A group has no duration of its own.
  package var duration: Sourced<DurationSpec>?
  package var easing: Sourced<EasingSpec>?
  /// The sound that starts with the step.
  package var sound: SoundSpec?
  package var passes = PassesSpec()
  package var kind = Kind.sequence([])
  package init() {}
}

/// The number of times that a step or a group plays.
package struct PassesSpec: Sendable {
  package enum Count: Hashable, Sendable {
    case times(Double)
    /// Repeats until the end of the timeline.
    case forever
  }
  package var count: Sourced<Count>?
  /// Whether every second pass plays backwards.
  package var isAlternating = false
  /// The time between two passes.
  package var delay: Sourced<DurationSpec>?
  package var speed = 1.0
  package init() {}
}

/// A step that runs a plugin's animator.
package struct AnimatorStep: Sendable {
  package enum Direction: String, Hashable, Sendable, CaseIterable { case forward, reverse }
  package var name = Sourced("")
  /// The grey picture of a wipe, relative to the document; the name of this picture is then the
  /// name of the wipe.
  package var luma: Sourced<String>?
  /// The roles in document order.
  package var roles: [RoleBinding] = []
  /// The parameters in document order; variables are already substituted.
  package var parameters: [ParameterSpec] = []
  package var direction = Direction.forward
  /// The value `"tutorial"` reproduces the sources' fault.
  package var compatibility: Sourced<String>?
  package init() {}
}

package struct RoleBinding: Sendable {
  package var role: Sourced<String>
  /// The layers of the role; there is at least one.
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

/// A step that animates properties with keyframes.
package struct KeyframesStep: Sendable {
  package enum Calculation: String, Hashable, Sendable, CaseIterable {
    case linear, discrete
    /// A Catmull-Rom curve through the values.
    case cubic
  }
  /// The targets; empty inside a stagger, which provides the targets.
  package var targets: [Sourced<Selector>] = []
  /// The keyframes, by ascending offset; there is at least one.
  package var keyframes: [KeyframeSpec] = []
  package var calculation = Calculation.linear
  /// Whether the values are added to the properties without the step.
  package var isAdditive = false
  /// Whether the step takes over from steps that still animate the same properties, starting with
  /// their velocity.
  package var retargets = false
  package init() {}
}

package struct KeyframeSpec: Sendable {
  package var origin = Origin.start
  /// The offset, 0…1 of the step's duration; the reader spaces missing offsets evenly.
  package var offset = 0.0
  /// The easing from this keyframe to the next; nil means linear (the step's own easing still applies).
  package var easing: Sourced<EasingSpec>?
  package var values = LayerValues()
  package init() {}
}

/// Runs one step for each of several layers, each a little later.
package struct StaggerStep: Sendable {
  package enum Amount: Hashable, Sendable {
    /// The time from one start to the next.
    case each(DurationSpec)
    /// The time from the first start to the last.
    case total(DurationSpec)
  }
  package enum From: Hashable, Sendable {
    case start, center, end, edges, random
    /// The target with this index starts first.
    case index(Int)
  }
  package enum Axis: String, Hashable, Sendable, CaseIterable { case x, y }
  package var amount = Amount.each(.seconds(0))
  package var from = From.start
  /// The columns and rows of the grid; the targets fill the grid row by row.
  package var grid: (columns: Int, rows: Int)?
  /// The axis of the grid along which distances are counted; nil means both.
  package var axis: Axis?
  /// The targets; there is at least one.
  package var targets: [Sourced<Selector>] = []
  /// The step that runs for each target: an animator step binds the target to each role that the
  /// step leaves out, and a keyframes step animates the target.
  package var step = StepSpec()
  package init() {}
}
