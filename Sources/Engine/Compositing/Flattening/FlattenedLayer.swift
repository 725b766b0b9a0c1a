internal import Scenes

/// The drawing operations of one layer with its sublayers in a scene. The record is reused in later scenes
/// while the layer and its sublayers do not change. The cost of a scene therefore depends on how much it
/// differs from the previous scene, and the difference is found by comparing two trees of records.
final class FlattenedLayer: Sendable {
  let index: Int
  let properties: LayerProperties
  let placement: Placement
  let clips: Clips
  /// The sort key of the layer among its siblings.
  let order: Double
  /// The shadow, background and contents of the layer, before its effect is applied.
  let own: [DrawOperation]
  let sublayers: SublayerList
  let effect: Effect
  /// The contents from which `own` was made, in a layer that is blurred or filtered.
  let filtered: FilteredContent?
  /// All operations after the effect is applied; nil if there is no effect, in which case they are `own` and
  /// the operations of the sublayers.
  let seenOperations: [DrawOperation]?
  /// The rectangle of pixels that the layer's operations may touch.
  let bounds: PixelRect
  /// Whether some of the operations blend with the pixels below the layer.
  let blends: Bool
  /// Whether some of the layer's operations are backdrops.
  let hasBackdrop: Bool
  /// The work of the whole record and of its effect, and the work of its own operations without the layer's
  /// base cost.
  let work: RenderCostSum
  let effectWork: RenderCostSum
  let ownWork: RenderCostSum

  /// The effect that a layer applies to itself and all its sublayers.
  struct Effect: Sendable {
    var coverage: Coverage?
    /// The clip of the layer and its sublayers, but not of its border.
    var clip: Coverage?
    /// The operations of the border, which are drawn above the sublayers.
    var border: [DrawOperation] = []
    var alpha = Fixed.full
    var masks: [LayerMask] = []
    var mode = BlendMode.normal
    /// Whether the layer's contents are isolated from the layers below, regardless of the layer's other
    /// effects.
    var isolates = false
    /// Whether the effect requires the layer to be drawn in a separate picture.
    var isGroup = false
    /// Whether the separate picture starts as a copy of the pixels below.
    var isPassing = false
    /// Whether the part inside `clip` needs its own separate picture.
    var isClipGroup = false
    var isClipPassing = false

    /// Whether the layer's operations must be drawn as a group, because its effect changes them.
    var needsGroup: Bool {
      coverage != nil || clip != nil || !border.isEmpty || alpha != Fixed.full || !masks.isEmpty
        || mode != .normal
    }
    /// The index by which backdrops identify the layer.
    var layer = 0

    /// Whether backdrops in the layer show no layers below it. If opacity is the only effect, backdrops see
    /// the layers below, and fade with the rest of the contents.
    var endsBackdrops: Bool { isolates || !masks.isEmpty || mode != .normal }

    /// Sets the blend mode with which the layer is composited onto the pixels below it.
    mutating func setMode(_ p: LayerProperties, layer: Int) {
      self.layer = layer
      mode = p.blendMode
      isolates = p.isolates || p.mask != nil || p.isFiltered
    }

    var isNone: Bool { !needsGroup && !isolates }
    /// Whether the contents are an isolated group, whose picture starts transparent.
    var isIsolated: Bool {
      isolates || alpha != Fixed.full || !masks.isEmpty || mode != .normal
    }
  }

  /// The clip of the enclosing layers, and the clip of the layer's own contents.
  struct Clips: Sendable {
    var outer: ClipPath?
    var inner: ClipPath?
    /// The weights that turn the outer coverage into the inner coverage; nil if the layer itself does not
    /// clip.
    var weights: Coverage?
  }

  init(
    index: Int, properties: LayerProperties, placement: Placement, clips: Clips, order: Double,
    own: [DrawOperation], sublayers: SublayerList, effect: Effect,
    filtered: FilteredContent? = nil, work: RenderCostSum, ownWork: RenderCostSum = RenderCostSum()
  ) {
    self.ownWork = ownWork
    self.filtered = filtered
    self.index = index
    self.properties = properties
    self.placement = placement
    self.clips = clips
    self.order = order
    self.own = own
    self.sublayers = sublayers
    var effect = effect
    // The flags of the cached effect may have been computed for other contents.
    (effect.isGroup, effect.isPassing) = (false, false)
    (effect.isClipGroup, effect.isClipPassing) = (false, false)
    let blends = own.contains(where: \.blends) || sublayers.blends
    let hasBackdrop = own.contains(where: \.hasBackdrop) || sublayers.hasBackdrop
    if blends || hasBackdrop ? effect.isNone : !effect.needsGroup {
      seenOperations = nil
      bounds = own.bounds.union(sublayers.bounds)
      self.blends = blends
      self.hasBackdrop = hasBackdrop
    } else {
      var all = own
      for sublayer in sublayers.records { all += sublayer.operations }
      if let clip = effect.clip {
        var clipping = Effect(coverage: clip)
        all = all.applying(&clipping)
        (effect.isClipGroup, effect.isClipPassing) = (clipping.isGroup, clipping.isPassing)
      }
      all += effect.border
      var outer = effect
      (outer.clip, outer.border) = (nil, [])
      let seen = all.applying(&outer)
      (effect.isGroup, effect.isPassing) = (outer.isGroup, outer.isPassing)
      seenOperations = seen
      bounds = seen.bounds
      self.blends = seen.contains(where: \.blends)
      self.hasBackdrop = seen.contains(where: \.hasBackdrop)
    }
    self.effect = effect
    let isPicture = effect.isGroup || effect.isClipGroup || effect.mode != .normal
    effectWork = isPicture ? RenderCost.blending(bounds.pixelCount, effect.mode) : RenderCostSum()
    self.work = work + effectWork
  }

  /// Whether the layer would clip its contents in the same way with the properties `p`.
  func hasSameClips(_ p: LayerProperties, _ placement: Placement, within clip: ClipPath?) -> Bool {
    self.placement.isSame(as: placement) && clips.outer === clip
      && p.masksToBounds == properties.masksToBounds && p.cornerRadii == properties.cornerRadii
      && p.cornerCurve == properties.cornerCurve && p.border == properties.border
  }

  /// Whether the layer's own shapes would be the same with the properties `p`, so that only its effect may
  /// differ.
  func hasSameOwn(_ p: LayerProperties, _ placement: Placement, within clip: ClipPath?) -> Bool {
    guard self.placement.isSame(as: placement), clips.inner === clip else { return false }
    var other = p
    other.opacity = properties.opacity
    other.mask = properties.mask
    other.blendMode = properties.blendMode
    other.isolates = properties.isolates
    return other == properties
  }
}
