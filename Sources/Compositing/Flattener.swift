internal import Scenes

/// Turns the layers of a scene into operations. Files named Flattener+… hold its parts.
struct Flattener {
  let scene: Scene
  /// From canvas points to device pixels.
  let device: Homography
  /// Device pixels a canvas point, for pictures that are rendered apart.
  let scale: Double
  /// What lies outside is left out.
  let clip: PixelRect
  let pictures: Pictures
  /// What an earlier scene of the same stage became, and what differs from it.
  let earlier: Earlier?
  /// Layers that are being drawn as masks. A mask inside itself, in a cycle of masks, masks nothing.
  var masking: [Int] = []
  /// What the layers round the shapes that are being made show.
  var within: Clip?
  /// Where shapes are collected while a layer is made.
  var operations: [Operation] = []

  /// Records of an earlier scene, by layer.
  struct Earlier {
    var records: [LayerRecord?]
    var changes: SceneChanges
  }

  init(
    scene: Scene, device: Homography, scale: Double, clip: PixelRect, pictures: Pictures,
    earlier: Earlier? = nil
  ) {
    self.scene = scene
    self.device = device
    self.scale = scale
    self.clip = clip
    self.pictures = pictures
    self.earlier = earlier
  }

  func hasSublayers(_ index: Int) -> Bool { !scene.stage.nodes[index].sublayers.isEmpty }

  /// The container and all in it; nil when it shows nothing.
  mutating func container() throws(CompositingError) -> LayerRecord? {
    if scene.stage.nodes.isEmpty { return nil }
    return try layer(0, in: nil)
  }

  /// One layer where it lies on the canvas, visible or not: a mask for another one.
  private func maskOperations(_ index: Int) throws(CompositingError) -> [Operation] {
    var flattener = Flattener(
      scene: scene, device: device, scale: scale, clip: clip, pictures: pictures)
    flattener.masking = masking + [index]
    var chain = [index]
    while let parent = chain.last.map({ scene.stage.nodes[$0].parent }), parent >= 0 {
      chain.append(parent)
    }
    var placement: Placement?
    for i in chain.reversed() {
      placement = Placement(
        scene.properties(of: i), hasSublayers: hasSublayers(i), in: placement)
    }
    guard let placement else { return [] }
    var properties = scene.properties(of: index)
    properties.isHidden = false
    return try flattener.layer(index, properties, placement, order: 0)?.operations ?? []
  }

  /// A layer in its parent.
  private mutating func layer(
    _ index: Int, in parent: Placement?
  ) throws(CompositingError) -> LayerRecord? {
    let p = scene.properties(of: index)
    if p.isHidden { return nil }
    let placement = Placement(p, hasSublayers: hasSublayers(index), in: parent)
    let order = parent?.perspective == nil ? p.zPosition : placement.depth
    return try layer(index, p, placement, order: order)
  }

  /// A layer with its shadow, sublayers, masks and opacity; nil when it shows nothing.
  mutating func layer(
    _ index: Int, _ p: LayerProperties, _ placement: Placement, order: Double
  ) throws(CompositingError) -> LayerRecord? {
    let alpha = Fixed.weight(p.opacity)
    if p.isHidden || alpha == 0 || placement.isDegenerate { return nil }
    if !placement.showsFront && !p.isDoubleSided { return nil }
    let shapes = DeviceShapes(map: placement.toCanvas.then(device), clip: clip)
    let known = earlier?.records[index]
    let clips = clips(p, placement, shapes, known)
    let isSame =
      known?.hasSameClips(p, placement, within: within) == true
      && earlier?.changes.isChanged(index) == false

    var effect = LayerRecord.Effect(alpha: alpha)
    if isSame, let known, known.effect.masks.isEmpty {
      effect = known.effect
    } else {
      effect.coverage = try seen(p, placement, clips.weights, masks: &effect.masks)
    }
    if let seen = effect.coverage, seen.isEmpty { return nil }

    let before = operations
    operations = []
    within = clips.inner
    defer { (operations, within) = (before, clips.outer) }
    if let known, !dependsOnSublayers(p),
      isSame || known.hasSameOwn(p, placement, within: within)
    {
      operations = known.own
    } else {
      if p.shadowOpacity > 0 { try shadow(index, p, placement) }
      try content(index, p, placement, shapes)
    }
    let own = operations
    let isSameRoom =
      known?.placement.isSame(as: placement) == true && known?.clips.inner === within
    let sublayers = try sublayers(of: index, placement, isSame: isSameRoom)
    var all = own
    var bounds = own.bounds
    all.reserveCapacity(sublayers.reduce(all.count) { $0 + $1.operations.count })
    for sublayer in sublayers {
      all += sublayer.operations
      bounds = bounds.union(sublayer.bounds)
    }
    if !effect.isNone {
      all = all.applying(&effect)
      bounds = all.bounds
    }
    return LayerRecord(
      index: index, properties: p, placement: placement, clips: clips, order: order,
      own: own, sublayers: sublayers, effect: effect, operations: all, bounds: bounds)
  }

  private func clips(
    _ p: LayerProperties, _ placement: Placement, _ shapes: DeviceShapes, _ known: LayerRecord?
  ) -> LayerRecord.Clips {
    guard p.masksToBounds else { return LayerRecord.Clips(outer: within, inner: within) }
    if let known, known.hasSameClips(p, placement, within: within) { return known.clips }
    let made = shapes.clip(placement.bounds, cornerRadius: p.cornerRadius, within: within)
    return LayerRecord.Clips(outer: within, inner: made.clip, weights: made.weights)
  }

  /// What the layer shows of itself, the part inside its clip at most; nil: all.
  private func seen(
    _ p: LayerProperties, _ placement: Placement, _ seen: Coverage?, masks: inout [LayerMask]
  ) throws(CompositingError) -> Coverage? {
    guard let mask = p.mask else { return seen }
    if case .layer(let other, let luminance) = mask.kind {
      guard !masking.contains(other), scene.stage.nodes.indices.contains(other) else { return seen }
      masks = [
        LayerMask(
          operations: try maskOperations(other), luminance: luminance, inverted: mask.isInverted)
      ]
      return seen
    }
    let shape = maskCoverage(mask, p, placement)
    return seen.map { $0.intersection(shape) } ?? shape
  }

  /// The layer's shadow has the shape of what is in it.
  private func dependsOnSublayers(_ p: LayerProperties) -> Bool {
    p.shadowOpacity > 0 && p.shadowPath == nil
  }

  /// Children by zPosition, then in document order; under a sublayerTransform by depth.
  mutating func sublayers(
    of index: Int, _ placement: Placement, isSame: Bool
  ) throws(CompositingError) -> [LayerRecord] {
    let children = scene.stage.nodes[index].sublayers
    if children.isEmpty { return [] }
    var records: [LayerRecord] = []
    records.reserveCapacity(children.count)
    var isSorted = true
    let known = isSame ? earlier : nil
    for child in children {
      let found: LayerRecord?
      if let known, !known.changes.isInside(child) {
        found = known.records[child]
      } else {
        found = try layer(child, in: placement)
      }
      guard let record = found else { continue }
      if let last = records.last, record.order < last.order { isSorted = false }
      records.append(record)
    }
    if isSorted { return records }
    let order = records.indices.sorted { (records[$0].order, $0) < (records[$1].order, $1) }
    return order.map { records[$0] }
  }

  /// Masks lie in the plane of the frame; a layer that moves as a whole draws in its layout's plane.
  private func maskCoverage(
    _ mask: Mask, _ p: LayerProperties, _ placement: Placement
  ) -> Coverage {
    let shapes = DeviceShapes(map: framePlane(p, placement).then(device), clip: clip)
    let inside: Coverage =
      switch mask.kind {
      case .ellipse(let rect): shapes.ellipse(rect)
      case .rectangle(let rect, let radius): shapes.rectangle(rect, cornerRadius: radius)
      case .path(let path): shapes.path(path)
      case .layer: Coverage(clip)
      }
    return mask.isInverted ? inside.inverted(in: clip) : inside
  }

  /// From points where the frame lies to the canvas.
  func framePlane(_ p: LayerProperties, _ placement: Placement) -> Homography {
    if placement.bounds == p.frame || p.frame.isEmpty { return placement.toCanvas }
    return Transform.mapping(p.frame, to: placement.bounds).flattened.then(placement.toCanvas)
  }
}
