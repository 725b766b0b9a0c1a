internal import Files
internal import Glibc
internal import StudioProtocol

/// The history of changes to a text, for undo and redo.
package struct StudioHistory {
  package struct Change: Equatable {
    package var before: [UInt8]
    package var after: [UInt8]
    /// A word that marks the change; consecutive changes with the same word are merged.
    package var merge: String?

    package init(before: [UInt8], after: [UInt8], merge: String? = nil) {
      self.before = before
      self.after = after
      self.merge = merge
    }
  }

  package private(set) var done: [Change] = []
  package private(set) var undone: [Change] = []
  /// An open file with the same changes, from which a new process reads them after a crash.
  private let file: Int32?
  /// The maximum number of bytes of the texts in all changes.
  private static let roomBytes = 64 << 20

  /// Creates a history; `file` may contain the history of a previous process.
  package init(file: Int32? = nil) {
    self.file = file
    if let file { read(from: file) }
  }

  package mutating func add(_ change: Change) {
    undone = []
    if let merge = change.merge, let last = done.last, last.merge == merge,
      last.after == change.before
    {
      done[done.count - 1].after = change.after
      // A drag that ends where it began adds no change that can be undone.
      if last.before == change.after { done.removeLast() }
    } else {
      done.append(change)
    }
    var bytes = done.reduce(0) { $0 + $1.before.count + $1.after.count }
    while bytes > Self.roomBytes, done.count > 1 {
      let first = done.removeFirst()
      bytes -= first.before.count + first.after.count
    }
    write()
  }

  /// Records the contents of the file. If another program has changed them, nothing can be undone.
  package mutating func see(_ text: [UInt8]) {
    let isOther = (done.last.map { $0.after != text } ?? false)
    let isOtherNext = (undone.last.map { $0.before != text } ?? false)
    guard isOther || isOtherNext else { return }
    if isOther { done = [] }
    if isOtherNext { undone = [] }
    write()
  }

  package mutating func takeBack() {
    if let change = done.popLast() { undone.append(change) }
    write()
  }

  package mutating func putAgain() {
    if let change = undone.popLast() { done.append(change) }
    write()
  }

  // MARK: The file

  private static let (doneWord, undoneWord) = ("done", "undone")

  /// Writes one message for each change. If not all changes could be written, the remaining changes do not fit the
  /// document's text, so that nothing can be undone.
  private func write() {
    guard let file, lseek(file, 0, SEEK_SET) == 0, ftruncate(file, 0) == 0 else { return }
    for (word, changes) in [(Self.doneWord, done), (Self.undoneWord, undone)] {
      for change in changes {
        let message = PipeMessage([
          Array(word.utf8), Array((change.merge ?? "").utf8), change.before, change.after,
        ])
        if !message.send(to: file) { return }
      }
    }
  }

  private mutating func read(from file: Int32) {
    guard lseek(file, 0, SEEK_SET) == 0 else { return }
    while let message = PipeMessage.receive(from: file, limitBytes: 2 * Self.roomBytes),
      message.parts.count == 4
    {
      let merge = message.word(1)
      let change = Change(
        before: message.parts[2], after: message.parts[3], merge: merge.isEmpty ? nil : merge)
      if message.word(0) == Self.doneWord { done.append(change) } else { undone.append(change) }
    }
  }
}
