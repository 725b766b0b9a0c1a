internal import Formats
import Scenes

/// An effect on a layer's pixels.
struct Effect: Sendable {
  enum Kind: Int, Sendable {
    case tint = 20, fill, stroke, tritone
    case dropShadow = 25, matte = 28, blur, transform = 35
  }
  let kind: Kind
  private let values: [Property]

  init?(_ value: Value) {
    guard value.number("en") != 0,
      let kind = Kind(rawValue: value.number("ty").flatMap { Int(whole: $0) } ?? -1)
    else { return nil }
    self.kind = kind
    values = value.elements("ef").map { Property($0["v"], or: [0]) }
  }

  func number(_ index: Int, at time: Double, or fallback: Double = 0) -> Double {
    index < values.count ? values[index].number(at: time) : fallback
  }

  func point(_ index: Int, at time: Double) -> (x: Double, y: Double) {
    let value = index < values.count ? values[index].value(at: time) : []
    return (value.first ?? 0, value.count > 1 ? value[1] : 0)
  }

  func color(_ index: Int, at time: Double) -> Paint.Color {
    Paint.Color(index < values.count ? Array(values[index].value(at: time).prefix(3)) : [])
  }
}

extension Effect {
  /// Returns the effect's matrix in the layer's coordinates.
  func matrix(at time: Double) -> Matrix {
    let (anchor, position) = (point(0, at: time), point(1, at: time))
    let height = number(3, at: time, or: 100)
    let width = number(2, at: time) == 1 ? height : number(4, at: time, or: 100)
    return Matrix.identity.moved(-anchor.x, -anchor.y).scaled(width / 100, height / 100)
      .turned(degrees: number(7, at: time))
      .skewed(degrees: number(5, at: time), axis: number(6, at: time) + 90)
      .moved(position.x, position.y)
  }
}
