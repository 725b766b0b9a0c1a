/// A function of a list of effects with its numbers: a filter, a shadow, or a backdrop.
package struct LayerEffect: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case brightness, contrast, saturate, hueRotate, invert, sepia, grayscale, colorMatrix,
      dropShadow
    case blur
    /// The kinds of shadows in the property `shadows`: outside or inside the layer.
    case shadow, innerShadow
    case backdrop
  }
  package var kind: Kind
  /// The numbers, one for each label of the kind, in points, degrees, factors or sRGB components. Code for a
  /// particular kind of effect uses the named accessors.
  package let numbers: [Double]

  package init(_ kind: Kind, _ numbers: [Double]) {
    precondition(numbers.count == kind.labels.count)
    self.kind = kind
    self.numbers = numbers
  }

  /// The number of a filter that has only one: a factor, a fraction, or degrees.
  package var amount: Double { numbers[0] }
  /// The standard deviation of the Gaussian of a blur or a shadow, in points.
  package var radius: Double { numbers[0] }
  /// The offset of a shadow in points.
  package var offset: Point { Point(numbers[1], numbers[2]) }
  /// The distance in points by which a shadow is larger than the layer on each side; negative for a smaller
  /// shadow.
  package var spread: Double { numbers[3] }
  /// The factor by which a backdrop changes the saturation.
  package var saturation: Double { numbers[1] }
  package var brightness: Double { numbers[2] }

  /// The colour of a shadow, or the tint of a backdrop.
  package var color: Color? {
    guard let at = kind.colorPlace else { return nil }
    return Color(
      red: numbers[at], green: numbers[at + 1], blue: numbers[at + 2], alpha: numbers[at + 3])
  }
}

extension LayerEffect.Kind {
  private static let colorLabels = ["red", "green", "blue", "alpha"]

  /// The names of the effect function's numbers.
  package var labels: [String] {
    switch self {
    case .brightness, .contrast, .saturate, .invert, .sepia, .grayscale: ["amount"]
    case .hueRotate: ["degrees"]
    case .colorMatrix: (1...4).flatMap { row in (1...5).map { "m\(row)\($0)" } }
    case .dropShadow: ["radius", "x", "y"] + Self.colorLabels
    case .blur: ["radius"]
    case .shadow, .innerShadow: ["radius", "x", "y", "spread"] + Self.colorLabels
    case .backdrop: ["blur", "saturation", "brightness"] + Self.colorLabels
    }
  }

  /// The index of the first colour component; nil for a function without a colour.
  package var colorPlace: Int? {
    switch self {
    case .dropShadow, .backdrop: 3
    case .shadow, .innerShadow: 4
    default: nil
    }
  }

  /// The numbers with which the effect function changes nothing.
  package var neutral: [Double] {
    switch self {
    case .brightness, .contrast, .saturate: [1]
    case .hueRotate, .invert, .sepia, .grayscale, .blur: [0]
    case .colorMatrix: (0..<20).map { $0 % 6 == 0 ? 1 : 0 }
    case .dropShadow: [0, 0, 0, 0, 0, 0, 0]
    case .shadow, .innerShadow: [0, 0, 0, 0, 0, 0, 0, 0]
    case .backdrop: [0, 1, 1, 0, 0, 0, 0]
    }
  }

  /// The valid range of a number of the effect; values outside the range are clamped.
  package func range(of number: Int) -> ClosedRange<Double> {
    if let colorPlace, (colorPlace..<colorPlace + 4).contains(number) { return 0...1 }
    return switch (self, number) {
    case (.invert, _), (.sepia, _), (.grayscale, _): 0...1
    case (.brightness, _), (.contrast, _), (.saturate, _): LayerProperty.length
    case (.blur, _), (.dropShadow, 0), (.shadow, 0), (.innerShadow, 0): LayerProperty.length
    case (.backdrop, _): LayerProperty.length
    default: -1e6...1e6
    }
  }
}

/// Lists with the same functions are interpolated number by number. A shorter list is extended with neutral
/// functions (CSS Filter Effects), and lists with different functions jump.
extension LayerEffect: ListedValue {
  package static func mixed(
    _ p: [LayerEffect], _ q: [LayerEffect], _ r: [LayerEffect], _ s: [LayerEffect],
    by sum: WeightedSum
  ) -> [LayerEffect]? {
    let lists = [p, q, r, s]
    let shape = lists.max { $0.count < $1.count }!
    let terms = lists.map { list in
      list + shape.dropFirst(list.count).map { LayerEffect($0.kind, $0.kind.neutral) }
    }
    guard !shape.isEmpty, terms.allSatisfy({ $0.map(\.kind) == shape.map(\.kind) }) else {
      return nil
    }
    return shape.indices.map { i in mixed(terms.map { $0[i] }, by: sum) }
  }

  private static func mixed(_ terms: [LayerEffect], by sum: WeightedSum) -> LayerEffect {
    let kind = terms[0].kind
    var numbers = kind.labels.indices.map { n in
      kind.range(of: n).nearest(
        sum.of(
          terms[0].numbers[n], terms[1].numbers[n], terms[2].numbers[n], terms[3].numbers[n]))
    }
    if let at = kind.colorPlace {
      let colors = terms.map { $0.color ?? .clear }
      numbers[at..<at + 4] = sum.of(colors[0], colors[1], colors[2], colors[3]).numbers[...]
    }
    return LayerEffect(kind, numbers)
  }

  package func kept(in range: ClosedRange<Double>) -> LayerEffect { self }
  package static func numbers(of list: [LayerEffect]) -> [Double] { list.flatMap(\.numbers) }

  /// The labels of a list's numbers, with the index of the function if there are several functions.
  package static func labels(of list: [LayerEffect]) -> [String] {
    list.enumerated().flatMap { i, effect in
      effect.kind.labels.map { label in
        let name = effect.kind.labels.count == 1 ? effect.kind.rawValue : "\(effect.kind) \(label)"
        return list.count == 1 ? name : "\(name) of function \(i + 1)"
      }
    }
  }

  package static func shape(of list: [LayerEffect]) -> String? {
    list.isEmpty ? "none" : list.map(\.kind.rawValue).joined(separator: ", ")
  }

  package static func tree(of list: [LayerEffect]) -> ValueTree { .list(list.map(\.tree)) }

  /// The effect in document notation, with colours as four numbers.
  package var tree: ValueTree {
    let tint = color.map(\.tree) ?? .none
    switch kind {
    case .dropShadow:
      return .object([
        (
          kind.rawValue,
          .object([("radius", .number(radius)), ("offset", offset.tree), ("color", tint)])
        )
      ])
    case .backdrop:
      return .object([
        ("blur", .number(radius)), ("saturation", .number(saturation)),
        ("brightness", .number(brightness)), ("tint", tint),
      ])
    case .shadow, .innerShadow:
      return .object([
        ("radius", .number(radius)), ("offset", offset.tree), ("spread", .number(spread)),
        ("color", tint), ("inner", .flag(kind == .innerShadow)),
      ])
    case .colorMatrix: return .object([(kind.rawValue, .numbers(numbers))])
    default: return .object([(kind.rawValue, .number(amount))])
    }
  }
}
