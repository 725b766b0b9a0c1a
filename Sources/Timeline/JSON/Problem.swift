/// A problem of a document with its position. Its description is `FILE:LINE:COL: /pointer: message; did you
/// mean "x"?`.
package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the problem, which determines the exit status of the program.
  package enum Kind: Hashable, Sendable {
    /// The arguments of the command are invalid: exit status 64.
    case usage
    /// The document or an asset is invalid: exit status 65.
    case fault
    /// A required file does not exist: exit status 66.
    case missing
    /// The document requests an operation that is not allowed: exit status 77.
    case notAllowed
    /// A program or codec is not available: exit status 69.
    case unavailable
    /// The problem is a defect of the program: exit status 70.
    case defect
    /// The system has too few resources: exit status 71.
    case shortage
    /// A file cannot be read: exit status 74.
    case unreadable
    /// The problem may disappear later or on another machine: exit status 75.
    case passing
  }
  package var file: String
  package var origin: Origin
  package var message: String
  /// The message without the actual value; nil if the message contains no value.
  private let expectation: String?
  /// The known word that is most similar to the word in the document.
  package var suggestion: String?
  package var kind: Kind

  /// Creates a problem; the message ends with the actual value, `found`.
  package init(
    file: String, origin: Origin, message: String, found: String? = nil, suggestion: String? = nil,
    kind: Kind = .fault
  ) {
    self.file = file
    self.origin = origin
    self.message = found.map { "\(message), found \($0)" } ?? message
    expectation = found.map { _ in message }
    self.suggestion = suggestion
    self.kind = kind
  }

  /// Whether another problem is the same mistake at the same position, whatever the actual value is.
  fileprivate func isLike(_ other: Problem) -> Bool {
    guard origin == other.origin, file == other.file, kind == other.kind else { return false }
    return message == other.message || expectation != nil && expectation == other.expectation
  }

  package var description: String {
    let place = "\(file):\(origin.position.line):\(origin.position.column)"
    let pointer = origin.pointer.isEmpty ? "" : " \(origin.pointer):"
    let question = suggestion.map { "; did you mean \(JSONWriter.string($0))?" } ?? ""
    return "\(place):\(pointer) \(message)\(question)"
  }
}

/// Collects problems while a document is read or planned.
package struct Problems: Sendable {
  /// The number of problems beyond which further problems are only counted, because a faulty generator
  /// repeats its mistakes.
  package static let limit = 200

  package var file: String
  private var list: [Problem] = []
  private var omitted = 0
  /// The number of occurrences of each problem: a layer that is copied has the same mistake in every copy.
  private var times: [Int] = []
  /// The warnings: remarks about the document that do not make it invalid.
  package private(set) var warnings: [Problem] = []
  /// The notes: results that may be surprising although they agree with the document.
  package private(set) var notes: [Problem] = []

  package init(file: String) { self.file = file }

  package var isEmpty: Bool { list.isEmpty }
  package var count: Int { list.count + omitted }
  /// Whether the list is full, so that searching for further problems is useless.
  package var isFull: Bool { list.count >= Self.limit }

  package mutating func add(
    _ message: String, found: String? = nil, at origin: Origin, suggestion: String? = nil,
    kind: Problem.Kind = .fault
  ) {
    add(
      Problem(
        file: file, origin: origin, message: message, found: found, suggestion: suggestion,
        kind: kind))
  }

  package mutating func warn(_ message: String, at origin: Origin) {
    let warning = Problem(file: file, origin: origin, message: message)
    if warnings.count < Self.limit, !warnings.contains(warning) { warnings.append(warning) }
  }

  package mutating func note(_ message: String, at origin: Origin) {
    let note = Problem(file: file, origin: origin, message: message)
    if notes.count < Self.limit, !notes.contains(note) { notes.append(note) }
  }

  package mutating func add(_ problem: Problem) {
    if let known = list.lastIndex(where: { $0.isLike(problem) }) {
      times[known] += 1
    } else if list.count < Self.limit {
      list.append(problem)
      times.append(1)
    } else {
      omitted += 1
    }
  }

  /// Counts a further problem without storing the problem.
  package mutating func omit() { omitted += 1 }

  /// All problems sorted by position; equal problems are merged into one with their count.
  package var sorted: [Problem] {
    let counted = zip(list, times).map { problem, count in
      var problem = problem
      if count > 1 { problem.message += " (\(count) times)" }
      return problem
    }
    var sorted = counted.enumerated().sorted { a, b in
      (a.element.origin.position, a.offset) < (b.element.origin.position, b.offset)
    }.map(\.element)
    if omitted > 0, var last = sorted.last {
      last.message = "and \(omitted) more problems"
      last.suggestion = nil
      sorted.append(last)
    }
    return sorted
  }
}
