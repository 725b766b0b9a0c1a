import Documents
import Foundation
import JSON
import Testing

/// Tests the one-line command `transition`, and a mistyped word.
@Suite struct OneLinerTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    for (name, source) in [
      ("a.png", "testsrc=s=64x96"), ("b.png", "mandelbrot=s=64x96"),
      ("v.mp4", "testsrc=s=64x96:r=25"),
    ] {
      let made = try Program.tool(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", source]
          + (name == "v.mp4" ? ["-t", "0.4"] : ["-frames:v", "1"]) + [name], in: folder.url)
      try #require(made.status == 0, "\(made.summary)")
    }
  }

  private func transition(_ words: [String]) throws -> Program.Result {
    try Program.pipeline(["transition"] + words, in: folder.url)
  }

  /// Returns the pixels of every frame of a file.
  private func frames(_ name: String, _ width: Int = 64, _ height: Int = 96) throws -> [[UInt8]] {
    let made = try Program.tool(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", name, "-vsync", "0", "-f", "rawvideo", "-pix_fmt", "rgb24",
        "x.raw",
      ],
      in: folder.url)
    try #require(made.status == 0, "\(made.summary)")
    let bytes = Array(try folder.data("x.raw"))
    let size = width * height * 3
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
  }

  /// The film goes forwards and back without a jump: the frames of the reverse transition equal those of the forward one.
  @Test(arguments: ["slide", "circle-reveal", "cube"]) func goesBack(_ name: String) throws {
    let made = try transition([
      name, "a.png", "b.png", "--back", "--hold", "0.2", "--duration", "0.4", "--fps", "20",
      "-o", "%02d.png",
    ])
    try #require(made.status == 0, "\(made.summary)")
    // The film has 8 frames forwards, 4 of rest, 8 back, and 4 of rest.
    #expect(made.output.contains("24 frames") && made.output.contains("1.2 s"), "\(made.output)")
    let all = try (0..<24).map { try folder.data(String(format: "%02d.png", $0)) }
    #expect(all[1] != all[2] && all[8...12].allSatisfy { $0 == all[8] }, "rests at the far end")
    for step in 1..<8 { #expect(all[12 + step] == all[8 - step], "\(name) \(step)") }
    #expect(all[20...].allSatisfy { $0 == all[0] }, "ends where it began")
  }

  @Test func keepsABudget() throws {
    let words = ["slide", "a.png", "b.png", "--size", "320x480", "--back", "--hold", "0.5"]
    let free = try transition(words + ["-o", "free.gif"])
    let size = try folder.data("free.gif").count
    #expect(free.output.contains("1.7 s"), "the hold counts: \(free.output)")
    let limit = size / 3
    let made = try transition(words + ["--max-bytes", "\(limit)", "-o", "small.gif"])
    let small = try folder.data("small.gif").count
    #expect(made.status == 0 && small <= limit && small * 4 > limit, "\(small) \(limit)")
    #expect(
      made.errors.contains("% of its size") && made.output.contains("1.7 s"), "\(made.summary)")
    let never = try transition(words + ["--max-bytes", "0.4k", "-o", "never.gif"])
    #expect(
      never.status == 65 && never.errors.contains("the smallest file has ")
        && never.errors.contains("--max-bytes is 400"), "\(never.summary)")
    #expect(!(try folder.files().contains("never.gif")))
    for words in [["--max-bytes", "2G", "-o", "a.gif"], ["--max-bytes", "1M", "-o", "a.mkv"]] {
      #expect(try transition(["slide"] + words).status == 64)
    }
  }

  @Test func showsMomentsAndVariants() throws {
    #expect(
      try transition(["slide", "a.png", "b.png", "-o", "x.png"]).output.contains("6 moments"))
    let made = try transition([
      "slide", "a.png", "b.png", "--fps", "10", "--try",
      #"easing=linear,cubic-bezier(0.2,0,0,1),{"spring": {"dampingRatio": 0.5, "duration": 0.3}}"#,
      "-o", "try.mkv",
    ])
    #expect(made.status == 0 && made.errors == "", "\(made.summary)")
    // The width is three pictures of 64 pixels, with 16 between them.
    #expect(made.output.contains("256×"), "\(made.output)")
    let wrong = try transition(["slide", "--try", "easing=linear,esaeOut", "-o", "x.gif"])
    #expect(
      wrong.status == 65 && wrong.errors.contains("did you mean \"easeOut\"?"), "\(wrong.summary)")
    #expect(try transition(["slide", "--try", "easing=(a", "-o", "x.gif"]).status == 64)
  }

  /// A video plays while it enters.
  @Test func takesVideos() throws {
    let made = try transition([
      "cross-dissolve", "a.png", "v.mp4", "--fps", "25", "--duration", "0.4", "--hold", "0.1",
      "-o", "v.mkv",
    ])
    try #require(made.status == 0, "\(made.summary)")
    let seen = try frames("v.mkv")
    #expect(seen.count == 13 && Set(seen[..<10]).count == 10, "\(seen.count)")
  }

  @Test func splitsLists() {
    #expect(OptionText.list("a,b") == ["a", "b"])
    #expect(
      OptionText.list(#"easeOut,'cubic-bezier(0.2,0,0,1)',{"spring": [1, 2]}, "x,y""#)
        == ["easeOut", "cubic-bezier(0.2,0,0,1)", #"{"spring": [1, 2]}"#, #""x,y""#])
    for wrong in ["", "a,", "(a", "a)", "\"a", "[a}"] { #expect(OptionText.list(wrong) == nil) }
    #expect(OptionText.bytes("2M") == 2_000_000 && OptionText.bytes("1.5k") == 1500)
    #expect(OptionText.bytes("0") == nil && OptionText.bytes("2G") == nil)
  }

  @Test func saysWhatWasMeant() throws {
    for (words, meant) in [
      (["rnu", "a.json"], "\"run\""), (["plugin", "lits"], "\"list\""),
      (["help", "vaildate"], "\"validate\""),
      (["run", "a.json", "--codec", "h256"], "\"h265\""),
      (["transition", "slied", "-o", "a.gif"], "\"slide\""),
    ] {
      let told = try Program.pipeline(words, in: folder.url)
      #expect(told.status != 0 && told.errors.contains("did you mean \(meant)?"), "\(told.summary)")
      #expect(told.errors.hasPrefix("error: "), "\(told.errors)")
    }
    let pan = try Program.pipeline(["help", "pan"])
    #expect(pan.status == 0 && pan.output.contains("A value of gesture"), "\(pan.summary)")
    #expect(try Program.pipeline(["help", "material"]).output.contains("backdrop"))
  }

  /// A variable accepts JSON of its own type.
  @Test func setsValues() throws {
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [16, 16] },
        "vars": { "name": "x", "wide": 4, "at": [1, 2], "font": { "family": "Inter" } },
        "layers": [ { "id": "a", "frame": [0, 0, "${wide}", 16], "translate": "${at}",
          "contents": { "text": "${name}", "font": "${font}" } } ] }
      """, to: "doc.json")
    func validate(_ setting: String) throws -> Int32 {
      try Program.pipeline(["validate", "doc.json", "--set", setting], in: folder.url).status
    }
    for right in ["name=[1]", "wide=8", "at=[3, 4]", #"font={"family": "Inter"}"#] {
      #expect(try validate(right) == 0, "\(right)")
    }
    for wrong in ["wide=x", "at=3", "at={}", "font=Inter", "font=[]"] {
      #expect(try validate(wrong) == 64, "\(wrong)")
    }
  }
}

/// Tests the numbers that are printed for developers of the screen.
@Suite struct NumberTests {
  @Test func aLayerInEveryFrame() throws {
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [100, 100], "fps": 10 }, "duration": 0.5,
        "layers": [ { "id": "hero", "frame": [0, 0, 10, 20], "backgroundColor": "#a81c31" } ],
        "timeline": { "parallel": [
          { "id": "go", "targets": "hero", "duration": 0.5, "easing": "linear",
            "keyframes": [{ "frame": [0, 0, 10, 20] }, { "frame": [50, 0, 10, 20] }] },
          { "id": "lift", "animator": "shadow-lift", "layers": { "subject": "hero" }, "duration": 0.5,
            "easing": { "spring": { "dampingRatio": 0.5, "duration": 0.5 } } } ] } }
      """, to: "d.json")
    func inspect(_ words: [String]) throws -> Program.Result {
      try Program.pipeline(["inspect", "d.json"] + words, in: folder.url)
    }
    let made = try inspect(["--layer", "hero", "--every", "1f", "--csv"])
    #expect(made.status == 0, "\(made.summary)")
    let rows = made.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    try #require(rows.count == 7, "\(made.output)")
    let head = rows[0]
    #expect(Array(head.prefix(6)) == ["time", "frame", "x", "y", "width", "height"])
    for name in ["m11", "m44", "opacity", "cornerRadius", "shadowOpacity"] {
      #expect(head.contains { $0.hasPrefix(name) }, "\(head)")
    }
    #expect(!head.contains("backgroundColor.0"))
    let x = try #require(head.firstIndex(of: "x"))
    #expect(rows.dropFirst().map { Double($0[x]) } == [0, 10, 20, 30, 40, 50])
    let objects = try inspect(["--layer", "hero", "--every", "0.25", "--json"])
    #expect(objects.output.split(separator: "\n").count == 3, "\(objects.output)")
    let wrong = try inspect(["--layer", "hreo", "--every", "1f"])
    #expect(wrong.status == 64 && wrong.errors.contains("\"hero\""), "\(wrong.summary)")

    struct Report: Decodable {
      struct Step: Decodable {
        struct Spring: Decodable { var dampingRatio, duration, stiffness, damping: Double }
        var id: String?
        var animator: String?
        var targets: [String]?
        var layers: [String: [String]]?
        var easing: String?
        var spring: Spring?
      }
      var steps: [Step]
    }
    let steps = try JSONDecoder().decode(Report.self, from: try inspect(["--json"]).data).steps
    let lift = try #require(steps.first { $0.id == "lift" })
    #expect(lift.animator == "shadow-lift" && lift.layers?["subject"] == ["hero"])
    let spring = try #require(lift.spring)
    #expect(spring.dampingRatio == 0.5 && spring.duration == 0.5)
    // The damping ratio is ζ = c / 2√k.
    #expect(abs(spring.damping / (2 * spring.stiffness.squareRoot()) - 0.5) < 1e-9)
    #expect(steps.first { $0.id == "go" }?.easing == "linear")
  }

  /// The finger leaves half way, with a velocity of 500 points a second.
  @Test func aReleaseHasItsVelocity() throws {
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [200, 100] },
        "screens": { "from": { "layers": [{ "backgroundColor": "#ffffff" }] },
          "to": { "layers": [{ "backgroundColor": "#000000" }] } },
        "transition": { "operation": "pop", "animator": "slide", "duration": 0.5 },
        "interaction": { "gesture": "edgePan", "edge": "left", "startWithin": 100, "scrub": "linear",
          "track": [[0, 0, 50], [0.1, 50, 50], [0.2, 100, 50]], "expect": "finish" } }
      """, to: "d.json")
    let made = try Program.pipeline(
      ["run", "d.json", "-o", "a.y4m", "--events", "e.jsonl"], in: folder.url)
    try #require(made.status == 0, "\(made.summary)")
    struct Event: Decodable {
      var event: String
      var velocity, initialVelocity: Double?
    }
    let events = try String(decoding: folder.data("e.jsonl"), as: UTF8.self).split(separator: "\n")
      .map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
    let finished = try #require(events.first { $0.event == "finished" })
    // A velocity of 500 points in a width of 200 is 2.5 widths a second, and half of the distance is left.
    #expect(abs((finished.velocity ?? 0) - 500) < 1e-6, "\(finished)")
    #expect(abs((finished.initialVelocity ?? 0) - 5) < 1e-6, "\(finished)")
  }
}
