import Documents
import Evaluation
import Foundation
import JSON
import Planning
import Scenes
import Testing

/// What every example shows at its start and at its end.
@Suite struct EndsTests {
  /// What a row of the catalogue says of scene(0) and scene(D).
  enum Ends {
    /// *from* alone, then *to* alone.
    case screens
    /// *from* with *to* in a circle, in points; then *to* alone.
    case circle(x: Double, y: Double, radius: Double)
    /// *from* alone, or the layers as they stand; then something else.
    case effect
    /// *from* alone again; a finger may have moved before the first frame.
    case returns
    /// Something else, then the layers as they stand.
    case arrives
    /// Something else at the start, and at the end something else again.
    case free
  }

  static let rows: [String: Ends] = {
    var rows: [String: Ends] = [:]
    for name in [
      "bounce-present", "cards", "checkerboard", "circle-pop", "cross-dissolve", "cube",
      "edge-slide", "explode", "flip-pop", "flip-push", "fold", "half-way-spring", "hole-pop",
      "hole-push", "interactive-edge-pan", "interactive-pinch", "magic-measured", "magic-pop",
      "magic-push", "move-and-scale",
      "natural-geographic", "pan", "portal", "shrink-dismiss", "swipe", "turn",
    ] {
      rows[name] = .screens
    }
    // The oval in the 10×10 rectangle at the tap, and that of the button.
    rows["circle-push"] = .circle(x: 164, y: 283, radius: 5)
    rows["ping-button"] = .circle(x: 284, y: 52, radius: 20)
    for name in ["interactive-cancel", "present-and-dismiss"] { rows[name] = .returns }
    rows["adaptive-presentation"] = .effect
    rows["custom-presentation"] = .effect
    rows["magnifier"] = .effect
    rows["ripple-reveal"] = .effect
    rows["shadow-lift"] = .effect
    rows["captions"] = .arrives
    rows["headline"] = .arrives
    rows["name-cards"] = .arrives
    // Its ends move on their own clock, so its last moment is not its screen's first.
    rows["lottie-button"] = .effect
    for name in [
      "blend-cards", "clips", "drawn-check", "flow-cinema", "glass-sheet", "heat-haze",
      "light-trail", "orbit", "screen-recording",
      "store-preview", "title-blur",
    ] {
      rows[name] = .free
    }
    return rows
  }()

  @Test func everyRowHasItsExample() { #expect(Self.rows.keys.sorted() == Gallery.names) }

  @Test(arguments: Gallery.names) func everyExampleRuns(_ name: String) throws {
    let document = try Gallery.document(name)
    #expect(!document.outputs.isEmpty)
    let planned = try Gallery.plan(name)
    let first = try Gallery.picture(planned, at: 0)
    let between = try [0.3, 0.7].map { try Gallery.picture(planned, at: $0) }
    let last = try Gallery.picture(planned, at: 1)
    #expect(between.contains { $0 != first && $0 != last })
    let ends = try #require(Self.rows[name], "no row says how it starts and ends")
    let start = try Gallery.picture(Gallery.plan(document.alone(.from)), at: 0)
    switch ends {
    case .effect: #expect(first == start && last != start)
    case .returns: #expect(last == start)
    case .arrives: #expect(first != start && last == start)
    case .free: #expect(first != start && last != start && first != last)
    case .screens:
      #expect(first == start)
      #expect(try last == Gallery.picture(Gallery.plan(document.alone(.to)), at: 0))
    case .circle(let x, let y, let radius):
      let end = try Gallery.picture(Gallery.plan(document.alone(.to)), at: 0)
      func distance(_ px: Double, _ py: Double) -> Double {
        ((px * 2 - x) * (px * 2 - x) + (py * 2 - y) * (py * 2 - y)).squareRoot()
      }
      // A pixel is two points wide here; those on the circle's edge are mixed.
      #expect(first.difference(from: start) { distance($0, $1) > radius + 2 } == 0)
      #expect(first.difference(from: end) { distance($0, $1) < radius - 2 } == 0)
      #expect(last == end)
    }
  }

  @Test(arguments: [("ripple-reveal", "night"), ("shadow-lift", "poster")])
  func anEffectLeavesItsEnd(_ name: String, _ layer: String) throws {
    let document = try Gallery.document(name)
    var alone = document.alone(nil)
    alone.layers = alone.layers.filter { $0.id?.value == layer }
    let still = try Gallery.picture(Gallery.plan(alone), at: 0)
    let last = try Gallery.picture(Gallery.plan(document), at: 1)
    // The ripple leaves what lies below the cover; the lifted poster keeps its shadow.
    #expect((last == still) == (name == "ripple-reveal"))
  }
}
