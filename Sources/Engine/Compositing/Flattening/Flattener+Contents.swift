internal import Scenes

extension Flattener {
  /// Adds the layer's background, contents, path, and inner shadows.
  ///
  /// If several of these operations fill the bounds, or the layer masks to its bounds, they are composited
  /// first and the shape is applied once. The background then does not show as a fringe around the contents,
  /// and the edge is not counted twice. `rim` is the border that will be drawn above these operations.
  mutating func content(
    _ index: Int, _ p: LayerProperties, _ placement: Placement, _ shapes: DeviceShapes,
    _ rim: BorderCoverage?
  ) throws(CompositingError) {
    let fallsOnFill = try fill(index, p, placement, shapes, rim)
    try drawPath(p.drawing, placement.bounds, shapes)
    if !fallsOnFill { innerShadows(p, placement, shapes, rim) }
  }

  /// Draws the background and contents; returns whether the inner shadows were drawn with them.
  private mutating func fill(
    _ index: Int, _ p: LayerProperties, _ placement: Placement, _ shapes: DeviceShapes,
    _ rim: BorderCoverage?
  ) throws(CompositingError) -> Bool {
    let bounds = placement.bounds
    if bounds.isEmpty { return false }
    let background = p.backgroundColor.flatMap { $0.alpha > 0 ? $0 : nil }
    let place = contentsPlace(p, bounds)
    let fills = place == bounds && (p.cornerRadii.isZero || p.masksToBounds)

    if p.masksToBounds {
      // The caller clips all of the layer's operations with one shape.
      let box = within?.coverage.bounds ?? .zero
      if let background { draw(Coverage(box), Paint(color: background)) }
      if let place {
        try drawContents(index, p, place, bounds, shapes, fills ? Coverage(box) : nil)
      }
      return false
    }
    let isWhole = place == nil ? background != nil : fills
    let isShaded = isWhole && p.hasInnerShadows && p.drawing.path == nil
    if isShaded || isWhole && place != nil && background != nil {
      let shape = shapes.rectangle(p.rounded(bounds), under: rim, within: within)
      let start = operations.count
      if place != nil { try drawContents(index, p, bounds, bounds, shapes, Coverage(shape.bounds)) }
      if let background { draw(background, under: start, in: shape.bounds) }
      if isShaded { operations += innerShadows(p, placement, over: shape.bounds) }
      var effect = FlattenedLayer.Effect(coverage: shape)
      operations[start...] = ArraySlice(Array(operations[start...]).applying(&effect))
      return isShaded
    }
    if let background {
      draw(
        shapes.rectangle(p.rounded(bounds), under: rim, within: within),
        Paint(color: background))
    }
    guard let place else { return false }
    var shape: Coverage?
    if isSilhouette, let background {
      shape = shapes.rectangle(
        RoundedRect(place), over: p.rounded(bounds), alpha: background.alpha, within: within)
    } else if place == bounds {
      shape = shapes.rectangle(RoundedRect(place), under: rim, within: within)
    }
    try drawContents(index, p, place, bounds, shapes, shape)
    return false
  }

  /// Draws a background below the operations of the contents; the contents are the operations from index
  /// `start` on.
  private mutating func draw(_ background: Color, under start: Int, in box: PixelRect) {
    var under = Coverage(box)
    if case .shape(let top)? = operations.last, operations.count == start + 1 {
      under = top.coverage
      if top.paint.isOpaque { return }
    }
    operations.insert(.shape(Shape(coverage: under, paint: Paint(color: background))), at: start)
  }

  /// Draws the layer's path: first the fill, then the stroke.
  private mutating func drawPath(
    _ drawing: PathDrawing, _ bounds: Rect, _ shapes: DeviceShapes
  ) throws(CompositingError) {
    guard let path = drawing.path else { return }
    let moved = Homography(
      a: 1, b: 0, p: 0, c: 0, d: 1, q: 0, tx: bounds.minX, ty: bounds.minY, w: 1)
    let plane = DeviceShapes(map: moved.then(shapes.map), clip: clip)
    if let color = drawing.fillColor, color.alpha > 0 {
      draw(plane.path(path), Paint(color: color))
    }
    if drawing.isStroked, let color = drawing.strokeColor {
      draw(plane.stroke(drawing, path), Paint(color: color))
    }
  }

  /// The visible border of a layer, within the current clip.
  func rim(_ p: LayerProperties, _ bounds: Rect, _ shapes: DeviceShapes, _ clip: ClipPath?)
    -> BorderCoverage?
  {
    guard let border = p.border, border.isSeen, !bounds.isEmpty else { return nil }
    return shapes.rim(border, round: p.rounded(bounds), within: clip)
  }

  /// Returns the operations that draw the layer's border.
  func border(
    _ p: LayerProperties, _ bounds: Rect, _ shapes: DeviceShapes, _ rim: BorderCoverage?
  ) -> [DrawOperation] {
    guard let rim, let border = p.border else { return [] }
    let coverage = rim.coverage
    if coverage.isEmpty { return [] }
    var paint = Paint(color: border.color)
    if let gradient = border.gradient {
      guard let map = gradient.plane(over: bounds, seenBy: shapes.map) else { return [] }
      paint = Paint(gradient, by: map)
    }
    return [.shape(Shape(coverage: coverage, paint: paint))]
  }

  private mutating func draw(_ coverage: Coverage, _ paint: Paint) {
    if !coverage.isEmpty {
      operations.append(.shape(Shape(coverage: coverage, paint: paint)))
    }
  }

  /// The rectangle of the contents in the layer's plane; nil if the layer has no contents.
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

  /// Draws the contents; `coverage`, if given, is the area that the contents fill instead of their own
  /// rectangle.
  private mutating func drawContents(
    _ index: Int, _ p: LayerProperties, _ place: Rect, _ bounds: Rect, _ shapes: DeviceShapes,
    _ coverage: Coverage?
  ) throws(CompositingError) {
    let shape = coverage ?? shapes.rectangle(RoundedRect(place), within: within)
    if shape.isEmpty { return }
    let id = scene.stage.nodes[index].id
    switch p.contents {
    case .none: break
    case .color(let color): draw(shape, Paint(color: color))
    case .gradient(let gradient):
      if let map = gradient.plane(over: bounds, seenBy: shapes.map) {
        draw(shape, Paint(gradient, by: map))
      }
    case .picture(let contents):
      let turned = try turned(contents, p, bounds, over: place, through: shapes, layer: id)
      let shown =
        if let turned { turned.shown } else {
          try picture(contents, p, bounds, over: place, through: shapes, layer: index)
        }
      func drawPart(_ bitmap: Bitmap) {
        if let box = turned?.box {
          draw(shape.window(box), Paint(copying: bitmap, dx: box.x, dy: box.y))
        } else {
          drawImage(bitmap, shown.part(p.contentsRect), place, shapes, shape)
        }
      }
      if let behind = shown.behind { drawPart(behind) }
      let start = operations.count
      drawPart(shown.bitmap)
      if let gradient = contents.gradient,
        let map = gradient.plane(over: bounds, seenBy: shapes.map)
      {
        operations[start...] = ArraySlice(Array(operations[start...]).painted(gradient, by: map))
      }
      if let above = shown.above { drawPart(above) }
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
}

extension [DrawOperation] {
  /// Paints a gradient through the opacity of the operations.
  fileprivate func painted(_ gradient: Gradient, by map: Homography) -> [DrawOperation] {
    if isEmpty { return [] }
    let box = Coverage(bounds)
    let mask = LayerMask(operations: self, luminance: false, inverted: false)
    return [
      .group(
        Group(
          coverage: box, alpha: Fixed.full, masks: [mask], mode: .blend(.normal),
          operations: [.shape(Shape(coverage: box, paint: Paint(gradient, by: map)))]))
    ]
  }
}

extension Homography {
  /// The map scaled so that w = 1 if it is affine, even if rounding errors made w inexact.
  var normalized: Homography {
    let size = abs(w)
    guard size > 0, abs(p) < 1e-13 * size, abs(q) < 1e-13 * size else { return self }
    return Homography(
      a: a / w, b: b / w, p: 0, c: c / w, d: d / w, q: 0, tx: tx / w, ty: ty / w, w: 1)
  }
}

extension ContentsGravity {
  /// The rectangle in which contents of `size` are placed in `bounds` with this contentsGravity.
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
