import Foundation
import TestSupport
import Testing

/// Tests the page's table of exit statuses: real runs end with each status, and every status of a run is in the table.
@Suite struct StatusTests {
  /// The statuses of the table, with their descriptions.
  private static let table: [Int32: String] = {
    let file = Program.root.appending(path: "Documentation/exit-statuses.md")
    let page = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var rows: [Int32: String] = [:]
    for line in page.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 2 else { continue }
      for word in cells[0].split(separator: ",") {
        if let status = Int32(word.trimmingCharacters(in: .whitespaces)) { rows[status] = cells[1] }
      }
    }
    return rows
  }()

  /// The folder and the arguments of a row's run, and how it is started.
  private struct Place {
    let rig: FaultRig
    var document: String { rig.folder.path("doc.json") }
    var out: String { rig.folder.path("out.gif") }

    func pipeline(
      _ words: [String], through wrapper: [String] = [], executable: String? = nil,
      output: Int32? = nil
    ) throws -> Int32 {
      let run = try HostRun(words, through: wrapper, executable: executable, output: output).wait()
      if run.status > 1 { #expect(run.errors.contains("rror: "), "\(words): \(run.summary)") }
      return run.status
    }

    /// Runs the program through a shell that first sets a limit.
    func limited(_ limit: String, _ words: [String]) throws -> Int32 {
      try pipeline(words, through: ["/bin/sh", "-c", "\(limit); exec \"$@\"", "sh"])
    }

    func write(_ members: String) throws {
      try rig.folder.write(
        #"{ "version": 1, "canvas": { "size": [16, 16], "scale": 1, "fps": 10 }, \#(members) }"#,
        to: "doc.json")
    }
  }

  private static let still = #""duration": 1, "layers": []"#

  private struct Way: Sendable {
    let status: Int32
    let name: String
    let run: @Sendable (Place) throws -> Int32
  }

  /// The ways to each status: at least one, and several if there are several causes.
  private static let ways: [Way] = [
    Way(status: 0, name: "a run") { try $0.pipeline($0.rig.words(output: $0.out)) },
    Way(status: 0, name: "help") { try $0.pipeline(["--help"]) },
    Way(status: 1, name: "a check that fails") { place in
      try place.write(
        #""duration": 1, "layers": [ { "id": "a", "opacity": 1 } ], "checks": [ { "at": 0, "layer": "a", "opacity": 0 } ]"#
      )
      return try place.pipeline(["check", place.document])
    },
    Way(status: 1, name: "a difference") { place in
      for (at, name) in [("0", "a.png"), ("0.5", "b.png")] {
        try place.write(
          #""timeline": { "targets": ["a"], "duration": 1, "keyframes": [ { "opacity": 0 }, { "opacity": 1 } ] }, "layers": [ { "id": "a", "frame": [0, 0, 9, 9], "backgroundColor": "red" } ]"#
        )
        _ = try place.pipeline(
          ["frame", place.document, "--at", at, "-o", place.rig.folder.path(name)])
      }
      return try place.pipeline(
        ["diff", "a.png", "b.png", "-o", "c.png"].map {
          $0.hasSuffix(".png") ? place.rig.folder.path($0) : $0
        })
    },
    Way(status: 1, name: "a plugin that is none") { place in
      try place.rig.folder.write("no plugin", to: "a.so")
      return try place.pipeline(["plugin", "test", place.rig.folder.path("a.so"), "--only", "1"])
    },
    Way(status: 64, name: "no such option") { try $0.pipeline(["run", $0.document, "--nothing"]) },
    Way(status: 64, name: "no such format") {
      try $0.pipeline($0.rig.words(output: $0.rig.folder.path("a.doc")))
    },
    Way(status: 64, name: "no such format for rows") { place in
      try place.write(still)
      try place.rig.folder.write("a\n1\n", to: "r.csv")
      return try place.pipeline(
        [
          "run", place.document, "--data", place.rig.folder.path("r.csv"), "-o",
          place.rig.folder.path("{row}.doc"),
        ])
    },
    Way(status: 64, name: "a time after the end") {
      try $0.pipeline(["frame", $0.document, "--at", "9", "-o", "-"] + $0.rig.plugins)
    },
    Way(status: 65, name: "no JSON") { place in
      try place.rig.folder.write("{", to: "doc.json")
      return try place.pipeline(["validate", place.document])
    },
    Way(status: 65, name: "a folder in the table's place") { place in
      try place.write(still)
      return try place.pipeline(
        ["run", place.document, "--data", place.rig.folder.path(""), "-o", "{row}.png"])
    },
    Way(status: 65, name: "no such animator") {
      try $0.pipeline(["run", $0.document, "-o", $0.out])
    },
    Way(status: 66, name: "no such document") { try $0.pipeline(["validate", $0.document + "x"]) },
    Way(status: 66, name: "no such picture") { place in
      try place.write(#""duration": 1, "layers": [ { "contents": { "image": "no.png" } } ]"#)
      return try place.pipeline(["validate", place.document])
    },
    Way(status: 69, name: "no helper") { place in
      try copyProgram(to: place.rig.folder)
      try place.write(still)
      return try place.pipeline(
        ["run", place.document, "-o", place.rig.folder.path("a.mp4")],
        executable: place.rig.folder.path("pipeline"))
    },
    Way(status: 70, name: "a helper that ends at once") { try withHelper($0, "exit 1") },
    Way(status: 71, name: "too few descriptors") {
      try $0.limited("ulimit -n 8", $0.rig.words(output: $0.out))
    },
    Way(status: 73, name: "a project in a folder's place") { place in
      let name = place.rig.folder.path("card")
      try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
      return try place.pipeline(["init", name])
    },
    Way(status: 74, name: "a file-size limit") { place in
      try place.limited("ulimit -f 4", place.rig.words(output: place.out))
    },
    Way(status: 74, name: "a folder in the file's place") { place in
      try FileManager.default.createDirectory(
        atPath: place.out, withIntermediateDirectories: true)
      return try place.pipeline(place.rig.words(output: place.out))
    },
    Way(status: 74, name: "a job below a file") { place in
      try place.write(still)
      return try place.pipeline(
        [
          "submit", place.document, "--engine", "local", "--dry-run", "-o",
          "\(place.document)/a.mp4",
        ])
    },
    Way(status: 75, name: "a worker that is killed") { try killed($0) },
    Way(status: 75, name: "a helper that is killed") { try withHelper($0, "kill -9 $$") },
    Way(status: 76, name: "a plugin that crashes") { place in
      try place.rig.folder.write(
        FaultRig.document("crash", animator: "test.fault"), to: "doc.json")
      return try place.pipeline(place.rig.words(output: place.out))
    },
    Way(status: 77, name: "a plugin that the document names") { place in
      let text = FaultRig.document("half", animator: "test.fault")
      try place.rig.folder.write(
        text.replacingOccurrences(
          of: "\"version\": 1,", with: "\"version\": 1, \"plugins\": [\"plugins\"],"),
        to: "doc.json")
      return try place.pipeline(["run", place.document, "-o", place.out, "--sandbox", "off"])
    },
    Way(status: 77, name: "an asset outside of the folder") { place in
      try place.write(#""duration": 1, "layers": [ { "contents": { "image": "../no.png" } } ]"#)
      return try place.pipeline(["validate", place.document])
    },
    Way(status: 129, name: "SIGHUP") { try interrupted($0, SIGHUP) },
    Way(status: 130, name: "SIGINT") { try interrupted($0, SIGINT) },
    Way(status: 143, name: "SIGTERM") { try interrupted($0, SIGTERM) },
  ]

  private static func copyProgram(to folder: Folder) throws {
    try folder.install(Program.folder.appending(path: "pipeline"), as: "pipeline")
  }

  /// Runs the program with a script as the helper for video.
  private static func withHelper(_ place: Place, _ script: String) throws -> Int32 {
    try copyProgram(to: place.rig.folder)
    try place.rig.folder.writeProgram("#!/bin/sh\n\(script)\n", to: "pipeline-media")
    try place.write(still)
    return try place.pipeline(
      ["run", place.document, "-o", place.rig.folder.path("a.mp4")],
      executable: place.rig.folder.path("pipeline"))
  }

  /// Starts a run whose plugin sleeps, and waits until it does.
  private static func asleep(_ place: Place) throws -> HostRun {
    try place.rig.folder.write(FaultRig.document("sleeps", animator: "test.fault"), to: "doc.json")
    let host = try HostRun(place.rig.words(["--plugin-timeout", "60"]))
    for _ in 0..<3000 where (try? place.rig.folder.files(in: "out").count) ?? 0 < 4 {
      usleep(20_000)
    }
    return host
  }

  private static func interrupted(_ place: Place, _ signal: Int32) throws -> Int32 {
    let host = try asleep(place)
    host.send(signal)
    return host.wait().status
  }

  /// Kills the first worker and its replacement, as the system does when memory runs out.
  private static func killed(_ place: Place) throws -> Int32 {
    let host = try asleep(place)
    var killed: Set<pid_t> = []
    // Every worker is killed until the run ends, because a second worker may be waiting for its turn.
    for _ in 0..<3000 {
      guard let look = ProcessLook(host.process), look.state != "Z" else { break }
      for child in host.children where child.state != "Z" && killed.insert(child.id).inserted {
        kill(child.id, SIGKILL)
      }
      usleep(20_000)
    }
    return host.wait().status
  }

  @Test func thePageHasEveryStatus() {
    #expect(Set(Self.table.keys) == Set(Self.ways.map(\.status)))
    #expect(Self.table.values.allSatisfy { $0.count > 3 })
  }

  @Test(arguments: Effort.spread(ways.indices, test: 6)) func isSeen(way: Int) throws {
    let way = Self.ways[way]
    guard way.name != "a file-size limit" || Sanitizer.current != .thread else {
      return LeftOut.tell("the thread sanitizer maps a file of its own, which the limit cuts")
    }
    let status = try way.run(Place(rig: FaultRig("half")))
    #expect(status == way.status, "\(way.name) is \(status)")
  }
}
