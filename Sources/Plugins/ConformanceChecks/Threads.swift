import Glibc
import Synchronization

/// A barrier that blocks threads until the last of them has arrived.
private final class Barrier: Sendable {
  private let missing: Atomic<Int>
  init(_ count: Int) { missing = Atomic(count) }
  func wait() {
    missing.subtract(1, ordering: .relaxed)
    while missing.load(ordering: .relaxed) > 0 { sched_yield() }
  }
}

/// Runs a body on several system threads, and waits until all have ended.
enum Threads {
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    // The barrier makes all threads start at the same time.
    let ready = Barrier(count)
    let threads = (0..<count).map { i in
      SystemThread {
        ready.wait()
        body(i)
      }
    }
    for thread in threads { thread.finish() }
  }
}
