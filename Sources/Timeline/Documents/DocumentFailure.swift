package import JSON

/// Every problem of a document, by position; never empty.
package struct DocumentFailure: Error, Sendable, CustomStringConvertible {
  package var problems: [Problem]
  /// The document, if it could be read despite its problems, so that further problems can be found. A list of
  /// at most one element, which takes a single word when empty.
  package var document: [Document] = []
  package init(problems: [Problem]) { self.problems = problems }

  package var description: String { problems.map(\.description).joined(separator: "\n") }

  /// The kind that decides the exit status: a fault that exists everywhere takes precedence over one of this
  /// machine or moment.
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
  /// The failure with all problems; nil if there are none.
  package var failure: DocumentFailure? {
    isEmpty ? nil : DocumentFailure(problems: sorted)
  }
}
