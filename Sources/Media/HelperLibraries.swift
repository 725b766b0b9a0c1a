internal import CProcess
internal import Glibc

/// What a helper needs of the system before it can run.
package enum HelperLibraries {
  /// The libraries that the loader does not find for a program, by the names it looks for, sorted. Nothing
  /// of the program runs.
  package static func missing(for program: String) -> [String] {
    var output: Int32 = -1
    let room = 1 << 16
    // Unsafe, here and below: the C shim fills these in, and reads the request only during the call.
    guard unsafe process_memory("libraries", room, &output) == 0 else { return [] }
    defer { close(output) }
    var id: pid_t = 0
    let name = unsafe strdup(program)
    // With this variable the loader lists what it would load, and ends.
    let tracing = unsafe strdup("LD_TRACE_LOADED_OBJECTS=1")
    defer {
      unsafe free(name)
      unsafe free(tracing)
    }
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [name, nil]
    var environment: [UnsafeMutablePointer<CChar>?] = unsafe [tracing, nil]
    let problem = unsafe program.withCString { path in
      unsafe arguments.withUnsafeMutableBufferPointer { arguments in
        unsafe environment.withUnsafeMutableBufferPointer { environment in
          var request = unsafe process_request(
            path: path, arguments: arguments.baseAddress!, environment: environment.baseAddress,
            input: -1, output: output, error: -1, passed: nil, passed_count: 0,
            dies_with_parent: true)
          return unsafe process_start(&request, &id)
        }
      }
    }
    guard problem == 0 else { return [] }
    var status: Int32 = 0
    if unsafe process_wait(id, 10_000, &status) != 0 { _ = unsafe process_kill(id, &status) }
    let listed = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      unsafe count = max(0, pread(output, buffer.baseAddress!, room, 0))
    }
    // "        libpng16.so.16 => not found", as often as a library needs it.
    let lines = String(decoding: listed.prefix { $0 != 0 }, as: UTF8.self).split(separator: "\n")
    let missing = lines.compactMap { line -> String? in
      let words = line.split(whereSeparator: \.isWhitespace)
      return words.dropFirst().elementsEqual(["=>", "not", "found"]) ? String(words[0]) : nil
    }
    return Set(missing).sorted()
  }
}
