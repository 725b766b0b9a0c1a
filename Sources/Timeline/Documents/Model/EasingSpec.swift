package import JSON

/// A timing function in a document; names are already replaced by their curves.
package enum EasingSpec: Sendable {
  package enum Jump: String, Hashable, Sendable, CaseIterable {
    case start = "jump-start"
    case end = "jump-end"
    case none = "jump-none"
    case both = "jump-both"
  }
  /// A point of CSS `linear()`; inputs ascend.
  package struct Corner: Hashable, Sendable {
    package var input: Double
    package var output: Double
    package init(input: Double, output: Double) {
      self.input = input
      self.output = output
    }
  }

  case linear
  /// The curve's x1 and x2 are in 0…1.
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
  case steps(count: Int, jump: Jump)
  /// A curve through at least two corners.
  case piecewise([Corner])
  case spring(SpringSpec)
  /// A function call: an object with `call`.
  case expression(JSONNode)

  package static let ease = EasingSpec.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
  package static let easeIn = EasingSpec.cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  package static let easeOut = EasingSpec.cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  package static let easeInOut = EasingSpec.cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
}

/// A spring in one of its three forms.
package enum SpringSpec: Hashable, Sendable {
  /// UIView's form. If there is no duration, the step's is used.
  case ratio(dampingRatio: Double, duration: Double?, initialVelocity: Double)
  /// CASpringAnimation's form, which has its own settling time.
  case physical(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double)
  /// SwiftUI's form: `response` or `duration` is the period in seconds, `bounce` is −1…1.
  case bounce(response: Double, bounce: Double, initialVelocity: Double)
}
