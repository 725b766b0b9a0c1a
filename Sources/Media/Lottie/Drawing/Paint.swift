/// The paint of a path: a colour or a gradient.
enum Paint {
  struct Color: Hashable, Sendable {
    var red: Double
    var green: Double
    var blue: Double
    var alpha = 1.0

    /// Creates a colour from three or four numbers, whose maximum is 1, or 255 in old files.
    init(_ numbers: [Double]) {
      self.init(numbers, whole: numbers.prefix(3).contains { $0 > 2 } ? 255 : 1)
    }

    /// Creates a colour from three or four numbers whose maximum is `whole`; easings may exceed this range.
    init(_ numbers: [Double], whole: Double) {
      func at(_ index: Int) -> Double { index < numbers.count ? numbers[index] / whole : 0 }
      (red, green, blue) = (at(0), at(1), at(2))
    }

    init(red: Double, green: Double, blue: Double, alpha: Double) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Parses a colour such as "#ff8800", or with three digits.
    init?(_ text: String) {
      var digits = text.drop { $0 == "#" }.compactMap(\.hexDigitValue)
      if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
      guard digits.count >= 6 else { return nil }
      func part(_ place: Int) -> Double { Double(digits[place] * 16 + digits[place + 1]) / 255 }
      (red, green, blue) = (part(0), part(2), part(4))
    }

    func mixed(with other: Color, _ part: Double) -> Color {
      Color(
        red: red + (other.red - red) * part, green: green + (other.green - green) * part,
        blue: blue + (other.blue - blue) * part, alpha: alpha + (other.alpha - alpha) * part)
    }
  }

  struct Gradient: Sendable {
    struct Stop: Sendable {
      let offset: Double
      let color: Color
    }
    var isRadial: Bool
    /// The points x0 y0 x1 y1 of a linear gradient; for a radial gradient the focus and the circle, x0 y0 0 x1 y1 radius.
    var places: [Double]
    var stops: [Stop]
  }
}
