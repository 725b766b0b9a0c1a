import Foundation
import TestSupport
import Testing

/// Result folders and pages are either complete or absent, and never replace files of others.
@Suite struct FolderBoundsTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.write(
      ##"{ "version": 1, "canvas": { "size": [16, 16], "fps": 10 }, "duration": 0.2, "layers": [ { "id": "a", "frame": [0, 0, 8, 8], "backgroundColor": "#00f" } ], "checks": [ { "at": 0, "layer": "a", "opacity": 1 } ] }"##,
      to: "d.json")
  }

  private func pipeline(_ words: String...) throws -> Program.Result {
    try Program.pipeline(words, in: folder.url)
  }

  private func hidden() throws -> [String] { try folder.files().filter { $0.hasPrefix(".") } }

  @Test func pagesOfOthersStay() throws {
    for (page, words) in [
      ("g/index.html", ["transition", "--gallery", "g"]),
      ("c/index.html", ["check", "d.json", "--html", "c"]),
    ] {
      try folder.write("<title>mine</title>", to: page)
      let run = try Program.pipeline(words, in: folder.url)
      #expect(
        run.status == 73 && run.errors.contains("\(page): the page already exists"),
        "\(run.summary)")
      #expect(try String(decoding: folder.data(page), as: UTF8.self) == "<title>mine</title>")
    }
    // A page that the program has written is replaced.
    #expect(try pipeline("check", "d.json", "--html", "ours").status == 0)
    #expect(try pipeline("check", "d.json", "--html", "ours").status == 0)
  }

  /// A name that is taken, even by a broken link, is reported before any work is done.
  @Test func takenNamesAreToldAtOnce() throws {
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "ln"), withDestinationURL: URL(filePath: "/nonexistent/x"))
    try folder.write("x", to: "full/x")
    for name in ["ln", "full"] {
      for words in [["measure", "d.json", "-o", name], ["match", "d.json", "d.json", "-o", name]] {
        let run = try Program.pipeline(words, in: folder.url)
        #expect(
          run.status == 73 && run.errors.contains("\(name): it already exists"), "\(run.summary)")
      }
    }
    #expect(try hidden().isEmpty)
  }

  /// A failed command leaves neither its folder nor the parent folders that it created.
  @Test func whatFailsLeavesNothing() throws {
    let run = try pipeline("measure", "d.json", "-o", "m/x")
    #expect(run.status != 0, "\(run.summary)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("m")))
    #expect(try hidden().isEmpty)
  }

  @Test func aJobAppearsWhole() throws {
    let run = try pipeline(
      "submit", "d.json", "--engine", "local", "-o", "f-%02d.png", "--dry-run", "--bundle",
      "deep/job")
    #expect(run.status == 0, "\(run.summary)")
    #expect(try folder.files(in: "deep").allSatisfy { !$0.hasPrefix(".") })
    #expect(try folder.files(in: "deep/job").contains("SHA256SUMS"))
    // The command is repeated in the same place.
    let again = try pipeline(
      "submit", "d.json", "--engine", "local", "-o", "f-%02d.png", "--dry-run", "--bundle",
      "deep/job")
    #expect(again.status == 0, "\(again.summary)")
  }

  /// The remains of a killed process in the temporary folder are removed, and those of a running process remain.
  @Test func whatIsLeftGoes() throws {
    for name in ["pipeline-import-abc123", "pipeline-drop-abc123", "pipeline-mine-abc123"] {
      try folder.write("x", to: "tmp/\(name)/x")
    }
    let held = unsafe open(folder.path("tmp/pipeline-drop-abc123"), O_RDONLY | O_DIRECTORY)
    try #require(held >= 0 && flock(held, LOCK_EX) == 0)
    let run = try Program.pipeline(
      ["doctor"], in: folder.url, environment: ["TMPDIR": folder.path("tmp")])
    #expect(run.errors.contains("removed 1 folder of earlier runs in"), "\(run.summary)")
    #expect(try folder.files(in: "tmp") == ["pipeline-drop-abc123", "pipeline-mine-abc123"])
    close(held)
  }
}
