internal import CKernels
internal import Scenes

/// A part of an image that is drawn over a rectangle of a layer's plane, with its paint.
struct ImagePlacement {
  let bitmap: Bitmap
  /// The part of the image in pixels of the bitmap, rounded to 1/256.
  private let source: Rect
  private let place: Rect
  private let shapes: DeviceShapes
  /// The offset in whole pixels if the image is shown 1:1.
  private let offset: (x: Int, y: Int)?

  /// Places an image; `part` is a fraction of the image, and `place` is a rectangle in the plane of `shapes`.
  init(bitmap: Bitmap, part: Rect, place: Rect, shapes: DeviceShapes) {
    self.bitmap = bitmap
    self.place = place
    self.shapes = shapes
    let x0 = snapped(part.minX * Double(bitmap.width))
    let y0 = snapped(part.minY * Double(bitmap.height))
    let x1 = snapped(part.maxX * Double(bitmap.width))
    let y1 = snapped(part.maxY * Double(bitmap.height))
    source = Rect(x0, y0, x1 - x0, y1 - y0)
    offset = Self.offset(source, place, shapes)
  }

  private static func offset(
    _ source: Rect, _ place: Rect, _ shapes: DeviceShapes
  ) -> (x: Int, y: Int)? {
    guard shapes.map.isRectilinear else { return nil }
    let d = shapes.device(place)
    let (dx, dy) = (d.x0 - source.x, d.y0 - source.y)
    guard d.x1 - d.x0 == source.width, d.y1 - d.y0 == source.height,
      let x = Int32(whole: dx), let y = Int32(whole: dy)
    else { return nil }
    return (Int(x), Int(y))
  }

  var isCopy: Bool { offset != nil }

  /// The rectangle of the canvas to which the image is copied.
  var copiedBounds: PixelRect {
    PixelRect(offset?.x ?? 0, offset?.y ?? 0, bitmap.width, bitmap.height)
  }

  /// The device pixels that show only the image's opaque part.
  private var opaquePart: PixelRect {
    let part = bitmap.opaquePart
    if part.isEmpty || bitmap.isOpaque { return .zero }
    if let offset {
      return PixelRect(part.x + offset.x, part.y + offset.y, part.width, part.height)
    }
    guard shapes.map.isRectilinear, source.width > 0, source.height > 0 else { return .zero }
    let d = shapes.device(place)
    let (sx, sy) = ((d.x1 - d.x0) / source.width, (d.y1 - d.y0) / source.height)
    // A sample reads texels of two mipmap levels, and so reaches beyond its own position.
    let stretch = max(1, 1 / max(min(abs(sx), abs(sy)), 1e-3))
    let reach = 4 * stretch + 2
    let inner = Rect(Double(part.x), Double(part.y), Double(part.width), Double(part.height))
      .insetBy(dx: reach, dy: reach)
    guard inner.width > 0, inner.height > 0 else { return .zero }
    let xs = [inner.minX, inner.maxX].map { d.x0 + ($0 - source.x) * sx }.sorted()
    let ys = [inner.minY, inner.maxY].map { d.y0 + ($0 - source.y) * sy }.sorted()
    let whole = Rect(xs[0] + 1, ys[0] + 1, xs[1] - xs[0] - 2, ys[1] - ys[0] - 2)
    return whole.width > 0 && whole.height > 0 ? whole.pixels(in: shapes.clip) : .zero
  }

  /// The paint for device pixels in `box`; nil if nothing is visible.
  func paint(over box: PixelRect, pictures: RenderCache) -> Paint? {
    if source.isEmpty { return nil }
    var paint = sampling(over: box, pictures)
    paint?.opaquePart = opaquePart
    return paint
  }

  private func sampling(over box: PixelRect, _ pictures: RenderCache) -> Paint? {
    if let offset { return Paint(copying: bitmap, dx: offset.x, dy: offset.y) }
    return shapes.map.isRectilinear ? scaled(over: box, pictures) : mapped(over: box, pictures)
  }

  private func scaled(over box: PixelRect, _ pictures: RenderCache) -> Paint? {
    let d = shapes.device(place)
    guard d.x0 != d.x1, d.y0 != d.y1 else { return nil }
    let (sx, sy) = (source.width / (d.x1 - d.x0), source.height / (d.y1 - d.y0))
    let stretch = min(abs(sx), abs(sy))
    let pyramid = pictures.pyramid(of: bitmap, isMinified: stretch > CK_FINEST_UPRIGHT)
    var level = 0
    while level < pyramid.count - 1, stretch > CK_FINEST_UPRIGHT * Double(1 << level) { level += 1 }
    let across = ResampleKernel(
      ResampleKernel.Placement(
        range: box.x..<box.maxX, start: source.x, edge: d.x0, step: sx,
        part: source.minX...source.maxX, level: level, size: pyramid[level].width),
      isAcross: true)
    let down = ResampleKernel(
      ResampleKernel.Placement(
        range: box.y..<box.maxY, start: source.y, edge: d.y0, step: sy,
        part: source.minY...source.maxY, level: level, size: pyramid[level].height),
      isAcross: false)
    return Paint(scaling: pyramid, over: box, level: level, across: across, down: down)
  }

  private func mapped(over box: PixelRect, _ pictures: RenderCache) -> Paint? {
    guard let inverse = shapes.map.inverse else { return nil }
    let toSource = Transform.mapping(place, to: source).flattened
    let map = inverse.then(toSource).normalized
    var isMinified = true
    if map.isAffine {
      // The smallest length of a pixel's longer side in the image; if the image is enlarged, level 0 is
      // sufficient.
      let along = (map.a * map.a + map.b * map.b).squareRoot()
      let across = (map.c * map.c + map.d * map.d).squareRoot()
      isMinified = max(along, across) > CK_FINEST_TURNED
    }
    let pyramid = pictures.pyramid(of: bitmap, isMinified: isMinified)
    return Paint(mapping: pyramid, over: box, by: map)
  }
}
