import CProcess
import FoundationEssentials
import Glibc

/// Starts child processes with the environment of this process.
enum Child {
  /// Starts a process, which the caller reaps; nil on failure. `variables` replace variables of the environment.
  static func start(
    _ program: String, _ words: [String], input: Int32, output: Int32, error: Int32,
    passed: [Int32], diesWithParent: Bool, variables: [String: String] = [:]
  ) -> pid_t? {
    let all = ProcessInfo.processInfo.environment.merging(variables) { $1 }.map {
      "\($0.key)=\($0.value)"
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = unsafe all.map { unsafe strdup($0) } + [nil]
    defer {
      for i in unsafe arguments.indices { unsafe free(arguments[i]) }
      for i in unsafe environment.indices { unsafe free(environment[i]) }
    }
    var process: pid_t = 0
    // Safety: the C function reads the request only during the call.
    let problem = unsafe program.withCString { path in
      unsafe arguments.withUnsafeMutableBufferPointer { arguments in
        unsafe environment.withUnsafeMutableBufferPointer { environment in
          unsafe passed.withUnsafeBufferPointer { passed in
            var request = unsafe process_request(
              path: path, arguments: arguments.baseAddress!,
              environment: environment.baseAddress, input: input, output: output, error: error,
              passed: passed.baseAddress, passed_count: Int32(passed.count),
              dies_with_parent: diesWithParent)
            return unsafe process_start(&request, &process)
          }
        }
      }
    }
    return problem == 0 ? process : nil
  }
}
