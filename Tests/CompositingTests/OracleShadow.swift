import Foundation
import Scenes

extension Oracle {
  /// The blurred alpha of the layer in its own plane, looked up where each pixel's samples lie.
  func shadow(_ index: Int, _ p: LayerProperties, _ place: Placement) -> OraclePicture? {
    let sigma = p.shadowRadius
    let map = place.toCanvas.then(device)
    guard let inverse = map.inverse else { return nil }
    // A fine picture of the plane around the layer.
    let extent = reach(index, p, Placement(inOwnPlane: place)).union(p.frame)
    let frame = extent.insetBy(dx: -4 * sigma - 2, dy: -4 * sigma - 2)
    let fine = min(3 * scale, 600 / max(frame.width, frame.height))
    let (w, h) = (Int(frame.width * fine) + 1, Int(frame.height * fine) + 1)
    let plane = Homography(
      a: fine, b: 0, p: 0, c: 0, d: fine, q: 0, tx: -frame.x * fine, ty: -frame.y * fine, w: 1)
    let small = Oracle(
      scene: scene, width: w, height: h, device: plane, scale: scale, grid: 3, isSilhouette: true)
    var alpha: [Double]
    if let path = p.shadowPath {
      precondition(place.bounds == p.frame)
      alpha = small.cover(OracleRegion(OracleShape(path), plane))
    } else {
      var alone = p
      alone.shadowOpacity = 0
      alone.opacity = 1
      alone.mask = nil
      alone.shadows = []
      let own = Placement(inOwnPlane: place)
      alpha = small.layer(index, alone, own).pixels.map(\.w)
    }
    alpha = blur(alpha, w, h, sigma * fine)
    let color = Oracle.premultiplied(p.shadowColor) * p.shadowOpacity
    var picture = OraclePicture(width, height)
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0.0
        for k in 0..<256 {
          let at = Point(
            Double(x) + (Double(k % 16) + 0.5) / 16, Double(y) + (Double(k / 16) + 0.5) / 16)
          let q = inverse.apply(at).point
          if map.p * q.x + map.q * q.y + map.w <= 1e-6 { continue }
          let u = (q.x - p.shadowOffset.x - frame.x) * fine - 0.5
          let v = (q.y - p.shadowOffset.y - frame.y) * fine - 0.5
          guard u >= 0, v >= 0, u < Double(w - 1), v < Double(h - 1) else { continue }
          let (i, j) = (Int(u), Int(v))
          let (fx, fy) = (u - Double(i), v - Double(j))
          let top = alpha[j * w + i] * (1 - fx) + alpha[j * w + i + 1] * fx
          let low = alpha[(j + 1) * w + i] * (1 - fx) + alpha[(j + 1) * w + i + 1] * fx
          sum += top * (1 - fy) + low * fy
        }
        picture.pixels[y * width + x] = color * (sum / 256)
      }
    }
    return picture
  }

  /// The blurred shape of the bounds, or all but a blurred hole, looked up where each pixel's samples lie.
  func boxShadow(
    _ effect: LayerEffect, _ p: LayerProperties, _ place: Placement, _ map: Homography
  ) -> OraclePicture {
    var picture = OraclePicture(width, height)
    guard let inverse = map.inverse else { return picture }
    let n = effect.numbers
    let isInner = effect.kind == .innerShadow
    let spread = isInner ? -n[3] : n[3]
    let b = place.bounds
    let shape = p.rounded(b).outset(by: spread)
    let isThere = shape.rect.width > 0 && shape.rect.height > 0
    let frame = b.insetBy(dx: -abs(spread) - 5 * n[0] - 2, dy: -abs(spread) - 5 * n[0] - 2)
    let fine = min(3 * scale, 500 / max(frame.width, frame.height))
    let (w, h) = (Int(frame.width * fine) + 1, Int(frame.height * fine) + 1)
    let plane = Homography(
      a: fine, b: 0, p: 0, c: 0, d: fine, q: 0, tx: -frame.x * fine, ty: -frame.y * fine, w: 1)
    let small = Oracle(scene: scene, width: w, height: h, device: plane, scale: scale, grid: 3)
    var alpha = Array(repeating: 0.0, count: w * h)
    if isThere {
      alpha = small.cover(OracleRegion(.rounded(shape), plane))
      alpha = blur(alpha, w, h, n[0] * fine)
    }
    let color = Oracle.premultiplied(effect.color!)
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0.0
        for k in 0..<36 {
          let at = Point(
            Double(x) + (Double(k % 6) + 0.5) / 6, Double(y) + (Double(k / 6) + 0.5) / 6)
          let q = inverse.apply(at).point
          if map.p * q.x + map.q * q.y + map.w <= 1e-6 { continue }
          let u = (q.x - n[1] - frame.x) * fine - 0.5
          let v = (q.y - n[2] - frame.y) * fine - 0.5
          var value = 0.0
          if u >= 0, v >= 0, u < Double(w - 1), v < Double(h - 1) {
            let (i, j) = (Int(u), Int(v))
            let (fx, fy) = (u - Double(i), v - Double(j))
            let top = alpha[j * w + i] * (1 - fx) + alpha[j * w + i + 1] * fx
            let low = alpha[(j + 1) * w + i] * (1 - fx) + alpha[(j + 1) * w + i + 1] * fx
            value = top * (1 - fy) + low * fy
          }
          sum += isInner ? 1 - value : value
        }
        picture.pixels[y * width + x] = color * (sum / 36)
      }
    }
    return picture
  }

  /// A box round a layer and all in it, shadows too; children that are seen in perspective may be
  /// large, so it ends at 100 points.
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

  private func blur(_ from: [Double], _ w: Int, _ h: Int, _ sigma: Double) -> [Double] {
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

/// Mixes its first two inputs by the progress.
final class AveragingProducer: PixelProducer {
  static func mix(_ inputs: [SIMD4<Double>], _ progress: Double) -> SIMD4<Double> {
    inputs[0] + (inputs[1] - inputs[0]) * progress
  }

  func draw(
    _ moment: StepMoment, scale: Double, inputs: [Bitmap], width: Int, height: Int
  ) throws -> Bitmap {
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
