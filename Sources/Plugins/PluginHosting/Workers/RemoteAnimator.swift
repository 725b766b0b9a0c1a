internal import PluginModel
internal import CAnimator
internal import CHosting
internal import Files
internal import Scenes

/// An animator whose code runs in worker processes.
final class RemoteAnimator: AnimatorSource {
  private let workers: PluginWorkers
  /// The index of the animator in the plugin.
  private let index: UInt32

  init(workers: PluginWorkers, index: UInt32) {
    self.workers = workers
    self.index = index
  }

  func bind(
    _ description: AnimatorDescription, values: [ParameterValue], stepContext: StepContext
  ) -> any AnimatorCalls {
    RemoteCalls(workers, index, description, values: values, stepContext: stepContext)
  }
}

/// Calls an animator in a worker; each call takes one message in each direction.
final class RemoteCalls: AnimatorCalls {
  private let workers: PluginWorkers
  private let animator: String
  private let stepContext: StepContext
  private let step: UInt64
  /// The encoded data of the step that a worker needs.
  private let binding: [UInt8]
  private let curves: [Int: @Sendable (Double) -> Double]

  init(
    _ workers: PluginWorkers, _ index: UInt32, _ description: AnimatorDescription,
    values: [ParameterValue], stepContext: StepContext
  ) {
    self.workers = workers
    animator = description.id
    self.stepContext = stepContext
    step = workers.newStep()
    var writer = WireWriter()
    writer.put(index)
    writer.put(stepContext)
    writer.put(values) { $0.put($1) }
    binding = writer.bytes
    var curves: [Int: @Sendable (Double) -> Double] = [:]
    for (i, value) in values.enumerated() {
      if case .curve(let curve) = value { curves[i] = curve }
    }
    self.curves = curves
  }

  deinit { workers.free(step) }

  func duration() throws(AnimatorFault) -> CallAnswer {
    try perform { worker throws(WorkerFailure) in
      try self.ask(worker, self.message(WORKER_DURATION, .start))
    }
  }

  func pieceCount() throws(AnimatorFault) -> CallAnswer {
    try perform { worker throws(WorkerFailure) in
      try self.ask(worker, self.message(WORKER_PIECES, .start))
    }
  }

  func layout(_ moment: StepMoment, _ batch: LayerBatch) throws(AnimatorFault) -> CallAnswer {
    guard batch.count <= SharedBuffer.maximumLayers else {
      throw fault("has \(batch.count) layers: a worker takes at most \(SharedBuffer.maximumLayers)")
    }
    return try perform { worker throws(WorkerFailure) in
      guard let used = worker.sharedBuffer.post(batch) else {
        throw .notStarted("the masks' paths are too long for one")
      }
      var message = self.message(WORKER_LAYOUT, moment)
      message.in_count = UInt32(batch.inputCount)
      message.out_count = UInt32(batch.outputCount)
      message.bytes = UInt64(used)
      let answer = try self.ask(worker, message)
      guard answer.status != ANIMATOR_OK || worker.sharedBuffer.fetch(into: batch) else {
        throw worker.stop(.protocolBroken("a path"))
      }
      return answer
    }
  }

  func times(
    _ moment: StepMoment, count: Int
  ) throws(AnimatorFault) -> (answer: CallAnswer, times: [[Int64]]) {
    try perform { worker throws(WorkerFailure) in
      var message = self.message(WORKER_TIMES, moment)
      message.in_count = UInt32(count)
      var times: [[Int64]] = []
      let answer = try self.ask(worker, message) { reader throws(WireReader.Broken) in
        times = try reader.list(limit: count) { reader throws(WireReader.Broken) in
          try reader.list(limit: Int(ANIMATOR_TIMES_MAX) + 1) { reader throws(WireReader.Broken) in
            Int64(bitPattern: try reader.u64())
          }
        }
      }
      guard answer.failure != nil || times.count == count else {
        throw worker.stop(.protocolBroken("its moments"))
      }
      return (answer, times)
    }
  }

  func regions(
    _ moment: StepMoment, window: animator_window, counts: [Int]?, needed: inout [animator_window]
  ) throws(AnimatorFault) -> CallAnswer {
    let count = needed.count
    let (answer, windows) = try perform { worker throws(WorkerFailure) in
      var message = self.message(WORKER_REGIONS, moment)
      var writer = WireWriter()
      writer.put(counts ?? []) { $0.put(UInt64($1)) }
      guard worker.sharedBuffer.write(writer.bytes) else {
        throw .notStarted("it has too many inputs")
      }
      message.bytes = UInt64(writer.bytes.count)
      message.window = window
      message.in_count = UInt32(count)
      var windows: [animator_window] = []
      let answer = try self.ask(worker, message) { reader throws(WireReader.Broken) in
        windows = try reader.list(limit: count) { reader throws(WireReader.Broken) in
          animator_window(
            x: Int32(bitPattern: try reader.u32()), y: Int32(bitPattern: try reader.u32()),
            width: Int32(bitPattern: try reader.u32()), height: Int32(bitPattern: try reader.u32()))
        }
      }
      guard answer.failure != nil || windows.count == count else {
        throw worker.stop(.protocolBroken("its windows"))
      }
      return (answer, windows)
    }
    if answer.failure == nil { needed = windows }
    return answer
  }

  func pixels(
    _ moment: StepMoment, scale: Double, inputs: [[Bitmap]], width: Int, height: Int
  ) throws(AnimatorFault) -> (answer: CallAnswer, picture: DrawnPicture) {
    let seconds = workers.isolation.callSeconds
    return try perform { worker throws(WorkerFailure) in
      try worker.forgetGone(seconds: seconds)
      let pictures = try worker.share(inputs.flatMap(\.self), seconds: seconds)
      let byteCount = Bitmap.byteCount(width: width, height: height)
      let surface = try worker.surface(of: byteCount, seconds: seconds)
      var writer = WireWriter()
      writer.put(surface.number)
      writer.put(inputs) { $0.put(UInt64($1.count)) }
      writer.put(pictures) { $0.put($1.number) }
      guard worker.sharedBuffer.write(writer.bytes) else {
        throw .notStarted("it has too many inputs")
      }
      var message = self.message(WORKER_PIXELS, moment)
      message.bytes = UInt64(writer.bytes.count)
      message.scale = scale
      message.in_count = UInt32(pictures.count)
      message.width = Int32(width)
      message.height = Int32(height)
      message.stride_bytes = Int64(byteCount / height)
      let answer = try self.ask(worker, message)
      let picture = surface.picture(width: width, height: height)
      try worker.trimSurfaces(seconds: seconds)
      return (answer, picture)
    }
  }

  // MARK: Asking

  private func perform<Answer>(
    _ body: (WorkerProcess) throws(WorkerFailure) -> Answer
  ) throws(AnimatorFault) -> Answer {
    try workers.perform(for: animator, step: stepContext.step) { worker throws(WorkerFailure) in
      if !worker.steps.contains(self.step) { try self.bind(worker) }
      return try body(worker)
    }
  }

  /// Sends a worker the step, and the numbers of the steps that it can release.
  private func bind(_ worker: WorkerProcess) throws(WorkerFailure) {
    let freed = workers.freedSteps(of: worker)
    var writer = WireWriter()
    writer.put(freed) { $0.put($1) }
    guard worker.sharedBuffer.write(writer.bytes + binding) else {
      throw .notStarted("its parameters are too long for one")
    }
    var message = worker_message(WORKER_BIND)
    message.step = step
    message.bytes = UInt64(writer.bytes.count + binding.count)
    let answer = try worker.ask(message, seconds: workers.isolation.callSeconds)
    guard answer.status == ANIMATOR_OK else { throw worker.stop(.protocolBroken("its step")) }
    worker.steps.subtract(freed)
    worker.steps.insert(step)
  }

  private func message(_ kind: UInt32, _ moment: StepMoment) -> worker_message {
    var message = worker_message(kind)
    message.step = step
    message.progress = moment.progress
    message.ticks = moment.time.ticks
    if let finger = moment.finger { message.finger = animator_finger(finger) }
    message.scale = stepContext.scale
    return message
  }

  private func ask(
    _ worker: WorkerProcess, _ message: worker_message,
    _ payload: (inout WireReader) throws(WireReader.Broken) -> Void = { _ in }
  ) throws(WorkerFailure) -> CallAnswer {
    let done = try worker.ask(
      message, seconds: workers.isolation.callSeconds,
      questions: WorkerQuestions(
        curve: { self.curves[Int($0)]?($1) ?? $1 },
        isWanted: { !(self.stepContext.isCancelled?() ?? false) }))
    var answer = CallAnswer(status: done.status, number: done.value)
    guard done.bytes > 0 else { return answer }
    var reader = WireReader(try worker.payload(done))
    do throws(WireReader.Broken) {
      if try reader.bool() {
        let pointer = try reader.string(limit: 8_000)
        answer.failure = (
          EscapedText.line(pointer), EscapedText.line(try reader.string(limit: 8_000))
        )
      }
      try payload(&reader)
    } catch {
      throw worker.stop(.protocolBroken("its answer"))
    }
    return answer
  }

  private func fault(_ message: String) -> AnimatorFault {
    AnimatorFault(
      animator: animator, message: message, step: stepContext.step, plugin: workers.path)
  }
}
