import Foundation
import TestSupport
import Testing

/// All controls of the page are reached and named, as axe-core judges it, in each of its views and widths.
@Suite(.enabled(if: Effort.current >= .long))
struct StudioAccessTests {
  private static let axe = Program.root.appending(path: ".build/axe/axe.min.js")

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

  /// What axe finds serious, and how far the page is wider than its window.
  private func judge(_ rig: StudioRig, _ view: String) throws {
    let found = try rig.tab.evaluate(
      """
      new Promise(done => setTimeout(done, 200)).then(() => axe.run(document, { resultTypes: ["violations"] }))
        .then(({ violations }) => violations.filter(v => ["serious", "critical"].includes(v.impact))
          .map(v => `${v.id}: ${v.nodes.map(n => n.html.slice(0, 160)).slice(0, 3).join("; ")}`).join("\\n"))
      """)
    #expect(found as? String == "", "\(view): \(found ?? "")")
    let wider = try rig.tab.evaluate("document.documentElement.scrollWidth - innerWidth")
    #expect((wider as? Int ?? 0) <= 0, "\(view) is wider than its window")
  }

  @Test func nothingIsSerious() throws {
    guard let source = try? String(contentsOf: Self.axe, encoding: .utf8) else {
      return LeftOut.tell("axe-core is not in .build/axe, so nothing judges the studio's page")
    }
    let rig = try StudioRig(Self.document)
    try rig.becomes("studio.state.document && studio.state.layers.length")
    try rig.tab.evaluate(source + ";1")
    try judge(rig, "the document")
    try rig.click(".bar[data-step=\"1\"]")
    try judge(rig, "a step")
    try rig.click("#variants")
    try rig.becomes("document.querySelectorAll('.variant').length === 3")
    try judge(rig, "easings side by side")
    try rig.tab.evaluate("document.getElementById('dialog').close()")
    try rig.tab.evaluate(
      "[...document.querySelectorAll('.layer')].find(l => l.innerText.startsWith('title')).click()")
    try judge(rig, "a layer")
    for view in ["sheet", "checks", "export", "help", "phone"] {
      try rig.click("#\(view)")
      try rig.becomes("document.getElementById('dialog').open")
      try judge(rig, view)
      try rig.tab.evaluate("document.getElementById('dialog').close()")
    }
    // The last is the window of 1,280 points in letters of 200 %.
    for (width, height) in [(1024, 720), (390, 844), (640, 400)] {
      try rig.tab.resize(width: width, height: height, scale: 2)
      try judge(rig, "\(width) points")
    }
  }

  @Test func theGalleryIsReached() throws {
    guard let source = try? String(contentsOf: Self.axe, encoding: .utf8) else { return }
    let rig = try StudioRig(in: Folder(), [])
    try rig.becomes("document.querySelectorAll('.card').length > 8")
    try rig.tab.evaluate(source + ";1")
    try judge(rig, "the gallery")
    // What lies under it is not reached by keys.
    let stops = try rig.tab.evaluate(
      """
      [...document.querySelectorAll("button, input, select, textarea, [tabindex]")]
        .filter(e => e.tabIndex >= 0 && !e.closest("[inert], [hidden]") && !e.closest("#gallery, dialog")).length
      """)
    #expect(stops as? Int == 0)
  }
}
