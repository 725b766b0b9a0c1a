import CommandLine
import Reporting
import Synchronization

/// Prefixes the messages of a run over rows with the row; a message that applies to many rows is printed only
/// once.
final class RowDiagnostics: Sendable {
  private struct State {
    var label = ""
    var done = 0
    /// The number of rows about which each message was reported.
    var counts: [String: Int] = [:]
    var order: [String] = []
  }
  private let state = Mutex(State())
  private let total: Int

  init(of total: Int) { self.total = total }

  /// The diagnostics that the engine uses while it renders one row after another.
  var diagnostics: Diagnostics {
    Diagnostics { [self] event in
      guard case .message(var message) = event else { return }
      let isNew = state.withLock { state in
        let count = state.counts[message.text, default: 0]
        state.counts[message.text] = count + 1
        if count == 0 { state.order.append(message.text) }
        message.text = "\(state.label): \(message.text)"
        return count == 0
      }
      guard isNew else { return }
      Console.diagnostics.end()
      Console.diagnostics.tell(message)
    }
  }

  func begin() {
    Console.showRows()
    Console.diagnostics.progress(done: 0, of: total)
  }

  func begin(_ label: String) { state.withLock { $0.label = label } }

  /// Ends the messages of a row and prints its summary.
  func end(_ lines: [String]) {
    let done = state.withLock { state in
      state.done += 1
      return state.done
    }
    Console.diagnostics.end()
    for line in lines { Console.summary(line) }
    Console.diagnostics.progress(done: done, of: total)
  }

  /// Prints the number of further rows to which each message applies.
  func sumUp() {
    Console.diagnostics.end()
    state.withLock { state in
      for text in state.order {
        let more = state.counts[text, default: 1] - 1
        if more > 0 { Console.note("\(Text.count(more, "more row")): \(text)") }
      }
    }
  }
}
