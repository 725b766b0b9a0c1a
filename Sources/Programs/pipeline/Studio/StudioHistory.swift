/// The changes that were made to a text, so that they can be taken back.
struct StudioHistory {
  struct Change {
    var before: [UInt8]
    var after: [UInt8]
    /// Changes of one word are one.
    var merge: String?
  }

  private(set) var done: [Change] = []
  private(set) var undone: [Change] = []
  /// The most bytes that both texts of all changes may have.
  private static let roomBytes = 64 << 20

  mutating func add(_ change: Change) {
    undone = []
    if let merge = change.merge, let last = done.last, last.merge == merge,
      last.after == change.before
    {
      done[done.count - 1].after = change.after
    } else {
      done.append(change)
    }
    var bytes = done.reduce(0) { $0 + $1.before.count + $1.after.count }
    while bytes > Self.roomBytes, done.count > 1 {
      let first = done.removeFirst()
      bytes -= first.before.count + first.after.count
    }
  }

  /// Notes what the file holds. After a change of somebody else's nothing can be taken back.
  mutating func see(_ text: [UInt8]) {
    if let last = done.last, last.after != text { done = [] }
    if let next = undone.last, next.before != text { undone = [] }
  }

  mutating func takeBack() {
    if let change = done.popLast() { undone.append(change) }
  }

  mutating func putAgain() {
    if let change = undone.popLast() { done.append(change) }
  }
}
