import Foundation
import TestSupport
import Testing

/// Tests the output of `run --profile`.
@Suite struct ProfileTests {
  private struct Report: Decodable {
    struct Row: Decodable {
      var kind: String
      var name: String
      var millisecondsPerFrame: Double
      var times: Int
      var share: Double?
    }
    var frames: Int
    var seconds: Double
    var rows: [Row]
  }

  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [64, 64], "scale": 1, "fps": 10 },
        "layers": [
          { "id": "ground", "frame": [0, 0, 64, 64], "backgroundColor": "#246" },
          { "id": "card", "frame": [8, 8, 32, 32], "backgroundColor": "#fc8", "blur": 3,
            "sublayers": [ { "id": "dot", "frame": [12, 12, 8, 8], "backgroundColor": "#fff" } ] } ],
        "timeline": { "parallel": [
          { "id": "moves", "targets": ["card"], "duration": 1,
            "keyframes": [{ "translate": [0, 0] }, { "translate": [16, 16] }] },
          { "id": "lifts", "animator": "shadow-lift", "layers": { "subject": "dot" }, "duration": 1 } ] } }
      """, to: "doc.json")
  }

  private func run(_ more: [String]) throws -> Program.Result {
    try Program.pipeline(["run", "doc.json", "-o", "a.gif"] + more, in: folder.url)
  }

  @Test func tellsWhoTakesWhat() throws {
    let run = try run(["--profile", "--json"])
    try #require(run.status == 0, "\(run.summary)")
    let report = try JSONDecoder().decode(Report.self, from: run.data)
    #expect(report.frames == 10 && report.seconds > 0)
    for (kind, name) in [
      ("step", "moves"), ("step", "lifts"), ("plugin", "shadow-lift"), ("layer", "ground"),
      ("layer", "card"), ("layer", "dot"), ("encoder", "a.gif"), ("stage", "prepare"),
      ("stage", "paint"),
    ] {
      let row = report.rows.first { $0.kind == kind && $0.name == name }
      #expect((row?.times ?? 0) > 0 && (row?.millisecondsPerFrame ?? -1) >= 0, "\(kind) \(name)")
    }
    // The shares add up to the whole, except those of plugins, which other shares include.
    let shares = report.rows.filter { $0.kind != "plugin" }.compactMap(\.share).reduce(0, +)
    #expect(abs(shares - 1) < 1e-6)
  }

  @Test func changesNothing() throws {
    #expect(try run([]).errors.contains("profile") == false)
    let plain = try folder.data("a.gif")
    let table = try run(["--profile", "-q"])
    #expect(
      table.status == 0 && table.errors.hasPrefix("profile: 10 frames in "), "\(table.summary)")
    #expect(table.errors.contains("  plugin shadow-lift\n"), "\(table.summary)")
    #expect(try folder.data("a.gif") == plain)
  }

  @Test(arguments: [["--json"], ["--profile", "--json", "-o", "-"]])
  func refusesWhatGoesNowhere(words: [String]) throws {
    #expect(try run(words).status == 64)
  }
}
