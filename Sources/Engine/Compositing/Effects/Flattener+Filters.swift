internal import Scenes

extension Flattener {
  /// Flattens a layer with a blur or filters: its contents become a separate record, without the effects that
  /// follow the filters, and the record's operations are filtered.
  mutating func filteredLayer(
    _ index: Int, _ p: LayerProperties, _ placement: Placement, order: Double,
    known: FlattenedLayer?
  ) throws(CompositingError) -> FlattenedLayer? {
    var effect = FlattenedLayer.Effect(alpha: Fixed.weight(p.opacity))
    effect.coverage = try seen(p, placement, nil, masks: &effect.masks)
    effect.setMode(p, layer: index)
    if let seen = effect.coverage, seen.isEmpty { return nil }

    let map = placement.toCanvas.then(device)
    var (own, ownWork): ([DrawOperation], RenderCostSum) = ([], RenderCostSum())
    var filtered: FilteredContent?
    let chain = FilterChain(p, by: map)
    let isUniform = map.isSimilarity || map.isQuarterTurn
    if map.isRectilinear || chain.isFlat || isUniform && !chain.hasEdge {
      let found = try content(index, p, placement, chain, known: known?.filtered)
      guard let content = found else { return nil }
      if let known, let before = known.filtered, before == content,
        known.clips.outer === within, known.placement.isSame(as: placement),
        known.properties.cornerRadii == p.cornerRadii,
        known.properties.cornerCurve == p.cornerCurve
      {
        // The cached cost is used, because `operations` may already contain those of a backdrop.
        (own, ownWork) = (known.own, known.ownWork)
      } else {
        own = filter(content, placement, p, map)
        ownWork = chain.work(own.bounds.pixelCount)
      }
      filtered = content
      try charge(ownWork, index)
    } else {
      own = try filterInPlane(index, p, placement, map)
    }
    if !p.backdrop.isEmpty {
      // The shadow is painted below the layer's picture, so the filters do not change it.
      let before = operations
      operations = []
      backdrop(index, p, placement, nil)
      own = operations + own.filter { !$0.hasBackdrop }
      operations = before
    }
    if own.isEmpty { return nil }
    let record = FlattenedLayer(
      index: index, properties: p, placement: placement,
      clips: FlattenedLayer.Clips(outer: within, inner: within), order: order, own: own,
      sublayers: .empty, effect: effect, filtered: filtered, work: pictures.innerWork,
      ownWork: ownWork)
    try charge(record.effectWork, index)
    return record
  }

  /// The layer properties that are applied to the picture before the filters.
  private func unfiltered(_ p: LayerProperties) -> LayerProperties {
    var p = p
    p.blur = 0
    p.filters = []
    p.backdrop = []
    p.opacity = 1
    p.mask = nil
    p.blendMode = .normal
    p.isolates = false
    return p
  }

  private func content(
    _ index: Int, _ p: LayerProperties, _ placement: Placement, _ whole: FilterChain,
    known: FilteredContent?
  ) throws(CompositingError) -> FilteredContent? {
    let halvings = whole.halvings(in: clip)
    let chain = whole.halved(halvings)
    var seen = clip
    for _ in 0..<halvings { seen = seen.halved }
    // A blur also shows pixels that the clips of enclosing layers cut off.
    let inner = chain.isFlat ? within : nil
    let room = seen.widened(by: chain.reach.rounded)
    let q = unfiltered(p)
    let before = known.flatMap { known in
      known.halvings == halvings && known.clip == room && known.within === inner
        ? known.record : nil
    }
    func content(_ record: FlattenedLayer) -> FilteredContent {
      FilteredContent(
        record: record, chain: chain, halvings: halvings, seen: seen, clip: room, within: inner)
    }
    if let before, let changes, changes.places(in: index).isEmpty, before.properties == q,
      before.placement.isSame(as: placement)
    {
      try charge(before.work, index)
      return content(before)
    }
    var flattener = Flattener(
      scene: scene, device: device.then(.scale(1 / Double(1 << halvings))), scale: scale,
      clip: room,
      pictures: pictures, changes: changes)
    flattener.masking = masking
    flattener.within = inner
    let record = try flattener.layer(index, q, placement, order: 0, known: before)
    return record.map(content)
  }

  private func filter(
    _ content: FilteredContent, _ placement: Placement, _ p: LayerProperties, _ map: Homography
  ) -> [DrawOperation] {
    let shapes = DeviceShapes(map: map, clip: clip)
    let made = content.chain.applied(
      to: content.record.operations.resolved(), in: content.seen,
      edge: shapes.innerPixels(placement.bounds), kernels: pictures.kernels)
    if content.halvings > 0 { return doubled(made, content.halvings) }
    guard content.chain.hasEdge else { return made }
    let bounds = shapes.rectangle(p.rounded(placement.bounds), within: within)
    var cut = FlattenedLayer.Effect(coverage: bounds)
    return made.applying(&cut)
  }

  /// Enlarges operations that were filtered in a reduced picture to their full size.
  private func doubled(_ operations: [DrawOperation], _ doublings: Int) -> [DrawOperation] {
    var box = operations.bounds
    for _ in 0..<doublings { box = box.doubledOnto }
    box = box.intersection(clip)
    if box.isEmpty { return [] }
    let picture = BlurredPicture(
      doubling: operations, doublings, box: box, kernels: pictures.kernels)
    return [.shape(Shape(coverage: Coverage(box), paint: Paint(picture)))]
  }

  /// Filters a layer with a perspective or a shear in the layer's own plane.
  private func filterInPlane(
    _ index: Int, _ p: LayerProperties, _ placement: Placement, _ map: Homography
  ) throws(CompositingError) -> [DrawOperation] {
    let bounds = placement.bounds
    if bounds.isEmpty { return [] }
    let plane = filterPlane(p, bounds, map)
    let chain = FilterChain(p, by: plane)
    let shapes = DeviceShapes(map: plane, clip: .plane)
    let room = shapes.innerPixels(bounds).insetBy(dx: -2_048, dy: -2_048)
    var flattener = Flattener(
      scene: scene, device: plane, scale: max(plane.a, plane.d), clip: room, pictures: pictures)
    flattener.masking = masking
    let record = try flattener.layer(
      index, unfiltered(p), Placement(inOwnPlane: placement), order: 0)
    guard let record else { return [] }
    let edge = shapes.innerPixels(bounds)
    var made = chain.applied(
      to: record.operations.resolved(), in: room, edge: edge, kernels: pictures.kernels)
    if chain.hasEdge {
      var cut = FlattenedLayer.Effect(
        coverage: shapes.rectangle(p.rounded(bounds)))
      made = made.applying(&cut)
    }
    // A transparent border prevents the edge from being extended, also at small sizes.
    let shown = made.bounds
    try charge(RenderCost.inPlane(shown.pixelCount), index)
    let box = shown.insetBy(dx: -32, dy: -32)
    guard let bitmap = try painted(made, in: box, of: index) else { return [] }
    func place(_ box: PixelRect) -> Rect {
      Rect(
        bounds.minX + Double(box.x) / plane.a, bounds.minY + Double(box.y) / plane.d,
        Double(box.width) / plane.a, Double(box.height) / plane.d)
    }
    let seen = DeviceShapes(map: map, clip: clip)
    var alone = Flattener(
      scene: scene, device: device, scale: scale, clip: clip, pictures: pictures)
    let shape = seen.rectangle(RoundedRect(place(shown))).touched
    try charge(RenderCost.shading(shape.bounds.pixelCount, isTurned: true), index)
    alone.drawImage(bitmap, .unit, place(box), seen, shape)
    return alone.operations
  }

  /// The map from a layer's plane to the pixels in which it is filtered.
  private func filterPlane(_ p: LayerProperties, _ bounds: Rect, _ map: Homography) -> Homography {
    let flat = FilterChain(p, by: .identity)
    let most = DeviceShapes(map: map, clip: clip).stretch(over: bounds)
    let sigma = max(flat.leastSigma * most, 1e-3)
    var least = 1.0
    if flat.beginsWithBlur {
      // A large picture may have a lower resolution if it is visible only after a blur.
      let room = bounds.insetBy(dx: -Double(flat.reach.x), dy: -Double(flat.reach.y))
      let pixels = room.width * room.height * most * most
      least = min(max(32 / sigma, (Double(1 << 23) / pixels).squareRoot()), 1)
    }
    let finer = flat.leastSigma > 0 ? min(max(3 / sigma, least), 3) : 3
    // The picture must fit in memory, including the area outside its bounds that the filters read.
    let far = Double(max(flat.reach.x, flat.reach.y, 1))
    let limit = min(4_096 / max(bounds.width, bounds.height, 1), 4_000 / far)
    // The resolution along each side is that of the screen if the map has the same scale everywhere; a side
    // that appears much shorter than the other side needs only half of that resolution if the blur is small.
    func fine(_ dx: Double, _ dy: Double) -> Double {
      let stretch = map.isAffine ? max((dx * dx + dy * dy).squareRoot(), most / 2) : most
      return max(min(stretch * finer, limit), 1e-3)
    }
    var plane = Homography.identity
    (plane.a, plane.d) = (fine(map.a, map.b), fine(map.c, map.d))
    // The sides of the bounds are aligned with pixel boundaries, so that they are as sharp as on the screen.
    plane.a = max((bounds.width * plane.a).rounded(), 1) / bounds.width
    plane.d = max((bounds.height * plane.d).rounded(), 1) / bounds.height
    (plane.tx, plane.ty) = (-bounds.minX * plane.a, -bounds.minY * plane.d)
    return plane
  }

  /// A picture of the operations in a box; nil if the picture would be empty.
  private func painted(
    _ operations: [DrawOperation], in box: PixelRect, of index: Int
  ) throws(CompositingError) -> Bitmap? {
    if operations.isEmpty { return nil }
    if box.width > 16_384 || box.height > 16_384 {
      throw .pictureTooLarge(
        layer: scene.stage.nodes[index].id, width: box.width, height: box.height)
    }
    let target = Target(group: box)
    operations.draw(in: target, kernels: pictures.kernels)
    guard let picture = target.group else { return nil }
    let bitmap = Bitmap(width: box.width, height: box.height)
    for y in 0..<box.height {
      pictures.kernels.narrow(picture, from: y * box.width * 4, into: bitmap, row: y)
    }
    bitmap.scanOpacity()
    return bitmap
  }
}

/// The picture of a layer before the filters, and the filters.
struct FilteredContent: Sendable {
  /// The record of the layer, in pixels of the halved picture.
  let record: FlattenedLayer
  let chain: FilterChain
  let halvings: Int
  /// The visible part of the picture after the filters.
  let seen: PixelRect
  /// The clip rectangle; operations outside the clip were left out.
  let clip: PixelRect
  let within: ClipPath?

  /// Whether both values are known to give the same pixels.
  static func == (a: FilteredContent, b: FilteredContent) -> Bool {
    a.record === b.record && a.chain == b.chain && a.halvings == b.halvings && a.seen == b.seen
      && a.clip == b.clip && a.within === b.within
  }
}

extension LayerProperties {
  /// Whether a blur or a filter changes the layer's picture before it is composited.
  var isFiltered: Bool {
    blur > 0 || filters.contains { $0.numbers != $0.kind.neutral }
  }
}

extension PixelReach {
  /// The reach, rounded up so that slightly different reaches become equal and can reuse the same picture.
  var rounded: PixelReach {
    func up(_ length: Int) -> Int {
      if length == 0 { return 0 }
      var size = 16
      while size < length, size < 1 << 16 { size *= 2 }
      return max(size, length)
    }
    return PixelReach(x: up(x), y: up(y))
  }
}

extension DeviceShapes {
  /// The pixels that are completely inside a rectangle; at least one pixel.
  func innerPixels(_ rect: Rect) -> PixelRect {
    let d = device(rect)
    let (x0, x1) = (min(d.x0, d.x1), max(d.x0, d.x1))
    let (y0, y1) = (min(d.y0, d.y1), max(d.y0, d.y1))
    let (left, top) = (pixel(x0, .up), pixel(y0, .up))
    return PixelRect(
      left, top, max(1, pixel(x1, .down) - left), max(1, pixel(y1, .down) - top))
  }
}
