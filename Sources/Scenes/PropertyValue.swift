/// The value of one property of a layer.
package enum PropertyValue: Equatable, Sendable {
  case flag(Bool)
  case number(Double)
  case list([Double])
  case corners(CornerRadii)
  case point(Point)
  case size(Size)
  case rect(Rect)
  case vector(Vector)
  case transform(Transform)
  /// Nil means none.
  case color(Color?)
  case border(Border?)
  case mask(Mask?)
  case path(Path?)
  case word(String)
  case contents(Contents)
  case effects([LayerEffect])
}

extension LayerProperty {
  /// The value that the layer has.
  package func value(of layer: LayerProperties) -> PropertyValue {
    switch storage {
    case .flag(let get, _): .flag(get(layer))
    case .number(let get, _, _): .number(get(layer))
    case .numbers(let get, _, _): .list(get(layer))
    case .corners(let get, _, _): .corners(get(layer))
    case .border(let get, _, _): .border(get(layer))
    case .point(let get, _): .point(get(layer))
    case .size(let get, _): .size(get(layer))
    case .rect(let get, _): .rect(get(layer))
    case .vector(let get, _, _): .vector(get(layer))
    case .transform(let get, _): .transform(get(layer).matrix)
    case .color(let get, _): .color(get(layer))
    case .optionalColor(let get, _): .color(get(layer))
    case .mask(let get, _): .mask(get(layer))
    case .path(let get, _): .path(get(layer))
    case .choice(let get, _, let words): .word(words[get(layer)])
    case .contents(let get, _): .contents(get(layer))
    case .effects(let get, _): .effects(get(layer))
    }
  }
}

extension PropertyValue {
  /// Every number in the value, in its unit. No colour counts as the clear one, and no border as one of
  /// that colour without width; a flag, a word and contents have none.
  package var numbers: [Double] {
    switch self {
    case .flag, .word, .contents: []
    case .number(let n): [n]
    case .list(let numbers): numbers
    case .corners(let radii): radii.numbers
    case .border(let border): border.map { [$0.width] + $0.color.numbers } ?? [0, 0, 0, 0, 0]
    case .point(let p): [p.x, p.y]
    case .size(let s): [s.width, s.height]
    case .rect(let r): r.numbers
    case .vector(let v): [v.x, v.y, v.z]
    case .transform(let t): t.values
    case .color(let color): (color ?? .clear).numbers
    case .mask(let mask): mask?.numbers ?? []
    case .path(let path): path?.numbers ?? []
    case .effects(let effects): effects.numbers
    }
  }

  /// The names of the numbers, such as "x"; empty where there is one alone or none.
  package var labels: [String] {
    switch self {
    case .flag, .word, .contents, .number: []
    case .point: ["x", "y"]
    case .size: ["width", "height"]
    case .rect: ["x", "y", "width", "height"]
    case .vector: ["x", "y", "z"]
    case .transform: (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }
    case .list: numbers.indices.map { "number \($0)" }
    case .corners: ["top left", "top right", "bottom right", "bottom left"]
    case .border: ["width", "red", "green", "blue", "alpha"]
    case .color: ["red", "green", "blue", "alpha"]
    case .mask(let mask?) where !mask.isPath: ["x", "y", "width", "height", "cornerRadius"]
    case .effects(let effects): effects.labels
    case .mask, .path: numbers.indices.map { "number \($0)" }
    }
  }
}

extension Rect {
  package var numbers: [Double] { [x, y, width, height] }
}

extension Color {
  package var numbers: [Double] { [red, green, blue, alpha] }
}

extension Path {
  /// The coordinates of its points, in order.
  package var numbers: [Double] {
    elements.flatMap { element in
      switch element {
      case .move(let p), .line(let p): [p.x, p.y]
      case .cubic(let a, let b, let c): [a.x, a.y, b.x, b.y, c.x, c.y]
      case .close: [Double]()
      }
    }
  }
}

extension Mask {
  /// The numbers of its shape: the rectangle of an ellipse; a rectangle, then its corner radius; the
  /// coordinates of a path; none of a layer.
  package var numbers: [Double] {
    switch kind {
    case .ellipse(let rect): rect.numbers
    case .rectangle(let rect, let cornerRadius): rect.numbers + [cornerRadius]
    case .path(let path): path.numbers
    case .layer: []
    }
  }

  fileprivate var isPath: Bool {
    if case .path = kind { true } else { false }
  }
}
