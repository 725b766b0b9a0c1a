internal import CAnimator
internal import Scenes

/// Converts layers from the host's form to the form for plugins.
enum LayerExporter {
  static func rect(_ r: Rect) -> animator_rect {
    animator_rect(x: r.x, y: r.y, width: r.width, height: r.height)
  }
  static func point(_ p: Point) -> animator_point { animator_point(x: p.x, y: p.y) }
  static func color(_ c: Color) -> animator_color {
    animator_color(
      red: Float(c.red), green: Float(c.green), blue: Float(c.blue), alpha: Float(c.alpha))
  }

  /// Fills the layer in the form that a plugin receives; the elements of a path come from `arena`.
  // Safety: there is one layer on each side, and each row contains the offset of its member.
  static func fill(
    _ layer: UnsafeMutablePointer<animator_layer>, from properties: UnsafePointer<LayerProperties>,
    arena: CallArena
  ) {
    unsafe layer.initialize(to: animator_layer())
    unsafe layer.pointee.size = UInt32(MemoryLayout<animator_layer>.size)
    let (host, plugin) = unsafe (UnsafeRawPointer(properties), UnsafeMutableRawPointer(layer))
    for member in LayerMember.all {
      let (from, to) = unsafe (host + member.hostOffset, plugin + member.offset)
      switch member.form {
      case .flag: unsafe to.storeBytes(of: from.load(as: Bool.self), as: Bool.self)
      case .number: unsafe copy(1, from, to)
      case .rect: unsafe copy(4, from, to)
      case .numbers(let count): unsafe copy(count, from, to)
      case .corners:
        let radius = unsafe from.load(as: CornerRadii.self).largest
        unsafe to.storeBytes(of: radius, as: Double.self)
      case .other(let conversion): unsafe conversion.fill(from, to)
      case .color:
        unsafe to.storeBytes(of: color(from.load(as: Color.self)), as: animator_color.self)
      case .optionalColor:
        let color = unsafe color(from.load(as: Color?.self) ?? .clear)
        unsafe to.storeBytes(of: color, as: animator_color.self)
      case .mask:
        let mask = unsafe from.assumingMemoryBound(to: Mask?.self)
        guard unsafe mask.pointee != nil else { continue }
        unsafe layer.pointee.mask = unsafe self.mask(mask.pointee, arena: arena)
      }
    }
  }

  private static func copy(_ count: Int, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer) {
    let stride = MemoryLayout<Double>.stride
    for i in 0..<count {
      let number = unsafe from.load(fromByteOffset: i * stride, as: Double.self)
      unsafe to.storeBytes(of: number, toByteOffset: i * stride, as: Double.self)
    }
  }

  static func mask(_ mask: Mask?, arena: CallArena) -> animator_mask {
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
      // The arena reports the missing memory to the code that created the arena.
      guard let elements = unsafe elements else { return unsafe result }
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
