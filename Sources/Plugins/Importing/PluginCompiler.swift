internal import CProcess
internal import CTemplates
internal import Files
internal import Glibc

/// Runs clang to compile plugins from C++ sources. Each source is compiled twice, for all x86-64 processors
/// and for those with AVX2; the plugin chooses between them at run time. Multiplications and additions are
/// never fused, so that both versions give the same bits.
package struct PluginCompiler {
  package let clang: String
  /// The beginning of a command that confines the compiler to a folder; the folder and the compiler's
  /// arguments follow.
  private let box: [String]

  package struct Source {
    package var name: String
    package var text: String
    package init(name: String, text: String) { (self.name, self.text) = (name, text) }
  }
  /// A compiled library, or the reason why the compilation failed.
  package enum Outcome {
    case made([UInt8])
    case refused(String)
  }

  /// Finds the compiler; nil if it is not in PATH. `box` is the command line of a program that sandboxes
  /// itself and executes the compiler; the folder to which the compiler may write follows it.
  package init?(box: [String]) {
    let names = ["clang++"] + (14...22).reversed().map { "clang++-\($0)" }
    guard let found = names.lazy.compactMap(System.program).first else { return nil }
    clang = found
    self.box = box
  }

  /// The headers that GLSL plugins include.
  package static let glslHeaders = [
    "glsl.hpp", "glsl-vectors.hpp", "glsl-functions.hpp", "glsl-lanes.hpp",
  ]

  /// The contents of a header that sources include, which is embedded in this program.
  package static func header(_ name: String) -> [UInt8] {
    var count = 0
    // Safety: the bytes exist as long as the program, and are copied.
    guard let bytes = unsafe templates_file(name, &count) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The compiler flags for all sources.
  package static let always = [
    "-std=c++17", "-O2", "-fPIC", "-fvisibility=hidden", "-ffp-contract=off", "-fno-math-errno",
    "-fno-exceptions", "-fno-rtti", "-fno-ident", "-fwrapv", "-fno-finite-loops",
    "-fbracket-depth=1024", "-ferror-limit=3", "-fno-caret-diagnostics",
    "-fno-color-diagnostics", "-fno-elide-type", "-Wno-everything",
  ]

  /// Compiles the C++ sources in the given order. `folder` is the folder for the compiler's intermediate
  /// files.
  package func make(_ sources: [Source], in folder: String) -> [Outcome] {
    var compiles: [[String]] = []
    for place in sources.indices {
      let file = "\(folder)/\(place).cpp"
      let common = Self.always + ["-I", folder, "-c", file, "-o"]
      compiles.append([clang] + common + ["\(folder)/\(place).o"])
      compiles.append(
        [clang] + common + ["\(folder)/\(place)-wide.o", "-DGLSL_WIDE", "-march=x86-64-v3"])
    }
    let boxed = box + [folder]
    let compiled = Commands.run(compiles.map { boxed + $0 })
    let links = sources.indices.map { place in
      [
        clang, "-shared", "-nostdlib++", "-Wl,-z,relro,-z,now", "-Wl,--build-id=none", "-s",
        "\(folder)/\(place).o", "\(folder)/\(place)-wide.o", "-lm", "-o", "\(folder)/\(place).so",
      ]
    }
    let isCompiled = sources.indices.map {
      compiled[2 * $0].isFine && compiled[2 * $0 + 1].isFine
    }
    var linked = Commands.run(zip(links, isCompiled).filter { $0.1 }.map { boxed + $0.0 })[...]
    return sources.indices.map { place in
      guard isCompiled[place] else {
        let failed = compiled[2 * place].isFine ? 2 * place + 1 : 2 * place
        return .refused(Self.firstError(compiled[failed].said))
      }
      let link = linked.removeFirst()
      guard link.isFine, let file = try? RegularFile("\(folder)/\(place).so"),
        let bytes = try? file.read(limitBytes: 64 << 20)
      else { return .refused(Self.firstError(link.said)) }
      return .made(bytes)
    }
  }

  /// The first line that contains an error; if no line contains an error, the first line of the text.
  private static func firstError(_ text: String) -> String {
    let lines = text.split(separator: "\n")
    let line = lines.first { $0.contains("error:") } ?? lines.first ?? "clang failed"
    return String(line.prefix(400))
  }
}

/// Runs several programs in parallel, one for each processor.
enum Commands {
  struct Result {
    var isFine: Bool
    var said: String
  }

  static func run(_ commands: [[String]]) -> [Result] {
    var running: [(place: Int, process: pid_t, output: Int32)] = []
    var results = commands.map { _ in Result(isFine: false, said: "") }
    func waitForOldest() {
      let oldest = running.removeFirst()
      var status: Int32 = 0
      // Safety: the shim fills the status. The process has a limit for processor time; this time limit ends a
      // process that waits without using any.
      if unsafe process_wait(oldest.process, 1_800_000, &status) != 0 {
        _ = unsafe process_kill(oldest.process, &status)
      }
      let ending = process_signal_of(status)
      results[oldest.place] = Result(
        isFine: process_exit_of(status) == 0,
        said: ending == 0
          ? text(oldest.output)
          : "the compiler was ended by signal \(ending): the source takes too much time or memory")
      close(oldest.output)
    }
    for (place, words) in commands.enumerated() {
      if running.count >= System.processorCount { waitForOldest() }
      var output: Int32 = -1
      // Safety: the shim fills the descriptor.
      guard unsafe process_growing_memory("import-output", &output) == 0 else { continue }
      let (process, problem) = start(words, output: output)
      if problem == 0 {
        running.append((place, process, output))
      } else {
        // Safety: strerror returns a zero-terminated string.
        results[place].said = unsafe "\(words[0]): \(String(cString: strerror(problem)))"
        close(output)
      }
    }
    while !running.isEmpty { waitForOldest() }
    return results
  }

  private static func start(_ words: [String], output: Int32) -> (pid_t, Int32) {
    var process: pid_t = 0
    // Safety: the words are copied and freed after the call, during which the shim reads the request.
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { for i in unsafe arguments.indices { unsafe free(arguments[i]) } }
    let problem = unsafe words[0].withCString { path in
      unsafe arguments.withUnsafeMutableBufferPointer { arguments in
        var request = unsafe process_request(
          path: path, arguments: arguments.baseAddress!, environment: nil, input: -1,
          output: output, error: output, passed: nil, passed_count: 0, dies_with_parent: true)
        return unsafe process_start(&request, &process)
      }
    }
    return (process, problem)
  }

  private static func text(_ output: Int32) -> String {
    let room = 1 << 16
    // Safety: pread writes at most `room` bytes.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      unsafe count = max(0, pread(output, buffer.baseAddress!, room, 0))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
