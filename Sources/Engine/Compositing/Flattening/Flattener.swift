internal import Files
internal import Scenes

/// Converts the layers of a scene to drawing operations. The flattener's extensions are in the files named
/// Flattener+….
struct Flattener {
  let scene: Scene
  /// The map from canvas points to device pixels.
  let device: Homography
  /// The number of device pixels per canvas point, for pictures that are rendered separately.
  let scale: Double
  /// The clip rectangle; the flattener leaves out operations outside the clip.
  let clip: PixelRect
  let pictures: RenderCache
  /// The differences from the scene whose records are reused.
  let changes: SceneChanges?
  /// The scenes that will be drawn after this one on the same canvas, if they are known.
  var coming: ComingScenes?
  /// The layers that are being drawn as masks at this moment. A mask inside itself, in a cycle of masks, has
  /// no effect.
  var masking: [Int] = []
  /// Whether only the blurred alpha of the picture is needed; an edge that the background and the contents
  /// share then counts only once.
  var isSilhouette = false
  /// The layer that is flattened without its sublayers, which are drawn separately.
  var leavesOutSublayersOf: Int?
  /// The clip path of the layers that contain the current shapes.
  var within: ClipPath?
  /// The drawing operations of the current layer so far.
  var operations: [DrawOperation] = []

  init(
    scene: Scene, device: Homography, scale: Double, clip: PixelRect, pictures: RenderCache,
    changes: SceneChanges? = nil
  ) {
    self.scene = scene
    self.device = device
    self.scale = scale
    self.clip = clip
    self.pictures = pictures
    self.changes = changes
  }

  func hasSublayers(_ index: Int) -> Bool { !scene.stage.nodes[index].sublayers.isEmpty }

  /// The record of the container and its sublayers; nil if the container shows nothing. `known` is the record
  /// of the container in the scene that `changes` refers to.
  mutating func container(known: FlattenedLayer?) throws(CompositingError) -> FlattenedLayer? {
    if scene.stage.nodes.isEmpty { return nil }
    return try layer(0, in: nil, known: known)
  }

  /// The operations of one layer, hidden or not, as a mask for another layer.
  private func maskOperations(_ index: Int) throws(CompositingError) -> [DrawOperation] {
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
    return try flattener.layer(index, properties, placement, order: 0)?.operations.resolved() ?? []
  }

  /// Flattens a layer at its position inside its parent.
  private mutating func layer(
    _ index: Int, in parent: Placement?, known: FlattenedLayer?
  ) throws(CompositingError) -> FlattenedLayer? {
    let p = scene.properties(of: index)
    if p.isHidden { return nil }
    let placement = Placement(p, hasSublayers: hasSublayers(index), in: parent)
    let order = parent?.perspective == nil ? p.zPosition : placement.depth
    return try layer(index, p, placement, order: order, known: known)
  }

  /// Flattens a layer with its shadow, sublayers, masks and opacity; nil if the layer shows nothing.
  mutating func layer(
    _ index: Int, _ p: LayerProperties, _ placement: Placement, order: Double,
    known: FlattenedLayer? = nil
  ) throws(CompositingError) -> FlattenedLayer? {
    guard Profile.isOn else {
      return try flattened(index, p, placement, order: order, known: known)
    }
    let id = scene.stage.nodes[index].id
    let record = try Profile.measure(.layer, id) { () throws(CompositingError) in
      try flattened(index, p, placement, order: order, known: known)
    }
    if let record { Profile.own((record.own + (record.seenOperations ?? [])).objects, by: id) }
    return record
  }

  private mutating func flattened(
    _ index: Int, _ p: LayerProperties, _ placement: Placement, order: Double,
    known: FlattenedLayer?
  ) throws(CompositingError) -> FlattenedLayer? {
    let alpha = Fixed.weight(p.opacity)
    let isTurnedAway = !placement.showsFront && !p.isDoubleSided
    if p.isHidden || alpha == 0 || placement.isDegenerate || isTurnedAway { return nil }
    let outer = pictures.beginWork()
    defer { pictures.endWork(outer) }
    let map = placement.toCanvas.then(device)
    let (width, height) = (clip.width, clip.height)
    try charge(
      RenderCost.own(p, bounds: placement.bounds, map: map, width: width, height: height), index)
    let p = isSilhouette ? p.silhouette : p
    if p.isFiltered { return try filteredLayer(index, p, placement, order: order, known: known) }
    // A filtered layer's record shares neither clips nor contents with the layer's unfiltered record.
    let known = known?.properties.isFiltered == true ? nil : known
    let shapes = DeviceShapes(map: map, clip: clip)
    let rim = rim(p, placement.bounds, shapes, within)
    let clips = clips(p, placement, shapes, rim, known)
    let hasSameClips = known?.hasSameClips(p, placement, within: within) == true
    let isSame = hasSameClips && changes?.isChanged(index) == false

    var effect = FlattenedLayer.Effect(alpha: alpha)
    if isSame, let known, known.effect.masks.isEmpty {
      effect = known.effect
    } else {
      try set(&effect, index, p, placement, shapes, rim, clips.weights)
    }
    effect.setMode(p, layer: index)
    if let seen = effect.coverage, seen.isEmpty { return nil }

    let before = operations
    (operations, within) = ([], clips.inner)
    defer { (operations, within) = (before, clips.outer) }
    let isKnown = isSame || known?.hasSameOwn(p, placement, within: within) == true
    let ownWork = try countedOwn(
      index, p, placement, shapes, rim, hasBorder: effect.border.isEmpty,
      known: isKnown && !dependsOnSublayers(p) ? known : nil)
    let own = operations
    let isSamePlace = known?.placement.isSame(as: placement) == true
    let sublayers = try sublayers(
      of: index, placement, known: known?.sublayers,
      isSame: isSamePlace && known?.clips.inner === within)
    let record = FlattenedLayer(
      index: index, properties: p, placement: placement, clips: clips, order: order, own: own,
      sublayers: sublayers, effect: effect, work: pictures.innerWork, ownWork: ownWork)
    try charge(record.effectWork, index)
    return record
  }

  /// Counts work for this layer or an earlier one, and throws if the drawing is cancelled, the limit is
  /// exceeded, or memory is short.
  func charge(_ work: RenderCostSum, _ index: Int) throws(CompositingError) {
    if pictures.isCancelled() { throw .cancelled }
    guard pictures.charge(work) else {
      throw .tooMuchWork(
        layer: scene.stage.nodes[index].id, units: pictures.workUnits, limit: pictures.workLimit)
    }
    if !PurgeableCaches.makeRoom(0) {
      throw .noRoom(
        layer: scene.stage.nodes[index].id, reason: MemoryOwners.refusal(of: "its picture"))
    }
  }

  /// Draws everything below the border and, if `hasBorder` is true, the border too, or reuses `known`;
  /// returns the work without that of the border.
  private mutating func countedOwn(
    _ index: Int, _ p: LayerProperties, _ placement: Placement, _ shapes: DeviceShapes,
    _ rim: BorderCoverage?, hasBorder: Bool, known: FlattenedLayer?
  ) throws(CompositingError) -> RenderCostSum {
    if let known {
      operations = known.own
      try charge(known.ownWork, index)
      return known.ownWork
    }
    let outer = pictures.beginWork()
    defer { pictures.endWork(outer) }
    try drawOwn(index, p, placement, shapes, rim)
    if hasBorder { operations += border(p, placement.bounds, shapes, rim) }
    return pictures.innerWork
  }

  /// Draws the layer's own operations below its border, without its sublayers.
  private mutating func drawOwn(
    _ index: Int, _ p: LayerProperties, _ placement: Placement, _ shapes: DeviceShapes,
    _ rim: BorderCoverage?
  ) throws(CompositingError) {
    if p.shadowOpacity > 0 { try shadow(index, p, placement) }
    try outerShadows(p, placement)
    // A layer that masks to its bounds is clipped with the outline of its border, which is drawn over the
    // clipped contents.
    let line = p.masksToBounds ? nil : rim
    backdrop(index, p, placement, line)
    try content(index, p, placement, shapes, rim)
  }

  /// Sets the coverage of the layer after its clip and masks, and the border above it.
  private func set(
    _ effect: inout FlattenedLayer.Effect, _ index: Int, _ p: LayerProperties,
    _ placement: Placement, _ shapes: DeviceShapes, _ rim: BorderCoverage?, _ weights: Coverage?
  ) throws(CompositingError) {
    // The border is drawn over the clipped contents and is not clipped itself.
    effect.coverage = try seen(p, placement, rim == nil ? weights : nil, masks: &effect.masks)
    effect.clip = rim == nil ? nil : weights
    if p.masksToBounds || hasSublayers(index) {
      effect.border = border(p, placement.bounds, shapes, rim)
    }
  }

  private func clips(
    _ p: LayerProperties, _ placement: Placement, _ shapes: DeviceShapes, _ rim: BorderCoverage?,
    _ known: FlattenedLayer?
  ) -> FlattenedLayer.Clips {
    guard p.masksToBounds else { return FlattenedLayer.Clips(outer: within, inner: within) }
    if let known, known.hasSameClips(p, placement, within: within) { return known.clips }
    let made = shapes.clip(p.rounded(placement.bounds), under: rim, within: within)
    return FlattenedLayer.Clips(outer: within, inner: made.clip, weights: made.weights)
  }

  /// The coverage of the layer itself after its clip and masks; nil means that all pixels are visible.
  func seen(
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

  /// Whether the shape of the layer's shadow depends on its contents and sublayers.
  private func dependsOnSublayers(_ p: LayerProperties) -> Bool {
    p.shadowOpacity > 0 && p.shadowPath == nil
  }

  /// Orders children by zPosition and then by document order; under a sublayerTransform, children are ordered
  /// by depth. Unchanged records of sublayers are reused if the parent is the same as before.
  mutating func sublayers(
    of index: Int, _ placement: Placement, known: SublayerList?, isSame: Bool
  ) throws(CompositingError) -> SublayerList {
    let children = scene.stage.nodes[index].sublayers
    if children.isEmpty || leavesOutSublayersOf == index { return .empty }
    let size = SublayerList.blockSize
    let count = (children.count + size - 1) / size
    let known = known?.blocks.count == count ? known : nil
    var isChanged = Array(repeating: !isSame || known == nil, count: count)
    for place in changes?.places(in: index) ?? [] { isChanged[place / size] = true }
    var blocks: [SublayerList.Block] = []
    blocks.reserveCapacity(count)
    for i in 0..<count {
      if !isChanged[i], let known {
        try charge(known.blocks[i].work, index)
        blocks.append(known.blocks[i])
        continue
      }
      blocks.append(
        try block(
          children[i * size..<min(children.count, (i + 1) * size)], in: placement,
          known: known?.blocks[i], isSame: isSame))
    }
    return SublayerList(blocks)
  }

  /// Flattens a run of consecutive sublayers. If `isSame` is true, the previous records of unchanged
  /// sublayers are reused.
  private mutating func block(
    _ children: ArraySlice<Int>, in placement: Placement, known: SublayerList.Block?, isSame: Bool
  ) throws(CompositingError) -> SublayerList.Block {
    let outer = pictures.beginWork()
    defer { pictures.endWork(outer) }
    var unseen: [Int: RenderCostSum] = [:]
    var left = known?.records[...] ?? []
    var records: [FlattenedLayer] = []
    records.reserveCapacity(children.count)
    for child in children {
      var before: FlattenedLayer?
      if left.first?.index == child { before = left.removeFirst() }
      if isSame, let known, changes?.isInside(child) == false {
        unseen[child] = known.unseen[child]
        if let work = before?.work ?? known.unseen[child] { try charge(work, child) }
        if let before { records.append(before) }
        continue
      }
      let sum = pictures.beginWork()
      defer { pictures.endWork(sum) }
      if let now = try layer(child, in: placement, known: before) {
        records.append(now)
      } else if pictures.innerWork != RenderCostSum() {
        unseen[child] = pictures.innerWork
      }
    }
    return SublayerList.Block(records, unseen: unseen, work: pictures.innerWork)
  }

  /// The coverage of a mask in the plane of the layer's frame; if the layer moves as a whole, the mask is
  /// drawn in the plane of the layer's layout frame.
  private func maskCoverage(
    _ mask: Mask, _ p: LayerProperties, _ placement: Placement
  ) -> Coverage {
    let shapes = DeviceShapes(map: framePlane(p, placement).then(device), clip: clip)
    let inside: Coverage =
      switch mask.kind {
      case .ellipse(let rect): shapes.ellipse(rect)
      case .rectangle(let rect, let radius):
        shapes.rectangle(RoundedRect(rect, radii: CornerRadii(radius)))
      case .path(let path): shapes.path(path)
      case .layer: Coverage(clip)
      }
    return mask.isInverted ? inside.inverted(in: clip) : inside
  }

  /// The mapping from points in the frame's plane to the canvas.
  func framePlane(_ p: LayerProperties, _ placement: Placement) -> Homography {
    if placement.bounds == p.frame || p.frame.isEmpty { return placement.toCanvas }
    return Transform.mapping(p.frame, to: placement.bounds).flattened.then(placement.toCanvas)
  }
}
