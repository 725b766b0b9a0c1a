internal import Files
internal import Glibc
package import Rendering
package import Reporting
package import Synchronization

/// Messages are written to standard error, and results to standard output. All output to the terminal passes
/// through this type. The functions take single lines with any characters and print them with the escapes of
/// `EscapedText`, so that no text of a file, a plugin or a path can control the terminal.
package enum Console {
  package enum Verbosity: Int { case quiet, normal, verbose }
  private static let level = Atomic(Verbosity.normal.rawValue)
  package static var verbosity: Verbosity {
    get { Verbosity(rawValue: level.load(ordering: .relaxed))! }
    set { level.store(newValue.rawValue, ordering: .relaxed) }
  }

  private static let farm = Atomic(false)
  /// Whether an Open Job Description session reads the output, which interprets lines that start with its
  /// keywords. Only the program itself may send commands to the session, so all other lines are marked.
  package static var isReadByFarm: Bool {
    get { farm.load(ordering: .relaxed) }
    set { farm.store(newValue, ordering: .relaxed) }
  }

  /// Marks an output line that a session would otherwise interpret as a command.
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
  /// Prints a line of a table that the user requested as output.
  package static func table(_ line: String) { tell("", line) }
  package static func detail(_ line: String) { if verbosity == .verbose { tell("", line) } }

  /// Diagnostics that print the messages of the engine.
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

  /// The progress display on the terminal.
  package static let progress = Mutex(Progress(.auto))

  /// Sets the style of the terminal's progress display.
  package static func show(_ style: Progress.Style) {
    if style == .openjd { isReadByFarm = true }
    progress.withLock { $0 = Progress(style) }
  }

  /// Makes the progress display count rows instead of frames.
  package static func showRows() { progress.withLock { $0 = $0.counting("row") } }

  /// Prints the summary lines of a run's outputs. The lines are written to standard error if raw frames are
  /// written to standard output.
  package static func sumUp(_ lines: [String], of jobs: [OutputRequest]) {
    let isTaken = jobs.contains { $0.path == "-" || $0.path == "-.mp4" }
    for line in lines { if isTaken { note(line) } else { summary(line) } }
  }

  /// Writes the text of the progress display to standard error. The text comes from the program itself and
  /// may contain control sequences.
  package static func draw(_ text: String) { write(text) }

  /// Writes a text of the program itself, unless writing would block.
  package static func drawAtOnce(_ text: String) {
    var entry = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
    // Safety: poll reads and writes one entry.
    if unsafe poll(&entry, 1, 0) == 1 { write(text) }
  }

  private static func tell(_ head: String, _ line: String) {
    write(marked("\(head)\(EscapedText.line(line))") + "\n")
  }

  /// Writes a message to standard error. If standard error is closed, or is a file that the program reads,
  /// the message is dropped and the program continues.
  private static func write(_ text: String) {
    if messagesAreKept, EngineContext.ofProgram.inputs.input(openAs: 2) != nil { return }
    _ = FileBytes.write(Array(text.utf8), to: 2)
  }

  /// Prints a line of a result; standard output contains nothing except results.
  package static func result(_ line: String) { result([line]) }

  package static func result(_ lines: [String]) {
    put(lines.map { marked(EscapedText.line($0)) + "\n" }.joined())
  }

  /// Prints a line that summarises a result, unless the verbosity is quiet.
  package static func summary(_ line: String) { if verbosity != .quiet { result(line) } }

  /// Prints a JSON result for other programs.
  package static func result(json text: String) { put(EscapedText.json(text) + "\n") }

  /// Prints annotations, whose lines a CI service interprets.
  package static func annotate(_ text: String) {
    put(text.split(separator: "\n").map { EscapedText.line(String($0)) + "\n" }.joined())
  }

  /// Writes a text to standard output without changes. The program ends if the write fails, or if standard
  /// output is a file that the program has read.
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

  /// Whether standard output is a regular file.
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
