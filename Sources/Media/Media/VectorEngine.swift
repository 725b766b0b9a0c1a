internal import CMedia
internal import CProcess
internal import Files
internal import Glibc
internal import Synchronization
internal import SVG

/// The fonts for an SVG's letters: files of installed fonts, and fonts that are embedded in the SVG.
struct VectorFonts {
  var files: [String] = []
  var held: [HeldFile] = []
}

/// Draws plain SVG with resvg, in a separate process for each drawing. The process starts as `pipeline-svg`, locks
/// itself, and then executes resvg.
struct VectorEngine {
  static let name = "resvg"
  /// The PNG of a drawing in memory, followed by unused memory.
  struct Drawing: ~Copyable, @unchecked Sendable {
    // The memory with the PNG, which is not written after the drawing.
    let memory: SharedMemory
  }

  /// The path of `pipeline-svg`, unless the program is in its usual place.
  var path: String?
  let settings: MediaSettings
  private var seconds: Int { settings.seconds ?? 60 }

  /// Returns the path of the engine, which is beside its helper, or where `make deps` puts it in the source tree.
  static func find(for helper: String) -> String? {
    let folder = helper.dropLast(HelperProgram.svg.rawValue.count)
    return ["", "../../../.build/resvg/"].map { folder + $0 + name }.first {
      // Safety: the function reads the path only during the call.
      unsafe access($0, X_OK) == 0
    }
  }

  /// Draws an SVG with width × height pixels; `fonts` are the font files for its letters.
  func draw(
    _ svg: [UInt8], width: Int, height: Int, fonts: VectorFonts, name: String
  ) throws(MediaError) -> Drawing {
    guard let helper = path ?? settings.context.find(HelperProgram.svg.rawValue) else {
      throw .unavailable(
        "\(HelperProgram.svg.rawValue) is not installed next to pipeline or in ../lib/pipeline")
    }
    guard let engine = Self.find(for: helper) else {
      throw .unavailable("resvg, which draws SVG, is not installed: make deps installs it")
    }
    settings.context.noteStart(HelperProgram.svg.rawValue)
    let room = width * height * 5 + 1 << 20
    guard let input = SharedMemory(byteCount: max(1, svg.count)),
      let output = SharedMemory(byteCount: room), let said = SharedMemory(byteCount: 1 << 16)
    else { throw .shortage("\(name): there is no memory for the drawing") }
    // Safety: the memory was created with the size of these bytes.
    unsafe input.address.copyMemory(from: svg, byteCount: svg.count)
    var words = [HelperProgram.svg.rawValue, settings.sandbox.rawValue, engine, "-", "-c"]
    // The option --quiet is set because resvg prints a line for each element of some files, which could fill the memory
    // for messages.
    words += ["--skip-system-fonts", "--resources-dir", "/nowhere", "--quiet"]
    for font in fonts.files.prefix(100) { words += ["--use-font-file", font] }
    // The engine opens the fonts through its own descriptors, which follow the standard ones and the socket.
    for i in fonts.held.indices { words += ["--use-font-file", "/proc/self/fd/\(4 + i)"] }
    let status = try run(
      helper, words, input.descriptor, output.descriptor, said.descriptor,
      passing: fonts.held.map(\.descriptor), name: name)
    try judge(status, said, name: name)
    return Drawing(memory: output)
  }

  /// Runs the helper until it ends, and returns its exit status.
  private func run(
    _ helper: String, _ words: [String], _ input: Int32, _ output: Int32, _ error: Int32,
    passing files: [Int32], name: String
  ) throws(MediaError) -> Int32 {
    var id: pid_t = 0
    // The process keeps one end of a socket open while it runs. Waiting for a message therefore also waits for the end
    // of the process, and a signal from the user ends the wait.
    var pair: [Int32] = [-1, -1]
    // Safety, for this call and the next: the C function reads the request only during the call, and copies are freed
    // afterwards.
    guard unsafe process_socket_pair(&pair) == 0 else {
      throw .shortage(
        "\(helper): the helper cannot be started, because the system has no sockets left")
    }
    defer { close(pair[0]) }
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let passed = [pair[1]] + files
    let problem = unsafe helper.withCString { path in
      unsafe arguments.withUnsafeMutableBufferPointer { arguments in
        unsafe passed.withUnsafeBufferPointer { passed in
          var request = unsafe process_request(
            path: path, arguments: arguments.baseAddress!, environment: nil, input: input,
            output: output, error: error, passed: passed.baseAddress,
            passed_count: Int32(passed.count),
            dies_with_parent: true)
          return unsafe process_start(&request, &id)
        }
      }
    }
    close(pair[1])
    guard problem == 0 else {
      let reason = "\(helper): cannot be started: \(Errno.words(problem))"
      throw Helper.isShortage(problem) ? .shortage(reason) : .unavailable(reason)
    }
    let memory = HelperMemory(of: id, HelperProgram.svg.rawValue)
    var (byte, count, status): (UInt8, Int, Int32) = (0, 0, 0)
    var (answer, hasRoom) = (ETIMEDOUT, true)
    var end = ContinuousClock.now + .seconds(seconds)
    var clock = HelperClock(id, milliseconds: seconds * 1_000)
    // The memory use of the process is checked while it draws.
    while answer == ETIMEDOUT, hasRoom, !settings.isCancelled() {
      if ContinuousClock.now >= end {
        guard clock.allowsMore() else { break }
        end = .now + .seconds(seconds)
      }
      answer = unsafe process_receive(pair[0], &byte, 1, &count, 20)
      hasRoom = memory.count()
    }
    if answer == 0, count == 0, unsafe process_wait(id, 5000, &status) == 0 { return status }
    _ = unsafe process_kill(id, &status)
    if !hasRoom { throw HelperMemory.refusal(name, .svg) }
    if answer == ECANCELED || settings.isCancelled() {
      throw .helper(path: name, reason: "resvg was interrupted")
    }
    throw .broken(
      path: name, reason: "cannot be drawn: resvg did not end within \(seconds) s and was killed")
  }

  private func judge(
    _ status: Int32, _ said: borrowing SharedMemory, name: String
  ) throws(MediaError) {
    let signal = process_signal_of(status)
    let exit = process_exit_of(status)
    if exit == 0 { return }
    if exit == MEDIA_UNLOCKED, settings.sandbox == .require {
      throw .unavailable(
        "pipeline-svg cannot be locked as \(settings.context.vocabulary.name(.wholeSandbox)) "
          + "requires")
    }
    if signal == SIGKILL {
      throw .killed(
        path: name,
        reason: "resvg was killed with signal 9, probably by the system because memory ran out")
    }
    // Safety: the memory contains this many bytes.
    let bytes = unsafe UnsafeRawBufferPointer(start: said.address, count: said.byteCount)
    let text = unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    // A Rust program ends with SIGABRT when an allocation fails.
    if signal == SIGABRT, text.contains("memory allocation of") {
      throw HelperMemory.refusal(name, .svg)
    }
    if signal == SIGXCPU {
      throw .broken(
        path: name,
        reason: "the drawing takes more than 60 s of processor time, so it cannot be drawn")
    }
    if signal != 0 {
      let words = unsafe String(cString: strsignal(signal))
      throw .broken(
        path: name, reason: "cannot be drawn: resvg was ended by signal \(signal) (\(words))")
    }
    // The engine's message refers to the generated SVG, not to the file, so it is not shown.
    throw .unusable(path: name, reason: "cannot be drawn: resvg, which draws SVG, failed")
  }
}
