internal import Files
internal import Glibc
package import Rendering
package import Reporting
package import Synchronization

/// Messages go to standard error, results to standard output. All output to the terminal passes through here.
/// The functions accept single lines with any characters, and print them with the escapes of `EscapedText`,
/// so that no text of a file, a plugin or a path controls the terminal.
package enum Console {
  package enum Verbosity: Int { case quiet, normal, verbose }
  private static let level = Atomic(Verbosity.normal.rawValue)
  package static var verbosity: Verbosity {
    get { Verbosity(rawValue: level.load(ordering: .relaxed))! }
    set { level.store(newValue.rawValue, ordering: .relaxed) }
  }

  private static let farm = Atomic(false)
  /// Whether an Open Job Description session reads the output, and interprets lines that start with its
  /// keywords. Only lines of the program itself may control the farm: all other lines are marked.
  package static var isReadByFarm: Bool {
    get { farm.load(ordering: .relaxed) }
    set { farm.store(newValue, ordering: .relaxed) }
  }

  /// The line as it may be read.
  private static func marked(_ line: String) -> String {
    guard isReadByFarm else { return line }
    return line.drop { $0 == " " }.lowercased().hasPrefix("openjd") ? "pipeline: \(line)" : line
  }

  package static func report(_ failure: EngineError) {
    for line in failure.lines { tell("\(paint("error:", 31)) ", line) }
  }
  package static func warn(_ line: String) {
    if verbosity != .quiet { tell("\(paint("warning:", 33)) ", line) }
  }
  package static func note(_ line: String) { if verbosity != .quiet { tell("", line) } }
  /// Prints a line of a requested table.
  package static func table(_ line: String) { tell("", line) }
  package static func detail(_ line: String) { if verbosity == .verbose { tell("", line) } }

  /// Diagnostics that print the engine's messages.
  package static let diagnostics = Diagnostics { event in
    switch event {
    case .message(let message):
      switch message.level {
      case .warning: warn(message.text)
      case .note: note(message.text)
      case .detail: detail(message.text)
      }
    case .progress(let done, let total): progress.withLock { $0.show(done, of: total) }
    case .ended: progress.withLock { $0.clear() }
    }
  }

  /// The display of progress on the terminal.
  package static let progress = Mutex(Progress(.auto))

  /// Sets the style of the progress display.
  package static func show(_ style: Progress.Style) {
    if style == .openjd { isReadByFarm = true }
    progress.withLock { $0 = Progress(style) }
  }

  /// Changes the unit of progress to rows.
  package static func showRows() { progress.withLock { $0 = $0.counting("row") } }

  /// The lines of a run's outputs. Standard output may be taken by raw frames.
  package static func sumUp(_ lines: [String], of jobs: [OutputRequest]) {
    let isTaken = jobs.contains { $0.path == "-" || $0.path == "-.mp4" }
    for line in lines { if isTaken { note(line) } else { summary(line) } }
  }

  /// Draws the progress of the work. The text comes from the program itself, and may move the cursor.
  package static func draw(_ text: String) { write(text) }

  /// Writes a text of the program itself, unless the write would have to wait.
  package static func drawAtOnce(_ text: String) {
    var entry = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
    // Safety: the kernel reads and writes one entry.
    if unsafe poll(&entry, 1, 0) == 1 { write(text) }
  }

  private static func tell(_ head: String, _ line: String) {
    write(marked("\(head)\(EscapedText.line(line))") + "\n")
  }

  /// Writes a message. If standard error is closed, the program continues without messages, as it does if a
  /// message would change a file that it reads.
  private static func write(_ text: String) {
    if messagesAreKept, EngineContext.ofProgram.inputs.input(openAs: 2) != nil { return }
    _ = FileBytes.write(Array(text.utf8), to: 2)
  }

  /// Prints a line of a result; standard output contains only results.
  package static func result(_ line: String) { result([line]) }

  package static func result(_ lines: [String]) {
    put(lines.map { marked(EscapedText.line($0)) + "\n" }.joined())
  }

  /// Prints a line that summarises a result, unless the output is quiet.
  package static func summary(_ line: String) { if verbosity != .quiet { result(line) } }

  /// A result that another program reads.
  package static func result(json text: String) { put(EscapedText.json(text) + "\n") }

  /// Prints annotations, whose lines a service interprets.
  package static func annotate(_ text: String) {
    put(text.split(separator: "\n").map { EscapedText.line(String($0)) + "\n" }.joined())
  }

  /// Writes a text to standard output. If the write fails, or if standard output is a file that was read, the
  /// program ends.
  private static func put(_ text: String) {
    if resultsAreKept, let input = EngineContext.ofProgram.inputs.input(openAs: 1) {
      report(
        .usage(
          "the standard output is also the input file \(input), "
            + "and pipeline never replaces an input"
        ))
      Interruption.leave(64)
    }
    let problem = FileBytes.write(Array(text.utf8), to: 1)
    guard problem != 0 else { return }
    let reason =
      problem == EPIPE ? "the reader closed the pipe" : "cannot be written: \(Errno.words(problem))"
    report(EngineError("standard output: \(reason)", .unwritable))
    Interruption.leave(74)
  }

  /// Whether results are written to a file.
  private static let resultsAreKept = isFile(1)
  private static let messagesAreKept = isFile(2)

  private static func isFile(_ descriptor: Int32) -> Bool {
    var about = stat()
    // Safety: fstat fills the struct.
    return unsafe fstat(descriptor, &about) == 0 && about.st_mode & S_IFMT == S_IFREG
  }

  package static let isTerminal = isatty(2) == 1
  private static let usesColor =
    isTerminal && (System.variable("NO_COLOR") ?? "").isEmpty

  private static func paint(_ text: String, _ color: Int) -> String {
    usesColor ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
  }
}
