import Foundation
import TestSupport
import Testing

/// The studio stays in the folder of its document, and reports only the document that it shows.
@Suite struct StudioBoundsTests {
  private let temporary: Folder
  private let folder: Folder
  private let outside: Folder
  init() throws {
    (temporary, folder, outside) = (try Folder(), try Folder(), try Folder())
    let text =
      #"{ "version": 1, "name": "NAME", "canvas": { "size": [40, 30] }, "duration": 1, "layers": [] }"#
    try folder.write(text.replacing("NAME", with: "one"), to: "doc.json")
    try folder.write(text.replacing("NAME", with: "two"), to: "other.json")
    try outside.write(text, to: "out.json")
    try outside.write("<svg xmlns='http://www.w3.org/2000/svg'/>", to: "far/pic.svg")
    for (link, target) in [
      ("lnk.json", outside.path("out.json")), ("near.json", "other.json"),
      ("far", outside.path("far")), ("far.svg", outside.path("far/pic.svg")),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: target)
    }
  }

  @Test func noRouteFollowsALinkOut() throws {
    let server = try PreviewServer(folder, temporary: temporary)
    _ = try server.document()
    for file in ["lnk.json", "far/x.json", "../outside.json", "near.json"] {
      let (_, status) = try server.post("open", #"{ "file": "\#(file)" }"#)
      #expect(status == 422, "\(file)")
    }
    let list = String(decoding: try server.get("files").0, as: UTF8.self)
    #expect(!list.contains("far"), "\(list)")
    let (_, opened) = try server.post("open", #"{ "file": "other.json" }"#)
    #expect(opened == 200)
    // After the answer, no output refers to the previous document.
    let told = String(decoding: try server.get("document").0, as: UTF8.self)
    #expect(!told.contains("doc.json"), "\(told)")
  }
}
