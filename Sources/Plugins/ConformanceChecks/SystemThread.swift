internal import Glibc

/// Runs work on a system thread in parallel with its creator, without the limits of a thread pool.
@safe final class SystemThread {
  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  private var thread: pthread_t?

  /// Starts the thread; if the system provides no thread, runs the work immediately.
  init(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    // Safety: the job is passed on retained, and the thread releases it.
    let job = unsafe Unmanaged.passRetained(Job(body)).toOpaque()
    let problem = unsafe pthread_create(
      &thread, nil,
      { job in
        unsafe Unmanaged<Job>.fromOpaque(job!).takeRetainedValue().body()
        return nil
      }, job)
    if problem == 0 {
      self.thread = thread
    } else {
      unsafe Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body()
    }
  }

  /// Waits until the thread's work is done.
  func finish() {
    guard let thread else { return }
    self.thread = nil
    _ = pthread_join(thread, nil)
  }

  deinit { finish() }
}
