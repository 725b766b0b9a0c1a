import Foundation
import TestSupport
import Testing

/// Tests recordings that are dropped on the page, in headless Chromium: they are measured, become documents, and are
/// compared.
@Suite struct StudioRecordingTests {
  private static func document(length: Double) -> String {
    """
    {
      "version": 1,
      "canvas": { "size": [320, 568], "fps": 30 },
      "vars": { "length": \(length), "words": "plain" },
      "duration": 1.4,
      "assets": { "list": { "image": "list.png" }, "poster": { "image": "poster-1.png" } },
      "layers": [
        { "id": "list", "contents": "list", "frame": [0, 0, 320, 568] },
        { "id": "poster", "contents": "poster", "frame": [12, 60, 88, 115] }
      ],
      "timeline": {
        "animator": "move-and-scale", "layers": { "subject": "poster" }, "at": 0.3,
        "duration": "${length}", "easing": "easeInOut",
        "params": { "to": [160, 300, 110, 143.75] }
      }
    }

    """
  }

  /// Returns a folder with a recording of a poster that moves for 0.6 s, and with files that are not recordings.
  private func recorded(_ document: Bool) throws -> Folder {
    let (studio, folder) = (try Folder(), try Folder())
    let art = Program.root.appending(path: "Examples/magic-push/art")
    for name in ["list.png", "poster-1.png"] {
      for place in document ? [studio, folder] : [studio] {
        try FileManager.default.copyItem(
          at: art.appending(path: name), to: place.url.appending(path: name))
      }
    }
    try studio.write(Self.document(length: 0.6), to: "truth.json")
    let run = try Program.pipeline(["run", "truth.json", "-o", "push.mp4"], in: studio.url)
    try #require(run.status == 0, "\(run.summary)")
    let film = try studio.data("push.mp4")
    try film.write(to: folder.url.appending(path: "push.mp4"))
    try Data(film.prefix(900)).write(to: folder.url.appending(path: "broken.mp4"))
    try FileManager.default.copyItem(
      at: art.appending(path: "poster-2.png"), to: folder.url.appending(path: "photo.png"))
    return folder
  }

  /// Tests the page with axe-core, and writes a picture for people to view in `make studio-pictures`.
  private func picture(_ rig: StudioRig, _ name: String) throws {
    if Effort.current >= .long, try StudioAccess.load(into: rig) {
      try StudioAccess.judge(rig, "recording: \(name)")
    }
    guard ProcessInfo.processInfo.environment["PIPELINE_STUDIO_PICTURES"] != nil else { return }
    let out = Program.root.appending(path: "out/studio")
    try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
    try rig.tab.resize(width: 1440, height: 900)
    try rig.tab.evaluate("new Promise(done => setTimeout(done, 900))")
    try rig.tab.screen().write(to: out.appending(path: "recording-\(name).webp"))
  }

  @Test func aRecordingBecomesADocument() throws {
    let folder = try recorded(false)
    let files = try folder.files().sorted()
    let rig = try StudioRig(in: folder, [])
    try rig.becomes("document.querySelector('.drop.recording') && document.querySelector('.card')")
    // A file without a transition is reported where it was dropped.
    for (name, words) in [
      ("photo.png", "a still picture"),
      (
        "broken.mp4",
        "damaged or "
          + "incomplete"
      ),
    ] {
      try rig.drop([name], on: ".drop.recording")
      try rig.choose("Measure it")
      try rig.becomes(
        "document.querySelector('.work.failed b').innerText.includes('\(name)') && "
          + "document.querySelector('.work.failed p').innerText.includes('\(words)')")
      let line = try rig.tab.evaluate("document.querySelector('.work.failed p').innerText")
      #expect(!"\(line ?? "")".contains("pipeline-recording"), "\(line ?? "")")
    }
    try picture(rig, "1-refused")
    // The measurement can be cancelled, and the page still reacts meanwhile.
    try rig.drop(["push.mp4"], on: ".drop.recording")
    try rig.choose("Measure it")
    try rig.becomes("document.querySelector('.work progress').value > 0")
    let answered = try rig.tab.evaluate(
      """
      fetch("/animators?token=" + new URLSearchParams(location.search).get("token"))
        .then(a => a.ok && document.querySelector(".work:not(.failed)") !== null)
      """)
    #expect(answered as? Bool == true)
    try rig.click(".work .copy")
    try rig.becomes(
      "document.querySelector('.work') === null && !document.querySelector('dialog[open]')")
    #expect(try folder.files().sorted() == files)

    try rig.drop(["push.mp4"], on: ".drop.recording")
    try rig.choose("Measure it")
    try rig.becomes("document.querySelector('dialog.wide .measured')")
    let shown = try rig.tab.evaluate(
      """
      JSON.stringify([
        document.querySelector(".phase").innerText,
        [...document.querySelectorAll(".charts figcaption b")].map(b => b.innerText).slice(0, 4),
        [...document.querySelectorAll(".measured")].slice(0, 4).every(s =>
          s.querySelector(".band") && s.querySelectorAll(".dot").length > 5 && s.querySelector(".fitted")),
        document.querySelectorAll(".film img").length])
      """)
    #expect(
      "\(shown ?? "")"
        == #"["easeInOut",["centre x","centre y","width","height"],true,8]"#)
    let chart = try rig.box(".measured")
    try rig.tab.mouse("mouseMoved", chart.x, chart.y)
    try rig.becomes("document.querySelector('.charts output').innerText.includes('fitted')")
    try picture(rig, "2-measured")
    #expect(try folder.files().sorted() == files)

    // The user may add what the recording does not show: the picture of a layer, and the part.
    let art = Program.root.appending(path: "Examples/magic-push/art/poster-1.png")
    let bytes = try Data(contentsOf: art).base64EncodedString()
    _ = try rig.tab.evaluate(
      """
      document.querySelector("#say-more").open = true
      {
        const files = new DataTransfer(),
          bytes = Uint8Array.from(atob("\(bytes)"), c => c.charCodeAt(0))
        files.items.add(new File([bytes], "my card.png", { type: "image/png" }))
        document.querySelector("#measuring-layers").files = files.files
        document.querySelector("#measuring-from").value = "100ms"
      }
      document.querySelector("#measure-again").click()
      """)
    try rig.becomes("document.querySelector('.track b')?.innerText === 'my-card place'")
    let command = try rig.tab.evaluate("document.querySelector('.begins-it code').innerText")
    let words = "\(command ?? "")"
    #expect(words.contains("my-card=my-card.png") && words.contains("--from=100ms"), "\(words)")

    try rig.click("#begin-measured")
    try rig.becomes("studio.state.document?.steps.length > 0 && studio.state.layers.length > 1")
    #expect(
      try Set(folder.files()).subtracting(files).sorted()
        == ["pipeline.json", "push-from.png", "push-my-card.png", "push-to.png"])
    let text = String(decoding: try folder.data("pipeline.json"), as: UTF8.self)
    #expect(text.contains("\"move-and-scale\"") && text.contains("\"easeInOut\""), "\(text)")
    #expect(try Program.pipeline(["validate", folder.path("pipeline.json")]).status == 0)
    try picture(rig, "3-begun")
  }

  @Test func aDocumentIsComparedWithARecording() throws {
    let folder = try recorded(true)
    let before = Self.document(length: 0.48)
    try folder.write(before, to: "doc.json")
    let rig = try StudioRig(in: folder, ["doc.json"])
    try rig.becomes("studio.state.document && studio.state.layers.length")
    try rig.drop(["push.mp4"], on: "#stage")
    try picture(rig, "4-dropped")
    try rig.choose("Compare")
    try rig.becomes(
      "document.querySelector('.apart tbody tr') && document.querySelector('video')?.videoWidth")
    let apart =
      try rig.tab.evaluate("document.querySelector('.apart tbody tr').innerText") as? String
    #expect(
      apart?.hasPrefix("poster") == true && apart?.contains("points") == true, "\(apart ?? "")")
    try picture(rig, "5-compared")
    // A value that is not a number cannot be tuned; the result is written by one click, as one step of undo.
    #expect(
      try rig.tab.evaluate(
        "[...document.querySelectorAll('.tuning input')].map(i => i.value).join()") as? String
        == "length")
    try rig.click("#tune")
    try rig.becomes("document.querySelector('#take-tuned')")
    #expect(try rig.text == before)
    try picture(rig, "6-tuned")
    try rig.click("#take-tuned")
    try rig.becomes("studio.state.document.undo === 1 && !document.querySelector('dialog[open]')")
    let length = try rig.tab.evaluate("studio.state.json.vars.length") as? Double ?? 0
    #expect(abs(length / 0.6 - 1) < 0.03, "\(length)")
    try rig.press("z", "{ ctrlKey: true }")
    try rig.becomes("studio.state.document.undo === 0")
    #expect(try rig.text == before)

    // The measured recording becomes a separate document beside the open one.
    try rig.drop(["push.mp4"], on: "#stage")
    try rig.choose("Measure")
    try rig.becomes("document.querySelector('#begin-measured')")
    try rig.click("#begin-measured")
    try rig.becomes(
      "studio.state.document.file === 'push.json' && studio.state.document.steps.length > 0")
    #expect(try rig.text == before)
    #expect(try folder.files().contains("push-from.png"))
    // A file that is not a film is reported where it was dropped.
    try rig.drop(["broken.mp4"], on: "#stage")
    try rig.choose("Compare")
    try rig.becomes(
      "document.querySelector('.work.failed.here p')?.innerText.includes('broken.mp4')")
  }
}
