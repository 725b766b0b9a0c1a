internal import Glibc
internal import Synchronization

/// Runs work in order on its own thread, which exists while the queue is not empty.
package final class SerialQueue: Sendable {
  private struct State: Sendable {
    var waiting: [@Sendable () -> Void] = []
    /// Whether the thread is running.
    var isRunning = false
    /// The last thread, which may have ended and still has to be joined.
    var thread: pthread_t?
  }
  private let state = Mutex(State())

  package init() {}

  /// Waiting work retains the queue, so at this point only a thread that has ended can remain.
  deinit { join(state.withLock { $0.thread }) }

  /// Does work later; if the system provides no thread, the work is done at once on the calling thread.
  package func add(_ work: @escaping @Sendable () -> Void) {
    let isTaken = state.withLock { state in
      state.waiting.append(work)
      if state.isRunning { return true }
      // The thread has released the lock for the last time.
      join(state.thread)
      state.thread = Threads.start { self.work() }
      state.isRunning = state.thread != nil
      return state.isRunning
    }
    if !isTaken { self.work() }
  }

  /// Waits until all work is done and the thread has ended. No work may be added at the same time.
  package func finish() {
    join(
      state.withLock { state in
        defer { state.thread = nil }
        return state.thread
      })
  }

  private func join(_ thread: pthread_t?) {
    // The queue's own thread may have the last reference to the queue.
    guard let thread else { return }
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  /// Runs the work until the queue is empty.
  private func work() {
    while true {
      let work: (@Sendable () -> Void)? = state.withLock { state in
        if state.waiting.isEmpty {
          state.isRunning = false
          return nil
        }
        return state.waiting.removeFirst()
      }
      guard let work else { return }
      work()
    }
  }
}
