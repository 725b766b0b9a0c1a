internal import Scenes

/// What one layer with its sublayers became in a scene. Kept while nothing in it changes, so that a
/// scene costs what differs from the one before, and the difference of two scenes is found by walking
/// two trees of records.
final class LayerRecord: Sendable {
  let index: Int
  let properties: LayerProperties
  let placement: Placement
  /// By which siblings are sorted.
  let order: Double
  /// Shadow, background and contents, before the effect.
  let own: [Operation]
  /// Visible sublayers, back to front.
  let sublayers: [LayerRecord]
  let effect: Effect
  /// All of it, with the effect.
  let operations: [Operation]
  /// What the operations may touch.
  let bounds: PixelRect

  /// What a layer does to all that it contains.
  struct Effect: Sendable {
    var coverage: Coverage?
    var alpha = Fixed.full
    var masks: [LayerMask] = []
    /// A picture of its own was needed.
    var isGroup = false

    var isNone: Bool { coverage == nil && alpha == Fixed.full && masks.isEmpty }
  }

  init(
    index: Int, properties: LayerProperties, placement: Placement, order: Double, own: [Operation],
    sublayers: [LayerRecord], effect: Effect, operations: [Operation], bounds: PixelRect
  ) {
    self.index = index
    self.properties = properties
    self.placement = placement
    self.order = order
    self.own = own
    self.sublayers = sublayers
    self.effect = effect
    self.operations = operations
    self.bounds = bounds
  }

  /// The layer's own shapes are the same with these properties: only its effect may differ.
  func hasSameOwn(_ p: LayerProperties, _ placement: Placement) -> Bool {
    guard self.placement.isSame(as: placement) else { return false }
    var other = p
    other.opacity = properties.opacity
    other.mask = properties.mask
    return other == properties
  }
}
