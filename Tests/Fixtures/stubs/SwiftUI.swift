// The part of SwiftUI that exported code uses. The signatures come from the pages whose addresses are above the declarations;
// no copy of the page was available for UnitPoint, Alignment, Edge, Shape, ShapeStyle, Animatable and VectorArithmetic. Nothing
// is drawn: a view reports the result of its modifiers at a time, with keyframes, springs and curves evaluated as the pages
// describe. Names that start with an underscore, and ViewState, belong to this file, not to SwiftUI.
@_exported import Foundation

// MARK: Evaluation

/// The result of a view's modifiers at a time.
public struct ViewState {
  public var width: Double
  public var height: Double
  /// A map of the plane in homogeneous coordinates of row vectors, with the origin at the centre of the view's frame.
  private var matrix: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  private var isProjected = false
  public var opacity = 1.0
  public var numbers: [String: [Double]] = [:]

  public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  /// The affine map about the centre: x′ = a·x + c·y + x₀, y′ = b·x + d·y + y₀.
  public var map: [Double] { [matrix[0], matrix[1], matrix[3], matrix[4], matrix[6], matrix[7]] }
  /// The complete map with the origin at the frame's corner; nil unless the map contains a projection.
  public var projection: [Double]? {
    isProjected
      ? Self.product(
        Self.product(Self.moved(-width / 2, -height / 2), matrix), Self.moved(width / 2, height / 2)
      ) : nil
  }

  /// Adds a map after the existing maps, about a point relative to the corner of the frame.
  mutating func apply(
    _ other: [Double], about point: (x: Double, y: Double), projects: Bool = false
  ) {
    let (x, y) = (point.x - width / 2, point.y - height / 2)
    matrix = Self.product(
      matrix, Self.product(Self.product(Self.moved(-x, -y), other), Self.moved(x, y)))
    isProjected = isProjected || projects
  }
  mutating func apply(_ other: [Double], about anchor: UnitPoint) {
    apply(other, about: (Double(anchor.x) * width, Double(anchor.y) * height))
  }
  static func moved(_ x: Double, _ y: Double) -> [Double] { [1, 0, 0, 0, 1, 0, x, y, 1] }
  private static func product(_ a: [Double], _ b: [Double]) -> [Double] {
    var result = [Double](repeating: 0, count: 9)
    for row in 0..<3 {
      for column in 0..<3 {
        for middle in 0..<3 {
          result[3 * row + column] += a[3 * row + middle] * b[3 * middle + column]
        }
      }
    }
    return result
  }
}

// MARK: Views

// https://developer.apple.com/documentation/swiftui/contentbuilder
@resultBuilder public enum ContentBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

// https://developer.apple.com/documentation/swiftui/view
@MainActor @preconcurrency public protocol View {
  // https://developer.apple.com/documentation/swiftui/view/body-swift.associatedtype
  associatedtype Body: View
  // https://developer.apple.com/documentation/swiftui/view/body-swift.property
  @ContentBuilder var body: Body { get }
  func state(at time: Double) -> ViewState
}
extension View {
  public func state(at time: Double) -> ViewState { body.state(at: time) }
}
extension View where Body == Never {
  public var body: Never { fatalError("a view without a body") }
}
extension Never: View { public typealias Body = Never }

nonisolated public struct _Modified<Content: View>: View {
  public typealias Body = Never
  let content: Content
  let change: (inout ViewState) -> Void
  @MainActor public func state(at time: Double) -> ViewState {
    var state = content.state(at: time)
    change(&state)
    return state
  }
}

// https://developer.apple.com/documentation/swiftui/placeholdercontentview
nonisolated public struct PlaceholderContentView<Value: View>: View {
  public typealias Body = Never
  let content: Value
  @MainActor public func state(at time: Double) -> ViewState { content.state(at: time) }
}

// https://developer.apple.com/documentation/swiftui/keyframeanimator
nonisolated public struct KeyframeAnimator<Value, KeyframePath, Content>: View
where Value == KeyframePath.Value, KeyframePath: Keyframes, Content: View {
  public typealias Body = Never
  let initialValue: Value
  let content: (Value) -> Content
  let keyframes: (Value) -> KeyframePath
  // https://developer.apple.com/documentation/swiftui/keyframeanimator/init(initialvalue:trigger:content:keyframes:)
  public init(
    initialValue: Value, trigger: some Equatable,
    @ContentBuilder content: @escaping (Value) -> Content,
    @KeyframesBuilder<Value> keyframes: @escaping (Value) -> KeyframePath
  ) { (self.initialValue, self.content, self.keyframes) = (initialValue, content, keyframes) }
  /// Returns the state at a time after a change of the trigger at 0. "The current value of the animator is equal to
  /// initialValue when the view first appears."
  @MainActor public func state(at time: Double) -> ViewState {
    var value = initialValue
    keyframes(initialValue)._apply(to: &value, at: time)
    return content(value).state(at: time)
  }
}

extension View {
  // https://developer.apple.com/documentation/swiftui/view/keyframeanimator(initialvalue:trigger:content:keyframes:)
  nonisolated public func keyframeAnimator<Value>(
    initialValue: Value, trigger: some Equatable,
    @ContentBuilder content: @escaping @Sendable (PlaceholderContentView<Self>, Value) -> some View,
    @KeyframesBuilder<Value> keyframes: @escaping (Value) -> some Keyframes<Value>
  ) -> some View {
    KeyframeAnimator(
      initialValue: initialValue, trigger: trigger,
      content: { content(PlaceholderContentView(content: self), $0) },
      keyframes: keyframes)
  }

  nonisolated private func changed(_ change: @escaping (inout ViewState) -> Void) -> _Modified<Self>
  {
    _Modified(content: self, change: change)
  }
  // https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:)
  nonisolated public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  )
    -> some View
  {
    changed {
      // The view is laid out in the new frame, which has the same centre as the old frame.
      $0.width = width.map(Double.init) ?? $0.width
      $0.height = height.map(Double.init) ?? $0.height
    }
  }
  // https://developer.apple.com/documentation/swiftui/view/offset(x:y:)
  nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    changed { $0.apply(ViewState.moved(Double(x), Double(y)), about: .center) }
  }
  // https://developer.apple.com/documentation/swiftui/view/scaleeffect(x:y:anchor:)
  nonisolated public func scaleEffect(
    x: CGFloat = 1.0, y: CGFloat = 1.0, anchor: UnitPoint = .center
  ) -> some View {
    changed { $0.apply([Double(x), 0, 0, 0, Double(y), 0, 0, 0, 1], about: anchor) }
  }
  // https://developer.apple.com/documentation/swiftui/view/rotationeffect(_:anchor:)
  nonisolated public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
    let (c, s) = (cos(angle.radians), sin(angle.radians))
    return changed { $0.apply([c, s, 0, -s, c, 0, 0, 0, 1], about: anchor) }
  }
  // https://developer.apple.com/documentation/swiftui/view/projectioneffect(_:)
  nonisolated public func projectionEffect(_ transform: ProjectionTransform) -> some View {
    changed { $0.apply(transform.fields, about: (0, 0), projects: true) }
  }
  // https://developer.apple.com/documentation/swiftui/view/opacity(_:)
  nonisolated public func opacity(_ opacity: Double) -> some View {
    // "The modifier multiplies the effect of the underlying opacity transformation."
    changed { $0.opacity *= opacity }
  }
  // https://developer.apple.com/documentation/swiftui/view/blur(radius:opaque:)
  nonisolated public func blur(radius: CGFloat, opaque: Bool = false) -> some View {
    changed { $0.numbers["blur"] = [Double(radius)] }
  }
  // https://developer.apple.com/documentation/swiftui/view/shadow(color:radius:x:y:)
  nonisolated public func shadow(
    color: Color = Color(.sRGBLinear, red: 0, green: 0, blue: 0, opacity: 0.33), radius: CGFloat,
    x: CGFloat = 0,
    y: CGFloat = 0
  ) -> some View {
    changed { $0.numbers["shadow"] = [Double(radius), Double(x), Double(y)] + color.components }
  }
  // https://developer.apple.com/documentation/swiftui/view/background(_:ignoressafeareaedges:)
  nonisolated public func background<S>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all)
    -> some View
  where S: ShapeStyle {
    changed { $0.numbers["backgroundColor"] = (style as? Color)?.components }
  }
  // https://developer.apple.com/documentation/swiftui/view/clipshape(_:style:)
  nonisolated public func clipShape<S>(_ shape: S, style: FillStyle = FillStyle()) -> some View
  where S: Shape {
    changed {
      guard let shape = shape as? RoundedRectangle else { return }
      precondition(
        shape.style == .circular, "a layer's corners are quarter-circles, and these are continuous")
      $0.numbers["cornerRadius"] = [Double(shape.radius)]
    }
  }
  // https://developer.apple.com/documentation/swiftui/view/zindex(_:)
  nonisolated public func zIndex(_ value: Double) -> some View {
    changed { $0.numbers["zIndex"] = [value] }
  }
}

// MARK: Values of modifiers

// https://developer.apple.com/documentation/swiftui/alignment
public struct Alignment: Equatable, Sendable {
  // https://developer.apple.com/documentation/swiftui/alignment/center
  public static let center = Alignment()
}
// https://developer.apple.com/documentation/swiftui/edge
public enum Edge: Int8, Sendable {
  case top, leading, bottom, trailing
  // https://developer.apple.com/documentation/swiftui/edge/set
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/swiftui/edge/set/all
    public static let all = Set(rawValue: 15)
  }
}
// https://developer.apple.com/documentation/swiftui/unitpoint
public struct UnitPoint: Hashable, Sendable {
  public var x: CGFloat
  public var y: CGFloat
  // https://developer.apple.com/documentation/swiftui/unitpoint/init(x:y:)
  public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }
  // https://developer.apple.com/documentation/swiftui/unitpoint/center
  public static let center = UnitPoint(x: 0.5, y: 0.5)
}
// https://developer.apple.com/documentation/swiftui/angle
public struct Angle: Hashable, Sendable {
  // https://developer.apple.com/documentation/swiftui/angle/radians
  public var radians: Double
  // https://developer.apple.com/documentation/swiftui/angle/degrees(_:)
  public static func degrees(_ degrees: Double) -> Angle { Angle(radians: degrees * .pi / 180) }
}
// https://developer.apple.com/documentation/swiftui/shapestyle
public protocol ShapeStyle: Sendable {}
// https://developer.apple.com/documentation/swiftui/color
public struct Color: Hashable, ShapeStyle {
  // https://developer.apple.com/documentation/swiftui/color/rgbcolorspace
  public enum RGBColorSpace: Hashable, Sendable { case sRGB, sRGBLinear, displayP3 }
  let components: [Double]
  // https://developer.apple.com/documentation/swiftui/color/init(_:red:green:blue:opacity:)
  public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double,
    opacity: Double = 1
  ) { components = [red, green, blue, opacity] }
}
// https://developer.apple.com/documentation/swiftui/fillstyle
public struct FillStyle: Equatable, Sendable {
  // https://developer.apple.com/documentation/swiftui/fillstyle/init(eofill:antialiased:)
  public init(eoFill: Bool = false, antialiased: Bool = true) {}
}
// https://developer.apple.com/documentation/swiftui/shape
public protocol Shape: Sendable {}
// https://developer.apple.com/documentation/swiftui/roundedcornerstyle
public enum RoundedCornerStyle: Hashable, Sendable { case circular, continuous }
// https://developer.apple.com/documentation/swiftui/roundedrectangle
public struct RoundedRectangle: Shape {
  let radius: CGFloat
  let style: RoundedCornerStyle
  // https://developer.apple.com/documentation/swiftui/roundedrectangle/init(cornerradius:style:)
  public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
    (radius, self.style) = (cornerRadius, style)
  }
}
// https://developer.apple.com/documentation/quartzcore/catransform3d
public struct CATransform3D: Sendable {
  let plane: [Double]
  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat, m21: CGFloat, m22: CGFloat,
    m23: CGFloat, m24: CGFloat,
    m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat, m41: CGFloat, m42: CGFloat,
    m43: CGFloat, m44: CGFloat
  ) { plane = [m11, m12, m14, m21, m22, m24, m41, m42, m44].map(Double.init) }
}
// https://developer.apple.com/documentation/swiftui/projectiontransform
public struct ProjectionTransform: Sendable {
  let fields: [Double]
  // https://developer.apple.com/documentation/swiftui/projectiontransform/init(_:)
  public init(_ m: CATransform3D) { fields = m.plane }
}
// https://developer.apple.com/documentation/swiftui/animation
public struct Animation: Equatable, Sendable {
  // https://developer.apple.com/documentation/swiftui/animation/linear(duration:)
  public static func linear(duration: TimeInterval) -> Animation { Animation() }
}

// MARK: Curves and springs

// https://developer.apple.com/documentation/swiftui/unitcurve
public struct UnitCurve: Sendable {
  let start: UnitPoint
  let end: UnitPoint
  // https://developer.apple.com/documentation/swiftui/unitcurve/linear
  public static let linear = bezier(
    startControlPoint: UnitPoint(x: 0, y: 0), endControlPoint: UnitPoint(x: 1, y: 1))
  // https://developer.apple.com/documentation/swiftui/unitcurve/bezier(startcontrolpoint:endcontrolpoint:)
  public static func bezier(startControlPoint: UnitPoint, endControlPoint: UnitPoint) -> UnitCurve {
    UnitCurve(start: startControlPoint, end: endControlPoint)
  }
  // https://developer.apple.com/documentation/swiftui/unitcurve/value(at:)
  public func value(at progress: Double) -> Double {
    // "The x components of the control points are clamped to the range [0,1] when the curve is evaluated."
    let x = [start.x, end.x].map { min(1, max(0, Double($0))) }
    func along(_ a: Double, _ b: Double, _ s: Double) -> Double {
      s * (3 * (1 - s) * ((1 - s) * a + s * b) + s * s)
    }
    if progress <= 0 { return 0 }
    if progress >= 1 { return 1 }
    var bounds = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (bounds.0 + bounds.1) / 2
      if along(x[0], x[1], middle) < progress { bounds.0 = middle } else { bounds.1 = middle }
    }
    return along(Double(start.y), Double(end.y), (bounds.0 + bounds.1) / 2)
  }
}

// https://developer.apple.com/documentation/swiftui/spring
public struct Spring: Hashable, Sendable {
  // https://developer.apple.com/documentation/swiftui/spring/mass
  public let mass: Double
  // https://developer.apple.com/documentation/swiftui/spring/stiffness
  public let stiffness: Double
  // https://developer.apple.com/documentation/swiftui/spring/damping
  public let damping: Double
  // https://developer.apple.com/documentation/swiftui/spring/init(mass:stiffness:damping:allowoverdamping:)
  public init(
    mass: Double = 1.0, stiffness: Double, damping: Double, allowOverDamping: Bool = false
  ) {
    (self.mass, self.stiffness) = (mass, stiffness)
    // "A value of false specifies that such cases should instead be treated as critically damped."
    self.damping = allowOverDamping ? damping : min(damping, 2 * (mass * stiffness).squareRoot())
  }
  // https://developer.apple.com/documentation/swiftui/spring/init(response:dampingratio:)
  public init(response: Double, dampingRatio: Double) {
    let frequency = 2 * Double.pi / response
    self.init(
      stiffness: frequency * frequency, damping: 2 * dampingRatio * frequency,
      allowOverDamping: true)
  }
  // https://developer.apple.com/documentation/swiftui/spring/init(duration:bounce:)
  public init(duration: TimeInterval = 0.5, bounce: Double = 0.0) {
    // According to the page of Spring, duration 0.5 and bounce 0.3 are mass 1, stiffness 157.9, damping 17.6.
    self.init(response: duration, dampingRatio: bounce < 0 ? 1 / (1 + bounce) : 1 - bounce)
  }
  // https://developer.apple.com/documentation/swiftui/spring/settlingduration
  public var settlingDuration: TimeInterval {
    // "This uses a target of 1.0, an initialVelocity of 0, and an epsilon of 0.001."
    let step = (0...60_000).last {
      abs(1 - displacement(target: 1, velocity: 0, time: Double($0) / 1000)) > 0.001
    }
    return Double(step ?? 0) / 1000
  }
  /// Returns the solution of m·x″ = k·(target − x) − c·x′ at a time; x starts at 0 with the given velocity.
  func displacement(target: Double, velocity: Double, time: Double) -> Double {
    let frequency = (stiffness / mass).squareRoot()
    let ratio = damping / (2 * (mass * stiffness).squareRoot())
    let decay = ratio * frequency
    // The distance from the target is exp(−decay·t)·(−target·p(t) + q·r(t)); `q` gives the correct velocity at 0.
    let q = velocity - decay * target
    let part: (p: Double, r: Double)
    if ratio < 1 - 1e-9 {
      let w = frequency * (1 - ratio * ratio).squareRoot()
      part = (cos(w * time), sin(w * time) / w)
    } else if ratio > 1 + 1e-9 {
      let w = frequency * (ratio * ratio - 1).squareRoot()
      part = (cosh(w * time), sinh(w * time) / w)
    } else {
      part = (1, time)
    }
    return target + exp(-decay * time) * (q * part.r - target * part.p)
  }
}

// MARK: Keyframes

// https://developer.apple.com/documentation/swiftui/vectorarithmetic
public protocol VectorArithmetic: AdditiveArithmetic {
  // https://developer.apple.com/documentation/swiftui/vectorarithmetic/scale(by:)
  mutating func scale(by rhs: Double)
}
// https://developer.apple.com/documentation/swiftui/animatable
public protocol Animatable {
  // https://developer.apple.com/documentation/swiftui/animatable/animatabledata-swift.associatedtype
  associatedtype AnimatableData: VectorArithmetic
  // https://developer.apple.com/documentation/swiftui/animatable/animatabledata-swift.property
  var animatableData: AnimatableData { get set }
}
extension Double: VectorArithmetic, Animatable {
  public mutating func scale(by rhs: Double) { self *= rhs }
  public var animatableData: Double {
    get { self }
    set { self = newValue }
  }
}

/// The part of a track that ends at a keyframe.
public struct _Segment<Value: Animatable> {
  typealias Data = Value.AnimatableData
  let to: Value
  let duration: Double
  /// Returns the value at a time after the segment's start, from the value and the velocity at the start.
  let value: (_ from: Data, _ velocity: Data, _ time: Double) -> Data
}
private func sum<V: VectorArithmetic>(_ a: V, _ b: V, times share: Double) -> V {
  var b = b
  b.scale(by: share)
  return a + b
}

// https://developer.apple.com/documentation/swiftui/keyframetrackcontent
public protocol KeyframeTrackContent<Value> {
  // https://developer.apple.com/documentation/swiftui/keyframetrackcontent/value
  associatedtype Value: Animatable
  var _segments: [_Segment<Value>] { get }
}
// https://developer.apple.com/documentation/swiftui/linearkeyframe
public struct LinearKeyframe<Value>: KeyframeTrackContent where Value: Animatable {
  public let _segments: [_Segment<Value>]
  // https://developer.apple.com/documentation/swiftui/linearkeyframe/init(_:duration:timingcurve:)
  public init(_ to: Value, duration: TimeInterval, timingCurve: UnitCurve = .linear) {
    _segments = [
      _Segment(to: to, duration: duration) { from, _, time in
        sum(from, to.animatableData - from, times: timingCurve.value(at: time / duration))
      }
    ]
  }
}
// https://developer.apple.com/documentation/swiftui/movekeyframe
public struct MoveKeyframe<Value>: KeyframeTrackContent where Value: Animatable {
  public let _segments: [_Segment<Value>]
  // https://developer.apple.com/documentation/swiftui/movekeyframe/init(_:)
  public init(_ to: Value) {
    _segments = [_Segment(to: to, duration: 0) { _, _, _ in to.animatableData }]
  }
}
// https://developer.apple.com/documentation/swiftui/springkeyframe
public struct SpringKeyframe<Value>: KeyframeTrackContent where Value: Animatable {
  public let _segments: [_Segment<Value>]
  // https://developer.apple.com/documentation/swiftui/springkeyframe/init(_:duration:spring:startvelocity:)
  public init(
    _ to: Value, duration: TimeInterval? = nil, spring: Spring = Spring(),
    startVelocity: Value? = nil
  ) {
    // "Nil to use the settling duration of the spring", "nil to automatically compute the velocity to maintain smooth motion".
    _segments = [
      _Segment(to: to, duration: duration ?? spring.settlingDuration) { from, velocity, time in
        let moved = sum(
          from, to.animatableData - from,
          times: spring.displacement(target: 1, velocity: 0, time: time))
        return sum(
          moved, startVelocity?.animatableData ?? velocity,
          times: spring.displacement(target: 0, velocity: 1, time: time))
      }
    ]
  }
}
public struct _Joined<Value: Animatable>: KeyframeTrackContent {
  public let _segments: [_Segment<Value>]
}

// https://developer.apple.com/documentation/swiftui/keyframetrackcontentbuilder
@resultBuilder public struct KeyframeTrackContentBuilder<Value> where Value: Animatable {
  // https://developer.apple.com/documentation/swiftui/keyframetrackcontentbuilder/buildexpression(_:)
  public static func buildExpression<K>(_ expression: K) -> K
  where Value == K.Value, K: KeyframeTrackContent {
    expression
  }
  // https://developer.apple.com/documentation/swiftui/keyframetrackcontentbuilder/buildpartialblock(first:)
  public static func buildPartialBlock<K>(first: K) -> K
  where Value == K.Value, K: KeyframeTrackContent { first }
  // https://developer.apple.com/documentation/swiftui/keyframetrackcontentbuilder/buildpartialblock(accumulated:next:)
  public static func buildPartialBlock(
    accumulated: some KeyframeTrackContent<Value>, next: some KeyframeTrackContent<Value>
  ) -> some KeyframeTrackContent<Value> {
    _Joined(_segments: accumulated._segments + next._segments)
  }
}

// https://developer.apple.com/documentation/swiftui/keyframes
public protocol Keyframes<Value> {
  // https://developer.apple.com/documentation/swiftui/keyframes/value
  associatedtype Value
  func _apply(to value: inout Value, at time: Double)
}
// https://developer.apple.com/documentation/swiftui/keyframetrack, whose parameter Value is called Member here, because the
// track conforms to Keyframes with its Root as Value.
public struct KeyframeTrack<Root, Member, Content>: Keyframes
where Member == Content.Value, Content: KeyframeTrackContent {
  public typealias Value = Root
  let keyPath: WritableKeyPath<Root, Member>
  let content: Content
  // https://developer.apple.com/documentation/swiftui/keyframetrack/init(_:content:)
  public init(
    _ keyPath: WritableKeyPath<Root, Member>,
    @KeyframeTrackContentBuilder<Member> content: () -> Content
  ) { (self.keyPath, self.content) = (keyPath, content()) }

  public func _apply(to root: inout Root, at time: Double) {
    var value = root[keyPath: keyPath].animatableData
    var velocity = Member.AnimatableData.zero
    var start = 0.0
    for segment in content._segments {
      // Durations are written with six decimals, so their sums are wrong by less than a nanosecond.
      if time < start + segment.duration - 1e-9 {
        value = segment.value(value, velocity, max(0, time - start))
        break
      }
      if segment.duration > 0 {
        let step = segment.duration * 1e-6
        let before = segment.value(value, velocity, segment.duration - step)
        let end = segment.value(value, velocity, segment.duration)
        velocity = end - before
        velocity.scale(by: 1 / step)
      }
      value = segment.to.animatableData
      start += segment.duration
    }
    root[keyPath: keyPath].animatableData = value
  }
}
public struct _Tracks<Value>: Keyframes {
  let tracks: [(inout Value, Double) -> Void]
  public func _apply(to value: inout Value, at time: Double) {
    for track in tracks { track(&value, time) }
  }
}
// https://developer.apple.com/documentation/swiftui/keyframesbuilder
@resultBuilder public struct KeyframesBuilder<Value> {
  // https://developer.apple.com/documentation/swiftui/keyframesbuilder/buildexpression(_:)
  public static func buildExpression<Content>(_ expression: Content) -> Content
  where Value == Content.Value, Content: Keyframes { expression }
  // https://developer.apple.com/documentation/swiftui/keyframesbuilder/buildpartialblock(first:)
  public static func buildPartialBlock<Content>(first: Content) -> Content
  where Value == Content.Value, Content: Keyframes { first }
  // https://developer.apple.com/documentation/swiftui/keyframesbuilder/buildpartialblock(accumulated:next:)
  public static func buildPartialBlock(
    accumulated: some Keyframes<Value>, next: some Keyframes<Value>
  )
    -> some Keyframes<Value>
  { _Tracks(tracks: [{ accumulated._apply(to: &$0, at: $1) }, { next._apply(to: &$0, at: $1) }]) }
  // https://developer.apple.com/documentation/swiftui/keyframesbuilder/buildfinalresult(_:)
  public static func buildFinalResult<Content>(_ component: Content) -> Content
  where Value == Content.Value, Content: Keyframes { component }
}
