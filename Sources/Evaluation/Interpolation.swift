import Scenes

/// Values that can be added and scaled, so that any spline can be made of them.
extension LayerProperties {
  /// The value of the properties in `set` a fraction of the way from `a` to `b`; `f` may leave 0…1.
  static func mix(
    _ set: LayerPropertySet, _ a: LayerProperties, _ b: LayerProperties, _ f: Double
  ) -> LayerProperties {
    combine(set, [(a, 1 - f), (b, f)], nearest: f < 0.5 ? a : b)
  }

  /// The Catmull-Rom spline from `b` to `c` with the neighbours `a` and `d`.
  static func catmullRom(
    _ set: LayerPropertySet, _ a: LayerProperties, _ b: LayerProperties, _ c: LayerProperties,
    _ d: LayerProperties, _ f: Double
  ) -> LayerProperties {
    let f2 = f * f
    let f3 = f2 * f
    return combine(
      set,
      [
        (a, (-f3 + 2 * f2 - f) / 2), (b, (3 * f3 - 5 * f2 + 2) / 2),
        (c, (-3 * f3 + 4 * f2 + f) / 2), (d, (f3 - f2) / 2),
      ], nearest: f < 0.5 ? b : c)
  }

  /// The weighted sum of every number in `set`; what is not a number comes from `nearest`.
  private static func combine(
    _ set: LayerPropertySet, _ terms: [(LayerProperties, Double)], nearest: LayerProperties
  ) -> LayerProperties {
    var r = nearest
    // A value that all terms share stays as it is, to the bit.
    func sum(_ get: (LayerProperties) -> Double) -> Double {
      let first = get(terms[0].0)
      if terms.allSatisfy({ get($0.0) == first }) { return first }
      return terms.reduce(0) { $0 + get($1.0) * $1.1 }
    }
    func point(_ path: KeyPath<LayerProperties, Point>) -> Point {
      Point(sum { $0[keyPath: path].x }, sum { $0[keyPath: path].y })
    }
    func rect(_ get: (LayerProperties) -> Rect) -> Rect {
      Rect(
        sum { get($0).x }, sum { get($0).y }, sum { get($0).width }, sum { get($0).height })
    }
    func vector(_ path: KeyPath<LayerProperties, Vector>) -> Vector {
      Vector(
        sum { $0[keyPath: path].x }, sum { $0[keyPath: path].y }, sum { $0[keyPath: path].z })
    }
    func transform(_ path: KeyPath<LayerProperties, Transform>) -> Transform {
      let lists = terms.map { ($0.0[keyPath: path].values, $0.1) }
      if lists.allSatisfy({ $0.0 == lists[0].0 }) { return terms[0].0[keyPath: path] }
      return Transform((0..<16).map { i in lists.reduce(0) { $0 + $1.0[i] * $1.1 } })
    }
    /// Colours mix premultiplied.
    func color(_ get: (LayerProperties) -> Color) -> Color {
      let first = get(terms[0].0)
      if terms.allSatisfy({ get($0.0) == first }) { return first }
      let alpha = min(1, max(0, terms.reduce(0) { $0 + get($1.0).alpha * $1.1 }))
      guard alpha > 0 else { return .clear }
      func channel(_ path: KeyPath<Color, Double>) -> Double {
        let value = terms.reduce(0) { $0 + get($1.0)[keyPath: path] * get($1.0).alpha * $1.1 }
        return min(1, max(0, value / alpha))
      }
      return Color(
        red: channel(\.red), green: channel(\.green), blue: channel(\.blue), alpha: alpha)
    }
    if set.contains(.frame) { r.frame = rect { $0.frame } }
    if set.contains(.anchorPoint) { r.anchorPoint = point(\.anchorPoint) }
    if set.contains(.zPosition) { r.zPosition = sum { $0.zPosition } }
    if set.contains(.translate) { r.translate = vector(\.translate) }
    if set.contains(.scale) { r.scale = vector(\.scale) }
    if set.contains(.rotate) { r.rotate = vector(\.rotate) }
    if set.contains(.transform) { r.transform = transform(\.transform) }
    if set.contains(.sublayerTransform) { r.sublayerTransform = transform(\.sublayerTransform) }
    if set.contains(.opacity) { r.opacity = min(1, max(0, sum { $0.opacity })) }
    if set.contains(.cornerRadius) { r.cornerRadius = max(0, sum { $0.cornerRadius }) }
    if set.contains(.backgroundColor), terms.contains(where: { $0.0.backgroundColor != nil }) {
      r.backgroundColor = color { $0.backgroundColor ?? .clear }
    }
    if set.contains(.shadowColor) { r.shadowColor = color { $0.shadowColor } }
    if set.contains(.shadowOpacity) { r.shadowOpacity = min(1, max(0, sum { $0.shadowOpacity })) }
    if set.contains(.shadowRadius) { r.shadowRadius = max(0, sum { $0.shadowRadius }) }
    if set.contains(.shadowOffset) { r.shadowOffset = point(\.shadowOffset) }
    if set.contains(.contentsRect) { r.contentsRect = rect { $0.contentsRect } }
    if set.contains(.mask), let mask = Mask.combine(terms.map { ($0.0.mask, $0.1) }) {
      r.mask = mask
    }
    return r
  }
}
