import Compositing
import Foundation
import Scenes
import TestSupport
import Testing

/// Blurs of whole layers equal the Gaussian in doubles within 1/255, both small blurs and blurs that are computed on
/// reduced pictures.
@Suite struct BlurTests {
  private static let sigmas: [Double] = [0.3, 0.5, 1, 2, 3.5, 3.99, 4.2, 6, 8.3, 12, 20, 40]

  /// Creates a picture with stripes, dots and noise, which reveals every fault of a filter.
  private func picture(_ width: Int, _ height: Int, opaque: Bool) -> Bitmap {
    var dice = Dice(seed: 11)
    let bitmap = Bitmap.noise(width, height, opaque: opaque, dice: &dice)
    for y in 0..<height {
      for x in 0..<width {
        let isStripe = y < height / 4 && x % 7 == 0
        let isChecked = y > height * 3 / 4 && (x / 2 + y / 2) % 2 == 0
        if isStripe || isChecked { bitmap.set(x, y, [255, 255, 255, 255]) }
        if x > width / 2 && y > height / 3 && y < height / 2 {
          bitmap.set(x, y, [255, 0, 40, 255])
        }
      }
    }
    bitmap.scanOpacity()
    return bitmap
  }

  private func worst(_ ours: Bitmap, _ truth: OraclePicture) -> (Double, Int, Int) {
    var worst = (0.0, 0, 0)
    for y in 0..<ours.height {
      for x in 0..<ours.width {
        let p = ours.pixel(x, y)
        for c in 0..<4 {
          let d = abs(Double(p[c]) - truth.pixels[y * truth.width + x][c] * 255)
          if d > worst.0 { worst = (d, x, y) }
        }
      }
    }
    return worst
  }

  @Test(arguments: Effort.spread(sigmas, test: 4), Effort.spread([false, true], test: 1))
  func isTheGaussian(sigma: Double, clamp: Bool) throws {
    let (width, height) = (91, 74)
    let image = picture(width, height, opaque: clamp)
    let margin = clamp ? 0 : 45
    var p = LayerProperties(
      frame: Rect(Double(margin), Double(margin), Double(width), Double(height)))
    p.contents = .image(image, size: Size(Double(width), Double(height)))
    p.blur = sigma
    p.blurEdge = clamp ? .clamp : .transparent
    let (w, h) = (width + 2 * margin, height + 2 * margin)
    let ours = try Compositor(threads: 1).picture(
      of: stage(Double(w), Double(h), background: .clear, [p]).scene)
    // The room is much larger than the canvas, so that nothing is cut off.
    let room = margin + Int(sigma * 6)
    var truth = OraclePicture(clamp ? w : width + 2 * room, clamp ? h : height + 2 * room)
    let offset = clamp ? 0 : room
    for y in 0..<height {
      for x in 0..<width {
        let c = image.pixel(x, y).map { Double($0) / 255 }
        truth.pixels[(y + offset) * truth.width + x + offset] = SIMD4(c[0], c[1], c[2], c[3])
      }
    }
    if clamp { truth.blurClamped(sigma, sigma) } else { truth.blur(sigma, sigma) }
    var seen = OraclePicture(w, h)
    let shift = clamp ? 0 : room - margin
    for y in 0..<h {
      for x in 0..<w {
        seen.pixels[y * w + x] = truth.pixels[(y + shift) * truth.width + x + shift]
      }
    }
    let (difference, x, y) = worst(ours, seen)
    #expect(difference <= 1.01, "sigma \(sigma): \(difference) at \(x), \(y)")
  }

  /// Tests blurs that are so wide that their inputs are drawn reduced, single and nested. The reference is the product
  /// of two differences of the normal distribution for each rectangle.
  @Test(arguments: [150.0, 400, 1_000], [0.0, 300, 1_000])
  func farBlursAreTheGaussian(inner: Double, outer: Double) throws {
    let rects: [(Rect, Color, SIMD4<Double>)] = [
      (Rect(-900.5, -700, 880, 1_300.25), .black, SIMD4(0, 0, 0, 255)),
      (Rect(30, 20, 50, 40), .white, SIMD4(repeating: 255)),
      (Rect(100, -2_000, 3_000, 4_000), Color(red: 1, green: 0, blue: 0), SIMD4(255, 0, 0, 255)),
    ]
    let (width, height) = (120, 90)
    var parent = LayerProperties(frame: Rect(0, 0, Double(width), Double(height)))
    parent.blur = outer
    var nodes = [
      Stage.Node(
        id: "container", parent: -1, sublayers: [1],
        properties: LayerProperties(frame: parent.frame)),
      Stage.Node(id: "outer", parent: 0, sublayers: [2], properties: parent),
    ]
    parent.blur = inner
    nodes.append(Stage.Node(id: "inner", parent: 1, sublayers: [3, 4, 5], properties: parent))
    for (i, (rect, color, _)) in rects.enumerated() {
      var layer = LayerProperties(frame: rect)
      layer.backgroundColor = color
      nodes.append(Stage.Node(id: "rect\(i)", parent: 2, properties: layer))
    }
    let stage = Stage(
      size: Size(Double(width), Double(height)), background: .clear, nodes: nodes)
    let scene = Scene(stage: stage, time: .zero, changes: LayerChanges(layerCount: nodes.count))
    let ours = try Compositor(threads: 1).picture(of: scene)

    let sigma = (inner * inner + outer * outer).squareRoot()
    var worst = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let seen = ours.pixel(x, y)
        var truth = SIMD4<Double>()
        for (rect, _, color) in rects {
          truth +=
            color * Self.part(of: rect, at: Point(Double(x) + 0.5, Double(y) + 0.5), sigma)
        }
        for c in 0..<4 { worst = max(worst, abs(Double(seen[c]) - truth[c])) }
      }
    }
    #expect(worst <= 1.01, "sigmas \(inner), \(outer): \(worst)")
  }

  /// Returns the alpha of a blurred rectangle at a point.
  private static func part(of rect: Rect, at p: Point, _ sigma: Double) -> Double {
    func between(_ a: Double, _ b: Double, _ x: Double) -> Double {
      let root = sigma * 2.0.squareRoot()
      return (erf((b - x) / root) - erf((a - x) / root)) / 2
    }
    return between(rect.minX, rect.maxX, p.x) * between(rect.minY, rect.maxY, p.y)
  }

  /// A sheared layer is blurred in its own plane; wide blurs use a coarser picture.
  @Test(arguments: [4.0, 15, 90, 300, 1_000]) func shearedBlursAreTheGaussian(sigma: Double) throws
  {
    let (width, height) = (240, 200)
    let frame = Rect(70, 50, 90, 110)
    var parent = LayerProperties(frame: Rect(0, 0, Double(width), Double(height)))
    parent.scale = Vector(1.6, 0.7, 1)
    var layer = LayerProperties(frame: frame)
    layer.rotate = Vector(0, 0, 30)
    layer.blur = sigma
    layer.backgroundColor = .black
    let stage = Stage(
      size: Size(Double(width), Double(height)), background: .clear,
      nodes: [
        Stage.Node(id: "container", parent: -1, sublayers: [1], properties: parent),
        Stage.Node(id: "layer", parent: 0, properties: layer),
      ])
    let ours = try Compositor(threads: 1).picture(
      of: Scene(stage: stage, time: .zero, changes: LayerChanges(layerCount: 2)))

    let (sine, cosine) = Portable.sineCosine(degrees: 30)
    let (middle, center) = (Point(120, 100), Point(115, 105))
    var worst = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let dx = (Double(x) + 0.5 - middle.x) / 1.6 + middle.x - center.x
        let dy = (Double(y) + 0.5 - middle.y) / 0.7 + middle.y - center.y
        let p = Point(
          center.x + dx * cosine + dy * sine, center.y - dx * sine + dy * cosine)
        let truth = 255 * Self.part(of: frame, at: p, sigma)
        worst = max(worst, abs(Double(ours.pixel(x, y)[3]) - truth))
      }
    }
    // The result is rounded twice: in the picture of the plane, and on the canvas.
    #expect(worst <= 1.5, "sigma \(sigma): \(worst)")
  }
}
