/// The operations on a layer property, compiled once from the property's row in the table.
///
/// When frames copy and interpolate properties, the operations are found by the property's bit.
struct Operations: Sendable {
  typealias Mix =
    @Sendable (
      LayerProperties, LayerProperties, LayerProperties, LayerProperties, WeightedSum,
      inout LayerProperties
    ) -> Void

  let copy: @Sendable (LayerProperties, inout LayerProperties) -> Void
  let mix: Mix
  let value: @Sendable (LayerProperties) -> any LayerValue
  let isSame: @Sendable (LayerProperties, LayerProperties) -> Bool
  /// The shapes of two values that cannot be interpolated; nil if they can, and for a property whose values
  /// never can.
  let jump: @Sendable (LayerProperties, LayerProperties) -> (from: String, to: String)?
  /// Sets the neutral value of additions; nil for values that cannot be added.
  let makeNeutral: (@Sendable (inout LayerProperties) -> Void)?
  let add: (@Sendable (LayerProperties, inout LayerProperties) -> Void)?
  /// An object of type `Setter<Value>`, where `Value` is the type of the property's values.
  let setter: any Sendable & AnyObject

  init<Value: LayerValue>(
    _ get: @escaping LayerProperty.Get<Value>, _ put: @escaping LayerProperty.Put<Value>,
    in range: ClosedRange<Double>, addition: ValueAddition<Value>?
  ) {
    copy = { put(&$1, get($0)) }
    mix = { p, q, r, s, sum, layer in
      let mixed = Value.mixed(get(p), get(q), get(r), get(s), by: sum, near: get(layer))
      if let mixed { put(&layer, mixed.kept(in: range)) }
    }
    value = { get($0) }
    isSame = { get($0) == get($1) }
    jump = { a, b in
      let (from, to) = (get(a), get(b))
      let half = WeightedSum(a: 0.5, b: 0.5, c: 0, d: 0)
      guard from != to, let one = from.shape, let other = to.shape,
        Value.mixed(from, to, to, to, by: half, near: to) == nil
      else { return nil }
      return (one, other)
    }
    if let addition {
      makeNeutral = { layer in put(&layer, addition.neutral) }
      add = { amounts, layer in
        put(&layer, addition.add(get(layer), get(amounts)).kept(in: range))
      }
    } else {
      makeNeutral = nil
      add = nil
    }
    setter = Setter(put)
  }
}

final class Setter<Value: LayerValue>: Sendable {
  let put: LayerProperty.Put<Value>
  init(_ put: @escaping LayerProperty.Put<Value>) { self.put = put }
}

extension LayerProperty {
  /// Returns the value of the property in a layer.
  package func value(of layer: LayerProperties) -> any LayerValue { operations.value(layer) }

  package func isSame(_ a: LayerProperties, _ b: LayerProperties) -> Bool {
    operations.isSame(a, b)
  }

  /// Sets the property to a value of its own type.
  package func set<Value: LayerValue>(_ value: Value, in layer: inout LayerProperties) {
    precondition(
      ObjectIdentifier(Value.self) == ObjectIdentifier(valueType), "\(name) holds no \(Value.self)")
    // Safety: the setter was created for the type `Value`, so the downcast is valid.
    unsafe unsafeDowncast(operations.setter, to: Setter<Value>.self).put(&layer, value)
  }

  /// The shapes of two layers' values that cannot be interpolated, although other values of the property can.
  package func jump(
    from a: LayerProperties, to b: LayerProperties
  ) -> (from: String, to: String)? { operations.jump(a, b) }

  /// Whether amounts can be added to the values of the property.
  package var isAdditive: Bool { operations.add != nil }
}

extension LayerProperties {
  /// Copies the properties in `set` from `other`, and leaves all others unchanged.
  package mutating func take(_ set: LayerPropertySet, from other: LayerProperties) {
    let copies = PropertyCopy.byBit
    set.forEachBit { copies[$0]?.copy(other, &self) }
  }

  /// Sets the properties in `set` to values interpolated between `a` and `b` at the fraction `f`, which may
  /// be outside 0…1.
  package mutating func mix(
    _ set: LayerPropertySet, _ a: LayerProperties, _ b: LayerProperties, _ f: Double
  ) {
    take(set, from: f < 0.5 ? a : b)
    combine(set, a, b, b, b, WeightedSum(a: 1 - f, b: f, c: 0, d: 0))
  }

  /// Sets the properties in `set` to values of the Catmull-Rom spline from `b` to `c` with the neighbours `a`
  /// and `d`.
  package mutating func mixCatmullRom(
    _ set: LayerPropertySet, _ a: LayerProperties, _ b: LayerProperties, _ c: LayerProperties,
    _ d: LayerProperties, _ f: Double
  ) {
    let f2 = f * f
    let f3 = f2 * f
    let sum = WeightedSum(
      a: (-f3 + 2 * f2 - f) / 2, b: (3 * f3 - 5 * f2 + 2) / 2, c: (-3 * f3 + 4 * f2 + f) / 2,
      d: (f3 - f2) / 2)
    take(set, from: f < 0.5 ? b : c)
    combine(set, a, b, c, d, sum)
  }

  /// Adds `factor` times the change from `before` to `now` to those properties in `set` that can be
  /// interpolated.
  package mutating func carry(
    _ set: LayerPropertySet, from before: LayerProperties, to now: LayerProperties, _ factor: Double
  ) {
    let own = self
    combine(set, own, now, before, before, WeightedSum(a: 1, b: factor, c: -factor, d: 0))
  }

  /// Sets each property in `set` that can be interpolated to the weighted sum of the values of four layers.
  /// Properties that are not in the set keep their values.
  private mutating func combine(
    _ set: LayerPropertySet, _ a: LayerProperties, _ b: LayerProperties, _ c: LayerProperties,
    _ d: LayerProperties, _ sum: WeightedSum
  ) {
    let mixes = PropertyMix.byBit
    set.forEachBit { mixes[$0]?.mix(a, b, c, d, sum, &self) }
  }

  /// Sets properties to the amounts that have no effect when they are added: 0, or 1 for factors.
  package mutating func makeNeutral(_ set: LayerPropertySet) {
    for property in set.properties { property.operations.makeNeutral?(&self) }
  }

  /// Adds amounts to properties and clamps each property to its range; amounts that are factors are
  /// multiplied.
  package mutating func add(_ set: LayerPropertySet, from amounts: LayerProperties) {
    let additions = PropertyAddition.byBit
    set.forEachBit { additions[$0]?.add?(amounts, &self) }
  }
}

// The functions are stored by the property's bit, because a frame looks up thousands of them.

private struct PropertyCopy: Sendable {
  let copy: @Sendable (LayerProperties, inout LayerProperties) -> Void
  static let byBit = Operations.byBit { PropertyCopy(copy: $0.copy) }
}

private struct PropertyMix: Sendable {
  let mix: Operations.Mix
  static let byBit = Operations.byBit { PropertyMix(mix: $0.mix) }
}

private struct PropertyAddition: Sendable {
  let add: (@Sendable (LayerProperties, inout LayerProperties) -> Void)?
  static let byBit = Operations.byBit { PropertyAddition(add: $0.add) }
}

extension Operations {
  fileprivate static func byBit<Part>(_ part: (Operations) -> Part) -> [Part?] {
    (0..<64).map { bit in
      LayerPropertySet(rawValue: 1 << UInt64(bit)).properties.first.map { part($0.operations) }
    }
  }
}
