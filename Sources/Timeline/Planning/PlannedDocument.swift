package import Documents
package import Evaluation
package import JSON
package import Scenes

/// A document whose names and values are all resolved; later phases use only this type.
package struct PlannedDocument: Sendable {
  /// A row of the timeline reports, which describes a step.
  package struct Row: Sendable {
    package var label: String
    /// The name of the animator, or `keyframes`, `sequence`, `parallel` or `stagger`.
    package var what: String
    package var depth: Int
    /// The start time of the step on the plan's clock.
    package var start: FrameTime
    package var end: FrameTime
    /// The position in the document; nil for a step that a presentation adds, or that stands for a whole
    /// timeline.
    package var origin: Origin?
    /// The index of the transition to which the step belongs.
    package var transition: Int
    /// The indices of the step's layers in the stage.
    package var layers: [Int]
    /// The easing of the step; nil for a group.
    package var easing: Easing?
    /// Whether the row is a group of other steps.
    package var isGroup: Bool
    /// The animator with its parameters; nil for a group.
    package var binding: StepBinding?
  }
  /// A finger that can drive a transition, whether or not the document has a track for it.
  package struct Touch: Sendable {
    package var spec: InteractionSpec
    package var rules: GestureRules
    /// The index of the transition that the finger drives.
    package var transition: Int
    /// The index of the layer whose coordinates the finger uses.
    package var space: Int
    /// The times of the transition on the plan's clock.
    package var times: PlanClock.Times
  }
  /// A sound that is played once when a step starts.
  package struct Cue: Sendable {
    package var sound: SoundSpec
    /// The name of the step in reports.
    package var label: String
    /// The start time of the step in wall time.
    package var start: FrameTime
  }
  package let document: Document
  /// The playback, which contains the plan and its clock.
  package let playback: Playback
  package let framesPerSecond: Double
  /// The number of output pixels per point of the canvas.
  package let scale: Double
  package let rows: [Row]
  /// The fingers in the order of their transitions; transitions with a tap or without a finger have none.
  package let touches: [Touch]
  /// The position of each stage layer in the document; nil for a layer that the planner added.
  package let layerOrigins: [Origin?]
  /// The sounds that start with steps, in the order of these steps.
  package let cues: [Cue]
  /// The time at which *to* replaces *from*; nil for a document without screens.
  package let seam: FrameTime?
  /// The ids of the animators that the plan uses, without repetitions, sorted.
  package let animators: [String]
  /// The ids of the functions that the document calls, without repetitions, sorted.
  package let functions: [String]
  /// The indices of the stage's layers by their names in the document.
  package let layersByName: [String: Int]
  package let pairsByName: [String: Int]
  /// The warnings about the document and its pictures.
  package let warnings: [Problem]
  /// The notes: results that may be surprising although they agree with the document.
  package let notes: [Problem]
  /// The UIKit lifecycle calls for the screens of a flow, by the index of the transition.
  package let lifecycles: [Int: Lifecycle]
  let moments: Moments

  /// The duration in wall time; frame times and `--at` are in wall time too.
  package var duration: FrameTime { playback.duration }

  /// The start and end of a report row in wall time, which a gesture may shift.
  package func wallTimes(of row: Row) -> (start: FrameTime, end: FrameTime) {
    playback.clock.wallTimes(from: row.start, to: row.end, in: row.transition)
  }

  /// Converts a duration in wall time to a time, which may be outside 0…duration.
  package func time(of spec: DurationSpec) -> FrameTime {
    switch spec {
    case .seconds(let seconds): FrameTime(seconds: seconds)
    case .frames(let frames): FrameTime(seconds: frames / framesPerSecond)
    case .fraction(let fraction): FrameTime(seconds: fraction * duration.seconds)
    }
  }

  /// The wall time of a moment, clamped to the duration.
  package func time(of moment: MomentSpec) -> FrameTime {
    switch moment {
    case .time(let spec): min(time(of: spec), duration)
    case .end: duration
    case .step: min(moments.time(of: moment) ?? duration, duration)
    }
  }

  /// The layers that a selector names; empty if it names none.
  package func layers(named selector: Selector) -> [Int] {
    switch selector.target {
    case .id(let name): layersByName[name].map { [$0] } ?? []
    case .pair(let name): pairsByName[name].map { [$0] } ?? []
    case .className: []
    }
  }
}
