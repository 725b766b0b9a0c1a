import Foundation
import Scenes
import Testing
import TestSupport

/// Compares shadows with the Gaussian in floating point.
///
/// The blur of a box is a product of two differences of the normal distribution Φ; a pixel is the mean over the pixel's
/// square, and the integral of Φ(u) is uΦ(u) + φ(u).
@Suite struct GaussianTests {
  struct Shadow: Sendable, CustomTestStringConvertible {
    var sigma: Double
    var opacity = 1.0
    var offset = (x: 0.0, y: 0.0)
    var testDescription: String { "sigma \(sigma), opacity \(opacity), offset \(offset)" }
  }

  static let shadows: [Shadow] =
    [0.25, 0.5, 0.8, 1, 1.3, 2, 3, 4, 5.5, 8, 11, 13, 17, 24, 40, 80].map { Shadow(sigma: $0) } + [
      Shadow(sigma: 3, opacity: 0.6, offset: (4.4, 5.75)),
      Shadow(sigma: 1, opacity: 0.35, offset: (-2.5, 0.3)),
      Shadow(sigma: 13, opacity: 0.44, offset: (0, -6)),
      Shadow(sigma: 30, opacity: 0.9, offset: (11.2, 7.9)),
    ]

  private static let box = PixelRect(60, 50, 80, 60)
  private static let (width, height) = (200, 160)

  /// Returns the integral of Φ(u / sigma) up to x, except for a constant.
  private func integral(_ x: Double, _ sigma: Double) -> Double {
    let u = x / sigma
    let below = 0.5 * erfc(-u / 2.0.squareRoot())
    let density = exp(-u * u / 2) / (2 * Double.pi).squareRoot()
    return sigma * (u * below + density)
  }

  /// Returns the part of the blurred interval over the pixel.
  private func share(_ pixel: Int, _ start: Double, _ end: Double, _ sigma: Double) -> Double {
    let (low, high) = (Double(pixel), Double(pixel) + 1)
    return integral(high - start, sigma) - integral(low - start, sigma)
      - integral(high - end, sigma) + integral(low - end, sigma)
  }

  @Test(arguments: shadows) func isTheGaussian(_ shadow: Shadow) throws {
    let box = Self.box
    var scene = OracleScene(
      "",
      layers: """
        { "frame": [\(box.x), \(box.y), \(box.width), \(box.height)], "backgroundColor": "#ffd080",
          "shadowOpacity": \(shadow.opacity), "shadowRadius": \(shadow.sigma),
          "shadowOffset": [\(shadow.offset.x), \(shadow.offset.y)] }
        """, html: "")
    scene.size = (Self.width, Self.height)
    let ours = Pixels(try OurDrawing.draw(scene))
    let (left, top) = (Double(box.x) + shadow.offset.x, Double(box.y) + shadow.offset.y)
    let columns = (0..<Self.width).map {
      share($0, left, left + Double(box.width), shadow.sigma)
    }
    var (largest, place) = (0.0, (x: 0, y: 0))
    for y in 0..<Self.height {
      let row = share(y, top, top + Double(box.height), shadow.sigma)
      for x in 0..<Self.width {
        if x >= box.x && x < box.maxX && y >= box.y && y < box.maxY { continue }
        let exact = 255 * (1 - shadow.opacity * row * columns[x])
        let difference = abs(Double(ours.bytes[(y * Self.width + x) * 4]) - exact)
        if difference > largest { (largest, place) = (difference, (x, y)) }
      }
    }
    print("oracle: Gaussian of \(shadow.testDescription): \(String(format: "%.2f", largest)) of 1")
    #expect(largest <= 1, "at \(place)")
  }
}
