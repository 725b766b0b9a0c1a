package import Documents
import Evaluation
import Scenes

/// One transition of a document, or its whole animation, with the times of its steps.
struct PlannedTransition {
  var number: Int
  var times: PlanClock.Times
  var seam: FrameTime?
  var context: TransitionContext
  /// The move of a flow that it is.
  var move: FlowMove?
  /// Whether the next transition starts with the screens in the state of the stack.
  var settles = false
  /// Whether *from* is removed at the end.
  var removesFrom = false
  /// The steps in the timeline.
  var steps: Range<Int>
  /// The layers that the animators of the transition have created; they are visible only during the
  /// transition.
  var made: [Int] = []
  /// The steps that start when the transition has ended.
  var endSteps: Range<Int>
}

/// The context of a transition for its steps.
package struct TransitionContext {
  var operation: TransitionSpec.Operation
  /// The layers of from and to; both are swapped on the way back.
  var from: Int?
  var to: Int?
  /// Whether a finger drives the transition, so that progress follows the finger without easing.
  var isLinear: Bool

  package init(
    _ operation: TransitionSpec.Operation, from: Int? = nil, to: Int? = nil, isLinear: Bool = false
  ) {
    self.operation = operation
    self.from = from
    self.to = to
    self.isLinear = isLinear
  }
}
