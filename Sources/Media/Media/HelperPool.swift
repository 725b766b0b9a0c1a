internal import Synchronization

/// A reader with its own helper, which the reader restarts when necessary.
protocol HelperUser: AnyObject, Sendable {
  /// Ends the helper; if the helper is working, returns false without ending it.
  func endWhenIdle() -> Bool
}

/// The readers of one kind whose helpers are running. Only a few helpers run at a time, whatever the number of files:
/// when too many run, the least recently used helper is ended.
final class HelperPool: Sendable {
  private let limit: Int
  /// The readers, most recently used last.
  private let users = Mutex<[User]>([])
  private struct User {
    weak var reader: (any HelperUser)?
  }

  init(limit: Int) { self.limit = limit }

  /// The number of running helpers.
  var count: Int { users.withLock { users in users.count { $0.reader != nil } } }

  /// Records that a reader uses its helper, and ends other helpers beyond the limit.
  func use(by reader: some HelperUser) {
    let older = users.withLock { users in
      users.removeAll { $0.reader == nil || $0.reader === reader }
      users.append(User(reader: reader))
      return users.count > limit ? users.dropLast().compactMap(\.reader) : []
    }
    var surplus = older.count + 1 - limit
    for other in older where surplus > 0 {
      // The pool does not wait for a working helper, because that helper's reader could be waiting for this reader.
      guard other.endWhenIdle() else { continue }
      users.withLock { users in users.removeAll { $0.reader === other } }
      surplus -= 1
    }
  }
}
