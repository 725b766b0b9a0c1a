import Assets
import Documents
import Encoding
import EngineSupport
import Farm
import Foundation
import JSON
import Rendering
import Reporting
import Scenes
import TestSupport
import Testing

/// Tests everything that determines the pixels of a job.
@Suite struct JobFactsTests {
  private static func record(
    _ text: String = Sample.moving, scale: Double = 1, rate: Double = 10,
    _ change: (inout ReadingSettings) -> Void = { _ in }
  ) throws -> JobRecord {
    let folder = try Scratch()
    var settings = ReadingSettings()
    change(&settings)
    let project = try Sample.project(text, in: folder, settings)
    return try JobInputsRecord(project, fonts: []).record(
      RenderSettings(scale: scale), framesPerSecond: rate)
  }

  @Test func theSameJobHasTheSameIdAnywhere() throws {
    #expect(try Self.record() == Self.record())
  }

  @Test func eachFactMakesAnotherJob() throws {
    let records = [
      try Self.record(), try Self.record(scale: 2), try Self.record(rate: 20),
      try Self.record(Sample.document(duration: 2)),
      try Self.record { $0.variables = [.init(name: "tint", value: "#00ff00")] },
      try Self.record { $0.plugins.onFault = .skip },
    ]
    #expect(Set(records.map(\.id)).count == records.count)
  }

  @Test func differencesAreSaidInWords() throws {
    let (ours, theirs) = (try Self.record(), try Self.record(scale: 2))
    #expect(JobInputsRecord.differences(of: theirs.line, from: ours) == "made with scale 2, not 1")
    let skipping = try Self.record { $0.plugins.onFault = .skip }
    #expect(
      JobInputsRecord.differences(of: skipping.line, from: ours)
        == "made with plugin faults skip, not without")
    #expect(
      JobInputsRecord.differences(of: ours.line, from: skipping) == "made with no plugin faults")
    #expect(JobInputsRecord.differences(of: "no line", from: ours) == "another job made it")
  }

  @Test func ofManyDifferencesThreeAreSaid() throws {
    let theirs = try Self.record(Sample.document(duration: 2), scale: 2, rate: 20) {
      $0.variables = [.init(name: "tint", value: "#00ff00")]
      $0.plugins.onFault = .skip
    }
    let words = JobInputsRecord.differences(of: theirs.line, from: try Self.record())
    #expect(words.hasSuffix("; and 2 more that differ"))
  }
}

/// Tests the tasks for other machines, as readable arguments.
@Suite struct JobWorkTests {
  static func work(_ options: [String] = [], total: Int = 10, chunk: Int = 4) -> JobWork {
    JobWork(
      document: "document/a.json", name: "a \"job\" {{x}}", total: total, chunk: chunk,
      frames: "/out/%05d.png", data: nil, outputs: ["/out/a.mp4"], options: options, encoding: [],
      threads: 2)
  }

  @Test func theLastChunkMayBeShorter() {
    #expect(Self.work().chunkCount == 3)
    #expect(Self.work(total: 8).chunkCount == 2)
    #expect((Self.work().first, Self.work().last) == (0, 9))
  }

  @Test func theTemplateIsJSONWithoutWordsOfTheField() throws {
    let template = Self.work().template
    #expect(JSONNode(json: template) != nil)
    #expect(JSONNode(json: template)?["name"]?.string == "pipeline a job x")
  }

  @Test func theDescriptionSaysItsFilesInOrder() throws {
    let node = JSONNode(json: Self.work().description([("b", "2"), ("a", "1")]))
    let paths = node?["files"]?.elements?.compactMap { $0["path"]?.string }
    #expect(paths == ["a", "b"])
    #expect(node?["data"]?.json == "null")
  }

  @Test func settingsAreWordsOfTheProgram() {
    var settings = ReadingSettings()
    #expect(settings.words == ["--plugins", "plugins"])
    settings.variables = [.init(name: "title", value: "two words")]
    settings.limits = [.init(name: "layers", value: 7)]
    settings.plugins.onFault = .skip
    settings.plugins.callSeconds = 2.5
    #expect(
      settings.words == [
        "--plugins", "plugins", "--set", "title=two words", "--limit", "layers=7",
        "--on-plugin-fault", "skip", "--plugin-timeout", "2.5",
      ])
  }

  @Test func aBundleQuotesWhatAShellWouldRead() throws {
    let folder = try Scratch()
    let project = try Sample.project(in: folder)
    let bundle = FarmJob(
      folder.path("job"), Self.work(["--set", "title=it's; rm"]), JobInputs(project.document))
    try bundle.write()
    let script = String(decoding: try folder.data("job/render"), as: UTF8.self)
    #expect(script.contains("'title=it'\\''s; rm'"))
    #expect(try folder.files(in: "job").contains("SHA256SUMS"))
    #expect(try folder.files(in: "job/document") == ["pipeline.json"])
  }

  @Test func aFolderWithOtherThingsIsNotTaken() throws {
    let folder = try Scratch()
    let project = try Sample.project(in: folder)
    try folder.write("mine", to: "job/mine")
    let bundle = FarmJob(folder.path("job"), Self.work(), JobInputs(project.document))
    let error = #expect(throws: EngineError.self) { try bundle.write() }
    #expect(error?.cause == .usage)
    #expect(try folder.files(in: "job") == ["mine"])
  }
}

/// Tests rows of data, each of which sets the document's variables.
@Suite struct RowSetTests {
  private static func rows(
    _ table: String, _ names: [String] = ["out/{row}.png"], range: RowNumbers? = nil
  ) throws -> RowSet {
    let folder = try Scratch()
    try folder.write(Sample.moving, to: "a.json")
    try folder.write(table, to: "rows.csv")
    return try RowSet(
      folder.path("rows.csv"), range: range, of: folder.path("a.json"), ReadingSettings(),
      output: names)
  }

  @Test func eachRowIsADocument() throws {
    let set = try Self.rows("tint\n#00ff00\n#0000ff\n")
    #expect(set.documents.count == 2)
    #expect(set.rows.map(\.number) == [1, 2])
    #expect(set.label(set.rows[1]).hasSuffix("rows.csv:3: row 2"))
  }

  @Test func aRangeTakesSomeOfThem() throws {
    #expect(
      try Self.rows("tint\n#00ff00\n#0000ff\n", range: RowNumbers("2")).rows.map(\.number) == [2])
    let error = #expect(throws: EngineError.self) {
      try Self.rows("tint\n#00ff00\n", range: RowNumbers("2-3"))
    }
    #expect(error?.cause == .usage)
  }

  @Test func twoRowsMayNotWriteOneFile() {
    let error = #expect(throws: EngineError.self) {
      try Self.rows("tint\n#00ff00\n#0000ff\n", ["out/same.png"])
    }
    #expect(error?.cause == .usage)
    #expect(error?.lines[0].contains("would both be out/same.png") == true)
  }

  @Test func allThatIsWrongInAnyRowIsTold() {
    let error = #expect(throws: EngineError.self) {
      try Self.rows("tint\nno colour\n#00ff00\nneither\n")
    }
    #expect(error?.cause == .content)
    #expect(error?.lines.contains { $0.contains("row 1") } == true)
    #expect(error?.lines.contains { $0.contains("row 3") } == true)
  }

  @Test func aColumnThatIsNoVariableIsTold() throws {
    let set = try Self.rows("tinted\n#00ff00\n")
    #expect(set.notes.contains { $0.contains("did you mean \"tint\"?") })
  }

  @Test func aJobGoesOnAfterWhatMayPass() throws {
    let folder = try Scratch()
    let project = try Sample.project(in: folder)
    var work = JobWorkTests.work(total: 8)
    work.retries = 2
    try FarmJob(folder.path("job"), work, JobInputs(project.document)).write()
    // The script replaces the program: it is killed at first and succeeds later; the join prints its work.
    try folder.write(
      """
      #!/bin/sh
      if [ "$1" = run ] && [ ! -e "$0.was-killed" ]; then : > "$0.was-killed"; kill -9 $$; fi
      [ "$1" = run ] || echo joined
      """, to: "program")
    func run(_ script: String) throws -> Program.Result {
      try Program.shell(
        ["-c", "chmod +x program; PIPELINE=$PWD/program sh job/\(script)"], in: folder.url)
    }
    let made = try run("submit-local")
    #expect(made.status == 0 && made.output.contains("joined"), "\(made.summary)")
    var status = try JobStatus(folder.path("job"))
    #expect(status.lines.contains { $0.contains("2 of 2 chunks are done") }, "\(status.lines)")
    // An error that occurs on all machines is not retried, and is reported with its status.
    try folder.write("#!/bin/sh\necho 'error: no such picture' >&2; exit 65\n", to: "program")
    try FarmJob(folder.path("job"), work, JobInputs(project.document)).write()
    #expect(try run("submit-local").status == 65)
    status = try JobStatus(folder.path("job"))
    #expect(
      status.lines.contains { $0.contains("0-3") && $0.contains("status 65") }, "\(status.lines)")
    #expect(status.lines.contains { $0.contains("submit-local") }, "\(status.lines)")
  }

  /// A node on which all tasks fail is left out, and its statuses do not end the job; a failure on a node whose other
  /// tasks succeeded does.
  @Test func aBadNodeIsLeftOut() throws {
    let folder = try Scratch()
    let project = try Sample.project(in: folder)
    try FarmJob(folder.path("job"), JobWorkTests.work(total: 12), JobInputs(project.document))
      .write()
    try folder.write("#!/bin/sh\necho \"sbatch $*\"\n", to: "bin/sbatch")
    func again(_ tasks: [String: (host: String, status: Int)]) throws -> Program.Result {
      for (name, task) in tasks {
        try folder.write(
          "begin 1 \(task.host) 5 0 1\nend 2 \(task.status)\n", to: "job/state/\(name)")
      }
      return try Program.shell(
        [
          "-c",
          "chmod +x ../bin/sbatch; PATH=$PWD/../bin:$PATH SLURM_SUBMIT_DIR=$PWD sh ./again-slurm 1 2>&1",
        ],
        in: URL(filePath: folder.path("job")))
    }
    let bad = try again(["0-3": ("n1", 0), "4-7": ("n2", 69)])
    #expect(bad.output.contains("node n2 failed 1 of 1, and is left out"), "\(bad.summary)")
    #expect(bad.status == 0 && bad.output.contains("--exclude=n2"), "\(bad.summary)")
    let givenUp = try again(["4-7": ("n1", 69)])
    #expect(
      givenUp.status == 65 && givenUp.output.contains("would fail again: 4-7"), "\(givenUp.summary)"
    )
    // A cancelled job remains cancelled, whoever distributes its tasks.
    let cancelled = try Program.shell(["-c", "sh job/cancel; sh job/render 8-11"], in: folder.url)
    #expect(
      cancelled.status == 77 && cancelled.errors.contains("was cancelled"), "\(cancelled.summary)")
    #expect(try again([:]).status == 77)
    #expect(try JobStatus(folder.path("job")).lines.contains("cancelled"))
  }

  /// A task that is killed with its shell records no end and is distributed again; then all parts are joined.
  @Test func slurmGoesOnWithWhatWasKilled() throws {
    let folder = try Scratch()
    let project = try Sample.project(in: folder)
    var work = JobWorkTests.work(total: 12)
    work.schedulerOptions = ["--partition=long"]
    try FarmJob(folder.path("job"), work, JobInputs(project.document)).write()
    try folder.write(
      """
      #!/bin/sh
      if [ "$1" = run ] && [ ! -e "$0.was-killed" ]; then : > "$0.was-killed"; kill -9 $PPID; exit; fi
      [ "$1" = run ] || echo joined
      """, to: "program")
    // The script replaces Slurm and runs each task at once.
    try folder.write(
      """
      #!/bin/sh
      array= wrap= offset= script=
      for word; do
        case $word in
          --array=*) array=${word#*=} ;;
          --wrap=*) wrap=${word#*=} ;;
          --export=*) offset=${word##*=} ;;
          --*) ;;
          *) script=$word ;;
        esac
      done
      echo "$*" >> calls
      echo 7
      export SLURM_SUBMIT_DIR=$PWD
      if [ -z "$array" ]; then sh -c "$wrap" >> logs/wrap.log 2>&1; exit 0; fi
      for part in $(echo "$array" | tr , ' '); do
        for task in $(seq ${part%-*} ${part#*-}); do
          SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$task PIPELINE_OFFSET=$offset \
            sh "$script" >> logs/7-$task.log 2>&1
        done
      done
      exit 0
      """, to: "sbatch")
    let made = try Program.shell(
      ["-c", "chmod +x program sbatch; PATH=$PWD:$PATH PIPELINE=$PWD/program sh job/submit-slurm"],
      in: folder.url)
    #expect(made.status == 0, "\(made.summary)")
    let calls = String(decoding: try folder.data("job/calls"), as: UTF8.self)
      .split(separator: "\n")
    // The calls are for all three tasks, for the task that was killed, and for the tasks that wait for each of these.
    #expect(calls.count { $0.contains("--array=0-2") } == 1, "\(calls)")
    #expect(calls.count { $0.contains("--array=0 ") } == 1 && calls.count == 4, "\(calls)")
    #expect(calls.allSatisfy { $0.contains("--partition=long") }, "\(calls)")
    let log = String(decoding: try folder.data("job/logs/wrap.log"), as: UTF8.self)
    #expect(log.contains("joined") && log.contains("try 2 of 2"), "\(log)")
    let lines = try JobStatus(folder.path("job")).lines
    #expect(lines.contains("joined") && lines[0].contains("3 of 3 chunks are done"), "\(lines)")
  }

  /// A task that recorded no end is reported as gone if its process can be tested, and as doubtful otherwise.
  @Test func tasksThatVanishedAreTold() throws {
    let folder = try Scratch()
    let project = try Sample.project(in: folder)
    try FarmJob(folder.path("job"), JobWorkTests.work(total: 12), JobInputs(project.document))
      .write()
    let ended = try Program.shell(["-c", "echo $$"], in: folder.url).output
    let dead = ended.split(separator: "\n").first ?? ""
    let host = ProcessInfo.processInfo.hostName
    let now = Int(Date().timeIntervalSince1970)
    try folder.write(
      "begin \(now - 20) \(host)   \(dead)\nend \(now - 12) 0\n", to: "job/state/0-3")
    try folder.write("begin \(now - 9) \(host)   \(dead)\n", to: "job/state/4-7")
    try folder.write("begin \(now - 4000) elsewhere 7 2 \(dead)\n", to: "job/state/8-11")
    // The running time is derived from the date of the task's notes.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -4000)],
      ofItemAtPath: folder.path("job/state/8-11"))
    var lines = try JobStatus(folder.path("job")).lines
    #expect(lines.contains { $0.hasPrefix("gone: 4-7 on \(host)") }, "\(lines)")
    #expect(
      lines.contains { $0.hasPrefix("running: 8-11 on elsewhere") && $0.contains("check whether") },
      "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("to go") || $0.hasPrefix("go on") }, "\(lines)")
    // The process of this task exists.
    try folder.write(
      "begin \(now - 9) \(host)   \(ProcessInfo.processInfo.processIdentifier)\n",
      to: "job/state/4-7")
    try folder.write("begin \(now - 9) \(host)   \(dead)\n", to: "job/state/8-11")
    lines = try JobStatus(folder.path("job")).lines
    #expect(
      lines.contains { $0.hasPrefix("running: 4-7") && !$0.contains("check whether") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("gone: 8-11") }, "\(lines)")
  }

  @Test func namesAreMadeOfColumns() throws {
    let set = try Self.rows("tint\n#00ff00\n", ["{tint}-{row}.png"])
    #expect(set.names[0].columns == ["tint", "row"])
    #expect(set.names[0].path(for: set.rows[0]) == "#00ff00-1.png")
  }

  @Test(
    arguments: [
      ("a/b", "a-b"), ("..", nil), ("-0.25", "-0.25"), ("-x", "x"), (" .x. ", "x"),
      ("a:b*c?", "a-b-c-"), ("", nil),
    ] as [(String, String?)])
  func valuesBecomePartsOfNames(_ value: String, _ name: String?) {
    #expect(OutputName.safe(value) == name)
  }
}
