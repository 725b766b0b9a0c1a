internal import CProcess
internal import CSandbox
internal import Files
internal import Glibc

/// Finds the source line of a plugin's crash if the plugin's file contains debugging information.
enum CrashPlace {
  /// A description of a crash location, such as `layout + 0x21c (Drop.swift:54)`, with as much information as
  /// the file contains; nil if the file contains none.
  static func words(_ address: UInt64, in copies: PluginCopies, worker: String) -> String? {
    guard address > 0 else { return nil }
    let line = SourceLine.find(address, in: copies.path, worker: worker)
    guard let (symbol, offset) = copies.function(at: address) else {
      return line.flatMap { line in line.place.map { "\(line.function ?? "its code") (\($0))" } }
    }
    let name = plain(Demangling.swift(symbol) ?? line?.function ?? symbol)
    return "\(name) + 0x\(String(offset, radix: 16))" + (line?.place.map { " (\($0))" } ?? "")
  }

  /// The name of a function without its context and parameters.
  static func plain(_ name: String) -> String {
    let named = name.replacing("(anonymous namespace)::", with: "")
    let head = named.prefix { $0 != "(" && $0 != "<" }
    let last = head.split(separator: " ").last ?? head
    let parts = last.replacing("::", with: ".").split(separator: ".")
    return parts.last.map(String.init) ?? name
  }
}

private enum Demangling {
  private typealias Function =
    @convention(c) (
      UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?

  /// The readable name of a Swift function; nil for all other symbols.
  static func swift(_ symbol: String) -> String? {
    guard symbol.hasPrefix("$s"), let found = unsafe dlsym(nil, "swift_demangle") else {
      return nil
    }
    // Safety: the function belongs to the Swift runtime, and its result is copied and freed.
    let demangle = unsafe unsafeBitCast(found, to: Function.self)
    guard let text = unsafe demangle(symbol, symbol.utf8.count, nil, nil, 0) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}

/// Finds the source line of an address with addr2line or llvm-symbolizer if one of them is installed. The
/// tools read untrusted files, so they run in a sandbox: `pipeline-worker line` enters the sandbox and then
/// executes the tool.
package enum SourceLine {
  static let word = "line"
  private static let tools = ["addr2line", "llvm-addr2line", "llvm-symbolizer"]

  static func find(
    _ address: UInt64, in path: String, worker: String
  ) -> (function: String?, place: String?)? {
    guard let tool = tools.lazy.compactMap(System.program).first else { return nil }
    var pipe: [Int32] = [-1, -1]
    var id: pid_t = 0
    // Safety: the shims fill these variables.
    guard unsafe process_pipe(&pipe, 64 << 10) == 0 else { return nil }
    defer { close(pipe[0]) }
    let problem = WorkerStart.start(
      worker, [word, System.realPath(tool), path, "0x\(String(address, radix: 16))"],
      passed: [], output: pipe[1], &id)
    close(pipe[1])
    guard problem == 0 else { return nil }
    var status: Int32 = 0
    if unsafe process_wait(id, 5_000, &status) != 0 { _ = unsafe process_kill(id, &status) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
      // Safety: read writes into the array's own storage.
      filled = max(0, unsafe read(pipe[0], buffer.baseAddress!, buffer.count))
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard lines.count >= 2 else { return nil }
    let named = lines[1].split(separator: "/").last.map(String.init) ?? lines[1]
    let place = named.split(separator: " ").first.map(String.init) ?? named
    // A crash location without a line number is useless.
    let isKnown = place.split(separator: ":").last.flatMap { Int($0) }.map { $0 > 0 } ?? false
    return (lines[0].hasPrefix("??") ? nil : lines[0], isKnown ? place : nil)
  }

  /// Enters the sandbox and then executes the tool. The arguments are the path of the tool, the path of the
  /// plugin, and the address. The function returns only if it fails.
  package static func become(_ words: [String]) -> Int32 {
    guard words.count == 3 else { return 64 }
    let (tool, path, address) = (words[0], words[1], words[2])
    let folder = tool.split(separator: "/").dropLast().joined(separator: "/")
    let readable = [
      tool, "/\(folder)", "/\(folder)/../lib", "/usr/lib", "/usr/lib64", "/lib", "/lib64",
      "/etc/ld.so.cache", "/dev/null", path,
    ]
    // Safety: the copies exist until the process executes another program.
    var paths: [UnsafePointer<CChar>?] = unsafe readable.map { unsafe UnsafePointer(strdup($0)) }
    let arguments = [tool, "-f", "-C", "-e", path, address]
    var list: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var plain: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("LC_ALL=C"), nil]
    unsafe paths.withUnsafeMutableBufferPointer { paths in
      var request = unsafe sandbox_request(
        readable: paths.baseAddress!, readable_count: paths.count, address_space_bytes: 4 << 30,
        threads: 0, writes_files: false, becomes: paths[0], writes_below: nil,
        starts_processes: false)
      _ = unsafe sandbox_enter(&request)
    }
    unsafe execve(tool, &list, &plain)
    return 126
  }
}
