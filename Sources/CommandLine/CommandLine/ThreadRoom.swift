internal import CProcess
internal import Glibc
package import Reporting

/// Tests whether the system allows this process the threads and processes that it needs; both count towards
/// the same limits. A library that cannot start a thread may wait for one forever.
package struct ThreadRoom {
  /// The number of threads that this program, a helper and an encoder need together.
  package static let fewest = 12

  package static var shortage: EngineError {
    EngineError(
      "too few processes: the system allows no \(fewest) more processes and threads (ulimit -u, "
        + "or pids.max of the control group)", .system)
  }

  /// Tests whether threads are available by starting `count` threads at once and ending them, which takes a
  /// few microseconds per thread.
  package static func isThere(_ count: Int) -> Bool {
    var attributes = pthread_attr_t()
    // Safety, here and below: the attributes, the threads and the lock exist until all threads have ended.
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, 64 << 10)
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    defer { unsafe mutex.deallocate() }
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_mutex_lock(mutex)
    var threads: [pthread_t] = []
    while threads.count < count {
      var thread = pthread_t()
      let problem = unsafe pthread_create(
        &thread, &attributes,
        { mutex in
          // Safety: the argument is the lock that the creating thread passed.
          let mutex = unsafe mutex!.assumingMemoryBound(to: pthread_mutex_t.self)
          unsafe pthread_mutex_lock(mutex)
          unsafe pthread_mutex_unlock(mutex)
          return nil
        }, mutex)
      guard problem == 0 else { break }
      threads.append(thread)
    }
    unsafe pthread_mutex_unlock(mutex)
    for thread in threads { pthread_join(thread, nil) }
    return threads.count == count
  }

  private var idleLooks = 0
  private var lastTime = 0

  /// Whether the process has computed nothing for ten seconds and cannot create a thread. The caller must
  /// call the method every two seconds.
  package mutating func isStuck() -> Bool {
    guard !Self.isThere(1) else {
      idleLooks = 0
      return false
    }
    var time = timespec()
    // Safety: clock_gettime fills the struct.
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    let now = time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    idleLooks = now - lastTime < 20 ? idleLooks + 1 : 0
    lastTime = now
    return idleLooks >= 5
  }
}
