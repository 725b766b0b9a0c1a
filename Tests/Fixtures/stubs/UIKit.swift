// The part of UIKit, Core Animation and Core Graphics that exported code uses. The signatures come from the pages whose
// addresses are above the declarations; no copy of the page was available for the members of UIView, for CATransform3D, and
// for the mask and the animatable properties of CALayer except hidden and doubleSided. Nothing is drawn: keyframe
// animations are evaluated as the pages describe. Names that start with an underscore belong to this file, and so do the
// modifiers `open` and the setters of properties that a run sets.
@_exported import Foundation

// MARK: Core Graphics

// https://developer.apple.com/documentation/corefoundation/cgaffinetransform
public struct CGAffineTransform: Sendable {
  // https://developer.apple.com/documentation/corefoundation/cgaffinetransform/identity
  public static let identity = CGAffineTransform()
}

// https://developer.apple.com/documentation/coregraphics/cgcolor
public class CGColor {
  let components: [Double]
  // https://developer.apple.com/documentation/coregraphics/cgcolor/init(srgbred:green:blue:alpha:)
  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    components = [red, green, blue, alpha].map(Double.init)
  }
}

// https://developer.apple.com/documentation/coregraphics/cgpath
public class CGPath {
  /// The letters and numbers of the added steps; rectangles and ovals have the numbers of their boxes. Paths between
  /// which an animation blends have the same letters.
  fileprivate(set) var shape = ""
  fileprivate(set) var numbers: [Double] = []
  fileprivate init() {}
  fileprivate func add(_ letter: String, _ values: [CGFloat] = []) {
    shape += letter
    numbers += values.map(Double.init)
  }
}

// https://developer.apple.com/documentation/coregraphics/cgmutablepath
public class CGMutablePath: CGPath {
  // https://developer.apple.com/documentation/coregraphics/cgmutablepath/init()
  public override init() { super.init() }
  // https://developer.apple.com/documentation/coregraphics/cgmutablepath/move(to:transform:)
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    add("M", [point.x, point.y])
  }
  // https://developer.apple.com/documentation/coregraphics/cgmutablepath/addline(to:transform:)
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    add("L", [point.x, point.y])
  }
  // https://developer.apple.com/documentation/coregraphics/cgmutablepath/addcurve(to:control1:control2:transform:)
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) { add("C", [control1.x, control1.y, control2.x, control2.y, end.x, end.y]) }
  // https://developer.apple.com/documentation/coregraphics/cgmutablepath/addrect(_:transform:)
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    add("R", [rect.minX, rect.minY, rect.width, rect.height])
  }
  // https://developer.apple.com/documentation/coregraphics/cgmutablepath/addpath(_:transform:)
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    shape += path.shape
    numbers += path.numbers
  }
  // https://developer.apple.com/documentation/coregraphics/cgmutablepath/closesubpath()
  public func closeSubpath() { add("Z") }
}

// MARK: Core Animation

// https://developer.apple.com/documentation/quartzcore/catransform3d
public struct CATransform3D: Sendable {
  public var m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44: CGFloat
  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat, m21: CGFloat, m22: CGFloat,
    m23: CGFloat, m24: CGFloat,
    m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat, m41: CGFloat, m42: CGFloat,
    m43: CGFloat, m44: CGFloat
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }
  var fields: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44].map(
      Double.init)
  }
}

// https://developer.apple.com/documentation/quartzcore/camediatimingfunctionname
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  // https://developer.apple.com/documentation/quartzcore/camediatimingfunctionname/linear
  public static let linear = Self(rawValue: "linear")
}

// https://developer.apple.com/documentation/quartzcore/camediatimingfunction
public class CAMediaTimingFunction: NSObject {
  let points: (Double, Double, Double, Double)
  // https://developer.apple.com/documentation/quartzcore/camediatimingfunction/init(controlpoints:_:_:_:)
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    precondition(
      (0...1).contains(c1x) && (0...1).contains(c2x),
      "a timing function maps [0,1] to [0,1] as a function")
    points = (Double(c1x), Double(c1y), Double(c2x), Double(c2y))
  }
  // https://developer.apple.com/documentation/quartzcore/camediatimingfunction/init(name:)
  public convenience init(name: CAMediaTimingFunctionName) {
    precondition(name == .linear, "no other name is used")
    self.init(controlPoints: 0, 0, 1, 1)
  }
  /// Returns the progress on the cubic Bézier curve from (0, 0) with the two control points to (1, 1); the curve is
  /// solved for x by bisection.
  func progress(at x: Double) -> Double { cubic(points, at: x) }
}

private func cubic(_ points: (Double, Double, Double, Double), at x: Double) -> Double {
  func along(_ a: Double, _ b: Double, _ s: Double) -> Double {
    3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
  }
  if x <= 0 { return 0 }
  if x >= 1 { return 1 }
  var low = 0.0
  var high = 1.0
  for _ in 0..<60 {
    let middle = (low + high) / 2
    if along(points.0, points.2, middle) < x { low = middle } else { high = middle }
  }
  return along(points.1, points.3, (low + high) / 2)
}

// https://developer.apple.com/documentation/quartzcore/camediatimingfillmode
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  // https://developer.apple.com/documentation/quartzcore/camediatimingfillmode/both
  public static let both = Self(rawValue: "both")
  // https://developer.apple.com/documentation/quartzcore/camediatimingfillmode/removed
  public static let removed = Self(rawValue: "removed")
}

// https://developer.apple.com/documentation/quartzcore/caanimation
open class CAAnimation: NSObject {
  // https://developer.apple.com/documentation/quartzcore/camediatiming/duration
  open var duration: CFTimeInterval = 0
  // https://developer.apple.com/documentation/quartzcore/camediatiming/fillmode
  open var fillMode: CAMediaTimingFillMode = .removed
  // https://developer.apple.com/documentation/quartzcore/caanimation/isremovedoncompletion
  open var isRemovedOnCompletion: Bool = true
}

// https://developer.apple.com/documentation/corefoundation/cftimeinterval
public typealias CFTimeInterval = Double

// https://developer.apple.com/documentation/quartzcore/capropertyanimation
open class CAPropertyAnimation: CAAnimation {
  // https://developer.apple.com/documentation/quartzcore/capropertyanimation/keypath
  open var keyPath: String?
  // https://developer.apple.com/documentation/quartzcore/capropertyanimation/init(keypath:)
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }
}

// https://developer.apple.com/documentation/quartzcore/cakeyframeanimation
open class CAKeyframeAnimation: CAPropertyAnimation {
  // https://developer.apple.com/documentation/quartzcore/cakeyframeanimation/values
  open var values: [Any]?
  // https://developer.apple.com/documentation/quartzcore/cakeyframeanimation/keytimes
  open var keyTimes: [NSNumber]?
  // https://developer.apple.com/documentation/quartzcore/cakeyframeanimation/timingfunctions
  open var timingFunctions: [CAMediaTimingFunction]?

  /// Returns the numbers of the animated value at a time; `calculationMode` has its default value, linear.
  public func _numbers(at time: Double) -> [Double] {
    let times = keyTimes!.map(\.doubleValue)
    let progress = duration > 0 ? min(1, max(0, time / duration)) : 1
    // The last keyframe that the time has reached; of several keyframes at one time the last keyframe counts.
    let index = times.lastIndex { $0 <= progress } ?? 0
    let from = numbers(values![index])
    guard index + 1 < times.count else { return from }
    let part = (progress - times[index]) / (times[index + 1] - times[index])
    let x = timingFunctions?[index].progress(at: part) ?? part
    return zip(from, numbers(values![index + 1])).map { $0 + ($1 - $0) * x }
  }

  /// Describes what this animation does although a page forbids it; nil if the animation obeys all rules.
  public func _fault() -> String? {
    guard let keyPath, let values, let keyTimes else { return "no key path, values or key times" }
    // A finished animation leaves no effect on the layer unless its fill mode and isRemovedOnCompletion preserve it.
    if fillMode != .both || isRemovedOnCompletion || duration <= 0 {
      return "\(keyPath): not kept at its end"
    }
    guard let kind = animatable[keyPath] else {
      return "\(keyPath) is no animatable property of a layer"
    }
    if let wrong = values.first(where: { !kind($0) }) {
      return "\(keyPath) cannot take \(type(of: wrong))"
    }
    let times = keyTimes.map(\.doubleValue)
    // "The number of elements in the array should match the number of elements in the values property."
    if times.count != values.count {
      return "\(keyPath): \(times.count) key times of \(values.count) values"
    }
    // "Each successive value in the array must be greater than, or equal to, the previous value."
    if zip(times, times.dropFirst()).contains(where: { $0 > $1 }) {
      return "\(keyPath): key times go back"
    }
    // "If the calculationMode is set to linear or cubic, the first value must be 0.0 and the last 1.0."
    if times.first != 0 || times.last != 1 {
      return "\(keyPath): key times from \(times[0]) to \(times.last!)"
    }
    // "If the number of keyframes in the values property is n, then this property should contain n-1 objects."
    if let timingFunctions, timingFunctions.count != values.count - 1 {
      return "\(keyPath): \(timingFunctions.count) timing functions of \(values.count) values"
    }
    // According to https://developer.apple.com/documentation/quartzcore/cashapelayer/path the paths have the same
    // number of control points.
    if let paths = values as? [CGPath], paths.contains(where: { $0.shape != paths[0].shape }) {
      return "\(keyPath): paths of different control points"
    }
    // No page says how a Boolean is interpolated, so it may change only between two keyframes at the same time.
    if let flags = values as? [Bool],
      flags.indices.dropLast().contains(where: {
        flags[$0] != flags[$0 + 1] && times[$0] != times[$0 + 1]
      })
    {
      return "\(keyPath): a Boolean between two times"
    }
    return nil
  }
}

/// Returns the numbers of a value, in the order in which tests compare them. A transform is interpolated field by field
/// here, because no page says how Core Animation interpolates transforms, and exported transforms have keyframes at
/// short intervals.
private func numbers(_ value: Any) -> [Double] {
  switch value {
  case let value as Bool: return [value ? 1 : 0]
  case let value as Int: return [Double(value)]
  case let value as Double: return [value]
  case let value as CGPoint: return [Double(value.x), Double(value.y)]
  case let value as CGSize: return [Double(value.width), Double(value.height)]
  case let value as CGColor: return value.components
  case let value as CATransform3D: return value.fields
  case let value as CGPath: return value.numbers
  default: fatalError("\(type(of: value)) is no value of a layer")
  }
}

private let number: @Sendable (Any) -> Bool = { ($0 is Int || $0 is Double) && !($0 is Bool) }
/// The key paths of animatable properties with the values they take. Fields of structures:
// https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/CoreAnimation_guide/Key-ValueCodingExtensions/Key-ValueCodingExtensions.html
private let animatable: [String: @Sendable (Any) -> Bool] = [
  // https://developer.apple.com/documentation/quartzcore/calayer/position
  "position": { $0 is CGPoint },
  // https://developer.apple.com/documentation/quartzcore/calayer/bounds
  "bounds.size": { $0 is CGSize },
  // https://developer.apple.com/documentation/quartzcore/calayer/transform
  "transform": { $0 is CATransform3D },
  "transform.rotation.z": number, "transform.scale.x": number, "transform.scale.y": number,
  // https://developer.apple.com/documentation/quartzcore/calayer/opacity
  "opacity": number,
  // https://developer.apple.com/documentation/quartzcore/calayer/ishidden
  "hidden": { $0 is Bool },
  // https://developer.apple.com/documentation/quartzcore/calayer/isdoublesided
  "doubleSided": { $0 is Bool },
  // https://developer.apple.com/documentation/quartzcore/calayer/zposition
  "zPosition": number,
  // https://developer.apple.com/documentation/quartzcore/calayer/cornerradius
  "cornerRadius": number,
  // https://developer.apple.com/documentation/quartzcore/calayer/backgroundcolor
  "backgroundColor": { $0 is CGColor },
  // https://developer.apple.com/documentation/quartzcore/calayer/shadowopacity
  "shadowOpacity": number,
  // https://developer.apple.com/documentation/quartzcore/calayer/shadowradius
  "shadowRadius": number,
  // https://developer.apple.com/documentation/quartzcore/calayer/shadowoffset
  "shadowOffset": { $0 is CGSize },
  // https://developer.apple.com/documentation/quartzcore/cashapelayer/path
  "path": { $0 is CGPath },
  // https://developer.apple.com/documentation/quartzcore/cashapelayer/strokestart
  "strokeStart": number,
  // https://developer.apple.com/documentation/quartzcore/cashapelayer/strokeend
  "strokeEnd": number,
]

// https://developer.apple.com/documentation/quartzcore/calayer
open class CALayer: NSObject {
  public private(set) var _animations: [String: CAAnimation] = [:]
  // https://developer.apple.com/documentation/quartzcore/calayer/mask
  open var mask: CALayer?
  // https://developer.apple.com/documentation/quartzcore/calayer/name
  open var name: String?
  // https://developer.apple.com/documentation/quartzcore/calayer/add(_:forkey:)
  open func add(_ anim: CAAnimation, forKey key: String?) {
    // "Only one animation per unique key is added to the layer."
    _animations[key ?? "\(_animations.count)"] = anim
  }
  // https://developer.apple.com/documentation/quartzcore/calayer/removeallanimations()
  open func removeAllAnimations() { _animations = [:] }
}

// https://developer.apple.com/documentation/quartzcore/cashapelayerfillrule
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  // https://developer.apple.com/documentation/quartzcore/cashapelayerfillrule/evenodd
  public static let evenOdd = Self(rawValue: "even-odd")
  // https://developer.apple.com/documentation/quartzcore/cashapelayerfillrule/nonzero
  public static let nonZero = Self(rawValue: "non-zero")
}

// https://developer.apple.com/documentation/quartzcore/cashapelayer
open class CAShapeLayer: CALayer {
  // https://developer.apple.com/documentation/quartzcore/cashapelayer/path
  open var path: CGPath?
  // https://developer.apple.com/documentation/quartzcore/cashapelayer/fillrule
  open var fillRule: CAShapeLayerFillRule = .nonZero
}

// https://developer.apple.com/documentation/quartzcore/catransaction
open class CATransaction: NSObject {
  nonisolated(unsafe) private static var completion: (() -> Void)?
  nonisolated(unsafe) private static var committed: (() -> Void)?
  // https://developer.apple.com/documentation/quartzcore/catransaction/begin()
  open class func begin() { completion = nil }
  // https://developer.apple.com/documentation/quartzcore/catransaction/commit()
  open class func commit() { committed = completion }
  /// Completes the animations of the group that was committed last.
  public static func _complete() { committed?() }
  // https://developer.apple.com/documentation/quartzcore/catransaction/setcompletionblock(_:)
  open class func setCompletionBlock(_ block: (() -> Void)?) { completion = block }
}

// MARK: UIKit

// https://developer.apple.com/documentation/uikit/uiresponder
@MainActor open class UIResponder: NSObject {}

// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView: UIResponder {
  // https://developer.apple.com/documentation/uikit/uiview/layer
  open var layer: CALayer { _layer }
  private let _layer = CALayer()
  // https://developer.apple.com/documentation/uikit/uiview/bounds
  open var bounds: CGRect = .zero
  // https://developer.apple.com/documentation/uikit/uiview/subviews
  open private(set) var subviews: [UIView] = []
  // https://developer.apple.com/documentation/uikit/uiview/superview
  open private(set) weak var superview: UIView?
  // https://developer.apple.com/documentation/uikit/uiview/frame
  open var frame: CGRect = .zero
  // https://developer.apple.com/documentation/uikit/uiview/addsubview(_:)
  open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }
  // https://developer.apple.com/documentation/uikit/uiview/insertsubview(_:at:)
  open func insertSubview(_ view: UIView, at index: Int) {
    subviews.insert(view, at: index)
    view.superview = self
  }
  // https://developer.apple.com/documentation/uikit/uiview/removefromsuperview()
  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }
}

// https://developer.apple.com/documentation/uikit/uibezierpath
open class UIBezierPath: NSObject {
  // https://developer.apple.com/documentation/uikit/uibezierpath/cgpath
  open var cgPath: CGPath = CGMutablePath()
  private convenience init(_ letter: String, _ rect: CGRect, _ more: [CGFloat] = []) {
    self.init()
    cgPath.add(letter, [rect.minX, rect.minY, rect.width, rect.height] + more)
  }
  // https://developer.apple.com/documentation/uikit/uibezierpath/init(ovalin:)
  public convenience init(ovalIn rect: CGRect) { self.init("O", rect) }
  // https://developer.apple.com/documentation/uikit/uibezierpath/init(rect:)
  public convenience init(rect: CGRect) { self.init("R", rect) }
  // https://developer.apple.com/documentation/uikit/uibezierpath/init(roundedrect:cornerradius:)
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    self.init("U", rect, [cornerRadius])
  }
}

// https://developer.apple.com/documentation/uikit/uiaccessibility
public enum UIAccessibility {
  @MainActor public static var _reducesMotion = false
  // https://developer.apple.com/documentation/uikit/uiaccessibility/isreducemotionenabled
  @MainActor public static var isReduceMotionEnabled: Bool { _reducesMotion }
}

// https://developer.apple.com/documentation/uikit/uitransitioncontextviewkey
public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  // https://developer.apple.com/documentation/uikit/uitransitioncontextviewkey/from
  public static let from = Self(rawValue: "from")
  // https://developer.apple.com/documentation/uikit/uitransitioncontextviewkey/to
  public static let to = Self(rawValue: "to")
}

// https://developer.apple.com/documentation/uikit/uitransitioncontextviewcontrollerkey
public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  // https://developer.apple.com/documentation/uikit/uitransitioncontextviewcontrollerkey/to
  public static let to = Self(rawValue: "to")
}

// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController: UIResponder {}

// https://developer.apple.com/documentation/uikit/uiviewcontrollercontexttransitioning
@MainActor public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
  // https://developer.apple.com/documentation/uikit/uiviewcontrollercontexttransitioning/containerview
  var containerView: UIView { get }
  // https://developer.apple.com/documentation/uikit/uiviewcontrollercontexttransitioning/transitionwascancelled
  var transitionWasCancelled: Bool { get }
  // https://developer.apple.com/documentation/uikit/uiviewcontrollercontexttransitioning/completetransition(_:)
  func completeTransition(_ didComplete: Bool)
  // https://developer.apple.com/documentation/uikit/uiviewcontrollercontexttransitioning/view(forkey:)
  func view(forKey key: UITransitionContextViewKey) -> UIView?
  // https://developer.apple.com/documentation/uikit/uiviewcontrollercontexttransitioning/viewcontroller(forkey:)
  func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
  // https://developer.apple.com/documentation/uikit/uiviewcontrollercontexttransitioning/finalframe(for:)
  func finalFrame(for viewController: UIViewController) -> CGRect
}

// https://developer.apple.com/documentation/uikit/uiviewcontrolleranimatedtransitioning
@MainActor public protocol UIViewControllerAnimatedTransitioning: NSObjectProtocol {
  // https://developer.apple.com/documentation/uikit/uiviewcontrolleranimatedtransitioning/transitionduration(using:)
  func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
    -> TimeInterval
  // https://developer.apple.com/documentation/uikit/uiviewcontrolleranimatedtransitioning/animatetransition(using:)
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
}

// https://developer.apple.com/documentation/uikit/uipercentdriveninteractivetransition
@MainActor open class UIPercentDrivenInteractiveTransition: NSObject {
  /// Whether the interaction was finished (true) or cancelled (false); nil before its end.
  public private(set) var _isFinished: Bool?
  // https://developer.apple.com/documentation/uikit/uipercentdriveninteractivetransition/percentcomplete
  open private(set) var percentComplete: CGFloat = 0
  // https://developer.apple.com/documentation/uikit/uipercentdriveninteractivetransition/completionspeed
  open var completionSpeed: CGFloat = 1 {
    didSet { precondition(completionSpeed > 0, "the speed must always be greater than 0") }
  }
  // https://developer.apple.com/documentation/uikit/uipercentdriveninteractivetransition/update(_:)
  open func update(_ percentComplete: CGFloat) { self.percentComplete = percentComplete }
  // https://developer.apple.com/documentation/uikit/uipercentdriveninteractivetransition/finish()
  open func finish() { _isFinished = true }
  // https://developer.apple.com/documentation/uikit/uipercentdriveninteractivetransition/cancel()
  open func cancel() { _isFinished = false }
}

// https://developer.apple.com/documentation/uikit/uigesturerecognizer
@MainActor open class UIGestureRecognizer: NSObject {
  /// The view that receives the gesture, and the finger's position; a gesture starts at (0, 0).
  public var _view: UIView?
  public var _place = CGPoint.zero
  // https://developer.apple.com/documentation/uikit/uigesturerecognizer/state-swift.enum
  public enum State: Int, Sendable { case possible, began, changed, ended, cancelled, failed }
  // https://developer.apple.com/documentation/uikit/uigesturerecognizer/state-swift.property
  open var state = State.possible
  // https://developer.apple.com/documentation/uikit/uigesturerecognizer/view
  open var view: UIView? { _view }
  // https://developer.apple.com/documentation/uikit/uigesturerecognizer/location(in:)
  open func location(in view: UIView?) -> CGPoint { _place }
}

// https://developer.apple.com/documentation/uikit/uipangesturerecognizer
@MainActor open class UIPanGestureRecognizer: UIGestureRecognizer {
  // https://developer.apple.com/documentation/uikit/uipangesturerecognizer/translation(in:)
  open func translation(in view: UIView?) -> CGPoint { _place }
  // https://developer.apple.com/documentation/uikit/uipangesturerecognizer/velocity(in:)
  open func velocity(in view: UIView?) -> CGPoint { .zero }
}

// https://developer.apple.com/documentation/uikit/uiscreenedgepangesturerecognizer
@MainActor open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {}

// https://developer.apple.com/documentation/uikit/uipinchgesturerecognizer
@MainActor open class UIPinchGestureRecognizer: UIGestureRecognizer {
  // https://developer.apple.com/documentation/uikit/uipinchgesturerecognizer/scale
  open var scale: CGFloat = 1
  // https://developer.apple.com/documentation/uikit/uipinchgesturerecognizer/velocity
  open var velocity: CGFloat { 0 }
}
