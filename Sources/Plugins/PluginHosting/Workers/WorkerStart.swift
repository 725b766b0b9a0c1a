internal import CProcess
internal import Files
internal import Glibc

/// Starts a program that runs a plugin: `pipeline-worker` or `pipeline-check`.
package enum WorkerStart {
  /// The complete environment of a worker. The host reports crashes itself; Swift's own backtracer would have
  /// to start a process.
  private static let environment =
    ["LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no"] + oneThreaded.map { "\($0)=1" } + debugging

  /// The variables with which authors debug plugins; they are passed to the worker. None of the variables
  /// changes the frames.
  private static let debugging = [
    "RUST_BACKTRACE", "RUST_LIB_BACKTRACE", "RUST_LOG", "ASAN_OPTIONS", "UBSAN_OPTIONS",
    "TSAN_OPTIONS", "LSAN_OPTIONS", "MALLOC_PERTURB_", "GLIBC_TUNABLES",
  ].compactMap { name in System.variable(name).map { "\(name)=\($0)" } }

  /// Variables that make certain libraries work on the calling thread. The threads of libraries such as
  /// OpenBLAS would wait for the next call, but no thread may outlive its call.
  private static let oneThreaded = [
    "OMP_NUM_THREADS", "OMP_THREAD_LIMIT", "OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS",
    "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "NUMEXPR_NUM_THREADS",
    "NUMEXPR_MAX_THREADS", "RAYON_NUM_THREADS", "TBB_NUM_THREADS", "OPENCV_FOR_THREADS_NUM",
  ]

  /// Variables that make glibc check each freed block, and abort if memory after the end of the block was
  /// overwritten. If the library does not exist, the loader prints a message and continues.
  package static let heapChecks = ["LD_PRELOAD=libc_malloc_debug.so.0", "MALLOC_CHECK_=3"]

  /// Starts a process; returns 0 and stores its id in `id`, or returns an errno value; the caller reaps the
  /// process. `words` follow the name of the program; the descriptors `passed` become 3, 4, …; `output`
  /// receives the output of the process; `variables` are added to its environment; `group` is the folder of
  /// the control group in which it starts.
  package static func start(
    _ executable: String, _ words: [String], passed: [Int32], output: Int32,
    variables: [String] = [], group: Int32 = -1, _ id: inout Int32
  ) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] =
      unsafe ([executable] + words).map { unsafe strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] =
      unsafe (Self.environment + variables).map { unsafe strdup($0) } + [nil]
    defer {
      for i in unsafe arguments.indices { unsafe free(arguments[i]) }
      for i in unsafe environment.indices { unsafe free(environment[i]) }
    }
    // Safety: the C shim reads the request only during the call.
    return unsafe executable.withCString { path in
      unsafe arguments.withUnsafeMutableBufferPointer { arguments in
        unsafe environment.withUnsafeMutableBufferPointer { environment in
          unsafe passed.withUnsafeBufferPointer { passed in
            var request = unsafe process_request(
              path: path, arguments: arguments.baseAddress!,
              environment: environment.baseAddress, input: -1, output: output, error: output,
              passed: passed.baseAddress, passed_count: Int32(passed.count),
              dies_with_parent: true)
            return unsafe process_start_in_group(&request, group, &id)
          }
        }
      }
    }
  }
}
