import Foundation
import Testing
import TestSupport

/// Tests rows that consist only of gradients, faded and rotated, against their values in doubles: the program differs
/// only by the rounding to 8 bits. The browser's difference is printed too.
@Suite struct ExactTests {
  /// A rectangle of a screen, rotated about its own vertical middle and seen in perspective. Points are relative to the
  /// canvas's middle.
  struct Piece {
    let screen: Int
    let x, y, width, height, depth, opacity, perspective: Double
    private let sine, cosine: Double

    init(
      screen: Int, x: Double = 0, y: Double = 0, width: Double = 320, height: Double = 568,
      depth: Double = 0, degrees: Double = 0, opacity: Double = 1, perspective: Double = 1e9
    ) {
      self.screen = screen
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
      (self.depth, self.opacity, self.perspective) = (depth, opacity, perspective)
      (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    }

    /// The place of a point: a point inside has the offset of its colour in the screen's gradient.
    enum Place { case inside(Double), outside, atEdge }

    func hit(_ px: Double, _ py: Double) -> Place {
      // The limit is sufficient, because no piece comes so near that it grows by half.
      if cosine < 1e-9 || abs(px - x) > width || abs(py - y) > height { return .outside }
      let u =
        (px * (perspective - depth) - x * perspective) / (cosine * perspective - px * sine)
      let v = py * (perspective - depth + u * sine) / perspective - y
      let (dx, dy) = ((abs(u) - width / 2) * cosine, abs(v) - height / 2)
      if (abs(dx) < 2 && dy < 3) || (abs(dy) < 2 && dx < 3) { return .atEdge }
      return dx < 0 && dy < 0 ? .inside((v + y + 284) / 568) : .outside
    }
  }

  /// Returns the pieces of a row at a moment, back to front, from the catalogue's numbers.
  static func pieces(_ example: String, _ time: Double) -> [Piece]? {
    switch example {
    case "cross-dissolve":
      let e = OracleScene.easeInOut(time / 0.35)
      return [Piece(screen: 0, opacity: 1 - e), Piece(screen: 1, opacity: e)]
    case "flip-push":
      let e = OracleScene.easeInOut(time)
      let isFirst = time < 0.5
      return [
        Piece(screen: isFirst ? 0 : 1, degrees: (isFirst ? 0 : 180) - 180 * e, perspective: 10_000)
      ]
    case "cube":
      let p = OracleScene.easeInOut(time / 0.9)
      return [(0, -p), (1, 1 - p)].sorted { abs($0.1) > abs($1.1) }.map { screen, share in
        let angle = 90 * share * Double.pi / 180
        return Piece(
          screen: screen, x: 160 * sin(angle), depth: 160 * (cos(angle) - 1), degrees: 90 * share,
          opacity: 1 - 0.5 * abs(share), perspective: 800)
      }
    default: return nil
    }
  }

  private static func channels(_ hex: String) -> SIMD3<Double> {
    let value = Int(hex.dropFirst(), radix: 16) ?? 0
    return SIMD3(Double(value >> 16), Double(value >> 8 & 255), Double(value & 255))
  }

  static let scenes = OracleScene.catalogue.filter {
    pieces($0.row?.example ?? "", $0.time ?? 0) != nil
  }

  @Test(arguments: Effort.spread(scenes, test: 2)) func isTheValueRoundedOnce(_ scene: OracleScene)
    throws
  {
    let index = try #require(OracleScene.all.firstIndex { $0.name == scene.name })
    let theirs = try BrowserPage.shot.get().scenes[index]
    let ours = Pixels(try OurDrawing.draw(scene))
    let pieces = try #require(Self.pieces(scene.row?.example ?? "", scene.time ?? 0))
    let ends = CatalogueScreens.gradients.map {
      (top: Self.channels($0.top), bottom: Self.channels($0.bottom))
    }
    var worst = (ours: 0.0, plain: 0.0, fine: 0.0)
    var compared = 0
    for y in 0..<ours.height {
      next: for x in 0..<ours.width {
        var color = Self.channels(scene.background)
        for piece in pieces {
          switch piece.hit(Double(x) + 0.5 - 160, Double(y) + 0.5 - 284) {
          case .outside: continue
          case .atEdge: continue next
          case .inside(let t):
            let (top, bottom) = ends[piece.screen]
            color += (top + (bottom - top) * t - color) * piece.opacity
          }
        }
        func distance(_ pixels: Pixels) -> Double {
          zip(pixels.color((x, y)), [color.x, color.y, color.z])
            .map { abs(Double($0) - $1) }.max() ?? 0
        }
        compared += 1
        worst.ours = max(worst.ours, distance(ours))
        worst.plain = max(worst.plain, distance(theirs.plain))
        worst.fine = max(worst.fine, distance(theirs.fine))
      }
    }
    print(
      "oracle: \(scene.name): from the exact value ours \(worst.ours), the browser \(worst.plain), "
        + "its mean of nine, rounded, \(worst.fine)")
    #expect(worst.ours <= 0.51)
    #expect(compared > ours.width * ours.height / 2)
  }
}
