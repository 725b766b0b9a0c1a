internal import Formats
internal import Scenes

/// Parses transforms in the notations of SVG and CSS.
extension Matrix {
  var words: String { "matrix(\(a) \(b) \(c) \(d) \(e) \(f))" }

  /// Parses the attribute `transform`; nil if the attribute is invalid.
  static func read(_ text: String) -> Matrix? {
    guard let list = CSSText.functions(text) else { return nil }
    var whole = Matrix()
    for (name, inside) in list {
      let v = Numbers.read(inside)
      var one: Matrix?
      switch (name, v.count) {
      case ("matrix", 6): one = Matrix(a: v[0], b: v[1], c: v[2], d: v[3], e: v[4], f: v[5])
      case ("translate", 1): one = .translation(v[0], 0)
      case ("translate", 2): one = .translation(v[0], v[1])
      case ("scale", 1): one = .scale(v[0], v[0])
      case ("scale", 2): one = .scale(v[0], v[1])
      case ("rotate", 1): one = .rotation(degrees: v[0])
      case ("rotate", 3):
        one =
          .translation(v[1], v[2]) * .rotation(degrees: v[0]) * .translation(-v[1], -v[2])
      case ("skewx", 1): one = skew(v[0], 0)
      case ("skewy", 1): one = skew(0, v[0])
      default: break
      }
      guard let one else { return nil }
      whole = whole * one
    }
    return whole
  }

  private static func skew(_ x: Double, _ y: Double) -> Matrix {
    func tangent(_ degrees: Double) -> Double {
      let (sine, cosine) = Portable.sineCosine(degrees: degrees)
      return sine / cosine
    }
    return Matrix(b: tangent(y), c: tangent(x))
  }

  /// Parses CSS's `transform`, with percentages of `box`; nil if the value is invalid or three-dimensional.
  static func css(_ text: String, box: (width: Double, height: Double)) -> Matrix? {
    guard let list = CSSText.functions(text) else { return nil }
    var whole = Matrix()
    var depths = 0
    for (name, inside) in list {
      let parts = CSSText.split(inside, at: ",").map(\.trimmed)
      func number(_ index: Int) -> Double? {
        guard index < parts.count else { return nil }
        if parts[index].hasSuffix("%") { return Double(parts[index].dropLast()).map { $0 / 100 } }
        return Double(parts[index])
      }
      func length(_ index: Int, _ whole: Double) -> Double {
        index < parts.count ? CSSLength.pixels(parts[index], of: whole) ?? 0 : 0
      }
      func angle(_ index: Int) -> Double {
        index < parts.count ? CSSColor.degrees(parts[index].lowercased()) ?? 0 : 0
      }
      var one: Matrix?
      switch name {
      case "matrix":
        let v = Numbers.read(inside)
        if v.count == 6 { one = Matrix(a: v[0], b: v[1], c: v[2], d: v[3], e: v[4], f: v[5]) }
      case "translate", "translate3d":
        one = .translation(length(0, box.width), length(1, box.height))
      case "translatex": one = .translation(length(0, box.width), 0)
      case "translatey": one = .translation(0, length(0, box.height))
      case "translatez": one = Matrix()
      case "scale", "scale3d":
        one = number(0).map { .scale($0, number(1) ?? $0) }
      case "scalex": one = number(0).map { .scale($0, 1) }
      case "scaley": one = number(0).map { .scale(1, $0) }
      case "scalez": one = Matrix()
      case "rotate", "rotatez": one = .rotation(degrees: angle(0))
      case "rotate3d":
        let axis = (0..<3).compactMap(number)
        guard parts.count == 4, axis.count == 3 else { return nil }
        one = rotation(about: axis, degrees: angle(3))
      case "matrix3d":
        let v = (0..<parts.count).compactMap(number)
        guard v.count == 16, v[3] == 0, v[7] == 0, v[11] == 0, v[15] == 1 else { return nil }
        one = Matrix(a: v[0], b: v[1], c: v[4], d: v[5], e: v[12], f: v[13])
      case "rotatex": one = .scale(1, Portable.sineCosine(degrees: angle(0)).cosine)
      case "rotatey": one = .scale(Portable.sineCosine(degrees: angle(0)).cosine, 1)
      case "skew": one = skew(angle(0), angle(1))
      case "skewx": one = skew(angle(0), 0)
      case "skewy": one = skew(0, angle(0))
      default: break
      }
      guard let one, one.isFinite else { return nil }
      // What one function moves out of the plane, a second one may move within it.
      let isFlat = [
        "translate3d": length(2, 0) == 0, "translatez": length(0, 0) == 0, "rotatex": false,
        "rotatey": false, "rotate3d": number(0) == 0 && number(1) == 0,
        "matrix3d": [2, 6, 8, 9, 14].allSatisfy { number($0) == 0 },
      ]
      if isFlat[name] == false { depths += 1 }
      if depths > 1 { return nil }
      whole = whole * one
    }
    return whole
  }

  /// The part of a rotation in space that shows in the plane.
  private static func rotation(about axis: [Double], degrees: Double) -> Matrix {
    let length = axis.reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard length > 0 else { return Matrix() }
    let (x, y, z) = (axis[0] / length, axis[1] / length, axis[2] / length)
    let (sine, cosine) = Portable.sineCosine(degrees: degrees)
    let k = 1 - cosine
    return Matrix(
      a: cosine + x * x * k, b: y * x * k + z * sine, c: x * y * k - z * sine, d: cosine + y * y * k
    )
  }
}
