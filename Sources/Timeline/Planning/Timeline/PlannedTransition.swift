package import Documents
import Evaluation
import Scenes

/// One transition of a document, or its whole animation, with the times of the steps.
struct PlannedTransition {
  var number: Int
  var times: PlanClock.Times
  var seam: FrameTime?
  var context: TransitionContext
  /// The flow move that the transition performs.
  var move: FlowMove?
  /// Whether the screens are in their layout when the next transition starts.
  var settles = false
  /// Whether *from* is removed at the end of the transition.
  var removesFrom = false
  /// The range of the transition's steps in the timeline.
  var steps: Range<Int>
  /// The layers that animators of the transition have created, which are visible only during the transition.
  var made: [Int] = []
  /// The indices of the steps that start when the transition has ended.
  var endSteps: Range<Int>
}

/// The data about a transition that its steps need.
package struct TransitionContext {
  var operation: TransitionSpec.Operation
  /// The layers of *from* and *to*, which are exchanged on the way back.
  var from: Int?
  var to: Int?
  /// Whether a finger drives the transition, whose progress then follows the finger without easing.
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
