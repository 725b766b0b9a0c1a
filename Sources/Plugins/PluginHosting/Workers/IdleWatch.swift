internal import Dispatch
internal import Glibc
internal import Synchronization
internal import Threading

/// Checks idle workers ten times per second: a plugin that forged its result may continue to run and use
/// memory while no call measures it.
package enum IdleWatch {
  private struct Entry {
    weak var workers: PluginWorkers?
  }
  private struct State {
    var entries: [Entry] = []
    var thread: pthread_t?
    /// The number of the current watch thread; threads with older numbers end.
    var number = 0
    /// The id of the process to which the thread belongs; a forked process does not have this thread.
    var process: pid_t = 0
  }
  private static let state = Mutex(State())
  /// The lock that is held while workers are checked.
  private static let look = Mutex(())
  private static let bell = DispatchSemaphore(value: 0)

  /// Starts checking workers; they are checked as long as they exist.
  static func add(_ workers: PluginWorkers) {
    state.withLock { state in
      if state.process != getpid() { state = State(number: state.number, process: getpid()) }
      state.entries.append(Entry(workers: workers))
      if state.thread != nil { return }
      state.number += 1
      // If no thread can be started, the next call of this method tries again.
      state.thread = Threads.start { [number = state.number] in watch(number) }
    }
  }

  /// Ends the watch thread after the last worker has ended.
  package static func rest() {
    look.withLock { _ in }
    let thread: pthread_t? = state.withLock { state in
      guard state.process == getpid() else { return nil }
      state.entries.removeAll { $0.workers == nil }
      guard state.entries.isEmpty, let thread = state.thread else { return nil }
      state.number += 1
      state.thread = nil
      return thread
    }
    guard let thread else { return }
    bell.signal()
    pthread_join(thread, nil)
  }

  private static func watch(_ number: Int) {
    while true {
      _ = bell.wait(timeout: .now() + .milliseconds(100))
      let goesOn = look.withLock { _ in
        let all: [PluginWorkers]? = state.withLock { state in
          guard state.number == number else { return nil }
          state.entries.removeAll { $0.workers == nil }
          return state.entries.compactMap(\.workers)
        }
        for workers in all ?? [] { workers.endGreedy() }
        return all != nil
      }
      if !goesOn { return }
    }
  }
}
