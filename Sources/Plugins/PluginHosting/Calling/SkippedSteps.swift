internal import PluginModel
package import Scenes
internal import Synchronization

/// Handles frames without a failed step, if the user chose to continue after failures. Whether a step is left
/// out depends only on the time: a time at which the plugin failed once is always drawn without the step.
extension BoundAnimator {
  package func isLeftOut(_ moment: StepMoment) -> Bool {
    animator.onSkippedStep != nil && skippedMoments.withLock { $0.contains(moment) }
  }

  func leaveOut(_ moment: StepMoment) { _ = skippedMoments.withLock { $0.insert(moment) } }

  /// Reports a plugin's fault, and returns whether the work continues without the step.
  func tellLeftOut(_ fault: AnimatorFault) -> Bool {
    switch fault.cause {
    case .interruption, .distrust, .noSandbox: return false
    case .misbehaviour, .memory, .room: break
    }
    guard let tell = animator.onSkippedStep else { return false }
    tell(fault)
    return true
  }

  /// Runs `body`; if it fails, `outputs` become as if the step did not exist: the first `count` layers are
  /// unchanged, and the pieces are hidden.
  func orLeftOut(
    _ moment: StepMoment, of outputs: inout [LayerProperties], count: Int,
    _ body: (inout [LayerProperties]) throws(AnimatorFault) -> Void
  ) throws(AnimatorFault) {
    guard animator.onSkippedStep != nil else { return try body(&outputs) }
    let before = outputs
    if !isLeftOut(moment) {
      do throws(AnimatorFault) { return try body(&outputs) } catch {
        guard tellLeftOut(error) else { throw error }
        leaveOut(moment)
      }
    }
    outputs = before
    for i in outputs.indices.dropFirst(count) { outputs[i].isHidden = true }
  }
}
