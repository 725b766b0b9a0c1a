import Foundation
import TestSupport
import Testing

/// Tests interrupted runs: finished files remain, unfinished files leave no trace, and a run can continue.
@Suite struct DurabilityTests {
  private static let isLong = Effort.current > .test

  private func arguments(_ folder: Folder, _ more: [String] = []) -> [String] {
    ["run", "pipeline.json", "--scale", "0.5", "-o", folder.path("f-%04d.png")] + more
  }

  private func frames(_ folder: Folder) throws -> [String: Data] {
    var frames: [String: Data] = [:]
    for name in try folder.files() where name.hasSuffix(".png") {
      frames[name] = try folder.data(name)
    }
    return frames
  }

  /// Starts a run and sends a signal to it after some time.
  private func interrupt(
    _ arguments: [String], after seconds: Double, with signal: Int32
  ) throws -> Process {
    let process = Process()
    process.executableURL = Program.folder.appending(path: "pipeline")
    process.arguments = arguments
    process.currentDirectoryURL = Program.root
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    Thread.sleep(forTimeInterval: seconds)
    kill(process.processIdentifier, signal)
    process.waitUntilEnd()
    return process
  }

  @Test func killedAndResumed() throws {
    let whole = try Folder()
    // The soak test renders 300 frames.
    let more = Self.isLong ? ["--fps", "200"] : []
    let result = try Program.pipeline(arguments(whole, more))
    try #require(result.status == 0, "\(result.summary)")
    let expected = try frames(whole)
    #expect(expected.count == (Self.isLong ? 300 : 90))

    let folder = try Folder()
    var (kills, ends, again) = (0, 0, 0)
    while kills < (Self.isLong ? 200 : 2) {
      let seconds = Double.random(in: 0.05...0.6)
      let run = try interrupt(
        arguments(folder, ["--resume"] + more), after: seconds, with: SIGKILL)
      let wasKilled = run.terminationReason == .uncaughtSignal
      kills += wasKilled ? 1 : 0
      // Every file that exists under its name is complete.
      let made = try frames(folder)
      for (name, data) in made { #expect(expected[name] == data, "\(name)") }
      // At most one finished frame is rendered again, because one thread writes.
      let records = try? folder.data("frames.jsonl")
      let noted = Set(
        String(decoding: records ?? Data(), as: UTF8.self).split(separator: "\n").map {
          String($0.split(separator: "\"")[3])
        })
      let lost = made.keys.filter { !noted.contains($0) }.count
      #expect(lost <= 1)
      again = max(again, lost)
      if !wasKilled {
        ends += 1
        #expect(made == expected)
        for name in try folder.files() {
          try FileManager.default.removeItem(atPath: folder.path(name))
        }
      }
    }
    let resumed = try Program.pipeline(arguments(folder, ["--resume"] + more))
    #expect(resumed.status == 0, "\(resumed.summary)")
    #expect(try frames(folder) == expected)
    if Self.isLong {
      print(
        "\(kills) kills of a render of \(expected.count) frames, which came to its end "
          + "\(ends + 1) times: the same bytes; at most \(again) finished frame rendered again")
    }
  }

  @Test func aResumedRunSkipsWhatIsDone() throws {
    let folder = try Folder()
    try Program.pipeline(arguments(folder, ["--resume", "--frames", "0-9"]))
    let again = try Program.pipeline(arguments(folder, ["--resume", "--frames", "0-19"]))
    #expect(again.output.contains("10 of which existed before"), "\(again.summary)")
    // A file that differs from its record is rendered again.
    let before = try folder.data("f-0003.png")
    try Data("broken".utf8).write(to: folder.url.appending(path: "f-0003.png"))
    let third = try Program.pipeline(arguments(folder, ["--resume", "--frames", "0-19"]))
    #expect(third.output.contains("19 of which existed before"), "\(third.summary)")
    #expect(try folder.data("f-0003.png") == before)
    // A changed document is another job.
    let changed = try Program.pipeline(
      arguments(folder, ["--resume", "--frames", "0-19", "--set", "total=1.6"]))
    #expect(!changed.output.contains("were done"), "\(changed.summary)")
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func interruptedCleanly(_ signal: Int32, _ status: Int32) throws {
    let folder = try Folder()
    let process = try interrupt(
      ["run", "pipeline.json", "-o", folder.path("a.mp4"), "-o", folder.path("f-%04d.png")],
      after: 0.4, with: signal)
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == status)
    // Finished frames remain, and no part of the video remains.
    for name in try folder.files() { #expect(name.hasSuffix(".png"), "\(name)") }
  }

  @Test func outputsAreTriedBeforeRendering() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "taken.mp4"), withIntermediateDirectories: true)
    let result = try Program.pipeline(
      ["run", "pipeline.json", "-o", folder.path("first.gif"), "-o", folder.path("taken.mp4")])
    #expect(result.status == 74, "\(result.summary)")
    #expect(result.errors.contains("taken.mp4"))
    #expect(try folder.files() == ["taken.mp4"])
  }
}
