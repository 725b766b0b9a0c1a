package import Glibc

/// Starts threads that end with the work for which they were started. A program that embeds the engine
/// therefore has no threads of the engine after using it, and may fork.
package enum Threads {
  /// Calls `body` on `count` threads at the same time, including the calling thread, and returns when all
  /// calls have returned. If the system provides fewer threads, `body` is called less often, but at least
  /// once.
  package static func run(_ count: Int, _ body: @Sendable () -> Void) {
    withoutActuallyEscaping(body) { body in
      let others = (1..<max(1, count)).compactMap { _ in start(body) }
      body()
      for thread in others { pthread_join(thread, nil) }
    }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread, which must be joined; nil if the system provides none. Signals to the process are
  /// blocked in the thread, so that another thread receives them.
  package static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var (taken, before) = (sigset_t(), sigset_t())
    // Safety, here and below: the sets are local, and the work is passed to exactly one thread.
    unsafe sigfillset(&taken)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS] {
      unsafe sigdelset(&taken, fault)
    }
    unsafe pthread_sigmask(SIG_BLOCK, &taken, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = unsafe Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let problem = unsafe pthread_create(
      &thread, nil,
      { work in
        unsafe Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    if problem == 0 { return thread }
    unsafe work.release()
    return nil
  }
}
