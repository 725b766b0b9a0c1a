import Documents
import Evaluation
import JSON
import Planning
import Scenes
import Testing

/// The reverse transition at t equals the forward transition at D − t.
@Suite struct WayBackTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    var there: (name: String, file: String)
    var back: (name: String, file: String)
    var testDescription: String { "\(there.name)/\(there.file)" }

    init(_ there: String, _ back: String) {
      self.there = (there, "pipeline.json")
      self.back = (back, "pipeline.json")
    }
    init(_ name: String, file: String) {
      there = (name, "pipeline.json")
      back = (name, file)
    }
  }

  static let pairs =
    [Pair("circle-push", "circle-pop"), Pair("flip-push", "flip-pop")]
    + ["cards", "cube", "explode", "fold", "natural-geographic", "pan", "portal", "turn"].map {
      Pair($0, file: "pop.json")
    } + [Pair("edge-slide", file: "dismiss.json")]

  @Test(arguments: pairs) func mirrors(_ pair: Pair) throws {
    let there = try Gallery.plan(pair.there.name, pair.there.file)
    let back = try Gallery.plan(pair.back.name, pair.back.file)
    #expect(there.duration == back.duration)
    for share in [0.1, 0.4, 0.7] {
      let a = try Gallery.picture(there, at: 1 - share)
      let b = try Gallery.picture(back, at: share)
      // A reversed easing may differ in its last bit, which can move a corner by 1/256 pixel: up to four levels where a
      // picture is compressed.
      #expect(a.difference(from: b) <= 4, "at \(share)")
    }
  }

  /// `reversed` derives the same reverse transition from the forward transition.
  @Test(arguments: pairs) func mirrorsWhatIsDerived(_ pair: Pair) throws {
    let there = try Gallery.document(pair.there.name, pair.there.file)
    var derived = try Gallery.document(pair.back.name, pair.back.file)
    derived.transitions[0].operation = there.transitions[0].operation
    derived.transitions[0].isReversed = true
    let back = try Gallery.plan(pair.back.name, pair.back.file)
    for share in [0, 0.3, 1] {
      let a = try Gallery.picture(Gallery.plan(derived), at: share)
      let b = try Gallery.picture(back, at: share)
      switch (pair.back.name, share) {
      case ("circle-pop", 1):
        // The circle of the forward transition begins five points wide, and nothing differs outside it. A pixel is two
        // points wide in this picture.
        let (x, y) = (82.0, 141.5)
        #expect(a.difference(from: b) { abs($0 - x) > 4 || abs($1 - y) > 4 } <= 4)
        #expect(a != b)
      case ("explode", 0.3):
        // Random numbers depend on the layer that plays *from*, so derived pieces move differently.
        #expect(a.difference(from: b) > 30)
      default: #expect(a.difference(from: b) <= 4, "at \(share)")
      }
    }
  }

  /// An animator that is not reversible must not be accepted as a reversible one.
  @Test func theMagicPopIsNotTheMirror() throws {
    let there = try Gallery.picture(Gallery.plan("magic-push"), at: 0.2)
    let back = try Gallery.picture(Gallery.plan("magic-pop"), at: 0.8)
    #expect(there.difference(from: back) > 30)
  }
}
