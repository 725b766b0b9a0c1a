internal import Reporting
internal import Scenes
internal import Synchronization

/// Hands on what the engine tells: messages to one who listens always, progress to the one at hand.
final class Listener: Sendable {
  private let tell: @Sendable (EngineMessage) -> Void
  private let progress = Mutex<(@Sendable (Int, Int) -> Void)?>(nil)

  init(_ tell: @escaping @Sendable (EngineMessage) -> Void) { self.tell = tell }

  func hear(_ event: Diagnostics.Event) {
    switch event {
    case .message(let message):
      let level: EngineMessage.Level =
        switch message.level {
        case .warning: .warning
        case .note: .note
        case .detail: .detail
        }
      tell(
        EngineMessage(
          level: level, text: message.text, frame: message.place?.frame,
          time: message.place?.time, step: message.step, plugin: message.plugin))
    case .progress(let done, let total): progress.withLock { $0 }?(done, total)
    case .ended: break
    }
  }

  /// Does work whose progress is told.
  func counting<Result>(
    _ tell: @escaping @Sendable (Int, Int) -> Void, _ work: () throws -> Result
  ) throws -> Result {
    progress.withLock { $0 = tell }
    defer { progress.withLock { $0 = nil } }
    return try work()
  }
}

extension Frame {
  /// A bitmap's pixels, without what its rows have beyond them.
  init(_ bitmap: Bitmap) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(bitmap.width * bitmap.height * 4)
    for y in 0..<bitmap.height {
      // Unsafe: a row of the bitmap, by its stride.
      let row = unsafe UnsafeBufferPointer(
        start: bitmap.pixels + y * bitmap.strideBytes, count: bitmap.width * 4)
      unsafe bytes.append(contentsOf: row)
    }
    self.init(width: bitmap.width, height: bitmap.height, bytes: bytes)
  }
}
