/// Elementary functions that give the same bits on every x86-64 machine.
///
/// glibc selects its sin, exp and log by CPU type, while these functions use only + − × ÷ √, so that a scene
/// is the same on every machine. The error is below 4 units in the last place in the documented ranges.
package enum Portable {
  package static let pi = 3.141592653589793
  private static let ln2High = 0.6931471803691238
  private static let ln2Low = 1.9082149292705877e-10

  /// The sine and cosine of an angle in radians with |angle| < 10⁶. The angle is reduced by multiples of π/2
  /// in three parts, and Taylor series are evaluated for the rest.
  package static func sineCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    let k = (angle * 0.6366197723675814).rounded(.toNearestOrEven)
    let r =
      ((angle - k * 1.5707963267341256) - k * 6.077100506303966e-11) - k * 2.0222662487959506e-21
    let z = r * r
    var s = 1.0
    var c = 1.0
    // The series are evaluated by Horner's scheme from the highest term: sin r = r (1 − z/6 (1 − z/20 (…))),
    // and cos r likewise.
    for n in stride(from: 20.0, through: 2.0, by: -2.0) {
      s = 1 - z / (n * (n + 1)) * s
      c = 1 - z / ((n - 1) * n) * c
    }
    s *= r
    switch Int(clamped: k, rounded: .towardZero) & 3 {
    case 0: return (s, c)
    case 1: return (c, -s)
    case 2: return (-s, -c)
    default: return (-c, s)
    }
  }

  /// Sine and cosine of an angle in degrees; exact at every multiple of 90.
  package static func sineCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let turn = degrees - (degrees / 360).rounded(.down) * 360
    switch turn {
    case 0: return (0, 1)
    case 90: return (1, 0)
    case 180: return (0, -1)
    case 270: return (-1, 0)
    default: return sineCosine(turn * (pi / 180))
    }
  }

  /// The angle from the x axis to (x, y) in radians, −π…π. The tangent is halved twice before the series of
  /// arctan is evaluated.
  package static func angle(_ x: Double, _ y: Double) -> Double {
    let (across, up) = (abs(x), abs(y))
    guard max(across, up) > 0 else { return 0 }
    var tangent = min(across, up) / max(across, up)
    for _ in 0..<2 { tangent /= 1 + (1 + tangent * tangent).squareRoot() }
    let z = tangent * tangent
    var sum = 0.0
    for n in stride(from: 23.0, through: 1.0, by: -2.0) { sum = 1 / n - z * sum }
    var angle = 4 * tangent * sum
    if up > across { angle = pi / 2 - angle }
    if x < 0 { angle = pi - angle }
    return y < 0 ? -angle : angle
  }

  /// The exponential function: 0 below −745, and infinite above 709.8.
  package static func exp(_ x: Double) -> Double {
    if x < -745.2 { return 0 }
    if x > 709.78 { return .infinity }
    let k = (x * 1.4426950408889634).rounded(.toNearestOrEven)
    let r = (x - k * ln2High) - k * ln2Low
    var sum = 1.0
    for n in stride(from: 16.0, through: 1.0, by: -1.0) { sum = 1 + r / n * sum }
    let power = Int(clamped: k, rounded: .towardZero, to: -2048...2048)
    return sum * power2(power / 2) * power2(power - power / 2)
  }

  /// The natural logarithm of a positive finite number, by the series of atanh on [√½, √2).
  package static func log(_ x: Double) -> Double {
    var mantissa = x.significand
    var exponent = Double(x.exponent)
    if mantissa > 1.4142135623730951 {
      mantissa /= 2
      exponent += 1
    }
    let s = (mantissa - 1) / (mantissa + 1)
    let z = s * s
    var sum = 0.0
    for n in stride(from: 27.0, through: 1.0, by: -2.0) { sum = sum * z + 1 / n }
    return exponent * ln2High + (exponent * ln2Low + 2 * s * sum)
  }

  /// The power xʸ for positive x.
  package static func pow(_ x: Double, _ y: Double) -> Double { exp(y * log(x)) }

  /// The error function: 2/√π · e^(−x²) · Σ 2ⁿ x²ⁿ⁺¹ / (2n+1)!!, whose terms are all positive.
  package static func erf(_ x: Double) -> Double {
    let a = abs(x)
    if a > 6 { return x < 0 ? -1 : 1 }
    var term = a
    var sum = a
    var n = 1.0
    while term > sum * 1e-17 && n < 400 {
      term *= 2 * a * a / (2 * n + 1)
      sum += term
      n += 1
    }
    let value = min(1, 1.1283791670955126 * exp(-a * a) * sum)
    return x < 0 ? -value : value
  }

  private static func power2(_ k: Int) -> Double {
    Double(sign: .plus, exponent: k, significand: 1)
  }
}
