internal import Scenes

/// A 2×3 matrix: x′ = a x + c y + e, y′ = b x + d y + f.
package struct Matrix: Hashable, Sendable {
  package var a: Double
  package var b: Double
  package var c: Double
  package var d: Double
  package var e: Double
  package var f: Double

  @inlinable
  package init(
    a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, e: Double = 0, f: Double = 0
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
  }

  package static let identity = Matrix()

  package static func translation(_ x: Double, _ y: Double) -> Matrix { Matrix(e: x, f: y) }
  package static func scale(_ x: Double, _ y: Double) -> Matrix { Matrix(a: x, d: y) }
  /// A rotation, which is clockwise on a screen.
  package static func rotation(degrees: Double) -> Matrix {
    let (sine, cosine) = Portable.sineCosine(degrees: degrees)
    return Matrix(a: cosine, b: sine, c: -sine, d: cosine)
  }

  /// The product of two matrices, which applies the right matrix first.
  @inlinable
  package static func * (m: Matrix, n: Matrix) -> Matrix {
    Matrix(
      a: m.a * n.a + m.c * n.b, b: m.b * n.a + m.d * n.b, c: m.a * n.c + m.c * n.d,
      d: m.b * n.c + m.d * n.d, e: m.a * n.e + m.c * n.f + m.e, f: m.b * n.e + m.d * n.f + m.f)
  }

  /// The matrix that applies this matrix first and then `next`.
  @inlinable
  package func then(_ next: Matrix) -> Matrix { next * self }

  @inlinable
  package func moved(_ x: Double, _ y: Double) -> Matrix {
    var moved = self
    moved.e += x
    moved.f += y
    return moved
  }

  package func scaled(_ x: Double, _ y: Double) -> Matrix { then(.scale(x, y)) }

  /// This matrix multiplied by a rotation, which is clockwise on a screen.
  package func turned(degrees: Double) -> Matrix {
    degrees == 0 ? self : then(.rotation(degrees: degrees))
  }

  /// This matrix multiplied by a skew by an angle along an axis.
  package func skewed(degrees: Double, axis: Double) -> Matrix {
    guard degrees != 0 else { return self }
    let (sine, cosine) = Portable.sineCosine(degrees: -degrees)
    guard abs(cosine) > 1e-9 else { return self }
    return turned(degrees: axis).then(Matrix(c: sine / cosine)).turned(degrees: -axis)
  }

  @inlinable
  package func map(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + e, b * x + d * y + f)
  }

  @inlinable
  package var determinant: Double { a * d - b * c }

  package var inverse: Matrix? {
    let size = determinant
    guard size != 0, size.isFinite, (1 / size).isFinite else { return nil }
    return Matrix(
      a: d / size, b: -b / size, c: -c / size, d: a / size, e: (c * f - d * e) / size,
      f: (b * e - a * f) / size)
  }

  package var isFinite: Bool { [a, b, c, d, e, f].allSatisfy(\.isFinite) }

  /// The scale factor of the matrix; nil if it depends on the direction.
  package var uniformScale: Double? {
    let (x, y) = ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
    let isSquare = abs(a * c + b * d) <= 1e-6 * x * y && abs(x - y) <= 1e-6 * max(x, y)
    return isSquare && x > 0 ? x : nil
  }
}
