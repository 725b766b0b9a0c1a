import Documents
import JSON
import Scenes

/// The default transition for a document without an animator, as in UIKit: push and pop slide sideways while
/// the lower screen moves by a third; present and dismiss slide vertically; all other operations dissolve.
enum DefaultTransition {
  static let seconds = 0.35

  /// The default step for a flow's move: a bundled animator that imitates iOS, or a dissolve when a screen
  /// replaces another screen.
  static func step(for move: MoveSpec, operation: TransitionSpec.Operation) -> StepSpec {
    var animator = AnimatorStep()
    let name: String
    switch move.action.value {
    case .present, .dismiss: name = "system-sheet"
    case .push, .pop, .popTo, .popToRoot: name = "system-push"
    case .tab, .replace, .wait, .scroll, .flick: name = "cross-dissolve"
    }
    animator.name = Sourced(name, move.origin)
    var step = StepSpec()
    step.origin = move.origin
    step.kind = .animator(animator)
    step.easing = move.easing
    step.duration = move.transition.duration.map { Sourced(.fraction(1), $0.origin) }
    return step
  }

  /// Creates the default step; `from` and `to` are the names of the screens' layers.
  static func step(
    for transition: TransitionSpec, from: String, to: String, on canvas: Size
  ) -> StepSpec {
    let (width, height) = (canvas.width, canvas.height)
    let group: [StepSpec]
    switch transition.operation {
    case .push: group = [move(to, from: width, to: 0), move(from, from: 0, to: -width / 3)]
    case .pop: group = [move(from, from: 0, to: width), move(to, from: -width / 3, to: 0)]
    case .present: group = [move(to, from: height, to: 0, vertically: true)]
    case .dismiss: group = [move(from, from: 0, to: height, vertically: true)]
    case .none: group = [fade(to)]
    }
    var step = StepSpec()
    step.origin = transition.origin
    step.kind = .parallel(
      group.map { one in
        var one = one
        one.origin = transition.origin
        one.duration = transition.duration ?? Sourced(.seconds(seconds), transition.origin)
        return one
      })
    return step
  }

  private static func move(
    _ layer: String, from start: Double, to end: Double, vertically: Bool = false
  ) -> StepSpec {
    keyframes(layer) { values, isEnd in
      let distance = Dimension.points(isEnd ? end : start)
      values["translate"] =
        vertically ? VectorSpec(.zero, distance) : VectorSpec(distance, .zero)
    }
  }

  private static func fade(_ layer: String) -> StepSpec {
    keyframes(layer) { values, isEnd in values["opacity"] = isEnd ? 1.0 : 0.0 }
  }

  private static func keyframes(
    _ layer: String, _ set: (inout LayerValues, Bool) -> Void
  ) -> StepSpec {
    var frames = KeyframesStep()
    frames.targets = [Sourced(Selector(target: .id(layer)))]
    frames.keyframes = [false, true].map { isEnd in
      var frame = KeyframeSpec()
      frame.offset = isEnd ? 1 : 0
      set(&frame.values, isEnd)
      return frame
    }
    var step = StepSpec()
    step.kind = .keyframes(frames)
    return step
  }
}
