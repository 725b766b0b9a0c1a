internal import CAnimator
internal import Scenes

/// An animator with its parameters and the facts of a step: a pure function of the moment.
///
/// Calls come on any thread. An animator that is not re-entrant is called on one at a time.
package final class BoundAnimator: Sendable {
  package let description: AnimatorDescription
  package let facts: StepFacts
  let block: ParameterBlock

  /// `values` are in the order of `description.parameters`.
  package init(
    _ description: AnimatorDescription, values: [ParameterValue], facts: StepFacts
  ) throws(AnimatorFault) {
    func fault(_ pointer: String, _ message: String) -> AnimatorFault {
      AnimatorFault(animator: description.id, pointer: pointer, message: message)
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
    guard facts.roleCounts.count == description.roles.count else {
      throw fault("/layers", "has \(description.roles.count) roles, not \(facts.roleCounts.count)")
    }
    for (role, count) in zip(description.roles, facts.roleCounts)
    where !(role.minimum...role.maximum).contains(count) {
      throw fault(
        "/layers/\(role.name)", "takes \(role.minimum) to \(role.maximum) layers, not \(count)")
    }
    self.description = description
    self.facts = facts
    block = ParameterBlock(
      parameters: description.parameters, values: values,
      byteCount: description.code.parametersBytes)
  }

  /// The step's own duration in seconds: the animator's answer, or what its description says.
  package func duration() throws(AnimatorFault) -> Double {
    guard let function = unsafe description.code.duration else {
      return description.durationSeconds
    }
    var asking = facts
    asking.duration = FrameTime(seconds: description.durationSeconds)
    var seconds = 0.0
    let call = PluginCall(facts: asking, code: description.code)
    unsafe run(call, StepMoment(progress: 0, time: .zero)) { context in
      seconds = unsafe function(block.base, context)
    }
    if call.failure != nil { throw fault(call, status: ANIMATOR_FAILED) }
    guard seconds.isFinite, seconds > 0, seconds <= 86_400 else {
      throw fault("answers a duration of \(seconds) s: expected more than 0, at most 86400")
    }
    return seconds
  }

  /// How many pieces the step adds; 0 for most animators.
  package func pieceCount() throws(AnimatorFault) -> Int {
    guard let function = unsafe description.code.pieces else { return 0 }
    var count: UInt32 = 0
    let call = PluginCall(facts: facts, code: description.code)
    unsafe run(call, StepMoment(progress: 0, time: .zero)) { context in
      count = unsafe function(block.base, context)
    }
    if call.failure != nil { throw fault(call, status: ANIMATOR_FAILED) }
    guard count <= Self.maximumPieces else {
      throw fault("asks for \(count) pieces: at most \(Self.maximumPieces)")
    }
    return Int(count)
  }

  package static let maximumPieces: UInt32 = 10_000

  /// Calls into the plugin with the rules that hold for every call.
  func run(
    _ call: PluginCall, _ moment: StepMoment, scale: Double? = nil,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    unsafe call.perform(
      moment, scale: scale ?? facts.scale,
      isExclusive: description.flags.contains(.notReentrant), body)
  }

  func fault(_ message: String, pointer: String = "") -> AnimatorFault {
    AnimatorFault(animator: description.id, pointer: pointer, message: message)
  }

  /// What a call that did not return ANIMATOR_OK says.
  func fault(_ call: PluginCall, status: Int32) -> AnimatorFault {
    guard let failure = call.failure, !failure.message.isEmpty else {
      return fault("failed with status \(status) and gave no reason")
    }
    return fault(failure.message, pointer: failure.pointer)
  }
}
