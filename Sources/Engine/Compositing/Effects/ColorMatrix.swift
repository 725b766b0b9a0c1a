internal import CKernels
internal import Scenes

/// A colour filter: red, green, blue and alpha (straight, 0…1) are each a weighted sum of all four channels
/// and a constant. The colour matrices follow the formulas of W3C's Filter Effects.
struct ColorMatrix: Hashable, Sendable {
  private let values: [Double]

  private init(_ values: [Double]) { self.values = values }

  /// A filter with the same factor and constant for red, green and blue.
  private init(factor: Double, offset: Double) {
    values = (0..<20).map { i in
      if i >= 15 { return i == 18 ? 1 : 0 }
      return i % 6 == 0 ? factor : i % 5 == 4 ? offset : 0
    }
  }

  /// A filter that mixes red, green and blue by the rows of a 3×3 matrix.
  private init(_ m: (Double, Double, Double, Double, Double, Double, Double, Double, Double)) {
    values = [
      m.0, m.1, m.2, 0, 0, m.3, m.4, m.5, 0, 0, m.6, m.7, m.8, 0, 0, 0, 0, 0, 1, 0,
    ]
  }

  /// A filter that replaces all colours by one colour, whose alpha is multiplied with the existing alpha.
  init(tinting color: Color) {
    values = [
      0, 0, 0, 0, color.red, 0, 0, 0, 0, color.green, 0, 0, 0, 0, color.blue, 0, 0, 0, color.alpha,
      0,
    ]
  }

  /// A filter that paints a colour over opaque pixels.
  init(laying color: Color) {
    let rest = 1 - color.alpha
    values = [
      rest, 0, 0, 0, color.red * color.alpha, 0, rest, 0, 0, color.green * color.alpha, 0, 0, rest,
      0, color.blue * color.alpha, 0, 0, 0, rest, color.alpha,
    ]
  }

  static func brightness(_ amount: Double) -> ColorMatrix { ColorMatrix(factor: amount, offset: 0) }

  static func saturate(_ s: Double) -> ColorMatrix {
    ColorMatrix(
      (
        0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s, 0.213 - 0.213 * s,
        0.715 + 0.285 * s, 0.072 - 0.072 * s, 0.213 - 0.213 * s, 0.715 - 0.715 * s,
        0.072 + 0.928 * s
      ))
  }

  /// Creates the matrix of an effect; nil for an effect that does more than change colours.
  init?(_ effect: LayerEffect) {
    let amount = effect.amount
    let rest = 1 - amount
    switch effect.kind {
    case .brightness: self = .brightness(amount)
    case .contrast: self.init(factor: amount, offset: 0.5 - 0.5 * amount)
    case .saturate: self = .saturate(amount)
    case .hueRotate:
      let (s, c) = Portable.sineCosine(amount * Portable.pi / 180)
      self.init(
        (
          0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715,
          0.072 - c * 0.072 + s * 0.928, 0.213 - c * 0.213 + s * 0.143,
          0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283,
          0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715,
          0.072 + c * 0.928 + s * 0.072
        ))
    case .invert: self.init(factor: 1 - 2 * amount, offset: amount)
    case .sepia:
      self.init(
        (
          0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest,
          0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest,
          0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest
        ))
    case .grayscale:
      self.init(
        (
          0.2126 + 0.7874 * rest, 0.7152 - 0.7152 * rest, 0.0722 - 0.0722 * rest,
          0.2126 - 0.2126 * rest, 0.7152 + 0.2848 * rest, 0.0722 - 0.0722 * rest,
          0.2126 - 0.2126 * rest, 0.7152 - 0.7152 * rest, 0.0722 + 0.9278 * rest
        ))
    case .colorMatrix: self.init(effect.numbers)
    case .dropShadow, .blur, .shadow, .innerShadow, .backdrop: return nil
    }
  }

  /// Whether the colour matrix keeps opaque colours opaque.
  var keepsAlpha: Bool { values[15...] == [0, 0, 0, 1, 0] }

  /// Whether the filter commutes with antialiasing, so that colours may be filtered before or after they are
  /// clipped.
  var keepsParts: Bool {
    let alpha = values[15...]
    return values[3] == 0 && values[8] == 0 && values[13] == 0
      && alpha.dropLast(2) == [0, 0, 0] && (0...1).contains(values[18]) && values[19] == 0
  }

  var kernel: ck_color {
    func value(_ i: Int) -> Float { Float(values[i]) }
    return ck_color(
      matrix: (
        value(0), value(1), value(2), value(3), value(4), value(5), value(6), value(7), value(8),
        value(9), value(10), value(11), value(12), value(13), value(14), value(15), value(16),
        value(17), value(18), value(19)
      ))
  }
}
