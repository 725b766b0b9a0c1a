package import Scenes

extension LayerProperty {
  /// Found for every frame.
  fileprivate static let byBit = (0..<64).map { bit in
    LayerPropertySet(rawValue: 1 << UInt64(bit)).properties.first
  }

  /// Amounts of it can be added to it.
  package var isAdditive: Bool {
    switch storage {
    case .number, .corners, .point, .rect, .vector: true
    case .size, .transform, .color, .optionalColor, .flag, .numbers, .border, .mask, .path, .choice,
      .contents, .effects:
      false
    }
  }
}

extension LayerProperties {
  /// Makes properties amounts that change nothing when they are added: 0, and factors of 1.
  package mutating func makeNeutral(_ set: LayerPropertySet) {
    for property in set.properties {
      switch property.storage {
      case .number(_, let put, _): put(&self, 0)
      case .corners(_, let put, _): put(&self, .zero)
      case .point(_, let put): put(&self, Point(0, 0))
      case .rect(_, let put): put(&self, Rect(0, 0, 0, 0))
      case .vector(_, let put, .factors): put(&self, .one)
      case .vector(_, let put, _): put(&self, .zero)
      default: break
      }
    }
  }

  /// Adds amounts to properties, each of which stays in its range; factors multiply.
  mutating func add(_ set: LayerPropertySet, from amounts: LayerProperties) {
    set.forEachBit { bit in
      guard let property = LayerProperty.byBit[bit] else { return }
      switch property.storage {
      case .number(let get, let put, let range):
        put(&self, min(range.upperBound, max(range.lowerBound, get(self) + get(amounts))))
      case .corners(let get, let put, let range):
        let (a, b) = (get(self), get(amounts))
        let sum = CornerRadii(
          a.topLeft + b.topLeft, a.topRight + b.topRight, a.bottomRight + b.bottomRight,
          a.bottomLeft + b.bottomLeft)
        put(&self, sum.mapped { min(range.upperBound, max(range.lowerBound, $0)) })
      case .point(let get, let put):
        let (a, b) = (get(self), get(amounts))
        put(&self, Point(a.x + b.x, a.y + b.y))
      case .rect(let get, let put):
        let (a, b) = (get(self), get(amounts))
        put(&self, Rect(a.x + b.x, a.y + b.y, a.width + b.width, a.height + b.height))
      case .vector(let get, let put, let kind):
        let (a, b) = (get(self), get(amounts))
        put(
          &self,
          kind == .factors
            ? Vector(a.x * b.x, a.y * b.y, a.z * b.z) : Vector(a.x + b.x, a.y + b.y, a.z + b.z))
      default: break
      }
    }
  }
}
