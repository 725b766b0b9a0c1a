internal import CAnimator
internal import Scenes

/// Takes declared properties from a layer that a plugin changed.
enum LayerTaker {
  /// What is wrong, such as "its frame is not a finite number".
  struct Problem: Error { let message: String }

  static func take(
    _ set: LayerPropertySet, from layer: animator_layer, into properties: inout LayerProperties
  ) throws(Problem) {
    let members = LayerMember.all
    var rest = set.intersection(.ofPlugins).rawValue
    while rest != 0 {
      let member = members[rest.trailingZeroBitCount]
      rest &= rest - 1
      do throws(LayerMember.Flaw) {
        try unsafe member.take(layer, &properties)
      } catch {
        throw Problem(message: "its \(member.set.properties[0].name)\(error.message)")
      }
    }
  }
}

/// A plugin's values in the host's words.
extension LayerMember {
  static let maximumPathElements: UInt64 = 1_000_000

  static func number(_ n: Double) throws(Flaw) -> Double {
    guard n.isFinite else { throw Flaw(" is not a finite number") }
    return n
  }
  static func number(_ n: Double, in range: ClosedRange<Double>) throws(Flaw) -> Double {
    min(range.upperBound, max(range.lowerBound, try number(n)))
  }
  static func point(_ p: animator_point) throws(Flaw) -> Point {
    Point(try number(p.x), try number(p.y))
  }
  static func vector(_ v: animator_vector) throws(Flaw) -> Vector {
    Vector(try number(v.x), try number(v.y), try number(v.z))
  }
  static func rect(_ r: animator_rect) throws(Flaw) -> Rect {
    Rect(
      try number(r.x), try number(r.y), max(0, try number(r.width)), max(0, try number(r.height)))
  }
  static func transform(_ t: animator_transform) throws(Flaw) -> Transform {
    let m = t.m
    let values = [
      m.0, m.1, m.2, m.3, m.4, m.5, m.6, m.7, m.8, m.9, m.10, m.11, m.12, m.13, m.14, m.15,
    ]
    for value in values { _ = try number(value) }
    return Transform(values)
  }
  /// A component that the plugin left as it was keeps its digits, which a float would lose.
  static func color(_ c: animator_color, was old: Color) throws(Flaw) -> Color {
    func component(_ new: Float, _ old: Double) throws(Flaw) -> Double {
      new == Float(old) ? old : try number(Double(new), in: LayerProperty.fraction)
    }
    return Color(
      red: try component(c.red, old.red), green: try component(c.green, old.green),
      blue: try component(c.blue, old.blue), alpha: try component(c.alpha, old.alpha))
  }

  static func mask(_ mask: animator_mask, was old: Mask?) throws(Flaw) -> Mask? {
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
      // Unsafe: the plugin's elements, as many as it says.
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
