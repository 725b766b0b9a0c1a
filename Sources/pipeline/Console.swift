import Foundation
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

  static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

  /// A result; nothing else goes to standard output.
  static func result(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  static let isTerminal = isatty(2) == 1
  private static let usesColor =
    isTerminal && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty

  private static func paint(_ text: String, _ color: Int) -> String {
    usesColor ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
  }
}
