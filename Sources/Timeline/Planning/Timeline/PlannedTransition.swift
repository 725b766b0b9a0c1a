package import Documents
import Evaluation
import Scenes

/// One transition of a document, or its whole animation, with the times of its steps found.
struct PlannedTransition {
  var number: Int
  var times: PlanClock.Times
  var seam: FrameTime?
  var context: TransitionContext
  /// The move of a flow that it is.
  var move: FlowMove?
  /// The next transition begins with the screens where the stack has them.
  var settles = false
  /// *from* is removed at the end.
  var removesFrom = false
  /// Its steps in the timeline.
  var steps: Range<Int>
  /// Layers that its animators have made, which are seen in it alone.
  var made: [Int] = []
  /// Steps that begin when the transition has ended.
  var endSteps: Range<Int>
}

/// The facts of a transition that its steps are told.
package struct TransitionContext {
  var operation: TransitionSpec.Operation
  /// The layers that play from and to: they swap on the way back.
  var from: Int?
  var to: Int?
  /// A finger drives it, and progress follows the finger: no easing.
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
