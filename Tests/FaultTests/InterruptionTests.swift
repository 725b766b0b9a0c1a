import Foundation
import TestSupport
import Testing

/// Tests signals and sudden ends while a plugin is working.
@Suite struct InterruptionTests {
  /// Starts a run and waits until its plugin sleeps in frame 4, which follows the existing frames.
  private func asleep(_ rig: FaultRig, _ more: [String] = []) throws -> HostRun {
    let host = try HostRun(rig.words(more))
    for _ in 0..<3000 where (try? rig.folder.files(in: "out").count) ?? 0 < 4 { usleep(20_000) }
    usleep(50_000)
    return host
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var signals: [Int32]
    var status: Int32
    var more: [String] = []
    var testDescription: String { "\(signals) \(more)" }
  }

  /// A plugin that hangs does not delay the end of the run.
  @Test(
    arguments: Effort.spread(
      [
        Row(signals: [SIGINT], status: 130), Row(signals: [SIGTERM], status: 143),
        Row(signals: [SIGTERM, SIGTERM], status: 143), Row(signals: [SIGHUP], status: 129),
        Row(signals: [SIGTERM], status: 143, more: ["--on-plugin-fault", "skip"]),
      ], test: 2))
  func aSignalEndsTheRun(_ row: Row) throws {
    for _ in 0..<HostRun.rounds {
      let rig = try FaultRig("sleeps")
      let host = try asleep(
        rig, row.more + ["-o", rig.folder.path("a.mp4"), "--plugin-timeout", "1000"])
      for signal in row.signals {
        host.send(signal)
        usleep(100_000)
      }
      let result = host.wait()
      #expect(result.status == row.status, "\(result.summary)")
      #expect(result.errors.contains("interrupted"), "\(result.summary)")
      // Finished frames remain; the current frame and the video are removed.
      #expect(try rig.made() == ["out"])
      #expect(try rig.folder.files(in: "out") == ["00.png", "01.png", "02.png", "03.png"])
      #expect(HostRun.leftovers(of: rig.path).isEmpty)
    }
  }

  @Test func killedInAFrameAndResumed() throws {
    for _ in 0..<HostRun.rounds {
      let whole = try FaultRig("slowly")
      #expect(try whole.run().status == 0)
      let rig = try FaultRig("slowly")
      let host = try asleep(rig, ["--resume"])
      #expect(!HostRun.processes(naming: rig.path).isEmpty)
      host.send(SIGKILL)
      #expect(host.wait().status == -SIGKILL)
      #expect(HostRun.leftovers(of: rig.path).isEmpty)
      for name in try rig.folder.files(in: "out") where name.hasSuffix(".png") {
        #expect(try rig.folder.data("out/\(name)") == whole.folder.data("out/\(name)"))
      }
      // A farm restarts a chunk in this way: finished frames are skipped.
      let resumed = try rig.run(["--resume"])
      #expect(resumed.status == 0, "\(resumed.summary)")
      #expect(String(decoding: resumed.output, as: UTF8.self).contains("of which existed before"))
      #expect(
        try rig.folder.files(in: "out")
          == (0..<10).map { String(format: "%02d.png", $0) } + ["frames.jsonl"])
      for name in try whole.folder.files(in: "out") {
        #expect(try rig.folder.data("out/\(name)") == whole.folder.data("out/\(name)"))
      }
    }
  }

  /// Frames of another document or another plugin are rendered again.
  @Test(.rounds) func staleFramesAreMadeAnew() throws {
    let rig = try FaultRig("nothing")
    #expect(try rig.run(["--resume"]).status == 0)
    let before = try rig.folder.data("out/05.png")
    try rig.folder.write(FaultRig.document("half", animator: "test.fault"), to: "doc.json")
    let changed = try rig.run(["--resume"])
    #expect(changed.status == 0, "\(changed.summary)")
    #expect(!String(decoding: changed.output, as: UTF8.self).contains("were done"))
    #expect(try rig.folder.data("out/05.png") != before)
    #expect(try rig.folder.data("out/00.png").isEmpty == false)
    try FaultRig.build("faults.c", into: rig.folder, as: "plugins/faults.so", ["-O0"])
    let rebuilt = try rig.run(["--resume"])
    #expect(!String(decoding: rebuilt.output, as: UTF8.self).contains("were done"))
    let same = try rig.run(["--resume"])
    #expect(String(decoding: same.output, as: UTF8.self).contains("10 of which existed before"))
  }

  /// Tests a reader that closes the pipe.
  @Test(.rounds) func aClosedPipe() throws {
    let rig = try FaultRig("nothing", frames: 60)
    let held = try HeldRun(rig.words(output: "-"))
    _ = try held.read(2)
    let result = held.abandon()
    #expect(result.status == 74, "\(result.summary)")
    #expect(HostRun.leftovers(of: rig.path).isEmpty)
  }
}
