internal import PluginModel
package import Scenes
internal import Synchronization

/// Steps without which the work goes on, where the user wants that.
///
/// What is left out depends on the moment alone, as all else does: a moment at which the plugin
/// failed once stays without the step.
extension BoundAnimator {
  package func isLeftOut(_ moment: StepMoment) -> Bool {
    animator.leftOut != nil && leftOut.withLock { $0.contains(moment) }
  }

  func leaveOut(_ moment: StepMoment) { _ = leftOut.withLock { $0.insert(moment) } }

  /// Whether the work goes on without the step.
  func tellLeftOut(_ fault: AnimatorFault) -> Bool {
    switch fault.cause {
    case .interruption, .distrust, .noSandbox: return false
    case .misbehaviour, .memory, .room: break
    }
    guard let tell = animator.leftOut else { return false }
    tell(fault)
    return true
  }

  /// Runs `body`; when it fails `outputs` are as if the step were absent: the first `count` of them
  /// unchanged, its pieces hidden.
  func orLeftOut(
    _ moment: StepMoment, of outputs: inout [LayerProperties], count: Int,
    _ body: (inout [LayerProperties]) throws(AnimatorFault) -> Void
  ) throws(AnimatorFault) {
    guard animator.leftOut != nil else { return try body(&outputs) }
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
