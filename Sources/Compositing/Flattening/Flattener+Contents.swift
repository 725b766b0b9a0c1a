internal import Scenes

extension Flattener {
  /// The layer's background and contents.
  ///
  /// When both fill the bounds, or the layer masks to them, the pixels are composed first and the
  /// shape is applied once, so that the background never shows as a fringe round the contents.
  mutating func content(
    _ index: Int, _ p: LayerProperties, _ placement: Placement, _ shapes: DeviceShapes
  ) throws(CompositingError) {
    let bounds = placement.bounds
    if bounds.isEmpty { return }
    let background = p.backgroundColor.flatMap { $0.alpha > 0 ? $0 : nil }
    let place = contentsPlace(p, bounds)
    let fills = place == bounds && (p.cornerRadius == 0 || p.masksToBounds)

    if p.masksToBounds {
      // The caller cuts all of it by the same shape.
      let box = within?.coverage.bounds ?? .zero
      if let background { draw(Coverage(box), Paint(color: background)) }
      if let place {
        try drawContents(index, p, place, bounds, shapes, fills ? Coverage(box) : nil)
      }
      return
    }
    if let background, fills, place != nil {
      let shape = shapes.rectangle(bounds, within: within)
      let start = operations.count
      try drawContents(index, p, bounds, bounds, shapes, Coverage(shape.bounds))
      if case .shape(let top)? = operations.last, operations.count == start + 1 {
        if !top.paint.isOpaque {
          let under = Shape(coverage: top.coverage, paint: Paint(color: background))
          operations.insert(.shape(under), at: start)
        }
      } else {
        draw(Coverage(shape.bounds), Paint(color: background))
      }
      var effect = FlattenedLayer.Effect(coverage: shape)
      operations[start...] = ArraySlice(Array(operations[start...]).applying(&effect))
      return
    }
    if let background {
      draw(
        shapes.rectangle(bounds, cornerRadius: p.cornerRadius, within: within),
        Paint(color: background))
    }
    guard let place else { return }
    var shape: Coverage?
    if isSilhouette, let background {
      shape = shapes.rectangle(
        place, over: bounds, cornerRadius: p.cornerRadius, alpha: background.alpha, within: within)
    }
    try drawContents(index, p, place, bounds, shapes, shape)
  }

  private mutating func draw(_ coverage: Coverage, _ paint: Paint) {
    if !coverage.isEmpty {
      operations.append(.shape(Shape(coverage: coverage, paint: paint)))
    }
  }

  /// Where the contents lie in the layer's plane; nil when there are none.
  func contentsPlace(_ p: LayerProperties, _ bounds: Rect) -> Rect? {
    let natural: Size
    switch p.contents {
    case .none: return nil
    case .color(let color): return color.alpha > 0 ? bounds : nil
    case .gradient: return bounds
    case .picture(let picture): natural = picture.naturalSize(in: bounds)
    case .snapshot(let snapshot): natural = snapshot.frame.size
    case .produced: natural = p.frame.size
    }
    let size = Size(natural.width * p.contentsRect.width, natural.height * p.contentsRect.height)
    guard size.width > 0, size.height > 0 else { return nil }
    return p.contentsGravity.place(size, in: bounds)
  }

  /// `coverage`: what to fill instead of the contents' own rectangle.
  private mutating func drawContents(
    _ index: Int, _ p: LayerProperties, _ place: Rect, _ bounds: Rect, _ shapes: DeviceShapes,
    _ coverage: Coverage?
  ) throws(CompositingError) {
    let shape = coverage ?? shapes.rectangle(place, within: within)
    if shape.isEmpty { return }
    let id = scene.stage.nodes[index].id
    switch p.contents {
    case .none: break
    case .color(let color): draw(shape, Paint(color: color))
    case .gradient(let gradient):
      if let map = gradientMap(gradient, bounds, shapes.map) {
        draw(shape, Paint(gradient, by: map))
      }
    case .picture(let contents):
      let shown = try picture(contents, p, bounds, over: place, through: shapes, layer: id)
      drawImage(shown.bitmap, shown.part(p.contentsRect), place, shapes, shape)
    case .snapshot(let snapshot):
      if let bitmap = try pictures.still(snapshot, scale: scale) {
        drawImage(bitmap, p.contentsRect, place, shapes, shape)
      }
    case .produced(let contents):
      if let bitmap = try pictures.produced(
        contents, size: p.frame.size, scale: scale, layer: id)
      {
        drawImage(bitmap, p.contentsRect, place, shapes, shape)
      }
    }
  }

  mutating func drawImage(
    _ bitmap: Bitmap, _ part: Rect, _ place: Rect, _ shapes: DeviceShapes, _ shape: Coverage
  ) {
    let image = ImagePlacement(bitmap: bitmap, part: part, place: place, shapes: shapes)
    guard let paint = image.paint(over: shape.bounds, pictures: pictures) else { return }
    draw(image.isCopy ? shape.window(image.copiedBounds) : shape, paint)
  }

  /// From device pixels to the plane in which the gradient runs along x from 0 to 1, or round 0 to 1.
  private func gradientMap(_ g: Gradient, _ bounds: Rect, _ map: Homography) -> Homography? {
    guard let toLayer = map.inverse else { return nil }
    switch g.shape {
    case .linear(let start, let end):
      let a = bounds.point(at: start)
      let b = bounds.point(at: end)
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let square = dx * dx + dy * dy
      var along = Homography.identity
      // A gradient without length shows its last colour.
      guard square > 0 else {
        (along.a, along.c, along.tx) = (0, 0, 1)
        return toLayer.then(along).normalized
      }
      (along.a, along.b) = (dx / square, 0)
      (along.c, along.d) = (dy / square, 1)
      along.tx = -(a.x * dx + a.y * dy) / square
      return toLayer.then(along).normalized
    case .radial(let center, let radius):
      let c = bounds.point(at: center)
      let rx = max(radius.width * bounds.width, 1e-9)
      let ry = max(radius.height * bounds.height, 1e-9)
      var round = Homography.identity
      (round.a, round.d) = (1 / rx, 1 / ry)
      (round.tx, round.ty) = (-c.x / rx, -c.y / ry)
      return toLayer.then(round).normalized
    }
  }
}

extension Homography {
  /// The same map with w = 1 when it is affine, which rounding may have hidden.
  var normalized: Homography {
    let size = abs(w)
    guard size > 0, abs(p) < 1e-13 * size, abs(q) < 1e-13 * size else { return self }
    return Homography(
      a: a / w, b: b / w, p: 0, c: c / w, d: d / w, q: 0, tx: tx / w, ty: ty / w, w: 1)
  }
}

extension ContentsGravity {
  /// Where something of `size` lies in `bounds`.
  func place(_ size: Size, in bounds: Rect) -> Rect {
    let (rx, ry) = (bounds.width / size.width, bounds.height / size.height)
    switch self {
    case .resize: return bounds
    case .resizeAspect, .resizeAspectFill:
      if abs(rx - ry) <= 1e-9 * rx { return bounds }
      let ratio = self == .resizeAspect ? min(rx, ry) : max(rx, ry)
      return Rect(
        center: bounds.center, size: Size(size.width * ratio, size.height * ratio))
    default: break
    }
    var x = bounds.x + (bounds.width - size.width) / 2
    var y = bounds.y + (bounds.height - size.height) / 2
    if self == .left || self == .topLeft || self == .bottomLeft { x = bounds.minX }
    if self == .right || self == .topRight || self == .bottomRight { x = bounds.maxX - size.width }
    if self == .top || self == .topLeft || self == .topRight { y = bounds.minY }
    if self == .bottom || self == .bottomLeft || self == .bottomRight {
      y = bounds.maxY - size.height
    }
    return Rect(x, y, size.width, size.height)
  }
}
