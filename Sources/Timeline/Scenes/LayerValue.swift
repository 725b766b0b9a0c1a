/// A type of layer properties with all its operations: interpolation, range, addition, comparison, and output
/// as numbers and as text.
///
/// A new type needs only a conformance beside its declaration. No other code contains a list of the value
/// types.
package protocol LayerValue: Equatable, Sendable {
  /// The weighted sum of four values; nil if they cannot be interpolated. If the result is nil, the property
  /// jumps to `near`, the value of the nearest keyframe.
  static func mixed(
    _ p: Self, _ q: Self, _ r: Self, _ s: Self, by sum: WeightedSum, near: @autoclosure () -> Self
  ) -> Self?
  /// The value with its numbers clamped to the range, as far as the range applies to them.
  func kept(in range: ClosedRange<Double>) -> Self
  /// The addition of amounts; nil for values to which amounts cannot be added.
  static var addition: ValueAddition<Self>? { get }
  /// The numbers of the layer value in their units.
  var numbers: [Double] { get }
  /// The names of the numbers, such as "x"; empty if the value has at most one number.
  var labels: [String] { get }
  /// The layer value in the notation of `pipeline inspect`.
  var tree: ValueTree { get }
  /// A short description of the structure that two values must share to be interpolated; nil for a type whose
  /// values can always or never be interpolated.
  var shape: String? { get }
}

extension LayerValue {
  package var shape: String? { nil }
  package static func mixed(
    _ p: Self, _ q: Self, _ r: Self, _ s: Self, by sum: WeightedSum, near: @autoclosure () -> Self
  ) -> Self? { nil }
  package func kept(in range: ClosedRange<Double>) -> Self { self }
  package static var addition: ValueAddition<Self>? { nil }
  package var numbers: [Double] { [] }
  package var labels: [String] { [] }
}

/// The operation that adds an amount to a value, and the amount without effect.
package struct ValueAddition<Value: Sendable>: Sendable {
  package let neutral: Value
  package let add: @Sendable (Value, Value) -> Value
  package init(neutral: Value, add: @escaping @Sendable (Value, Value) -> Value) {
    self.neutral = neutral
    self.add = add
  }
}

/// A value as a tree of JSON values, with references to other layers and pictures of the scene.
package indirect enum ValueTree: Sendable {
  case none
  case flag(Bool)
  case number(Double)
  case word(String)
  case numbers([Double])
  case list([ValueTree])
  case object([(key: String, value: ValueTree)])
  case gradient(Gradient)
  /// A value that is a path, written as SVG path data.
  case path(Path)
  case contents(Contents)
  /// A reference to another layer, given by its index in the stage.
  case layer(Int)
}

// MARK: Numbers

extension ClosedRange<Double> {
  func nearest(_ number: Double) -> Double {
    Swift.min(upperBound, Swift.max(lowerBound, number))
  }
}

extension Bool: LayerValue {
  package var tree: ValueTree { .flag(self) }
}

extension Double: LayerValue {
  package static func mixed(
    _ p: Double, _ q: Double, _ r: Double, _ s: Double, by sum: WeightedSum,
    near: @autoclosure () -> Double
  ) -> Double? { sum.of(p, q, r, s) }
  package func kept(in range: ClosedRange<Double>) -> Double { range.nearest(self) }
  package static var addition: ValueAddition<Double>? { ValueAddition(neutral: 0) { $0 + $1 } }
  package var numbers: [Double] { [self] }
  package var tree: ValueTree { .number(self) }
}

extension Point: LayerValue {
  package static func mixed(
    _ p: Point, _ q: Point, _ r: Point, _ s: Point, by sum: WeightedSum,
    near: @autoclosure () -> Point
  ) -> Point? { sum.of(p, q, r, s) }
  package static var addition: ValueAddition<Point>? {
    ValueAddition(neutral: Point(0, 0)) { Point($0.x + $1.x, $0.y + $1.y) }
  }
  package var numbers: [Double] { [x, y] }
  package var labels: [String] { ["x", "y"] }
  package var tree: ValueTree { .numbers(numbers) }
}

extension Size: LayerValue {
  package var numbers: [Double] { [width, height] }
  package var labels: [String] { ["width", "height"] }
  package var tree: ValueTree { .numbers(numbers) }
}

extension Rect: LayerValue {
  package static func mixed(
    _ p: Rect, _ q: Rect, _ r: Rect, _ s: Rect, by sum: WeightedSum, near: @autoclosure () -> Rect
  ) -> Rect? { sum.of(p, q, r, s) }
  package static var addition: ValueAddition<Rect>? {
    ValueAddition(neutral: Rect(0, 0, 0, 0)) {
      Rect($0.x + $1.x, $0.y + $1.y, $0.width + $1.width, $0.height + $1.height)
    }
  }
  package var numbers: [Double] { [x, y, width, height] }
  package var labels: [String] { ["x", "y", "width", "height"] }
  package var tree: ValueTree { .numbers(numbers) }
}

extension Vector: LayerValue {
  package static func mixed(
    _ p: Vector, _ q: Vector, _ r: Vector, _ s: Vector, by sum: WeightedSum,
    near: @autoclosure () -> Vector
  ) -> Vector? { sum.of(p, q, r, s) }
  package static var addition: ValueAddition<Vector>? {
    ValueAddition(neutral: .zero) { Vector($0.x + $1.x, $0.y + $1.y, $0.z + $1.z) }
  }
  package var numbers: [Double] { [x, y, z] }
  package var labels: [String] { ["x", "y", "z"] }
  package var tree: ValueTree { .numbers(numbers) }
}

// MARK: Words

/// A value that is a word of an enumeration; such values jump between keyframes.
package protocol WordValue: LayerValue, RawRepresentable<String> {}

extension WordValue {
  package var tree: ValueTree { .word(rawValue) }
}

// MARK: Values that may be missing

/// A type of layer values that may be missing.
package protocol MissableValue: Equatable, Sendable {
  /// The weighted sum of values that may be missing, like `LayerValue.mixed`; nil if they cannot be
  /// interpolated.
  static func mixedOrMissing(
    _ p: Self?, _ q: Self?, _ r: Self?, _ s: Self?, by sum: WeightedSum,
    near: @autoclosure () -> Self?
  ) -> Self?
  func kept(in range: ClosedRange<Double>) -> Self
  static func numbers(of value: Self?) -> [Double]
  static func labels(of value: Self?) -> [String]
  static func shape(of value: Self?) -> String?
  var tree: ValueTree { get }
}

extension MissableValue {
  package static func shape(of value: Self?) -> String? { nil }
  package func kept(in range: ClosedRange<Double>) -> Self { self }
}

extension Optional: LayerValue where Wrapped: MissableValue {
  package static func mixed(
    _ p: Self, _ q: Self, _ r: Self, _ s: Self, by sum: WeightedSum, near: @autoclosure () -> Self
  ) -> Self? {
    Wrapped.mixedOrMissing(p, q, r, s, by: sum, near: near()).map { .some($0) }
  }
  package func kept(in range: ClosedRange<Double>) -> Self { map { $0.kept(in: range) } }
  package var numbers: [Double] { Wrapped.numbers(of: self) }
  package var labels: [String] { Wrapped.labels(of: self) }
  package var tree: ValueTree { map(\.tree) ?? ValueTree.none }
  package var shape: String? { Wrapped.shape(of: self) }
}

/// A type whose values are the elements of list properties.
package protocol ListedValue: Equatable, Sendable {
  static func mixed(
    _ p: [Self], _ q: [Self], _ r: [Self], _ s: [Self], by sum: WeightedSum
  ) -> [Self]?
  func kept(in range: ClosedRange<Double>) -> Self
  static func numbers(of list: [Self]) -> [Double]
  static func labels(of list: [Self]) -> [String]
  static func tree(of list: [Self]) -> ValueTree
  static func shape(of list: [Self]) -> String?
}

extension Array: LayerValue where Element: ListedValue {
  package static func mixed(
    _ p: Self, _ q: Self, _ r: Self, _ s: Self, by sum: WeightedSum, near: @autoclosure () -> Self
  ) -> Self? { Element.mixed(p, q, r, s, by: sum) }
  package func kept(in range: ClosedRange<Double>) -> Self { map { $0.kept(in: range) } }
  package var numbers: [Double] { Element.numbers(of: self) }
  package var labels: [String] { Element.labels(of: self) }
  package var tree: ValueTree { Element.tree(of: self) }
  package var shape: String? { Element.shape(of: self) }
}

/// Lists of numbers are interpolated number by number; shorter lists are repeated until all have the same
/// length (repeatable lists in CSS). A list jumps if another list is empty, or if the common length is too
/// large.
extension Double: ListedValue {
  package static func mixed(
    _ p: [Double], _ q: [Double], _ r: [Double], _ s: [Double], by sum: WeightedSum
  ) -> [Double]? {
    var count = p.count
    for list in [q, r, s] where list.count != count {
      guard count > 0, !list.isEmpty else { return nil }
      var (a, b) = (count, list.count)
      while b != 0 { (a, b) = (b, a % b) }
      count = count / a * list.count
      guard count <= 4096 else { return nil }
    }
    return (0..<count).map {
      sum.of(p[$0 % p.count], q[$0 % q.count], r[$0 % r.count], s[$0 % s.count])
    }
  }
  package static func numbers(of list: [Double]) -> [Double] { list }
  package static func labels(of list: [Double]) -> [String] { list.indices.map { "number \($0)" } }
  package static func tree(of list: [Double]) -> ValueTree { .numbers(list) }
  package static func shape(of list: [Double]) -> String? {
    list.isEmpty ? "none" : list.count == 1 ? "1 number" : "\(list.count) numbers"
  }
}
