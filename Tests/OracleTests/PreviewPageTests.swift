import Foundation
import TestSupport
import Testing

/// Tests what the page of `pipeline preview` shows, in headless Chromium.
@Suite struct PreviewPageTests {
  private static let document = """
    { "version": 1, "canvas": { "size": [40, 30], "scale": 1, "fps": 10, "background": "#204060" },
      "layers": [ { "id": "box", "frame": [0, 0, 10, 10], "backgroundColor": "#ff8800" } ],
      "timeline": { "targets": "box", "duration": 0.5,
        "keyframes": [ { "translate": [0, 0] }, { "translate": [30, 20] } ] } }
    """
  private static let (background, box) = ("\"32,64,96,255\"", "\"255,136,0,255\"")

  @Test func playsAndShows() throws {
    let rig = try StudioRig(Self.document)
    try playsAndScrubs(rig)
    try showsLayersAndSteps(rig)
  }

  private func playsAndScrubs(_ rig: StudioRig) throws {
    // The film plays automatically in a loop: the box is at its start more than once.
    for _ in 0..<2 {
      try rig.becomes("pixel(0, 0) === \(Self.box)")
      try rig.becomes("pixel(0, 0) === \(Self.background) && pixel(39, 0) === \(Self.background)")
    }
    try rig.press("End")
    try rig.becomes("pixel(33, 23) === \(Self.box)")
    try rig.press("Home")
    try rig.becomes("pixel(0, 0) === \(Self.box)")
    // The page requests the layers at the playhead while playback is paused.
    try rig.becomes("document.getElementById('layers').innerText.includes('box')")
    try rig.press(" ")
    try rig.becomes("document.getElementById('play').innerText === 'Pause'")
    try rig.becomes("pixel(0, 0) === \(Self.background)")
    // A press in the ruler moves the playhead there and stops playback.
    let ruler = try rig.box("#ruler")
    try rig.drag(from: (ruler.x, ruler.y), by: (ruler.width * 0.45, 0))
    try rig.becomes("document.getElementById('clock').innerText.includes('frame 4 of 5')")
    try rig.becomes("document.getElementById('play').innerText === 'Play'")
    try rig.press("ArrowLeft")
    try rig.becomes("document.getElementById('canvas').dataset.frame === '3'")
  }

  private func showsLayersAndSteps(_ rig: StudioRig) throws {
    try rig.becomes("document.querySelector('.bar')?.innerText === 'Keyframes · box'")
    try rig.press("Home")
    try rig.becomes("studio.state.layers.length > 0 && studio.state.time === 0")
    // A press on the box in the picture selects the box, and a press beside it selects nothing.
    let canvas = try rig.box("#canvas")
    let scale = canvas.width / 40
    let left = canvas.x - canvas.width / 2, top = canvas.y - canvas.height / 2
    try rig.drag(from: (left + 5 * scale, top + 5 * scale), by: (0, 0))
    try rig.becomes("document.getElementById('inspector').innerText.startsWith('box')")
    try rig.becomes("document.querySelectorAll('#marks .outline').length === 1")
    try rig.drag(from: (left + 30 * scale, top + 5 * scale), by: (0, 0))
    try rig.becomes("document.querySelectorAll('#marks .outline').length === 0")
    try rig.click(".layer[data-layer=\"1\"]")
    try rig.click("#path")
    try rig.becomes("document.querySelectorAll('#marks .path').length === 1")
    // With a high zoom, a pixel of the picture covers many sharp pixels of the screen.
    let width = try rig.box("#canvas").width
    for _ in 0..<3 { try rig.press("+") }
    try rig.becomes("box('#canvas')[2] > \(1.9 * width)")
    try rig.press("1")
    try rig.becomes("Math.abs(box('#canvas')[2] - 40) < 0.01")
    try rig.press("0")
    try rig.becomes("Math.abs(box('#canvas')[2] - \(width)) < 0.01")
    // A change in one page is visible in another page of the same preview.
    let other = try StudioRig.page(rig.browser, rig.address)
    try rig.becomes("document.querySelector('.bar')", in: other)
    try rig.click(".bar")
    try rig.becomes("document.querySelector('[aria-label=Length]')")
    try rig.tab.evaluate("put('[aria-label=Length]', '0.8')")
    try rig.becomes("studio.state.document.frames === 8", in: other)
    try rig.becomes("studio.state.document.frames === 8")
  }
}
