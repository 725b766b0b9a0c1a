import Foundation
import TestSupport
import Testing

/// Tests states that last for a minute or endlessly: a signal ends the program in each of them.
@Suite(.rounds) struct HeldStateTests {
  struct State: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var signal = SIGTERM
    /// Returns the arguments of the run, whose files are created in the folder.
    var words: @Sendable (Folder) throws -> [String]
    /// Returns whether the run is in the tested state.
    var isReached: @Sendable (HostRun) -> Bool = { ($0.look?.workedSeconds ?? 0) > 0.1 }
  }

  /// The planning reports for each of thousands of layers that two steps animate it.
  private static func planned(_ command: [String]) -> @Sendable (Folder) throws -> [String] {
    { folder in
      let layers = (0..<2000).map { #"{"id":"l\#($0)","classes":["c"],"frame":[0,0,1,1]}"# }
      let step =
        #"{"targets":[".c"],"duration":1,"keyframes":[{"opacity":0},{"opacity":1}]}"#
      try folder.write(
        #"{"version":1,"canvas":{"size":[16,16]},"layers":[\#(layers.joined(separator: ","))],"#
          + #""timeline":{"parallel":[\#(Array(repeating: step, count: 12).joined(separator: ","))]}}"#,
        to: "doc.json")
      return [command[0], folder.path("doc.json")] + command.dropFirst()
    }
  }

  /// A picture that takes a helper minutes.
  private static let slowPicture =
    #"<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000">"#
    + String(
      repeating: ##"<circle cx="2000" cy="2000" r="1999" fill="#00f" fill-opacity="0.01"/>"##,
      count: 4_000)
    + "</svg>"

  private static func drawn(_ command: [String]) -> @Sendable (Folder) throws -> [String] {
    { folder in
      try folder.write(slowPicture, to: "slow.svg")
      try folder.write(
        #"{"version":1,"canvas":{"size":[16,16]},"duration":1,"#
          + #""layers":[{"contents":{"image":"slow.svg"}}],"checks":[{"at":0,"equals":"a.png"}]}"#,
        to: "doc.json")
      return command.map { $0 == "doc.json" ? folder.path($0) : $0 }
    }
  }

  private static let helperWorks: @Sendable (HostRun) -> Bool = { run in
    run.children.contains { $0.workedSeconds > 0.2 }
  }

  /// `make test` tests one state with planning and one that waits for a helper.
  static let states = Effort.current == .test ? [all[1]] : all
  private static let all: [State] = [
    State(testDescription: "validate plans", words: planned(["validate"])),
    State(testDescription: "inspect plans", signal: SIGINT, words: planned(["inspect"])),
    State(testDescription: "run plans", signal: SIGHUP, words: planned(["run", "-o", "-"])),
    State(
      testDescription: "run waits for an SVG", signal: SIGINT,
      words: drawn(["run", "doc.json", "-o", "-"]), isReached: helperWorks),
    State(
      testDescription: "golden update waits for an SVG",
      words: drawn(["golden", "update", "doc.json"]), isReached: helperWorks),
    State(
      testDescription: "check waits for an SVG", words: drawn(["check", "doc.json"]),
      isReached: helperWorks),
  ]

  @Test(arguments: states) func aSignalEnds(_ state: State) throws {
    let folder = try Folder()
    let words = try state.words(folder)
    let before = try folder.files()
    let run = try HostRun(words)
    for _ in 0..<3000 where !state.isReached(run) && run.look != nil { usleep(10_000) }
    run.send(state.signal)
    let result = run.wait()
    #expect(result.status == 128 + state.signal, "\(result.summary.prefix(2000))")
    // Unsupported features of a file may be reported before.
    #expect(result.errors.hasSuffix("error: interrupted\n"), "\(result.summary.prefix(2000))")
    #expect(try folder.files() == before)
    #expect(HostRun.leftovers(of: folder.path("")).isEmpty)
  }

  /// Nobody reads the output, which is raw frames or the lines of a command.
  @Test(arguments: Effort.spread([SIGTERM, SIGINT], test: 1)) func aPipeThatIsFull(_ signal: Int32)
    throws
  {
    let rig = try FaultRig("nothing", frames: 100)
    let held = try HeldRun(rig.words(output: "-"))
    _ = try held.read(2)
    for _ in 0..<3000 where !held.isHeld { usleep(10_000) }
    held.run.send(signal)
    let result = held.run.wait()
    #expect(result.status == 128 + signal, "\(result.summary)")
    #expect(result.errors.contains("interrupted"), "\(result.summary)")
    #expect(HostRun.leftovers(of: rig.path).isEmpty)
  }

  /// Tests a plugin that reports repeatedly that it is still working, so that there is always a message to answer.
  @Test(arguments: Effort.spread([[SIGTERM], [SIGINT, SIGINT]], test: 1))
  func aPluginThatKeepsBeating(_ signals: [Int32])
    throws
  {
    let rig = try FaultRig("beats", frames: 2)
    let run = try HostRun(
      rig.words(["--plugin-timeout", "1000"], output: rig.folder.path("a.mp4")))
    for _ in 0..<3000 where !run.children.contains(where: \.hasRested) { usleep(10_000) }
    for signal in signals {
      run.send(signal)
      usleep(200_000)
    }
    let result = run.wait()
    #expect(result.status == 128 + signals[0], "\(result.summary)")
    #expect(result.errors.contains("interrupted"), "\(result.summary)")
    #expect(try rig.made().isEmpty)
    #expect(HostRun.leftovers(of: rig.path).isEmpty)
  }
}

extension ProcessLook {
  /// Whether the process has slept and continued often, like a plugin that reports repeatedly that it is still working.
  fileprivate var hasRested: Bool {
    ProcFile.text("/proc/\(id)/status").split(separator: "\n").contains { line in
      line.hasPrefix("voluntary_ctxt_switches:")
        && line.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0 > 40
    }
  }
}

extension HostRun {
  /// The state of the run's process; nil if it has ended.
  var look: ProcessLook? {
    let look = ProcessLook(process)
    return look?.state == "Z" ? nil : look
  }
}
