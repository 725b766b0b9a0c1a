import Foundation
import TestSupport
import Testing

/// What `export` writes, in the programs that are meant to read it.
@Suite struct ExportTests {
  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "export-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private static func pipeline(_ words: [String], in folder: URL) throws -> (
    status: Int32, output: Data
  ) {
    let result = try Program.pipeline(words, in: folder)
    return (result.status, result.data)
  }

  /// Elements lie where `inspect` has the layers, at eight moments of three examples; all of them by default.
  @Test(arguments: Effort.current >= .long ? examples : ["magic-push", "ping-button", "cube"])
  func elementsLieWhereLayersLie(example: String) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = Program.root.appending(path: "Examples/\(example)/pipeline.json").path()
    #expect(
      try Self.pipeline(["export", document, "--to", "css", "-o", "css"], in: folder).status == 0)
    let browser = try Browser()
    defer { browser.close() }
    let tab = try BrowserTab(browser)
    try tab.open(folder.appending(path: "css/index.html"))
    var duration = 0.0
    var compared = 0
    for step in 0..<8 {
      let time = duration * Double(step) / 7
      let told = try Self.pipeline(["inspect", document, "--json", "--at", "\(time)"], in: folder)
        .output
      let scene = try #require(JSONSerialization.jsonObject(with: told) as? [String: Any])
      duration = try #require(scene["duration"] as? Double)
      let rects = try tab.evaluate(
        """
        (() => {
          for (const a of document.getAnimations()) { a.pause(); a.currentTime = \(time * 1000); }
          const c = document.querySelector("[data-canvas]").getBoundingClientRect();
          return JSON.stringify([...document.querySelectorAll("[data-layer]")].map((e) => {
            const r = e.getBoundingClientRect();
            const seen = e.checkVisibility({ visibilityProperty: true });
            return [e.dataset.layer, seen, r.left - c.left, r.top - c.top, r.width, r.height];
          }));
        })()
        """)
      let text = try #require(rects as? String)
      let elements = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[Any]])
      var places: [String: [[Double]]] = [:]
      for element in elements where element[1] as? Bool == true {
        places[element[0] as! String, default: []].append(
          element[2...].map { ($0 as! NSNumber).doubleValue })
      }
      for layer in scene["layers"] as? [[String: Any]] ?? [] where layer["hidden"] as? Bool == false
      {
        guard let id = layer["id"] as? String, let frame = layer["frame"] as? [Double],
          let found = places[id], frame[2] > 0.5, frame[3] > 0.5
        else { continue }
        let off = found.map { place in zip(place, frame).map { abs($0 - $1) }.max()! }.min()!
        #expect(off <= 0.25, "\(example): \(id) at \(time): \(found) and \(frame)")
        compared += 1
      }
    }
    #expect(compared > 8)
  }

  private static let examples: [String] = {
    let all =
      (try? FileManager.default.contentsOfDirectory(
        atPath: Program.root.appending(path: "Examples").path())) ?? []
    return all.filter {
      FileManager.default.fileExists(
        atPath: Program.root.appending(path: "Examples/\($0)/pipeline.json").path())
    }.sorted()
  }()

  /// Pieces of a screen show their parts of its picture; backs and masks that come later are said.
  @Test(arguments: [
    ("explode", "clip-path: inset("), ("cube", "backfaceVisibility: ["),
    ("circle-pop", "clipPath: ["),
  ])
  func nothingOfItIsLeftOut(example: String, says: String) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = Program.root.appending(path: "Examples/\(example)/pipeline.json").path()
    let made = try Program.pipeline(
      ["export", document, "--to", "css", "-o", "css", "--strict"], in: folder)
    #expect(made.status == 0, "\(made.summary)")
    let module = try String(
      contentsOf: folder.appending(path: "css/transition.js"), encoding: .utf8)
    #expect(module.contains(says))
  }

  /// What a document calls its layers stays text in each language.
  @Test func namesStayText() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = "q\"<b>'$`&{x} \u{2028}.json"
    try Data(
      """
      { "version": 1, "canvas": { "size": [40, 40], "background": "#fff" },
        "layers": [ { "id": "class", "frame": [0, 0, 20, 20], "backgroundColor": "#f00" } ],
        "timeline": { "targets": "class", "easing": { "spring": { "response": 0.4, "bounce": 0.3 } },
          "keyframes": [ { "translate": [0, 0] }, { "translate": [20, 0] } ] } }
      """.utf8
    ).write(to: folder.appending(path: name))
    for (target, file) in [
      ("css", "css"), ("framer", "f.mjs"), ("uikit", "u.swift"), ("swiftui", "s.swift"),
      ("compose", "c.kt"),
      ("lottie", "l.json"), ("numbers", "n.json"), ("numbers", "n.md"),
    ] {
      let result = try Program.pipeline(
        ["export", name, "--to", target, "-o", file], in: folder)
      #expect(result.status == 0, "\(target): \(result.summary)")
    }
    for script in ["css/transition.js", "f.mjs"] {
      let module = folder.appending(path: "module.mjs")
      try? FileManager.default.removeItem(at: module)
      try FileManager.default.copyItem(at: folder.appending(path: script), to: module)
      let checked = try Program.tool("node", ["--check", "module.mjs"], in: folder)
      #expect(checked.status == 0, "\(script): \(checked.summary)")
    }
    let page = try String(contentsOf: folder.appending(path: "css/index.html"), encoding: .utf8)
    #expect(page.components(separatedBy: "</script>").count == 2)
    for code in ["u.swift", "s.swift"] {
      let parsed = try Program.tool("swiftc", ["-frontend", "-parse", code], in: folder)
      #expect(parsed.status == 0, "\(code): \(parsed.summary)")
    }
    for json in ["l.json", "n.json"] {
      let data = try Data(contentsOf: folder.appending(path: json))
      #expect((try? JSONSerialization.jsonObject(with: data)) != nil, "\(json)")
    }
    let spring = try String(contentsOf: folder.appending(path: "n.json"), encoding: .utf8)
    // (2π/0.4)², and the damping ratio 1 − 0.3.
    #expect(spring.contains("\"stiffness\":246.740"))
    #expect(spring.contains("dampingFraction: 0.7"))
  }

  /// Swift that is exported fits the frameworks' signatures, which Fixtures/stubs has from their documentation.
  @Test(arguments: [("uikit", "UIKit"), ("swiftui", "SwiftUI")])
  func swiftFitsTheFramework(target: String, framework: String) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let stub = Program.root.appending(path: "Tests/Fixtures/stubs/\(framework).swift").path()
    let made = try Program.tool(
      "swiftc",
      [
        "-emit-module", "-parse-as-library", "-module-name", framework, stub, "-o",
        "\(framework).swiftmodule",
      ], in: folder)
    #expect(made.status == 0, "\(made.summary)")
    for example in ["magic-push", "bounce-present"] {
      let document = Program.root.appending(path: "Examples/\(example)/pipeline.json").path()
      let file = "\(example).swift"
      #expect(
        try Self.pipeline(["export", document, "--to", target, "-o", file], in: folder).status == 0)
      let checked = try Program.tool(
        "swiftc", ["-typecheck", "-swift-version", "6", "-I", ".", file], in: folder)
      #expect(checked.status == 0, "\(example): \(checked.summary)")
    }
  }

  /// The Lottie animation of an example shows the example's own frames.
  @Test func lottieShowsTheFilm() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = Program.root.appending(path: "Examples/circle-push/pipeline.json").path()
    #expect(
      try Self.pipeline(["export", document, "--to", "lottie", "-o", "film.json"], in: folder)
        .status == 0)
    let told = try Self.pipeline(["inspect", document, "--json", "--at", "0"], in: folder).output
    let scene = try #require(JSONSerialization.jsonObject(with: told) as? [String: Any])
    let size = try #require((scene["canvas"] as? [String: Any])?["size"] as? [Double])
    let duration = try #require(scene["duration"] as? Double)
    try Data(
      """
      { "version": 1, "canvas": { "size": [\(size[0]), \(size[1])], "background": "#fff" },
        "layers": [ { "id": "film", "frame": [0, 0, \(size[0]), \(size[1])], "contents": { "lottie": "film.json" } } ],
        "duration": \(duration) }
      """.utf8
    ).write(to: folder.appending(path: "show.json"))
    for share in [0.0, 0.4, 0.8] {
      let time = "\(duration * share)"
      for (name, words) in [("ours", [document, "--motion-blur", "0"]), ("theirs", ["show.json"])] {
        let result = try Program.pipeline(
          ["frame"] + words + ["--at", time, "--scale", "1", "-o", "\(name).png"], in: folder)
        #expect(result.status == 0, "\(result.summary)")
      }
      // Edges and shrunk pictures are drawn in another way: the means of blocks are the same.
      let compared = try Program.pipeline(
        ["diff", "ours.png", "theirs.png", "--perceptual", "--tolerance", "40", "-o", "worst.png"],
        in: folder)
      #expect(compared.status == 0, "\(time): \(compared.summary.prefix(400))")
    }
  }
}
