package import JSON

/// A timing function in a document; named functions are already replaced by their curves.
package enum EasingSpec: Sendable {
  package enum Jump: String, Hashable, Sendable, CaseIterable {
    case start = "jump-start"
    case end = "jump-end"
    case none = "jump-none"
    case both = "jump-both"
  }
  /// A corner of CSS `linear()`; inputs are in ascending order.
  package struct Corner: Hashable, Sendable {
    package var input: Double
    package var output: Double
    package init(input: Double, output: Double) {
      self.input = input
      self.output = output
    }
  }

  case linear
  /// A cubic Bézier curve, whose x1 and x2 are in 0…1.
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
  case steps(count: Int, jump: Jump)
  /// An easing curve of straight lines through at least two points.
  case piecewise([Corner])
  case spring(SpringSpec)
  /// A function call, written as an object with the key `call`.
  case expression(JSONNode)

  package static let ease = EasingSpec.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
  package static let easeIn = EasingSpec.cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  package static let easeOut = EasingSpec.cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  package static let easeInOut = EasingSpec.cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
}

/// A spring in one of its three notations.
package enum SpringSpec: Hashable, Sendable {
  /// The spring notation of UIView. If the duration is missing, the step's duration is used.
  case ratio(dampingRatio: Double, duration: Double?, initialVelocity: Double)
  /// The notation of CASpringAnimation, which determines its own settling time.
  case physical(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double)
  /// The notation of SwiftUI: `response` or `duration` is the period in seconds, and `bounce` is in −1…1.
  case bounce(response: Double, bounce: Double, initialVelocity: Double)
}
