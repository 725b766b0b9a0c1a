package import JSON

/// All problems of a document, sorted by position; never empty.
package struct DocumentFailure: Error, Sendable, CustomStringConvertible {
  package var problems: [Problem]
  /// The document, if it could be read in spite of its problems, so that further problems can be found. The
  /// list has at most one element; an empty list takes only one word of memory.
  package var document: [Document] = []
  package init(problems: [Problem]) { self.problems = problems }

  package var description: String { problems.map(\.description).joined(separator: "\n") }

  /// The kind of problem that determines the exit status: a fault of the document takes precedence over a
  /// problem of this machine or moment.
  package var kind: Problem.Kind {
    let kinds = Set(problems.map(\.kind))
    let order: [Problem.Kind] = [
      .usage, .fault, .missing, .notAllowed, .unavailable, .defect, .unreadable, .shortage,
      .passing,
    ]
    return order.first(where: kinds.contains) ?? .fault
  }
}

extension Problems {
  /// The reading failure with all collected problems; nil if there are none.
  package var failure: DocumentFailure? {
    isEmpty ? nil : DocumentFailure(problems: sorted)
  }
}
