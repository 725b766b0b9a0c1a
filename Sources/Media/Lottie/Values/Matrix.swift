import Scenes

/// x′ = a x + c y + e, y′ = b x + d y + f.
struct Matrix: Hashable, Sendable {
  var a = 1.0
  var b = 0.0
  var c = 0.0
  var d = 1.0
  var e = 0.0
  var f = 0.0

  static let identity = Matrix()

  /// This, and then another.
  func then(_ next: Matrix) -> Matrix {
    Matrix(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      e: e * next.a + f * next.c + next.e, f: e * next.b + f * next.d + next.f)
  }

  func moved(_ x: Double, _ y: Double) -> Matrix {
    var moved = self
    moved.e += x
    moved.f += y
    return moved
  }

  func scaled(_ x: Double, _ y: Double) -> Matrix { then(Matrix(a: x, d: y)) }

  /// Clockwise on a screen.
  func turned(degrees: Double) -> Matrix {
    guard degrees != 0 else { return self }
    let (sine, cosine) = Portable.sineCosine(degrees: degrees)
    return then(Matrix(a: cosine, b: sine, c: -sine, d: cosine))
  }

  /// Sheared by an angle along an axis.
  func skewed(degrees: Double, axis: Double) -> Matrix {
    guard degrees != 0 else { return self }
    let (sine, cosine) = Portable.sineCosine(degrees: -degrees)
    guard abs(cosine) > 1e-9 else { return self }
    return turned(degrees: axis).then(Matrix(c: sine / cosine)).turned(degrees: -axis)
  }

  func applied(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + e, b * x + d * y + f)
  }

  var determinant: Double { a * d - b * c }
}
