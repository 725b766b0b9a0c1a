internal import PluginModel
internal import CAnimator
internal import CHosting

/// A function whose code runs in workers; each call takes one message in each direction.
final class RemoteFunction: FunctionSource {
  private let workers: PluginWorkers
  /// The index of the function in the plugin.
  private let index: UInt32

  init(workers: PluginWorkers, index: UInt32) {
    self.workers = workers
    self.index = index
  }

  func call(
    _ function: FunctionDescription, _ arguments: [ParameterValue], step: String
  ) throws(AnimatorFault) -> ParameterValue {
    var writer = WireWriter()
    writer.put(index)
    writer.put(arguments) { $0.put($1) }
    let question = writer.bytes
    return try workers.perform(for: function.id, step: step) { worker throws(WorkerFailure) in
      guard worker.sharedBuffer.write(question) else {
        throw .notStarted("its arguments are too long for one")
      }
      var message = worker_message(WORKER_CALL)
      message.bytes = UInt64(question.count)
      let done = try worker.ask(
        message, seconds: workers.isolation.callSeconds,
        questions: WorkerQuestions(curve: { i, x in
          guard Int(i) < arguments.count, case .curve(let curve) = arguments[Int(i)] else {
            return x
          }
          return curve(x)
        }))
      var reader = WireReader(try worker.payload(done))
      guard done.status == ANIMATOR_OK, (try? reader.bool()) == false,
        let value = try? reader.value(curve: { $0 }), value.type == function.result, reader.isAtEnd
      else { throw worker.stop(.protocolBroken("its result")) }
      return value
    }
  }
}
