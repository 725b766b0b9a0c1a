/// A timing curve from (0, 0) to (1, 1) with two control points, as in CSS's cubic-bezier() and Lottie's
/// keyframes; x1 and x2 are in 0…1.
package struct BezierTiming: Hashable, Sendable {
  package var x1: Double
  package var y1: Double
  package var x2: Double
  package var y2: Double

  package init(x1: Double, y1: Double, x2: Double, y2: Double) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  /// The progress at a fraction of the time, 0…1. The parameter is found by bisection to the last bit,
  /// because the x coordinate of the curve never decreases.
  package func progress(at fraction: Double) -> Double {
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return 1 }
    var low = 0.0
    var high = 1.0
    for _ in 0..<54 {
      let middle = (low + high) / 2
      if Self.coordinate(x1, x2, at: middle) < fraction { low = middle } else { high = middle }
    }
    return Self.coordinate(y1, y2, at: (low + high) / 2)
  }

  /// The Bézier polynomial 3(1−s)²s·a + 3(1−s)s²·b + s³.
  private static func coordinate(_ a: Double, _ b: Double, at s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s
  }
}
