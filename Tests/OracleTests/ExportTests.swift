import Foundation
import TestSupport
import Testing

/// Tests the output of `export` in the programs that read it.
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

  /// Elements are where `inspect` has the layers, at eight moments of the examples; `make test` covers one example.
  @Test(arguments: Effort.current >= .long ? examples : ["magic-push"])
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
      // A step that begins with the film takes effect just after 0.
      let time = max(1e-6, duration * Double(step) / 7)
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

  /// Pieces of a screen show their parts of its picture; unsupported backs and late masks are reported.
  @Test(
    arguments: Effort.spread(
      [
        ("explode", "clip-path: inset("), ("cube", "backfaceVisibility: ["),
        ("circle-pop", "clipPath: ["),
      ], test: 1))
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

  /// The lines of the page that mount the module: the film stands at a quarter, and draws its layers.
  @Test func thePagesLinesMountIt() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = Program.root.appending(path: "pipeline.json").path()
    let made = try Program.pipeline(["export", document, "--to", "css", "-o", "magic"], in: folder)
    try #require(made.status == 0, "\(made.summary)")
    let page = try String(
      contentsOf: Program.root.appending(path: "Documentation/export.md"), encoding: .utf8)
    let block = try #require(page.components(separatedBy: "```js\n").dropFirst().first)
      .components(separatedBy: "```")[0]
    try Data(
      "<!doctype html><div id=stage></div><script type=module>\(block)\nplayer.pause()</script>"
        .utf8
    ).write(to: folder.appending(path: "page.html"))
    let browser = try Browser()
    defer { browser.close() }
    let tab = try BrowserTab(browser)
    try tab.open(folder.appending(path: "page.html"))
    let told = try tab.evaluate(
      """
      JSON.stringify(document.getAnimations().map(
        (e) => e.currentTime / e.effect.getComputedTiming().endTime)
        .concat(document.querySelectorAll("#stage [data-layer]").length))
      """)
    let numbers = try JSONDecoder().decode([Double].self, from: Data((told as? String ?? "").utf8))
    #expect(numbers.count > 2 && numbers.last! > 2, "\(numbers)")
    #expect(numbers.dropLast().allSatisfy { abs($0 - 0.25) < 1e-3 }, "\(numbers)")
  }

  /// What a document calls itself and its layers stays text in each language, and its name becomes that of types.
  @Test func namesStayText() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = "q\"<b>'$`&{x} \u{2028}.json"
    // The names are keywords of the languages and the frameworks, and two names that differ only in a hyphen.
    let layers = [
      "class", "type", "View", "self", "reduced", "all-cases", "a-b2", "a-b-2", "Any", "duration",
      "_3d",
    ].map {
      """
      { "id": "\($0)", "classes": ["moving"], "frame": [0, 0, 20, 20], "backgroundColor": "#f00" }
      """
    }.joined(separator: ", ")
    try Data(
      """
      { "version": 1, "name": "</script> */ \\\\(x) $y `q` \\n \\u202e \\" 🎬",
        "canvas": { "size": [40, 40], "background": "#fff" }, "layers": [ \(layers) ],
        "timeline": { "targets": ".moving", "easing": { "spring": { "response": 0.4, "bounce": 0.3 } },
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
    for (code, type) in [
      ("u.swift", "class ScriptXYQTransition"), ("s.swift", "enum ScriptXYQMotion"),
      ("c.kt", "object ScriptXYQMotion"),
    ] {
      let text = try String(contentsOf: folder.appending(path: code), encoding: .utf8)
      #expect(text.contains(type), "\(code)")
    }
    for (framework, code) in Effort.spread([("UIKit", "u.swift"), ("SwiftUI", "s.swift")], test: 1)
    {
      let stub = Program.root.appending(path: "Tests/Fixtures/stubs/\(framework).swift").path()
      let module = ["-emit-module", "-parse-as-library", "-module-name", framework, stub]
      let made = try Program.tool("swiftc", module, in: folder)
      #expect(made.status == 0, "\(made.summary)")
      let checked = try Program.tool("swiftc", ["-typecheck", "-I", ".", code], in: folder)
      #expect(checked.status == 0, "\(code): \(checked.summary)")
    }
    for json in ["l.json", "n.json"] {
      let data = try Data(contentsOf: folder.appending(path: json))
      #expect((try? JSONSerialization.jsonObject(with: data)) != nil, "\(json)")
    }
    let spring = try String(contentsOf: folder.appending(path: "n.json"), encoding: .utf8)
    // The stiffness is (2π/0.4)², and the damping ratio is 1 − 0.3.
    #expect(spring.contains("\"stiffness\":246.740"))
    #expect(spring.contains("dampingFraction: 0.7"))
  }

  /// A finger becomes a controller with its edge and condition, which drives the film's transition.
  @Test func aFingerDrivesTheTransition() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(
      """
      { "version": 1, "canvas": { "size": [200, 400], "background": "#fff" },
        "screens": { "from": { "layers": [ { "id": "a", "backgroundColor": "#f00", "frame": [0, 0, 200, 400] } ] },
          "to": { "layers": [ { "id": "b", "backgroundColor": "#00f", "frame": [0, 0, 200, 400] } ] } },
        "transition": { "operation": "pop", "duration": 0.5 },
        "interaction": { "gesture": "screenEdgePan", "edge": "right", "finishWhen": { "any": [ { "progress": { "gt": 0.4 } },
          { "velocity": { "gte": 300 } } ] }, "track": [ [0, 199, 9], [0.3, 100, 9], [0.6, 20, 9] ] } }
      """.utf8
    ).write(to: folder.appending(path: "film.json"))
    #expect(
      try Self.pipeline(["export", "film.json", "--to", "uikit", "-o", "film.swift"], in: folder)
        .status == 0)
    let code = try String(contentsOf: folder.appending(path: "film.swift"), encoding: .utf8)
    for says in [
      "duration: TimeInterval = 0.5", "(progress > 0.4 || velocity >= 300)",
      "(view.bounds.width - recognizer.location(in: view).x) / 200",
      "-recognizer.velocity(in: view).x",
    ] {
      #expect(code.contains(says), "\(says)")
    }
    guard Effort.current >= .long else { return }
    let stub = Program.root.appending(path: "Tests/Fixtures/stubs/UIKit.swift").path()
    for words in [
      ["-emit-module", "-parse-as-library", "-module-name", "UIKit", stub],
      ["-typecheck", "-I", ".", "film.swift"],
    ] {
      let made = try Program.tool("swiftc", words, in: folder)
      #expect(made.status == 0, "\(made.summary)")
    }
  }

  /// Each move of a flow is a separate film from its own beginning, named after its screens, without the finger.
  @Test func aFlowExportsEachMove() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(
      """
      { "version": 1, "canvas": { "size": [200, 400], "background": "#fff" },
        "screens": { "list": { "layers": [ { "id": "a", "frame": [0, 0, 200, 400], "backgroundColor": "#f00" } ] },
          "my-page": { "layers": [ { "id": "b", "frame": [0, 0, 200, 400], "backgroundColor": "#00f" } ] } },
        "flow": [ { "wait": 0.7 },
          { "push": "my-page", "duration": 0.4, "timeline":
            { "targets": "b", "duration": 0.4, "easing": "easeIn",
              "keyframes": [ { "translate": [120, 0] }, { "translate": [0, 0] } ] } },
          { "wait": 0.3 }, { "pop": true, "interaction": { "gesture": "edgePan", "track": [[0, 4, 9], [0.6, 190, 9], [0.7, "release"]] } } ] }
      """.utf8
    ).write(to: folder.appending(path: "film.json"))
    for (target, file) in [("numbers", "n.json"), ("uikit", "u.swift"), ("css", "css")] {
      let made = try Program.pipeline(
        ["export", "film.json", "--to", target, "-o", file, "--strict"], in: folder)
      #expect(made.status == 0, "\(target): \(made.summary)")
    }
    let numbers = try Data(contentsOf: folder.appending(path: "n.json"))
    let told = try #require(JSONSerialization.jsonObject(with: numbers) as? [String: Any])
    let moves = try #require(told["moves"] as? [[String: Any]])
    #expect(moves.map { $0["move"] as? String } == ["list-to-my-page", "my-page-to-list"])
    #expect(moves[0]["duration"] as? Double == 0.4)
    let phases = try #require(moves[0]["phases"] as? [[String: Any]])
    let slide = try #require(phases.first { $0["what"] as? String == "position" })
    #expect(slide["css"] as? String == "ease-in" && slide["start"] as? Double == 0)
    #expect(slide["from"] as? [Double] == [220, 200] && slide["to"] as? [Double] == [100, 200])
    let code = try String(contentsOf: folder.appending(path: "u.swift"), encoding: .utf8)
    for type in ["ListToMyPageTransition", "MyPageToListTransition", "MyPageToListInteraction"] {
      #expect(code.contains("final class \(type):"))
    }
    // Tests a single move, and a name that does not exist.
    let one = try Program.pipeline(
      ["export", "film.json", "--to", "uikit", "--move", "my-page-to-list", "-o", "one.swift"],
      in: folder)
    #expect(one.status == 0, "\(one.summary)")
    let alone = try String(contentsOf: folder.appending(path: "one.swift"), encoding: .utf8)
    #expect(alone.contains("MyPageToListTransition") && !alone.contains("ListToMyPageTransition"))
    let other = try Program.pipeline(
      ["export", "film.json", "--to", "uikit", "--move", "list-to-my-pag", "-o", "no.swift"],
      in: folder)
    #expect(other.status != 0 && other.summary.contains("did you mean \"list-to-my-page\"?"))
    for name in ["list-to-my-page.js", "my-page-to-list.js", "index.js", "player.js"] {
      let path = folder.appending(path: "css/\(name)").path()
      #expect(FileManager.default.fileExists(atPath: path), "\(name)")
    }
  }

  /// A turn in depth has only the keyframes that keep its corners within the error, which the table states.
  @Test func turnsHaveFewKeyframes() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(
      """
      { "version": 1, "canvas": { "size": [300, 300], "background": "#fff" },
        "layers": [ { "id": "card", "frame": [50, 50, 200, 200], "backgroundColor": "#f00" } ],
        "timeline": { "targets": "card", "duration": 0.6, "easing": "ease-in-out", "keyframes": [
          { "transform": [ { "perspective": 500 }, { "rotate": [0, 0, 0] } ] },
          { "transform": [ { "perspective": 500 }, { "rotate": [0, 150, 0] } ] } ] } }
      """.utf8
    ).write(to: folder.appending(path: "film.json"))
    let made = try Program.pipeline(
      ["export", "film.json", "--to", "numbers", "-o", "n.json", "--strict"], in: folder)
    try #require(made.status == 0, "\(made.summary)")
    let numbers = try Data(contentsOf: folder.appending(path: "n.json"))
    let told = try #require(JSONSerialization.jsonObject(with: numbers) as? [String: Any])
    let phases = try #require(told["phases"] as? [[String: Any]])
    let turn = try #require(phases.first { $0["what"] as? String == "matrix" })
    let frames = try #require(turn["keyframes"] as? [Any])
    #expect((10...90).contains(frames.count), "\(frames.count)")
    let error = try #require(turn["error"] as? Double)
    #expect(error > 0.01 && error <= 0.05)
  }

  /// Kotlin that is exported compiles with the stubs of Compose.
  @Test(
    .enabled(
      if: Effort.current >= .long && FileManager.default.fileExists(atPath: "/usr/bin/kotlinc")))
  func kotlinCompiles() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = Program.root.appending(path: "Examples/magic-push/pipeline.json").path()
    #expect(
      try Self.pipeline(["export", document, "--to", "compose", "-o", "film.kt"], in: folder)
        .status == 0)
    let stubs = Program.root.appending(path: "Tests/Fixtures/stubs/Compose").path()
    let made = try Program.tool("kotlinc", [stubs, "film.kt", "-d", "classes"], in: folder)
    #expect(made.status == 0, "\(made.summary)")
  }

  /// Exported Swift compiles with the frameworks' stubs of Fixtures/stubs, and runs: springs, Béziers, keyframes and jumps
  /// have the values of `inspect`. `.ci/judge-export --to uikit --to swiftui` tests all examples in this way.
  @Test(arguments: Effort.current >= .long ? ["UIKit", "SwiftUI"] : ["UIKit"])
  func swiftRunsAsTheFilm(framework: String) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(
      """
      { "version": 1, "canvas": { "size": [200, 200], "background": "#fff" },
        "layers": [ { "id": "box", "frame": [10, 20, 30, 40], "backgroundColor": "#f00" },
          { "id": "dot", "frame": [50, 60, 20, 20], "anchorPoint": [0, 1], "backgroundColor": "#00f" } ],
        "timeline": { "parallel": [
          { "targets": "box", "easing": { "spring": { "response": 0.4, "bounce": 0.4 } },
            "keyframes": [ { "translate": [0, 0] }, { "translate": [120, 10] } ] },
          { "targets": "dot", "duration": 0.6, "easing": "ease-in-out",
            "keyframes": [ { "scale": 1, "opacity": 1 }, { "scale": 2.5, "opacity": 0.2 } ] } ] } }
      """.utf8
    ).write(to: folder.appending(path: "film.json"))
    let stubs = Program.root.appending(path: "Tests/Fixtures/stubs")
    func compile(_ words: [String]) throws {
      let result = try Program.tool("swiftc", words, in: folder)
      try #require(result.status == 0, "\(result.summary)")
    }
    try compile([
      "-emit-module", "-emit-object", "-parse-as-library", "-module-name", framework,
      stubs.appending(path: "\(framework).swift").path(), "-o", "\(framework).o",
      "-emit-module-path", "\(framework).swiftmodule",
    ])
    #expect(
      try Self.pipeline(
        ["export", "film.json", "--to", framework.lowercased(), "-o", "film.swift", "--strict"],
        in: folder
      ).status == 0)
    let glue =
      framework == "UIKit"
      ? """
      typealias ExportedTransition = FilmTransition
      @MainActor let exportedDrive: (() -> Bool)? = nil
      """
      : """
      import SwiftUI
      @MainActor var exportedLayers: [(String, any View)] {
        [("box", FilmMotion.box(Plain(width: 30, height: 40), plays: true)),
         ("dot", FilmMotion.dot(Plain(width: 20, height: 20), plays: true))]
      }
      """
    try Data(glue.utf8).write(to: folder.appending(path: "glue.swift"))
    try compile([
      "-swift-version", "6", "-parse-as-library", "-I", ".", "glue.swift", "film.swift",
      stubs.appending(path: "Run\(framework).swift").path(), "\(framework).o", "-o", "run",
    ])
    let times = (0..<12).map { String(0.04 + 0.06 * Double($0)) }
    let result = try Program.run(folder.appending(path: "run"), times, in: folder)
    try #require(result.status == 0, "\(result.summary)")
    var values: [String: [[Double]]] = [:]
    for line in result.output.split(separator: "\n") {
      let row = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
      let name = try #require(row[0] as? String)
      if let states = row[1] as? [[String: [Double]]] {
        values["\(name) map"] = states.map { $0["map"]! }
        values["\(name) opacity"] = states.map { $0["opacity"]! }
      } else {
        values["\(name) \(row[1])"] = row[2] as? [[Double]]
      }
    }
    for (step, time) in times.enumerated() {
      let told = try Self.pipeline(["inspect", "film.json", "--json", "--at", time], in: folder)
        .output
      let scene = try #require(JSONSerialization.jsonObject(with: told) as? [String: Any])
      let layers = try #require(scene["layers"] as? [[String: Any]])
      func ours(_ id: String) throws -> (frame: [Double], opacity: Double) {
        let layer = try #require(layers.first { $0["id"] as? String == id })
        return (
          try #require(layer["frame"] as? [Double]), try #require(layer["opacity"] as? Double)
        )
      }
      func theirs(_ key: String) throws -> [Double] { try #require(values[key])[step] }
      let box = try ours("box")
      let dot = try ours("dot")
      let found: (box: [Double], width: Double)
      if framework == "UIKit" {
        let position = try theirs("box position")
        let scale = try theirs("dot transform.scale.x")[0]
        found = ([position[0] - 15, position[1] - 20], 20 * scale)
      } else {
        let map = try theirs("box map")
        let scaled = try theirs("dot map")
        // The layer is scaled about the lower left corner.
        #expect(abs(scaled[4] - 10 * (scaled[0] - 1)) < 1e-6)
        found = ([10 + map[4], 20 + map[5]], 20 * scaled[0])
      }
      #expect(abs(found.box[0] - box.frame[0]) < 0.25, "\(time)")
      #expect(abs(found.box[1] - box.frame[1]) < 0.25, "\(time)")
      #expect(abs(found.width - dot.frame[2]) < 0.25, "\(time)")
      #expect(abs(try theirs("dot opacity")[0] - dot.opacity) < 0.005, "\(time)")
    }
  }

  /// Motion's formulas for springs, Béziers and keyframes with times give the positions of `inspect` at 100 times.
  @Test func motionMovesAsTheFilm() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(
      """
      { "version": 1, "canvas": { "size": [300, 300], "background": "#fff" },
        "layers": [ { "id": "push", "frame": [0, 0, 20, 20], "backgroundColor": "#f00" },
          { "id": "slow", "frame": [0, 40, 20, 20], "backgroundColor": "#0f0" },
          { "id": "way", "frame": [0, 80, 20, 20], "backgroundColor": "#00f" } ],
        "timeline": { "parallel": [
          { "targets": "push",
            "easing": { "spring": { "response": 0.4, "bounce": 0.5, "initialVelocity": 3 } },
            "keyframes": [ { "translate": [0, 0] }, { "translate": [240, 0] } ] },
          { "targets": "slow", "easing": { "spring": { "response": 0.3, "bounce": -0.4 } },
            "keyframes": [ { "translate": [0, 0] }, { "translate": [240, 0] } ] },
          { "sequence": [
            { "targets": "way", "duration": 0.5, "easing": "ease-in-out",
              "keyframes": [ { "translate": [0, 0] }, { "translate": [200, 0] } ] },
            { "targets": "way", "duration": 0.4, "easing": [0.2, 0.9, 0.1, 1],
              "keyframes": [ { "translate": [200, 0] }, { "translate": [40, 0] } ] } ] } ] } }
      """.utf8
    ).write(to: folder.appending(path: "film.json"))
    let made = try Program.pipeline(
      ["export", "film.json", "--to", "framer", "-o", "film.mjs", "--strict"], in: folder)
    try #require(made.status == 0, "\(made.summary)")
    try Data(
      """
      import { duration, layers } from "./film.mjs";
      // The formulas are the three closed forms of m·x″ + c·x′ + k·x = 0 for the remaining distance.
      const spring = ({ stiffness, damping, mass, velocity }, from, to, t) => {
        const w = Math.sqrt(stiffness / mass), z = damping / (2 * Math.sqrt(stiffness * mass)), left = to - from;
        if (z === 1) return to - Math.exp(-w * t) * (left + (w * left - velocity) * t);
        const d = w * Math.sqrt(Math.abs(1 - z * z)), slope = (z * w * left - velocity) / d;
        const [even, odd] = z < 1 ? [Math.cos(d * t), Math.sin(d * t)] : [Math.cosh(d * t), Math.sinh(d * t)];
        return to - Math.exp(-z * w * t) * (slope * odd + left * even);
      };
      const bezier = ([x1, y1, x2, y2], x) => {
        const at = (s, a, b) => 3 * (1 - s) ** 2 * s * a + 3 * (1 - s) * s * s * b + s ** 3;
        let low = 0, high = 1;
        for (let i = 0; i < 60; i++) at((low + high) / 2, x1, x2) < x ? (low = (low + high) / 2) : (high = (low + high) / 2);
        return at(low, y1, y2);
      };
      const place = ({ initial, animate, transition }, t) => {
        const to = animate.x, told = transition.x;
        if (told.type === "spring") return spring(told, initial.x, to, t);
        const share = t / told.duration, i = told.times.findLastIndex((time) => time <= share);
        if (i === to.length - 1) return to[i];
        const ease = Array.isArray(told.ease) && typeof told.ease[0] !== "number" ? told.ease[i] : told.ease;
        const along = (share - told.times[i]) / (told.times[i + 1] - told.times[i]);
        return to[i] + (to[i + 1] - to[i]) * (ease === "linear" ? along : bezier(ease, along));
      };
      const times = Array.from({ length: 100 }, (_, i) => (i + 0.5) / 100 * duration);
      console.log(JSON.stringify(times.map((t) => [t, ...["push", "slow", "way"].map((id) => place(layers[id], t))])));
      """.utf8
    ).write(to: folder.appending(path: "run.mjs"))
    let run = try Program.tool("node", ["run.mjs"], in: folder)
    try #require(run.status == 0, "\(run.summary)")
    let rows = try #require(JSONSerialization.jsonObject(with: run.data) as? [[Double]])
    let told = try Self.pipeline(
      ["inspect", "film.json", "--json"] + rows.flatMap { ["--at", "\($0[0])"] }, in: folder
    ).output
    let lines = told.split(separator: UInt8(ascii: "\n"))
    #expect(rows.count == 100 && lines.count == 100)
    for (row, line) in zip(rows, lines) {
      let scene = try #require(JSONSerialization.jsonObject(with: line) as? [String: Any])
      let layers = try #require(scene["layers"] as? [[String: Any]])
      for (id, theirs) in zip(["push", "slow", "way"], row.dropFirst()) {
        let layer = layers.first { $0["id"] as? String == id }
        let frame = try #require(layer?["frame"] as? [Double])
        #expect(abs(frame[0] - theirs) < 0.25, "\(id) at \(row[0])")
      }
    }
  }

  /// The Lottie animation of an example shows the frames of the example.
  @Test func lottieShowsTheFilm() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = Program.root.appending(path: "Examples/circle-push/pipeline.json").path()
    #expect(
      try Self.pipeline(["export", document, "--to", "lottie", "-o", "film.lottie"], in: folder)
        .status == 0)
    let told = try Self.pipeline(["inspect", document, "--json", "--at", "0"], in: folder).output
    let scene = try #require(JSONSerialization.jsonObject(with: told) as? [String: Any])
    let size = try #require((scene["canvas"] as? [String: Any])?["size"] as? [Double])
    let duration = try #require(scene["duration"] as? Double)
    try Data(
      """
      { "version": 1, "canvas": { "size": [\(size[0]), \(size[1])], "background": "#fff" },
        "layers": [ { "id": "film", "frame": [0, 0, \(size[0]), \(size[1])], "contents": { "lottie": "film.lottie" } } ],
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
      // Edges and reduced pictures are drawn differently, so the means of blocks are compared.
      let compared = try Program.pipeline(
        ["diff", "ours.png", "theirs.png", "--perceptual", "--tolerance", "40", "-o", "worst.png"],
        in: folder)
      #expect(compared.status == 0, "\(time): \(compared.summary.prefix(400))")
    }
  }
}
