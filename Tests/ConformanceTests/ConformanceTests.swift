import AnimatorHosting
import Conformance
import Foundation
import Testing

/// The suite that judges plugins, judged by plugins that are broken in one way each.
@Suite struct ConformanceTests {
  /// The release build's when there is one: checks draw many frames.
  private static let worker: String? = {
    if let folder = ProcessInfo.processInfo.environment["PIPELINE_BIN"] {
      return folder + "/pipeline-worker"
    }
    return Isolation().worker
  }()

  private func run(_ path: String, isBundled: Bool = false, only: Set<Int>? = nil) throws
    -> [PluginTrial.Result]
  {
    PluginTrial(
      path: path, isBundled: isBundled, seed: 1, worker: try #require(Self.worker)
    ).run(only: only)
  }

  private func failures(_ results: [PluginTrial.Result]) -> [String] {
    results.filter { $0.verdict.status == .failed }.map {
      "\($0.check.number) \($0.check.name): \($0.verdict.reason)"
    }
  }

  @Test func thereAre52() {
    #expect(Check.all.map(\.number) == Array(1...52))
    #expect(Set(Check.all.map(\.name)).count == 52)
  }

  @Test func theWholePluginKeepsEveryLaw() throws {
    let workshop = try Workshop()
    let path = try workshop.build("broken_checks.c", as: "whole", Self.flags(0))
    let results = try run(path)
    #expect(results.count == 52)
    #expect(failures(results) == [])
    #expect(results.filter { $0.verdict.status == .skipped }.map(\.check.number) == [])
  }

  private static func flags(_ number: Int) -> [String] {
    ["-O1", "-DBROKEN=\(number)", "-lm", "-Wl,--version-script=\(map)"]
      + (number == 3 ? ["-Wl,--version-script=\(open)"] : [])
      + (number == 5 ? ["-Wl,-z,execstack"] : [])
  }
  private static let map = Workshop.root.appending(path: "Plugins/animator.map").path()
  private static let open = Workshop.fixtures.appending(path: "open.map").path()

  @Test(arguments: 2...52) func aBrokenPluginFailsExactlyItsCheck(number: Int) throws {
    let workshop = try Workshop()
    let path = try workshop.build(
      "broken_checks.c", as: "broken\(number)",
      Self.flags(number).filter {
        number != 3 || !$0.hasSuffix("animator.map")
      })
    let results = try run(path)
    let failed = results.filter { $0.verdict.status == .failed }.map(\.check.number)
    #expect(failed == [number], "\(failures(results))")
    for result in results where result.verdict.status == .skipped {
      let reason = result.verdict.reason
      #expect(
        reason == "needs \(number)" || reason.hasPrefix("does not apply: "), "\(result)")
    }
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

  @Test(arguments: Set(bundled).sorted()) func bundledPluginsPass(path: String) throws {
    #expect(failures(try run(path, isBundled: true)) == [])
  }
}
