import Foundation
import TestSupport
import Testing

/// Tests input that must be refused, quickly, with little memory, and without any output.
@Suite struct RejectionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var status: Int32 = 65
    var says: String
    var arguments: [String] = []
    var make: @Sendable (Folder) throws -> Void
    var testDescription: String { name }
  }

  private static func document(_ name: String, says: String, status: Int32 = 65, _ text: String)
    -> Row
  {
    Row(name: name, status: status, says: says) { try $0.write(text, to: "doc.json") }
  }

  private static func canvas(_ name: String, says: String, _ canvas: String) -> Row {
    document(name, says: says, #"{ "version": 1, "canvas": { \#(canvas) }, "layers": [] }"#)
  }

  private static func layers(_ layers: String) -> String {
    #"{ "version": 1, "canvas": { "size": [16, 16] }, "duration": 1, "layers": [ \#(layers) ] }"#
  }

  /// Returns a document with steps, each of which has two keyframes.
  private static func steps(_ count: Int, says: String) -> Row {
    document(
      "\(count) steps", says: says,
      #"{ "version": 1, "canvas": { "size": [16, 16] }, "layers": [ { "id": "a" } ], "timeline": ["#
        + Array(
          repeating: #"{"targets":["a"],"duration":1,"keyframes":[{"opacity":0},{"opacity":1}]}"#,
          count: count
        ).joined(separator: ",") + "] }")
  }

  private static func image(_ name: String) -> String {
    layers(#"{ "contents": { "image": "\#(name)" } }"#)
  }

  private static func usage(_ name: String, _ arguments: [String], says: String) -> Row {
    Row(name: name, status: 64, says: says, arguments: arguments) {
      try $0.write(layers(""), to: "doc.json")
    }
  }

  /// Returns a row with a picture that python writes: `png(width, height, depth, colour, rows, …)`.
  private static func picture(_ name: String, says: String = "x.png", _ script: String) -> Row {
    Row(name: name, says: says) { folder in
      try folder.write(image("x.png"), to: "doc.json")
      try makePicture(script, in: folder)
    }
  }

  /// Returns a row with an SVG picture of the given text.
  private static func vector(_ name: String, says: String, _ text: String) -> Row {
    Row(name: name, says: says) { folder in
      try folder.write(image("x.svg"), to: "doc.json")
      try folder.write(text, to: "x.svg")
    }
  }

  /// Returns a row with a font file that python creates from the bytes of a valid font, `font`.
  private static func font(_ name: String, says: String = "x.ttf", _ script: String) -> Row {
    Row(name: name, says: says) { folder in
      try folder.write(
        layers(
          #"{ "frame": [0, 0, 9, 9], "contents": { "text": "a", "font": { "file": "x.ttf" } } }"#),
        to: "doc.json")
      let whole = Program.root.appending(path: "Examples/headline/art/Headline.ttf").path
      let result = try Program.tool(
        "python3",
        [
          "-c",
          "font = open('\(whole)', 'rb').read()\n"
            + "open('\(folder.path("x.ttf"))', 'wb').write(\(script))\n",
        ])
      try #require(result.status == 0, "\(result.summary)")
    }
  }

  private static func makePicture(_ script: String, in folder: Folder) throws {
    let result = try Program.tool(
      "python3", ["-c", pythonPNG + "open('\(folder.path("x.png"))', 'wb').write(\(script))\n"])
    try #require(result.status == 0, "\(result.summary)")
  }

  /// Returns a row with a seed file of the fuzzer.
  private static func seed(
    _ target: String, _ file: String, as name: String, says: String
  ) -> Row {
    Row(name: "seed \(file)", says: says) { folder in
      try folder.write(image("x.png"), to: "doc.json")
      let seed = Program.root.appending(path: "Tests/Fuzz/Seeds/\(target)/\(file)")
      try Data(contentsOf: seed).write(to: folder.url.appending(path: name))
    }
  }

  private static let pythonPNG = """
    import struct, zlib
    def chunk(kind, data, crc=None):
        crc = zlib.crc32(kind + data) if crc is None else crc
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', crc)
    def png(width, height, data, crc=None, depth=8, colour=6, interlace=0):
        head = struct.pack('>IIBBBBB', width, height, depth, colour, 0, 0, interlace)
        return (b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', head)
                + chunk(b'IDAT', zlib.compress(data, 9), crc) + chunk(b'IEND', b''))
    rows = (b'\\0' + bytes(range(64))) * 16

    """

  static let rows: [Row] = [
    document("empty", says: "doc.json:1:1", ""),
    document("truncated", says: "doc.json:", #"{ "version": 1, "layers": [ { "id": "a" "#),
    document("deep", says: "deep", String(repeating: "[", count: 100_000)),
    Row(name: "100 MB", says: "larger than 8388608 bytes") { folder in
      try Data().write(to: folder.url.appending(path: "doc.json"))
      let file = try FileHandle(forWritingTo: folder.url.appending(path: "doc.json"))
      try file.write(contentsOf: Data(#"{ "version": 1, "layers": ["#.utf8))
      for _ in 0..<100 { try file.write(contentsOf: Data(repeating: 0x20, count: 1 << 20)) }
      try file.close()
    },
    document("8 MB of numbers", says: "doc.json:", "[" + String(repeating: "1,", count: 4_000_000)),
    document("not a number", says: "NaN", layers(#"{ "opacity": NaN }"#)),
    document("a number too large", says: "a number too large", layers(#"{ "opacity": 1e999 }"#)),
    document(
      "circle of labels", says: "cycle",
      #"""
      { "version": 1, "canvas": { "size": [16, 16] }, "duration": 1,
        "layers": [ { "id": "box", "frame": [0, 0, 8, 8] } ],
        "timeline": { "parallel": [
          { "id": "a", "at": { "after": "b" }, "duration": 0.1, "targets": ["box"],
            "keyframes": [ { "opacity": 0 }, { "opacity": 1 } ] },
          { "id": "b", "at": { "after": "a" }, "duration": 0.1, "targets": ["box"],
            "keyframes": [ { "opacity": 0 }, { "opacity": 1 } ] } ] } }
      """#),
    document(
      "a layer that is not there", says: "no layer \"nobody\"",
      #"""
      { "version": 1, "canvas": { "size": [16, 16] }, "duration": 1, "layers": [],
        "timeline": { "targets": ["nobody"], "duration": 1,
                      "keyframes": [ { "opacity": 0 }, { "opacity": 1 } ] } }
      """#),
    document(
      "10001 layers", says: "doc.json:1:74: /layers: expected at most 10000 layers, found 10001",
      layers(String(repeating: "{},", count: 10_000) + "{}")),
    document(
      "10001 layers in two groups", says: "/layers/1/sublayers/4999: more than 10000 layers",
      layers(
        Array(
          repeating:
            "{ \"sublayers\": [\(Array(repeating: "{}", count: 5_000).joined(separator: ","))] }",
          count: 2
        ).joined(separator: ","))),
    steps(100_001, says: "/timeline: expected at most 100000 steps, found 100001"),
    steps(25_001, says: "/timeline/25000/keyframes/0: more than 50000 keyframes"),
    document(
      "a million layers", says: "/layers: expected at most 10000 layers, found 1000001",
      layers(String(repeating: "{},", count: 1_000_000) + "{}")),
    document("up", says: "leaves the document's folder", status: 77, image("../x.png")),
    document("absolute", says: "absolute path", status: 77, image("/etc/passwd")),
    Row(name: "a link out", status: 77, says: "is a link that leaves") { folder in
      try folder.write(image("x.png"), to: "doc.json")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("x.png"), withDestinationPath: "/etc/passwd")
    },
    document("NUL", says: "NUL", status: 77, image(#"x\u0000.png"#)),
    Row(name: "a pipe", says: "not a plain file") { folder in
      try folder.write(image("x.png"), to: "doc.json")
      // Safety: the call only reads the path.
      let made = unsafe mkfifo(folder.path("x.png"), 0o600)
      try #require(made == 0)
    },
    picture("cut off", "png(16, 16, rows)[:60]"),
    picture("bad CRC", "png(16, 16, rows, crc=1)"),
    picture(
      "half its rows",
      says: "x.png: cannot be decoded: the file has fewer rows than its header "
        + "says",
      "png(16, 16, rows[:8 * 65])"),
    picture(
      "no last pixel",
      says: "x.png: cannot be decoded: the file has fewer rows than its header "
        + "says",
      "png(16, 16, rows[:-1])"),
    picture(
      "half its rows, interlaced",
      says: "x.png: cannot be decoded: the file has fewer rows than its header says",
      "png(16, 16, bytes(8 * 65), interlace=1)"),
    picture("no picture", "b'hello'"),
    seed("document", "broken-end.json", as: "doc.json", says: "doc.json:"),
    seed("assetHeader", "broken-jpeg", as: "x.png", says: "x.png"),
    seed("assetHeader", "broken-size", as: "x.png", says: "x.png"),
    vector("an SVG cut off", says: "x.svg: cannot be decoded", "<svg xmlns='http://www.w3.o"),
    vector(
      "an SVG without a size", says: "needs width and height, or a viewBox",
      "<svg xmlns='http://www.w3.org/2000/svg'/>"),
    vector(
      "an SVG of entities that grow", says: "x.svg: cannot be decoded",
      "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'>"
        + zip("bcdefghij", "abcdefghi").map { name, inner in
          "<!ENTITY \(name) '\(String(repeating: "&\(inner);", count: 10))'>"
        }.joined() + "]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
        + "<text>&j;</text></svg>"),
    vector(
      "an SVG of uses that grow", says: "x.svg: cannot be decoded",
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><g id='g0'><path d='M0 0'/></g>"
        + (1...20).map { level in
          "<g id='g\(level)'>"
            + String(repeating: "<use href='#g\(level - 1)'/>", count: 10) + "</g>"
        }.joined() + "<use href='#g20'/></svg>"),
    font("no font", "b'hello'"),
    font("a font of nothing", says: "x.ttf: is empty", "b''"),
    font("a font cut off", "font[:900]"),
    font("a font with tables far outside", "font[:20] + b'\\xff' * 200 + font[220:]"),
    font("a font of noise", "font[:12] + bytes(i * 7919 % 251 for i in range(5000))"),
    picture("bomb", says: "megapixels", "png(16000, 16000, bytes(1 << 28), depth=1, colour=0)"),
    picture("sides of 2^31", "png(2**31 - 1, 2**31 - 1, rows)"),
    picture("sides of 2^32", "png(2**32 - 1, 1, rows)"),
    picture("no sides", "png(0, 0, b'')"),
    canvas("0×0", says: "/canvas/size", #""size": [0, 0]"#),
    canvas("65536²", says: "/canvas/size", #""size": [65536, 65536]"#),
    canvas("negative rate", says: "/canvas/fps", #""size": [16, 16], "fps": -1"#),
    document(
      "20 million frames", says: "20736000 frames; at most 1000000",
      #"{ "version": 1, "canvas": { "size": [16, 16], "fps": 240 }, "duration": 86400, "layers": [] }"#
    ),
    usage("frames backwards", ["--frames", "9-0"], says: "9-0"),
    usage("a billion frames", ["--frames", "0-1000000000"], says: "0-1000000000"),
    usage("a rate below nothing", ["--fps", "-3"], says: "fps"),
    usage("a scale too large", ["--scale", "1e9"], says: "scale"),
  ]

  /// A sample tests every sixth row, which covers messages of all kinds.
  private static let refused =
    Effort.spread(rows, test: rows.count / 12)

  @Test(arguments: refused) func isRefused(_ row: Row) throws {
    for _ in 0..<HostRun.rounds {
      let folder = try Folder()
      try row.make(folder)
      let before = try folder.files()
      let run = try HostRun(
        ["run", folder.path("doc.json"), "-o", folder.path("out/%d.png")] + row.arguments,
        measuring: true
      ).wait()
      #expect(run.status == row.status, "\(run.summary.prefix(2000))")
      #expect(run.errors.contains(row.says), "\(run.summary.prefix(2000))")
      #expect(run.errors.utf8.count < 100_000 && run.output.isEmpty)
      #expect(run.stayedBelow(256 << 20), "\(run.peakBytes >> 20) MiB")
      #expect(try folder.files() == before)
      #expect(HostRun.leftovers(of: folder.path("")).isEmpty)
    }
  }

  /// A server that embeds the engine refuses all of them at the same time, for the same reasons.
  @Test func inOneProcess() throws {
    let folder = try Folder()
    let library = Program.folder.appending(path: "libpipeline-engine.so").path(
      percentEncoded: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("libpipeline-engine.so.1"), withDestinationPath: library)
    let built = try Program.tool(
      "cc",
      [
        "-std=gnu11", "-I", "Sources/Engine/CPipeline/include", "Tests/Fixtures/library/server.c",
        folder.path("libpipeline-engine.so.1"), "-Wl,-rpath," + folder.path(""), "-lpthread",
        "-o", folder.path("server"),
      ])
    try #require(built.status == 0, "\(built.summary)")
    let rows = Self.refused.filter(\.arguments.isEmpty)
    let folders = try rows.map { row in
      let folder = try Folder()
      try row.make(folder)
      return folder
    }
    let served = try Program.run(
      URL(filePath: folder.path("server")), folders.map { $0.path("doc.json") }, in: folder.url)
    #expect(served.status == 0 && served.errors.isEmpty, "\(served.summary.suffix(2000))")
    let answers = served.output.split(separator: "\0")
    #expect(answers.count == rows.count)
    for answer in answers {
      let words = answer.split(separator: " ", maxSplits: 2)
      let row = rows[try #require(Int(words[0]))]
      #expect(Int32(words[1]) == row.status, "\(row.name): \(answer.prefix(500))")
      #expect(words[2].contains(row.says), "\(row.name): \(answer.prefix(500))")
    }
  }

  /// Every limit can be raised, and messages name the limit that was exceeded.
  @Test(
    arguments: Effort.spread(
      [
        ("layers", "2", #"{ "version": 1, "layers": [{}, {}, {}] }"#),
        ("depth", "3", #"{ "version": 1, "layers": [{ "frame": [0, [], 1, 1] }] }"#),
        ("bytes", "20", #"{ "version": 1, "layers": [] }"#),
        (
          "steps", "1",
          #"""
          { "version": 1, "layers": [{ "id": "a" }], "timeline": { "parallel": [
            { "targets": ["a"], "duration": 1, "keyframes": [{ "opacity": 0 }] }] } }
          """#
        ),
        (
          "frames", "29", #"{ "version": 1, "duration": 1, "canvas": { "fps": 30 }, "layers": [] }"#
        ),
        ("pixels", "255", image("x.png")),
      ], test: 2))
  func limitsAreRaised(name: String, low: String, document: String) throws {
    let folder = try Folder()
    try folder.write(document, to: "doc.json")
    try Self.makePicture("png(16, 16, rows)", in: folder)
    let validate = ["validate", folder.path("doc.json")]
    let met = try HostRun(validate + ["--limit", "\(name)=\(low)"]).wait()
    #expect(met.status == 65 || met.status == 66, "\(met.summary)")
    #expect(met.errors.contains("--limit \(name)=N allows more"), "\(met.summary)")
    let raised = try HostRun(validate + ["--limit", "\(name)=256"]).wait()
    #expect(!raised.errors.contains("--limit"), "\(raised.summary)")
  }

  @Test(
    arguments: Effort.spread(
      [
        ("layers", "takes NAME=NUMBER"), ("layer=3", #"did you mean "layers"?"#),
        ("depth=1000", "--limit depth takes 1 to 256, found \"1000\""),
        ("pixels=many", "--limit pixels takes 1 to 268435456"),
      ], test: 1))
  func limitsAreChecked(limit: String, says: String) throws {
    let run = try HostRun(["validate", "pipeline.json", "--limit", limit]).wait()
    #expect(run.status == 64, "\(run.summary)")
    #expect(run.errors.contains(says), "\(run.summary)")
  }

  /// The most deeply nested document that an option allows is read.
  @Test func theDeepestDocument() throws {
    let folder = try Folder()
    let depth = 120
    try folder.write(
      #"{ "version": 1, "layers": ["#
        + String(repeating: #"{ "sublayers": ["#, count: depth)
        + String(repeating: "] }", count: depth) + "] }", to: "doc.json")
    let words = ["validate", folder.path("doc.json")]
    #expect(try HostRun(words).wait().errors.contains("--limit depth=N"))
    let run = try HostRun(words + ["--limit", "depth=256"]).wait()
    #expect(run.status == 0, "\(run.summary)")
  }

  /// A picture of one pixel is valid.
  @Test func onePixel() throws {
    let folder = try Folder()
    try folder.write(
      #"{ "version": 1, "canvas": { "size": [1, 1], "scale": 1 }, "duration": 1, "layers": [] }"#,
      to: "doc.json")
    let run = try HostRun(
      ["run", folder.path("doc.json"), "--frames", "0-0", "-o", folder.path("%d.png")]
    ).wait()
    #expect(run.status == 0, "\(run.summary)")
    #expect(try folder.files() == ["0.png", "doc.json"])
  }
}
