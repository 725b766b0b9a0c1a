import Scenes

/// Values that can be added and scaled, so that any spline can be made of them.
extension LayerProperties {
  /// The value of the properties in `set` a fraction of the way from `a` to `b`; `f` may leave 0…1.
  static func mix(
    _ set: LayerPropertySet, _ a: LayerProperties, _ b: LayerProperties, _ f: Double
  ) -> LayerProperties {
    let sum = WeightedSum(a: 1 - f, b: f, c: 0, d: 0)
    var r = f < 0.5 ? a : b
    combine(set, a, b, b, b, sum, into: &r)
    if set.contains(.mask), let mask = Mask.combine([(a.mask, 1 - f), (b.mask, f)]) {
      r.mask = mask
    }
    return r
  }

  /// The Catmull-Rom spline from `b` to `c` with the neighbours `a` and `d`.
  static func catmullRom(
    _ set: LayerPropertySet, _ a: LayerProperties, _ b: LayerProperties, _ c: LayerProperties,
    _ d: LayerProperties, _ f: Double
  ) -> LayerProperties {
    let f2 = f * f
    let f3 = f2 * f
    let sum = WeightedSum(
      a: (-f3 + 2 * f2 - f) / 2, b: (3 * f3 - 5 * f2 + 2) / 2, c: (-3 * f3 + 4 * f2 + f) / 2,
      d: (f3 - f2) / 2)
    var r = f < 0.5 ? b : c
    combine(set, a, b, c, d, sum, into: &r)
    if set.contains(.mask),
      let mask = Mask.combine([
        (a.mask, sum.a), (b.mask, sum.b), (c.mask, sum.c), (d.mask, sum.d),
      ])
    {
      r.mask = mask
    }
    return r
  }

  /// Every number in `set` as the weighted sum of the terms'; the rest of `r` stays.
  private static func combine(
    _ set: LayerPropertySet, _ a: LayerProperties, _ b: LayerProperties, _ c: LayerProperties,
    _ d: LayerProperties, _ sum: WeightedSum, into r: inout LayerProperties
  ) {
    if set.contains(.frame) { r.frame = sum.of(a.frame, b.frame, c.frame, d.frame) }
    if set.contains(.anchorPoint) {
      r.anchorPoint = sum.of(a.anchorPoint, b.anchorPoint, c.anchorPoint, d.anchorPoint)
    }
    if set.contains(.zPosition) {
      r.zPosition = sum.of(a.zPosition, b.zPosition, c.zPosition, d.zPosition)
    }
    if set.contains(.translate) {
      r.translate = sum.of(a.translate, b.translate, c.translate, d.translate)
    }
    if set.contains(.scale) { r.scale = sum.of(a.scale, b.scale, c.scale, d.scale) }
    if set.contains(.rotate) { r.rotate = sum.of(a.rotate, b.rotate, c.rotate, d.rotate) }
    if set.contains(.transform) {
      r.transform = sum.of(a.transform, b.transform, c.transform, d.transform)
    }
    if set.contains(.sublayerTransform) {
      r.sublayerTransform = sum.of(
        a.sublayerTransform, b.sublayerTransform, c.sublayerTransform, d.sublayerTransform)
    }
    if set.contains(.opacity) {
      r.opacity = min(1, max(0, sum.of(a.opacity, b.opacity, c.opacity, d.opacity)))
    }
    if set.contains(.cornerRadius) {
      r.cornerRadius = max(
        0, sum.of(a.cornerRadius, b.cornerRadius, c.cornerRadius, d.cornerRadius))
    }
    if set.contains(.backgroundColor) {
      let colors = (a.backgroundColor, b.backgroundColor, c.backgroundColor, d.backgroundColor)
      if colors.0 != nil || colors.1 != nil || colors.2 != nil || colors.3 != nil {
        r.backgroundColor = sum.of(
          colors.0 ?? .clear, colors.1 ?? .clear, colors.2 ?? .clear, colors.3 ?? .clear)
      }
    }
    if set.contains(.shadowColor) {
      r.shadowColor = sum.of(a.shadowColor, b.shadowColor, c.shadowColor, d.shadowColor)
    }
    if set.contains(.shadowOpacity) {
      let opacity = sum.of(a.shadowOpacity, b.shadowOpacity, c.shadowOpacity, d.shadowOpacity)
      r.shadowOpacity = min(1, max(0, opacity))
    }
    if set.contains(.shadowRadius) {
      r.shadowRadius = max(
        0, sum.of(a.shadowRadius, b.shadowRadius, c.shadowRadius, d.shadowRadius))
    }
    if set.contains(.shadowOffset) {
      r.shadowOffset = sum.of(a.shadowOffset, b.shadowOffset, c.shadowOffset, d.shadowOffset)
    }
    if set.contains(.contentsRect) {
      r.contentsRect = sum.of(a.contentsRect, b.contentsRect, c.contentsRect, d.contentsRect)
    }
  }
}
