import Foundation
import TestSupport
import Testing

/// Tests curves, moved bars and names on the timeline, in headless Chromium.
@Suite struct StudioTimeTests {
  private static let document = """
    {
      "version": 1,
      "canvas": { "size": [80, 60], "fps": 20 },
      "duration": 2,
      "layers": [ { "id": "box", "frame": [0, 0, 20, 20], "backgroundColor": "#f80" } ],
      "timeline": { "targets": "box", "duration": 1,
        "keyframes": [ { "translate": [0, 0] }, { "translate": [60, 10] } ] },
      "audio": [ { "file": "tone.wav", "at": 0.5 } ],
      "outputs": [ { "path": "out/a.mp4" } ]
    }

    """

  @Test func curvesSoundsAndNamesChange() throws {
    let folder = try Folder()
    try folder.write(Self.document, to: "doc.json")
    try StudioRig.tone.write(to: folder.url.appending(path: "tone.wav"))
    let rig = try StudioRig(in: folder, ["doc.json"])
    try rig.becomes("studio.state.document && studio.state.layers.length")
    try rig.press("End")
    // The first handle of the curve moves down to the right, so that the step begins slowly.
    try rig.click(".bar[data-step=\"0\"]")
    try rig.becomes("document.querySelectorAll('.tangent').length === 2")
    let grip = try rig.box(".tangent")
    try rig.drag(from: (grip.x, grip.y), by: (60, 20))
    try rig.becomes(
      "studio.state.document.undo === 1 && studio.state.json.timeline.keyframes[0].easing[0] > 0.4")
    let easing = try #require(
      try rig.tab.evaluate("studio.state.json.timeline.keyframes[0].easing") as? [Double])
    #expect(easing[0] > 0.4 && easing[1] < 0.3, "\(easing)")
    #expect(easing[2...].allSatisfy { abs($0 - 0.667) < 0.001 }, "\(easing)")
    try rig.becomes("document.querySelectorAll('.tangent').length === 2")
    try rig.tab.evaluate(
      "document.querySelector('.tangent').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))"
    )
    try rig.becomes("studio.state.json.timeline.keyframes[0].easing === undefined")
    // A sound's bar is dragged by the mouse, and moved by a frame with the arrow keys.
    let bar = try rig.box(".bar[data-sound]")
    let wide = try rig.box("#ruler").width
    try rig.drag(from: (bar.x, bar.y), by: (wide / 4, 0))
    try rig.becomes("Math.abs(studio.state.json.audio[0].at - 1) < 0.08")
    let before = try #require(try rig.tab.evaluate("studio.state.json.audio[0].at") as? Double)
    try rig.tab.evaluate("document.querySelector('.bar[data-sound]').focus()")
    try rig.press("ArrowRight", "{ altKey: true }")
    try rig.becomes("Math.abs(studio.state.json.audio[0].at - \(before + 0.05)) < 1e-6")
    // Names are edited in place.
    try rig.press("Escape")
    for (place, name, holds) in [
      (".row.sound .name", "theme", "studio.state.json.audio[0].id === 'theme'"),
      (".name-of", "out/b.mp4", "studio.state.json.outputs[0].path === 'out/b.mp4'"),
    ] {
      try rig.becomes("document.querySelector('\(place)')")
      try rig.tab.evaluate(
        "document.querySelector('\(place)').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))"
      )
      try rig.becomes("document.querySelector('input.rename')")
      try rig.tab.evaluate("document.querySelector('input.rename').value = '\(name)'")
      try rig.press("Enter")
      try rig.becomes(holds)
    }
    for left in (0..<6).reversed() {
      try rig.press("z", "{ ctrlKey: true }")
      try rig.becomes("studio.state.document.undo === \(left)")
    }
    #expect(try rig.text == Self.document)
  }

  /// Dragging the crest of a spring changes its damping and, for a spring with its own duration, its speed.
  @Test func springsAreBent() throws {
    let spring = #"{ "spring": { "response": 0.4, "bounce": 0.2 } }"#
    let text = """
      {
        "version": 1,
        "canvas": { "size": [80, 60], "fps": 20 },
        "duration": 2,
        "layers": [ { "id": "box", "frame": [0, 0, 20, 20], "backgroundColor": "#f80" } ],
        "timeline": { "parallel": [
          { "targets": "box", "easing": \(spring), "keyframes": [ { "opacity": 0 }, { "opacity": 1 } ] },
          { "targets": "box", "duration": 1, "easing": "linear",
            "keyframes": [ { "translate": [0, 0], "easing": \(spring) }, { "translate": [60, 0] } ] }
        ] }
      }

      """
    let rig = try StudioRig(text)
    try rig.becomes("studio.state.document && studio.state.layers.length")
    try rig.press("End")
    let step = "studio.state.json.timeline.parallel[0].easing.spring"
    let key = "studio.state.json.timeline.parallel[1].keyframes[0].easing.spring"
    // The crest of a step's spring is dragged up and to the right, so it overshoots more and is slower.
    try rig.click(".bar[data-step=\"1\"]")
    try rig.becomes("document.querySelector('.plot .grip.spring')")
    let grip = try rig.box(".plot .grip.spring")
    try rig.drag(from: (grip.x, grip.y), by: (30, -12))
    try rig.becomes(
      "studio.state.document.undo === 1 && \(step).bounce > 0.3 && \(step).response > 0.43")
    // The crest of a keyframe's spring is dragged down, so it overshoots less; the keyframes determine its duration.
    try rig.press("Escape")
    try rig.click(".bar[data-step=\"2\"]")
    try rig.becomes("document.querySelector('.tangent.spring')")
    let crest = try rig.box(".tangent.spring")
    let corners = try rig.tab.evaluate(
      "document.querySelector('.values .value-line').getAttribute('d').split('L').length")
    #expect(corners as? Int ?? 0 > 50, "a spring is drawn as it goes")
    try rig.drag(from: (crest.x, crest.y), by: (0, 3))
    try rig.becomes("studio.state.document.undo === 2 && \(key).bounce < 0.2")
    #expect(try rig.tab.evaluate("\(key).response") as? Double == 0.4)
    try rig.tab.evaluate("document.querySelector('.tangent.spring').focus()")
    try rig.press("ArrowUp")
    try rig.becomes("studio.state.document.undo === 3")
    for left in (0..<3).reversed() {
      try rig.press("z", "{ ctrlKey: true }")
      try rig.becomes("studio.state.document.undo === \(left)")
    }
    #expect(try rig.text == text)
  }
}
