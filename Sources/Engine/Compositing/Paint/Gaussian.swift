internal import Scenes

/// Integrals of the Gaussian, from a table made with `Portable`.
enum Gaussian {
  /// The distance in sigmas beyond which a shadow is weaker than 1/4000 and is not drawn.
  static let reach = 3.5

  /// The number of table entries per unit of z, and the largest z in the table.
  private static let steps = 512
  private static let limit = 6
  /// z·Φ(z) + φ(z) at z = 0, 1/512, …, 6: the antiderivative of the normal distribution Φ.
  private static let table: [Double] = (0...limit * steps + 1).map { i in
    let z = Double(i) / Double(steps)
    let density = Portable.exp(-z * z / 2) * 0.3989422804014327
    return z * (0.5 + 0.5 * Portable.erf(z * 0.7071067811865476)) + density
  }

  /// Computes the integral ∫ Φ(s/sigma) ds up to t.
  private static func ramp(_ t: Double, _ sigma: Double) -> Double {
    if sigma < 1e-3 { return max(t, 0) }
    let z = abs(t) / sigma
    if z >= Double(limit) { return max(t, 0) }
    let place = z * Double(steps)
    let i = Int(clamped: place, rounded: .down, to: 0...limit * steps)
    let value = table[i] + (table[i + 1] - table[i]) * (place - Double(i))
    // The table contains only z ≥ 0; the value for −z is the value for z minus z.
    return (t >= 0 ? value : value - z) * sigma
  }

  /// The integral of the blurred interval from `a` to `b` over the pixel x ..< x + 1.
  static func cover(_ x: Double, from a: Double, to b: Double, sigma: Double) -> Double {
    let area =
      (ramp(x + 1 - a, sigma) - ramp(x - a, sigma)) - (ramp(x + 1 - b, sigma) - ramp(x - b, sigma))
    return min(max(area, 0), 1)
  }

  /// Samples of the density from −radius to radius in 1/65536, with the total 65536; the centre is offset by
  /// `part` of a pixel, 0…1.
  static func taps(sigma: Double, movedBy part: Double) -> [UInt32] {
    let radius = pixel(sigma * reach, .up) + 1
    var weights = (-radius...radius).map { k in
      let z = Double(k) - part
      if sigma < 0.05 { return max(1 - abs(z), 0) }
      return Portable.exp(-z * z / (2 * sigma * sigma))
    }
    let sum = weights.reduce(0, +)
    weights = weights.map { ($0 / sum * 65536).rounded(.toNearestOrAwayFromZero) }
    // The tap nearest to the centre absorbs the rounding error.
    weights[part < 0.5 ? radius : radius + 1] += 65536 - weights.reduce(0, +)
    return weights.map { UInt32(clamped: $0, rounded: .toNearestOrAwayFromZero) }
  }

  /// Samples of the density in 1/65536, starting at the centre; the centre and both sides have the total
  /// 65536.
  static func taps(sigma: Double) -> [UInt32] {
    if sigma < 0.05 { return [65536] }
    let radius = max(1, pixel(sigma * reach, .up))
    var weights = (0...radius).map { Portable.exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = weights[0] + 2 * weights[1...].reduce(0, +)
    weights = weights.map { ($0 / sum * 65536).rounded(.toNearestOrAwayFromZero) }
    let sides = weights[1...].reduce(0, +)
    weights[0] = 65536 - 2 * sides
    return weights.map { UInt32(clamped: $0, rounded: .toNearestOrAwayFromZero) }
  }
}
