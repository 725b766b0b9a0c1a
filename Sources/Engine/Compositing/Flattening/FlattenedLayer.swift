internal import Scenes

/// The drawing operations of one layer with its sublayers in a scene. The record is kept while nothing in the
/// layer changes. The cost of a scene therefore depends on its difference from the previous scene, and that
/// difference is found by comparing two trees of records.
final class FlattenedLayer: Sendable {
  let index: Int
  let properties: LayerProperties
  let placement: Placement
  let clips: Clips
  /// The sort key among siblings.
  let order: Double
  /// The shadow, background and contents, before the effect.
  let own: [DrawOperation]
  let sublayers: SublayerList
  let effect: Effect
  /// The contents from which `own` was made, in a layer that is blurred or filtered.
  let filtered: FilteredContent?
  /// All operations after the effect; nil if there is no effect, in which case they are `own` and the
  /// operations of the sublayers.
  let seenOperations: [DrawOperation]?
  /// The pixels that the operations may touch.
  let bounds: PixelRect
  /// Whether some of the operations blend with the pixels below the layer.
  let blends: Bool
  /// Whether some of them are backdrops.
  let hasBackdrop: Bool
  /// The work of the whole record, of its effect, and of its own operations beyond the layer's own work.
  let work: RenderCostSum
  let effectWork: RenderCostSum
  let ownWork: RenderCostSum

  /// The effect of a layer on everything that it contains.
  struct Effect: Sendable {
    var coverage: Coverage?
    /// The clip of everything except the border.
    var clip: Coverage?
    /// The operations above the sublayers.
    var border: [DrawOperation] = []
    var alpha = Fixed.full
    var masks: [LayerMask] = []
    var mode = BlendMode.normal
    /// Whether the contents do not blend with the layers below the layer, independently of the other effects.
    var isolates = false
    /// Whether a separate picture is needed.
    var isGroup = false
    /// Whether that picture starts with the pixels below.
    var isPassing = false
    /// Whether the part inside `clip` needs a separate picture.
    var isClipGroup = false
    var isClipPassing = false

    /// Whether the layer's operations must be drawn as a group, because its effect changes them.
    var needsGroup: Bool {
      coverage != nil || clip != nil || !border.isEmpty || alpha != Fixed.full || !masks.isEmpty
        || mode != .normal
    }
    /// The layer's index, with which backdrops distinguish the layer.
    var layer = 0

    /// Whether backdrops in the layer show no layers below it. With opacity as the only effect, backdrops see
    /// the layers below, and fade with the other contents.
    var endsBackdrops: Bool { isolates || !masks.isEmpty || mode != .normal }

    /// Sets how the whole is composited onto the pixels below.
    mutating func setMode(_ p: LayerProperties, layer: Int) {
      self.layer = layer
      mode = p.blendMode
      isolates = p.isolates || p.mask != nil || p.isFiltered
    }

    var isNone: Bool { !needsGroup && !isolates }
    /// Whether the contents are an isolated group, which starts transparent.
    var isIsolated: Bool {
      isolates || alpha != Fixed.full || !masks.isEmpty || mode != .normal
    }
  }

  /// The clip of the layers around a layer, and the clip of its own contents.
  struct Clips: Sendable {
    var outer: ClipPath?
    var inner: ClipPath?
    /// The weights that convert one coverage to the other coverage; nil if the layer itself does not clip.
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
    // The cached state may belong to other contents.
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

  /// Whether the layer clips its contents in the same way with these properties.
  func hasSameClips(_ p: LayerProperties, _ placement: Placement, within clip: ClipPath?) -> Bool {
    self.placement.isSame(as: placement) && clips.outer === clip
      && p.masksToBounds == properties.masksToBounds && p.cornerRadii == properties.cornerRadii
      && p.cornerCurve == properties.cornerCurve && p.border == properties.border
  }

  /// Whether the layer's own shapes are the same with these properties, so that only its effect may differ.
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
