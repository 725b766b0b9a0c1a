import Foundation
import TestSupport
import Testing

/// The page of `pipeline preview` in headless Chromium.
@Suite struct PreviewPageTests {
  private static let document = """
    { "version": 1, "canvas": { "size": [40, 30], "scale": 1, "fps": 10, "background": "#204060" },
      "layers": [ { "id": "box", "frame": [0, 0, 10, 10], "backgroundColor": "#ff8800" } ],
      "timeline": { "targets": "box", "duration": 0.5,
        "keyframes": [ { "translate": [0, 0] }, { "translate": [30, 20] } ] } }
    """

  @Test func playsTheDocument() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    try folder.write(Self.document, to: "doc.json")
    let process = Process()
    let pipe = Pipe()
    process.executableURL = Program.folder.appending(path: "pipeline")
    process.arguments = ["preview", "doc.json", "--port", "0"]
    process.currentDirectoryURL = folder.url
    process.standardOutput = pipe
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    let address = try #require(line.split(separator: " ").first { $0.hasPrefix("http://") })

    let browser = try Browser()
    defer { browser.close() }
    let tab = try BrowserTab(browser)
    try tab.open(#require(URL(string: String(address))))
    try tab.evaluate(
      """
      window.key = key => document.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
      window.pixel = (x, y) => [...document.getElementById("canvas").getContext("2d")
        .getImageData(x, y, 1, 1).data].join()
      window.until = holds => new Promise((done, fail) => {
        const start = performance.now()
        const look = () => holds() ? done(true)
          : performance.now() - start > 60000 ? done(document.body.innerText) : setTimeout(look, 20)
        look()
      })
      """)
    func becomes(_ condition: String) throws {
      let seen = try tab.evaluate("until(() => \(condition))")
      #expect(seen as? Bool == true, "\(condition): \(seen ?? "")")
    }
    // It plays by itself, in a loop: the box is at its start more than once.
    let (background, box) = ("\"32,64,96,255\"", "\"255,136,0,255\"")
    for _ in 0..<2 {
      try becomes("pixel(0, 0) === \(box)")
      try becomes("pixel(0, 0) === \(background) && pixel(39, 0) === \(background)")
    }
    try tab.evaluate("key('End')")
    try becomes("pixel(33, 23) === \(box)")
    try tab.evaluate("key('Home')")
    try becomes("pixel(0, 0) === \(box)")
    // What the layers are at the playhead is asked for while it stands.
    try becomes("document.getElementById('layers').innerText.startsWith('box')")
    try tab.evaluate("key(' ')")
    try becomes("document.getElementById('play').textContent === 'Pause'")
    try becomes("pixel(0, 0) === \(background)")
  }
}
