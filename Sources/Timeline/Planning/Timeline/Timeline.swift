package import Documents
internal import Evaluation
import JSON
package import Scenes

/// The steps of a document's timelines, each tree in document order with a group before its steps.
/// A stagger has one step for each of its targets.
package struct Timeline {
  /// The state of the search for a time. A time that is reached again while its search is open is part of a
  /// cycle.
  enum Search { case untouched, open, failed }

  package struct Step {
    var spec: StepSpec
    /// The group that it is in.
    let parent: Int?
    /// The previous step in the same list.
    let previous: Int?
    /// The layer that a stagger assigns to the step.
    let target: Int?
    /// The delay that a stagger adds to its start.
    let delay: FrameTime
    /// The number of groups that it is in.
    let depth: Int
    /// The factor by which the enclosing groups speed up the time of the step.
    let rate: Double
    /// Whether one of its groups repeats.
    let isRepeated: Bool
    fileprivate(set) var children: [Int] = []
    /// The animator of a leaf with its layers, found before its times.
    var binding: StepBinding?

    /// The passes, once the times are known.
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

    /// The step's name in messages: its id or, without an id, its place in the document.
    var label: String { spec.id?.value ?? spec.origin.pointer }

    /// The animator, or the kind of step.
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
  /// The steps by id; an id refers to the first step that has it. In a move of a flow, ids are preceded by
  /// the move's id and "/".
  private(set) var labels: [String: Int] = [:]
  /// The prefix of the ids of added steps; ids with this prefix are looked up first.
  var scope = ""
  /// Whether a step beyond the valid times was reported.
  var reachesTooFar = false

  package init() {}

  /// Adds a step without its inner steps.
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

  /// The step with a label.
  func step(labelled id: String) -> Int? { labels[scope + id] ?? labels[id] }

  /// Whether a step starts at the end of the previous step, or relative to that end.
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

  /// Stores the binding of a leaf.
  package mutating func bind(_ step: Int, to binding: StepBinding?) {
    steps[step].binding = binding
  }
}
