import Glibc
import Synchronization

/// Holds threads back until the last of them is there.
private final class Barrier: Sendable {
  private let missing: Atomic<Int>
  init(_ count: Int) { missing = Atomic(count) }
  func wait() {
    missing.subtract(1, ordering: .relaxed)
    while missing.load(ordering: .relaxed) > 0 { sched_yield() }
  }
}

/// Runs a body on several threads of the system and waits for all.
enum Threads {
  private final class Job: Sendable {
    let index: Int
    let body: @Sendable (Int) -> Void
    init(_ index: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.index = index
      self.body = body
    }
  }

  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    // All begin together.
    let ready = Barrier(count)
    for i in 0..<count {
      var thread = pthread_t()
      // Unsafe: the job is handed over and released by the thread.
      let job = unsafe Unmanaged.passRetained(
        Job(i) { index in
          ready.wait()
          body(index)
        }
      ).toOpaque()
      let problem = unsafe pthread_create(
        &thread, nil,
        { job in
          let job = unsafe Unmanaged<Job>.fromOpaque(job!).takeRetainedValue()
          job.body(job.index)
          return nil
        }, job)
      if problem == 0 { threads.append(thread) }
    }
    for thread in threads { _ = pthread_join(thread, nil) }
  }
}
