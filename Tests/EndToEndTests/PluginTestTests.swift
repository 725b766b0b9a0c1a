import Foundation
import TestSupport
import Testing

/// Tests `pipeline plugin test` as an author runs it; ConformanceTests tests the checks.
@Suite struct PluginTestTests {
  /// Returns a folder with a plugin; BROKEN=n violates the rule of check n.
  private func folder(_ source: String, _ flags: [String]) throws -> Folder {
    let folder = try Folder()
    let built = try Program.tool(
      "cc",
      [
        "-shared", "-fPIC", "-O1",
        "-I\(Program.root.appending(path: "Sources/CAnimator/include").path())",
        "-Wl,--version-script=\(Program.root.appending(path: "Plugins/animator.map").path())",
      ] + flags + [
        Program.root.appending(path: "Tests/Fixtures/plugins/\(source)").path(), "-lm", "-o",
        folder.path("mix.so"),
      ])
    try #require(built.status == 0, "\(built.summary)")
    return folder
  }

  private struct Report: Decodable {
    struct Check: Decodable {
      let n: Int
      let name, status, reason: String
      let picture: String?
    }
    let checks: [Check]
    let seed: Int
  }

  private func report(_ run: Program.Result) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
  }

  @Test func aFailureSaysTheLawAndDrawsIt() throws {
    let folder = try folder("broken_checks.c", ["-DBROKEN=36"])
    let run = try Program.pipeline(
      ["plugin", "test", "mix.so", "--only", "1,36", "--seed", "5"], in: folder.url)
    #expect(run.status == 1, "\(run.summary)")
    for words in [
      "--seed 5", " 1 passed  ELF class", "36 failed  tiles", "law:  Tiles of odd sizes",
      "seen: test.mix: at progress 0.4", "drawn: mix.check-36.png",
      "2 checks: 1 passed, 1 failed, 0 skipped",
    ] { #expect(run.output.contains(words), "\(words): \(run.summary)") }
    #expect(run.errors == "")
    let drawn = try Data(contentsOf: folder.url.appending(path: "mix.check-36.png"))
    #expect(drawn.prefix(4) == Data([0x89, 0x50, 0x4e, 0x47]))
    let json = try Program.pipeline(
      ["plugin", "test", "mix.so", "--only", "36", "--json", "--pictures", "seen"], in: folder.url)
    let check = try report(json).checks[0]
    #expect(check.n == 36 && check.status == "failed" && check.picture == "seen/mix.check-36.png")
    #expect(FileManager.default.fileExists(atPath: folder.path("seen/mix.check-36.png")))
  }

  @Test func aWholePluginPasses() throws {
    let folder = try folder("broken_checks.c", [])
    let run = try Program.pipeline(
      ["plugin", "test", "mix.so", "--json", "--progress", "json"], in: folder.url)
    #expect(run.status == 0, "\(run.summary)")
    let report = try report(run)
    #expect(report.checks.map(\.n) == Array(1...56))
    #expect(report.checks.allSatisfy { $0.status == "passed" })
    #expect(run.errors.contains("{\"check\":56,\"checks\":56}"))
    #expect(try folder.files(in: ".") == ["mix.so"])
  }

  /// The plugin cannot affect the command.
  @Test(
    arguments: Effort.spread(
      [
        (["-DWHILE_LOADING=crash"], 7, "the process of the check crashes with signal 11"),
        (["-DWHILE_LOADING=exitIt"], 7, "the process of the check ends with status 0"),
        (
          ["-DCRASHES"], 24,
          "test.fault at progress 0.5: the process of the check crashes with signal 11"
        ),
      ], test: 1))
  func itsFaultsAreItsOwn(flags: [String], number: Int, how: String) throws {
    // The thread sanitizer ignores dlopen, and aborts a program that exits during it.
    guard flags != ["-DWHILE_LOADING=exitIt"] || Sanitizer.current != .thread else {
      return LeftOut.tell("the thread sanitizer hangs on exit inside of dlopen")
    }
    let include = Program.root.appending(path: "Sources/Plugins/CHosting/include").path()
    let folder = try folder("faults.c", flags + ["-w", "-I\(include)"])
    let run = try Program.pipeline(["plugin", "test", "mix.so", "--json"], in: folder.url)
    #expect(run.status == 1, "\(run.summary)")
    let failed = try report(run).checks.filter { $0.status == "failed" }
    // The plugin also calls fork and system.
    #expect(failed.map(\.n) == [6, number], "\(run.summary)")
    #expect(failed.last?.reason.contains(how) ?? false, "\(run.summary)")
  }

  @Test func aThreadThatIsLeftIsFound() throws {
    let include = Program.root.appending(path: "Sources/Plugins/CHosting/include").path()
    let folder = try folder("faults.c", ["-DLEAVES_THREAD", "-w", "-I\(include)"])
    let run = try Program.pipeline(
      ["plugin", "test", "mix.so", "--json", "--only", "49"], in: folder.url)
    #expect(run.status == 1, "\(run.summary)")
    let leaks = try #require(try report(run).checks.first { $0.n == 49 })
    #expect(leaks.status == "failed", "\(run.summary)")
    #expect(leaks.reason.contains("calls leave 1 threads running"), "\(run.summary)")
  }

  @Test func whatCannotBeTested() throws {
    let folder = try Folder()
    #expect(try Program.pipeline(["plugin", "test", "no.so"], in: folder.url).status == 66)
    #expect(
      try Program.pipeline(["plugin", "test", "no.so", "--only", "57"], in: folder.url).status == 64
    )
  }
}
