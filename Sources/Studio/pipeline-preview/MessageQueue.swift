import Glibc
import Synchronization

/// The queue of messages from other threads to the server's thread, which waits for sockets.
final class MessageQueue: Sendable {
  enum Message: Sendable {
    case answer(Response, _ connection: Int)
    /// An event for all pages.
    case event(String, [UInt8])
    /// The user has interrupted the program.
    case signal(Int32)
  }

  /// A descriptor that becomes readable when a message is added.
  let bell: Int32
  private let rope: Int32
  private let letters = Mutex<[Message]>([])

  init?() {
    var ends: [Int32] = [-1, -1]
    // Safety: pipe writes two numbers.
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (bell, rope) = (ends[0], ends[1])
  }

  func put(_ letter: Message) {
    letters.withLock { $0.append(letter) }
    var byte: UInt8 = 0
    // Safety: write reads one byte. A failure because of a full pipe is harmless: the other end is readable already.
    _ = unsafe write(rope, &byte, 1)
  }

  func takeAll() -> [Message] {
    var bytes = [UInt8](repeating: 0, count: 256)
    // Safety: read writes at most as many bytes as the array has.
    while unsafe read(bell, &bytes, bytes.count) > 0 {}
    return letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }
}
