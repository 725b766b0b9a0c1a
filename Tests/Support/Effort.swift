import Foundation

/// How much a run of the tests does: `make test` takes samples, `make long` the full counts, and
/// `make soak` hours.
package enum Effort: Int, Comparable, Sendable {
  case test, long, soak

  /// What the environment asks for: PIPELINE_SOAK, else PIPELINE_LONG, else a sample.
  package static let current: Effort = {
    let environment = ProcessInfo.processInfo.environment
    if environment["PIPELINE_SOAK"] != nil { return .soak }
    return environment["PIPELINE_LONG"] == nil ? .test : .long
  }()

  package static func < (a: Effort, b: Effort) -> Bool { a.rawValue < b.rawValue }

  /// A count for each.
  package static func count(test: Int, long: Int, soak: Int) -> Int {
    switch current {
    case .test: test
    case .long: long
    case .soak: soak
    }
  }
}
