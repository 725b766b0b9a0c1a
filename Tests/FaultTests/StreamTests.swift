import Foundation
import TestSupport
import Testing

/// Tests standard output that accepts nothing, and a system with too few resources: the program prints one line and has
/// the right status.
@Suite(.rounds) struct StreamTests {
  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(FailNthTests.document, to: "doc.json")
    return folder
  }

  /// Runs the program with some arguments through a shell line that sets limits and streams.
  private func shell(_ line: String, _ words: [String], asNobody: Bool = false) throws
    -> HostRun.Result
  {
    try HostRun(
      words, asNobody: asNobody, through: ["/bin/bash", "-c", line + " exec \"$@\"", "-"]
    ).wait()
  }

  static let commands: [[String]] = [
    ["inspect", "doc.json"], ["schema"], ["plugin", "list"], ["transition", "--list"], ["--help"],
    ["--version"], ["frame", "doc.json", "--at", "0", "-o", "a.png"],
    ["run", "doc.json", "-o", "a.gif"], ["run", "doc.json", "-o", "-"], ["init", "new"],
  ]

  @Test(arguments: commands) func nothingCanBeWritten(_ words: [String]) throws {
    let pipeline = Program.folder.appending(path: "pipeline").path(percentEncoded: false)
    let places = [
      ("exec > /dev/full;", "cannot be written: No space left on device"),
      ("exec > >(:); sleep 0.1;", "the reader closed the pipe"),
      ("exec >&-;", "cannot be written: Bad file descriptor"),
    ]
    // In `make test`, each command is tested with one of the lines, and each line with several commands.
    let at = Self.commands.firstIndex(of: words) ?? 0
    for (line, says) in Effort.current == .test ? [places[at % places.count]] : places {
      let folder = try folder()
      let run = try Program.run(
        URL(filePath: "/bin/bash"), ["-c", line + " exec \"$@\"", "-", pipeline] + words,
        in: folder.url)
      #expect(run.status == 74, "\(words) \(line): \(run.summary)")
      #expect(run.errors == "error: standard output: \(says)\n", "\(words) \(line)")
    }
  }

  @Test(arguments: Effort.spread([8, 20], test: 1)) func tooFewDescriptors(_ count: Int) throws {
    let folder = try folder()
    for output in ["a.png", "a.mp4", "%d.png"] {
      let run = try shell(
        "ulimit -n \(count);", ["run", folder.path("doc.json"), "-o", folder.path(output)])
      #expect(run.status == 71, "\(run.summary)")
      #expect(run.errors.hasPrefix("error: too few descriptors: the system allows \(count) "))
      #expect(run.errors.split(separator: "\n").count == 1 && run.output.isEmpty)
    }
    #expect(try folder.files() == ["doc.json"])
  }

  /// A limit on file sizes is reported as a write error, in the host and in its helpers.
  @Test(
    .disabled(
      if: Sanitizer.current == .thread,
      "the thread sanitizer maps a file of its own, which the limit cuts"),
    arguments: [false, true]) func filesMayNotGrow(asNobody: Bool) throws
  {
    guard HostRun.mayRun(asNobody: asNobody) else { return }
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [256, 256], "scale": 1, "fps": 4 }, "duration": 1,
        "layers": [ { "id": "box", "frame": [0, 0, 256, 256],
          "contents": { "gradient": { "radial": { "radius": 0.7 },
                                      "stops": ["#f00", "#0f0", "#00f"] } } } ] }
      """, to: "doc.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path(""))
    for output in ["a.png", "a.gif", "a.apng", "a.y4m", "a.mp4", "a.mov", "a.webp", "%d.png"] {
      let run = try shell(
        "ulimit -f 4;", ["run", folder.path("doc.json"), "-o", folder.path(output)],
        asNobody: asNobody)
      #expect(run.status == 74, "\(output): \(run.summary)")
      // For one picture of an animation, the first line says which frame it is.
      let words = run.errors.split(separator: "\n").drop { $0.contains("one picture, frame 0") }
      #expect(words.count == 1, "\(output): \(run.summary)")
      #expect(try folder.files() == ["doc.json"], "\(output)")
    }
  }
}
