/// A matrix as scale, skew, rotation, translation and perspective, each of which can be interpolated
/// separately (CSS Transforms 2, "Interpolation of Matrices").
package struct TransformDecomposition: Sendable {
  package var scale: Vector
  /// The skew of y along x, of z along x, and of z along y.
  package var skew: Vector
  package var turn: Quaternion
  package var translation: Vector
  /// The last column of the matrix, without its last number.
  package var perspective: Vector
  package var w: Double

  /// Decomposes a matrix; nil for a singular matrix, which maps space to a plane or less.
  package init?(_ matrix: Transform) {
    guard matrix.m44 != 0, matrix.m44.isFinite else { return nil }
    let t = Transform(matrix.values.map { $0 / matrix.m44 })
    if t.isPlanar { self.init(planar: t) } else { self.init(spatial: t) }
  }

  /// Decomposes the matrix of a planar transform by the angle of its x axis. A mirrored plane is mirrored
  /// along the axis that leaves the smaller rotation.
  private init?(planar t: Transform) {
    var (x, y) = (Vector(t.m11, t.m12, 0), Vector(t.m21, t.m22, 0))
    let determinant = t.m11 * t.m22 - t.m12 * t.m21
    guard determinant != 0, determinant.isFinite else { return nil }
    scale = .one
    if determinant < 0 {
      if t.m11 < t.m22 {
        (scale.x, x) = (-1, x * -1)
      } else {
        (scale.y, y) = (-1, y * -1)
      }
    }
    let across = x.length
    x = x * (1 / across)
    let shear = x.dot(y)
    y = y - x * shear
    let down = y.length
    guard across > 0, down > 0 else { return nil }
    scale.x *= across
    scale.y *= down
    skew = Vector(shear / down, 0, 0)
    let (sine, cosine) = Portable.sineCosine(Portable.angle(x.x, x.y) / 2)
    turn = Quaternion(0, 0, sine, cosine)
    translation = Vector(t.m41, t.m42, 0)
    (perspective, w) = (.zero, 1)
  }

  /// Decomposes a spatial matrix by orthogonalising its rows, as "unmatrix" in Graphics Gems II.
  private init?(spatial t: Transform) {
    var rows = [
      Vector(t.m11, t.m12, t.m13), Vector(t.m21, t.m22, t.m23), Vector(t.m31, t.m32, t.m33),
    ]
    let volume = rows[0].dot(rows[1].cross(rows[2]))
    guard volume != 0, volume.isFinite else { return nil }
    translation = Vector(t.m41, t.m42, t.m43)
    // The last column of the matrix is the product of these rows and the perspective.
    let (a, b, c) = (
      rows[1].cross(rows[2]), rows[2].cross(rows[0]), rows[0].cross(rows[1])
    )
    perspective = (a * t.m14 + b * t.m24 + c * t.m34) * (1 / volume)
    w = t.m44 - translation.dot(perspective)

    scale = .one
    skew = .zero
    scale.x = rows[0].length
    rows[0] = rows[0] * (1 / scale.x)
    skew.x = rows[0].dot(rows[1])
    rows[1] = rows[1] - rows[0] * skew.x
    scale.y = rows[1].length
    rows[1] = rows[1] * (1 / scale.y)
    skew.y = rows[0].dot(rows[2])
    rows[2] = rows[2] - rows[0] * skew.y
    skew.z = rows[1].dot(rows[2])
    rows[2] = rows[2] - rows[1] * skew.z
    scale.z = rows[2].length
    rows[2] = rows[2] * (1 / scale.z)
    guard scale.x > 0, scale.y > 0, scale.z > 0 else { return nil }
    skew = Vector(skew.x / scale.y, skew.y / scale.z, skew.z / scale.z)
    if volume < 0 {
      scale = scale * -1
      rows = rows.map { $0 * -1 }
    }
    turn = Quaternion(rows: rows)
  }

  package var matrix: Transform {
    let r = turn.rows
    let x = r[0] * scale.x
    let y = (r[1] + r[0] * skew.x) * scale.y
    let z = (r[2] + r[0] * skew.y + r[1] * skew.z) * scale.z
    let (p, d) = (perspective, translation)
    return Transform([
      x.x, x.y, x.z, x.dot(p), y.x, y.y, y.z, y.dot(p), z.x, z.y, z.z, z.dot(p),
      d.x, d.y, d.z, d.dot(p) + w,
    ])
  }
}

extension Transform {
  /// Whether the transform keeps the layer in its plane and has no perspective.
  fileprivate var isPlanar: Bool {
    [m13, m14, m23, m24, m31, m32, m34, m43].allSatisfy { $0 == 0 } && m33 == 1 && m44 == 1
  }
}

/// A rotation in space: the axis times the sine of half the angle, and the cosine of half the angle.
package struct Quaternion: Hashable, Sendable {
  package var x, y, z, w: Double

  package init(_ x: Double, _ y: Double, _ z: Double, _ w: Double) {
    self.x = x; self.y = y; self.z = z; self.w = w
  }

  /// Creates a quaternion from a matrix with orthonormal rows. The computation starts with the largest
  /// component, so that no component is the difference of nearly equal numbers.
  init(rows r: [Vector]) {
    let (a, b, c) = (r[0].x, r[1].y, r[2].z)
    let squares = [1 + a - b - c, 1 - a + b - c, 1 - a - b + c, 1 + a + b + c]
    let largest = squares.indices.max { squares[$0] < squares[$1] }!
    let s = squares[largest].squareRoot() / 2
    let f = 1 / (4 * s)
    let differences = (r[1].z - r[2].y, r[2].x - r[0].z, r[0].y - r[1].x)
    let sums = (r[1].x + r[0].y, r[2].x + r[0].z, r[2].y + r[1].z)
    switch largest {
    case 0: self.init(s, sums.0 * f, sums.1 * f, differences.0 * f)
    case 1: self.init(sums.0 * f, s, sums.2 * f, differences.1 * f)
    case 2: self.init(sums.1 * f, sums.2 * f, s, differences.2 * f)
    default: self.init(differences.0 * f, differences.1 * f, differences.2 * f, s)
    }
  }

  /// The rows of the rotation matrix for row vectors.
  var rows: [Vector] {
    [
      Vector(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
      Vector(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
      Vector(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)),
    ]
  }

  package func dot(_ o: Quaternion) -> Double { x * o.x + y * o.y + z * o.z + w * o.w }
  /// Returns the rotation that applies `o` first and then this rotation.
  package func times(_ o: Quaternion) -> Quaternion {
    Quaternion(
      w * o.x + x * o.w + y * o.z - z * o.y, w * o.y - x * o.z + y * o.w + z * o.x,
      w * o.z + x * o.y - y * o.x + z * o.w, w * o.w - x * o.x - y * o.y - z * o.z)
  }

  /// Returns the rotation from this rotation to another along the shorter arc, as an axis times half the
  /// angle in radians.
  package func way(to other: Quaternion) -> Vector {
    var o = other
    if dot(o) < 0 { o = Quaternion(-o.x, -o.y, -o.z, -o.w) }
    let d = Quaternion(-x, -y, -z, w).times(o)
    let axis = Vector(d.x, d.y, d.z)
    let sine = axis.length
    return sine > 0 ? axis * (Portable.angle(d.w, sine) / sine) : .zero
  }

  /// Returns the rotation that applies this rotation first and then `way`.
  package func after(_ way: Vector) -> Quaternion {
    let half = way.length
    guard half > 0 else { return self }
    let (sine, cosine) = Portable.sineCosine(half)
    let axis = way * (sine / half)
    return times(Quaternion(axis.x, axis.y, axis.z, cosine))
  }
}

extension Vector {
  fileprivate static func + (a: Vector, b: Vector) -> Vector {
    Vector(a.x + b.x, a.y + b.y, a.z + b.z)
  }
  fileprivate static func - (a: Vector, b: Vector) -> Vector {
    Vector(a.x - b.x, a.y - b.y, a.z - b.z)
  }
  fileprivate static func * (a: Vector, f: Double) -> Vector { Vector(a.x * f, a.y * f, a.z * f) }
  fileprivate func dot(_ b: Vector) -> Double { x * b.x + y * b.y + z * b.z }
  fileprivate func cross(_ b: Vector) -> Vector {
    Vector(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x)
  }
  fileprivate var length: Double { dot(self).squareRoot() }
}
