import Foundation
import Scenes
import TestSupport
import Testing

/// Layers, steps and names that come, go, move and change in documents through the page's own interface.
@Suite struct StudioActTests {
  private struct Answer: Decodable {
    var hash: String?
    var message: String?
  }

  private let temporary: Folder
  init() throws { temporary = try Folder() }

  private static func copy(of example: String) throws -> Folder {
    let folder = try Folder()
    let source = Program.root.appending(path: "Examples/\(example)")
    for name in try FileManager.default.contentsOfDirectory(
      atPath: source.path(percentEncoded: false)) where name != "out"
    {
      try FileManager.default.copyItem(
        at: source.appending(path: name), to: folder.url.appending(path: name))
    }
    return folder
  }

  private static func post(
    _ server: PreviewServer, _ path: String, _ body: [String: Any]
  ) throws -> (Answer, Int) {
    let json = try JSONSerialization.data(withJSONObject: body, options: .withoutEscapingSlashes)
    let (data, status) = try server.post(path, String(decoding: json, as: UTF8.self))
    return (try JSONDecoder().decode(Answer.self, from: data), status)
  }

  // MARK: Acts

  private struct Places {
    var elements: [String] = []
    var names: [String] = []
    /// Numbers that a drag in the picture or in time changes.
    var numbers: [String] = []
  }

  /// What can be acted on: elements of lists of layers, steps, moves, checks, outputs and sounds; keys that are
  /// names; numbers that are dragged.
  private static func places(_ value: Any, _ pointer: String = "", _ list: String = "") -> Places {
    var found = Places()
    func add(_ more: Places) {
      found.elements += more.elements
      found.names += more.names
      found.numbers += more.numbers
    }
    let lists = [
      "layers", "sublayers", "overlays", "parallel", "sequence", "checks", "outputs", "audio",
      "keyframes", "flow",
    ]
    let dragged = [
      "frame", "at", "duration", "wait", "offset", "translate", "cornerRadius", "opacity",
    ]
    if dragged.contains(list), value is Double, !(value is Bool) { found.numbers.append(pointer) }
    if let object = value as? [String: Any] {
      if object["id"] is String { found.names.append("\(pointer)/id") }
      for (key, inner) in object.sorted(by: { $0.key < $1.key }) where !key.contains("/") {
        if ["/vars", "/screens", "/assets", "/components"].contains(pointer) {
          found.names.append("\(pointer)/\(key)")
        }
        add(places(inner, "\(pointer)/\(key)", key))
      }
    }
    for (index, inner) in ((value as? [Any]) ?? []).enumerated() {
      if lists.contains(list) { found.elements.append("\(pointer)/\(index)") }
      // The numbers of a list are dragged as what it says.
      add(places(inner, "\(pointer)/\(index)", inner is Double ? list : ""))
    }
    return found
  }

  private static var layer: [String: Any] {
    ["id": "added", "frame": [1, 2, 30, 40], "backgroundColor": "#ff8800"]
  }

  private static func act(
    on tree: Any, _ random: inout SeededRandom
  ) -> (kind: String, edit: [String: Any])? {
    let found = places(tree)
    let (elements, names) = (found.elements, found.names)
    let kinds = ["insert", "copy", "erase", "move", "rename", "drag", "key"]
    let kind = kinds.randomElement(using: &random)!
    if kind == "rename" {
      guard let pointer = names.randomElement(using: &random) else { return nil }
      let name = ["x", "other", "poster", "a-b", "Ünder", "0 no"].randomElement(using: &random)!
      return (kind, ["pointer": pointer, "rename": name])
    }
    if kind == "drag" {
      guard let pointer = found.numbers.randomElement(using: &random) else { return nil }
      let number = Double.random(in: -2...60, using: &random)
      return (kind, ["pointer": pointer, "value": (number * 100).rounded() / 100])
    }
    if kind == "key" {
      let keys = elements.filter { $0.contains("/keyframes/") }
      guard let pointer = keys.randomElement(using: &random) else { return nil }
      let moment = Double(Int.random(in: 0...100, using: &random)) / 100
      return (kind, ["pointer": pointer, "insert": ["offset": moment, "opacity": 0.5]])
    }
    guard let pointer = elements.randomElement(using: &random) else { return nil }
    let list = pointer.prefix(upTo: pointer.lastIndex(of: "/")!)
    switch kind {
    case "insert":
      guard list.hasSuffix("layers") || list.hasSuffix("overlays") else { return nil }
      return (kind, ["pointer": pointer, "insert": layer])
    case "copy":
      let other = elements.filter { $0.hasPrefix(list + "/") }.randomElement(using: &random)!
      return (
        kind, ["pointer": Bool.random(using: &random) ? other : "\(list)/-", "copy": pointer]
      )
    case "move": return (kind, ["pointer": "\(list)/0", "move": pointer])
    default: return (kind, ["pointer": pointer, "erase": true])
    }
  }

  private static func plain(_ text: Data) -> [UInt8] {
    text.filter { !" \t\r\n,".utf8.contains($0) }.sorted()
  }

  /// How many bytes at both ends are the same.
  private static func same(_ old: Data, _ new: Data) -> Int {
    let before = zip(old, new).prefix { $0 == $1 }.count
    let after = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    return min(before + after, old.count)
  }

  /// Each act is made or refused whole; what it does not touch keeps its bytes; taking all back gives the
  /// first bytes, also after an editor wrote in between.
  @Test func keepsDocumentsWhole() throws {
    let all = try FileManager.default.contentsOfDirectory(
      atPath: Program.root.appending(path: "Examples").path(percentEncoded: false)
    ).filter { name in
      FileManager.default.fileExists(
        atPath: Program.root.appending(path: "Examples/\(name)/pipeline.json")
          .path(percentEncoded: false))
    }.sorted()
    var random = SeededRandom(47)
    let each = Effort.count(test: 14, long: 300 / all.count + 1, soak: 2_000 / all.count + 1)
    var taken = 0
    let examples = all.shuffled(using: &random)
    for example in Effort.current == .test ? Array(examples.prefix(2)) : examples {
      let folder = try Self.copy(of: example)
      let server = try PreviewServer(folder, temporary: temporary, document: "pipeline.json")
      var first = try folder.data("pipeline.json")
      var base = try server.document().hash
      var now = first
      var done = 0
      for number in 0..<each {
        if number == each / 2 {
          // An editor writes: what was done before is not taken back any more.
          first = now + Data("\n".utf8)
          now = first
          try now.write(to: folder.url.appending(path: "pipeline.json"))
          var shown = try server.document()
          for _ in 0..<3_000 where shown.text.utf8.count != now.count {
            usleep(20_000)
            shown = try server.document()
          }
          base = shown.hash
          done = 0
        }
        if done > 0, Int.random(in: 0..<6, using: &random) == 0 {
          let (undone, status) = try Self.post(server, "undo", ["base": base])
          #expect(status == 200)
          base = try Self.post(server, "redo", ["base": undone.hash ?? ""]).0.hash ?? ""
          #expect(try folder.data("pipeline.json") == now)
        }
        let tree = try JSONSerialization.jsonObject(with: now)
        guard let (kind, edit) = Self.act(on: tree, &random) else { continue }
        let (answer, status) = try Self.post(server, "edit", ["base": base, "edits": [edit]])
        let new = try folder.data("pipeline.json")
        guard status == 200 else {
          #expect(
            [404, 422].contains(status) && new == now && answer.message?.isEmpty == false,
            "\(example) \(edit): \(status) \(answer)")
          continue
        }
        taken += 1
        if new != now { done += 1 }
        switch kind {
        case "insert", "copy", "key":
          #expect(Self.same(now, new) == now.count, "\(example) \(edit)")
        case "move": #expect(Self.plain(now) == Self.plain(new), "\(example) \(edit)")
        case "erase": #expect(new.count < now.count, "\(example) \(edit)")
        default: break
        }
        // The document plans, so no name in it leads nowhere.
        base = try #require(answer.hash)
        #expect(try server.document().hash == base)
        now = new
      }
      for _ in 0..<done { base = try Self.post(server, "undo", ["base": base]).0.hash ?? "" }
      #expect(try folder.data("pipeline.json") == first, "\(example): not the first bytes again")
    }
    #expect(taken > 4)
  }

  /// A file that is dropped is put beside the document, or told and not written.
  @Test func takesFilesThatCanBeShown() throws {
    let folder = try Folder()
    try folder.write(
      #"{ "version": 1, "canvas": { "size": [40, 30] }, "duration": 1, "layers": [] }"#,
      to: "doc.json")
    let server = try PreviewServer(folder, temporary: temporary)
    let picture = try Data(
      contentsOf: Program.root.appending(path: "Examples/art/places-map.png"))
    let (told, status) = try server.page.drop("my map.png", picture)
    #expect(
      status == 200 && told.contains("\"my-map.png\"") && told.contains("\"image\""), "\(told)")
    #expect(try folder.data("my-map.png") == picture)
    // The same bytes are the file that is there; others of the name get a name of their own.
    #expect(try server.page.drop("my-map.png", picture).0.contains("\"my-map.png\""))
    let svg = Data("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"/>".utf8)
    #expect(try server.page.drop("a.svg", svg).1 == 200)
    let before = try folder.files().sorted()
    for (name, bytes) in [
      ("broken.png", picture.prefix(300)), ("notes.txt", Data("hello".utf8)),
      ("empty.png", Data()), ("page.svg", Data("no".utf8)), ("..", picture),
    ] {
      let (told, status) = try server.page.drop(name, bytes)
      #expect([400, 422].contains(status) && told.contains("message"), "\(name): \(told)")
    }
    #expect(try folder.files().sorted() == before)
    let list = String(decoding: try server.get("files").0, as: UTF8.self)
    #expect(list.contains("my-map.png") && list.contains("a.svg") && !list.contains("doc.json"))
  }

  /// A phone has a token of its own: with it the film is looked at and felt, and nothing else.
  @Test func phonesLookOn() throws {
    let folder = try Folder()
    try folder.write(
      #"{ "version": 1, "canvas": { "size": [40, 30] }, "duration": 1, "layers": [] }"#,
      to: "doc.json")
    let server = try PreviewServer(folder, temporary: temporary)
    let document = try server.document()
    let table = String(decoding: try server.get("routes.js").0, as: UTF8.self)
    let told = String(decoding: try server.get("phone").0, as: UTF8.self)
    let token = String(try #require(told.firstMatch(of: /token=([0-9a-f]{32})/)).1)
    #expect(token != server.token)
    let phone = PreviewServer.Page(port: server.port, token: token)
    var open: Set<String> = []
    let routes = table.matches(of: /method: "(\w+)", pattern: "\/([^"]*)"/)
    #expect(routes.count > 25)
    for route in routes where route.2 != "events" {
      let path = String(route.2)
        .replacing("#/#", with: "\(document.version)/0").replacing("#", with: "0")
        .replacing("*", with: "x")
      let (_, status) =
        route.1 == "GET" ? try phone.get(path) : try phone.post(path, #"{ "id": "g", "time": 0 }"#)
      if status != 403 { open.insert(String(route.2)) }
    }
    #expect(
      open == ["", "document", "phone.css", "frames/#/#", "sound.wav", "gesture"], "\(open)")
    for module in ["phone", "server", "routes"] {
      #expect(try phone.get("\(module).js").1 == 200, "\(module)")
    }
    #expect(try phone.get("studio.js").1 == 403)
    let page = String(decoding: try phone.get("").0, as: UTF8.self)
    #expect(page.contains(token) && !page.contains(server.token))
  }
}
