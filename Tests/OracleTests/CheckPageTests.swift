import Foundation
import TestSupport
import Testing

/// Tests the page of `check --html` in headless Chromium.
@Suite struct CheckPageTests {
  private static let document = """
    { "version": 1, "canvas": { "size": [120, 90], "scale": 2, "fps": 10, "background": "#204060" },
      "layers": [ { "id": "box", "frame": [10, 10, 40, 40], "backgroundColor": "#ff8800" } ],
      "timeline": { "targets": "box", "duration": 0.5,
        "keyframes": [ { "translate": [0, 0] }, { "translate": [60, 30] } ] },
      "checks": [ { "at": 0.2, "equals": "golden.png" }, { "at": 0, "layer": "box", "opacity": 1 } ] }
    """

  @Test func theSliderMovesAndThePicturesBlink() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "oracle-page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.document.utf8).write(to: folder.appending(path: "doc.json"))
    func pipeline(_ words: [String]) throws -> Int32 {
      let process = Process()
      process.executableURL = Program.folder.appending(path: "pipeline")
      process.arguments = words
      process.currentDirectoryURL = folder
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilEnd()
      return process.terminationStatus
    }
    #expect(try pipeline(["frame", "doc.json", "--at", "0.1", "-o", "other.png"]) == 0)
    try FileManager.default.moveItem(
      at: folder.appending(path: "other.png"), to: folder.appending(path: "golden.png"))
    #expect(try pipeline(["check", "doc.json", "--html", "page"]) == 1)

    let browser = try Browser()
    defer { browser.close() }
    let tab = try BrowserTab(browser)
    try tab.open(folder.appending(path: "page/index.html"))
    // Pictures are loaded when they become visible.
    let loaded = try tab.evaluate(
      """
      Promise.all([...document.images].map(image => {
        image.loading = "eager"
        return image.decode().then(() => image.naturalWidth)
      })).then(widths => widths.join())
      """)
    #expect(loaded as? String == "240,240,736")
    let slide = """
      { const slider = document.querySelector("input")
        slider.value = VALUE
        slider.dispatchEvent(new Event("input")) }
      """
    let middle = try tab.evaluate(
      "getComputedStyle(document.querySelector('.pair')).getPropertyValue('--split').trim()")
    #expect(middle as? String == "50%")
    for value in [0, 80, 100] {
      try tab.evaluate(slide.replacing("VALUE", with: "\(value)"))
      let split = try tab.evaluate(
        "getComputedStyle(document.querySelector('.pair')).getPropertyValue('--split').trim()")
      #expect(split as? String == "\(value)%")
    }
    try tab.evaluate("document.querySelector('button').click()")
    let blinked = try tab.evaluate(
      """
      new Promise(done => {
        const seen = new Set(), start = performance.now()
        const look = () => {
          seen.add(document.querySelector(".pair").style.getPropertyValue("--split"))
          if (seen.has("0%") && seen.has("100%")) done("both")
          else if (performance.now() - start > 60000) done([...seen].join())
          else setTimeout(look, 20)
        }
        look()
      })
      """)
    #expect(blinked as? String == "both")
  }
}
