internal import Synchronization
internal import Threading

/// Calls `body` once for each number in 0..<count on at most `jobs` threads, and returns when all calls have ended. The
/// threads take the numbers in any order, so each call may only write data that belongs to its number.
func parallel(_ count: Int, jobs: Int, _ body: @Sendable (Int) -> Void) {
  let threads = min(jobs, count)
  if threads <= 1 {
    for index in 0..<count { body(index) }
    return
  }
  let next = Atomic<Int>(0)
  Threads.run(threads) {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      if index >= count { return }
      body(index)
    }
  }
}
