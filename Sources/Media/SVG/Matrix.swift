internal import Scenes

/// x' = a x + c y + e, y' = b x + d y + f.
struct Matrix {
  var a = 1.0, b = 0.0, c = 0.0, d = 1.0, e = 0.0, f = 0.0

  static func translation(_ x: Double, _ y: Double) -> Matrix { Matrix(e: x, f: y) }
  static func scale(_ x: Double, _ y: Double) -> Matrix { Matrix(a: x, d: y) }
  static func rotation(degrees: Double) -> Matrix {
    let (sine, cosine) = Portable.sineCosine(degrees: degrees)
    return Matrix(a: cosine, b: sine, c: -sine, d: cosine)
  }

  /// What is done first stands right.
  static func * (m: Matrix, n: Matrix) -> Matrix {
    Matrix(
      a: m.a * n.a + m.c * n.b, b: m.b * n.a + m.d * n.b, c: m.a * n.c + m.c * n.d,
      d: m.b * n.c + m.d * n.d, e: m.a * n.e + m.c * n.f + m.e, f: m.b * n.e + m.d * n.f + m.f)
  }

  func map(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + e, b * x + d * y + f)
  }

  var inverse: Matrix? {
    let size = a * d - b * c
    guard size != 0, size.isFinite, (1 / size).isFinite else { return nil }
    return Matrix(
      a: d / size, b: -b / size, c: -c / size, d: a / size, e: (c * f - d * e) / size,
      f: (b * e - a * f) / size)
  }

  var isFinite: Bool { [a, b, c, d, e, f].allSatisfy(\.isFinite) }

  /// Its scale, where it is the same in all directions.
  var uniformScale: Double? {
    let (x, y) = ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
    let isSquare = abs(a * c + b * d) <= 1e-6 * x * y && abs(x - y) <= 1e-6 * max(x, y)
    return isSquare && x > 0 ? x : nil
  }

  var words: String { "matrix(\(a) \(b) \(c) \(d) \(e) \(f))" }

  /// The attribute `transform`; nil when it is no list of transforms.
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

  /// CSS's `transform`, with per cent of `box`; nil where it is none, or needs a third dimension.
  static func css(_ text: String, box: (width: Double, height: Double)) -> Matrix? {
    guard let list = CSSText.functions(text) else { return nil }
    var whole = Matrix()
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
      case "rotatex": one = .scale(1, Portable.sineCosine(degrees: angle(0)).cosine)
      case "rotatey": one = .scale(Portable.sineCosine(degrees: angle(0)).cosine, 1)
      case "skew": one = skew(angle(0), angle(1))
      case "skewx": one = skew(angle(0), 0)
      case "skewy": one = skew(0, angle(0))
      default: break
      }
      guard let one, one.isFinite else { return nil }
      whole = whole * one
    }
    return whole
  }
}

/// Lists of numbers as SVG writes them.
enum Numbers {
  static func read(_ text: some StringProtocol) -> [Double] {
    var numbers: [Double] = []
    var scanner = NumberScanner(text)
    while let number = scanner.next() { numbers.append(number) }
    return numbers
  }
}

/// Takes numbers from a text, one after the other.
struct NumberScanner {
  private let bytes: [UInt8]
  private(set) var at = 0

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  mutating func skip() {
    while at < bytes.count, [9, 10, 12, 13, 32, UInt8(ascii: ",")].contains(bytes[at]) { at += 1 }
  }

  var isAtEnd: Bool { at >= bytes.count }

  /// A letter of a path.
  mutating func letter() -> Character? {
    skip()
    guard at < bytes.count else { return nil }
    let letter = Character(Unicode.Scalar(bytes[at]))
    guard letter.isLetter, letter != "e", letter != "E" else { return nil }
    at += 1
    return letter
  }

  /// One of an arc's flags, which may stand without spaces.
  mutating func flag() -> Double? {
    skip()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "0") || bytes[at] == UInt8(ascii: "1") else {
      return nil
    }
    at += 1
    return bytes[at - 1] == UInt8(ascii: "1") ? 1 : 0
  }

  mutating func next() -> Double? {
    skip()
    var end = at
    func digits() { while end < bytes.count, (48...57).contains(bytes[end]) { end += 1 } }
    if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") {
      end += 1
    }
    let first = end
    digits()
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      end += 1
      digits()
    }
    guard end > first else { return nil }
    let mantissa = end
    if end < bytes.count, bytes[end] | 32 == UInt8(ascii: "e") {
      end += 1
      if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") {
        end += 1
      }
      let exponent = end
      digits()
      if end == exponent { end = mantissa }
    }
    guard let number = Double(String(decoding: bytes[at..<end], as: UTF8.self)), number.isFinite
    else { return nil }
    at = end
    return number
  }
}
