package import Documents
internal import Evaluation
import JSON
package import Scenes

/// The steps of a document's timelines: trees in document order, in which a group precedes its steps. The
/// timeline contains a stagger as a group with one step for each target.
package struct Timeline {
  /// The state of the computation of a time. If a time is needed while it is being computed, it is part of a
  /// cycle.
  enum Search { case untouched, open, failed }

  package struct Step {
    var spec: StepSpec
    /// The index of the group that contains the step; nil at the top level.
    let parent: Int?
    /// The index of the previous step in the same list of steps.
    let previous: Int?
    /// The target layer that a stagger assigns to the step.
    let target: Int?
    /// The delay that a stagger adds to the start time of the step.
    let delay: FrameTime
    /// The number of groups that contain the step.
    let depth: Int
    /// The factor by which enclosing groups speed up the step.
    let rate: Double
    /// Whether a group that contains the step repeats.
    let isRepeated: Bool
    fileprivate(set) var children: [Int] = []
    /// The animator of a leaf step with its layers, which are found before the times of the step.
    var binding: StepBinding?

    /// The passes of the step; nil until its times are known.
    var passes: RepeatTiming?

    package internal(set) var start: FrameTime?
    package internal(set) var end: FrameTime?
    var startSearch = Search.untouched
    var endSearch = Search.untouched

    var isGroup: Bool {
      switch spec.kind {
      case .animator, .keyframes: false
      case .sequence, .parallel, .stagger: true
      }
    }

    /// The name of the step in messages: its id or, if it has none, its position in the document.
    var label: String { spec.id?.value ?? spec.origin.pointer }

    /// The name of the animator, or the kind of the step.
    var what: String {
      switch spec.kind {
      case .animator(let step): step.name.value
      case .keyframes: "keyframes"
      case .sequence: "sequence"
      case .parallel: "parallel"
      case .stagger: "stagger"
      }
    }
  }

  package internal(set) var steps: [Step] = []
  /// The indices of steps by id; an id refers to the first step that has it. In a move of a flow, each id is
  /// preceded by the id of the move and "/".
  private(set) var labels: [String: Int] = [:]
  /// The prefix for the ids of added steps; a lookup first tries labels with this prefix.
  var scope = ""
  /// Whether a problem about a step beyond the valid times has been reported.
  var reachesTooFar = false

  package init() {}

  /// Adds a step to the timeline without its inner steps.
  package mutating func add(
    _ spec: StepSpec, in parent: Int?, after previous: Int? = nil, target: Int? = nil,
    delay: FrameTime = .zero
  ) -> Int {
    let step = steps.count
    steps.append(
      Step(
        spec: spec, parent: parent, previous: previous,
        target: target ?? parent.flatMap { steps[$0].target }, delay: delay,
        depth: parent.map { steps[$0].depth + 1 } ?? 0,
        rate: parent.map { steps[$0].rate * steps[$0].spec.passes.speed } ?? 1,
        isRepeated: parent.map { steps[$0].isRepeated || steps[$0].spec.passes.count != nil }
          ?? false))
    if let parent { steps[parent].children.append(step) }
    if let id = spec.id, labels[scope + id.value] == nil { labels[scope + id.value] = step }
    return step
  }

  /// Returns the index of the step with a label.
  func step(labelled id: String) -> Int? { labels[scope + id] ?? labels[id] }

  /// Whether a step starts at the end of the previous step, or relative to it.
  func followsPrevious(_ step: Int) -> Bool {
    if let start = steps[step].spec.at {
      guard case .afterPrevious = start.value else { return false }
      return true
    }
    guard let parent = steps[step].parent, case .sequence = steps[parent].spec.kind else {
      return false
    }
    return true
  }

  /// Stores the animator binding of a step that is not a group.
  package mutating func bind(_ step: Int, to binding: StepBinding?) {
    steps[step].binding = binding
  }
}
