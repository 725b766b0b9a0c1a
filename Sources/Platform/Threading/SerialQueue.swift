internal import Glibc
internal import Synchronization

/// Runs work in order on a separate thread, which exists while the queue is not empty.
package final class SerialQueue: Sendable {
  private struct State: Sendable {
    var waiting: [@Sendable () -> Void] = []
    /// Whether the thread of the queue is running.
    var isRunning = false
    /// The last thread, which may have ended but must still be joined.
    var thread: pthread_t?
  }
  private let state = Mutex(State())

  package init() {}

  /// Waiting work retains the queue, so the thread of a queue that is released has already ended.
  deinit { join(state.withLock { $0.thread }) }

  /// Adds work to the queue; if the system provides no thread, the work is done immediately on the calling
  /// thread.
  package func add(_ work: @escaping @Sendable () -> Void) {
    let isTaken = state.withLock { state in
      state.waiting.append(work)
      if state.isRunning { return true }
      // The previous thread of the queue has released the lock for the last time, so it can be joined.
      join(state.thread)
      state.thread = Threads.start { self.work() }
      state.isRunning = state.thread != nil
      return state.isRunning
    }
    if !isTaken { self.work() }
  }

  /// Waits until all work is done and the thread has ended. No work must be added to the queue at the same
  /// time.
  package func finish() {
    join(
      state.withLock { state in
        defer { state.thread = nil }
        return state.thread
      })
  }

  private func join(_ thread: pthread_t?) {
    // The thread of the queue may release the last reference to the queue.
    guard let thread else { return }
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  /// Runs the work items until the queue is empty.
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
