internal import Documents
package import Evaluation
import JSON
package import Scenes

/// A curve over a duration, in the notation of each platform: CSS (Easing Functions Level 2), UIKit
/// (`UICubicTimingParameters` and `UISpringTimingParameters(mass:stiffness:damping:initialVelocity:)`),
/// SwiftUI (`Animation`), Motion for the web (the transition options `ease` and `type: "spring"`), and
/// Compose (`Easing` and `spring()`).
package struct CurveName: Sendable {
  package let timing: TimingFunction
  /// The duration of the easing curve in seconds.
  package let duration: Double

  package init(_ timing: TimingFunction, duration: Double) {
    self.timing = timing
    self.duration = duration
  }

  /// A number in source code, with at most six decimal places and without trailing zeros.
  package static func number(_ value: Double) -> String { JSONWriter.number(rounded(value)) }

  package static func rounded(_ value: Double) -> Double {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == 0 ? 0 : rounded
  }

  private static func list(_ values: [Double]) -> String {
    values.map(number).joined(separator: ", ")
  }

  /// The name of the curve in a sentence, as in CSS and UIKit.
  package var words: String {
    switch timing {
    case .linear: "linear"
    case .ease: "ease"
    case .easeIn: "ease-in"
    case .easeOut: "ease-out"
    case .easeInOut: "ease-in-out"
    case .cubicBezier(let x1, let y1, let x2, let y2):
      "cubic-bezier(\(Self.list([x1, y1, x2, y2])))"
    case .steps(let count, let jump): "steps(\(count), jump-\(jump.rawValue))"
    case .piecewise: "linear() of \(stops.count) stops"
    case .spring(let spring):
      "spring, response \(Self.number(spring.responseSeconds)) s, damping ratio \(Self.number(spring.dampingRatio))"
    }
  }

  /// The easing as a value of the CSS property `animation-timing-function`. A spring becomes a `linear()`
  /// curve whose error is `cssError`.
  package var css: String {
    switch timing {
    case .spring, .piecewise:
      "linear("
        + stops.map { stop in
          let progress = Self.number((stop.progress * 1e4).rounded() / 1e4)
          let offset = (stop.offset * 1e4).rounded() / 1e4
          return offset == 0 || offset == 1 ? progress : "\(progress) \(Self.number(offset * 100))%"
        }.joined(separator: ", ") + ")"
    default: words
    }
  }

  /// The stops of a CSS `linear()` value that approximates the curve.
  package var stops: [TimingFunction.PiecewiseStop] {
    switch timing {
    case .piecewise(let stops): return stops
    case .spring:
      let count = 512
      let samples = (0...count).map { Double($0) / Double(count) }
      let kept = Thinning.kept(
        times: samples, values: samples.map { [timing.progress(at: $0)] },
        tolerances: [Self.springTolerance])
      return kept.indices.map {
        .init(offset: samples[$0], progress: timing.progress(at: samples[$0]))
      }
    default: return []
    }
  }

  private static let springTolerance = 0.0004

  /// The largest difference between `css` and the curve, as a fraction of the distance.
  package var cssError: Double {
    guard case .spring = timing else { return 0 }
    let line = TimingFunction.piecewise(stops)
    return (0...2_000).map { i in
      let x = Double(i) / 2_000
      return abs(line.progress(at: x) - timing.progress(at: x))
    }.max() ?? 0
  }

  /// Whether the curve is a spring, which platforms with springs represent exactly.
  package var isSpring: Bool { if case .spring = timing { true } else { false } }

  /// The members of a transition of Motion for the web; nil if Motion has no such curve.
  package var framer: [(String, String)]? {
    switch timing {
    case .linear: [("ease", "\"linear\""), ("duration", Self.number(duration))]
    case .cubicBezier(let x1, let y1, let x2, let y2):
      [("ease", "[\(Self.list([x1, y1, x2, y2]))]"), ("duration", Self.number(duration))]
    case .spring(let spring):
      [
        ("type", "\"spring\""), ("stiffness", Self.number(spring.stiffness)),
        ("damping", Self.number(spring.damping)), ("mass", "1"),
        ("velocity", Self.number(spring.initialVelocity)),
      ]
    case .steps, .piecewise: nil
    }
  }

  /// A SwiftUI `Animation` expression; nil if SwiftUI has no such curve.
  package var swiftUI: String? {
    switch timing {
    case .linear: ".linear(duration: \(Self.number(duration)))"
    case .cubicBezier(let x1, let y1, let x2, let y2):
      ".timingCurve(\(Self.list([x1, y1, x2, y2])), duration: \(Self.number(duration)))"
    case .spring(let spring) where spring.initialVelocity == 0:
      ".spring(response: \(Self.number(spring.responseSeconds)), dampingFraction: \(Self.number(spring.dampingRatio)))"
    case .spring(let spring):
      ".interpolatingSpring(mass: 1, stiffness: \(Self.number(spring.stiffness)), damping: \(Self.number(spring.damping)), initialVelocity: \(Self.number(spring.initialVelocity)))"
    case .steps, .piecewise: nil
    }
  }

  /// An expression for a `UITimingCurveProvider`; nil if UIKit has no such curve.
  package var uiKit: String? {
    switch timing {
    case .linear: "UICubicTimingParameters(animationCurve: .linear)"
    case .cubicBezier(let x1, let y1, let x2, let y2):
      "UICubicTimingParameters(controlPoint1: CGPoint(x: \(Self.number(x1)), y: \(Self.number(y1))), controlPoint2: CGPoint(x: \(Self.number(x2)), y: \(Self.number(y2))))"
    case .spring(let spring):
      "UISpringTimingParameters(mass: 1, stiffness: \(Self.number(spring.stiffness)), damping: \(Self.number(spring.damping)), initialVelocity: CGVector(dx: \(Self.number(spring.initialVelocity)), dy: \(Self.number(spring.initialVelocity))))"
    case .steps, .piecewise: nil
    }
  }

  /// A Compose `AnimationSpec` expression; nil if Compose has no such curve.
  package var compose: String? {
    let milliseconds =
      "\(Int(clamped: duration * 1000, rounded: .toNearestOrAwayFromZero, to: 0...Int(Int32.max)))"
    func float(_ value: Double) -> String { Self.number(value) + "f" }
    switch timing {
    case .linear: return "tween(\(milliseconds), easing = LinearEasing)"
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return
        "tween(\(milliseconds), easing = CubicBezierEasing(\([x1, y1, x2, y2].map(float).joined(separator: ", "))))"
    case .spring(let spring) where spring.initialVelocity == 0:
      return
        "spring(dampingRatio = \(float(spring.dampingRatio)), stiffness = \(float(spring.stiffness)))"
    case .spring, .steps, .piecewise: return nil
    }
  }
}

extension Spring {
  /// The stiffness k = ω² of an oscillator with mass 1.
  package var stiffness: Double { angularFrequency * angularFrequency }
  /// The damping c = 2ζω of an oscillator with mass 1.
  package var damping: Double { 2 * dampingRatio * angularFrequency }
  /// The period of the undamped oscillation, which SwiftUI calls the response: 2π/ω.
  package var responseSeconds: Double { 2 * Portable.pi / angularFrequency }
}
