import Foundation
import TestSupport
import Testing

/// Moving contents of screens continue to move while an animator runs, whatever the animator does with the screens.
///
/// The reference is a document in which everything stays at its position of the tested moment: its frame must be the same.
@Suite struct FilmGoesOnTests {
  private static let animators = [
    "\"cross-dissolve\"", "\"soft-wipe\"", "\"pixel-fade\"", "\"fold\"", "\"turn\"", "\"explode\"",
    "\"cards\"", "\"checkerboard\"", "\"cross-fade\"", "\"slide\"", "\"cube\"", "\"flip\"",
    "\"circle-reveal\"", "\"ripple-reveal\"", "\"portal\"", "\"cover-fade\"",
    "\"pixel-fade\", \"params\": { \"style\": \"pixelate\" }",
    "\"pixel-fade\", \"params\": { \"style\": \"smear\" }",
    "\"soft-wipe\", \"params\": { \"field\": \"clock\" }",
  ]

  /// Returns a document with a block in each screen that moves right by 80 pixels in 0.8 s, or that stays at its
  /// position after the fraction `still` of this time.
  private static func document(_ animator: String, still: Double?) -> String {
    func screen(_ name: String, _ color: String, _ block: String, _ y: Int) -> String {
      """
      "\(name)": { "layers": [
        { "id": "\(name)ground", "frame": [0, 0, 96, 64], "backgroundColor": "\(color)" },
        { "id": "\(name)block", "frame": [\(80 * (still ?? 0)), \(y), 16, 16], "backgroundColor": "\(block)" }] }
      """
    }
    let moves =
      still != nil
      ? ""
      : """
      , { "targets": ["fromblock", "toblock"], "duration": 0.8, "easing": "linear",
        "keyframes": [{ "translate": [0, 0] }, { "translate": [80, 0] }] }
      """
    return """
      { "version": 1, "canvas": { "size": [96, 64], "fps": 20, "background": "#102030" },
        "screens": { \(screen("from", "#204080", "#ffd040", 8)), \(screen("to", "#802040", "#40ffd0", 40)) },
        "transition": { "duration": 0.8, "timeline": { "parallel": [
          { "animator": \(animator), "duration": 0.8, "easing": "linear" }\(moves)] } } }
      """
  }

  @Test func asUnderAStill() throws {
    let folder = try Folder()
    // `make test` covers each way of drawing: pixels, pixels from elsewhere, pieces, and layers.
    let all = Self.animators
    let animators = Effort.current == .test ? [all[0], all[3], all[4], all[5], all[16]] : all
    for animator in animators {
      try folder.write(Self.document(animator, still: nil), to: "moving.json")
      for share in Effort.current == .test ? [0.375] : [0.125, 0.375, 0.75] {
        try folder.write(Self.document(animator, still: share), to: "still.json")
        for name in ["moving", "still"] {
          let run = try Program.pipeline(
            ["frame", "\(name).json", "--at", "\(0.8 * share)", "-o", "\(name).png"],
            in: folder.url)
          try #require(run.status == 0, "\(run.summary)")
        }
        let diff = try Program.pipeline(["diff", "moving.png", "still.png"], in: folder.url)
        #expect(diff.status == 0, "\(animator) after \(share): \(diff.summary)")
      }
    }
  }

  /// Returns the number of times that each layer is drawn in a run, according to the profile. The count of a layer with
  /// its own drawing also includes the bands of rows in which it is painted; for a screen only its contents are drawn.
  private static func draws(_ document: String, in folder: Folder) throws -> [String: Int] {
    try folder.write(document, to: "counted.json")
    let run = try Program.pipeline(
      ["run", "counted.json", "-o", "out.y4m", "--jobs", "1", "--profile"], in: folder.url)
    try #require(run.status == 0, "\(run.summary)")
    let rows = run.errors.matches(of: /(\d+)  layer (\S+)/)
    return Dictionary(rows.map { (String($0.2), Int($0.1) ?? 0) }) { $0 + $1 }
  }

  /// A side of the page over still screens is drawn once for the step, and over moving screens once for each frame. In
  /// the first of the 16 frames, `turn` shows "from" itself and does not show "to".
  @Test(arguments: [("\"cross-dissolve\"", 0), ("\"turn\"", 1)])
  func nothingIsDrawnTwice(_ animator: String, direct: Int) throws {
    let folder = try Folder()
    let still = try Self.draws(Self.document(animator, still: 0.5), in: folder)
    #expect(still["from"] == 1 + direct, "\(still)")
    #expect(still["to"] == 1, "\(still)")
    let moving = try Self.draws(Self.document(animator, still: nil), in: folder)
    #expect(moving["from"] == 16, "\(moving)")
    #expect(moving["to"] == 16 - direct, "\(moving)")
  }

  /// If an animator of a third party shows stills of a moving layer, a note names both.
  @Test func aStandstillIsNoted() throws {
    let folder = try Folder()
    let made = try Program.pipeline(
      ["plugin", "new", "acme.veil", "--language", "c", "--kind", "pixels"], in: folder.url)
    try #require(made.status == 0, "\(made.summary)")
    let source = "acme.veil/veil.c"
    let text = String(decoding: try folder.data(source), as: UTF8.self)
    #expect(text.contains("ANIMATOR_LIVE_INPUTS"))
    try folder.write(
      text.replacing("strcmp(id, ANIMATOR_LIVE_INPUTS) == 0 ? &live : NULL", with: "NULL")
        .replacing(
          "static const animator_live_inputs live = {.size = sizeof(animator_live_inputs)};",
          with: "(void)id, (void)strcmp;"),
      to: source)
    let built = try Program.tool(
      "cc",
      [
        "-std=c17", "-O1", "-shared", "-fPIC", "-I",
        Program.root.appending(path: "Sources/CAnimator/include").path,
        folder.path(source), "-o", folder.path("acme.veil/libveil.so"),
      ])
    try #require(built.status == 0, "\(built.summary)")
    try folder.write(Self.document("\"acme.veil\"", still: nil), to: "d.json")
    let noted = try Program.pipeline(
      ["validate", "d.json", "--plugins", folder.path("acme.veil")], in: folder.url)
    #expect(noted.status == 0, "\(noted.summary)")
    #expect(
      noted.errors.contains(
        "acme.veil shows a still of \"from\" at 0 s: \"fromblock\" in it does not move until 0.8 s"
      ),
      "\(noted.summary)")
    try folder.write(Self.document("\"acme.veil\"", still: 0.5), to: "d.json")
    let still = try Program.pipeline(
      ["validate", "d.json", "--plugins", folder.path("acme.veil")], in: folder.url)
    #expect(!still.errors.contains("does not move"), "\(still.summary)")
  }
}
