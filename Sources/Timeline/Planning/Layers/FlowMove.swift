import Documents
import Scenes

/// One move of a flow with the layers that play it.
package struct FlowMove {
  var spec: MoveSpec
  var operation: TransitionSpec.Operation
  /// Whether it finishes; a finger may cancel it.
  var finishes: Bool
  var scope: MoveScope
  /// The layer in the role `from`; nil for a move that only waits.
  var from: Int?
  var to: Int?
  /// The layer that dims everything behind a presented screen.
  var dimming: Int?
  /// The layers of the flow that are visible before and after it.
  var before: Set<Int>
  var after: Set<Int>

  /// The screens on top before it and after it.
  var topBefore: Int?
  var topAfter: Int?

  /// Whether the presented or dismissed screen hides everything below.
  var covers = true
  /// The screen that scrolls in the move.
  var scrolling: FlowScroll?

  /// The layers that are visible after the move.
  var settled: Set<Int> { finishes ? after : before }

  /// The steps that move each matched pair from one frame to the other, for a move without a timeline of its
  /// own.
  func travels(in stage: StageDraft) -> [StepSpec] {
    guard
      spec.transition.timeline.map({ if case .animator = $0.kind { true } else { false } }) ?? true
    else { return [] }
    return scope.pairNames.map { name in
      let end = stage[scope.pairs[name]!.to]
      let place = stage.convert(
        end.node.properties.frame, from: stage.space(of: scope.pairs[name]!.to), to: scope.container
      )
      var travel = KeyframesStep()
      travel.targets = [Sourced(Selector(target: .pair(name)), spec.origin)]
      var frame = KeyframeSpec()
      frame.origin = spec.origin
      frame.offset = 1
      frame.values["frame"] = RectSpec(place)
      let radii = end.node.properties.cornerRadii
      frame.values["cornerRadius"] = CornersSpec(
        [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].map { .points($0) })
      travel.keyframes = [frame]
      var step = StepSpec()
      step.origin = Origin(position: spec.origin.position, pointer: "")
      step.kind = .keyframes(travel)
      step.duration = Sourced(.fraction(1), spec.origin)
      step.easing =
        spec.easing
        ?? Sourced(.cubicBezier(x1: 0.32, y1: 0.72, x2: 0, y2: 1), spec.origin)
      return step
    }
  }

  /// The steps that fade the dimming.
  var alongside: [StepSpec] {
    guard dimming != nil else { return [] }
    var fade = KeyframesStep()
    fade.targets = [Sourced(Selector(target: .id("dimming")), spec.origin)]
    fade.keyframes = [false, true].map { isEnd in
      var frame = KeyframeSpec()
      frame.origin = spec.origin
      frame.offset = isEnd ? 1 : 0
      frame.values["opacity"] = isEnd == (operation == .present) ? 1.0 : 0.0
      return frame
    }
    var step = StepSpec()
    step.origin = Origin(position: spec.origin.position, pointer: "")
    step.kind = .keyframes(fade)
    step.duration = Sourced(.fraction(1), spec.origin)
    return [step]
  }
}
