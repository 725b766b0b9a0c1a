import Foundation
import TestSupport
import Testing

/// Writes pictures of the studio's main views for people to view, in `make studio-pictures`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PIPELINE_STUDIO_PICTURES"] != nil))
struct StudioPictures {
  private static let out = Program.root.appending(path: "out/studio")

  private func save(_ rig: StudioRig, _ name: String) throws {
    try rig.tab.evaluate("new Promise(done => setTimeout(done, 600))")
    try rig.tab.screen().write(to: Self.out.appending(path: "\(name).webp"))
  }

  /// Moves the playhead to a time, and waits until the frame is visible.
  private func go(_ rig: StudioRig, to time: Double) throws {
    try rig.press("Home")
    try rig.tab.evaluate("studio.state.time = \(time)")
    try rig.press("ArrowRight")
    try rig.becomes(
      "studio.state.layers.length && +document.getElementById('canvas').dataset.frame > 0")
  }

  @Test func ofADocument() throws {
    try FileManager.default.createDirectory(at: Self.out, withIntermediateDirectories: true)
    let folder = try Folder()
    for name in ["pipeline.json", "Examples"] {
      try FileManager.default.copyItem(
        at: Program.root.appending(path: name), to: folder.url.appending(path: name))
    }
    let rig = try StudioRig(in: folder, ["pipeline.json"])
    try rig.tab.resize(width: 1440, height: 900)
    try rig.tab.prefer("prefers-color-scheme", "dark")
    try rig.becomes("studio.state.document")
    try go(rig, to: 1.22)
    try rig.click(".bar[data-step=\"8\"]")
    try save(rig, "step-dark")
    try rig.tab.screen().write(to: Program.root.appending(path: "Documentation/studio.webp"))
    try rig.tab.prefer("prefers-color-scheme", "light")
    try go(rig, to: 0.4)
    try rig.tab.evaluate(
      "[...document.querySelectorAll('.layer')].find(l => l.innerText.startsWith('poster')).click()"
    )
    try rig.click("#path")
    try rig.click("#onion")
    try save(rig, "layer-light")
    try rig.click("#onion")
    try rig.tab.resize(width: 1024, height: 720)
    try save(rig, "narrow")
    try rig.tab.resize(width: 390, height: 844, scale: 2)
    try save(rig, "phone")
    try rig.tab.resize(width: 1440, height: 900)
    for view in ["sheet", "checks", "export", "help"] {
      try rig.click("#\(view)")
      try save(rig, view)
      try rig.tab.evaluate("document.getElementById('dialog').close()")
    }
  }

  @Test func ofTheGallery() throws {
    try FileManager.default.createDirectory(at: Self.out, withIntermediateDirectories: true)
    let rig = try StudioRig(in: Folder(), [])
    try rig.tab.resize(width: 1440, height: 900)
    try rig.becomes("document.querySelectorAll('.card canvas[data-shown]').length > 8")
    try save(rig, "gallery")
  }
}
