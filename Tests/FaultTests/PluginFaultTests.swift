import Foundation
import TestSupport
import Testing

/// Tests faults of a plugin during its calls: the host survives, reports the fault, and leaves nothing behind.
@Suite struct PluginFaultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var what: String
    var animator = "test.fault"
    var status: Int32 = 76
    /// The texts in the message in addition to the frame, the step and the plugin.
    var says: [String] = []
    var arguments: [String] = []
    /// The number of frames of a long run in which the step is left out.
    var left = 12
    var testDescription: String { "\(animator) \(what)" }
  }

  static let faults: [Row] = [
    Row(what: "crash", says: ["crashed with signal 11 in crash + 0x", ", twice"]),
    Row(what: "abortIt", says: ["crashed with signal 6 in ", ", twice"]),
    Row(what: "exitIt", says: ["ended its process with status 0 instead of answering, twice"]),
    Row(what: "exitAtOnce", says: ["ended its process with status 0 instead of answering, twice"]),
    Row(what: "", animator: "test.throwing", says: ["signal 6", "what():  out of luck"]),
    Row(
      what: "overflow",
      says: [
        "crashed with signal 11 in ",
        "the plugin overflowed its stack, "
          + "twice",
      ]),
    Row(
      what: "loop",
      says: [
        "did not answer within 0.5 s and was stopped, twice", "--plugin-timeout", "keep_going",
      ],
      arguments: ["--plugin-timeout", "0.5"], left: 2),
    Row(
      what: "beats", says: ["did not answer within 4 s and was stopped, twice"],
      arguments: ["--plugin-timeout", "0.4"], left: 1),
    Row(what: "forge", says: ["broke the workers' protocol"]),
    Row(what: "lie", says: ["broke the workers' protocol (a length)"]),
    Row(what: "closeAll", says: ["ended its process with status 0"]),
    Row(what: "giant", says: ["path"]),
    Row(what: "scribbles", says: ["status 1"]),
    Row(what: "notANumber", says: ["opacity"]),
    Row(what: "fails", says: ["/params/what", #"no\u{1b}[31m licence"#]),
    Row(what: "crash", animator: "test.pixel-fault", says: ["signal 11"]),
    Row(what: "overrun", animator: "test.pixel-fault", says: ["signal 11"]),
    Row(what: "outside", animator: "test.pixel-fault", says: ["signal 11"]),
    Row(what: "write", animator: "test.pixel-fault", says: ["signal 11"]),
    Row(what: "leavesThread", says: [thread], left: 1),
    Row(what: "keepsWriting", animator: "test.pixel-fault", says: [thread], left: 1),
    Row(what: "nestsThreads", animator: "test.pixel-fault", says: [thread], left: 1),
    Row(what: "crowd", says: ["threads"], left: 1),
  ]
  private static let thread = "leaves a thread running after its call and was stopped, twice"

  /// The conformance checks cover each fault too.
  private static let ending = Effort.spread(faults, test: 2)

  @Test(arguments: ending) func endsTheRun(_ row: Row) throws {
    for _ in 0..<HostRun.rounds {
      let rig = try FaultRig(row.what, animator: row.animator)
      let run = try rig.run(row.arguments)
      #expect(run.status == row.status, "\(run.summary)")
      let plugin = row.animator == "test.throwing" ? "throwing.so" : "faults.so"
      let isDeath = row.says.contains { $0.contains("signal") || $0.contains("status") }
      for word in ["frame 4 at 0.4 s", "step spoil", row.animator] + (isDeath ? [plugin] : [])
        + row.says
      {
        #expect(run.errors.contains(word), "\(word): \(run.summary)")
      }
      #expect(!run.errors.contains("\u{1B}") && run.errors.utf8.count < 8000)
      #expect(try rig.made() == ["out"])
      #expect(try rig.folder.files(in: "out") == ["00.png", "01.png", "02.png", "03.png"])
      #expect(HostRun.leftovers(of: rig.path).isEmpty)
    }
  }

  /// Their effect on a run is tested in `endsTheRun`.
  private static let leftOut = Effort.spread(faults, test: 2)

  /// The step is left out in frame after frame, and at the end the host has no more descriptors, memory or children
  /// than at the start.
  @Test(arguments: leftOut) func isLeftOutOnRequest(_ row: Row) throws {
    let rounds = HostRun.rounds
    let count = 40
    // A leak shows after many frames, whatever their fault was.
    let isSample = Effort.current == .test && row.what != "crash"
    let left = isSample ? min(row.left, 2) : row.left
    let expected = try FaultRig.frames(animator: "test.fault", count: count)
    for _ in 0..<rounds {
      let rig = try FaultRig(row.what, animator: row.animator, frames: count)
      let held = try HeldRun(
        rig.words(
          row.arguments + [
            "--on-plugin-fault", "skip", "--frames", "14-\(16 + left + HeldRun.ahead)",
          ], output: "-"))
      // Two frames precede the faults; then all frames except those in the queue are read.
      let first = try held.read(2)
      let before = held.descriptors()
      let rest = try held.read(left + 1)
      let after = held.descriptors()
      #expect(after.count <= before.count + 6, "\(after)")
      #expect(held.run.reapsItsChildren)
      let end = try held.finish()
      #expect(end.result.status == 0, "\(end.result.summary)")
      #expect(end.result.errors.contains("frame 16 at 0.4 s: step spoil: \(row.animator)"))
      #expect(end.result.errors.contains("the step is left out"), "\(end.result.summary)")
      let frames = first + rest + end.rest
      #expect(frames == expected.dropFirst(14 * FaultRig.frameBytes).prefix(frames.count))
      #expect(HostRun.leftovers(of: rig.path).isEmpty)
    }
  }

  /// The faults without an effect: the status is 0, and the frames are the same as without the fault.
  static let harmless: [Row] = [
    Row(what: "heartbeat", status: 0, arguments: ["--plugin-timeout", "1", "--frames", "4-4"]),
    Row(what: "memory", status: 0),
    Row(what: "corrupts", status: 0),
    Row(what: "shrink", status: 0, says: ["the sandbox refused ftruncate"]),
    Row(what: "shrink", status: 0, arguments: ["--sandbox", "off"]),
    Row(what: "passwd", status: 0, says: ["the sandbox refused open /etc/passwd"]),
    Row(what: "home", status: 0, says: ["the sandbox refused open /root/animator-was-here"]),
    Row(what: "network", status: 0, says: ["the sandbox refused socket"]),
    Row(what: "forkBomb", status: 0),
    Row(what: "executes", status: 0, says: ["the sandbox refused execve"]),
    Row(what: "print", status: 0, arguments: ["--plugin-timeout", "60"]),
    Row(what: "upset", status: 0),
    Row(what: "upset", status: 0, arguments: ["--isolate", "never"]),
    Row(what: "threads", status: 0),
    Row(
      what: "crashOnce", status: 0, says: ["a fresh worker did it"],
      arguments: ["--sandbox", "off"]),
  ]

  @Test(arguments: Effort.spread(harmless, test: 3)) func changesNothing(_ row: Row) throws {
    // The address sanitizer ends a worker whose plugin writes beyond its memory.
    guard row.what != "corrupts" || Sanitizer.current != .address else {
      return LeftOut.tell("the sanitizer ends the worker itself")
    }
    let isOne = row.arguments.contains("--frames")
    let expected = try FaultRig.frames()
    for _ in 0..<HostRun.rounds {
      let rig = try FaultRig(row.what)
      let run = try rig.run(row.arguments, output: "-", measuring: true)
      #expect(run.status == 0, "\(run.summary)")
      let wanted =
        isOne ? expected.dropFirst(4 * FaultRig.frameBytes).prefix(FaultRig.frameBytes) : expected
      #expect(run.output == wanted)
      for word in row.says + (row.says.isEmpty ? [] : ["frame 4", "step spoil", "faults.so"]) {
        #expect(run.errors.contains(word), "\(run.summary)")
      }
      #expect(run.stayedBelow(256 << 20), "\(run.peakBytes >> 20) MiB")
      #expect(try rig.made() == [])
      #expect(HostRun.leftovers(of: rig.path).isEmpty)
    }
  }

  /// Tests the numbers of `inspect` after a plugin has changed every possible setting of its process.
  @Test(.rounds) func numbersStayAsTheyAre() throws {
    func seen(_ what: String, _ mode: String) throws -> String {
      let rig = try FaultRig(what)
      let run = try HostRun(
        [
          "inspect", rig.folder.path("doc.json"), "--at", "0.41", "--json", "--plugins",
          rig.folder.path("plugins"), "--isolate", mode,
        ], environment: ["LC_ALL": "de_DE.UTF-8"]
      ).wait()
      #expect(run.status == 0, "\(run.summary)")
      return String(decoding: run.output, as: UTF8.self)
    }
    let expected = try seen("nothing", "auto")
    #expect(expected.contains("0.41"))
    #expect(try seen("upset", "auto") == expected)
    #expect(try seen("upset", "never") == expected)
  }

  /// The plugin leaks 8 MB in each of 100 frames, which is more than a worker may use.
  @Test(.rounds) func aLeakIsCutOff() throws {
    let count = 160
    let run = try FaultRig("leak", frames: count).run(output: "-", measuring: true)
    #expect(run.status == 0, "\(run.summary)")
    #expect(run.output == (try FaultRig.frames(count: count)))
    #expect(run.stayedBelow(900 << 20), "\(run.peakBytes >> 20) MiB")
  }

  /// Pixels whose channels exceed their alpha are corrected, in the same way everywhere.
  @Test(.rounds) func unlawfulPixels() throws {
    var seen: Set<Data> = []
    for arguments in [["--jobs", "1"], ["--jobs", "2"], ["--isolate", "never"]] {
      let run = try FaultRig("unlawful", animator: "test.pixel-fault").run(arguments, output: "-")
      #expect(run.status == 0, "\(run.summary)")
      seen.insert(run.output)
    }
    #expect(seen.count == 1)
    let pixels = [UInt8](try #require(seen.first))
    // The pixel 255, 10, 200 with alpha 100 becomes 100, 10, 100; raw frames have straight alpha.
    let made = stride(from: 0, to: pixels.count, by: 4).filter { pixels[$0 + 3] == 100 }
    #expect(made.count == 64 * 6)
    #expect(made.allSatisfy { pixels[$0..<$0 + 3].elementsEqual([255, 26, 255]) })
  }

  /// A thread that continues after its call ends the run before its picture is used, for every user. A thread that ends
  /// soon afterwards is waited for, and every run has the same frames.
  @Test(.rounds, arguments: Effort.spread(HostRun.users, test: 1)) func noThreadOutlivesItsCall(
    asNobody: Bool
  ) throws {
    func run(_ what: String, _ arguments: [String] = []) throws -> HostRun.Result {
      let rig = try FaultRig(what, animator: "test.pixel-fault", frames: 20)
      try rig.open()
      return try rig.run(arguments, output: "-", asNobody: asNobody)
    }
    let ways = ["keepsWriting", "leavesThread", "nestsThreads"]
    for what in ways.prefix(Effort.current == .test ? 1 : 3) {
      for arguments in [[], ["--sandbox", "off"]] {
        let ended = try run(what, arguments)
        #expect(ended.status == 76, "\(ended.summary)")
        #expect(ended.errors.contains("leaves a thread running after its call"))
      }
    }
    let (first, second) = (try run("endsLater"), try run("endsLater"))
    #expect(first.status == 0 && second.status == 0, "\(first.summary)")
    #expect(first.output == second.output && first.output.count == 20 * FaultRig.frameBytes)
  }

  /// The system limits the memory of a call: 3 GiB are too much, and the status says that the run may be repeated
  /// elsewhere.
  @Test(.enabled(if: HostRun.isSoak), arguments: HostRun.users)
  func aCallTakesOnlySoMuch(asNobody: Bool) throws {
    for what in ["takesMemory", "takesShared"] {
      let rig = try FaultRig(what)
      try rig.open()
      let run = try rig.run(
        ["--plugin-timeout", "100", "--sandbox", "off"], output: "-", asNobody: asNobody)
      #expect(run.status == 75, "\(run.summary)")
      for word in ["frame 4", "step spoil", "takes more than 1536 MiB of memory", "twice"] {
        #expect(run.errors.contains(word), "\(run.summary)")
      }
    }
  }

  @Test(.rounds) func theEnvironmentIsNotInherited() throws {
    let run = try FaultRig("inherited").run(
      output: "-", environment: ["LD_LIBRARY_PATH": "/usr/lib", "SECRET": "1"])
    #expect(run.status == 0, "\(run.summary)")
    #expect(run.output == (try FaultRig.frames()))
  }

  /// For every user, the sandbox has no exit.
  @Test(.rounds, arguments: Effort.spread([false, true], test: 1)) func theBoxIsClosed(
    asNobody: Bool
  ) throws {
    guard HostRun.mayRun(asNobody: asNobody) else { return }
    let rig = try FaultRig("boxed")
    try rig.open()
    let run = try HostRun(
      [
        "inspect", rig.folder.path("doc.json"), "--at", "0.5", "--json", "--plugins",
        rig.folder.path("plugins"),
      ], asNobody: asNobody
    ).wait()
    #expect(run.status == 0, "\(run.summary)")
    // The value is the number of the exit that was open, in hundredths.
    #expect(
      String(decoding: run.output, as: UTF8.self).contains("\"opacity\":0,"),
      "\(String(decoding: run.output, as: UTF8.self))")
  }

  /// When memory runs out, the system kills a worker by SIGKILL. The test sends this signal itself, because a memory
  /// limit for one process requires a control group, which containers and ordinary users cannot create.
  @Test(.rounds) func aKilledWorkerMeansMemory() throws {
    let rig = try FaultRig("loop")
    let host = try HostRun(rig.words(["--plugin-timeout", "1000"]))
    var killed: Set<pid_t> = []
    for _ in 0..<3000 where killed.count < 2 {
      usleep(20_000)
      // The frame has begun when the frames before it are done; a worker that was only loaded has hardly used the
      // processor.
      guard (try? rig.folder.files(in: "out").count) == 4 else { continue }
      for child in host.children where child.workedSeconds > 0.15 && !killed.contains(child.id) {
        kill(child.id, SIGKILL)
        killed.insert(child.id)
      }
    }
    let result = host.wait()
    #expect(result.status == 75, "\(result.summary)")
    for word in ["frame 4", "step spoil", "test.fault", "signal 9", "memory", "twice"] {
      #expect(result.errors.contains(word), "\(result.summary)")
    }
  }
}
