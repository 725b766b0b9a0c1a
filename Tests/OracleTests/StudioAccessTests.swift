import Foundation
import TestSupport
import Testing

/// All controls of the page are reachable and have names, according to axe-core, in each view and at each width.
@Suite(.enabled(if: Effort.current >= .long))
struct StudioAccessTests {
  private static let document = """
    { "version": 1, "canvas": { "size": [200, 300], "scale": 1, "fps": 10 }, "vars": { "pace": 0.4 },
      "device": { "model": "phone", "size": [200, 300] },
      "screens": {
        "home": { "layers": [ { "id": "card", "frame": [20, 20, 100, 80], "backgroundColor": "#ff8800" },
          { "id": "title", "frame": [20, 120, 160, 30], "contents": { "text": "Home", "size": 20 } } ] },
        "film": { "background": "#204060", "layers": [] } },
      "flow": [ { "wait": 0.3 }, { "push": "film", "animator": "cross-dissolve", "duration": "${pace}" },
        { "pop": true, "interaction": { "gesture": "edgePan" } } ],
      "checks": [ { "at": 0, "layer": "card", "opacity": 1 } ],
      "outputs": [ { "path": "out/a.mp4" } ] }
    """

  @Test func nothingIsSerious() throws {
    let rig = try StudioRig(Self.document)
    try rig.becomes("studio.state.document && studio.state.layers.length")
    guard try StudioAccess.load(into: rig) else { return }
    try StudioAccess.judge(rig, "the document")
    try rig.click(".bar[data-step=\"1\"]")
    try StudioAccess.judge(rig, "a step")
    try rig.click("#variants")
    try rig.becomes("document.querySelectorAll('.variant').length === 3")
    try StudioAccess.judge(rig, "easings side by side")
    try rig.tab.evaluate("document.getElementById('dialog').close()")
    try rig.tab.evaluate(
      "[...document.querySelectorAll('.layer')].find(l => l.innerText.startsWith('title')).click()")
    try StudioAccess.judge(rig, "a layer")
    for view in ["sheet", "checks", "export", "help", "phone"] {
      try rig.click("#\(view)")
      try rig.becomes("document.getElementById('dialog').open")
      try StudioAccess.judge(rig, view)
      try rig.tab.evaluate("document.getElementById('dialog').close()")
    }
    // The last size is a window of 1,280 points at a zoom of 200 %.
    for (width, height) in [(1024, 720), (390, 844), (640, 400)] {
      try rig.tab.resize(width: width, height: height, scale: 2)
      // The event is sent by the test, because a tab behind others does not receive it at once.
      try rig.tab.evaluate("dispatchEvent(new Event('resize')) && 1")
      try StudioAccess.judge(rig, "\(width) points")
    }
    // With letters of twice the size the page uses its narrow form, and no button is cut off.
    try rig.tab.evaluate("document.documentElement.style.fontSize = '200%'")
    for (width, height) in [(1280, 800), (1024, 720), (390, 844)] {
      try rig.tab.resize(width: width, height: height)
      try rig.tab.evaluate("dispatchEvent(new Event('resize')) && 1")
      try StudioAccess.judge(rig, "letters of 200 % at \(width) points")
      let cut = try rig.tab.evaluate(
        """
        [...document.querySelectorAll("button, select, output, h1, label")].filter(e => {
          const { overflowX, textOverflow } = getComputedStyle(e), box = e.getBoundingClientRect()
          return box.width > 0 && textOverflow !== "ellipsis" && !e.closest(".lane, #ruler, #marks, .name")
            && (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && overflowX !== "visible"
              || e.scrollHeight > e.clientHeight + 3 && e.clientHeight > 0)
        }).map(e => e.outerHTML.slice(0, 90)).join("\\n")
        """)
      #expect(cut as? String == "", "at \(width) points: \(cut ?? "")")
    }
  }

  @Test func theGalleryIsReached() throws {
    let rig = try StudioRig(in: Folder(), [])
    try rig.becomes("document.querySelectorAll('.card').length > 8")
    guard try StudioAccess.load(into: rig) else { return }
    try StudioAccess.judge(rig, "the gallery")
    // The keyboard cannot reach the parts below the dialog.
    let stops = try rig.tab.evaluate(
      """
      [...document.querySelectorAll("button, input, select, textarea, [tabindex]")]
        .filter(e => e.tabIndex >= 0 && !e.closest("[inert], [hidden]") && !e.closest("#gallery, dialog")).length
      """)
    #expect(stops as? Int == 0)
  }
}
