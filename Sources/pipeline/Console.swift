import Files
import Glibc
import Synchronization

/// Messages go to standard error, results to standard output.
///
/// This is the last door before the terminal. It takes single lines, whatever they hold, and shows
/// them as `ShownText` says: no words of a file, a plugin or a path are obeyed by a terminal.
enum Console {
  enum Verbosity: Int { case quiet, normal, verbose }
  private static let level = Atomic(Verbosity.normal.rawValue)
  static var verbosity: Verbosity {
    get { Verbosity(rawValue: level.load(ordering: .relaxed))! }
    set { level.store(newValue.rawValue, ordering: .relaxed) }
  }

  static func report(_ failure: Failure) {
    for line in failure.lines { tell("\(paint("error:", 31)) ", line) }
  }
  static func warn(_ line: String) {
    if verbosity != .quiet { tell("\(paint("warning:", 33)) ", line) }
  }
  static func note(_ line: String) { if verbosity != .quiet { tell("", line) } }
  static func detail(_ line: String) { if verbosity == .verbose { tell("", line) } }

  /// What is wrong with the words of the call.
  static func explain(_ lines: [String]) { for line in lines { tell("", line) } }

  /// How far the work is: the program's own words, which may move the cursor.
  static func draw(_ text: String) { write(text, to: 2) }

  private static func tell(_ head: String, _ line: String) {
    write("\(head)\(ShownText.line(line))\n", to: 2)
  }

  /// A line of a result; nothing else goes to standard output.
  static func result(_ line: String) { result([line]) }

  static func result(_ lines: [String]) {
    write(lines.map { ShownText.line($0) + "\n" }.joined(), to: 1)
  }

  /// A result that another program reads.
  static func result(json text: String) { write(ShownText.json(text) + "\n", to: 1) }

  /// Writes all of it. A reader that has gone away, as `head` does, wants no more.
  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      // Unsafe: the count is the slice's own.
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  static let isTerminal = isatty(2) == 1
  private static let usesColor =
    isTerminal && (Machine.variable("NO_COLOR") ?? "").isEmpty

  private static func paint(_ text: String, _ color: Int) -> String {
    usesColor ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
  }
}
