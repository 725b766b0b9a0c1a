import Foundation
import TestSupport
import Testing

/// Tests which status reports the end of a helper: 75 if it was killed, 69 if it is missing, 65 if it hung or crashed
/// because of a file.
@Suite struct BlameTests {
  static let helpers = [
    "pipeline-png", "pipeline-media", "pipeline-draw", "pipeline-lottie", "pipeline-svg",
  ]
  enum Death: String, CaseIterable, Sendable { case killed, crashed, missing, hung, ends }
  static let commands = ["frame", "run", "validate", "inspect"]

  struct Case: Sendable, CustomTestStringConvertible {
    let helper: String, death: Death, command: String
    var testDescription: String { "\(helper) \(death) \(command)" }
  }
  /// Each helper with each kind of failure, in each command that starts it; a short run tests one case of six.
  static let cases: [Case] = {
    let all = helpers.flatMap { helper in
      Death.allCases.flatMap { death in
        commands.filter {
          $0 != "inspect" || ["pipeline-media", "pipeline-lottie"].contains(helper)
        }
        .map { Case(helper: helper, death: death, command: $0) }
      }
    }
    return Effort.spread(all, test: all.count / 12)
  }()

  @Test(arguments: cases) func statusSaysIt(_ trial: Case) throws {
    let folder = try Folder()
    try folder.install(Program.folder.appending(path: "pipeline"), as: "pipeline")
    let script: String? =
      switch trial.death {
      case .killed: "kill -9 $$"
      case .crashed: "ulimit -c 0; kill -11 $$"
      case .ends: "exit 3"
      case .hung: "exec sleep 60"
      case .missing: nil
      }
    if let script { try folder.writeProgram("#!/bin/sh\n\(script)\n", to: trial.helper) }
    try Self.write(for: trial.helper, to: folder)
    var words = [trial.command, "a.json", "--media-timeout", "1"]
    if trial.command == "frame" { words += ["--at", "0", "-o", "x.png"] }
    if trial.command == "inspect" { words += ["--at", "0"] }
    if trial.command == "run" { words += ["-o", "x/%02d.png"] }
    let ran = try Program.run(
      folder.url.appending(path: "pipeline"), words, in: folder.url)
    let status: Int32 =
      switch trial.death {
      case .killed: 75
      case .missing: 69
      case .crashed, .ends, .hung: 65
      }
    #expect(ran.status == status, "\(ran.summary)")
    if status == 65 { #expect(ran.errors.contains("art.") || ran.errors.contains("text")) }
  }

  /// Commands that read files without a document have the same time limit and the same statuses.
  @Test(
    arguments: Effort.spread(
      [
        "transition cross-fade art.bmp art.bmp -o x.gif",
        "transition cross-fade art.gif art.gif -o x.gif",
        "diff art.gif art.gif", "measure art.gif -o m", "measure art.gif --layer a=art.bmp -o m",
        "match a.json art.gif",
      ], test: 2), [Death.hung, .killed])
  func commandsWithoutADocumentKeepIt(_ words: String, _ death: Death) throws {
    let folder = try Folder()
    try folder.install(Program.folder.appending(path: "pipeline"), as: "pipeline")
    let script = death == .hung ? "exec sleep 60" : "kill -9 $$"
    try folder.writeProgram("#!/bin/sh\n\(script)\n", to: "pipeline-media")
    try Self.write(for: "pipeline-media", to: folder)
    try folder.write("{ \"version\": 1, \"layers\": [], \"duration\": 1 }", to: "a.json")
    try Data([UInt8]("GIF89a".utf8) + [UInt8](repeating: 0, count: 60)).write(
      to: folder.url.appending(path: "art.gif"))
    try folder.install(
      Program.folder.appending(path: "libcross-fade.so"), as: "libcross-fade.so")
    let ran = try Program.run(
      folder.url.appending(path: "pipeline"),
      words.split(separator: " ").map(String.init) + ["--media-timeout", "1"], in: folder.url)
    #expect(ran.status == (death == .hung ? 65 : 75), "\(ran.summary)")
    #expect(ran.errors.contains("art."), "\(ran.summary)")
  }

  /// A row whose helper is killed does not count as a bad row, because the run can be repeated.
  @Test(arguments: ["fail", "skip"]) func rowsKeepIt(_ way: String) throws {
    let folder = try Folder()
    try folder.install(Program.folder.appending(path: "pipeline"), as: "pipeline")
    try folder.writeProgram("#!/bin/sh\nkill -9 $$\n", to: "pipeline-png")
    try Self.write(for: "pipeline-png", to: folder)
    try folder.write("k\n1\n2\n", to: "rows.csv")
    let ran = try Program.run(
      folder.url.appending(path: "pipeline"),
      ["run", "a.json", "--data", "rows.csv", "--bad-rows", way, "-o", "{row}.gif"],
      in: folder.url)
    #expect(ran.status == 75, "\(ran.summary)")
  }

  /// Writes a document that shows a file for the helper.
  private static func write(for helper: String, to folder: Folder) throws {
    var contents = "{ \"image\": \"art.png\" }"
    switch helper {
    case "pipeline-png": try Data(PNGFile().bytes).write(to: folder.url.appending(path: "art.png"))
    case "pipeline-media":
      try Data([UInt8]("BM".utf8) + [UInt8](repeating: 0, count: 60)).write(
        to: folder.url.appending(path: "art.bmp"))
      contents = "{ \"image\": \"art.bmp\" }"
    case "pipeline-svg":
      try folder.writeProgram("#!/bin/sh\n", to: "resvg")
      try folder.write(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"/>", to: "art.svg")
      contents = "{ \"image\": \"art.svg\" }"
    case "pipeline-draw":
      contents = "{ \"text\": \"art\" }"
    default:
      try folder.write(LottieFiles.square(), to: "art.json")
      contents = "{ \"lottie\": \"art.json\" }"
    }
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [8, 8], "fps": 10 }, "duration": 0.1,
        "layers": [ { "id": "a", "frame": [0, 0, 8, 8], "contents": \(contents) } ] }
      """, to: "a.json")
  }
}
