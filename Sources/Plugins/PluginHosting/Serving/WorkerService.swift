internal import PluginModel
internal import CAnimator
internal import CHosting
internal import CProcess
internal import Glibc
internal import Scenes
internal import Synchronization

/// The worker's side of the protocol: the process loads one plugin and answers the requests of the host. The
/// command line is `pipeline-worker PATH bundled|other SANDBOX LIBRARY…`, and worker.h defines the
/// descriptors. The worker process ends when its socket is closed.
package final class WorkerService: Sendable {
  private let sharedBuffer: SharedBuffer
  /// The lock for sending messages to the host, because threads of the plugin may also request values of
  /// curves.
  private let talk = Mutex(())
  private let serial = Atomic<UInt64>(0)
  /// The number of the processor on which the host last wrote.
  private let processor = Atomic(UInt32.max)
  /// Whether the host's last message arrived soon after the previous message.
  private let asksSoon = Atomic(true)

  /// Answers requests until the host disconnects, and returns the exit status.
  package static func run(_ words: [String]) -> Int32 {
    guard words.count >= 3, let sandbox = Isolation.Sandbox(rawValue: words[2]),
      let plan = LoadPlan(plugin: words[0], words: words.dropFirst(3)),
      let sharedBuffer = SharedBuffer(descriptor: WORKER_SHARED)
    else { return 64 }
    // The shared memory is already mapped; without a descriptor, its contents cannot be mapped as code.
    close(WORKER_SHARED)
    PluginLog.writeMarkedLines()
    unsafe hosting_watch_crashes(plan.plugin.place, words[0])
    let force = sandbox == .off ? 0 : WorkerSandbox.enter(for: words[0])
    let service = WorkerService(sharedBuffer)
    guard service.mayLoad(with: force) else { return 0 }
    return service.serve(plan, isBundled: words[1] == "bundled")
  }

  private init(_ sharedBuffer: SharedBuffer) { self.sharedBuffer = sharedBuffer }

  /// Reports the active sandbox features to the host, and waits until the host accepts them.
  private func mayLoad(with force: UInt32) -> Bool {
    var message = worker_message(WORKER_LOCKED)
    message.status = Int32(bitPattern: force)
    guard send(message), let (answer, _) = receive() else { return false }
    return answer.kind == WORKER_LOAD
  }

  private func serve(_ plan: LoadPlan, isBundled: Bool) -> Int32 {
    var first = worker_message(WORKER_LOADED)
    var writer = WireWriter()
    var contents = PluginContents()
    do throws(PluginRefusal) {
      contents = try PluginLoader.load(plan, isBundled: isBundled)
      writer.put(contents)
      if writer.bytes.count > Int(WORKER_PAYLOAD_BYTES) {
        throw PluginRefusal(
          path: plan.plugin.path, reason: "has descriptions that are too long")
      }
    } catch {
      first.kind = WORKER_REFUSED
      writer = WireWriter()
      writer.put(error.reason)
      writer.put(error.ids) { $0.put($1) }
    }
    guard sharedBuffer.write(writer.bytes) else { return 70 }
    first.bytes = UInt64(writer.bytes.count)
    guard send(first) else { return 0 }
    var desk = ServedSteps(contents: contents, service: self, sharedBuffer: sharedBuffer)
    while let (question, descriptor) = receive() {
      serial.store(question.serial, ordering: .relaxed)
      var answer = desk.answer(question, with: descriptor)
      answer.serial = question.serial
      fflush(nil)
      guard send(answer) else { return 0 }
    }
    return 0
  }

  /// Sends a request to the host during a call; nil if the host has disconnected.
  func ask(_ kind: UInt32, index: UInt32 = 0, value: Double = 0) -> Double {
    talk.withLock { _ in
      var question = worker_message(kind)
      question.serial = serial.load(ordering: .relaxed)
      question.in_count = index
      question.value = value
      guard send(question), let (answer, _) = receive(), answer.kind == WORKER_NUMBER else {
        // The host has disconnected and no longer waits for the result.
        exit(0)
      }
      return answer.value
    }
  }

  private func send(_ message: worker_message) -> Bool {
    var message = message
    message.processor = process_processor()
    // Safety: the shim copies the message before it returns.
    return unsafe process_send(
      WORKER_SOCKET, &message, MemoryLayout<worker_message>.size, nil, 0, -1) == 0
  }

  private func receive() -> (worker_message, Int32?)? {
    var message = worker_message()
    var count = 0
    var passed = [Int32](repeating: -1, count: Int(PROCESS_PASSED_MAX))
    var passedCount: Int32 = 0
    let started = ContinuousClock.now
    if asksSoon.load(ordering: .relaxed) {
      process_look_out(WORKER_SOCKET, processor.load(ordering: .relaxed), WORKER_LOOK_OUT)
    }
    // Safety: the shim writes at most the size of a message and PROCESS_PASSED_MAX descriptors.
    let problem = unsafe process_receive_passed(
      WORKER_SOCKET, &message, MemoryLayout<worker_message>.size, &count, &passed, &passedCount, -1)
    guard problem == 0, count == MemoryLayout<worker_message>.size,
      message.magic == WORKER_MAGIC, message.version == WORKER_VERSION
    else { return nil }
    processor.store(message.processor, ordering: .relaxed)
    let waited = started.duration(to: .now)
    asksSoon.store(waited < .microseconds(Int(WORKER_SOON)), ordering: .relaxed)
    return (message, passedCount > 0 ? passed[0] : nil)
  }
}
