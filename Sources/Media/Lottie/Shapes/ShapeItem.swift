import Scenes

/// One item of a shape layer or of a group.
indirect enum ShapeItem: Sendable {
  case group(ShapeGroup)
  case path(any ShapePath)
  case style(ShapeStyle)
  case modifier(any PathModifier)
  case repeater(Repeater)
}

struct ShapeGroup: Sendable {
  let items: [ShapeItem]
  let transform: Transform
  let operation: Blend?
}

/// An item's path at a time.
protocol ShapePath: Sendable {
  func outline(at time: Double) -> Outline
  /// The maximum number of points that the path has at any time.
  var mostPoints: Int { get }
}

extension PathProperty: ShapePath {}

struct RectanglePath: ShapePath {
  let position: Property
  let size: Property
  let radius: Property
  let isReversed: Bool
  var mostPoints: Int { 8 }

  init(_ value: Value) {
    position = Property(value["p"], or: [0, 0])
    size = Property(value["s"], or: [0, 0])
    radius = Property(value["r"], or: [0])
    isReversed = value.number("d") != 1 && value.number("d") != 2
  }

  func outline(at time: Double) -> Outline {
    let (place, size) = (position.value(at: time), size.value(at: time))
    return ParametricShapes.rectangle(
      middle: .init(place[0], place[1]), width: size[0], height: size[1],
      radius: radius.number(at: time), isReversed: isReversed)
  }
}

struct EllipsePath: ShapePath {
  let position: Property
  let size: Property
  let isReversed: Bool
  var mostPoints: Int { 4 }

  init(_ value: Value) {
    position = Property(value["p"], or: [0, 0])
    size = Property(value["s"], or: [0, 0])
    isReversed = value.number("d") == 3
  }

  func outline(at time: Double) -> Outline {
    let (place, size) = (position.value(at: time), size.value(at: time))
    return ParametricShapes.ellipse(
      middle: .init(place[0], place[1]), width: size[0], height: size[1], isReversed: isReversed)
  }
}

struct StarPath: ShapePath {
  let position: Property
  let points: Property
  let rotation: Property
  let outer: (radius: Property, roundness: Property)
  let inner: (radius: Property, roundness: Property)?
  let isReversed: Bool

  init(_ value: Value) {
    position = Property(value["p"], or: [0, 0])
    points = Property(value["pt"], or: [5])
    rotation = Property(value["r"], or: [0])
    outer = (Property(value["or"], or: [0]), Property(value["os"], or: [0]))
    inner =
      value.number("sy") == 1
      ? (Property(value["ir"], or: [0]), Property(value["is"], or: [0])) : nil
    isReversed = value.number("d") == 3
  }

  var mostPoints: Int { Int(clamped: points.largest * 2, rounded: .up, to: 0...Int.max / 2) }

  func outline(at time: Double) -> Outline {
    let place = position.value(at: time)
    return ParametricShapes.star(
      ParametricShapes.Star(
        middle: .init(place[0], place[1]), points: points.number(at: time),
        rotation: rotation.number(at: time), outerRadius: outer.radius.number(at: time),
        outerRoundness: outer.roundness.number(at: time),
        inner: inner.map { ($0.radius.number(at: time), $0.roundness.number(at: time)) },
        isReversed: isReversed))
  }
}
