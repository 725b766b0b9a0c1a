// The declarations of UIKit, Core Animation and Core Graphics that exported code calls, written from memory of the signatures in
// Apple's documentation (developer.apple.com/documentation/uikit, /quartzcore, /coregraphics), not compared with it. Nothing draws; keyframe animations are
// evaluated as Core Animation's documentation says, so that exported code can be run.
@_exported import Foundation

public struct CGAffineTransform: Sendable {
  public static let identity = CGAffineTransform()
  public init() {}
}

public class CGPath {
  /// The numbers of its elements in their order; paths of one shape have equally many.
  public fileprivate(set) var numbers: [Double] = []
  public init() {}
}
public class CGMutablePath: CGPath {
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    numbers += [point.x, point.y]
  }
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    numbers += [point.x, point.y]
  }
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    numbers += [control1.x, control1.y, control2.x, control2.y, end.x, end.y]
  }
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    numbers += [rect.minX, rect.minY, rect.width, rect.height]
  }
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    numbers += path.numbers
  }
  public func closeSubpath() {}
}
public class CGColor {
  public let numbers: [Double]
  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    numbers = [red, green, blue, alpha]
  }
}

public struct CATransform3D: Sendable {
  public var m11, m12, m13, m14: CGFloat
  public var m21, m22, m23, m24: CGFloat
  public var m31, m32, m33, m34: CGFloat
  public var m41, m42, m43, m44: CGFloat
  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat, m21: CGFloat, m22: CGFloat,
    m23: CGFloat,
    m24: CGFloat, m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat, m41: CGFloat,
    m42: CGFloat,
    m43: CGFloat, m44: CGFloat
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }
  var numbers: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }
}
extension NSValue {
  public convenience init(caTransform3D transform: CATransform3D) { self.init() }
  public convenience init(cgPoint point: CGPoint) { self.init() }
  public convenience init(cgSize size: CGSize) { self.init() }
  public convenience init(cgRect rect: CGRect) { self.init() }
}

public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let linear = Self(rawValue: "linear")
}
public final class CAMediaTimingFunction: NSObject, @unchecked Sendable {
  private let points: (x1: Double, y1: Double, x2: Double, y2: Double)
  public init(name: CAMediaTimingFunctionName) {
    precondition(name == .linear, "another name")
    points = (0, 0, 1, 1)
  }
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    points = (Double(c1x), Double(c1y), Double(c2x), Double(c2y))
  }
  /// The curve's y where its x is `share`, by bisection.
  func progress(_ share: Double) -> Double {
    func at(_ s: Double, _ a: Double, _ b: Double) -> Double {
      3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if at(middle, points.x1, points.x2) < share { low = middle } else { high = middle }
    }
    return at((low + high) / 2, points.y1, points.y2)
  }
}
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let both = Self(rawValue: "both")
}
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let linear = Self(rawValue: "linear")
  public static let discrete = Self(rawValue: "discrete")
}
public class CAAnimation: NSObject {
  public var duration: CFTimeInterval = 0
  public var beginTime: CFTimeInterval = 0
  public var fillMode = CAMediaTimingFillMode(rawValue: "removed")
  public var isRemovedOnCompletion = true
  public var timingFunction: CAMediaTimingFunction?
}
public typealias CFTimeInterval = Double
public class CAPropertyAnimation: CAAnimation {
  public private(set) var keyPath: String?
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }
  public var isAdditive = false
}
public class CAKeyframeAnimation: CAPropertyAnimation {
  public var values: [Any]?
  public var keyTimes: [NSNumber]?
  public var timingFunctions: [CAMediaTimingFunction]?
  public var calculationMode = CAAnimationCalculationMode.linear

  /// The members of the value at a time of the layer, with both ends filled: nil where the animation breaks a documented
  /// rule: as many key times as values, from 0 to 1, never falling; one timing function fewer.
  public func numbers(at time: Double) -> [Double]? {
    guard fillMode == .both, !isRemovedOnCompletion, duration > 0, calculationMode == .linear,
      let values = values?.compactMap(Self.numbers), let times = keyTimes?.map(\.doubleValue),
      let curves = timingFunctions, values.count == self.values?.count,
      values.count == times.count, curves.count == times.count - 1, times.count > 1,
      times[0] == 0, times[times.count - 1] == 1, times == times.sorted(),
      values.allSatisfy({ $0.count == values[0].count })
    else { return nil }
    let share = min(max((time - beginTime) / duration, 0), 1)
    guard let place = times.lastIndex(where: { $0 <= share }), place + 1 < times.count else {
      return values[values.count - 1]
    }
    let along = curves[place].progress(
      (share - times[place]) / (times[place + 1] - times[place]))
    return zip(values[place], values[place + 1]).map { $0 + ($1 - $0) * along }
  }

  private static func numbers(_ value: Any) -> [Double]? {
    switch value {
    case let value as CGPoint: [value.x, value.y]
    case let value as CGSize: [value.width, value.height]
    case let value as CATransform3D: value.numbers
    case let value as CGColor: value.numbers
    case let value as CGPath: value.numbers
    case let value as Bool: [value ? 1 : 0]
    case let value as Double: [value]
    case let value as Int: [Double(value)]
    default: nil
    }
  }
}
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let nonZero = Self(rawValue: "non-zero")
  public static let evenOdd = Self(rawValue: "even-odd")
}
public class CALayer: NSObject {
  public var mask: CALayer?
  public var frame = CGRect()
  public var bounds = CGRect()
  public var position = CGPoint()
  public var anchorPoint = CGPoint()
  public var transform: CATransform3D?
  public var opacity: Float = 1
  public var isHidden = false
  public var isDoubleSided = true
  public var shadowColor: CGColor?
  /// Those that were added, by their keys.
  public private(set) var animations: [String: CAAnimation] = [:]
  public func add(_ anim: CAAnimation, forKey key: String?) {
    animations[key ?? "\(animations.count)"] = anim
  }
}
public class CAShapeLayer: CALayer {
  public var path: CGPath?
  public var fillRule = CAShapeLayerFillRule.nonZero
}
public class CATransaction: NSObject {
  nonisolated(unsafe) private static var completion: (() -> Void)?
  public class func begin() { completion = nil }
  /// All animations end at once here.
  public class func commit() { completion?() }
  public class func setCompletionBlock(_ block: (() -> Void)?) { completion = block }
}

@MainActor public class UIView: NSObject {
  public let layer = CALayer()
  public private(set) var subviews: [UIView] = []
  public var bounds = CGRect()
  public func addSubview(_ view: UIView) { subviews.append(view) }
}
@MainActor public class UIBezierPath: NSObject {
  public convenience init(ovalIn rect: CGRect) {
    self.init()
    path.addRect(rect)
  }
  public convenience init(rect: CGRect) { self.init(ovalIn: rect) }
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init(ovalIn: rect)
    path.numbers.append(cornerRadius)
  }
  private let path = CGMutablePath()
  public var cgPath: CGPath { path }
}
@MainActor public class UIColor: NSObject {
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init()
  }
  public var cgColor: CGColor { CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0) }
}
@MainActor public enum UIAccessibility {
  public static var isReduceMotionEnabled = false
}
public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let from = Self(rawValue: "from")
  public static let to = Self(rawValue: "to")
}
@MainActor public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
  var containerView: UIView { get }
  var transitionWasCancelled: Bool { get }
  func completeTransition(_ didComplete: Bool)
  func view(forKey key: UITransitionContextViewKey) -> UIView?
}
@MainActor public protocol UIViewControllerAnimatedTransitioning: NSObjectProtocol {
  func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
    -> TimeInterval
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
}

@MainActor public class UIGestureRecognizer: NSObject {
  public enum State: Int, Sendable { case possible, began, changed, ended, cancelled, failed }
  public var state = State.possible
  public var view: UIView?
}
public class UIPanGestureRecognizer: UIGestureRecognizer {
  /// What a test gives it; the finger began at 0.
  public var place = CGPoint()
  public var speed = CGPoint()
  public func location(in view: UIView?) -> CGPoint { place }
  public func translation(in view: UIView?) -> CGPoint { place }
  public func velocity(in view: UIView?) -> CGPoint { speed }
}
public class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {}
public class UIPinchGestureRecognizer: UIGestureRecognizer {
  public var scale: CGFloat = 1
  public private(set) var velocity: CGFloat = 0
}
@MainActor open class UIPercentDrivenInteractiveTransition: NSObject {
  public private(set) var percentComplete: CGFloat = 0
  public var completionSpeed: CGFloat = 1
  /// Whether it was finished, or cancelled; nil before.
  public private(set) var isFinished: Bool?
  open func update(_ percentComplete: CGFloat) { self.percentComplete = percentComplete }
  open func finish() { isFinished = true }
  open func cancel() { isFinished = false }
}
