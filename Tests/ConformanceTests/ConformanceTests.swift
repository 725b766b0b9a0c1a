import PluginHosting
import PluginModel
import Conformance
import Files
import Foundation
import Scenes
import Synchronization
import TestSupport
import Testing

/// Tests the conformance checks with plugins that are broken in one way each.
@Suite struct ConformanceTests {
  /// The program of the release build if there is one, because checks draw many frames.
  private static let program: String? = {
    if let folder = ProcessInfo.processInfo.environment["PIPELINE_BIN"] {
      return folder + "/pipeline-check"
    }
    return Installation().find(ConformanceRun.programName)
  }()

  private func run(_ path: String, isBundled: Bool = false, only: Set<Int>? = nil) throws
    -> [ConformanceRun.Result]
  {
    try ConformanceRun(
      path: path, isBundled: isBundled, seed: 1, program: try #require(Self.program)
    ).run(only: only)
  }

  private func failures(_ results: [ConformanceRun.Result]) -> [String] {
    results.filter { $0.verdict.status == .failed }.map {
      "\($0.check.number) \($0.check.name): \($0.verdict.reason)"
    }
  }

  @Test func thereAre55() {
    #expect(Check.all.map(\.number) == Array(1...56))
    #expect(Set(Check.all.map(\.name)).count == 56)
  }

  @Test func theWholePluginKeepsEveryLaw() throws {
    let results = try run(try Self.plugin(0))
    #expect(results.count == 56)
    #expect(failures(results) == [])
    #expect(results.filter { $0.verdict.status == .skipped }.map(\.check.number) == [])
  }

  private static let broken = Effort.spread(2...55, test: 12)

  /// The plugins: number n violates the rule of check n, and 0 violates none.
  private static let plugins = Result {
    let workshop = try Workshop()
    let paths = Mutex<[Int: String]>([:])
    let failure = Mutex<(any Error)?>(nil)
    let numbers = [0, 45] + broken
    DispatchQueue.concurrentPerform(iterations: numbers.count) { index in
      let number = numbers[index]
      do {
        let path = try workshop.build("broken_checks.c", as: "broken\(number)", flags(number))
        paths.withLock { $0[number] = path }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return (workshop, paths.withLock { $0 })
  }

  private static func plugin(_ number: Int) throws -> String { try plugins.get().1[number]! }

  private static func flags(_ number: Int) -> [String] {
    let map = number == 3 ? fixture("open.map") : Workshop.root.path() + "/Plugins/animator.map"
    return ["-O1", "-DBROKEN=\(number)", "-lm", "-Wl,--version-script=\(map)"]
      + (number == 5 ? ["-Wl,-z,execstack"] : [])
  }
  private static func fixture(_ name: String) -> String {
    Workshop.fixtures.appending(path: name).path()
  }

  @Test(arguments: broken) func aBrokenPluginFailsExactlyItsCheck(number: Int) throws {
    // In a sample, the other checks are only run for the first plugin.
    let isWhole = Effort.current > .test || number == 2
    let results = try run(try Self.plugin(number), only: isWhole ? nil : [number])
    let failed = results.filter { $0.verdict.status == .failed }.map(\.check.number)
    #expect(failed == [number], "\(failures(results))")
    for result in results where result.verdict.status == .skipped {
      let reason = result.verdict.reason
      #expect(
        reason == "needs \(number)" || reason.hasPrefix("does not apply: "), "\(result)")
    }
  }

  /// If roles have other names, a transition is not given its screens.
  @Test(
    arguments: Effort.spread(
      [
        (["-DFROM=\"old\""], "from"), (["-DTO=\"To\""], "to"),
        (["-DFROM=\"a\"", "-DTO=\"b\""], "\" and the role \""),
      ], test: 1))
  func aTransitionNeedsRolesForItsScreens(flags: [String], missing: String) throws {
    let workshop = try Workshop()
    let path = try workshop.build("broken_checks.c", as: "screens", Self.flags(0) + flags)
    let results = try run(path, only: [23, 24])
    #expect(results.map(\.verdict.status) == [.failed, .skipped], "\(failures(results))")
    #expect(results[0].verdict.reason.contains("without the role \""))
    #expect(results[0].verdict.reason.contains(missing), "\(failures(results))")
  }

  /// Checks that run in parallel give the same results as checks in sequence, reported in the same order.
  @Test func severalAtOnce() throws {
    var trial = ConformanceRun(
      path: try Self.plugin(45), isBundled: false, seed: 1, program: try #require(Self.program))
    trial.jobs = 4
    var told: [Int] = []
    let results = try trial.run { told.append($0.check.number) }
    #expect(told == Array(1...56))
    #expect(results.filter { $0.verdict.status == .failed }.map(\.check.number) == [45])
    #expect(results[44].picture?.seen.width == 37)
    #expect(try trial.run(only: [45, 3]).map(\.check.number) == [3, 45])
  }

  @Test func aFileThatIsNoPluginFailsTheFirst() throws {
    let workshop = try Workshop()
    try workshop.write(Array("not a plugin".utf8), to: "text.so")
    let results = try run(workshop.folder.appending(path: "text.so").path())
    #expect(failures(results).count == 1 && results[0].verdict.status == .failed)
    #expect(results.dropFirst().allSatisfy { $0.verdict.reason == "needs 1" })
  }

  static let bundled = AnimatorRegistry(
    PluginSearch(environment: [:], isPrivileged: false)
  ).animators.map(\.plugin)

  /// A sample tests one plugin, and `make long` tests all.
  private static let asked = Set(bundled).sorted().enumerated()
    .filter { Effort.current > .test || $0.offset == 0 }.map(\.element)

  @Test(arguments: asked) func bundledPluginsPass(path: String) throws {
    #expect(failures(try run(path, isBundled: true)) == [])
  }
}
