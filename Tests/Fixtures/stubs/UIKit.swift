// The declarations of UIKit, Core Animation and Core Graphics that exported code calls, written from memory of the signatures in
// Apple's documentation (developer.apple.com/documentation/uikit, /quartzcore, /coregraphics), not compared with it. Nothing draws.
@_exported import Foundation

public struct CGAffineTransform: Sendable {
  public static let identity = CGAffineTransform()
  public init() {}
}

public class CGPath {
  public init() {}
}
public class CGMutablePath: CGPath {
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {}
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {}
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {}
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {}
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {}
  public func closeSubpath() {}
}
public class CGColor {
  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
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
  public init(name: CAMediaTimingFunctionName) {}
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {}
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
  public convenience init(keyPath path: String?) { self.init() }
  public var isAdditive = false
}
public class CAKeyframeAnimation: CAPropertyAnimation {
  public var values: [Any]?
  public var keyTimes: [NSNumber]?
  public var timingFunctions: [CAMediaTimingFunction]?
  public var calculationMode = CAAnimationCalculationMode.linear
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
  public func add(_ anim: CAAnimation, forKey key: String?) {}
}
public class CAShapeLayer: CALayer {
  public var path: CGPath?
  public var fillRule = CAShapeLayerFillRule.nonZero
}
public class CATransaction: NSObject {
  public class func begin() {}
  public class func commit() {}
  public class func setCompletionBlock(_ block: (() -> Void)?) {}
}

@MainActor public class UIView: NSObject {
  public var layer: CALayer { CALayer() }
  public func addSubview(_ view: UIView) {}
}
@MainActor public class UIBezierPath: NSObject {
  public convenience init(ovalIn rect: CGRect) { self.init() }
  public convenience init(rect: CGRect) { self.init() }
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) { self.init() }
  public var cgPath: CGPath { CGPath() }
}
@MainActor public class UIColor: NSObject {
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init()
  }
  public var cgColor: CGColor { CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0) }
}
@MainActor public enum UIAccessibility {
  public static var isReduceMotionEnabled: Bool { false }
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
