internal import Scenes

/// Draws layers that do not fit in memory together: each layer is drawn as soon as it is flattened, and
/// released before the next layer. The result has the same pixels as normal drawing.
enum LowMemoryCompositing {
  /// A target in which layers are drawn, and the effect that is applied to each operation before it is drawn.
  struct Place {
    let target: Target
    var effects: [FlattenedLayer.Effect] = []
    /// Whether backdrops read the target's pixels; `isOpaque` tells whether all of these pixels are opaque.
    var isGround = false
    var isOpaque = false
    /// Whether layers are drawn one by one even if they fit in memory together.
    var partsAll = false

    /// Creates a place for drawing into a group's picture; the group itself is drawn in the place `outer`.
    fileprivate init(group target: Target, in outer: Place) {
      self.target = target
      partsAll = outer.partsAll
    }

    /// Creates a place with a transparent picture; throws if there is not enough memory, or throws `error` if
    /// the caller passes one.
    init(_ box: PixelRect, instead error: CompositingError?) throws(CompositingError) {
      let bytes = Int(clamped: 8 * box.pixelCount, rounded: .up)
      guard PurgeableCaches.makeRoom(bytes) else {
        throw error
          ?? .noRoom(
            layer: "canvas", reason: MemoryOwners.refusal(of: "a picture of it"))
      }
      target = Target(group: box)
      isGround = true
    }

    /// The operation after the effect is applied; nil if nothing of the operation is visible.
    func applied(to operation: DrawOperation) -> DrawOperation? {
      var operation = operation
      for effect in effects {
        guard let made = effect.applied(to: operation) else { return nil }
        operation = made
      }
      return operation
    }
  }
}

extension Flattener {
  /// Draws a layer in its parent, in one piece if the memory is sufficient.
  mutating func drawInTurns(
    _ index: Int, in parent: Placement?, over place: LowMemoryCompositing.Place
  ) throws(CompositingError) {
    guard scene.stage.nodes.indices.contains(index) else { return }
    let p = scene.properties(of: index)
    if p.isHidden { return }
    let placement = Placement(p, hasSublayers: hasSublayers(index), in: parent)
    try drawInTurns(index, p, placement, over: place)
  }

  mutating func drawInTurns(
    _ index: Int, _ p: LayerProperties, _ placement: Placement,
    over place: LowMemoryCompositing.Place
  ) throws(CompositingError) {
    if place.partsAll, hasParts(index, p),
      try drawParts(index, p, placement, over: place)
    {
      return
    }
    let operations: [DrawOperation]
    do { operations = try roomy(index, p, placement) } catch {
      if canBeParted(index, p, error), try drawParts(index, p, placement, over: place) { return }
      throw error
    }
    try draw(operations, index, over: place)
  }

  /// The operations of a layer with its sublayers, built after the cached pictures were released to free
  /// memory.
  private mutating func roomy(
    _ index: Int, _ p: LayerProperties, _ placement: Placement
  ) throws(CompositingError) -> [DrawOperation] {
    let counted = pictures.countedWork()
    do { return try layer(index, p, placement, order: 0)?.operations ?? [] } catch {
      pictures.uncount(to: counted)
      guard error.isWantOfRoom else { throw error }
      pictures.letGo()
      // The parts of a layer with sublayers may fit in memory when they are drawn one at a time.
      if canBeParted(index, p, error) { throw error }
      return try layer(index, p, placement, order: 0)?.operations ?? []
    }
  }

  private func canBeParted(_ index: Int, _ p: LayerProperties, _ error: CompositingError) -> Bool {
    error.isWantOfRoom && hasParts(index, p)
  }

  /// Whether the layer's effects apply to each of its sublayers, or to one picture of them all.
  private func hasParts(_ index: Int, _ p: LayerProperties) -> Bool {
    hasSublayers(index) && !p.isFiltered && !isSilhouette
      && !(p.shadowOpacity > 0 && p.shadowPath == nil)
  }

  /// Draws the parts of a layer one after another; returns false if a backdrop needs the whole layer.
  private mutating func drawParts(
    _ index: Int, _ p: LayerProperties, _ placement: Placement,
    over place: LowMemoryCompositing.Place
  ) throws(CompositingError) -> Bool {
    let counted = pictures.countedWork()
    guard let record = try alone(index, p, placement) else { return true }
    let effect = record.effect
    if effect.isNone {
      try drawContents(of: record, p, placement, over: place)
      return true
    }
    let known = pictures.countedWork()
    let outline = try outline(of: record, p, placement)
    pictures.uncount(to: known)
    if outline.contains(where: \.hasBackdrop) {
      pictures.uncount(to: counted)
      return false
    }
    guard let clip = effect.clip else {
      try draw(through: effect, outline + effect.border.map(\.outline), index, over: place) {
        (flattener, place) throws(CompositingError) in
        try flattener.drawContents(of: record, p, placement, over: place)
        try flattener.draw(effect.border, index, over: place)
      }
      return true
    }
    // The clip is applied before the border is drawn; the layer's effect is applied to the clipped contents
    // and the border.
    var clipping = FlattenedLayer.Effect(coverage: clip)
    let clipped = outline.applying(&clipping) + effect.border.map(\.outline)
    try draw(through: effect, clipped, index, over: place) {
      (flattener, place) throws(CompositingError) in
      try flattener.draw(through: clipping, outline, index, over: place) {
        (flattener, place) throws(CompositingError) in
        try flattener.drawContents(of: record, p, placement, over: place)
      }
      try flattener.draw(effect.border, index, over: place)
    }
    return true
  }

  /// Creates the record of a layer without its sublayers.
  private mutating func alone(
    _ index: Int, _ p: LayerProperties, _ placement: Placement
  ) throws(CompositingError) -> FlattenedLayer? {
    leavesOutSublayersOf = index
    defer { leavesOutSublayersOf = nil }
    return try layer(index, p, placement, order: 0)
  }

  /// Draws the contents of a layer, without its sublayers and without the effects that apply to the whole
  /// layer.
  private mutating func drawContents(
    of record: FlattenedLayer, _ p: LayerProperties, _ placement: Placement,
    over place: LowMemoryCompositing.Place
  ) throws(CompositingError) {
    try draw(record.own, record.index, over: place)
    let before = within
    within = record.clips.inner
    defer { within = before }
    for child in backToFront(record.index, placement) {
      try drawInTurns(child, in: placement, over: place)
    }
  }

  private func backToFront(_ index: Int, _ placement: Placement) -> [Int] {
    let children = scene.stage.nodes[index].sublayers.map { child -> (index: Int, order: Double) in
      let p = scene.properties(of: child)
      guard placement.perspective != nil else { return (child, p.zPosition) }
      return (child, Placement(p, hasSublayers: hasSublayers(child), in: placement).depth)
    }
    return children.indices.sorted { (children[$0].order, $0) < (children[$1].order, $1) }
      .map { children[$0].index }
  }

  private func draw(
    _ operations: [DrawOperation], _ index: Int, over place: LowMemoryCompositing.Place
  ) throws(CompositingError) {
    var operations = operations
    if operations.contains(where: \.hasBackdrop) {
      guard place.isGround else {
        throw .noRoom(
          layer: scene.stage.nodes[index].id,
          reason: MemoryOwners.refusal(of: "the layers below it")
        )
      }
      operations = operations.resolved(
        over: ground(of: place.target), isOpaque: place.isOpaque)
    }
    operations.compactMap(place.applied).draw(in: place.target, kernels: pictures.kernels)
  }

  /// An operation that shows the pixels drawn so far, for use by backdrops.
  private func ground(of target: Target) -> [DrawOperation] {
    let copy = Target(group: target.window)
    pictures.kernels.lift(target, to: copy)
    guard let paint = Paint(group: copy) else { return [] }
    return [.shape(Shape(coverage: Coverage(target.window), paint: paint))]
  }

  /// Draws contents with an effect on the whole layer: `inside` draws the contents, and `outline` describes
  /// the positions and blend modes of their operations.
  private mutating func draw(
    through effect: FlattenedLayer.Effect, _ outline: [DrawOperation], _ index: Int,
    over place: LowMemoryCompositing.Place,
    inside: (inout Flattener, LowMemoryCompositing.Place) throws(CompositingError) -> Void
  ) throws(CompositingError) {
    var effect = effect
    (effect.clip, effect.border) = (nil, [])
    let seen = outline.applying(&effect)
    if !effect.isGroup {
      var inner = place
      inner.effects.insert(effect, at: 0)
      (inner.isGround, inner.isOpaque) = (false, false)
      return try inside(&self, inner)
    }
    guard let made = seen.first.flatMap(place.applied), case .group(let group) = made else {
      return
    }
    let window = group.coverage.bounds.intersection(place.target.window)
    if window.isEmpty { return }
    let (width, height) = (Double(window.width), Double(window.height))
    try charge(RenderCost.grouping(width * height), index)
    try group.draw(
      window, hidden: [], only: nil, in: place.target, kernels: pictures.kernels
    ) { picture throws(CompositingError) in
      try inside(&self, LowMemoryCompositing.Place(group: picture, in: place))
    }
  }

  /// Collects the positions and blend modes of the operations in a layer, without their paints.
  private mutating func outline(
    of record: FlattenedLayer, _ p: LayerProperties, _ placement: Placement
  ) throws(CompositingError) -> [DrawOperation] {
    var found = record.own.map(\.outline)
    let before = within
    within = record.clips.inner
    defer { within = before }
    for child in backToFront(record.index, placement) {
      let p = scene.properties(of: child)
      if p.isHidden { continue }
      found += try outline(
        child, p, Placement(p, hasSublayers: hasSublayers(child), in: placement))
    }
    return found
  }

  private mutating func outline(
    _ index: Int, _ p: LayerProperties, _ placement: Placement
  ) throws(CompositingError) -> [DrawOperation] {
    do { return try roomy(index, p, placement).map(\.outline) } catch {
      guard canBeParted(index, p, error), let record = try alone(index, p, placement) else {
        throw error
      }
      var effect = record.effect
      var all = try outline(of: record, p, placement)
      if let clip = effect.clip {
        var clipping = FlattenedLayer.Effect(coverage: clip)
        all = all.applying(&clipping)
      }
      all += effect.border.map(\.outline)
      (effect.clip, effect.border) = (nil, [])
      return all.applying(&effect)
    }
  }
}

extension DrawOperation {
  /// An operation with the same position and blend mode as this operation, but without a picture.
  fileprivate var outline: DrawOperation {
    switch self {
    case .shape(let shape):
      .shape(
        Shape(coverage: shape.coverage, paint: Paint(color: .clear).blending(shape.paint.mode)))
    case .group(let group) where !group.hasBackdrop:
      .group(Group(coverage: group.coverage, alpha: group.alpha, mode: group.mode, operations: []))
    case .group, .backdrop: self
    }
  }
}
