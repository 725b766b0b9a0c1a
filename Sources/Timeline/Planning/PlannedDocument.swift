package import Documents
package import Evaluation
package import JSON
package import Scenes

/// A document with all names and values resolved; all later phases use it.
package struct PlannedDocument: Sendable {
  /// A row of the timeline for reports.
  package struct Row: Sendable {
    package var label: String
    /// The animator, or `keyframes`, `sequence`, `parallel`, `stagger`.
    package var what: String
    package var depth: Int
    /// The start on the plan's clock.
    package var start: FrameTime
    package var end: FrameTime
    /// The position in the document; nil for a step that a presentation adds, or that represents a timeline.
    package var origin: Origin?
    /// The transition that it belongs to.
    package var transition: Int
    /// The indices of the step's layers in the stage.
    package var layers: [Int]
    /// The easing; nil for a group.
    package var easing: Easing?
    /// Whether the row is a group of other steps.
    package var isGroup: Bool
    /// The animator and its parameters; nil for a group.
    package var binding: StepBinding?
  }
  /// The finger that may drive a transition, with or without a track.
  package struct Touch: Sendable {
    package var spec: InteractionSpec
    package var rules: GestureRules
    /// The transition that it drives.
    package var transition: Int
    /// The layer whose coordinates the finger uses.
    package var space: Int
    /// The times of the transition on the plan's clock.
    package var times: PlanClock.Times
  }
  /// A sound that is played once.
  package struct Cue: Sendable {
    package var sound: SoundSpec
    /// The step's name in reports.
    package var label: String
    /// The start in wall time.
    package var start: FrameTime
  }
  package let document: Document
  /// The plan with its clock.
  package let playback: Playback
  package let framesPerSecond: Double
  /// The pixels for each point.
  package let scale: Double
  package let rows: [Row]
  /// The touches in the order of the transitions; transitions without a finger, or with a tap, are left out.
  package let touches: [Touch]
  /// The place of each layer of the stage in the document; nil for a layer that planning added.
  package let layerOrigins: [Origin?]
  /// The sounds that start with steps, in the order of the steps.
  package let cues: [Cue]
  /// The time at which *to* replaces *from*; nil without screens.
  package let seam: FrameTime?
  /// The animators that the plan uses, each once, in the order of their ids.
  package let animators: [String]
  /// The functions that the document calls, each once, in the order of their ids.
  package let functions: [String]
  /// The layers of the stage by their names in the document.
  package let layersByName: [String: Int]
  package let pairsByName: [String: Int]
  /// The warnings about the document and its pictures.
  package let warnings: [Problem]
  /// The notes about results that agree with the document but may be surprising.
  package let notes: [Problem]
  /// The view controller calls for the screens of a flow, by the number of the transition.
  package let lifecycles: [Int: Lifecycle]
  let moments: Moments

  /// The duration in wall time; frames and `--at` use wall time.
  package var duration: FrameTime { playback.duration }

  /// The times of a row in wall time; a gesture may shift these times.
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

  /// A moment of wall time, at the latest the end.
  package func time(of moment: MomentSpec) -> FrameTime {
    switch moment {
    case .time(let spec): min(time(of: spec), duration)
    case .end: duration
    case .step: min(moments.time(of: moment) ?? duration, duration)
    }
  }

  /// The layers that a selector names; empty if there are none.
  package func layers(named selector: Selector) -> [Int] {
    switch selector.target {
    case .id(let name): layersByName[name].map { [$0] } ?? []
    case .pair(let name): pairsByName[name].map { [$0] } ?? []
    case .className: []
    }
  }
}
