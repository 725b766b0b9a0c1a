import Foundation
import TestSupport
import Testing

/// Tests the jobs that `submit` writes, and their scripts.
extension FarmTests {
  /// Only the program's own lines begin with a keyword that a farm session interprets.
  @Test func progressCannotBeForged() throws {
    let folder = try folder()
    let name = "openjd_fail:x"
    let result = try pipeline(
      "run doc.json --progress openjd -o \(name).gif -o openjd_env:A=B.y4m", in: folder)
    let lines = (result.errors + result.output).split(separator: "\n")
    #expect(lines.contains("openjd_progress: 100.0"), "\(result.summary)")
    #expect(lines.contains { $0.hasPrefix("openjd_status: ") })
    #expect(lines.contains { $0.hasPrefix("pipeline: openjd_fail:x.gif") }, "\(result.summary)")
    for line in lines where line.hasPrefix("openjd") {
      #expect(line.hasPrefix("openjd_progress: ") || line.hasPrefix("openjd_status: "), "\(line)")
    }
    let refused = try pipeline(
      "run doc.json --progress openjd --isolate never -o a.gif", in: folder, status: 64)
    #expect(refused.errors.contains("remove --isolate never"))
  }

  /// A job is complete in its folder, which can be moved elsewhere, and runs there.
  @Test func aJobRuns() throws {
    let folder = try folder()
    try pipeline("run doc.json --motion-blur 90 -o single.gif", in: folder)
    let made = try pipeline(
      "submit doc.json --engine local --chunk 9 --dry-run -o a.gif --set shade=#a81c31 --motion-blur 90",
      in: folder)
    #expect(made.output.hasSuffix("/a.gif.job/template.json\n"), "\(made.summary)")
    let job = String(decoding: try folder.data("a.gif.job/job.json"), as: UTF8.self)
    #expect(job.contains("\"data\": null") && job.contains("\"document/doc.json\""), "\(job)")
    // The original document is no longer used.
    try FileManager.default.removeItem(atPath: folder.path("doc.json"))
    let script = folder.path("a.gif.job/submit-local")
    let run = try Program.shell(
      [script], in: folder.url,
      environment: [
        "PIPELINE": Program.folder.appending(path: "pipeline").path(percentEncoded: false)
      ])
    #expect(run.status == 0, "\(run.summary)")
    #expect(try folder.data("a.gif") == folder.data("single.gif"))
    // A changed file of the job is detected before anything is drawn.
    try folder.write(Self.document, to: "a.gif.job/document/doc.json")
    try folder.write(Self.document + "\n", to: "a.gif.job/document/doc.json")
    let damaged = try Program.shell([folder.path("a.gif.job/render"), "0-3"], in: folder.url)
    #expect(damaged.status == 65 && damaged.errors.contains("is damaged"), "\(damaged.summary)")
  }

  /// Tests how `status` reports a job: by the notes of its tasks and the records of its frames, and with its exit status.
  @Test func statusOfAJob() throws {
    let folder = try folder()
    let submit = "submit doc.json --engine local --chunk 9 --dry-run -o out/%02d.png -o a.gif"
    let program = Program.folder.appending(path: "pipeline").path(percentEncoded: false)
    func run(_ words: String...) throws -> Int32 {
      // The scripts are executable.
      try Program.run(
        URL(filePath: folder.path("out.job/\(words[0])")), Array(words.dropFirst()),
        in: folder.url, environment: ["PIPELINE": program]
      ).status
    }
    func status(
      _ status: Int32, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
    )
      throws
    {
      let told = try pipeline(
        "status out.job", in: folder, status: status, sourceLocation: sourceLocation)
      for words in words {
        #expect(told.output.contains(words), "\(told.summary)", sourceLocation: sourceLocation)
      }
    }
    try pipeline(submit, in: folder)
    try status(75, "0 of 3 chunks are done, 0 of 24 frames", "to go: 3 chunks")
    #expect(try run("render", "0-8") == 0)
    // The records are used too, not only the notes, which a newly written job does not have.
    try pipeline(submit, in: folder)
    try status(75, "1 of 3 chunks are done, 9 of 24 frames", "to go: 2 chunks")
    try folder.write(
      Self.document.replacing("\"duration\": 2", with: "\"duration\": 2, \"seam\": \"50%\""),
      to: "doc.json")
    try pipeline(submit, in: folder)
    try status(75, "0 of 3 chunks are done, 0 of 24 frames")
    try folder.write(Self.document, to: "doc.json")
    try pipeline(submit, in: folder)
    // The task ran on a machine whose clock is wrong.
    try folder.write("begin 4000000000 far 1 2 3\n", to: "out.job/state/9-17")
    try status(75, "running: 9-17 on far, for ")
    #expect(try run("render", "9-17") == 0)
    try FileManager.default.removeItem(atPath: folder.path("out/11.png"))
    try status(1, "lost: 9-17", "1 frame of it is missing", "17 of 24 frames")
    #expect(try run("render", "9-17") == 0)
    // Damage that a task finds before it draws is reported too.
    let document = try folder.data("out.job/document/doc.json")
    try folder.write("{}", to: "out.job/document/doc.json")
    #expect(try run("render", "18-23") == 65)
    try status(1, "failed: 18-23 on ", "status 65", "to continue, run ")
    try document.write(to: folder.url.appending(path: "out.job/document/doc.json"))
    try pipeline("cancel out.job", in: folder)
    try status(1, "cancelled")
    #expect(try run("render", "18-23") == 77)
    #expect(try run("submit-local") == 0)
    try status(0, "3 of 3 chunks are done, 24 of 24 frames", "joined")
    let watched = try pipeline("status out.job --watch --json", in: folder)
    #expect(watched.output.contains("\"state\":\"done\""), "\(watched.summary)")
  }

  /// A signal ends a whole local run, not only the shell that started it.
  @Test(arguments: Effort.spread([SIGTERM, SIGHUP, SIGINT], test: 1))
  func aLocalRunEnds(signal: Int32) throws {
    let folder = try folder()
    // The job has many frames, so that it is still running when the signal arrives.
    try folder.write(
      Self.document.replacing("\"fps\": 12 ", with: "\"fps\": 240 "), to: "doc.json")
    let process = Process()
    process.executableURL = Program.folder.appending(path: "pipeline")
    process.arguments = ["submit", "doc.json", "--engine", "local", "--chunk", "1", "-o", "a.gif"]
    process.currentDirectoryURL = folder.url
    // The path contains no program of openjd.
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path("")]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let frames = folder.path("a.gif.job/frames")
    while process.isRunning, !FileManager.default.fileExists(atPath: frames) { usleep(1000) }
    kill(process.processIdentifier, signal)
    process.waitUntilEnd()
    let status =
      process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
    #expect(status == 128 + signal)
    // The command line of a program of the job contains the job's path.
    let left = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter {
      FileManager.default.contents(atPath: "/proc/\($0)/cmdline")
        .map { String(decoding: $0, as: UTF8.self).contains(folder.path("")) } ?? false
    }
    #expect(left.isEmpty)
  }

  /// A task renders a row, with all files that any of the rows needs.
  @Test func aJobOfRowsRuns() throws {
    let folder = try folder()
    try folder.write("name,shade\nred,#ff0000\nblue,#0000ff\nred again,#ff0000\n", to: "rows.csv")
    try pipeline("run doc.json --data rows.csv -o single/{name}.png", in: folder)
    let made = try pipeline(
      "submit doc.json --engine local --data rows.csv --dry-run -o out/{name}.png", in: folder)
    #expect(made.output.hasSuffix("/rows.csv.job/template.json\n"), "\(made.summary)")
    let job = String(decoding: try folder.data("rows.csv.job/job.json"), as: UTF8.self)
    #expect(job.contains(#""data": { "path": "data/rows.csv", "count": 3, "chunk": 1 }"#), "\(job)")
    for name in ["doc.json", "rows.csv"] {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
    let run = try Program.shell(
      [folder.path("rows.csv.job/submit-local")], in: folder.url,
      environment: [
        "PIPELINE": Program.folder.appending(path: "pipeline").path(percentEncoded: false)
      ])
    #expect(run.status == 0, "\(run.summary)")
    for name in ["red.png", "blue.png", "red again.png"] {
      #expect(try folder.data("out/\(name)") == folder.data("single/\(name)"), "\(name)")
    }
    if let openjd = Self.openjd {
      let check = try Program.run(
        URL(filePath: openjd), ["check", "rows.csv.job/template.json"], in: folder.url)
      #expect(check.status == 0, "\(check.summary)")
    }
  }

  /// The path of openjd-cli, where `make test-farm` has installed it, or from the search path.
  static let openjd: String? = [
    Program.root.appending(path: ".build/openjd/bin/openjd").path(percentEncoded: false),
    "/usr/bin/openjd", "/usr/local/bin/openjd",
  ].first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(.enabled(if: openjd != nil, "openjd-cli is not there; make test-farm fetches it"))
  func theTemplateIsOneOfOpenJD() throws {
    let folder = try folder()
    try pipeline(
      "submit doc.json --engine openjd --chunk 9 --dry-run -o a.gif -o out/%03d.png", in: folder)
    let check = try Program.run(
      URL(filePath: Self.openjd!), ["check", "a.gif.job/template.json"], in: folder.url)
    #expect(check.status == 0, "\(check.summary)")
  }
}
