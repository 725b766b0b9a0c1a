internal import PluginModel
internal import CAnimator
internal import CHosting
internal import Scenes

/// The steps that a worker has received, with its answers to calls of them and of functions.
struct ServedSteps {
  let contents: PluginContents
  let service: WorkerService
  let sharedBuffer: SharedBuffer
  private var steps: [UInt64: LocalCalls] = [:]
  private var images: [UInt64: MappedImage] = [:]

  init(contents: PluginContents, service: WorkerService, sharedBuffer: SharedBuffer) {
    self.contents = contents
    self.service = service
    self.sharedBuffer = sharedBuffer
  }

  mutating func answer(_ question: worker_message, with descriptor: Int32?) -> worker_message {
    if question.kind == WORKER_BIND { return done(CallAnswer(status: bind(question) ? 0 : 1)) }
    if question.kind == WORKER_CALL { return call(question) }
    if let descriptor { return done(CallAnswer(status: map(question, descriptor) ? 0 : 1)) }
    if question.kind == WORKER_FORGET { return done(CallAnswer(status: forget(question) ? 0 : 1)) }
    guard let step = steps[question.step] else { return done(CallAnswer(status: 1)) }
    var moment = StepMoment(
      progress: question.progress, time: FrameTime(ticks: question.ticks))
    let finger = question.finger
    if finger.size > 0 {
      moment.finger = Finger(
        place: Point(finger.place.x, finger.place.y),
        velocity: Point(finger.velocity.x, finger.velocity.y), isDown: finger.is_down)
    }
    switch question.kind {
    case WORKER_DURATION: return done(step.duration())
    case WORKER_PIECES: return done(step.pieceCount())
    case WORKER_LAYOUT:
      let batch = sharedBuffer.opened(
        inputCount: Int(question.in_count), outputCount: Int(question.out_count))
      var answer = step.layout(moment, batch)
      if answer.status == ANIMATOR_OK, !sharedBuffer.closed(batch, used: Int(question.bytes)) {
        answer = CallAnswer(
          status: ANIMATOR_FAILED,
          failure: (
            "", "its masks' paths have more than \(SharedBuffer.maximumElements) elements together"
          ))
      }
      return done(answer)
    case WORKER_TIMES:
      let (answer, times) = step.times(moment, count: Int(question.in_count))
      return done(answer) { writer in
        writer.put(times) { writer, moments in
          writer.put(moments) { $0.put(UInt64(bitPattern: $1)) }
        }
      }
    case WORKER_REGIONS:
      var reader = WireReader(sharedBuffer.read(question.bytes) ?? [])
      let counts = (try? reader.numbers())?.map { Int(clamping: $0) } ?? []
      var needed = Array(repeating: question.window, count: Int(question.in_count))
      let answer = step.regions(
        moment, window: question.window, counts: counts.isEmpty ? nil : counts, needed: &needed)
      return done(answer) { writer in
        writer.put(needed) { writer, window in
          for number in [window.x, window.y, window.width, window.height] {
            writer.put(UInt32(bitPattern: number))
          }
        }
      }
    case WORKER_PIXELS:
      return done(draw(step, question, moment))
    default: return done(CallAnswer(status: 1))
    }
  }

  /// Maps a picture or a surface that the host has sent to the worker.
  private mutating func map(_ question: worker_message, _ descriptor: Int32) -> Bool {
    images[question.step] = MappedImage(
      descriptor, byteCount: question.bytes, isSurface: question.kind == WORKER_SURFACE)
    return images[question.step] != nil
  }

  private mutating func forget(_ question: worker_message) -> Bool {
    guard let bytes = sharedBuffer.read(question.bytes) else { return false }
    var reader = WireReader(bytes)
    guard let numbers = try? reader.numbers() else { return false }
    for number in numbers { images[number] = nil }
    return true
  }

  private func draw(
    _ step: LocalCalls, _ question: worker_message, _ moment: StepMoment
  ) -> CallAnswer {
    var reader = WireReader(sharedBuffer.read(question.bytes) ?? [])
    guard let number = try? reader.u64(), let surface = images[number], surface.isSurface,
      let counts = try? reader.numbers(), let numbers = try? reader.numbers()
    else { return CallAnswer(status: ANIMATOR_FAILED) }
    let inputs = numbers.compactMap { images[$0] }
    let byteCount = UInt64(question.stride_bytes) * UInt64(question.height)
    guard inputs.count == numbers.count, inputs.count == Int(question.in_count),
      (inputs + [surface]).allSatisfy({ $0.byteCount == byteCount })
    else { return CallAnswer(status: ANIMATOR_FAILED) }
    // Safety: the images exist as long as the calls.
    let pictures = unsafe inputs.map { unsafe $0.input(question) }
    return unsafe step.pixels(
      moment, scale: question.scale, images: pictures, counts: counts.map { Int(clamping: $0) },
      surface: surface.surface(question))
  }

  private mutating func bind(_ question: worker_message) -> Bool {
    guard let bytes = sharedBuffer.read(question.bytes) else { return false }
    var reader = WireReader(bytes)
    do throws(WireReader.Broken) {
      for step in try reader.numbers() { steps[step] = nil }
      let index = Int(try reader.u32())
      guard index < contents.animators.count else { return false }
      var stepContext = try reader.stepContext()
      let service = service
      stepContext.isCancelled = { service.ask(WORKER_ASK_GOING) == 0 }
      var values: [ParameterValue] = []
      for i in 0..<(try reader.u32()) {
        values.append(
          try reader.value { x in service.ask(WORKER_ASK_CURVE, index: i, value: x) })
      }
      let animator = contents.animators[index]
      guard values.count == animator.description.parameters.count,
        let code = animator.source as? AnimatorCode
      else { return false }
      let calls = try? LocalCalls(
        code, animator.description, values: values, stepContext: stepContext)
      steps[question.step] = calls
      return calls != nil
    } catch {
      return false
    }
  }

  /// Calls a function; the payload of the answer is the function's result.
  private func call(_ question: worker_message) -> worker_message {
    guard let bytes = sharedBuffer.read(question.bytes) else { return done(CallAnswer(status: 1)) }
    var reader = WireReader(bytes)
    let service = service
    do throws(WireReader.Broken) {
      let index = Int(try reader.u32())
      guard index < contents.functions.count else { throw WireReader.Broken() }
      let function = contents.functions[index]
      var arguments: [ParameterValue] = []
      for i in 0..<(try reader.u32()) {
        arguments.append(
          try reader.value { x in service.ask(WORKER_ASK_CURVE, index: i, value: x) })
      }
      guard arguments.map(\.type) == function.description.arguments,
        let code = function.source as? FunctionCode
      else { throw WireReader.Broken() }
      guard let result = try? code.call(function.description, arguments, step: "") else {
        return done(CallAnswer(status: ANIMATOR_FAILED, failure: ("", CallArena.shortage)))
      }
      return done(CallAnswer(status: ANIMATOR_OK)) { $0.put(result) }
    } catch {
      return done(CallAnswer(status: ANIMATOR_FAILED))
    }
  }

  /// Creates the message for a result; a failure and `payload` are written to the shared memory.
  private func done(
    _ answer: CallAnswer, _ payload: ((inout WireWriter) -> Void)? = nil
  ) -> worker_message {
    var message = worker_message(WORKER_DONE)
    message.status = answer.status
    message.value = answer.number
    guard answer.failure != nil || payload != nil else { return message }
    var writer = WireWriter()
    writer.put(answer.failure != nil)
    if let failure = answer.failure {
      writer.put(failure.pointer)
      writer.put(failure.message)
    }
    payload?(&writer)
    message.bytes = sharedBuffer.write(writer.bytes) ? UInt64(writer.bytes.count) : 0
    return message
  }
}
