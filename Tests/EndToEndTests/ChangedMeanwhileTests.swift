import Foundation
import TestSupport
import Testing

/// A command may replace only the version of a file that it has read: a file that another program writes in the
/// meantime remains.
@Suite struct ChangedMeanwhileTests {
  private static let other = Data("somebody else's".utf8)

  /// Runs a command and, after the first output has changed, replaces the last of its outputs by another file.
  private static func run(
    _ arguments: [String], in folder: Folder, first: String, last: String
  ) throws -> Process {
    try run(arguments, in: folder, first: first) {
      try other.write(to: folder.url.appending(path: last), options: .atomic)
    }
  }

  private static func run(
    _ arguments: [String], in folder: Folder, first: String, change: () throws -> Void
  ) throws -> Process {
    let before = try? folder.data(first)
    let process = Process()
    process.executableURL = Program.folder.appending(path: "pipeline")
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning {
      if let now = try? folder.data(first), now != before { break }
      usleep(2_000)
    }
    try change()
    process.waitUntilEnd()
    return process
  }

  private static func folder(frames: Int, _ members: String = "") throws -> Folder {
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [900, 900], "scale": 1, "fps": 10 },
        "layers": [ { "id": "a", "frame": [0, 0, 900, 900], "backgroundColor": "#369", "rotate": 3,
                      "blur": 40, "shadowOpacity": 1, "shadowRadius": 90 } ],
        "timeline": { "targets": ["a"], "duration": \(Double(frames) / 10),
          "keyframes": [{ "opacity": 0.2 }, { "opacity": 1 }] }\(members) }
      """, to: "a.json")
    return folder
  }

  /// Each row opens its folder again and must find the folder with which the run began.
  @Test func rowsDoNotFollowALink() throws {
    let folder = try Self.folder(frames: 3)
    try folder.write("k\n" + (1...12).map { "\($0)\n" }.joined(), to: "rows.csv")
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path("away"), withIntermediateDirectories: true)
    let ran = try Self.run(
      ["run", "a.json", "-q", "--data", "rows.csv", "--bad-rows", "skip", "-o", "o/{row}.gif"],
      in: folder, first: "o/1.gif"
    ) {
      try files.moveItem(atPath: folder.path("o"), toPath: folder.path("o2"))
      try files.createSymbolicLink(atPath: folder.path("o"), withDestinationPath: "away")
    }
    #expect(ran.terminationStatus == 74)
    #expect(try files.contentsOfDirectory(atPath: folder.path("away")).isEmpty)
  }

  @Test(arguments: Effort.spread([true, false], test: 1)) func goldensStay(_ areThere: Bool) throws
  {
    let folder = try Self.folder(frames: 30, ", \"checks\": [{ \"equals\": \"gold/%02d.png\" }]")
    if areThere {
      for number in 0..<30 { try folder.write("old", to: String(format: "gold/%02d.png", number)) }
    }
    let ran = try Self.run(
      ["golden", "update", "a.json"], in: folder, first: "gold/00.png", last: "gold/29.png")
    #expect(ran.terminationStatus == 74)
    #expect(try folder.data("gold/29.png") == Self.other)
  }

  @Test func framesOfARunThatIsResumedStay() throws {
    let folder = try Self.folder(frames: 40)
    let words = ["run", "a.json", "--resume", "-q", "-o", "o/%02d.png"]
    try #require(try Program.pipeline(words, in: folder.url).status == 0)
    for number in 0..<40 { try folder.write("damaged", to: String(format: "o/%02d.png", number)) }
    let ran = try Self.run(words, in: folder, first: "o/00.png", last: "o/39.png")
    #expect(ran.terminationStatus == 74)
    #expect(try folder.data("o/39.png") == Self.other)
  }
}
