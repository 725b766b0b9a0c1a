import Foundation
import TestSupport
import Testing

/// The memory of helpers counts towards the same account as the pictures of the program. A lack of memory is reported
/// in one line, whichever process has failed.
@Suite struct MemorySumTests {
  private static func folder(side: Int, contents: String = "") throws -> Folder {
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [\(side), \(side)], "scale": 1, "fps": 2 }, "duration": 1,
        "layers": [ { "id": "a", "frame": [0, 0, 64, 64], "backgroundColor": "#369"\(contents) } ] }
      """, to: "a.json")
    return folder
  }

  /// Runs the program through a shell that first sets a limit.
  private static func limited(_ limit: String, _ words: [String], in folder: Folder) throws
    -> Program.Result
  {
    let program = Program.folder.appending(path: "pipeline").path(percentEncoded: false)
    return try Program.run(
      URL(filePath: "/bin/sh"), ["-c", "\(limit); exec \"$@\"", "sh", program] + words,
      in: folder.url)
  }

  /// The frames that an encoder stores exceed the limit: the message names the encoder and the option.
  @Test(arguments: Effort.spread(["x.mp4", "x.webm"], test: 1)) func anEncoderIsCounted(
    _ output: String
  ) throws {
    let folder = try Self.folder(side: 6_000)
    let ran = try Program.pipeline(
      ["run", "a.json", "-q", "-o", output, "--limit", "memory=150000000"], in: folder.url)
    #expect(ran.status == 65, "\(ran.summary)")
    #expect(ran.errors.contains("pipeline-media") && ran.errors.contains("--limit memory=N"))
    #expect(!FileManager.default.fileExists(atPath: folder.path(output)))
  }

  /// A frame must be in memory as a whole, and so must the drawing of an SVG of that size.
  @Test func whatIsNeededWholeIsRefusedAtOnce() throws {
    let folder = try Self.folder(side: 6_000)
    let ran = try Program.pipeline(
      ["frame", "a.json", "--at", "0", "-o", "x.png", "--limit", "memory=64000000"], in: folder.url)
    #expect(ran.status == 65 && ran.errors.contains("a frame of 6000×6000"), "\(ran.summary)")
  }

  /// The memory for drawing layers is counted before any of them is drawn. Two of them fit; forty of them in a layer
  /// with the same effect are needed at the same time.
  @Test(
    arguments: Effort.spread(
      [
        "\"blur\": 3",
        "\"filters\": [{ \"dropShadow\": { \"radius\": 20, \"color\": \"#00000080\" } }]",
        "\"shadowOpacity\": 0.5, \"shadowRadius\": 60, \"cornerRadius\": 40",
      ], test: 1)) func whatLayersDrawIsCounted(_ effect: String) throws
  {
    let folder = try Folder()
    for (count, status) in [(2, Int32(0)), (40, 65)] {
      let layers = (0..<count).map {
        "{ \"id\": \"l\($0)\", \"frame\": [\($0), 0, 1200, 1200], \"backgroundColor\": \"#12345620\", \(effect) }"
      }
      try folder.write(
        """
        { "version": 1, "canvas": { "size": [1200, 1200], "scale": 1 }, "duration": 1,
          "layers": [ { "id": "all", "frame": [0, 0, 1200, 1200], \(effect),
            "sublayers": [ \(layers.joined(separator: ", ")) ] } ] }
        """, to: "a.json")
      let ran = try Program.pipeline(
        ["frame", "a.json", "--at", "0", "-o", "x.png", "--limit", "memory=80000000"],
        in: folder.url)
      #expect(ran.status == status, "\(ran.summary)")
      #expect(status == 0 || ran.errors.contains("the pictures of frames"), "\(ran.summary)")
    }
  }

  /// The contents of layers, and the group that contains them; a sample tests each once.
  private static let turns = {
    let shown = [
      "\"contents\": { \"text\": \"Ab\", \"size\": 300 }", "\"contents\": { \"image\": \"a.svg\" }",
      "\"contents\": { \"lottie\": \"l.json\" }", "\"backgroundColor\": \"#123456\", \"blur\": 3",
    ]
    let groups = ["", "\"opacity\": 0.6,", "\"masksToBounds\": true, \"cornerRadius\": 90,"]
    return shown.indices.flatMap { index in
      groups.indices.filter { Effort.current > .test || $0 == index % groups.count }.map {
        (shown[index], groups[$0])
      }
    }
  }()

  /// Content that does not fit beside other content is drawn in several turns, with the same bytes and a note.
  @Test(arguments: Effort.spread(turns, test: 1))
  func layersAreDrawnInTurns(_ contents: String, _ group: String) throws {
    let folder = try Folder()
    try folder.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="1000" height="1000"><circle
        cx="4" cy="4" r="4"/></svg>
      """, to: "a.svg")
    try folder.write(
      """
      { "v": "5.5.0", "fr": 10, "ip": 0, "op": 20, "w": 1000, "h": 1000, "assets": [], "layers": [
        { "ty": 1, "sw": 700, "sh": 700, "sc": "#336699", "ip": 0, "op": 20, "st": 0, "ks": {
          "o": { "a": 0, "k": 80 }, "r": { "a": 0, "k": 20 }, "p": { "a": 0, "k": [400, 300] },
          "a": { "a": 0, "k": [0, 0] }, "s": { "a": 0, "k": [100, 100] } } } ] }
      """, to: "l.json")
    let layers = (0..<16).map {
      "{ \"id\": \"l\($0)\", \"frame\": [\($0), \(3 * $0), \(1000 - $0), 990], \"opacity\": 0.7, \(contents) }"
    }
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [1000, 1000], "scale": 1 }, "duration": 1,
        "layers": [ { "id": "g", "frame": [20, 20, 900, 900], \(group)
          "sublayers": [ \(layers.joined(separator: ", ")) ] } ] }
      """, to: "a.json")
    var made: [Data] = []
    for more in [[], ["--limit", "memory=56000000"]] {
      let ran = try Program.pipeline(
        ["frame", "a.json", "--at", "0", "-o", "x.png"] + more, in: folder.url)
      #expect(ran.status == 0, "\(ran.summary)")
      #expect(
        ran.errors.contains("one after another, which takes longer") == !more.isEmpty,
        "\(ran.summary)")
      made.append(try folder.data("x.png"))
    }
    #expect(made[0] == made[1])
  }

  /// If the system allows too little memory for the same output, the machine is reported as the cause.
  @Test(arguments: Effort.spread(["x.mp4", "x.webm", "x.mov"], test: 1))
  func anEncoderWithoutMemoryIs71(
    _ output: String
  ) throws {
    let folder = try Self.folder(side: 6_000)
    let ran = try Self.limited(
      "ulimit -v 1100000", ["run", "a.json", "-q", "-o", output], in: folder)
    #expect(ran.status == 71, "\(ran.summary)")
    #expect(Self.lines(ran) == 1, "\(ran.summary)")
  }

  /// The first line is the program's own message, not the message of the runtime or of a trap.
  @Test(arguments: Effort.spread([300_000, 500_000, 900_000], test: 1)) func thereIsOneLine(
    _ kilobytes: Int
  ) throws {
    let folder = try Self.folder(side: 16_000)
    let ran = try Self.limited(
      "ulimit -v \(kilobytes)", ["frame", "a.json", "--at", "0", "-o", "x.png"], in: folder)
    #expect(ran.status == 71, "\(ran.summary)")
    #expect(Self.lines(ran) == 1 && ran.errors.hasPrefix("error: "), "\(ran.summary)")
  }

  private static func lines(_ ran: Program.Result) -> Int {
    ran.errors.split(separator: "\n").count
  }
}
