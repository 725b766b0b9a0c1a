import Synchronization

/// A connection that waits for an answer that takes a while; another thread gives it.
final class Asker: Sendable {
  private let connection: Int
  private let mailbox: Mailbox
  private let hasGone = Atomic(false)

  init(_ connection: Int, _ mailbox: Mailbox) {
    self.connection = connection
    self.mailbox = mailbox
  }

  /// Nobody reads the answer any more.
  func goAway() { hasGone.store(true, ordering: .relaxed) }
  var isWaiting: Bool { !hasGone.load(ordering: .relaxed) }

  func send(_ response: Response) { mailbox.put(.answer(response, connection)) }
}
