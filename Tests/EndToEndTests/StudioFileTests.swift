import Foundation
import TestSupport
import Testing

/// Tests dropped files, and phones that view the film, through the page's own interface.
@Suite struct StudioFileTests {
  private let temporary: Folder
  init() throws { temporary = try Folder() }

  /// A dropped file is stored beside the document, or is refused with a message.
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
    // If the bytes are the same, the existing file is used; other files with the name get a new name.
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

  /// Every file that `frame` can read may be dropped; its kind follows from its bytes or its extension.
  @Test func takesWhatFramesAreDrawnOf() throws {
    let folder = try Folder()
    try folder.write(
      #"{ "version": 1, "canvas": { "size": [40, 30] }, "duration": 1, "layers": [] }"#,
      to: "doc.json")
    let server = try PreviewServer(folder, temporary: temporary)
    // The files are a QOI of one red pixel that is repeated, and a BMP of one pixel.
    let qoi = Data(
      Array("qoif".utf8) + [0, 0, 0, 2, 0, 0, 0, 2, 3, 0, 0xFE, 255, 0, 0, 0xC2]
        + [0, 0, 0, 0, 0, 0, 0, 1])
    let bmp = Data(
      Array("BM".utf8) + [
        58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0,
      ]
        + [1, 0, 24, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        + [0, 0, 255, 0])
    let png = try Data(contentsOf: Program.root.appending(path: "Examples/art/places-map.png"))
    for (name, bytes, kind) in [
      ("red.qoi", qoi, "image"), ("red", qoi, "image"), ("red.dat", qoi, "image"),
      ("dot.bmp", bmp, "image"), ("photo.jfif", png, "image"),
    ] {
      let (told, status) = try server.page.drop(name, bytes)
      #expect(status == 200 && told.contains("\"kind\":\"\(kind)\""), "\(name): \(told)")
    }
    let list = String(decoding: try server.get("files").0, as: UTF8.self)
    #expect(list.contains("\"red.qoi\"") && list.contains("\"red.dat\""), "\(list)")
    let (told, status) = try server.page.drop("a.pdf", Data("%PDF-1.7".utf8))
    #expect(status == 422 && told.contains("a PDF file"), "\(told)")
  }

  /// Tests the open document as code for other platforms, named after the document's file.
  @Test func showsCode() throws {
    let folder = try Folder()
    try folder.write(
      #"""
      { "version": 1, "canvas": { "size": [40, 30] },
        "layers": [ { "id": "box", "frame": [0, 0, 10, 10], "backgroundColor": "#f00" } ],
        "timeline": { "targets": "box", "duration": 1,
          "keyframes": [ { "translate": [0, 0] }, { "translate": [20, 0] } ] } }
      """#, to: "doc.json")
    let server = try PreviewServer(folder, temporary: temporary)
    _ = try server.document()
    let targets = String(decoding: try server.get("code").0, as: UTF8.self)
    for (target, says) in [
      ("css", "export const mount"), ("uikit", "final class DocTransition"),
      ("swiftui", "enum DocMotion"),
    ] {
      #expect(targets.contains("\"\(target)\""))
      let (told, status) = try server.get("code/\(target)")
      let text = String(decoding: told, as: UTF8.self)
      #expect(status == 200 && text.contains(says) && text.contains("\"leftOut\":[]"), "\(text)")
    }
    #expect(try server.get("code/nothing").1 == 404)
  }

  /// A phone has its own token, which allows viewing the film and performing gestures, and nothing else.
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
      open == ["", "document", "frames/#/#", "sound.wav", "gesture"], "\(open)")
    for file in ["phone/phone.js", "phone/phone.css", "core/server.js", "routes.js"] {
      #expect(try phone.get(file).1 == 200, "\(file)")
    }
    #expect(try phone.get("studio.js").1 == 403)
    let page = String(decoding: try phone.get("").0, as: UTF8.self)
    #expect(page.contains(token) && !page.contains(server.token))
  }
}
