/// The corner radii of a rectangle in points, at least 0.
package struct CornerRadii: Hashable, Sendable {
  package var topLeft: Double
  package var topRight: Double
  package var bottomRight: Double
  package var bottomLeft: Double

  package init(_ topLeft: Double, _ topRight: Double, _ bottomRight: Double, _ bottomLeft: Double) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }
  /// Creates corners with four equal radii.
  package init(_ radius: Double) { self.init(radius, radius, radius, radius) }

  package static let zero = CornerRadii(0)

  /// The four corner radii, clockwise from the top left corner.
  package var numbers: [Double] { [topLeft, topRight, bottomRight, bottomLeft] }
  package var largest: Double { max(topLeft, topRight, bottomRight, bottomLeft) }
  package var isZero: Bool { largest <= 0 }
  package var isUniform: Bool {
    topLeft == topRight && topLeft == bottomRight && topLeft == bottomLeft
  }

  /// The radii after `change` is applied to each of them.
  package func mapped(_ change: (Double) -> Double) -> CornerRadii {
    CornerRadii(change(topLeft), change(topRight), change(bottomRight), change(bottomLeft))
  }

  /// The radii, all reduced by one factor if two radii on a side together are longer than the side (CSS
  /// Backgrounds 3, "Corner Overlap").
  package func fitted(in size: Size) -> CornerRadii {
    if isUniform {
      let side = min(size.width, size.height)
      return topLeft > side / 2 ? CornerRadii(side / 2) : self
    }
    var factor = 1.0
    for (sum, side) in [
      (topLeft + topRight, size.width), (bottomLeft + bottomRight, size.width),
      (topLeft + bottomLeft, size.height), (topRight + bottomRight, size.height),
    ] where sum > side {
      factor = min(factor, side / sum)
    }
    return factor < 1 ? mapped { $0 * factor } : self
  }
}

extension CornerRadii: LayerValue {
  package static func mixed(
    _ p: CornerRadii, _ q: CornerRadii, _ r: CornerRadii, _ s: CornerRadii, by sum: WeightedSum,
    near: @autoclosure () -> CornerRadii
  ) -> CornerRadii? {
    CornerRadii(
      sum.of(p.topLeft, q.topLeft, r.topLeft, s.topLeft),
      sum.of(p.topRight, q.topRight, r.topRight, s.topRight),
      sum.of(p.bottomRight, q.bottomRight, r.bottomRight, s.bottomRight),
      sum.of(p.bottomLeft, q.bottomLeft, r.bottomLeft, s.bottomLeft))
  }
  package func kept(in range: ClosedRange<Double>) -> CornerRadii { mapped(range.nearest) }
  package static var addition: ValueAddition<CornerRadii>? {
    ValueAddition(neutral: .zero) { a, b in
      CornerRadii(
        a.topLeft + b.topLeft, a.topRight + b.topRight, a.bottomRight + b.bottomRight,
        a.bottomLeft + b.bottomLeft)
    }
  }
  package var labels: [String] { ["top left", "top right", "bottom right", "bottom left"] }
  package var tree: ValueTree { isUniform ? .number(topLeft) : .numbers(numbers) }
}

/// The curve of rounded corners (CALayer.cornerCurve).
package enum CornerCurve: String, Hashable, Sendable, CaseIterable, WordValue {
  case circular
  /// The corners of iOS, whose curvature is continuous.
  case continuous
}

/// A rectangle with rounded corners.
package struct RoundedRect: Hashable, Sendable {
  package var rect: Rect
  package var radii: CornerRadii
  package var curve: CornerCurve
  /// Whether corners keep their radii even if a side is too short for them; the shape is then the
  /// intersection of all corners.
  package private(set) var keepsRadii = false

  package init(_ rect: Rect, radii: CornerRadii = .zero, curve: CornerCurve = .circular) {
    self.rect = rect
    self.radii = radii
    self.curve = curve
  }

  package var isSharp: Bool { radii.isZero }
  /// Whether the corners are square, or are quarter circles with equal radii.
  package var isPlain: Bool { radii.isZero || radii.isUniform && curve == .circular }

  /// The rectangle with each side moved outwards by a distance; the corners keep their centres, so that their
  /// radii grow. An arc that is moved inwards keeps its centre even beyond the opposite side.
  package func outset(by distance: Double) -> RoundedRect {
    var made = RoundedRect(
      rect.insetBy(dx: -distance, dy: -distance),
      radii: radii.fitted(in: rect.size).mapped { $0 > 0 ? max($0 + distance, 0) : 0 },
      curve: curve)
    made.keepsRadii =
      curve == .circular && !made.radii.isUniform
      && made.radii.fitted(in: made.rect.size) != made.radii
    return made
  }
}
