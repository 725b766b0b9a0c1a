import Documents
import Evaluation
import JSON
import Scenes

/// The layers of a flow that are visible before each move.
struct FlowVisibility {
  /// The layers that are visible before the first move.
  private(set) var first: Set<Int>
  /// The indices of the moves before which the visibility of each layer changes, in ascending order.
  private var changes: [Int: [Int]] = [:]

  init(first: Set<Int> = []) { self.first = first }

  mutating func change(_ layers: Set<Int>, before move: Int) {
    for layer in layers { changes[layer, default: []].append(move) }
  }

  func contains(_ layer: Int, before move: Int) -> Bool {
    let last = changes[layer]?.lastIndex(below: { $0 <= move }) ?? -1
    // Each change reverses the visibility, so the visibility depends on whether the number of changes is
    // even.
    return first.contains(layer) != last.isMultiple(of: 2)
  }
}

/// A move of a flow with the layers that represent its screens.
package struct FlowMove {
  var spec: MoveSpec
  var operation: TransitionSpec.Operation
  /// Whether the move finishes, because a finger may cancel the move.
  var finishes: Bool
  var scope: MoveScope
  /// The layer in the role `from`; nil for a move that only waits.
  var from: Int?
  var to: Int?
  /// The layer that dims everything behind the presented screen.
  var dimming: Int?
  /// The index of the move in the flow, and the layers that are visible before each move.
  var number: Int
  var visibility = FlowVisibility()
  /// The layers that are visible only after the move, and the layers that are visible only before it.
  var appearing: Set<Int> = []
  var disappearing: Set<Int> = []

  /// The layers of the top screens before and after the move.
  var topBefore: Int?
  var topAfter: Int?

  /// Whether the presented or dismissed screen hides all screens below it.
  var covers = true
  /// The scroll that the flow move performs.
  var scrolling: FlowScroll?

  /// Whether a layer of the flow is visible before the move.
  func showsBefore(_ layer: Int) -> Bool { visibility.contains(layer, before: number) }
  /// Whether a layer is visible after the move, if the move finishes.
  func showsAfter(_ layer: Int) -> Bool {
    appearing.contains(layer) || showsBefore(layer) && !disappearing.contains(layer)
  }
  func shows(_ layer: Int) -> Bool { showsBefore(layer) || appearing.contains(layer) }
  /// Whether a layer is visible at the end of the move; a cancelled move restores the state before it.
  func showsSettled(_ layer: Int) -> Bool { finishes ? showsAfter(layer) : showsBefore(layer) }

  /// The steps that move each matched pair from its frame on the first screen to its frame on the second
  /// screen, for a move without a timeline.
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

  /// The steps that fade the dimming layer.
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
