import Documents
import Evaluation
import Foundation
import JSON
import Planning
import Scenes
import Testing

/// Tests what every example shows at its start and at its end.
@Suite struct EndsTests {
  /// The expected scenes at the times 0 and D, as in a row of the catalogue.
  enum Ends {
    /// The example shows only *from* at the start, and only *to* at the end.
    case screens
    /// The example shows *from* with *to* in a circle, in points, and then only *to*.
    case circle(x: Double, y: Double, radius: Double)
    /// The example shows only *from*, or the layers unchanged, and then another picture.
    case effect
    /// The example shows only *from* at both ends; a finger may have moved before the first frame.
    case returns
    /// The example shows another picture, and then the layers unchanged.
    case arrives
    /// The example shows a different picture at each end.
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
    // The circle is the oval in the 10×10 rectangle at the tap, or the oval of the button.
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
    // The animation moves by its own clock at the ends, so the last moment differs from the first moment of the screen.
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
      // A pixel is two points wide in this picture, and pixels on the circle's edge are mixed.
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
    // The ripple leaves only the layers below the cover, and the lifted poster keeps its shadow.
    #expect((last == still) == (name == "ripple-reveal"))
  }
}
