/// One function of a list of effects with its numbers: a filter, a shadow, or what a layer does to what
/// lies below it.
package struct LayerEffect: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case brightness, contrast, saturate, hueRotate, invert, sepia, grayscale, colorMatrix,
      dropShadow
    case blur
    /// Of the property `shadows`: outside of the layer, or inside of it.
    case shadow, innerShadow
    case backdrop
  }
  package var kind: Kind
  /// As many as the kind has labels, in their units: points, degrees, factors, sRGB components.
  package var numbers: [Double]

  package init(_ kind: Kind, _ numbers: [Double]) {
    precondition(numbers.count == kind.labels.count)
    self.kind = kind
    self.numbers = numbers
  }

  /// The colour among the numbers.
  package var color: Color? {
    guard let at = kind.colorPlace else { return nil }
    return Color(
      red: numbers[at], green: numbers[at + 1], blue: numbers[at + 2], alpha: numbers[at + 3])
  }
}

extension LayerEffect.Kind {
  private static let colorLabels = ["red", "green", "blue", "alpha"]

  /// The names of its numbers.
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

  /// The place of the colour's first number.
  package var colorPlace: Int? {
    switch self {
    case .dropShadow, .backdrop: 3
    case .shadow, .innerShadow: 4
    default: nil
    }
  }

  /// The numbers with which it changes nothing.
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

  /// What its numbers may be; whatever leaves the range is brought back to its ends.
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

extension [LayerEffect] {
  /// The same functions that change nothing: what a list that is not there mixes as.
  package var neutral: [LayerEffect] { map { LayerEffect($0.kind, $0.kind.neutral) } }

  package var numbers: [Double] { flatMap(\.numbers) }

  /// The names of the numbers; with their places where there are several functions.
  package var labels: [String] {
    enumerated().flatMap { i, effect in
      effect.kind.labels.map { label in
        let name = effect.kind.labels.count == 1 ? effect.kind.rawValue : "\(effect.kind) \(label)"
        return count == 1 ? name : "\(name) of function \(i + 1)"
      }
    }
  }
}
