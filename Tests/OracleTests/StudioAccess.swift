import Foundation
import TestSupport
import Testing

/// Tests the accessibility of the current page with axe-core, a third-party program.
enum StudioAccess {
  /// Loads axe-core into the page; returns false if axe-core is not installed.
  static func load(into rig: StudioRig) throws -> Bool {
    let axe = Program.root.appending(path: ".build/axe/axe.min.js")
    guard let source = try? String(contentsOf: axe, encoding: .utf8) else {
      LeftOut.tell("axe-core is not in .build/axe, so nothing judges the studio's page")
      return false
    }
    try rig.tab.evaluate(source + ";1")
    return true
  }

  /// Expects that axe finds no serious problems, and that the page is not wider than its window.
  static func judge(_ rig: StudioRig, _ view: String) throws {
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
}
