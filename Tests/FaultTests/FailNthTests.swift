import Foundation
import TestSupport
import Testing

/// Makes each writing call fail once: the first, the second, and so on, until none is left.
///
/// OutputFaultTests fills a real disk. An exhausted quota is only simulated here, because kernels without quotas and
/// file systems in memory do not support quotas.
@Suite(.rounds) struct FailNthTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var call: String
    var problem: Int32
    var output: String
    var more: [String] = []
    var testDescription: String { "\(call) \(problem) \(output)" }
  }

  static let outputs: [(String, [String])] = [
    ("%d.png", ["--resume"]), ("a.png", []), ("a.gif", []), ("a.apng", []), ("a.y4m", []),
  ]

  static let rows: [Row] = outputs.flatMap { output, more in
    [("write", ENOSPC), ("write", EDQUOT), ("fsync", EIO), ("name", EIO), ("open", EIO)].filter {
      HostRun.isSoak || output.hasPrefix("%") || Effort.current > .test && $0.1 != EDQUOT
        || output == "a.png" && $0.1 != EDQUOT || $0.0 == "fsync"
    }.map { Row(call: $0.0, problem: $0.1, output: output, more: more) }
  }

  private static let library = Result {
    let folder = try Folder()
    let built = try Program.tool(
      "cc",
      [
        "-shared", "-fPIC", "-O1", "-w", "-o", folder.path("fail.so"),
        Program.root.appending(path: "Tests/Fixtures/fail_nth.c").path(percentEncoded: false),
        "-ldl",
      ])
    try #require(built.status == 0, "\(built.summary)")
    return folder
  }

  static let document = """
    { "version": 1, "canvas": { "size": [8, 8], "scale": 1, "fps": 3 }, "duration": 1,
      "layers": [ { "id": "box", "frame": [0, 0, 4, 4], "backgroundColor": "#c00" } ],
      "timeline": { "targets": ["box"], "duration": 1,
                    "keyframes": [ { "opacity": 0 }, { "opacity": 1 } ] } }
    """

  private func words(_ folder: Folder, _ output: String, _ more: [String]) -> [String] {
    ["run", folder.path("doc.json"), "-o", folder.path("out/" + output)] + more
  }

  private func environment(_ call: String, _ nth: Int, _ problem: Int32, _ folder: Folder) throws
    -> [String: String]
  {
    [
      "LD_PRELOAD": try Self.library.get().path("fail.so"), "FAIL_CALL": call,
      "FAIL_NTH": "\(nth)", "FAIL_ERRNO": "\(problem)", "FAIL_UNDER": folder.path("out"),
      "FAIL_MARK": folder.path("mark"),
    ]
  }

  /// Every file is the old one, the new one or absent, and no other files exist.
  @Test(arguments: Effort.spread(rows, test: 1)) func wholeOrNotAtAll(_ row: Row) throws {
    let healthy = try Folder()
    try healthy.write(Self.document, to: "doc.json")
    #expect(try HostRun(words(healthy, row.output, row.more)).wait().status == 0)
    var whole: [String: Data] = [:]
    for name in try healthy.files(in: "out") { whole[name] = try healthy.data("out/\(name)") }
    let old = Data("old".utf8)

    var nth = 0
    while true {
      nth += 1
      try #require(nth < 200, "no end")
      let folder = try Folder()
      try folder.write(Self.document, to: "doc.json")
      for name in whole.keys where name != "frames.jsonl" {
        try folder.write("old", to: "out/\(name)")
      }
      let run = try HostRun(
        words(folder, row.output, row.more),
        environment: environment(row.call, nth, row.problem, folder)
      ).wait()
      let hasFailed = try folder.files().contains("mark")
      for name in try folder.files(in: "out") where name != "frames.jsonl" {
        let data = try folder.data("out/\(name)")
        #expect(data == old || data == whole[name], "call \(nth): \(name)")
      }
      guard hasFailed else {
        #expect(run.status == 0, "\(run.summary)")
        break
      }
      // An unreadable record counts as missing, and where a file cannot be created without a name it has a hidden name.
      if run.status != 0 || row.call != "open" && row.call != "name" {
        #expect(run.status == 74, "call \(nth): \(run.summary)")
        #expect(run.errors.contains("out"), "\(run.summary)")
      }
      // Afterwards the same work succeeds.
      let again = try HostRun(words(folder, row.output, row.more)).wait()
      #expect(again.status == 0, "\(again.summary)")
      for (name, data) in whole where name != "frames.jsonl" {
        #expect(try folder.data("out/\(name)") == data, "call \(nth): \(name)")
      }
    }
    #expect(nth > 1)
  }

  /// Simulates a lack of shared memory. If a run cannot continue without it, it reports so, with the status of the part
  /// that needed it: a plugin that cannot be loaded, pipeline-media, or a worker in a frame.
  @Test(arguments: Effort.spread(["a.mp4", "%d.png"], test: 1)) func noSharedMemory(_ what: String)
    throws
  {
    var failures = 0
    for nth in 1..<30 {
      let rig = try FaultRig("nothing", animator: "test.pixel-fault", frames: 3)
      let environment = try environment("mmap", nth, ENOMEM, rig.folder)
      let run = try rig.run(output: rig.folder.path("out/\(what)"), environment: environment)
      for name in (try? rig.folder.files(in: "out")) ?? [] { #expect(!name.hasSuffix(".part")) }
      #expect(HostRun.leftovers(of: rig.path).isEmpty)
      guard try rig.made().contains("mark") else {
        #expect(nth > 1 && run.status == 0, "\(run.summary)")
        break
      }
      if run.status == 0 { continue }
      failures += 1
      let status: Int32 =
        run.errors.contains("pipeline-media has no memory")
        ? 71 : run.errors.contains("could not be loaded") ? 65 : 76
      #expect(run.status == status, "call \(nth): \(run.summary)")
      #expect(run.errors.contains("no memory"), "call \(nth): \(run.summary)")
    }
    #expect(failures > 0)
  }
}
