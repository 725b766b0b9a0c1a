internal import Formats
import Scenes

/// A modifier that changes the paths of the items before it.
protocol PathModifier: Sendable {
  /// Modifies shapes; each element of the list is one shape, topmost shape first.
  func applied(to shapes: [[Outline]], at time: Double) -> [[Outline]]
  /// The maximum factor by which the modifier increases the number of points.
  var growth: Double { get }
}

/// A modifier that changes each path separately.
protocol OutlineModifier: PathModifier {
  func change(at time: Double) -> (Outline) -> Outline
}

extension OutlineModifier {
  func applied(to shapes: [[Outline]], at time: Double) -> [[Outline]] {
    let change = change(at: time)
    return shapes.map { $0.map(change) }
  }
}

struct TrimModifier: PathModifier {
  let start: Property
  let end: Property
  let offset: Property
  let isIndividual: Bool
  var growth: Double { 1 }

  init(_ value: Value) {
    start = Property(value["s"], or: [0])
    end = Property(value["e"], or: [100])
    offset = Property(value["o"], or: [0])
    isIndividual = value.number("m") == 2
  }

  func applied(to shapes: [[Outline]], at time: Double) -> [[Outline]] {
    Trim(
      start: start.number(at: time), end: end.number(at: time), offset: offset.number(at: time),
      isIndividual: isIndividual
    ).applied(to: shapes)
  }
}

struct RoundCornersModifier: OutlineModifier {
  let radius: Property
  var growth: Double { 2 }
  init(_ value: Value) { radius = Property(value["r"], or: [0]) }

  func change(at time: Double) -> (Outline) -> Outline {
    let radius = radius.number(at: time)
    return { RoundCorners.applied(to: $0, radius: radius) }
  }
}

struct PuckerAndBloatModifier: OutlineModifier {
  let amount: Property
  var growth: Double { 1 }
  init(_ value: Value) { amount = Property(value["a"], or: [0]) }

  func change(at time: Double) -> (Outline) -> Outline {
    let amount = amount.number(at: time)
    return { PuckerAndBloat.applied(to: $0, percent: amount) }
  }
}

struct ZigZagModifier: OutlineModifier {
  let size: Property
  let ridges: Property
  let kind: Property
  var growth: Double { max(0, ridges.largest) + 2 }

  init(_ value: Value) {
    size = Property(value["s"], or: [0])
    ridges = Property(value["r"], or: [0])
    kind = Property(value["pt"], or: [1])
  }

  func change(at time: Double) -> (Outline) -> Outline {
    let (size, ridges) = (size.number(at: time), ridges.number(at: time))
    let isSmooth = kind.number(at: time) == 2
    return { ZigZag.applied(to: $0, size: size, ridges: ridges, isSmooth: isSmooth) }
  }
}

struct OffsetPathModifier: OutlineModifier {
  let amount: Property
  let miterLimit: Property
  let join: OffsetPath.Join
  var growth: Double { 8 }

  init(_ value: Value) {
    amount = Property(value["a"], or: [0])
    miterLimit = Property(value["ml"], or: [4])
    join = value.number("lj") == 2 ? .round : value.number("lj") == 3 ? .bevel : .miter
  }

  func change(at time: Double) -> (Outline) -> Outline {
    let path = OffsetPath(
      distance: amount.number(at: time), join: join, miterLimit: miterLimit.number(at: time))
    return { path.applied(to: $0) }
  }
}

/// Copies the items before it several times, each copy transformed once more than the previous copy.
struct Repeater: Sendable {
  let copies: Property
  let offset: Property
  let anchor: Property
  let position: Property
  let scale: Property
  let rotation: Property
  let startOpacity: Property
  let endOpacity: Property
  let isAbove: Bool

  init(_ value: Value) {
    copies = Property(value["c"], or: [0])
    offset = Property(value["o"], or: [0])
    let transform = value["tr"]
    anchor = Property(transform?["a"], or: [0, 0])
    position = Property(transform?["p"], or: [0, 0])
    scale = Property(transform?["s"], or: [100, 100])
    rotation = Property(transform?["r"], or: [0])
    startOpacity = Property(transform?["so"], or: [100])
    endOpacity = Property(transform?["eo"], or: [100])
    isAbove = value.number("m") == 1
  }

  /// The maximum number of copies of one shape; a file with more copies is refused.
  static let mostCopies = 10_000.0

  func count(at time: Double) -> Int {
    Int(clamped: copies.number(at: time), rounded: .up, to: 0...Int(Self.mostCopies))
  }

  /// Returns the opacity of the copy that is `index` positions below the topmost copy.
  func opacity(_ index: Int, of count: Int, at time: Double) -> Double {
    let (start, end) = (startOpacity.number(at: time) / 100, endOpacity.number(at: time) / 100)
    return count == 1 ? start : start + (end - start) * Double(index) / Double(count - 1)
  }

  func matrix(_ index: Int, of count: Int, at time: Double) -> Matrix {
    let times = offset.number(at: time) + Double(isAbove ? index : count - 1 - index)
    let (anchor, place) = (anchor.value(at: time), position.value(at: time))
    let scale = scale.value(at: time).prefix(2).map { factor in
      let whole = times.rounded(.towardZero)
      let base = factor / 100
      // The scale of a fractional copy is interpolated linearly, by the fraction, towards the scale of the next copy.
      let part = 1 + (base - 1) * abs(times - whole)
      func power(_ value: Double, _ count: Double) -> Double {
        (0..<Int(clamped: abs(count), rounded: .down, to: 0...20_000)).reduce(1) { result, _ in
          result * value
        }
      }
      let full = power(base, whole) * part
      return times < 0 ? (full == 0 ? 0 : 1 / full) : full
    }
    return Matrix.identity.moved(-anchor[0], -anchor[1])
      .turned(degrees: rotation.number(at: time) * times).scaled(scale[0], scale[1])
      .moved(anchor[0] + place[0] * times, anchor[1] + place[1] * times)
  }
}
