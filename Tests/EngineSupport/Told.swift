package import Reporting
internal import Synchronization

/// Stores the messages of the engine.
package final class Told: Sendable {
  private struct State {
    var messages: [Diagnostics.Message] = []
    var progress: [Int] = []
    var ends = 0
  }
  private let state = Mutex(State())

  package init() {}

  package var diagnostics: Diagnostics {
    Diagnostics { [self] event in
      state.withLock { state in
        switch event {
        case .message(let message): state.messages.append(message)
        case .progress(let done, _): state.progress.append(done)
        case .ended: state.ends += 1
        }
      }
    }
  }
  package var messages: [Diagnostics.Message] { state.withLock { $0.messages } }
  package var lines: [String] { messages.map(\.text) }
  package var progress: [Int] { state.withLock { $0.progress } }
  package var ends: Int { state.withLock { $0.ends } }
}
