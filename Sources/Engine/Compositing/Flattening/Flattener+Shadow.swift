internal import Scenes

extension Flattener {
  /// Draws the shadow of a layer below it: analytically if the shadow is a rounded rectangle, otherwise from
  /// the blurred alpha of the layer with its sublayers or of its shadowPath.
  mutating func shadow(
    _ index: Int, _ p: LayerProperties, _ placement: Placement
  ) throws(CompositingError) {
    var color = p.shadowColor
    color.alpha *= Fixed.clamped(p.shadowOpacity)
    if color.alpha <= 0 { return }
    let sigma = p.shadowRadius > 0 ? min(p.shadowRadius, 1_000) : 0
    // The offset is measured in the layer's plane, so the shadow is the layer moved first and mapped to the
    // canvas afterwards.
    let moved = Homography(
      a: 1, b: 0, p: 0, c: 0, d: 1, q: 0, tx: p.shadowOffset.x, ty: p.shadowOffset.y, w: 1)
    let map = moved.then(placement.toCanvas).then(device)
    let plane = p.shadowPath == nil ? map : moved.then(framePlane(p, placement)).then(device)
    let path = p.shadowPath

    if path == nil, try isOpaqueRectangle(index, p, placement) {
      let radius = p.cornerRadii.fitted(in: placement.bounds.size).largest
      rectangleShadow(placement.bounds, radius, sigma, map, color)
      return
    }
    let least = min(abs(map.a), abs(map.d)) * sigma
    // A sampled Gaussian is an accurate filter if sigma is at least 1.5 pixels.
    if map.isRectilinear, plane.isRectilinear, least >= 1.5 {
      try shadowFromFewerPixels(index, p, placement, (map, plane), sigma, least, color)
      return
    }
    // The shadow is drawn in the layer's own plane, at the resolution at which the canvas shows it.
    let all =
      path.map(\.box)
      ?? extent(
        index, p, Placement(inOwnPlane: placement), withShadow: false)
    try drawBlurred(all, sigma, plane, color) { flattener, map, room throws(CompositingError) in
      let made = try flattener.silhouette(index, p, placement, map, path, room)
      if made != nil { try flattener.charge(RenderCost.weighing(room.pixelCount), index) }
      if made != nil, let seen = plane.boundingBox(of: all) {
        let reach = sigma * Gaussian.reach
        let shown = seen.insetBy(dx: -reach, dy: -reach).pixels(in: flattener.clip)
        try flattener.charge(
          RenderCost.shading(shown.pixelCount, isTurned: !plane.isRectilinear), index)
      }
      return made
    }
  }

  /// Adds the blurred shadow of a layer without rotation, computed on the canvas's pixel grid or on a coarser
  /// grid. `maps` are the maps of the moved layer and of its path's plane; `least` is the layer's sigma in
  /// pixels.
  private mutating func shadowFromFewerPixels(
    _ index: Int, _ p: LayerProperties, _ placement: Placement,
    _ maps: (layer: Homography, path: Homography), _ sigma: Double, _ least: Double, _ color: Color
  ) throws(CompositingError) {
    // A shadow with a wide blur can be computed with fewer pixels. A blur that is far wider than the canvas
    // takes no more memory and time than the widest useful blur.
    var factor = 1
    while factor < 64, least >= 5 * Double(factor) { factor *= 2 }
    let most = Double(min(2_048, 1_024 * factor))
    let spread = Size(min(abs(maps.layer.a) * sigma, most), min(abs(maps.layer.d) * sigma, most))
    let reach = clip.outset(by: spread)
    let small = maps.path.then(.scale(1 / Double(factor)))
    let room = reach.divided(by: factor)
    guard let alpha = try silhouette(index, p, placement, small, p.shadowPath, room) else { return }
    let wide = alpha.box.outset(by: spread.divided(by: factor)).intersection(room)
    try charge(RenderCost.weighing(wide.pixelCount), index)
    try charge(
      RenderCost.shading(wide.pixelCount * Double(factor * factor), isTurned: false), index)
    // The enlargement of the picture also reads neighbouring pixels.
    let seen = clip.divided(by: factor).insetBy(dx: -2, dy: -2)
    let blurred = alpha.blurred(spread.divided(by: factor)).window(seen)
    if let mask = blurred?.enlarged(factor) {
      draw(mask, color)
    }
  }

  /// Draws coverage that is computed and blurred in a layer's own plane. `all` is the area of the shadow in
  /// the plane, which `plane` maps to device pixels; `weights` computes it for a map and the pixels that are
  /// needed.
  mutating func drawBlurred(
    _ all: Rect, _ sigma: Double, _ plane: Homography, _ color: Color,
    weights: (Flattener, Homography, PixelRect) throws(CompositingError) -> WeightMap?
  ) throws(CompositingError) {
    guard let seen = seenPart(of: all, sigma, plane) else { return }
    let fine = resolution(over: seen, sigma, plane)
    let room = seen.scaled(by: fine).pixels(in: .plane)
    let made = try weights(self, .scale(fine), room)
    let map = Homography.scale(1 / fine).then(plane)
    var rest = sigma * fine
    if let toMask = map.inverse, let box = plane.boundingBox(of: seen) {
      rest = sampling(over: box.pixels(in: clip), toMask, sigma: rest).rest
    }
    if let mask = made?.blurred(Size(rest, rest)) {
      draw(mask, color, map, sigma: sigma * fine)
    }
  }

  /// The number of pixels per point in pictures of the plane that `map` shows: higher if sigma is small,
  /// because the picture is resampled, but at most 16 per sigma. The picture of a shadow has at most 2²⁴
  /// pixels.
  func resolution(over rect: Rect, _ sigma: Double, _ map: Homography) -> Double {
    let most = DeviceShapes(map: map, clip: clip).stretch(over: rect)
    let finer = min(max(3 / max(sigma * most, 1e-3), 1), 4)
    let (width, height) = (max(rect.width, 1), max(rect.height, 1))
    let limit = min((16_777_216 / (width * height)).squareRoot(), 32_768 / max(width, height))
    return min(most * finer, limit, 16 / max(sigma, 1e-3))
  }

  /// The part of a plane's rectangle whose shadow can reach the clip; nil if no shadow can reach it.
  private func seenPart(of rect: Rect, _ sigma: Double, _ map: Homography) -> Rect? {
    let screen = Rect(Double(clip.x), Double(clip.y), Double(clip.width), Double(clip.height))
    guard let inverse = map.inverse, let near = inverse.boundingBox(of: screen) else { return nil }
    let reach = sigma * Gaussian.reach + 2
    let seen = rect.intersection(near.insetBy(dx: -reach, dy: -reach))
    return seen.isEmpty ? nil : seen
  }

  /// The bounding box of the drawing of a layer and its sublayers, in the plane of `placement`. A layer that
  /// is so close to the viewer that its extent is infinite is limited to a box larger than any canvas.
  private func extent(
    _ index: Int, _ p: LayerProperties, _ placement: Placement, withShadow: Bool
  ) -> Rect {
    var box = Self.place(ownExtent(p, placement), placement.toCanvas)
    if !p.masksToBounds {
      for child in scene.stage.nodes[index].sublayers {
        let q = scene.properties(of: child)
        if q.isHidden { continue }
        let inner = Placement(q, hasSublayers: hasSublayers(child), in: placement)
        if !inner.isDegenerate { box = box.union(extent(child, q, inner, withShadow: true)) }
      }
    }
    return withShadow ? spread(box, p, placement) : box
  }

  private static func place(_ rect: Rect, _ map: Homography) -> Rect {
    map.boundingBox(of: rect)?.intersection(Rect(-1e6, -1e6, 2e6, 2e6)) ?? .zero
  }

  /// The extent of the layer without its sublayers, in its own plane.
  private func ownExtent(_ p: LayerProperties, _ placement: Placement) -> Rect {
    var own = placement.bounds
    if !p.masksToBounds, let contents = contentsPlace(p, own) { own = own.union(contents) }
    if !p.masksToBounds, let path = p.drawing.path {
      let reach = p.drawing.lineWidth * max(p.drawing.miterLimit, 1.5) / 2
      own = own.union(
        path.box.insetBy(dx: -reach, dy: -reach)
          .offsetBy(dx: placement.bounds.minX, dy: placement.bounds.minY))
    }
    if let border = p.border {
      own = own.union(placement.bounds.insetBy(dx: -border.outside, dy: -border.outside))
    }
    return own
  }

  /// The bounding box of `drawn` with its shadows and filters.
  private func spread(_ drawn: Rect, _ p: LayerProperties, _ placement: Placement) -> Rect {
    var box = drawn
    /// Adds a part of the layer's plane, blurred and moved.
    func add(_ rect: Rect, _ map: Homography, _ radius: Double, _ offset: Point) {
      let reach = min(max(radius, 0), 1_000) * Gaussian.reach
      let moved = rect.insetBy(dx: -reach, dy: -reach).offsetBy(dx: offset.x, dy: offset.y)
      box = box.union(Self.place(moved, map))
    }
    /// Adds all operations in the box, blurred and moved.
    func addAll(_ radius: Double, _ offset: Point) {
      guard let inverse = placement.toCanvas.inverse, let plane = inverse.boundingBox(of: box)
      else { return }
      add(plane, placement.toCanvas, radius, offset)
    }
    if p.shadowOpacity > 0 {
      if let path = p.shadowPath {
        add(path.box, framePlane(p, placement), p.shadowRadius, p.shadowOffset)
      } else {
        addAll(p.shadowRadius, p.shadowOffset)
      }
    }
    for shadow in p.shadows where shadow.kind == .shadow {
      let rect = placement.bounds.insetBy(dx: -shadow.spread, dy: -shadow.spread)
      if rect.width > 0, rect.height > 0 {
        add(rect, placement.toCanvas, shadow.radius, shadow.offset)
      }
    }
    if p.blur > 0 { addAll(p.blur, Point(0, 0)) }
    for filter in p.filters {
      if filter.kind == .blur { addAll(filter.radius, Point(0, 0)) }
      if filter.kind == .dropShadow { addAll(filter.radius, filter.offset) }
    }
    return box
  }

  mutating func rectangleShadow(
    _ rect: Rect, _ radius: Double, _ sigma: Double, _ map: Homography, _ color: Color
  ) {
    if map.isRectilinear {
      let d = DeviceShapes(map: map, clip: clip).device(rect)
      let shape = Rect(
        min(d.x0, d.x1), min(d.y0, d.y1), abs(d.x1 - d.x0), abs(d.y1 - d.y0))
      let (sx, sy) = (abs(map.a), abs(map.d))
      let shadow = SeparableShadow(
        rect: shape, radius: Size(radius * sx, radius * sy),
        sigma: Size(sigma * sx, sigma * sy), clip: clip)
      if let shadow {
        operations.append(
          .shape(
            Shape(
              coverage: Coverage(shadow.bounds), paint: Paint(shadow: shadow, color: color))))
      }
      return
    }
    let reach = sigma * Gaussian.reach
    guard let seen = seenPart(of: rect.insetBy(dx: -reach, dy: -reach), sigma, map) else { return }
    let fine = resolution(over: seen, sigma, map)
    let shadow = SeparableShadow(
      rect: rect.scaled(by: fine), radius: Size(radius * fine, radius * fine),
      sigma: Size(sigma * fine, sigma * fine),
      clip: seen.scaled(by: fine).insetBy(dx: -2, dy: -2).pixels(in: .plane))
    if let shadow {
      draw(
        shadow.weightMap.padded(), color, Homography.scale(1 / fine).then(map), sigma: sigma * fine)
    }
  }

  /// Draws a weight map that is computed for device pixels.
  private mutating func draw(_ mask: WeightMap, _ color: Color) {
    let box = PixelRect(mask.x, mask.y, mask.width, mask.height).intersection(clip)
    if box.isEmpty { return }
    let paint = Paint(mask: mask, color: color, by: nil)
    operations.append(.shape(Shape(coverage: Coverage(box), paint: paint)))
  }

  /// Draws coverage in a plane that `map` maps to device pixels, after a blur of `sigma` pixels of that
  /// plane. If a device pixel is wide compared with the blur, several samples are taken in each pixel.
  private mutating func draw(
    _ mask: WeightMap, _ color: Color, _ map: Homography, sigma: Double
  ) {
    let rect = Rect(Double(mask.x), Double(mask.y), Double(mask.width), Double(mask.height))
    let shape = DeviceShapes(map: map, clip: clip).rectangle(RoundedRect(rect)).touched
    guard !shape.isEmpty, let inverse = map.inverse else { return }
    let toMask = inverse.then(
      Homography(
        a: 1, b: 0, p: 0, c: 0, d: 1, q: 0, tx: -Double(mask.x), ty: -Double(mask.y), w: 1))
    let samples = sampling(over: shape.bounds, toMask, sigma: sigma).samples
    let paint = Paint(mask: mask, color: color, by: toMask.normalized, samples: samples)
    operations.append(.shape(Shape(coverage: shape, paint: paint)))
  }

  /// Returns the number of samples along each side of a pixel, and the sigma that remains for the blur, when
  /// weights blurred by `sigma` of their own pixels are drawn; `toMask` maps the pixels in `box` to the
  /// pixels of the weights. Averaging to the pixels of the weights has a variance of 1/12, and interpolating
  /// between them one of 1/6; the mean over n samples of a pixel lacks 1/n² of the variance 1/12 of the mean
  /// over the whole pixel.
  func sampling(
    over box: PixelRect, _ toMask: Homography, sigma: Double
  ) -> (samples: Int, rest: Double) {
    let pixels = Rect(Double(box.x), Double(box.y), Double(box.width), Double(box.height))
    let step = DeviceShapes(map: toMask, clip: clip).stretch(over: pixels, upTo: 4_096)
    let samples = Int(clamped: step / max(sigma, 0.25) * 1.5, rounded: .up, to: 1...32)
    let part = min(step / Double(samples), sigma)
    let rest = max(sigma * sigma - 0.25 + part * part / 12, 0.01).squareRoot()
    return (samples, rest)
  }

  /// Computes the alpha of the layer without its sublayers (or of its path) under `map`.
  private func silhouette(
    _ index: Int, _ p: LayerProperties, _ placement: Placement, _ map: Homography, _ path: Path?,
    _ room: PixelRect
  ) throws(CompositingError) -> WeightMap? {
    if let path {
      let shape = DeviceShapes(map: map, clip: room).path(path)
      return shape.isEmpty ? nil : WeightMap(of: shape)
    }
    var flattener = Flattener(
      scene: scene, device: map, scale: scale, clip: room, pictures: pictures)
    flattener.masking = masking
    flattener.isSilhouette = true
    let still = Placement(inOwnPlane: placement)
    let shapes = DeviceShapes(map: map, clip: room)
    let rim = flattener.rim(p, placement.bounds, shapes, nil)
    var weights: Coverage?
    if p.masksToBounds {
      let made = shapes.clip(p.rounded(placement.bounds), under: rim, within: nil)
      (flattener.within, weights) = (made.clip, made.weights)
    }
    var alone = p.withoutGlass
    alone.shadows = []
    try flattener.content(index, alone, still, shapes, rim)
    var all = flattener.operations
    let sublayers = try flattener.sublayers(of: index, still, known: nil, isSame: false)
    for sublayer in sublayers.records { all += sublayer.operations }
    if let weights {
      var effect = FlattenedLayer.Effect(coverage: weights)
      all = all.applying(&effect)
    }
    all += flattener.border(p, placement.bounds, shapes, rim)
    let box = all.bounds.intersection(room)
    if box.isEmpty { return nil }
    let target = Target(group: box)
    all.resolved().draw(in: target, kernels: pictures.kernels)
    return target.group.map { WeightMap(alphaOf: $0, over: box) }
  }

  /// Whether the layer covers exactly its rounded bounds with full alpha, and nothing outside.
  private func isOpaqueRectangle(
    _ index: Int, _ p: LayerProperties, _ placement: Placement
  ) throws(CompositingError) -> Bool {
    let bounds = placement.bounds
    if bounds.isEmpty { return false }
    if !p.rounded(bounds).isPlain { return false }
    if let border = p.border, border.isSeen, border.outside > 0 { return false }
    if p.drawing.path != nil { return false }
    // A backdrop hides all pixels below it, regardless of the layer's own alpha.
    var isFilled = (p.backgroundColor?.alpha ?? 0) >= 1 || !p.backdrop.isEmpty
    if case .none = p.contents {
    } else {
      let fills = p.contentsGravity == .resize || !p.contents.hasNaturalSize
      let isRounded = !p.cornerRadii.isZero && !p.masksToBounds
      // Contents that extend beyond the bounds or their rounded corners give the shadow another shape.
      if !(fills && !isRounded), !p.masksToBounds, p.contentsGravity != .resizeAspect {
        return false
      }
      if isRounded && fills { return false }
      if fills, try isOpaque(p, placement, of: index) { isFilled = true }
    }
    if !isFilled { return false }
    if p.masksToBounds || !hasSublayers(index) { return true }
    if placement.perspective != nil { return false }
    return scene.stage.nodes[index].sublayers.allSatisfy { staysInside($0, bounds, p.cornerRadius) }
  }

  /// Whether a sublayer without sublayers or a shadow is inside the bounds of its parent.
  private func staysInside(_ child: Int, _ bounds: Rect, _ cornerRadius: Double) -> Bool {
    let p = scene.properties(of: child)
    if p.isHidden { return true }
    let inner = bounds.insetBy(dx: cornerRadius * 0.3, dy: cornerRadius * 0.3)
    return !hasSublayers(child) && p.ownTransform.isIdentity && p.shadowOpacity <= 0
      && !p.isFiltered && p.backdrop.isEmpty && p.shadows.isEmpty && p.border == nil
      && p.drawing.path == nil && p.zPosition == 0 && inner.contains(p.frame)
      && (p.contentsGravity == .resize || p.contentsGravity == .resizeAspect)
  }
}

extension Flattener {
  /// Whether the layer is known to be opaque everywhere.
  private func isOpaque(
    _ p: LayerProperties, _ placement: Placement, of layer: Int
  ) throws(CompositingError) -> Bool {
    let bounds = placement.bounds
    return switch p.contents {
    case .picture(let contents):
      try picture(
        contents, p, bounds, over: bounds,
        through: DeviceShapes(map: placement.toCanvas.then(device), clip: clip), layer: layer
      ).bitmap.isOpaque
    case .color(let color): color.alpha >= 1
    case .gradient(let gradient): gradient.isOpaque
    case .snapshot(let snapshot): try pictures.still(snapshot, scale: scale)?.isOpaque ?? false
    case .none, .produced: false
    }
  }
}

extension LayerProperties {
  /// The properties that affect alpha; colour filters do not change alpha. A layer with a filter that changes
  /// alpha keeps its backdrop, because the filter does not change the backdrop.
  var silhouette: LayerProperties {
    var plain = self
    if isFiltered, blur <= 0,
      filters.allSatisfy({ ColorMatrix($0)?.keepsAlpha ?? ($0.numbers == $0.kind.neutral) })
    {
      plain.filters = []
      plain.isolates = true
    }
    return plain.isFiltered ? plain : plain.withoutGlass
  }

  /// The properties with an opaque background instead of a backdrop: nothing below a backdrop is visible
  /// through it, regardless of the alpha of the layer's background.
  var withoutGlass: LayerProperties {
    if backdrop.isEmpty { return self }
    var solid = self
    solid.backdrop = []
    solid.backgroundColor = .black
    return solid
  }
}

extension Contents {
  /// Whether the contents are an image with a natural size, which contentsGravity may place outside the
  /// bounds.
  var hasNaturalSize: Bool {
    switch self {
    case .picture, .snapshot, .produced: true
    case .none, .color, .gradient: false
    }
  }
}

extension Size {
  /// The sigma of a blur in pixels that are `factor` times as large, reduced by the blur of averaging to
  /// these pixels and interpolating back: variances of 1/12 and 1/6 of such a pixel.
  fileprivate func divided(by factor: Int) -> Size {
    if factor == 1 { return self }
    func less(_ sigma: Double) -> Double {
      let small = sigma / Double(factor)
      return (small * small - 0.25).squareRoot()
    }
    return Size(less(width), less(height))
  }
}

extension PixelRect {
  /// The rectangle in pixels of a picture whose sides are `factor` times shorter.
  fileprivate func divided(by factor: Int) -> PixelRect {
    func down(_ a: Int) -> Int { pixel(Double(a) / Double(factor), .down) }
    let (left, top) = (down(x), down(y))
    return PixelRect(left, top, down(maxX + factor - 1) - left, down(maxY + factor - 1) - top)
  }

  /// A rectangle of pixels that is larger than any picture.
  static let plane = PixelRect(-(1 << 20), -(1 << 20), 1 << 21, 1 << 21)

  /// The rectangle with space for a blur on each side.
  func outset(by sigma: Size) -> PixelRect {
    let dx = pixel(sigma.width * Gaussian.reach, .up) + 1
    let dy = pixel(sigma.height * Gaussian.reach, .up) + 1
    return PixelRect(x - dx, y - dy, width + 2 * dx, height + 2 * dy)
  }
}
