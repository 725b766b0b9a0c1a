package import Evaluation
internal import Scenes

/// The curve that a phase follows.
package enum Curve: Hashable, Sendable {
  /// A curve with a name; the value is its index in `NamedCurve.all`.
  case named(Int)
  /// A spring that starts at rest, with its undamped angular frequency in radians a second and its damping ratio.
  case spring(frequency: Double, damping: Double)
  case bezier(x1: Double, y1: Double, x2: Double, y2: Double)
  /// A curve with a number of equal steps, the last one at the end.
  case steps(Int)

  /// Whether the curve has no name.
  var isFree: Bool { if case .bezier = self { true } else { false } }

  /// Whether it jumps from value to value.
  var isStepped: Bool { if case .steps = self { true } else { false } }

  /// Whether it is an easing that goes beyond its end.
  var overshoots: Bool {
    guard case .named(let index) = self else { return false }
    return (1..<20).contains { NamedCurve.all[index].progress(at: Double($0) / 20) > 1.01 }
  }

  /// The name in messages and reports.
  package var name: String {
    switch self {
    case .named(let index): NamedCurve.all[index].name
    case .spring: "spring"
    case .bezier: "cubic-bezier"
    case .steps: "steps"
    }
  }

  /// The duration in seconds until the curve settles; nil if the phase determines the duration.
  package var settlingSeconds: Double? {
    guard case .spring(let frequency, let damping) = self else { return nil }
    return Self.spring(frequency, damping).durationSeconds
  }

  static func spring(_ frequency: Double, _ damping: Double) -> Spring {
    Spring(
      responseSeconds: 2 * Portable.pi / frequency,
      bounce: damping <= 1 ? 1 - damping : 1 / damping - 1)
  }
}

/// The easings that have a name, simplest first.
package struct NamedCurve: Sendable {
  package let name: String
  package let function: TimingFunction
  /// Whether the curve is one of the curves of CSS and Core Animation, which documents can name.
  package let isKeyword: Bool
  private let table: [Double]
  private static let steps = 1024

  private init(_ name: String, _ function: TimingFunction, isKeyword: Bool = false) {
    self.name = name
    self.function = function
    self.isKeyword = isKeyword
    table = (0...Self.steps).map { function.progress(at: Double($0) / Double(Self.steps)) }
  }

  private init(_ name: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.init(name, .cubicBezier(x1: x1, y1: y1, x2: x2, y2: y2))
  }

  func progress(at fraction: Double) -> Double {
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return 1 }
    let place = fraction * Double(Self.steps)
    let index = Int(clamped: place, rounded: .down, to: 0...Self.steps - 1)
    return table[index] + (table[index + 1] - table[index]) * (place - Double(index))
  }

  /// Returns the fraction of the time at which the curve first reaches a value.
  func fraction(reaching value: Double) -> Double {
    let index = table.firstIndex { $0 >= value } ?? Self.steps
    return Double(index) / Double(Self.steps)
  }

  package static let keywordCount = 5
  private static let keywords: [NamedCurve] = [
    NamedCurve("linear", .linear, isKeyword: true),
    NamedCurve("easeInOut", .easeInOut, isKeyword: true),
    NamedCurve("easeOut", .easeOut, isKeyword: true),
    NamedCurve("easeIn", .easeIn, isKeyword: true),
    NamedCurve("ease", .ease, isKeyword: true),
  ]
  private typealias Points = (String, Double, Double, Double, Double)
  private static let points: [Points] = [
    ("system push of iOS", 0.32, 0.72, 0, 1),
    ("standard of Material", 0.4, 0, 0.2, 1),
    ("decelerated of Material", 0, 0, 0.2, 1),
    ("accelerated of Material", 0.4, 0, 1, 1),
    ("emphasized of Material", 0.2, 0, 0, 1),
    ("sine out", 0.61, 1, 0.88, 1),
    ("cubic in", 0.32, 0, 0.67, 0),
    ("cubic out", 0.33, 1, 0.68, 1),
    ("cubic in-out", 0.65, 0, 0.35, 1),
    ("quart out", 0.25, 1, 0.5, 1),
    ("quart in-out", 0.76, 0, 0.24, 1),
    ("expo out", 0.16, 1, 0.3, 1),
    ("expo in-out", 0.87, 0, 0.13, 1),
    ("back out", 0.34, 1.56, 0.64, 1),
    ("back in", 0.36, 0, 0.66, -0.56),
  ]
  package static let all: [NamedCurve] =
    keywords + points.map { NamedCurve($0.0, $0.1, $0.2, $0.3, $0.4) }
}

extension TimingFunction {
  /// The curve as a Bézier curve, whose handles a fit can move even if the curve is a line.
  var curved: TimingFunction {
    if case .linear = self {
      return TimingFunction.cubicBezier(x1: 0.3333, y1: 0.3333, x2: 0.6667, y2: 0.6667)
    }
    return self
  }
}
