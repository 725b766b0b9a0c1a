// The declarations of SwiftUI that exported code calls, written from memory of the signatures in Apple's documentation
// (developer.apple.com/documentation/swiftui: View, KeyframeAnimator, Spring, UnitCurve), not compared with it. Nothing draws.
@_exported import Foundation

@MainActor public protocol View {}
public struct ModifiedView: View {}
public struct PlaceholderContentView<Value: View>: View {}
@resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct UnitPoint: Hashable, Sendable {
  public var x, y: CGFloat
  public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }
}
public struct UnitCurve: Sendable {
  public static let linear = UnitCurve()
  public static func bezier(startControlPoint: UnitPoint, endControlPoint: UnitPoint) -> UnitCurve {
    .linear
  }
}
public struct Angle: Hashable, Sendable {
  public static func degrees(_ degrees: Double) -> Angle { Angle() }
}
public struct Animation: Hashable, Sendable {
  public static func linear(duration: TimeInterval) -> Animation { Animation() }
}
public struct Spring: Hashable, Sendable {
  public init(duration: TimeInterval = 0.5, bounce: Double = 0.0) {}
  public init(
    mass: Double = 1.0, stiffness: Double, damping: Double, allowOverDamping: Bool = false
  ) {}
}
public struct Color: Hashable, Sendable {
  public enum RGBColorSpace: Hashable, Sendable { case sRGB, sRGBLinear, displayP3 }
  public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double,
    opacity: Double = 1
  ) {}
}
public protocol Shape: Sendable {}
public struct RoundedRectangle: Shape {
  public init(cornerRadius: CGFloat) {}
}

public protocol VectorArithmetic {}
public protocol Animatable { associatedtype AnimatableData: VectorArithmetic }
extension Double: VectorArithmetic, Animatable { public typealias AnimatableData = Double }

public protocol KeyframeTrackContent<Value> { associatedtype Value: Animatable }
public struct LinearKeyframe<Value: Animatable>: KeyframeTrackContent {
  public init(_ to: Value, duration: TimeInterval, timingCurve: UnitCurve = .linear) {}
}
public struct SpringKeyframe<Value: Animatable>: KeyframeTrackContent {
  public init(
    _ to: Value, duration: TimeInterval? = nil, spring: Spring = Spring(),
    startVelocity: Value? = nil
  ) {}
}
public struct MoveKeyframe<Value: Animatable>: KeyframeTrackContent {
  public init(_ to: Value) {}
}
public struct JoinedContent<Value: Animatable>: KeyframeTrackContent {}
@resultBuilder public enum KeyframeTrackContentBuilder<Value: Animatable> {
  public static func buildExpression<K: KeyframeTrackContent>(_ expression: K) -> K
  where K.Value == Value { expression }
  public static func buildPartialBlock<K: KeyframeTrackContent>(first: K) -> K
  where K.Value == Value { first }
  public static func buildPartialBlock(
    accumulated: some KeyframeTrackContent<Value>, next: some KeyframeTrackContent<Value>
  ) -> JoinedContent<Value> { JoinedContent() }
}
public protocol Keyframes<Value> { associatedtype Value }
public struct KeyframeTrack<Root, Member: Animatable, Content: KeyframeTrackContent>: Keyframes
where Content.Value == Member {
  public typealias Value = Root
  public init(
    _ keyPath: WritableKeyPath<Root, Member>,
    @KeyframeTrackContentBuilder<Member> content: () -> Content
  ) {}
}
public struct JoinedTracks<Value>: Keyframes {}
@resultBuilder public enum KeyframesBuilder<Value> {
  public static func buildExpression<K: Keyframes>(_ expression: K) -> K where K.Value == Value {
    expression
  }
  public static func buildPartialBlock<K: Keyframes>(first: K) -> K where K.Value == Value { first }
  public static func buildPartialBlock(
    accumulated: some Keyframes<Value>, next: some Keyframes<Value>
  ) -> JoinedTracks<Value> { JoinedTracks() }
}

extension View {
  public func keyframeAnimator<Value>(
    initialValue: Value, trigger: some Equatable,
    @ViewBuilder content: @escaping (PlaceholderContentView<Self>, Value) -> some View,
    @KeyframesBuilder<Value> keyframes: @escaping (Value) -> some Keyframes<Value>
  ) -> some View { ModifiedView() }
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { ModifiedView() }
  public func clipShape(_ shape: some Shape) -> some View { ModifiedView() }
  public func scaleEffect(x: CGFloat = 1.0, y: CGFloat = 1.0, anchor: UnitPoint) -> some View {
    ModifiedView()
  }
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint) -> some View { ModifiedView() }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { ModifiedView() }
  public func blur(radius: CGFloat, opaque: Bool = false) -> some View { ModifiedView() }
  public func shadow(color: Color, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> some View {
    ModifiedView()
  }
  public func opacity(_ opacity: Double) -> some View { ModifiedView() }
  public func zIndex(_ value: Double) -> some View { ModifiedView() }
}
