import Foundation
import TestSupport
import Testing

/// Tests gestures and changes on the page of `pipeline preview`, in headless Chromium.
@Suite struct StudioTests {
  /// All tests share one browser, because starting one costs more than the tests.
  @Test func isFeltAndChanged() throws {
    let browser = try Browser()
    defer { browser.close() }
    for part in [
      followsAFinger, changesTheDocument, beginsFromItsDocument, losesNothingOfOthers,
      comparesWithAnother, livesThroughPlugins,
    ] {
      try part(browser)
    }
  }

  private static let gesture = """
    { "version": 1, "canvas": { "size": [200, 100], "scale": 1, "fps": 30 },
      "screens": {
        "from": { "layers": [
          { "id": "red", "frame": [0, 0, 200, 100], "backgroundColor": "#ff0000" } ] },
        "to": { "layers": [
          { "id": "blue", "frame": [0, 0, 200, 100], "backgroundColor": "#0000ff" } ] } },
      "transition": { "operation": "push", "animator": "cross-dissolve", "duration": 0.2,
        "layers": { "from": "from", "to": "to" } },
      "interaction": { "gesture": "pan", "edge": "left", "distance": 200, "scrub": "linear",
        "track": [[0, 10, 50], [0.1, 150, 50]], "finishWhen": { "progress": { "gt": 0.5 } } } }
    """

  private func followsAFinger(_ browser: Browser) throws {
    let rig = try StudioRig(Self.gesture, browser)
    try rig.becomes(
      "studio.state.document?.interactions.length && !document.getElementById('feel').hidden")
    try rig.press("f")
    try rig.becomes("document.getElementById('feel').getAttribute('aria-pressed') === 'true'")
    let canvas = try rig.box("#canvas")
    let scale = canvas.width / 200
    let start = (x: canvas.x - canvas.width / 2 + 20 * scale, y: canvas.y)
    // While the finger holds in the middle, the picture is between both screens.
    try rig.drag(from: start, by: (80 * scale, 0), holding: true)
    try rig.becomes("Math.abs(pixel(5, 5).split(',')[2] - 102) < 4")
    try rig.becomes("document.getElementById('meter').innerText.includes('moving')")
    // A release at this position cancels the transition by the document's rule.
    try rig.tab.mouse("mouseReleased", start.x + 80 * scale, start.y)
    try rig.becomes("document.getElementById('meter').dataset.state === 'cancelled'")
    try rig.becomes("pixel(5, 5) === '255,0,0,255'")
    // The gesture is repeated with a touch.
    try rig.tab.touch("touchStart", [start])
    for i in 1...7 { try rig.tab.touch("touchMove", [(start.x + 20 * Double(i) * scale, start.y)]) }
    try rig.tab.touch("touchEnd", [])
    try rig.becomes("document.getElementById('meter').dataset.state === 'finished'")
    try rig.becomes("pixel(5, 5) === '0,0,255,255'")
    // The track is stored in the document, and everything else is unchanged.
    let before = try rig.text
    try rig.click("#save-track")
    try rig.becomes("studio.state.document.undo === 1")
    #expect(try rig.text != before)
    let track = try #require(
      try rig.tab.evaluate("studio.state.json.interaction.track") as? [[Any]])
    #expect(track.count > 3)
    try rig.press("z", "{ ctrlKey: true }")
    try rig.becomes("studio.state.document.undo === 0")
    #expect(try rig.text == before)
  }

  private static let changed = """
    { "version": 1, "canvas": { "size": [80, 60], "scale": 1, "fps": 10, "background": "#204060" },
      "vars":   { "size" : 20 },
      "layers": [ { "id": "veil", "frame": [0, 0, "${size}", 20], "backgroundColor": "#ff8800" } ],
      "timeline": { "parallel": [
        { "animator": "ripple-reveal",   "layers": { "cover": "veil" },
          "params": { "radius": 4 }, "duration": 0.5, "easing": "linear" },
        { "id": "later", "at": 0.2, "targets": "veil", "duration": 0.3,
          "keyframes": [ { "translate": [0, 0] }, { "translate": [30, 20] } ] } ] } }
    """
  private static let first = "/timeline/parallel/0"

  private func changesTheDocument(_ browser: Browser) throws {
    let rig = try StudioRig(Self.changed, browser)
    let original = try rig.text
    try rig.becomes("document.querySelectorAll('.bar').length === 3")
    // The playhead stops at the end, and then at the start.
    for key in ["End", "Home"] { try rig.press(key) }
    // A changed parameter is in the file, and no other byte has changed.
    try rig.click(".bar[data-step=\"1\"]")
    try rig.becomes("document.querySelector('input[type=range][aria-label=Radius]')")
    try rig.tab.evaluate("put('input[type=range][aria-label=Radius]', 12)")
    try rig.becomes("written('\(Self.first)/params/radius') === '12'")
    #expect(try rig.text == original.replacing("\"radius\": 4", with: "\"radius\": 12"))

    // A handle of an easing's curve is dragged, and a spring has sliders.
    try rig.becomes("document.querySelector('.plot [data-handle=\"0\"]')")
    let handle = try rig.box(".plot [data-handle=\"0\"]")
    try rig.drag(from: (handle.x, handle.y), by: (60, -20))
    try rig.becomes("JSON.parse(written('\(Self.first)/easing')).length === 4")
    try rig.becomes("studio.state.document.undo === 2")
    try rig.tab.evaluate("put('.easing select', 'spring')")
    try rig.becomes("written('\(Self.first)/easing/spring/dampingRatio') === '0.7'")
    try rig.becomes("document.querySelector('.facts').innerText.includes('overshoots by')")
    for left in [2, 1] {
      try rig.press("z", "{ ctrlKey: true }")
      try rig.becomes("studio.state.document.undo === \(left)")
    }
    try rig.becomes("studio.state.document.redo === 2")
    #expect(try rig.text == original.replacing("\"radius\": 4", with: "\"radius\": 12"))

    // Dragging a bar in the middle moves it, and dragging its end resizes it.
    let bar = try rig.box(".bar[data-step=\"2\"]")
    try rig.drag(from: (bar.x, bar.y), by: (-bar.width / 3, 0))
    try rig.becomes("written('/timeline/parallel/1/at') === '0.1'")
    try rig.becomes("studio.state.document.undo === 2 && !document.querySelector('.dragged')")
    let moved = try rig.box(".bar[data-step=\"2\"]")
    try rig.drag(
      from: (moved.x + moved.width / 2 - 3, moved.y), by: (-moved.width / 3, 0))
    try rig.becomes("written('/timeline/parallel/1/duration') === '0.2'")
    try rig.becomes("studio.state.document.undo === 3")
    // A variable is changed by its slider; then all edits are undone, down to the first bytes.
    try rig.tab.evaluate("put('input[type=range][aria-label=size]', 40)")
    try rig.becomes("written('/vars/size') === '40' && studio.state.document.undo === 4")
    try rig.becomes("pixel(38, 2) === '255,136,0,255'")
    for left in (0..<4).reversed() {
      try rig.press("z", "{ ctrlKey: true }")
      try rig.becomes("studio.state.document.undo === \(left)")
    }
    #expect(try rig.text == original)
    try rig.press("z", "{ ctrlKey: true, shiftKey: true }")
    try rig.becomes("written('\(Self.first)/params/radius') === '12'")
  }

  private static let box = """
    { "version": 1, "canvas": { "size": [600, 400], "fps": 30, "background": "#ffffff" }, "duration": 1,
      "layers": [ { "id": "box", "frame": [100, 100, 120, 80], "backgroundColor": "#ff8800" } ] }
    """

  /// Tests actions that do not wait for the answers to earlier actions.
  private func beginsFromItsDocument(_ browser: Browser) throws {
    let rig = try StudioRig(Self.box, browser)
    let original = try rig.text
    try rig.becomes("document.querySelector('#layers .layer')")
    for key in ["End", "Home"] { try rig.press(key) }
    try rig.becomes("studio.isCurrent()")
    try rig.click("#layers .layer")
    let corner = try rig.box("[data-handle=\"1,1\"]")
    let zoom = try rig.box("#board").width / 600
    // A layer is enlarged, and the arrow keys move it from its new frame.
    try rig.drag(from: (corner.x, corner.y), by: (30 * zoom, 20 * zoom))
    for _ in 1...2 { try rig.press("ArrowRight") }
    try rig.becomes("written('/layers/0/frame') === '[102,100,150,100]' && studio.isCurrent()")
    try rig.tab.evaluate("document.getElementById('stage').focus()")
    // Undo that is pressed at once reverts exactly these actions.
    try rig.press("ArrowDown")
    for _ in 1...4 { try rig.press("z", "{ ctrlKey: true }") }
    try rig.becomes("studio.state.document.undo === 0 && studio.isCurrent()")
    #expect(try rig.text == original)
    // With auto-key some arrows make one keyframe, which is made at the latest by undo.
    try rig.press("k")
    for _ in 1...3 { try rig.press("ArrowRight") }
    try rig.becomes("studio.state.document.undo === 1 && studio.isCurrent()")
    let keyed = try rig.text
    #expect(keyed.contains("[3, 0]"))
    try rig.press("ArrowDown")
    try rig.press("z", "{ ctrlKey: true }")
    try rig.becomes("studio.state.document.redo === 1 && studio.isCurrent()")
    #expect(try rig.text == keyed)
    try rig.press("z", "{ ctrlKey: true }")
    try rig.becomes("studio.state.document.undo === 0 && studio.isCurrent()")
    #expect(try rig.text == original)
  }

  private func losesNothingOfOthers(_ browser: Browser) throws {
    let rig = try StudioRig(Self.changed, browser)
    try rig.becomes("document.querySelectorAll('.bar').length === 3")
    for key in ["End", "Home"] { try rig.press(key) }
    try rig.click(".bar[data-step=\"1\"]")
    try rig.becomes("document.querySelector('.plot [data-handle=\"0\"]')")
    // While a handle is held, another program writes the file.
    let handle = try rig.box(".plot [data-handle=\"0\"]")
    try rig.drag(from: (handle.x, handle.y), by: (60, -20), holding: true)
    try rig.becomes(
      """
      studio.state.document.undo === 1 && document.querySelector('.plot [data-handle="0"]')
        .getAttribute("aria-valuetext")
        === JSON.parse(written("\(Self.first)/easing")).slice(0, 2).join(", ")
      """)
    let theirs = try rig.text.replacing("#ff8800", with: "#00ff00")
    try rig.folder.write(theirs, to: "doc.json")
    try rig.becomes("pixel(0, 0) === '0,255,0,255'")
    try rig.tab.mouse("mouseMoved", handle.x + 80, handle.y - 30)
    try rig.becomes("document.getElementById('apply-mine')")
    #expect(try rig.text == theirs)
    try rig.tab.mouse("mouseReleased", handle.x + 80, handle.y - 30)
    // The user chooses one of both versions, and each is complete.
    try rig.click("#apply-mine")
    try rig.becomes("!document.getElementById('apply-mine')")
    try rig.becomes("JSON.parse(written('\(Self.first)/easing'))[0] > 0.3")
    #expect(try rig.text.contains("#00ff00"))

    // If the document is invalid, the last picture remains and a line shows the position; after the correction
    // everything works again.
    let good = try rig.text
    try rig.folder.write(good.replacing("\"layers\": [", with: "\"layers\": [,"), to: "doc.json")
    try rig.becomes("document.querySelector('.problem')?.innerText.includes('Line 3: ')")
    try rig.becomes("pixel(0, 0) === '0,255,0,255'")
    try rig.folder.write(good.replacing("#00ff00", with: "#0000ff"), to: "doc.json")
    try rig.becomes("pixel(0, 0) === '0,0,255,255' && !document.querySelector('.problem')")
    // A change that would make the document invalid is refused, and the field shows the valid value.
    try rig.becomes("document.querySelector('[aria-label=Length]')")
    let held = try rig.text
    try rig.tab.evaluate("put('[aria-label=Length]', 'long')")
    try rig.becomes("document.querySelector('.note')")
    try rig.becomes("document.querySelector('[aria-label=Length]').value === '0.5'")
    #expect(try rig.text == held)
  }

  /// Tests the comparison with another document, and the places where they differ.
  private func comparesWithAnother(_ browser: Browser) throws {
    let folder = try Folder()
    try folder.write(Self.gesture, to: "doc.json")
    try folder.write(Self.gesture.replacing("#ff0000", with: "#ff8800"), to: "other.json")
    let rig = try StudioRig(in: folder, ["doc.json", "--compare", "other.json"], browser)
    try rig.becomes("!document.getElementById('compare').hidden && pixel(5, 5) === '255,0,0,255'")
    let pixel = "document.getElementById('other').getContext('2d').getImageData(5, 5, 1, 1).data"
    try rig.press("d")
    try rig.becomes(
      "!document.getElementById('other').hidden && [...\(pixel)].join() === '255,136,0,255'")
    try rig.press("d")
    try rig.press("d")
    try rig.becomes("document.getElementById('spot').innerText.startsWith('20000 pixels differ')")
    try rig.press("d")
    try rig.becomes("document.getElementById('other').hidden")
  }

  private static let hopping = """
    { "version": 1, "canvas": { "size": [40, 60], "scale": 1, "fps": 10, "background": "#204060" },
      "layers": [ { "id": "box", "frame": [10, 20, 10, 10], "backgroundColor": "#ff8800" } ],
      "timeline": { "animator": "acme.hop", "layers": { "subject": "box" },
        "params": { "height": 20 }, "duration": 1, "easing": "linear" } }
    """

  /// Builds the hopping animator with the given line of movement.
  private static func build(_ folder: Folder, _ movement: String) throws {
    let fixture = Program.root.appending(path: "Tests/Fixtures/plugins/hop.c")
    let line = "out[0]->frame.y = in[0]->frame.y - p->height * 4 * t * (1 - t);"
    let text = try String(contentsOf: fixture, encoding: .utf8)
    try #require(text.contains(line))
    try folder.write(text.replacing(line, with: movement), to: "hop.c")
    let result = try Program.tool(
      "cc",
      [
        "-shared", "-fPIC", "-w",
        "-I"
          + Program.root.appending(path: "Sources/CAnimator/include").path(percentEncoded: false),
        folder.path("hop.c"), "-o", folder.path("hop.so"),
      ])
    try #require(result.status == 0, "\(result.summary)")
    let place = folder.url.appending(path: "plugins/hop.so")
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    // The file is replaced as a linker does it, so that the old file stays complete for processes that have it open.
    // Safety: the calls read the paths only while they run.
    _ = unsafe rename(folder.path("hop.so"), place.path(percentEncoded: false))
  }

  private func livesThroughPlugins(_ browser: Browser) throws {
    let folder = try Folder()
    try folder.write(Self.hopping, to: "doc.json")
    try Self.build(folder, "out[0]->frame.y = in[0]->frame.y - p->height * 4 * t * (1 - t);")
    let rig = try StudioRig(in: folder, ["doc.json", "--plugins", folder.path("plugins")], browser)
    try rig.becomes("studio.state.document")
    try rig.press("End")
    for _ in 0..<4 { try rig.press("ArrowLeft") }
    try rig.becomes("document.getElementById('clock').innerText.includes('frame 5')")
    try rig.becomes("pixel(15, 5) === '255,136,0,255' && pixel(15, 25) === '32,64,96,255'")
    // The rebuilt animator moves in the other direction.
    try Self.build(folder, "out[0]->frame.y = in[0]->frame.y + p->height * 4 * t * (1 - t);")
    try rig.becomes("pixel(15, 45) === '255,136,0,255' && pixel(15, 5) === '32,64,96,255'")
    // The animator is rebuilt with a fault and crashes: the page reports this and keeps the picture.
    try Self.build(folder, "*(volatile int *)0 = 0;")
    try rig.becomes("document.querySelector('.note')?.innerText.includes('signal 11')")
    // The corrected animator works again.
    try Self.build(folder, "out[0]->frame.y = in[0]->frame.y - p->height * 4 * t * (1 - t);")
    try rig.becomes("pixel(15, 5) === '255,136,0,255' && !document.querySelector('.problem')")
  }
}
