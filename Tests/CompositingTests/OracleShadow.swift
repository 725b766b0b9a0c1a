import Foundation
import Scenes

extension Oracle {
  /// Returns the blurred alpha of the layer in its own plane, sampled at the samples of each pixel.
  func shadow(_ index: Int, _ p: LayerProperties, _ place: Placement) -> OraclePicture? {
    let sigma = p.shadowRadius
    let map = place.toCanvas.then(device)
    guard let inverse = map.inverse, let seen = seen(by: inverse, around: 4 * sigma + 2) else {
      return nil
    }
    // A fine picture of the visible part of the plane around the layer.
    let extent = reach(index, p, Placement(inOwnPlane: place)).union(p.frame)
    let frame = extent.insetBy(dx: -4 * sigma - 2, dy: -4 * sigma - 2).intersection(
      seen.offsetBy(dx: -p.shadowOffset.x, dy: -p.shadowOffset.y))
    if frame.isEmpty { return nil }
    let plane = OraclePlane(frame, Self.fineness(scale, sigma))
    let small = Oracle(
      scene: scene, width: plane.width, height: plane.height, device: plane.map, scale: scale,
      lines: 32, isSilhouette: true)
    var alpha: [Double]
    if let path = p.shadowPath {
      precondition(place.bounds == p.frame)
      alpha = small.cover(OracleRegion(OracleShape(path), plane.map))
    } else {
      var alone = p
      alone.shadowOpacity = 0
      alone.opacity = 1
      alone.mask = nil
      alone.shadows = []
      let own = Placement(inOwnPlane: place)
      alpha = small.layer(index, alone, own).pixels.map(\.w)
    }
    alpha = blur(alpha, plane.width, plane.height, sigma * plane.fine)
    let color = Oracle.premultiplied(p.shadowColor) * p.shadowOpacity
    var picture = OraclePicture(width, height)
    let moved = Point(p.shadowOffset.x, p.shadowOffset.y)
    picture.pixels = looked(alpha.map { color * $0 }, in: plane, through: map, movedBy: moved)
    return picture
  }

  /// Returns the blurred shape of the bounds, or everything except a blurred hole, sampled at the samples of each pixel.
  func boxShadow(
    _ effect: LayerEffect, _ p: LayerProperties, _ place: Placement, _ map: Homography
  ) -> OraclePicture {
    var picture = OraclePicture(width, height)
    let n = effect.numbers
    guard let inverse = map.inverse, let seen = seen(by: inverse, around: 5 * n[0] + 2) else {
      return picture
    }
    let isInner = effect.kind == .innerShadow
    let spread = isInner ? -n[3] : n[3]
    let b = place.bounds
    let shape = p.rounded(b).outset(by: spread)
    let isThere = shape.rect.width > 0 && shape.rect.height > 0
    let frame = b.insetBy(dx: -abs(spread) - 5 * n[0] - 2, dy: -abs(spread) - 5 * n[0] - 2)
      .intersection(seen.offsetBy(dx: -n[1], dy: -n[2]))
    let plane = OraclePlane(frame, Self.fineness(scale, n[0]))
    let small = Oracle(
      scene: scene, width: plane.width, height: plane.height, device: plane.map, scale: scale,
      lines: 32)
    var alpha = Array(repeating: 0.0, count: plane.width * plane.height)
    if isThere && !frame.isEmpty {
      alpha = small.cover(OracleRegion(.rounded(shape), plane.map))
      alpha = blur(alpha, plane.width, plane.height, n[0] * plane.fine)
    }
    let color = Oracle.premultiplied(effect.color!)
    let seenAlpha = looked(
      alpha.map { color * $0 }, in: plane, through: map, movedBy: Point(n[1], n[2]))
    picture.pixels = isInner ? seenAlpha.map { color - $0 } : seenAlpha
    return picture
  }

  /// Returns the density, in pixels for each point, of a plane's picture that is blurred by `sigma` points and then
  /// sampled. The blur that averaging and sampling cause must be small compared with `sigma`.
  private static func fineness(_ scale: Double, _ sigma: Double) -> Double {
    max(3 * scale, 4 / max(sigma, 0.5))
  }

  /// Returns the part of a plane that the picture shows, extended by a margin; nil if no part is visible.
  func seen(by inverse: Homography, around margin: Double) -> Rect? {
    inverse.boundingBox(of: Rect(0, 0, Double(width), Double(height)))?.insetBy(
      dx: -margin, dy: -margin)
  }

  /// Returns a box around a layer with all its sublayers and shadows, limited to 100 points, because sublayers in
  /// perspective may be large.
  func reach(_ index: Int, _ p: LayerProperties, _ place: Placement) -> Rect {
    var size = p.contentsGravity == .resize ? 0.0 : 45.0
    for effect in p.shadows where effect.kind == .shadow {
      size = max(size, 4 * effect.numbers[0] + effect.numbers[3] + 6)
    }
    if p.shadowOpacity > 0 { size = max(size, 4 * p.shadowRadius + 6) }
    if let border = p.border { size = max(size, border.outside) }
    if p.drawing.path != nil { size = max(size, 45) }
    let blurred = 4 * p.filters.reduce(p.blur) { $0 + $1.farthest }
    if blurred > 0 { size = max(size, blurred + 6) }
    let own = place.bounds.insetBy(dx: -size, dy: -size)
    var box = place.toCanvas.boundingBox(of: own) ?? own
    for child in scene.stage.nodes[index].sublayers {
      let q = scene.properties(of: child)
      if q.isHidden { continue }
      let at = Placement(q, hasSublayers: isParent(child), in: place)
      if !at.isDegenerate { box = box.union(reach(child, q, at)) }
    }
    return box.intersection(Rect(-100, -100, 200, 200).offsetBy(dx: own.center.x, dy: own.center.y))
  }

  /// Averaging to pixels and sampling between them also blur the picture, with variances of 1/12 and 1/6.
  private func blur(_ from: [Double], _ w: Int, _ h: Int, _ wanted: Double) -> [Double] {
    let sigma = max(wanted * wanted - 0.25, 0.01).squareRoot()
    let radius = Int((sigma * 4).rounded(.up))
    var taps = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = taps.reduce(0, +)
    taps = taps.map { $0 / sum }
    var across = Array(repeating: 0.0, count: w * h)
    for y in 0..<h {
      for x in 0..<w where from[y * w + x] != 0 {
        let value = from[y * w + x]
        for k in max(-radius, -x)...min(radius, w - 1 - x) {
          across[y * w + x + k] += value * taps[k + radius]
        }
      }
    }
    var down = Array(repeating: 0.0, count: w * h)
    for y in 0..<h {
      for k in max(-radius, -y)...min(radius, h - 1 - y) {
        let weight = taps[k + radius]
        for x in 0..<w { down[(y + k) * w + x] += across[y * w + x] * weight }
      }
    }
    return down
  }
}

/// A producer that mixes its first two inputs by the progress.
final class AveragingProducer: PixelProducer {
  static func mix(_ inputs: [SIMD4<Double>], _ progress: Double) -> SIMD4<Double> {
    inputs[0] + (inputs[1] - inputs[0]) * progress
  }

  func draw(
    _ moment: StepMoment, scale: Double, inputs: [[Bitmap]], width: Int, height: Int
  ) throws -> Bitmap {
    let inputs = inputs.flatMap(\.self)
    let output = Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let colors = inputs.map { bitmap -> SIMD4<Double> in
          let p = bitmap.pixel(x, y)
          return SIMD4(Double(p[0]), Double(p[1]), Double(p[2]), Double(p[3]))
        }
        let c = Self.mix(colors, moment.progress)
        output.set(x, y, [c.x, c.y, c.z, c.w].map { UInt8($0.rounded()) })
      }
    }
    output.scanOpacity()
    return output
  }
}
