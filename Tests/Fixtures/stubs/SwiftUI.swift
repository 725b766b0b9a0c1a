// The declarations of SwiftUI that exported code calls, written from memory of the signatures in Apple's documentation
// (developer.apple.com/documentation/swiftui: View, KeyframeAnimator, Spring, UnitCurve), not compared with it. Nothing draws;
// keyframes and springs are evaluated, so that exported code can be run: a view says how it stands at a time.
@_exported import Foundation

/// How a view stands: an affine map about the middle of the place that its parent gives it, and what its modifiers set.
public struct ViewState: Sendable {
  public var width, height: Double
  /// x′ = a·x + c·y + x₀ and y′ = b·x + d·y + y₀.
  public var map: [Double] = [1, 0, 0, 1, 0, 0]
  public var opacity = 1.0
  public var numbers: [String: [Double]] = [:]
  public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  /// The map of a plane in space, by homogeneous coordinates, from the corner; nil where there is none.
  public var projection: [Double]?

  /// Maps by a, b, c and d about an anchor.
  mutating func change(_ a: Double, _ b: Double, _ c: Double, _ d: Double, about anchor: UnitPoint)
  {
    let (x, y) = ((anchor.x - 0.5) * width, (anchor.y - 0.5) * height)
    let m = map
    func linear(_ u: Double, _ v: Double) -> [Double] { [a * u + c * v, b * u + d * v] }
    let moved = linear(m[4] - x, m[5] - y)
    map = linear(m[0], m[1]) + linear(m[2], m[3]) + [moved[0] + x, moved[1] + y]
  }
}

@MainActor public protocol View {
  func state(at time: Double) -> ViewState
}
public struct ModifiedView<Content: View>: View {
  let content: Content
  let change: (inout ViewState) -> Void
  public func state(at time: Double) -> ViewState {
    var state = content.state(at: time)
    change(&state)
    return state
  }
}
public struct PlaceholderContentView<Value: View>: View {
  let content: Value
  public func state(at time: Double) -> ViewState { content.state(at: time) }
}
public struct KeyframeAnimatedView<Content: View, Value, Body: View, Path: Keyframes<Value>>: View {
  let content: Content
  let initial: Value
  let make: (PlaceholderContentView<Content>, Value) -> Body
  let keyframes: (Value) -> Path
  public func state(at time: Double) -> ViewState {
    var value = initial
    keyframes(initial).set(&value, at: time)
    return make(PlaceholderContentView(content: content), value).state(at: time)
  }
}
@resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct UnitPoint: Hashable, Sendable {
  public var x, y: CGFloat
  public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }
}
public struct UnitCurve: Sendable {
  let start, end: UnitPoint
  public static let linear = UnitCurve.bezier(
    startControlPoint: UnitPoint(x: 0, y: 0), endControlPoint: UnitPoint(x: 1, y: 1))
  public static func bezier(startControlPoint: UnitPoint, endControlPoint: UnitPoint) -> UnitCurve {
    UnitCurve(start: startControlPoint, end: endControlPoint)
  }
  public func value(at progress: Double) -> Double {
    func at(_ s: Double, _ a: Double, _ b: Double) -> Double {
      3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if at(middle, start.x, end.x) < progress { low = middle } else { high = middle }
    }
    return at((low + high) / 2, start.y, end.y)
  }
}
public struct CATransform3D: Sendable {
  let plane: [Double]
  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat, m21: CGFloat, m22: CGFloat,
    m23: CGFloat, m24: CGFloat, m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat,
    m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
  ) { plane = [m11, m12, m14, m21, m22, m24, m41, m42, m44] }
}
public struct ProjectionTransform: Sendable {
  let plane: [Double]
  public init(_ m: CATransform3D) { plane = m.plane }
}
public struct Angle: Hashable, Sendable {
  let radians: Double
  public static func degrees(_ degrees: Double) -> Angle { Angle(radians: degrees * .pi / 180) }
}
public struct Animation: Hashable, Sendable {
  public static func linear(duration: TimeInterval) -> Animation { Animation() }
}
public struct Spring: Hashable, Sendable {
  let mass, stiffness, damping: Double
  public init(duration: TimeInterval = 0.5, bounce: Double = 0.0) {
    let frequency = 2 * Double.pi / duration
    self.init(
      mass: 1, stiffness: frequency * frequency,
      damping: 2 * frequency * (bounce < 0 ? 1 / (1 + bounce) : 1 - bounce), allowOverDamping: true)
  }
  public init(
    mass: Double = 1.0, stiffness: Double, damping: Double, allowOverDamping: Bool = false
  ) {
    (self.mass, self.stiffness) = (mass, stiffness)
    self.damping = allowOverDamping ? damping : min(damping, 2 * (mass * stiffness).squareRoot())
  }
  /// The solution of m·x″ + c·x′ + k·(x − target) = 0 that begins at 0 with the velocity.
  public func value(target: Double, initialVelocity: Double = 0, time: TimeInterval) -> Double {
    let (decay, square) = (damping / (2 * mass), stiffness / mass)
    let spread = decay * decay - square
    let slope = initialVelocity - decay * target
    if abs(spread) < 1e-9 * square {
      return target + exp(-decay * time) * (-target + slope * time)
    }
    let w = abs(spread).squareRoot()
    let (even, odd) =
      spread < 0 ? (cos(w * time), sin(w * time) / w) : (cosh(w * time), sinh(w * time) / w)
    return target + exp(-decay * time) * (-target * even + slope * odd)
  }
}
public struct Color: Hashable, Sendable {
  let numbers: [Double]
  public enum RGBColorSpace: Hashable, Sendable { case sRGB, sRGBLinear, displayP3 }
  public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double,
    opacity: Double = 1
  ) { numbers = [red, green, blue, opacity] }
}
public protocol Shape: Sendable {}
public struct RoundedRectangle: Shape {
  let radius: Double
  public init(cornerRadius: CGFloat) { radius = cornerRadius }
}

public protocol VectorArithmetic: AdditiveArithmetic {
  mutating func scale(by rhs: Double)
}
public protocol Animatable {
  associatedtype AnimatableData: VectorArithmetic
  var animatableData: AnimatableData { get set }
}
extension Double: VectorArithmetic, Animatable {
  public mutating func scale(by rhs: Double) { self *= rhs }
  public var animatableData: Double {
    get { self }
    set { self = newValue }
  }
}

/// A part of a track: it takes a length of time and leads from where the one before ended to a value.
public struct KeyframeSegment<Value: Animatable> {
  let to: Value
  let length: Double
  /// From a value to `to`, after a time.
  let value: (Value, Double) -> Value
}
private func mixed<Value: Animatable>(_ from: Value, _ to: Value, _ share: Double) -> Value {
  var way = to.animatableData - from.animatableData
  way.scale(by: share)
  var result = from
  result.animatableData += way
  return result
}
public protocol KeyframeTrackContent<Value> {
  associatedtype Value: Animatable
  var segments: [KeyframeSegment<Value>] { get }
}
public struct LinearKeyframe<Value: Animatable>: KeyframeTrackContent {
  public let segments: [KeyframeSegment<Value>]
  public init(_ to: Value, duration: TimeInterval, timingCurve: UnitCurve = .linear) {
    segments = [
      KeyframeSegment(to: to, length: duration) {
        mixed($0, to, timingCurve.value(at: $1 / duration))
      }
    ]
  }
}
public struct SpringKeyframe<Value: Animatable>: KeyframeTrackContent {
  public let segments: [KeyframeSegment<Value>]
  /// Exported code always gives the duration and the velocity.
  public init(
    _ to: Value, duration: TimeInterval? = nil, spring: Spring = Spring(),
    startVelocity: Value? = nil
  ) {
    guard let duration, let startVelocity else { fatalError("not evaluated here") }
    segments = [
      KeyframeSegment(to: to, length: duration) { from, time in
        // A spring is linear in its target and its velocity.
        var result = mixed(from, to, spring.value(target: 1, time: time))
        var push = startVelocity.animatableData
        push.scale(by: spring.value(target: 0, initialVelocity: 1, time: time))
        result.animatableData += push
        return result
      }
    ]
  }
}
public struct MoveKeyframe<Value: Animatable>: KeyframeTrackContent {
  public let segments: [KeyframeSegment<Value>]
  public init(_ to: Value) {
    segments = [KeyframeSegment(to: to, length: 0) { _, _ in to }]
  }
}
public struct JoinedContent<Value: Animatable>: KeyframeTrackContent {
  public let segments: [KeyframeSegment<Value>]
}
@resultBuilder public enum KeyframeTrackContentBuilder<Value: Animatable> {
  public static func buildExpression<K: KeyframeTrackContent>(_ expression: K) -> K
  where K.Value == Value { expression }
  public static func buildPartialBlock<K: KeyframeTrackContent>(first: K) -> K
  where K.Value == Value { first }
  public static func buildPartialBlock(
    accumulated: some KeyframeTrackContent<Value>, next: some KeyframeTrackContent<Value>
  ) -> JoinedContent<Value> { JoinedContent(segments: accumulated.segments + next.segments) }
}
public protocol Keyframes<Value> {
  associatedtype Value
  func set(_ value: inout Value, at time: Double)
}
public struct KeyframeTrack<Root, Member: Animatable, Content: KeyframeTrackContent>: Keyframes
where Content.Value == Member {
  public typealias Value = Root
  let path: WritableKeyPath<Root, Member>
  let content: Content
  public init(
    _ keyPath: WritableKeyPath<Root, Member>,
    @KeyframeTrackContentBuilder<Member> content: () -> Content
  ) { (path, self.content) = (keyPath, content()) }
  public func set(_ value: inout Root, at time: Double) {
    var (now, start) = (value[keyPath: path], 0.0)
    // Lengths are sums of decimals: what is off by less than a nanosecond is the same time.
    for segment in content.segments {
      if time < start + segment.length - 1e-9 {
        now = segment.value(now, max(0, time - start))
        break
      }
      now = segment.to
      start += segment.length
    }
    value[keyPath: path] = now
  }
}
public struct JoinedTracks<Value>: Keyframes {
  let sets: [(inout Value, Double) -> Void]
  public func set(_ value: inout Value, at time: Double) { for set in sets { set(&value, time) } }
}
@resultBuilder public enum KeyframesBuilder<Value> {
  public static func buildExpression<K: Keyframes>(_ expression: K) -> K where K.Value == Value {
    expression
  }
  public static func buildPartialBlock<K: Keyframes>(first: K) -> K where K.Value == Value { first }
  public static func buildPartialBlock(
    accumulated: some Keyframes<Value>, next: some Keyframes<Value>
  ) -> JoinedTracks<Value> {
    JoinedTracks(sets: [{ accumulated.set(&$0, at: $1) }, { next.set(&$0, at: $1) }])
  }
}

extension View {
  public func keyframeAnimator<Value>(
    initialValue: Value, trigger: some Equatable,
    @ViewBuilder content: @escaping (PlaceholderContentView<Self>, Value) -> some View,
    @KeyframesBuilder<Value> keyframes: @escaping (Value) -> some Keyframes<Value>
  ) -> some View {
    KeyframeAnimatedView(content: self, initial: initialValue, make: content, keyframes: keyframes)
  }
  private func changed(_ change: @escaping (inout ViewState) -> Void) -> ModifiedView<Self> {
    ModifiedView(content: self, change: change)
  }
  /// The new frame has the middle of the old one.
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View {
    changed {
      $0.width = width ?? $0.width
      $0.height = height ?? $0.height
    }
  }
  public func clipShape(_ shape: some Shape) -> some View {
    changed { $0.numbers["cornerRadius"] = (shape as? RoundedRectangle).map { [$0.radius] } }
  }
  public func scaleEffect(x: CGFloat = 1.0, y: CGFloat = 1.0, anchor: UnitPoint) -> some View {
    changed { $0.change(x, 0, 0, y, about: anchor) }
  }
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint) -> some View {
    let (c, s) = (cos(angle.radians), sin(angle.radians))
    return changed { $0.change(c, s, -s, c, about: anchor) }
  }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    changed {
      $0.map[4] += x
      $0.map[5] += y
    }
  }
  public func projectionEffect(_ transform: ProjectionTransform) -> some View {
    changed { $0.projection = transform.plane }
  }
  public func blur(radius: CGFloat, opaque: Bool = false) -> some View {
    changed { $0.numbers["blur"] = [radius] }
  }
  public func background(_ color: Color) -> some View {
    changed { $0.numbers["backgroundColor"] = color.numbers }
  }
  public func shadow(color: Color, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> some View {
    changed { $0.numbers["shadow"] = [radius, x, y] + color.numbers }
  }
  public func opacity(_ opacity: Double) -> some View { changed { $0.opacity *= opacity } }
  public func zIndex(_ value: Double) -> some View { changed { $0.numbers["zIndex"] = [value] } }
}
