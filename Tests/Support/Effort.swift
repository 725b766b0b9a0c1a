import Foundation
import Scenes
package import Testing

/// The extent of a test run: `make test` runs samples; `make long` runs everything, but only a seeded tenth of counts
/// that would take over four minutes; `make soak` runs everything for hours.
package enum Effort: Int, Comparable, Sendable {
  case test, long, soak

  /// The effort that the environment selects: PIPELINE_SOAK, else PIPELINE_LONG, else a sample.
  package static let current: Effort = {
    let environment = ProcessInfo.processInfo.environment
    if environment["PIPELINE_SOAK"] != nil { return .soak }
    return environment["PIPELINE_LONG"] == nil ? .test : .long
  }()

  package static func < (a: Effort, b: Effort) -> Bool { a.rawValue < b.rawValue }

  /// The seed of the samples in this run: PIPELINE_SEED, else 1. `make long` and `make soak` print it.
  package static let seed: UInt64 =
    ProcessInfo.processInfo.environment["PIPELINE_SEED"].flatMap { UInt64($0) } ?? 1

  /// Returns a part of cases that take over four minutes together: all in `make soak`, a seeded tenth in `make long`,
  /// and the first `test` cases in `make test`.
  package static func sample<Item>(of all: [Item], test: Int) -> [Item] {
    switch current {
    case .test: return Array(all.prefix(test))
    case .soak: return all
    case .long:
      var random = SeededRandom(seed)
      let chosen = Set(all.indices.shuffled(using: &random).prefix((all.count + 9) / 10))
      return all.indices.filter(chosen.contains).map { all[$0] }
    }
  }

  /// Returns all cases of one kind or, in `make test`, `test` of them, evenly spaced from a start that the seed chooses.
  package static func spread<Cases: Collection>(_ all: Cases, test: Int) -> [Cases.Element] {
    let all = Array(all)
    guard current == .test, all.count > test else { return all }
    return (0..<test).map { all[($0 * all.count / test + Int(seed - 1)) % all.count] }
  }

  /// Returns the count for the current effort.
  package static func count(test: Int, long: Int, soak: Int) -> Int {
    switch current {
    case .test: test
    case .long: long
    case .soak: soak
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Marks a test that only `make long` runs, because `make test` has a faster one of its kind.
  package static var long: Self { .enabled(if: Effort.current >= .long, "make long has it") }
}
