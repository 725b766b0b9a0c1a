import Foundation
import TestSupport
import Testing

/// A running `pipeline preview` with a document in a temporary folder, and a page of a browser that shows it.
final class StudioRig {
  let folder: Folder
  let browser: Browser
  let tab: BrowserTab
  let address: URL
  private let process: Process
  private let ownsBrowser: Bool

  convenience init(_ document: String, _ shared: Browser? = nil) throws {
    let folder = try Folder()
    try folder.write(document, to: "doc.json")
    try self.init(in: folder, ["doc.json"], shared)
  }

  /// Starts a preview with some arguments in an existing folder, with its own browser or with a shared one.
  init(in folder: Folder, _ words: [String], _ shared: Browser? = nil) throws {
    self.folder = folder
    let process = Process()
    let pipe = Pipe()
    process.executableURL = Program.folder.appending(path: "pipeline")
    process.arguments = ["preview"] + words + ["--port", "0"]
    process.currentDirectoryURL = folder.url
    process.standardOutput = pipe
    try process.run()
    self.process = process
    ownsBrowser = shared == nil
    do {
      let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      let word = try #require(line.split(separator: " ").first { $0.hasPrefix("http://") })
      address = try #require(URL(string: String(word)))
      browser = try shared ?? Browser()
    } catch {
      process.terminate()
      process.waitUntilEnd()
      throw error
    }
    tab = try Self.page(browser, address)
  }

  deinit {
    if ownsBrowser { browser.close() } else { try? tab.close() }
    process.terminate()
    process.waitUntilEnd()
  }

  /// Opens another page of the same preview.
  static func page(_ browser: Browser, _ address: URL) throws -> BrowserTab {
    let tab = try BrowserTab(browser)
    try tab.resize(width: 1280, height: 800)
    try tab.open(address)
    try tab.evaluate(
      """
      window.key = (key, more = {}) => {
        const at = document.activeElement ?? document.body
        for (const type of ["keydown", "keyup"]) at.dispatchEvent(
          new KeyboardEvent(type, { key, bubbles: true, cancelable: true, ...more }))
      }
      window.pixel = (x, y) => [...document.getElementById("canvas").getContext("2d")
        .getImageData(x, y, 1, 1).data].join()
      window.box = what => {
        const { left, top, width, height } = document.querySelector(what).getBoundingClientRect()
        return [left + width / 2, top + height / 2, width, height]
      }
      // The script acts like a user of a field: it sets the value and leaves the field.
      window.put = (what, value) => {
        const field = document.querySelector(what)
        if (field.type === "checkbox") field.checked = value
        else field.value = value
        for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }))
      }
      window.written = pointer => JSON.stringify(pointer.split("/").slice(1)
        .reduce((value, part) => value?.[part], studio.state.json))
      window.until = holds => new Promise(done => {
        const start = performance.now()
        const look = () => {
          let isSo = false
          try { isSo = holds() } catch { }
          if (isSo) done(true)
          else if (performance.now() - start > 60000) done(document.body.innerText)
          else setTimeout(look, 10)
        }
        look()
      })
      """)
    return tab
  }

  /// Waits until a condition is true in the page.
  func becomes(
    _ condition: String, in other: BrowserTab? = nil, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let seen = try (other ?? tab).evaluate("until(() => \(condition))")
    try #require(seen as? Bool == true, "\(condition): \(seen ?? "")", sourceLocation: place)
  }

  func press(_ key: String, _ more: String = "{}") throws {
    try tab.evaluate("key('\(key)', \(more))")
  }

  func click(_ what: String) throws {
    try tab.evaluate("document.querySelector('\(what)').click()")
  }

  /// Returns the centre and the size of a selector's element in the window, after the element has stopped moving.
  func box(_ what: String) throws -> (x: Double, y: Double, width: Double, height: Double) {
    try becomes(
      """
      (window.still = JSON.stringify(box('\(what)')) === window.was ? window.still + 1 : 0,
        window.was = JSON.stringify(box('\(what)')), window.still > 8)
      """)
    let numbers = try #require(try tab.evaluate("box('\(what)')") as? [Double])
    return (numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// Presses the mouse, moves it in a few steps, and releases it unless `holding` is set.
  func drag(
    from start: (x: Double, y: Double), by way: (x: Double, y: Double), holding: Bool = false
  ) throws {
    try tab.mouse("mousePressed", start.x, start.y)
    for i in 1...4 {
      try tab.mouse("mouseMoved", start.x + way.x * Double(i) / 4, start.y + way.y * Double(i) / 4)
    }
    if !holding { try tab.mouse("mouseReleased", start.x + way.x, start.y + way.y) }
  }

  /// Drops files of the folder on a part of the page.
  func drop(_ names: [String], on part: String) throws {
    let kinds = ["png": "image/png", "mp4": "video/mp4", "gif": "image/gif"]
    let files = try names.map { name in
      let bytes = try folder.data(name).base64EncodedString()
      let kind = kinds[String(name.split(separator: ".").last ?? "")] ?? "text/plain"
      return "new File([Uint8Array.from(atob('\(bytes)'), c => c.charCodeAt(0))], '\(name)', "
        + "{ type: '\(kind)' })"
    }
    try tab.evaluate(
      """
      (() => {
        const data = new DataTransfer()
        for (const file of [\(files.joined(separator: ", "))]) data.items.add(file)
        const part = document.querySelector("\(part)"), box = part.getBoundingClientRect()
        part.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data,
          clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }))
      })()
      """)
  }

  /// Clicks the entry of the open menu that begins with some words.
  func choose(_ words: String) throws {
    let entry =
      "[...document.querySelectorAll('.menu button')].find(b => b.innerText.startsWith('\(words)'))"
    try becomes(entry)
    try tab.evaluate("\(entry).click()")
  }

  /// A tone of 440 Hz for half a second.
  static var tone: Data {
    let samples = (0..<24_000).map { Int16(8000 * sin(Double($0) * 2 * .pi * 440 / 48_000)) }
    func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let body = samples.flatMap { little(Int($0), 2) }
    var file = Array("RIFF".utf8) + little(36 + body.count, 4) + Array("WAVEfmt ".utf8)
    file += little(16, 4) + little(1, 2) + little(1, 2) + little(48_000, 4) + little(96_000, 4)
    file += little(2, 2) + little(16, 2) + Array("data".utf8) + little(body.count, 4)
    return Data(file + body)
  }

  /// The current text of the document's file.
  var text: String {
    get throws { try String(decoding: folder.data("doc.json"), as: UTF8.self) }
  }
}
