import Foundation
import Testing

/// Failures report their cause, and the reports are short.
@Suite struct CauseTests {
  private func document(x: Double = 10, start: Double = 0, checks: String? = nil) -> String {
    """
    { "version": 1, "canvas": { "size": [60, 40], "fps": 20 }, "duration": 0.5,
      "layers": [
        { "id": "ground", "frame": [0, 0, 60, 40], "backgroundColor": "#f4f0e8" },
        { "id": "cap", "frame": [\(x), 8, 12, 12], "backgroundColor": "#a81c31", "cornerRadius": 4 },
        { "id": "bar", "frame": [4, 30, 20, 4], "backgroundColor": "#204080" } ],
      "timeline": { "targets": "bar", "at": \(start), "duration": 0.4, "easing": "linear",
        "keyframes": [{ "translate": [0, 0] }, { "translate": [32, 0] }] },
      "checks": [ \(checks ?? "{ \"equals\": \"golden/%02d.png\" }, { \"at\": 0, \"layer\": \"cap\", \"opacity\": 1 }") ] }
    """
  }

  private func check(_ folder: Folder, _ words: [String] = []) throws -> Program.Result {
    try Program.pipeline(["check", "d.json"] + words, in: folder.url)
  }

  @Test func saysWhatMoved() throws {
    let folder = try Folder()
    try folder.write(document(), to: "d.json")
    try Program.pipeline(["golden", "update", "d.json"], in: folder.url)
    #expect(try check(folder).status == 0)
    try folder.write(document(x: 11), to: "d.json")
    let moved = try check(folder, ["--html", "page", "--junit", "r.xml"])
    #expect(moved.status == 1, "\(moved.summary)")
    #expect(
      moved.output.contains("layer cap lies 1 px to the right from 0 s to 0.45 s, in 10 checks"),
      "\(moved.output)")
    let page = String(decoding: try folder.data("page/index.html"), as: UTF8.self)
    #expect(page.contains("<summary>9 checks more like it</summary>"), "\(page)")
    let junit = String(decoding: try folder.data("r.xml"), as: UTF8.self)
    #expect(junit.matches(of: #/ time="[0-9.]+"/#).count == 13, "\(junit)")

    try folder.write(document(start: 0.1), to: "d.json")
    let late = try check(folder)
    let told = "the same frames come 2 frames later from 0.05 s to 0.45 s, in 9 checks"
    #expect(late.output.contains(told), "\(late.output)")
  }

  /// Two renders are compared with the help of their document's layers and duration.
  @Test func rendersAreComparedByTheirDocument() throws {
    let folder = try Folder()
    try folder.write(document(), to: "d.json")
    try Program.pipeline(["run", "d.json", "-o", "a/%02d.png"], in: folder.url)
    try folder.write(document(x: 11), to: "e.json")
    try Program.pipeline(["run", "e.json", "-o", "b/%02d.png"], in: folder.url)
    let moved = try Program.pipeline(
      ["diff", "a", "b", "--document", "d.json", "--junit", "r.xml"], in: folder.url)
    #expect(moved.status == 1, "\(moved.summary)")
    #expect(
      moved.output.contains("layer cap lies 1 px to the right from 0 s to 0.45 s, in 10 frames"),
      "\(moved.summary)")
    let junit = String(decoding: try folder.data("r.xml"), as: UTF8.self)
    #expect(junit.matches(of: #/ time="[0-9.]+"/#).count == 3, "\(junit)")
    let longer = document().replacing("\"duration\": 0.5", with: "\"duration\": 0.7")
    try folder.write(longer, to: "f.json")
    try Program.pipeline(["run", "f.json", "-o", "c/%02d.png"], in: folder.url)
    let other = try Program.pipeline(["diff", "a", "c", "--document", "d.json"], in: folder.url)
    #expect(
      other.output.contains(
        "film B has a different duration than the document: the document lasts 0.5 s, A 0.5 s, B 0.7 s"
      ),
      "\(other.summary)")
  }

  @Test func runsSomeAlone() throws {
    let folder = try Folder()
    try folder.write(document(), to: "d.json")
    let some = try check(folder, ["--only", "cap"])
    #expect(some.status == 0 && some.output == "d.json: 1 check holds\n", "\(some.summary)")
    let none = try check(folder, ["--only", "cup"])
    #expect(none.status == 64 && none.errors.contains("no check has this"), "\(none.summary)")
  }

  /// An invalid document gets its reports too.
  @Test func brokenDocumentsAreReported() throws {
    let folder = try Folder()
    try folder.write(document().replacing("\"bar\", \"at\"", with: "\"bor\", \"at\""), to: "d.json")
    let broken = try check(folder, ["--html", "page", "--junit", "r.xml"])
    #expect(broken.status == 65, "\(broken.summary)")
    for file in ["page/index.html", "r.xml"] {
      let text = String(decoding: try folder.data(file), as: UTF8.self)
      #expect(text.contains("bor"), "\(file): \(text)")
    }
    #expect(String(decoding: try folder.data("r.xml"), as: UTF8.self).contains("failures=\"1\""))
  }
}
