package import PluginModel
package import Scenes
import Synchronization

/// Runs an animator whose parameters may be formulas; the animator is bound again when their values change.
package final class PluginRunner: LayoutAnimator {
  private let animator: any BindableAnimator
  package var description: AnimatorDescription { animator.description }
  package var readsFinger: Bool { description.readsFinger }
  private let stepContext: StepContext
  private let formulas: [CallExpression]
  private let clock: ExpressionClock
  private let isVarying: Bool
  /// The animator that was bound last, which all layers of the same moment share.
  private let last: Mutex<(moment: StepMoment, animator: any StepAnimator)>

  package init(
    _ animator: any BindableAnimator, _ formulas: [CallExpression], stepContext: StepContext,
    clock: ExpressionClock
  ) throws(AnimatorFault) {
    self.animator = animator
    self.stepContext = stepContext
    self.formulas = formulas
    self.clock = clock
    isVarying = formulas.contains(where: \.isVarying)
    let start = StepMoment(progress: 0, time: .zero)
    last = Mutex(
      (start, try Self.bind(animator, formulas, stepContext: stepContext, at: clock.moment(start))))
  }

  /// The animator bound to the values of its parameters at a moment.
  package func bound(at moment: StepMoment) throws(AnimatorFault) -> any StepAnimator {
    if let known = last.withLock({ $0.moment == moment || !isVarying ? $0.animator : nil }) {
      return known
    }
    let bound = try Self.bind(
      animator, formulas, stepContext: stepContext, at: clock.moment(moment))
    last.withLock { $0 = (moment, bound) }
    return bound
  }

  private static func bind(
    _ animator: any BindableAnimator, _ formulas: [CallExpression], stepContext: StepContext,
    at moment: ExpressionMoment
  ) throws(AnimatorFault) -> any StepAnimator {
    var values: [ParameterValue] = []
    for formula in formulas { values.append(try formula.value(at: moment)) }
    return try animator.bind(values, stepContext)
  }

  package func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws {
    try bound(at: moment).layout(moment, inputs: inputs, outputs: &outputs)
  }

  package func pieces(inputs: [LayerProperties]) throws(AnimatorFault) -> [Piece] {
    try bound(at: StepMoment(progress: 0, time: .zero)).pieces(inputs: inputs)
  }
}
