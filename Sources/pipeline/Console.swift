import Glibc
import Synchronization

/// Messages go to standard error, results to standard output.
enum Console {
  enum Verbosity: Int { case quiet, normal, verbose }
  private static let level = Atomic(Verbosity.normal.rawValue)
  static var verbosity: Verbosity {
    get { Verbosity(rawValue: level.load(ordering: .relaxed))! }
    set { level.store(newValue.rawValue, ordering: .relaxed) }
  }

  static func report(_ failure: Failure) {
    for line in failure.lines { write("\(paint("error:", 31)) \(line)\n") }
  }
  static func warn(_ line: String) {
    if verbosity != .quiet { write("\(paint("warning:", 33)) \(line)\n") }
  }
  static func note(_ line: String) { if verbosity != .quiet { write("\(line)\n") } }
  static func detail(_ line: String) { if verbosity == .verbose { write("\(line)\n") } }

  static func write(_ text: String) { write(text, to: 2) }

  /// A result; nothing else goes to standard output.
  static func result(_ text: String) { write(text + "\n", to: 1) }

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
