import Foundation
import TestSupport
import Testing

/// Tests making a film on an empty page, by mouse and keyboard, in headless Chromium.
@Suite struct StudioMakingTests {
  private func choose(_ rig: StudioRig, _ button: String, _ item: String) throws {
    try rig.click(button)
    try rig.choose(item)
  }

  private func begun() throws -> StudioRig {
    let folder = try Folder()
    let art = Program.root.appending(path: "Examples/magic-push/art")
    for name in ["list.png", "detail.png", "poster-1.png"] {
      try FileManager.default.copyItem(
        at: art.appending(path: name), to: folder.url.appending(path: name))
    }
    try folder.write("no picture", to: "notes.txt")
    try StudioRig.tone.write(to: folder.url.appending(path: "tone.wav"))
    let rig = try StudioRig(in: folder, [])
    try rig.becomes("document.querySelector('.card[data-id=\"cross-dissolve\"]')")
    try rig.click(".card[data-id=\"cross-dissolve\"]")
    try rig.becomes("document.querySelector('#dialog .drop')")
    // A file that is not a picture is reported beside the drop zone, and nothing is written.
    try rig.drop(["notes.txt"], on: "#dialog .drop")
    try rig.becomes("document.querySelector('#dialog .bad').innerText.includes('notes.txt')")
    try rig.drop(["list.png", "detail.png"], on: "#dialog .drop")
    try rig.becomes("!document.getElementById('begin').disabled")
    try rig.click("#begin")
    try rig.becomes("studio.state.document?.steps.length > 0 && studio.state.layers.length > 0")
    for key in ["End", "Home"] { try rig.press(key) }
    return rig
  }

  /// Writes a picture for people to view, in `make studio-pictures`.
  private func picture(_ rig: StudioRig, _ name: String) throws {
    guard ProcessInfo.processInfo.environment["PIPELINE_STUDIO_PICTURES"] != nil else { return }
    let out = Program.root.appending(path: "out/studio")
    try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
    try rig.tab.evaluate("new Promise(done => setTimeout(done, 400))")
    try rig.tab.screen().write(to: out.appending(path: "making-\(name).webp"))
  }

  /// The first output is rendered by the page's own button.
  private func exports(_ rig: StudioRig) throws {
    try rig.press("e")
    try rig.becomes("document.querySelector('#dialog .output .main')")
    try rig.click("#dialog .output .main")
    try rig.becomes(
      "document.querySelector('#dialog .output [role=status]').innerText.startsWith('done')")
    let path = try #require(
      try rig.tab.evaluate("studio.state.document.outputs[0].path") as? String)
    #expect(try rig.folder.data(path).count > 10_000)
    try rig.tab.evaluate("document.getElementById('dialog').close()")
  }

  @Test func aFilmIsMadeFromNothing() throws {
    let rig = try begun()
    try picture(rig, "1-begun")
    let pictures = try rig.folder.data("list.png")
    #expect(try rig.folder.files().contains("pipeline.json"))
    let undone = try rig.folder.data("pipeline.json")

    // A poster from the folder is added, and is dragged by the mouse.
    try choose(rig, "#add-layer", "poster-1.png")
    try rig.becomes(
      "studio.state.layer !== null && document.querySelector('[data-handle=\"1,1\"]')")
    try picture(rig, "2-poster")
    let outline = try rig.box("#marks .outline")
    try rig.drag(from: (outline.x, outline.y + outline.height / 4), by: (20, -30))
    try rig.becomes("studio.state.document.undo === 2 && studio.isCurrent()")
    try rig.becomes("document.querySelector('[data-handle=\"1,1\"]')")
    let corner = try rig.box("[data-handle=\"1,1\"]")
    try rig.drag(from: (corner.x, corner.y), by: (-12, -16))
    try rig.becomes("studio.state.document.undo === 3 && studio.isCurrent()")
    try picture(rig, "3-resized")
    // An arrow key moves the poster by a point.
    let frame = try #require(
      try rig.tab.evaluate("studio.state.json.overlays[0].frame") as? [Double])
    try rig.tab.evaluate("document.getElementById('stage').focus()")
    try rig.press("ArrowRight")
    try rig.becomes(
      "Math.abs(studio.state.json.overlays[0].frame[0] - \(frame[0] + 1)) < 0.011")

    try picture(rig, "4-moved")
    // The poster moves in with a spring.
    try choose(rig, "#add-step-menu", "Move in")
    try rig.becomes(
      "document.querySelectorAll('.key').length === 2 && document.querySelector('.easing select')")
    try rig.tab.evaluate("put('.easing select', 'spring')")
    try rig.becomes("JSON.stringify(studio.state.json).includes('spring')")

    try picture(rig, "5-spring")
    // A title is typed in the picture.
    try rig.press("Escape")
    try rig.press("t")
    try rig.becomes("studio.state.json.overlays.length === 2 && studio.state.layer !== null")
    try rig.becomes("studio.state.layers.some(l => l.id === 'title')")
    try rig.press("Enter")
    try rig.becomes("document.querySelector('textarea.type')")
    try rig.tab.evaluate("put('textarea.type', 'Now showing')")
    try rig.becomes("JSON.stringify(studio.state.json).includes('Now showing')")
    try picture(rig, "6-typed")
    try rig.tab.evaluate("document.querySelector('textarea.type').blur()")

    // A sound and a check are added, and a file that is not a picture is dropped in between.
    try choose(rig, "#add-sound", "tone.wav")
    try rig.becomes("studio.state.json.audio?.[0].file === 'tone.wav'")
    try picture(rig, "7-sound")
    try rig.drop(["notes.txt"], on: "#stage")
    try rig.becomes("document.querySelector('.note.here')?.innerText.includes('notes.txt')")
    try picture(rig, "8-refused")
    try rig.press("Escape")
    try rig.press("End")
    try rig.tab.evaluate(
      "[...document.querySelectorAll('.layer')].find(l => l.innerText.startsWith('title')).click()")
    try rig.becomes("studio.state.layers.some(l => l.id === 'title' && l.opacity === 1)")
    // The current value is stored as a check.
    try rig.becomes("document.getElementById('add-check')")
    try choose(rig, "#add-check", "opacity")
    try rig.becomes("studio.state.json.checks?.[0].layer === 'title'")
    try rig.press("Escape")
    try rig.becomes("document.getElementById('add-output')")

    try picture(rig, "9-film")
    let text = String(decoding: try rig.folder.data("pipeline.json"), as: UTF8.self)
    #expect(text.split(separator: "\n").count <= 62, "\(text)")
    #expect(text.contains("\"id\": \"poster-1\"") && text.contains("\"id\": \"title\""))
    #expect(try rig.folder.data("list.png") == pictures)
    let validated = try Program.pipeline(["validate", rig.folder.path("pipeline.json")])
    #expect(validated.status == 0, "\(validated.errors)")
    let checked = try Program.pipeline(["check", rig.folder.path("pipeline.json")])
    #expect(checked.status == 0, "\(checked.errors)")
    try exports(rig)

    // All edits are undone by the keyboard.
    let count = try #require(try rig.tab.evaluate("studio.state.document.undo") as? Int)
    for left in (0..<count).reversed() {
      try rig.press("z", "{ ctrlKey: true }")
      try rig.becomes("studio.state.document.undo === \(left)")
    }
    #expect(try rig.folder.data("pipeline.json") == undone)
  }
}
