import Synchronization

/// A connection that waits for an answer that takes a while; another thread gives it.
final class PendingResponse: Sendable {
  private let connection: Int
  private let messages: MessageQueue
  private let hasGone = Atomic(false)

  init(_ connection: Int, _ messages: MessageQueue) {
    self.connection = connection
    self.messages = messages
  }

  /// Nobody reads the answer any more.
  func goAway() { hasGone.store(true, ordering: .relaxed) }
  var isWaiting: Bool { !hasGone.load(ordering: .relaxed) }

  func send(_ response: Response) { messages.put(.answer(response, connection)) }
}
