import Compositing
import Foundation
import Scenes
import Testing

/// Tests shadows of layers that are rotated, long, or larger than the maximum picture.
@Suite struct ShadowRulesTests {
  /// Returns a scene with a card that has a shadow, and one layer inside the card.
  private static func group(_ card: LayerProperties, _ inside: LayerProperties) -> Scene {
    var nodes = stage(160, 120, [card]).nodes
    nodes.append(Stage.Node(id: "inside", parent: 1, properties: inside))
    nodes[1].sublayers = [2]
    return Stage(size: Size(160, 120), background: .white, nodes: nodes).scene
  }

  private static func card(_ frame: Rect) -> LayerProperties {
    var card = LayerProperties(frame: frame)
    card.backgroundColor = Color(red: 0.2, green: 0.5, blue: 0.9)
    card.shadowOpacity = 0.6
    card.shadowRadius = 2
    card.shadowOffset = Point(9, 14)
    return card
  }

  /// Returns the largest difference of any channel, in 1/255, where no edge passes.
  private static func flatDifference(_ scene: Scene) throws -> Int {
    let picture = try Compositor(threads: 1).picture(of: scene)
    let truth = Oracle.render(scene, width: picture.width, height: picture.height, scale: 1)
    var worst = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width where !truth.isEdge[y * truth.width + x] {
        let (p, q) = (picture.pixel(x, y), truth.pixels[y * truth.width + x])
        for c in 0..<4 { worst = max(worst, abs(Int(p[c]) - Int((q[c] * 255).rounded()))) }
      }
    }
    return worst
  }

  /// Sublayers that a sublayerTransform moves out of an opaque layer also cast a shadow.
  @Test func aSublayerTransformThrowsAll() throws {
    var card = Self.card(Rect(50, 40, 60, 40))
    card.sublayerTransform = .scale(1.6, 1.6)
    var inside = LayerProperties(frame: Rect(55, 45, 50, 30))
    inside.backgroundColor = .black
    let difference = try Self.flatDifference(Self.group(card, inside))
    #expect(difference <= 1)
  }

  /// If contents exceed the maximum size of a picture, only their visible part is drawn.
  @Test func aTurnedGroupMayBeOfAnySize() throws {
    var card = Self.card(Rect(40, 30, 60, 40))
    card.rotate.z = 20
    var inside = LayerProperties(frame: Rect(-30_000, 50, 90_000, 6))
    inside.backgroundColor = .black
    let large = try Compositor(threads: 1).picture(of: Self.group(card, inside))
    inside.frame = Rect(-300, 50, 900, 6)
    let small = try Compositor(threads: 1).picture(of: Self.group(card, inside))
    var worst = 0
    for y in 0..<small.height {
      for x in 0..<small.width {
        for (a, b) in zip(large.pixel(x, y), small.pixel(x, y)) {
          worst = max(worst, abs(Int(a) - Int(b)))
        }
      }
    }
    #expect(worst <= 1)
  }

  /// Tests a long, rotated bar, whose shadow is the product of two blurred edges, averaged over each pixel.
  @Test(arguments: [0.4, 0.8, 1.6]) func sharpShadowsOfLongLayersAreExact(sigma: Double) throws {
    var bar = LayerProperties(frame: Rect(-2_920, 20, 6_000, 8))
    bar.backgroundColor = .black
    bar.rotate.z = 27
    bar.shadowOpacity = 1
    bar.shadowRadius = sigma
    bar.shadowOffset = Point(0, 40)
    let picture = try Compositor(threads: 1).picture(of: stage(160, 120, [bar]).scene)
    let (sine, cosine) = (sin(27 * Double.pi / 180), cos(27 * Double.pi / 180))
    func normal(_ x: Double) -> Double { 0.5 + 0.5 * erf(x / sigma / 2.0.squareRoot()) }
    var worst = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        var (sum, isBeside) = (0.0, true)
        for k in 0..<256 {
          let u = Double(x) + (Double(k % 16) + 0.5) / 16 - 80
          let v = Double(y) + (Double(k / 16) + 0.5) / 16 - 24
          let across = v * cosine - u * sine
          if abs(across) < 7 { isBeside = false }
          sum += normal(across - 36) - normal(across - 44)
        }
        if !isBeside { continue }
        let light = 255 * (1 - sum / 256)
        worst = max(worst, abs(Int(picture.pixel(x, y)[0]) - Int(light.rounded())))
      }
    }
    #expect(worst <= 2)
  }
}
