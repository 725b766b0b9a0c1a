package import PluginModel
internal import CAnimator
internal import Scenes
internal import Synchronization

/// An animator that is bound to its parameters and the context of a step; it is a pure function of time. Any
/// thread may call a bound animator. An animator that is not re-entrant is called by one thread at a time.
package final class BoundAnimator: StepAnimator {
  /// The times at which the plugin failed, for which the step is left out.
  let skippedMoments = Mutex<Set<StepMoment>>([])
  let animator: HostedAnimator
  package var description: AnimatorDescription { animator.description }
  /// The values of the parameters, in the order of the description.
  package let values: [ParameterValue]
  package let stepContext: StepContext
  let calls: any AnimatorCalls

  /// Binds an animator; `values` are in the order of `description.parameters`.
  package init(
    _ animator: HostedAnimator, values: [ParameterValue], stepContext: StepContext
  ) throws(AnimatorFault) {
    let description = animator.description
    func fault(_ pointer: String, _ message: String) -> AnimatorFault {
      AnimatorFault(
        animator: description.id, pointer: pointer, message: message, step: stepContext.step,
        plugin: description.plugin)
    }
    guard values.count == description.parameters.count else {
      throw fault(
        "/params", "takes \(description.parameters.count) parameters, not \(values.count)")
    }
    for (parameter, value) in zip(description.parameters, values) {
      if let problem = parameter.problem(with: value) {
        throw fault("/params/\(parameter.name)", problem)
      }
    }
    guard stepContext.roleCounts.count == description.roles.count else {
      throw fault(
        "/layers", "has \(description.roles.count) roles, not \(stepContext.roleCounts.count)")
    }
    for (role, count) in zip(description.roles, stepContext.roleCounts)
    where !(role.minimum...role.maximum).contains(count) {
      throw fault(
        "/layers/\(role.name)", "takes \(role.minimum) to \(role.maximum) layers, not \(count)")
    }
    animator.lints?.tellRoles(description)
    self.animator = animator
    self.values = values
    self.stepContext = stepContext
    calls = try animator.source.bind(description, values: values, stepContext: stepContext)
  }

  /// The duration of the step in seconds: the result of the animator's function, or the value in its
  /// description.
  package func duration() throws(AnimatorFault) -> Double {
    guard description.hasDuration else { return description.durationSeconds }
    do throws(AnimatorFault) { return try askDuration() } catch {
      guard tellLeftOut(error) else { throw error }
      return description.durationSeconds
    }
  }

  private func askDuration() throws(AnimatorFault) -> Double {
    let answer = try calls.duration()
    if answer.failure != nil { throw fault(answer) }
    let seconds = answer.number
    guard seconds.isFinite, seconds > 0, seconds <= 86_400 else {
      throw fault("returns a duration of \(seconds) s: expected more than 0, at most 86400")
    }
    return seconds
  }

  /// The number of pieces that the step adds, which is 0 for most animators.
  package func pieceCount() throws(AnimatorFault) -> Int {
    guard description.hasPieces else { return 0 }
    let answer = try calls.pieceCount()
    if answer.failure != nil { throw fault(answer) }
    guard let count = UInt32(whole: answer.number), count <= Self.maximumPieces else {
      throw fault(
        "requests \(ParameterDescription.text(answer.number)) pieces: at most \(Self.maximumPieces)"
      )
    }
    return Int(count)
  }

  package static let maximumPieces: UInt32 = 10_000

  func fault(_ message: String, pointer: String = "") -> AnimatorFault {
    AnimatorFault(
      animator: description.id, pointer: pointer, message: message, step: stepContext.step,
      plugin: description.plugin)
  }

  /// The fault for a call that returned another status than ANIMATOR_OK.
  func fault(_ answer: CallAnswer) -> AnimatorFault {
    let isSilent = answer.failure?.message.isEmpty ?? true
    var result = fault(
      isSilent
        ? "failed with status \(answer.status) and reported no reason" : answer.failure!.message,
      pointer: isSilent ? "" : answer.failure!.pointer)
    result.origin = isSilent ? .silence : .animator
    return result
  }
}
