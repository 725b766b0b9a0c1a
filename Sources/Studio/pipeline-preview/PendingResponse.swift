import StudioProtocol
import Synchronization

/// A connection that is waiting for an answer from another thread.
final class PendingResponse: Sendable {
  private let connection: Int
  private let messages: MessageQueue
  /// Whether a refusal is sent with a successful status, because browsers log every other status to their console.
  private let isCalm: Bool
  private let hasGone = Atomic(false)

  init(_ connection: Int, _ messages: MessageQueue, isCalm: Bool) {
    self.connection = connection
    self.isCalm = isCalm
    self.messages = messages
  }

  /// Records that the client has closed the connection.
  func goAway() { hasGone.store(true, ordering: .relaxed) }
  var isWaiting: Bool { !hasGone.load(ordering: .relaxed) }

  func send(_ answer: StudioAnswer) {
    let response = Response(answer)
    messages.put(.answer(isCalm ? response.calmed : response, connection))
  }
}
