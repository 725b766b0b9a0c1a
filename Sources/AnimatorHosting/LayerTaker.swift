internal import CAnimator
internal import Scenes

/// Takes declared properties from a layer that a plugin changed; nothing of it is trusted.
///
/// Numbers must be finite. Opacities and colours are clamped to 0…1 and extents and radii to at
/// least 0, since a spring may overshoot.
@safe struct LayerTaker {
  /// What is wrong, such as "frame is not finite".
  struct Problem: Error { let message: String }

  static let maximumPathElements: UInt64 = 1_000_000

  private let layer: animator_layer
  private let set: LayerPropertySet

  static func take(
    _ set: LayerPropertySet, from layer: animator_layer, into properties: inout LayerProperties
  ) throws(Problem) {
    let taker = unsafe LayerTaker(layer: layer, set: set)
    try taker.takeGeometry(&properties)
    try taker.takeTransforms(&properties)
    try taker.takeLook(&properties)
    try taker.takeShadow(&properties)
    if set.contains(.mask) { properties.mask = try taker.mask(was: properties.mask) }
  }

  private func takeGeometry(_ p: inout LayerProperties) throws(Problem) {
    if set.contains(.hidden) { p.isHidden = unsafe layer.hidden }
    if set.contains(.frame) { p.frame = try rect(unsafe layer.frame, "frame") }
    if set.contains(.anchorPoint) {
      p.anchorPoint = try point(unsafe layer.anchor_point, "anchor point")
    }
    if set.contains(.zPosition) { p.zPosition = try number(unsafe layer.z_position, "z position") }
    if set.contains(.contentsRect) {
      p.contentsRect = try rect(unsafe layer.contents_rect, "contents rect")
    }
  }

  private func takeTransforms(_ p: inout LayerProperties) throws(Problem) {
    if set.contains(.translate) { p.translate = try vector(unsafe layer.translate, "translate") }
    if set.contains(.scale) { p.scale = try vector(unsafe layer.scale, "scale") }
    if set.contains(.rotate) { p.rotate = try vector(unsafe layer.rotate, "rotate") }
    if set.contains(.transform) { p.transform = try matrix(unsafe layer.transform, "transform") }
    if set.contains(.sublayerTransform) {
      p.sublayerTransform = try matrix(unsafe layer.sublayer_transform, "sublayer transform")
    }
  }

  private func takeLook(_ p: inout LayerProperties) throws(Problem) {
    if set.contains(.opacity) { p.opacity = try fraction(unsafe layer.opacity, "opacity") }
    if set.contains(.cornerRadius) {
      p.cornerRadius = max(0, try number(unsafe layer.corner_radius, "corner radius"))
    }
    if set.contains(.masksToBounds) { p.masksToBounds = unsafe layer.masks_to_bounds }
    if set.contains(.doubleSided) { p.isDoubleSided = unsafe layer.double_sided }
    if set.contains(.backgroundColor) {
      let color = try color(
        unsafe layer.background_color, was: p.backgroundColor ?? .clear, "background colour")
      p.backgroundColor = color.alpha > 0 ? color : nil
    }
  }

  private func takeShadow(_ p: inout LayerProperties) throws(Problem) {
    if set.contains(.shadowColor) {
      p.shadowColor = try color(unsafe layer.shadow_color, was: p.shadowColor, "shadow colour")
    }
    if set.contains(.shadowOpacity) {
      p.shadowOpacity = try fraction(unsafe layer.shadow_opacity, "shadow opacity")
    }
    if set.contains(.shadowRadius) {
      p.shadowRadius = max(0, try number(unsafe layer.shadow_radius, "shadow radius"))
    }
    if set.contains(.shadowOffset) {
      p.shadowOffset = try point(unsafe layer.shadow_offset, "shadow offset")
    }
  }

  private func mask(was old: Mask?) throws(Problem) -> Mask? {
    let mask = unsafe layer.mask
    let isInverted = unsafe mask.inverted
    switch unsafe mask.kind {
    case ANIMATOR_MASK_NONE: return nil
    case ANIMATOR_MASK_ELLIPSE:
      return Mask(kind: .ellipse(try rect(unsafe mask.rect, "mask")), isInverted: isInverted)
    case ANIMATOR_MASK_RECTANGLE:
      let radius = max(0, try number(unsafe mask.corner_radius, "mask's corner radius"))
      return Mask(
        kind: .rectangle(try rect(unsafe mask.rect, "mask"), cornerRadius: radius),
        isInverted: isInverted)
    case ANIMATOR_MASK_PATH:
      return unsafe Mask(
        kind: .path(
          Path(
            elements: try elements(unsafe mask),
            fillRule: unsafe mask.even_odd ? .evenOdd : .nonZero)),
        isInverted: isInverted)
    case ANIMATOR_MASK_LAYER:
      if let old, case .layer = old.kind { return old }
      throw Problem(message: "its mask is another layer, which only documents may give")
    case let kind: throw Problem(message: "its mask has an unknown kind (\(kind))")
    }
  }

  private func elements(_ mask: animator_mask) throws(Problem) -> [PathElement] {
    let count = unsafe mask.path_count
    guard count <= Self.maximumPathElements else {
      throw Problem(
        message: "its mask's path has \(count) elements: at most \(Self.maximumPathElements)")
    }
    guard count > 0 else { return [] }
    guard let path = unsafe mask.path else { throw Problem(message: "its mask has no path") }
    var elements: [PathElement] = []
    elements.reserveCapacity(Int(count))
    for i in 0..<Int(count) {
      // Unsafe: the plugin's elements, as many as it says.
      let e = unsafe path[i]
      switch e.verb {
      case ANIMATOR_PATH_MOVE: elements.append(.move(try point(e.end, "mask's path")))
      case ANIMATOR_PATH_LINE: elements.append(.line(try point(e.end, "mask's path")))
      case ANIMATOR_PATH_CUBIC:
        elements.append(
          .cubic(
            control1: try point(e.control1, "mask's path"),
            control2: try point(e.control2, "mask's path"), end: try point(e.end, "mask's path")))
      case ANIMATOR_PATH_CLOSE: elements.append(.close)
      default: throw Problem(message: "its mask's path has an unknown verb (\(e.verb))")
      }
    }
    return elements
  }

  private func number(_ n: Double, _ name: String) throws(Problem) -> Double {
    guard n.isFinite else { throw Problem(message: "its \(name) is not a finite number") }
    return n
  }
  private func fraction(_ n: Double, _ name: String) throws(Problem) -> Double {
    min(1, max(0, try number(n, name)))
  }
  private func point(_ p: animator_point, _ name: String) throws(Problem) -> Point {
    Point(try number(p.x, name), try number(p.y, name))
  }
  private func vector(_ v: animator_vector, _ name: String) throws(Problem) -> Vector {
    Vector(try number(v.x, name), try number(v.y, name), try number(v.z, name))
  }
  private func rect(_ r: animator_rect, _ name: String) throws(Problem) -> Rect {
    Rect(
      try number(r.x, name), try number(r.y, name), max(0, try number(r.width, name)),
      max(0, try number(r.height, name)))
  }
  private func matrix(_ t: animator_transform, _ name: String) throws(Problem) -> Transform {
    let m = t.m
    let values = [
      m.0, m.1, m.2, m.3, m.4, m.5, m.6, m.7, m.8, m.9, m.10, m.11, m.12, m.13, m.14, m.15,
    ]
    for value in values { _ = try number(value, name) }
    return Transform(values)
  }
  /// A component that the plugin left as it was keeps its digits, which a float would lose.
  private func color(_ c: animator_color, was old: Color, _ name: String) throws(Problem) -> Color {
    func component(_ new: Float, _ old: Double) throws(Problem) -> Double {
      new == Float(old) ? old : try fraction(Double(new), name)
    }
    return Color(
      red: try component(c.red, old.red), green: try component(c.green, old.green),
      blue: try component(c.blue, old.blue), alpha: try component(c.alpha, old.alpha))
  }
}
