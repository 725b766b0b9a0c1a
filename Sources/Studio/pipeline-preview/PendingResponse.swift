import StudioProtocol
import Synchronization

/// A connection that waits for an answer that takes a while; another thread gives it.
final class PendingResponse: Sendable {
  private let connection: Int
  private let messages: MessageQueue
  /// A browser writes each refusal into its console, unless it is told in an answer that is none.
  private let isCalm: Bool
  private let hasGone = Atomic(false)

  init(_ connection: Int, _ messages: MessageQueue, isCalm: Bool) {
    self.connection = connection
    self.isCalm = isCalm
    self.messages = messages
  }

  /// Nobody reads the answer any more.
  func goAway() { hasGone.store(true, ordering: .relaxed) }
  var isWaiting: Bool { !hasGone.load(ordering: .relaxed) }

  func send(_ answer: StudioAnswer) {
    let response = Response(answer)
    messages.put(.answer(isCalm ? response.calmed : response, connection))
  }
}
