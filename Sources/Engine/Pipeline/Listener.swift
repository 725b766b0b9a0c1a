internal import Encoding
internal import Reporting
internal import Scenes
internal import Synchronization

/// Forwards messages of the engine to a permanent receiver, and progress to the receiver of the current work.
final class Listener: Sendable {
  private let tell: @Sendable (EngineMessage) -> Void
  private let progress = Mutex<(@Sendable (Int, Int) -> Void)?>(nil)
  /// The object that records warnings if the options treat warnings as errors.
  private let strict: Interrupt?

  init(_ tell: @escaping @Sendable (EngineMessage) -> Void, strict: Interrupt?) {
    self.tell = tell
    self.strict = strict
  }

  func hear(_ event: Diagnostics.Event) {
    switch event {
    case .message(let message):
      if message.level == .warning { strict?.warn(message.text) }
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

  /// Sets the receiver of progress reports; nil removes the receiver.
  func count(_ tell: (@Sendable (Int, Int) -> Void)?) { progress.withLock { $0 = tell } }
}

extension Frame {
  /// Copies the pixels of a bitmap without the padding of its rows.
  init(_ bitmap: Bitmap, _ alpha: Alpha) {
    let size = bitmap.width * bitmap.height * 4
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      // Safety: the destination has space for all rows without padding.
      unsafe bitmap.copy(
        to: UnsafeMutableRawPointer(buffer.baseAddress!), stride: bitmap.width * 4,
        straight: alpha == .straight)
      count = size
    }
    self.init(width: bitmap.width, height: bitmap.height, alpha: alpha, bytes: bytes)
  }
}
