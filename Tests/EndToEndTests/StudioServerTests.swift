import Foundation
import Glibc
import TestSupport
import Testing

/// Tests the page's requests to the server, except changes of the document.
@Suite struct StudioServerTests {
  private static let document = """
    { "version": 1, "canvas": { "size": [40, 30], "scale": 2, "fps": 10, "background": "#204060" },
      "screens": {
        "from": { "layers": [ { "id": "a", "frame": [0, 0, 40, 30], "backgroundColor": "#f80" } ] },
        "to": { "layers": [ { "id": "b", "frame": [0, 0, 40, 30], "backgroundColor": "#08f" } ] } },
      "transition": { "operation": "pop", "duration": 0.5 },
      "interaction": { "gesture": "edgePan", "edge": "left", "startWithin": 20, "scrub": "linear",
        "finishWhen": { "progress": { "gt": 0.5 } } } }
    """

  private let folder: Folder
  private let temporary: Folder

  init() throws {
    (folder, temporary) = (try Folder(), try Folder())
    try folder.write(Self.document, to: "doc.json")
  }

  /// Returns the state and the picture in the answer to a gesture's samples.
  private func feel(_ server: PreviewServer, _ body: String) throws -> (state: String, Data) {
    let line = try server.connect()
    defer { close(line) }
    PreviewServer.send(
      Array(
        ("POST /gesture?token=\(server.token) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
          + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8),
      to: line)
    let answer = PreviewServer.readAll(line)
    let end = try #require(answer.firstRange(of: Data("\r\n\r\n".utf8)))
    let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
    let state = head.firstMatch(of: /X-State: (\w+)\r\nX-Fraction: ([0-9.]+)/)
    return (state.map { "\($0.1) \($0.2)" } ?? head, Data(answer[end.upperBound...]))
  }

  /// The content that a finger holds, and the ring that shows the finger, look the same as in the film.
  @Test func feelsWhatTheFilmShows() throws {
    let text = #"""
      { "version": 1, "canvas": { "size": [60, 120], "scale": 1, "fps": 10 },
        "screens": {
          "a": { "layers": [{ "frame": [0, 0, 60, 120], "backgroundColor": "#ddddff" },
            { "id": "t", "frame": [4, 20, 20, 20], "backgroundColor": "#ff0000", "match": "hero" }] },
          "b": { "layers": [{ "frame": [0, 0, 60, 120], "backgroundColor": "#ffffdd" },
            { "id": "h", "frame": [0, 0, 60, 60], "backgroundColor": "#ff0000", "match": "hero" }] } },
        "flow": [{ "push": "b", "duration": 0.4 }, { "pop": true, "duration": 1,
          "interaction": { "gesture": "edgePan", "scrub": "linear",
            "follow": { "layer": "@hero", "scale": [1, 0.7] },
            "track": [[0, 2, 60], [0.5, 30, 60], [0.8, 50, 60], [1, "release"]] } }] }
      """#
    try folder.write(text, to: "doc.json")
    let server = try PreviewServer(folder, temporary: temporary)
    let version = try server.document().version
    let whole = #"[0, 2, 60], [0.5, 30, 60], [0.8, 50, 60]"#
    // The finger moves, holds still, or has lifted; a move starts at 0.4 s.
    for (points, time, state) in [
      (#"[0, 2, 60], [0.5, 30, 60]"#, 0.5, "moving"), (whole, 0.9, "moving"),
      (whole + #", [1, "release"]"#, 1.1, "cancelling"),
    ] {
      let (told, felt) = try feel(
        server, #"{ "id": "f\#(time)", "move": 1, "points": [\#(points)], "time": \#(time) }"#)
      #expect(told.hasPrefix(state))
      let frame = Int(((0.4 + time) * 10).rounded())
      let (film, _) = try server.get("frames/\(version)/\(frame)")
      #expect(film.starts(with: [0x89, 0x50, 0x4E, 0x47]) && film == felt, "at \(time) s")
    }
  }

  /// In a flow, every move with a finger is a separate gesture, in the points of its space. The page shows where a step
  /// would go with another easing, without writing it.
  @Test func feelsEachMoveOfAFlow() throws {
    let text = #"""
      { "version": 1, "canvas": { "size": [80, 60], "scale": 1, "fps": 10 },
        "viewport": { "frame": [40, 0, 40, 60], "size": [20, 30] },
        "screens": { "a": { "background": "#ff8800", "layers": [] },
          "b": { "background": "#0088ff", "layers": [] } },
        "flow": [ { "push": "b", "duration": 0.4, "interaction": { "gesture": "edgePan",
            "track": [[0, 1, 15], [0.2, 4, 15], [0.9, 4, 15], [1, "cancel"]], "expect": "cancel" } },
          { "wait": 0.5 }, { "push": "b", "id": "on", "duration": 0.4, "easing": "linear" },
          { "pop": true, "interaction": { "gesture": "edgePan" } } ] }
      """#
    try folder.write(text, to: "doc.json")
    let server = try PreviewServer(folder, temporary: temporary)
    struct Told: Decodable {
      struct Document: Decodable {
        struct Row: Decodable { var kind: String; var what: String; var start: Double }
        struct Finger: Decodable { var move: Int; var start: Double }
        var hash: String
        var steps: [Row]
        var interactions: [Finger]
      }
      var document: Document?
    }
    let whole = try server.document()
    let told = try JSONDecoder().decode(Told.self, from: server.get("document").0)
    let document = try #require(told.document)
    #expect(document.interactions.map(\.move) == [0, 3])
    // The bars are at the times of the film: the finger held the first move for longer than its own 0.4 s.
    let moves = document.steps.filter { $0.kind == "move" }
    #expect(moves.map(\.what) == ["push b", "wait", "push b", "pop"])
    #expect(moves[1].start >= 1 && abs(moves[3].start - document.interactions[1].start) < 1e-9)
    // A distance of 10 points of the canvas is 5 of the viewport's 20 points, which is a quarter of the way.
    let (moving, _) = try feel(
      server, #"{ "id": "g", "move": 3, "points": [[0, 42, 30], [0.1, 52, 30]], "time": 0.1 }"#)
    #expect(moving == "moving 0.25")
    let (none, _) = try feel(server, #"{ "id": "h", "move": 2, "points": [], "time": 0 }"#)
    #expect(none.contains("404"))
    let edit = #"{ "pointer": "/flow/2/easing", "value": "easeIn" }"#
    let edits = #""base": "\#(document.hash)", "edits": [\#(edit)]"#
    let (length, status) = try server.post("variant", "{ \(edits) }")
    #expect(status == 200 && String(decoding: length, as: UTF8.self).contains("\"frames\""))
    let number = Int(moves[2].start * 10) + 2
    let (other, _) = try server.post("variant", "{ \(edits), \"number\": \(number) }")
    let (same, _) = try server.get("frames/\(whole.version)/\(number)?draft=1")
    #expect(other.starts(with: [0x89, 0x50, 0x4E, 0x47]) && other != same)
    #expect(try String(decoding: folder.data("doc.json"), as: UTF8.self) == text)
    #expect(try server.post("variant", #"{ "base": "0", "edits": [] }"#).1 == 410)
  }

  /// An example creates a document with all its files, and a template creates one with the user's own files.
  @Test func beginsExamplesAndTemplates() throws {
    let empty = try Folder()
    let server = try PreviewServer(empty, temporary: temporary, document: nil)
    let told = String(decoding: try server.get("starters").0, as: UTF8.self)
    #expect(told.contains("\"store-preview\"") && told.contains("\"magic-push\""))
    #expect(try server.get("starters/magic-push").0.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    for wrong in [#"{ "example": "../.." }"#, #"{ "template": "flow", "pictures": [] }"#] {
      #expect(try server.post("begin", wrong).1 == 422)
    }
    #expect(try empty.files().isEmpty)
    #expect(try server.post("begin", #"{ "example": "magic-push" }"#).1 == 200)
    #expect(try Program.pipeline(["validate", empty.path("pipeline.json")]).status == 0)
    let art = Program.root.appending(path: "Examples/magic-push/art")
    let pictures = try ["list.png", "detail.png"].map { name in
      let data = try Data(contentsOf: art.appending(path: name)).base64EncodedString()
      return #"{ "name": "\#(name)", "data": "\#(data)" }"#
    }
    let own = try Folder()
    let second = try PreviewServer(own, temporary: temporary, document: nil)
    let list = pictures.joined(separator: ",")
    let body = #"{ "template": "flow", "model": "phone", "pictures": [\#(list)] }"#
    #expect(try second.post("begin", body).1 == 200)
    #expect(try own.data("list.png") == Data(contentsOf: art.appending(path: "list.png")))
    #expect(try Program.pipeline(["check", own.path("pipeline.json")]).status == 0)
  }

  /// The transition follows the finger and, after its release, goes where its rules say.
  @Test func followsAFinger() throws {
    let server = try PreviewServer(folder, temporary: temporary)
    let document = try server.document()
    #expect(document.undo == 0)
    let (moving, first) = try feel(
      server, #"{ "id": "g", "points": [[0, 5, 10], [0.1, 15, 10]], "time": 0.1 }"#)
    #expect(moving == "moving 0.25" && first.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let (further, second) = try feel(
      server, #"{ "id": "g", "points": [[0.2, 29, 10]], "time": 0.2 }"#)
    #expect(further == "moving 0.6" && second != first)
    let (lifted, _) = try feel(
      server, #"{ "id": "g", "points": [[0.2, "release"]], "time": 0.3 }"#)
    #expect(lifted.hasPrefix("finishing 0."))
    let (over, last) = try feel(server, #"{ "id": "g", "points": [], "time": 2 }"#)
    #expect(over == "finished 1")
    // The last picture of the gesture equals the end of the transition.
    let (end, _) = try server.get("frames/\(document.version)/\(document.frames - 1)")
    #expect(!last.isEmpty && !end.isEmpty)

    // Too far from the edge, no gesture begins; if the distance is too short, the transition goes back.
    #expect(
      try feel(server, #"{ "id": "far", "points": [[0, 25, 1], [0.1, 35, 1]], "time": 0.1 }"#).state
        == "refused 0")
    let (back, _) = try feel(
      server,
      #"{ "id": "h", "points": [[0, 5, 1], [0.1, 15, 1], [0.1, "release"]], "time": 9 }"#)
    #expect(back == "cancelled 0")

    // The track is written only into the document or into a file beside it.
    for place in ["../track.json", "/tmp/track.json", "track.png", "doc.json"] {
      let (_, status) = try server.post(
        "track", #"{ "id": "h", "base": "\#(document.hash)", "to": "\#(place)" }"#)
      #expect(status == 422, "\(place)")
    }
    #expect(try folder.files() == ["doc.json"])
    let (_, status) = try server.post(
      "track", #"{ "id": "h", "base": "\#(document.hash)", "to": "document" }"#)
    #expect(status == 200)
    let text = String(decoding: try folder.data("doc.json"), as: UTF8.self)
    #expect(text.contains(#""track": [[0, 5, 1], [0.1, 15, 1], [0.1, "release"]]"#), "\(text)")
    let now = try server.report { ($0.document?.undo ?? 0) == 1 }.document
    _ = try feel(
      server, #"{ "id": "i", "points": [[0, 5, 1], [0.1, 39, 1], [0.1, "release"]], "time": 1 }"#)
    let (_, saved) = try server.post(
      "track", #"{ "id": "i", "base": "\#(now?.hash ?? "")", "to": "tracks/one.json" }"#)
    #expect(saved == 200)
    #expect(
      String(decoding: try folder.data("tracks/one.json"), as: UTF8.self)
        == "[[0, 5, 1], [0.1, 39, 1], [0.1, \"release\"]]\n")
    let run = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(run.status == 0, "\(run.summary)")
  }

  /// Tests the comparison with another document, and the places where they differ.
  @Test func comparesWithAnother() throws {
    try folder.write(Self.document.replacingOccurrences(of: "#f80", with: "#f81"), to: "other.json")
    let server = try PreviewServer(
      folder, temporary: temporary, options: ["--compare", "other.json"])
    let version = try server.document().version
    let (about, found) = try server.get("compare")
    #expect(found == 200 && String(decoding: about, as: UTF8.self).contains("\"frames\":5"))
    let own = try server.get("frames/\(version)/0").0
    let other = try server.get("compare/0").0
    #expect(own != other && other.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try server.get("compare/0?difference=1").1 == 200)
    #expect(try server.get("compare/5").1 == 404)
    #expect(try server.get("checks").1 == 422, "there are none")
    let profile = String(decoding: try server.get("profile?begin=1").0, as: UTF8.self)
    #expect(
      profile.contains("\"done\":1") && profile.contains("\"kind\":\"layer\""), "\(profile)")
  }

  /// Without a document the page shows the animators, from which a document is created.
  @Test func beginsWithAnAnimator() throws {
    let empty = try Folder()
    let server = try PreviewServer(empty, temporary: temporary, document: nil)
    let (listed, status) = try server.get("animators")
    #expect(status == 200 && String(decoding: listed, as: UTF8.self).contains("\"id\":\"cube\""))
    #expect(try server.get("gallery/cube").1 == 200)
    let (picture, code) = try server.get("gallery/cube/3")
    #expect(code == 200 && picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try server.get("gallery/nobody").1 == 404)
    #expect(try server.get("gallery/cube/9999").1 == 404)

    let body = { (from: String) in
      #"{ "animator": "cube", "from": "\#(from)", "to": "\#(picture.base64EncodedString())" }"#
    }
    #expect(try server.post("begin", body("aGVsbG8=")).1 == 422)
    #expect(try empty.files() == [])
    #expect(try server.post("begin", body(picture.base64EncodedString())).1 == 200)
    #expect(try empty.files().sorted() == ["from.png", "pipeline.json", "to.png"])
    let document = try server.document()
    #expect(document.steps.contains { $0.what == "cube" })
    #expect(try server.get("frames/\(document.version)/1").1 == 200)
    #expect(try server.post("begin", body(picture.base64EncodedString())).1 == 409)
  }

  /// The page may open another document of the folder, but none outside the folder; a file that is not a recording is
  /// not stored.
  @Test func opensAnotherDocument() throws {
    try folder.write(
      Self.document.replacingOccurrences(of: "\"fps\": 10", with: "\"fps\": 20"), to: "other.json")
    let server = try PreviewServer(folder, temporary: temporary)
    #expect(try server.document().frames == 5)
    for (file, status) in [("../doc.json", 422), ("missing.json", 404), ("notes.txt", 422)] {
      #expect(try server.post("open", "{ \"file\": \"\(file)\" }").1 == status, "\(file)")
    }
    #expect(try server.post("open", #"{ "file": "other.json" }"#).1 == 200)
    #expect(try server.report { $0.document?.frames == 10 }.document?.frames == 10)
    for act in ["measure", "match", "begin", "found.json"] {
      let (_, status) =
        act == "found.json"
        ? try server.get("recording/1/\(act)") : try server.post("recording/1/\(act)", "{}")
      #expect(status == 404, "\(act)")
    }
    #expect(try server.post("recording?name=a.mp4", "no film").1 == 200)
    #expect(try server.post("recording/1/match", #"{ "tune": ["-o"] }"#).1 == 400)
    #expect(try server.post("recording/1/begin", "{}").1 == 404)
    #expect(try folder.files().sorted() == ["doc.json", "other.json"])
  }

  /// Exports are written below the document's folder, by the command in the answer.
  @Test func exportsWhatItSays() throws {
    let server = try PreviewServer(folder, temporary: temporary)
    _ = try server.document()
    for path in ["../out.png", "/tmp/out.png", "-", "", "a/../../b.png"] {
      #expect(try server.post("export", "{ \"path\": \"\(path)\" }").1 == 422, "\(path)")
    }
    let (answer, status) = try server.post("export", #"{ "path": "out/%d.png" }"#)
    #expect(
      status == 200 && String(decoding: answer, as: UTF8.self).contains("pipeline run doc.json -o"))
    for _ in 0..<300 where (try? folder.files(in: "out"))?.count != 5 { usleep(20_000) }
    #expect(try folder.files(in: "out").count == 5)
  }
}
