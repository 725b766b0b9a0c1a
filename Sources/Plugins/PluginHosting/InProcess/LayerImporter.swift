internal import CAnimator
internal import Scenes

/// Takes properties from a layer that a plugin has changed, without trusting any value. All numbers of a
/// layer must be finite. Opacities and colours are clamped to 0…1, and sizes and radii to at least 0, because
/// a spring may overshoot.
enum LayerImporter {
  /// A problem of a layer, such as "its frame is not a finite number".
  struct Problem: Error { let message: String }

  /// A problem of a value, as text that follows the name of the property: " is not a finite number".
  struct Flaw: Error {
    fileprivate let message: String
    init(_ message: String) { self.message = message }
  }

  static let maximumPathElements: UInt64 = 1_000_000

  // Safety: both pointers refer to one layer, and each row contains the offset of its member.
  static func take(
    _ set: LayerPropertySet, from layer: UnsafePointer<animator_layer>,
    into properties: inout LayerProperties
  ) throws(Problem) {
    let members = LayerMember.all
    var rest = set.intersection(.ofPlugins).rawValue
    while rest != 0 {
      let member = members[rest.trailingZeroBitCount]
      rest &= rest - 1
      do throws(Flaw) {
        try unsafe take(member, from: layer, into: &properties)
      } catch {
        throw Problem(message: "its \(member.set.properties[0].name)\(error.message)")
      }
    }
  }

  private static func take(
    _ member: LayerMember, from layer: UnsafePointer<animator_layer>,
    into properties: inout LayerProperties
  ) throws(Flaw) {
    let from = unsafe UnsafeRawPointer(layer) + member.offset
    try unsafe withUnsafeMutableBytes(of: &properties) { bytes throws(Flaw) in
      let to = unsafe bytes.baseAddress! + member.hostOffset
      switch member.form {
      case .flag: unsafe to.storeBytes(of: from.load(as: Bool.self), as: Bool.self)
      case .numbers(let count): try unsafe takeNumbers(count, from, to)
      case .number(let range):
        let number = try unsafe number(from.load(as: Double.self), in: range)
        unsafe to.storeBytes(of: number, as: Double.self)
      case .rect:
        let rect = try unsafe rect(from.load(as: animator_rect.self))
        unsafe to.storeBytes(of: rect, as: Rect.self)
      case .corners(let range):
        let radius = try unsafe number(from.load(as: Double.self), in: range)
        // The plugin receives only the largest radius; if it has not changed this radius, all radii are kept.
        guard unsafe radius != to.load(as: CornerRadii.self).largest else { return }
        unsafe to.storeBytes(of: CornerRadii(radius), as: CornerRadii.self)
      case .other(let conversion): try unsafe conversion.take(from, to)
      case .color:
        let color = try unsafe color(
          from.load(as: animator_color.self), was: to.load(as: Color.self))
        unsafe to.storeBytes(of: color, as: Color.self)
      case .optionalColor:
        let color = try unsafe color(
          from.load(as: animator_color.self), was: to.load(as: Color?.self) ?? .clear)
        unsafe to.storeBytes(of: color.alpha > 0 ? color : nil, as: Color?.self)
      case .mask:
        let mask = unsafe to.assumingMemoryBound(to: Mask?.self)
        unsafe mask.pointee = try unsafe self.mask(layer.pointee.mask, was: mask.pointee)
      }
    }
  }

  private static func takeNumbers(
    _ count: Int, _ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer
  ) throws(Flaw) {
    let stride = MemoryLayout<Double>.stride
    for i in 0..<count {
      let number = try unsafe number(from.load(fromByteOffset: i * stride, as: Double.self))
      unsafe to.storeBytes(of: number, toByteOffset: i * stride, as: Double.self)
    }
  }

  static func number(_ n: Double) throws(Flaw) -> Double {
    guard n.isFinite else { throw Flaw(" is not a finite number") }
    return n
  }
  static func number(_ n: Double, in range: ClosedRange<Double>) throws(Flaw) -> Double {
    min(range.upperBound, max(range.lowerBound, try number(n)))
  }
  private static func point(_ p: animator_point) throws(Flaw) -> Point {
    Point(try number(p.x), try number(p.y))
  }
  private static func rect(_ r: animator_rect) throws(Flaw) -> Rect {
    Rect(
      try number(r.x), try number(r.y), max(0, try number(r.width)), max(0, try number(r.height)))
  }
  /// A colour component that the plugin has not changed keeps its double precision, which a float would lose.
  static func color(_ c: animator_color, was old: Color) throws(Flaw) -> Color {
    func component(_ new: Float, _ old: Double) throws(Flaw) -> Double {
      new == Float(old) ? old : try number(Double(new), in: LayerProperty.fraction)
    }
    return Color(
      red: try component(c.red, old.red), green: try component(c.green, old.green),
      blue: try component(c.blue, old.blue), alpha: try component(c.alpha, old.alpha))
  }

  private static func mask(_ mask: animator_mask, was old: Mask?) throws(Flaw) -> Mask? {
    let isInverted = unsafe mask.inverted
    switch unsafe mask.kind {
    case ANIMATOR_MASK_NONE: return nil
    case ANIMATOR_MASK_ELLIPSE:
      return Mask(kind: .ellipse(try rect(unsafe mask.rect)), isInverted: isInverted)
    case ANIMATOR_MASK_RECTANGLE:
      let radius = try number(unsafe mask.corner_radius, in: LayerProperty.length)
      return Mask(
        kind: .rectangle(try rect(unsafe mask.rect), cornerRadius: radius), isInverted: isInverted)
    case ANIMATOR_MASK_PATH:
      return unsafe Mask(
        kind: .path(
          Path(
            elements: try elements(unsafe mask),
            fillRule: unsafe mask.even_odd ? .evenOdd : .nonZero)),
        isInverted: isInverted)
    case ANIMATOR_MASK_LAYER:
      if let old, case .layer = old.kind { return old }
      throw Flaw(" is another layer, which only documents may give")
    case let kind: throw Flaw(" has an unknown kind (\(kind))")
    }
  }

  private static func elements(_ mask: animator_mask) throws(Flaw) -> [PathElement] {
    let count = unsafe mask.path_count
    guard count <= maximumPathElements else {
      throw Flaw("'s path has \(count) elements: at most \(maximumPathElements)")
    }
    guard count > 0 else { return [] }
    guard let path = unsafe mask.path else { throw Flaw(" has no path") }
    var elements: [PathElement] = []
    elements.reserveCapacity(Int(count))
    for i in 0..<Int(count) {
      // Safety: the plugin declares the number of elements.
      let e = unsafe path[i]
      switch e.verb {
      case ANIMATOR_PATH_MOVE: elements.append(.move(try point(e.end)))
      case ANIMATOR_PATH_LINE: elements.append(.line(try point(e.end)))
      case ANIMATOR_PATH_CUBIC:
        elements.append(
          .cubic(
            control1: try point(e.control1), control2: try point(e.control2),
            end: try point(e.end)))
      case ANIMATOR_PATH_CLOSE: elements.append(.close)
      default: throw Flaw("'s path has an unknown verb (\(e.verb))")
      }
    }
    return elements
  }
}
