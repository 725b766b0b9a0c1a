import Documents
import Scenes

/// A step in the tree of a timeline; a stagger has one for each of its targets.
final class TimelineNode {
  let spec: StepSpec
  let parent: TimelineNode?
  /// The step before it in the same list.
  let previous: TimelineNode?
  /// The layer that a stagger gives it.
  let target: Int?
  /// What a stagger adds to its start.
  let delay: FrameTime
  var children: [TimelineNode] = []
  /// Which of the document's transitions it belongs to.
  let transition: Int

  var start: FrameTime?
  var end: FrameTime?
  /// Its start is being found: coming back here is a circle.
  var isVisited = false
  /// What a leaf runs, found before its times.
  var binding: StepBinding?

  init(
    _ spec: StepSpec, parent: TimelineNode?, previous: TimelineNode? = nil, target: Int? = nil,
    delay: FrameTime = .zero, transition: Int
  ) {
    self.spec = spec
    self.parent = parent
    self.previous = previous
    self.target = target ?? parent?.target
    self.delay = delay
    self.transition = transition
  }

  var isGroup: Bool {
    switch spec.kind {
    case .animator, .keyframes: false
    case .sequence, .parallel, .stagger: true
    }
  }

  /// For people: the id, else the place in the document.
  var label: String { spec.id?.value ?? spec.origin.pointer }

  var what: String {
    switch spec.kind {
    case .animator(let step): step.name.value
    case .keyframes: "keyframes"
    case .sequence: "sequence"
    case .parallel: "parallel"
    case .stagger: "stagger"
    }
  }

  /// Itself and everything inside, in document order.
  var all: [TimelineNode] { [self] + children.flatMap(\.all) }
}
