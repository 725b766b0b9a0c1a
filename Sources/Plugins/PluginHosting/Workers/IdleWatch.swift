internal import Glibc
internal import Synchronization

/// Looks ten times a second at the workers that wait for their next call: one whose plugin forged its
/// answer goes on behind it, and could take memory that no call is there to measure.
enum IdleWatch {
  private struct Entry {
    weak var workers: PluginWorkers?
  }
  private struct State {
    var entries: [Entry] = []
    var isRunning = false
  }
  private static let state = Mutex(State())
  private static let microsecondsBetweenLooks: UInt32 = 100_000

  /// Looks at these workers as long as they are there.
  static func add(_ workers: PluginWorkers) {
    state.withLock { state in
      state.entries.append(Entry(workers: workers))
      if state.isRunning { return }
      var thread = pthread_t()
      // Unsafe: the thread takes nothing from its maker. Without one the next call looks.
      let problem = unsafe pthread_create(&thread, nil, { _ in unsafe IdleWatch.watch() }, nil)
      state.isRunning = problem == 0
      if state.isRunning { pthread_detach(thread) }
    }
  }

  /// Until there are no workers any more.
  private static func watch() -> UnsafeMutableRawPointer? {
    while true {
      usleep(microsecondsBetweenLooks)
      let all: [PluginWorkers]? = state.withLock { state in
        state.entries.removeAll { $0.workers == nil }
        state.isRunning = !state.entries.isEmpty
        return state.isRunning ? state.entries.compactMap(\.workers) : nil
      }
      guard let all else { return nil }
      for workers in all { workers.endGreedy() }
    }
  }
}
