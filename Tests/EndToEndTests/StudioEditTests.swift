import Foundation
import Scenes
import Glibc
import TestSupport
import Testing

/// Tests changes of documents through the page's own interface.
@Suite struct StudioEditTests {
  private struct Answer: Decodable {
    var hash: String?
    var message: String?
    var text: String?
  }

  private let temporary: Folder
  init() throws { temporary = try Folder() }

  /// Returns a folder with an example's document and its files at their relative paths.
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

  /// Returns the numbers of a document by their pointers, except numbers that only `check` reads.
  private static func numbers(_ value: Any, _ pointer: String = "") -> [(String, Double)] {
    if let object = value as? [String: Any] {
      return object.sorted { $0.key < $1.key }.flatMap { key, value in
        pointer.isEmpty && ["version", "checks", "outputs"].contains(key)
          ? [] : numbers(value, "\(pointer)/\(key)")
      }
    }
    if let list = value as? [Any] {
      return list.enumerated().flatMap { numbers($1, "\(pointer)/\($0)") }
    }
    // Foundation also returns true and false as numbers, which their type distinguishes. Safety: the type's text exists
    // permanently.
    guard let number = value as? NSNumber, unsafe number.objCType.pointee != 0x63 else { return [] }
    return [(pointer, number.doubleValue)]
  }

  private static func post(
    _ server: PreviewServer, _ path: String, _ body: [String: Any]
  ) throws -> (Answer, Int) {
    let json = try JSONSerialization.data(withJSONObject: body, options: .withoutEscapingSlashes)
    let (data, status) = try server.post(path, String(decoding: json, as: UTF8.self))
    return (try JSONDecoder().decode(Answer.self, from: data), status)
  }

  /// Each change affects only the bytes of its value, and undoing all changes restores the first bytes.
  @Test func changesNothingElse() throws {
    let all = try FileManager.default.contentsOfDirectory(
      atPath: Program.root.appending(path: "Examples").path(percentEncoded: false)
    ).filter { name in
      FileManager.default.fileExists(
        atPath: Program.root.appending(path: "Examples/\(name)/pipeline.json")
          .path(percentEncoded: false))
    }.sorted()
    var random = SeededRandom(21)
    let each = Effort.count(test: 10, long: 1000 / all.count + 1, soak: 200)
    var taken = 0
    let examples = Effort.sample(of: all.shuffled(using: &random), test: 2)
    for example in examples {
      let folder = try Self.copy(of: example)
      let server = try PreviewServer(
        folder, temporary: temporary, document: "pipeline.json")
      let document = try server.document()
      let first = try folder.data("pipeline.json")
      var base = document.hash
      var now = first
      var done = 0
      for _ in 0..<each {
        let tree = try JSONSerialization.jsonObject(with: now)
        let numbers = Self.numbers(tree)
        let (pointer, old) = try #require(numbers.randomElement(using: &random))
        let value =
          ((old + Double(Int.random(in: -9...9, using: &random)) / 8) * 1000).rounded() / 1000
        let (answer, status) = try Self.post(
          server, "edit", ["base": base, "edits": [["pointer": pointer, "value": value]]])
        let new = try folder.data("pipeline.json")
        guard status == 200 else {
          // The value is invalid for the document.
          #expect(status == 422 && new == now, "\(example) \(pointer): \(status) \(answer)")
          continue
        }
        // The text before and after the changed value is the same, and between them is one number.
        let before = zip(now, new).prefix { $0 == $1 }.count
        let after = min(
          zip(now.reversed(), new.reversed()).prefix { $0 == $1 }.count,
          min(now.count, new.count) - before)
        let changed = new[new.startIndex + before..<new.endIndex - after]
        #expect(
          changed.allSatisfy { "0123456789.-eE".utf8.contains($0) } && changed.count < 20,
          "\(example) \(pointer)")
        let expected = Self.numbers(tree).map { $0.0 == pointer ? value : $0.1 }
        let found = Self.numbers(try JSONSerialization.jsonObject(with: new)).map(\.1)
        #expect(found == expected, "\(example) \(pointer)")
        if new != now { done += 1 }
        taken += 1
        base = try #require(answer.hash)
        now = new
      }
      let shown = try server.document()
      #expect(shown.undo == done && shown.hash == base, "\(example)")
      for _ in 0..<done {
        let (answer, status) = try Self.post(server, "undo", ["base": base])
        #expect(status == 200, "\(example): \(answer)")
        base = answer.hash ?? ""
      }
      #expect(try folder.data("pipeline.json") == first, "\(example): not the first bytes again")
      for _ in 0..<done {
        base = try Self.post(server, "redo", ["base": base]).0.hash ?? ""
      }
      #expect(try folder.data("pipeline.json") == now, "\(example): not the last bytes again")
    }
    #expect(taken > examples.count * each / 3, "\(taken) of \(examples.count * each)")
  }

  private static let document = """
    {
      "version": 1,
      "canvas": { "size": [40, 30], "fps": 10 },
      "layers": [ { "id": "box", "frame": [0, 0, 10, 10], "backgroundColor": "#f80" } ],
      "timeline": { "targets": "box", "duration": 0.5,
        "keyframes": [ { "translate": [0, 0] }, { "translate": [30, 20] } ] }
    }

    """

  /// A file that another program has changed is not overwritten, not even by undo.
  @Test func overwritesNothing() throws {
    let folder = try Folder()
    try folder.write(Self.document, to: "doc.json")
    // Safety: the path is read during the call.
    unsafe chmod(folder.path("doc.json"), 0o640)
    let server = try PreviewServer(folder, temporary: temporary)
    let base = try server.document().hash
    let edit: [String: Any] = ["pointer": "/timeline/duration", "value": 0.7]
    let (answer, status) = try Self.post(server, "edit", ["base": base, "edits": [edit]])
    #expect(status == 200, "\(answer)")
    var about = stat()
    // Safety: the path is read, and the struct filled, during the call.
    unsafe stat(folder.path("doc.json"), &about)
    #expect(about.st_mode & 0o7777 == 0o640)

    let theirs = Self.document.replacingOccurrences(of: "#f80", with: "#08f")
    try folder.write(theirs, to: "doc.json")
    for (path, body) in [
      ("edit", ["base": answer.hash ?? "", "edits": [edit]] as [String: Any]),
      ("undo", ["base": answer.hash ?? ""]),
    ] {
      let (refusal, status) = try Self.post(server, path, body)
      #expect(status == 409 || (path == "undo" && status == 404), "\(path): \(refusal)")
      if status == 409 { #expect(refusal.text == theirs) }
      #expect(try String(decoding: folder.data("doc.json"), as: UTF8.self) == theirs)
    }
    // The same change is accepted with the current contents of the file.
    let now = try server.report { $0.document?.text == theirs }.document
    let (again, code) = try Self.post(
      server, "edit", ["base": now?.hash ?? "", "edits": [edit]])
    #expect(code == 200, "\(again)")
    #expect(
      try String(decoding: folder.data("doc.json"), as: UTF8.self)
        == theirs.replacingOccurrences(of: "0.5", with: "0.7"))
    // The studio leaves no temporary file behind.
    #expect(try folder.files() == ["doc.json"])
  }

  /// After a renderer was killed, the next renderer can undo and redo its changes.
  @Test func anotherRendererTakesBack() throws {
    let folder = try Folder()
    try folder.write(Self.document, to: "doc.json")
    let server = try PreviewServer(folder, temporary: temporary)
    var base = try server.document().hash
    for seconds in [0.7, 0.8] {
      let edit: [String: Any] = ["pointer": "/timeline/duration", "value": seconds]
      let (answer, status) = try Self.post(server, "edit", ["base": base, "edits": [edit]])
      #expect(status == 200, "\(answer)")
      base = try #require(answer.hash)
    }
    let last = try folder.data("doc.json")
    func change(_ path: String, killing: Bool) throws {
      let version = try server.document().version
      if killing {
        for child in server.family where PreviewServer.name(of: child) == "pipeline-studio" {
          kill(child, SIGKILL)
        }
        _ = try #require(try server.report { ($0.document?.version ?? 0) > version }.document)
      }
      let (answer, status) = try Self.post(server, path, ["base": base])
      #expect(status == 200, "\(path): \(answer)")
      base = try #require(answer.hash)
    }
    try change("undo", killing: true)
    try change("undo", killing: false)
    #expect(try String(decoding: folder.data("doc.json"), as: UTF8.self) == Self.document)
    let now = try server.report { $0.document?.redo == 2 }.document
    #expect(now?.undo == 0 && now?.redo == 2)
    try change("redo", killing: true)
    try change("redo", killing: false)
    #expect(try folder.data("doc.json") == last)
    // The history has no name in the file system.
    #expect(try temporary.files() == [])
  }

  /// A plugin that hangs delays only the requests that need it, even before its failure is detected.
  @Test func editsWhileAPluginHangs() throws {
    let folder = try Folder()
    let fixture = Program.root.appending(path: "Tests/Fixtures/plugins/hop.c")
    let line = "out[0]->frame.y = in[0]->frame.y - p->height * 4 * t * (1 - t);"
    let text = try String(contentsOf: fixture, encoding: .utf8)
    try #require(text.contains(line))
    // The plugin answers at the ends of its step, which planning requests.
    let hanging = "if (t > 0.35 && t < 0.65) for (volatile int i = 0;; i++);"
    try folder.write(text.replacing(line, with: hanging), to: "hop.c")
    let include = Program.root.appending(path: "Sources/CAnimator/include")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "plugins"), withIntermediateDirectories: false)
    let built = try Program.tool(
      "cc",
      [
        "-shared", "-fPIC", "-w", "-I" + include.path(percentEncoded: false), "hop.c", "-o",
        "plugins/hop.so",
      ], in: folder.url)
    try #require(built.status == 0, "\(built.summary)")
    let document = """
      { "version": 1, "canvas": { "size": [40, 60], "fps": 10, "background": "#204060" },
        "layers": [ { "id": "box", "frame": [10, 20, 10, 10], "backgroundColor": "#ff8800" } ],
        "timeline": { "animator": "acme.hop", "layers": { "subject": "box" }, "duration": 1 } }
      """
    try folder.write(document, to: "doc.json")
    let server = try PreviewServer(
      folder, temporary: temporary, options: ["--plugins", folder.path("plugins")])
    let first = try #require(try server.report { $0.document != nil }.document)
    let edit: [String: Any] = ["pointer": "/canvas/background", "value": "#102030"]
    let (edited, status) = try Self.post(server, "edit", ["base": first.hash, "edits": [edit]])
    #expect(status == 200, "\(edited)")
    #expect(try server.get("gallery/cube").1 == 200)
    let (undone, code) = try Self.post(server, "undo", ["base": edited.hash ?? ""])
    #expect(code == 200, "\(undone)")
    #expect(try String(decoding: folder.data("doc.json"), as: UTF8.self) == document)
    #expect(try server.get("studio.css").1 == 200)
    #expect(try server.report { _ in true }.problems == nil)
  }

  /// A change that would make the document invalid is not written, and a missing value is not changed.
  @Test func writesOnlyDocuments() throws {
    let folder = try Folder()
    try folder.write(Self.document, to: "doc.json")
    let server = try PreviewServer(folder, temporary: temporary)
    let base = try server.document().hash
    let refused: [([String: Any], Int)] = [
      (["pointer": "/timeline/duration", "value": "long"], 422),
      (["pointer": "/timeline/targets", "value": "nobody"], 422),
      (["pointer": "/layers/3/frame", "value": [0, 0, 1, 1]], 404),
      (["pointer": "/canvas/fps/x", "value": 1], 404),
      (["pointer": "canvas", "value": 1], 404),
      (["pointer": "/nothing", "remove": true], 404),
      (["pointer": "/timeline/keyframes/0"], 404),
    ]
    for (edit, expected) in refused {
      let (answer, status) = try Self.post(server, "edit", ["base": base, "edits": [edit]])
      #expect(status == expected, "\(edit): \(answer)")
      #expect(try String(decoding: folder.data("doc.json"), as: UTF8.self) == Self.document)
    }
  }
}
