internal import CAnimator
internal import Scenes

/// Layers between the host's words and the plugin's.
enum LayerBridge {
  static func rect(_ r: Rect) -> animator_rect {
    animator_rect(x: r.x, y: r.y, width: r.width, height: r.height)
  }
  static func point(_ p: Point) -> animator_point { animator_point(x: p.x, y: p.y) }
  static func vector(_ v: Vector) -> animator_vector { animator_vector(x: v.x, y: v.y, z: v.z) }
  static func color(_ c: Color) -> animator_color {
    animator_color(
      red: Float(c.red), green: Float(c.green), blue: Float(c.blue), alpha: Float(c.alpha))
  }
  static func transform(_ t: Transform) -> animator_transform {
    animator_transform(
      m: (
        t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24,
        t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44
      ))
  }

  /// The layer as a plugin sees it; a path's elements come from `arena`.
  static func layer(_ p: LayerProperties, arena: CallArena) -> animator_layer {
    var layer = unsafe animator_layer()
    unsafe layer.size = UInt32(MemoryLayout<animator_layer>.size)
    unsafe layer.hidden = p.isHidden
    unsafe layer.masks_to_bounds = p.masksToBounds
    unsafe layer.double_sided = p.isDoubleSided
    unsafe layer.frame = rect(p.frame)
    unsafe layer.anchor_point = point(p.anchorPoint)
    unsafe layer.z_position = p.zPosition
    unsafe layer.translate = vector(p.translate)
    unsafe layer.scale = vector(p.scale)
    unsafe layer.rotate = vector(p.rotate)
    unsafe layer.transform = transform(p.transform)
    unsafe layer.sublayer_transform = transform(p.sublayerTransform)
    unsafe layer.opacity = p.opacity
    unsafe layer.corner_radius = p.cornerRadius
    unsafe layer.background_color = color(p.backgroundColor ?? .clear)
    unsafe layer.shadow_color = color(p.shadowColor)
    unsafe layer.shadow_opacity = p.shadowOpacity
    unsafe layer.shadow_radius = p.shadowRadius
    unsafe layer.shadow_offset = point(p.shadowOffset)
    unsafe layer.mask = mask(p.mask, arena: arena)
    unsafe layer.contents_rect = rect(p.contentsRect)
    return unsafe layer
  }

  private static func mask(_ mask: Mask?, arena: CallArena) -> animator_mask {
    var result = unsafe animator_mask()
    guard let mask else { return unsafe result }
    unsafe result.inverted = mask.isInverted
    switch mask.kind {
    case .ellipse(let r):
      unsafe result.kind = ANIMATOR_MASK_ELLIPSE
      unsafe result.rect = rect(r)
    case .rectangle(let r, let radius):
      unsafe result.kind = ANIMATOR_MASK_RECTANGLE
      unsafe result.rect = rect(r)
      unsafe result.corner_radius = radius
    case .path(let path):
      unsafe result.kind = ANIMATOR_MASK_PATH
      unsafe result.even_odd = path.fillRule == .evenOdd
      let elements = unsafe arena.array(of: animator_path_element.self, count: path.elements.count)
      for (i, element) in path.elements.enumerated() { unsafe elements[i] = self.element(element) }
      unsafe result.path = UnsafePointer(elements)
      unsafe result.path_count = UInt64(path.elements.count)
    case .layer:
      unsafe result.kind = ANIMATOR_MASK_LAYER
    }
    return unsafe result
  }

  private static func element(_ element: PathElement) -> animator_path_element {
    var result = animator_path_element()
    switch element {
    case .move(let end):
      result.verb = ANIMATOR_PATH_MOVE
      result.end = point(end)
    case .line(let end):
      result.verb = ANIMATOR_PATH_LINE
      result.end = point(end)
    case .cubic(let control1, let control2, let end):
      result.verb = ANIMATOR_PATH_CUBIC
      result.control1 = point(control1)
      result.control2 = point(control2)
      result.end = point(end)
    case .close: result.verb = ANIMATOR_PATH_CLOSE
    }
    return result
  }
}
