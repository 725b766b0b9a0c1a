internal import PluginModel
internal import CAnimator
internal import Scenes

/// A call of a plugin, with its context, its memory, and its failure message.
final class PluginCall {
  let arena: CallArena
  private var takenBytes = 0
  private(set) var failure: (pointer: String, message: String)?
  private let stepContext: StepContext
  private let code: AnimatorCode
  /// The additional arguments of the functions `pixels` and `regions`.
  struct Pictures {
    /// The number of pictures for each layer; nil means one picture per layer.
    var counts: [Int]?
    var table: PreparedTable?
  }
  /// The id of the animator that is being called.
  let animator: String
  var step: String { stepContext.step }
  var said: (@Sendable (PluginLogLine) -> Void)? { stepContext.said }

  init(stepContext: StepContext, code: AnimatorCode, animator: String, arena: CallArena) {
    self.animator = animator
    self.arena = arena
    self.stepContext = stepContext
    self.code = code
  }

  /// Runs `body` with a context for `moment`, which is valid until `body` returns.
  func perform(
    _ moment: StepMoment, scale: Double, pictures: Pictures, isExclusive: Bool,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    let momentCounts = unsafe pictures.counts.flatMap { unsafe array($0) }
    let counts = unsafe array(stepContext.roleCounts)
    guard !arena.isShort else {
      failure = ("", CallArena.shortage)
      return
    }
    // Safety: the context refers to this call and its arena, which exist longer than `body`.
    var context = unsafe animator_context(
      size: UInt32(MemoryLayout<animator_context>.size), operation: stepContext.operation.rawValue,
      progress: moment.progress, time: animator_time(ticks: moment.time.ticks),
      duration: animator_time(ticks: stepContext.duration.ticks),
      frames_per_second: stepContext.framesPerSecond, scale: scale, seed: stepContext.seed,
      container: animator_size(
        width: stepContext.container.width, height: stepContext.container.height),
      self: code.selfPointer,
      host_data: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()),
      allocate: { context, bytes in
        unsafe PluginCall.of(context).allocate(Int(clamping: bytes))
      },
      fail: { context, pointer, message in
        unsafe PluginCall.of(context).fail(pointer: pointer, message: message)
      },
      keep_going: { context in
        let isCancelled = unsafe PluginCall.of(context).stepContext.isCancelled
        return !(isCancelled?() ?? false)
      },
      role_counts: counts, role_count: UInt64(stepContext.roleCounts.count),
      moment_counts: momentCounts, layer_count: UInt64(pictures.counts?.count ?? 0),
      table: pictures.table?.base, table_bytes: UInt64(pictures.table?.byteCount ?? 0),
      finger: nil)
    unsafe withUnsafePointer(to: moment.finger.map(animator_finger.init) ?? animator_finger()) {
      finger in
      if moment.finger != nil { unsafe context.finger = unsafe finger }
      unsafe withUnsafePointer(to: &context) { address in
        code.lock.call(isExclusive: isExclusive) { unsafe body(UnsafeRawPointer(address)) }
      }
    }
  }

  static func of(_ context: UnsafePointer<animator_context>) -> PluginCall {
    // Safety: `host_data` is the call that created the context, and exists until the call returns.
    unsafe Unmanaged<PluginCall>.fromOpaque(context.pointee.host_data).takeUnretainedValue()
  }

  /// The numbers as a C array; nil if there is too little memory.
  private func array(_ numbers: [Int]) -> UnsafePointer<UInt32>? {
    guard let place = unsafe arena.array(of: UInt32.self, count: numbers.count) else { return nil }
    for (i, number) in numbers.enumerated() { unsafe place[i] = UInt32(clamping: number) }
    return unsafe UnsafePointer(place)
  }

  private func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    guard byteCount >= 0, byteCount <= stepContext.memoryBytes - takenBytes else { return nil }
    takenBytes += byteCount
    return unsafe arena.allocate(byteCount)
  }

  /// Stores the reported failure, unless the call has already stored one.
  private func fail(pointer: UnsafePointer<CChar>?, message: UnsafePointer<CChar>?) {
    guard failure == nil else { return }
    let place = unsafe PluginText.sanitised(pointer, limit: 256)
    let reason = unsafe PluginText.sanitised(message)
    failure = (place.isEmpty || place.hasPrefix("/") ? place : "/" + place, reason)
  }
}

extension animator_finger {
  init(_ finger: Finger) {
    self.init(
      size: UInt32(MemoryLayout<animator_finger>.size), is_down: finger.isDown, reserved: false,
      reserved2: 0, place: animator_point(x: finger.place.x, y: finger.place.y),
      velocity: animator_point(x: finger.velocity.x, y: finger.velocity.y))
  }
}
