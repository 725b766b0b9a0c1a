import Foundation
import Scenes
package import Testing

/// How much a run of the tests does: `make test` takes samples, `make long` the full counts but of what would
/// take over four minutes a seeded tenth, and `make soak` all, for hours.
package enum Effort: Int, Comparable, Sendable {
  case test, long, soak

  /// What the environment asks for: PIPELINE_SOAK, else PIPELINE_LONG, else a sample.
  package static let current: Effort = {
    let environment = ProcessInfo.processInfo.environment
    if environment["PIPELINE_SOAK"] != nil { return .soak }
    return environment["PIPELINE_LONG"] == nil ? .test : .long
  }()

  package static func < (a: Effort, b: Effort) -> Bool { a.rawValue < b.rawValue }

  /// What this run draws its samples by: PIPELINE_SEED, else 1. `make long` and `make soak` tell it.
  package static let seed: UInt64 =
    ProcessInfo.processInfo.environment["PIPELINE_SEED"].flatMap { UInt64($0) } ?? 1

  /// Of a count that takes over four minutes: all in `make soak`, a seeded tenth in `make long`, and in
  /// `make test` the first ones, so many.
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

  /// Cases of one kind: all, but in `make test` so many, evenly spaced from one on that the seed says.
  package static func spread<Cases: Collection>(_ all: Cases, test: Int) -> [Cases.Element] {
    let all = Array(all)
    guard current == .test, all.count > test else { return all }
    return (0..<test).map { all[($0 * all.count / test + Int(seed - 1)) % all.count] }
  }

  /// A count for each.
  package static func count(test: Int, long: Int, soak: Int) -> Int {
    switch current {
    case .test: test
    case .long: long
    case .soak: soak
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// A test that `make test` leaves to `make long`, since a quicker one of its kind stands beside it.
  package static var long: Self { .enabled(if: Effort.current >= .long, "make long has it") }
}
