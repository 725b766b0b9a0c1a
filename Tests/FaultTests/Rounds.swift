import Testing

/// Repeats a test twenty times in the soak test, and runs it once otherwise.
struct Rounds: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for _ in 0..<HostRun.rounds { try await function() }
  }
}

extension Trait where Self == Rounds {
  static var rounds: Self { Rounds() }
}
