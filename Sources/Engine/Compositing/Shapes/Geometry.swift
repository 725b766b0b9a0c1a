internal import Scenes

/// Converts shapes in a layer's plane to coverage of device pixels.
struct DeviceShapes {
  /// The map from points of the layer's plane to device pixels.
  let map: Homography
  /// The rectangle of device pixels outside which no coverage is needed.
  let clip: PixelRect

  /// The largest number of device pixels per point in any place and direction of a rectangle of the plane.
  func stretch(over rect: Rect, upTo limit: Double = 64) -> Double {
    var most = 0.0
    for p in rect.corners + [rect.center] {
      let n = map.p * p.x + map.q * p.y + map.w
      guard n > 1e-3 else {
        most = max(most, limit)
        continue
      }
      let q = map.apply(p).point
      let ux = (map.a - q.x * map.p) / n
      let vx = (map.b - q.y * map.p) / n
      let uy = (map.c - q.x * map.q) / n
      let vy = (map.d - q.y * map.q) / n
      most = max(most, (ux * ux + vx * vx).squareRoot(), (uy * uy + vy * vy).squareRoot())
    }
    return min(most, limit)
  }

  /// The rectangle in device pixels, with corners rounded to 1/256; the map must not rotate.
  func device(_ rect: Rect) -> (x0: Double, y0: Double, x1: Double, y1: Double) {
    func edge(_ x: Double) -> Double { snapped(x.isFinite ? min(max(x, -1e8), 1e8) : 0) }
    return (
      edge(map.a * rect.minX + map.tx), edge(map.d * rect.minY + map.ty),
      edge(map.a * rect.maxX + map.tx), edge(map.d * rect.maxY + map.ty)
    )
  }

  func rectangle(_ shape: RoundedRect) -> Coverage {
    if shape.rect.isEmpty { return Coverage(.zero) }
    if shape.isSharp && map.isRectilinear { return upright(shape.rect) }
    return Rasterizer.coverage(polygon(shape), in: clip)
  }

  func polygon(_ shape: RoundedRect) -> Polygon {
    if shape.rect.isEmpty { return Polygon() }
    let ring =
      shape.isSharp
      ? shape.rect.corners
      : shape.keepsRadii
        ? PathFlattener.cornersCutting(shape, stretch: stretch(over: shape.rect))
        : PathFlattener.rounded(shape, stretch: stretch(over: shape.rect))
    if ring.isEmpty { return Polygon() }
    return Polygon(outlines: [ring], under: map, fillRule: .nonZero, isConvex: true)
  }

  func ellipse(_ rect: Rect) -> Coverage {
    if rect.isEmpty { return Coverage(.zero) }
    let ring = PathFlattener.ellipse(rect, stretch: stretch(over: rect))
    return Rasterizer.coverage(
      Polygon(outlines: [ring], under: map, fillRule: .nonZero, isConvex: true), in: clip)
  }

  func path(_ path: Path) -> Coverage {
    let box = path.box
    return Rasterizer.coverage(
      Polygon(
        outlines: PathFlattener.path(path, stretch: stretch(over: box), seen: seen), under: map,
        fillRule: path.fillRule, isConvex: false), in: clip)
  }

  /// The visible part of the plane; nil if the whole plane may be visible.
  private var seen: Rect? {
    guard map.isAffine else { return nil }
    return map.inverse?.boundingBox(
      of: Rect(
        Double(clip.x - 1), Double(clip.y - 1), Double(clip.width + 2), Double(clip.height + 2)))
  }

  func stroke(_ drawing: PathDrawing, _ path: Path) -> Coverage {
    let reach = drawing.lineWidth * max(drawing.miterLimit, 1.5)
    let box = path.box.insetBy(dx: -reach / 2, dy: -reach / 2)
    let stroker = Stroker(drawing, stretch: stretch(over: box), seen: seen)
    return Rasterizer.coverage(
      Polygon(
        outlines: stroker.outlines(of: path), under: map, fillRule: .nonZero, isConvex: false),
      in: clip)
  }

  /// The coverage of a rectangle that the map does not rotate: in each pixel, the covered part of the column
  /// times the covered part of the row.
  private func upright(_ rect: Rect) -> Coverage {
    let d = device(rect)
    let (left, right) = (min(d.x0, d.x1), max(d.x0, d.x1))
    let (top, bottom) = (min(d.y0, d.y1), max(d.y0, d.y1))
    let box = Rect(left, top, right - left, bottom - top).pixels(in: clip)
    if box.isEmpty { return Coverage(.zero) }
    /// The part of the interval from `low` to `high` that is inside pixel `x`, in 1/256.
    func part(_ x: Int, _ low: Double, _ high: Double) -> UInt32 {
      UInt32(
        clamped: (min(Double(x + 1), high) - max(Double(x), low)) * 256, rounded: .down, to: 0...256
      )
    }
    var builder = CoverageBuilder(bounds: box)
    let columns = (box.x..<box.maxX).map { part($0, left, right) }
    var last: UInt32?
    for y in box.y..<box.maxY {
      let row = part(y, top, bottom)
      if row == last {
        builder.repeatRow()
        continue
      }
      var x = 0
      while x < columns.count {
        let weight = UInt16((columns[x] * row * 65535 + 32768) >> 16)
        if weight == 65535 {
          var end = x + 1
          while end < columns.count, columns[end] == 256 { end += 1 }
          builder.full(box.x + x, box.x + end)
          x = end
        } else {
          builder.partial(box.x + x, weight)
          x += 1
        }
      }
      builder.endRow()
      last = row
    }
    return builder.finish()
  }
}
