internal import Scenes

extension Flattener {
  /// Adds the shadows around the layer's rounded bounds; as in CSS, they are not drawn below the layer.
  mutating func outerShadows(
    _ p: LayerProperties, _ placement: Placement
  ) throws(CompositingError) {
    let others = operations
    operations = []
    try shadowsBelow(p, placement)
    // An opaque background would hide all shadows below it.
    if !operations.isEmpty, !isSilhouette, (p.backgroundColor?.alpha ?? 0) < 1 {
      let shapes = DeviceShapes(map: placement.toCanvas.then(device), clip: clip)
      let hole = shapes.rectangle(p.rounded(placement.bounds), within: nil)
      let free = hole.inverted(in: operations.bounds)
      operations = free.isEmpty ? [] : operations.map { $0.applying(free, Fixed.full) }
    }
    operations = others + operations
  }

  private mutating func shadowsBelow(
    _ p: LayerProperties, _ placement: Placement
  ) throws(CompositingError) {
    for shadow in p.shadows.reversed() where shadow.kind == .shadow {
      guard let color = shadow.color, color.alpha > 0 else { continue }
      let shape = p.rounded(placement.bounds).outset(by: shadow.spread)
      let (rect, map) = (shape.rect, map(shadow, placement))
      if rect.width <= 0 || rect.height <= 0 { continue }
      if shape.isPlain {
        rectangleShadow(rect, shape.radii.largest, sigma(shadow), map, color)
      } else {
        try drawBlurred(rect, sigma(shadow), map, color) { _, map, room throws(CompositingError) in
          let coverage = DeviceShapes(map: map, clip: room).rectangle(shape)
          return coverage.isEmpty ? nil : WeightMap(of: coverage)
        }
      }
    }
  }

  /// Draws the inner shadows inside the layer's rounded bounds. The shadows share their edge with one another
  /// and, when only the layer's alpha is drawn, with the background. `rim` is the border that will be drawn
  /// over the shadows.
  mutating func innerShadows(
    _ p: LayerProperties, _ placement: Placement, _ shapes: DeviceShapes, _ rim: BorderCoverage?
  ) {
    if placement.bounds.isEmpty || !p.hasInnerShadows { return }
    if p.masksToBounds {
      // The caller clips all inner shadows of a layer with one shape.
      operations += innerShadows(p, placement, over: within?.coverage.bounds ?? .zero)
      return
    }
    let shape = p.rounded(placement.bounds)
    var seen = shapes.rectangle(shape, under: rim, within: within)
    if isSilhouette, let background = p.backgroundColor {
      seen = shapes.rectangle(shape, over: shape, alpha: background.alpha, within: within)
    }
    var effect = FlattenedLayer.Effect(coverage: seen)
    operations += innerShadows(p, placement, over: seen.bounds).applying(&effect)
  }

  /// Adds the inner shadows of a box: the blurred surroundings of a hole.
  func innerShadows(
    _ p: LayerProperties, _ placement: Placement, over box: PixelRect
  ) -> [DrawOperation] {
    if box.isEmpty { return [] }
    let bounds = placement.bounds
    var made: [DrawOperation] = []
    for shadow in p.shadows.reversed() where shadow.kind == .innerShadow {
      guard let color = shadow.color, color.alpha > 0 else { continue }
      let hole = p.rounded(bounds).outset(by: -shadow.spread)
      let map = map(shadow, placement)
      let paint: Paint
      if map.isRectilinear, hole.isPlain {
        let weights = WeightMap(round: hole, sigma(shadow), map, over: box)
        paint = Paint(mask: weights, color: color, by: nil)
      } else {
        // Draws the picture in the layer's own plane, with a margin for pixels that are read beyond its
        // edges.
        let fine = resolution(over: bounds, sigma(shadow), map)
        let moved = Rect(
          bounds.x - shadow.offset.x, bounds.y - shadow.offset.y, bounds.width, bounds.height)
        let plane = DeviceShapes(map: .scale(fine), clip: .plane)
        let room = plane.innerPixels(moved).insetBy(dx: -4, dy: -4)
        guard let inverse = Homography.scale(1 / fine).then(map).inverse else { continue }
        let toMask = inverse.then(
          Homography(
            a: 1, b: 0, p: 0, c: 0, d: 1, q: 0, tx: -Double(room.x), ty: -Double(room.y), w: 1))
        let (samples, rest) = sampling(over: box, toMask, sigma: sigma(shadow) * fine)
        let weights = WeightMap(round: hole, rest / fine, .scale(fine), over: room)
        paint = Paint(mask: weights, color: color, by: toMask.normalized, samples: samples)
      }
      made.append(.shape(Shape(coverage: Coverage(box), paint: paint)))
    }
    return made
  }

  private func sigma(_ shadow: LayerEffect) -> Double { min(shadow.radius, 1_000) }

  /// Maps the layer's plane, moved by the shadow's offset, to device pixels.
  private func map(_ shadow: LayerEffect, _ placement: Placement) -> Homography {
    var moved = Homography.identity
    (moved.tx, moved.ty) = (shadow.offset.x, shadow.offset.y)
    return moved.then(placement.toCanvas).then(device)
  }
}

extension LayerProperties {
  var hasInnerShadows: Bool { shadows.contains { $0.kind == .innerShadow } }
}

extension WeightMap {
  /// Creates weights that are full everywhere except in a blurred, rounded hole; `map` may only scale and
  /// move.
  fileprivate init(
    round hole: RoundedRect, _ sigma: Double, _ map: Homography, over box: PixelRect
  ) {
    self.init(
      x: box.x, y: box.y, width: box.width, height: box.height,
      weights: Buffer(repeating: 65_535, count: box.width * box.height))
    if hole.rect.width <= 0 || hole.rect.height <= 0 { return }
    let (sx, sy) = (abs(map.a), abs(map.d))
    let spread = Size(sigma * sx, sigma * sy)
    let blurred: WeightMap?
    if hole.isPlain {
      let d = DeviceShapes(map: map, clip: .plane).device(hole.rect)
      let shape = Rect(min(d.x0, d.x1), min(d.y0, d.y1), abs(d.x1 - d.x0), abs(d.y1 - d.y0))
      let radius = hole.radii.largest
      blurred =
        SeparableShadow(
          rect: shape, radius: Size(radius * sx, radius * sy), sigma: spread, clip: box)?.weightMap
    } else {
      let room = box.outset(by: spread)
      let inside = DeviceShapes(map: map, clip: room).rectangle(hole)
      blurred = WeightMap(of: inside).blurred(spread)
    }
    guard let lit = blurred?.window(box) else { return }
    for y in 0..<lit.height {
      for x in 0..<lit.width {
        let at = (lit.y + y - box.y) * box.width + lit.x + x - box.x
        weights[at] = 65_535 - lit.weights[y * lit.width + x]
      }
    }
  }
}
