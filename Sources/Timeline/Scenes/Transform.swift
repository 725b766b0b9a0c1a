/// A 4×4 matrix in Core Animation's order (`m11` first, row by row); points are row vectors at the left of
/// the matrix: [x y z 1] · M. The transform `a.then(b)` applies `a` first.
package struct Transform: Hashable, Sendable {
  package var m11, m12, m13, m14: Double
  package var m21, m22, m23, m24: Double
  package var m31, m32, m33, m34: Double
  package var m41, m42, m43, m44: Double

  package static let identity = Transform([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])

  /// Creates a matrix from the 16 numbers `m11` to `m44`.
  package init(_ v: [Double]) {
    precondition(v.count == 16)
    m11 = v[0]; m12 = v[1]; m13 = v[2]; m14 = v[3]
    m21 = v[4]; m22 = v[5]; m23 = v[6]; m24 = v[7]
    m31 = v[8]; m32 = v[9]; m33 = v[10]; m34 = v[11]
    m41 = v[12]; m42 = v[13]; m43 = v[14]; m44 = v[15]
  }

  package var values: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44]
  }
  package var isIdentity: Bool { self == .identity }

  package static func translation(_ x: Double, _ y: Double, _ z: Double = 0) -> Transform {
    var t = identity
    t.m41 = x; t.m42 = y; t.m43 = z
    return t
  }
  package static func scale(_ x: Double, _ y: Double, _ z: Double = 1) -> Transform {
    var t = identity
    t.m11 = x; t.m22 = y; t.m33 = z
    return t
  }
  /// The perspective with the given m34, which usually is −1/distance in Core Animation.
  package static func perspective(m34: Double) -> Transform {
    var t = identity
    t.m34 = m34
    return t
  }
  /// A rotation about the x, y or z axis (0, 1, 2); a rotation about z is clockwise, because y increases
  /// downwards.
  package static func rotation(degrees: Double, axis: Int) -> Transform {
    let (sine, cosine) = Portable.sineCosine(degrees: degrees)
    var t = identity
    switch axis {
    case 0: t.m22 = cosine; t.m23 = sine; t.m32 = -sine; t.m33 = cosine
    case 1: t.m11 = cosine; t.m13 = -sine; t.m31 = sine; t.m33 = cosine
    default: t.m11 = cosine; t.m12 = sine; t.m21 = -sine; t.m22 = cosine
    }
    return t
  }
  /// The map of `source` to `destination` by scaling and moving; `source` must not be empty.
  package static func mapping(_ source: Rect, to destination: Rect) -> Transform {
    let sx = destination.width / source.width
    let sy = destination.height / source.height
    var t = scale(sx, sy)
    t.m41 = destination.x - source.x * sx
    t.m42 = destination.y - source.y * sy
    return t
  }

  package func then(_ b: Transform) -> Transform {
    var r = Transform.identity
    r.m11 = m11 * b.m11 + m12 * b.m21 + m13 * b.m31 + m14 * b.m41
    r.m12 = m11 * b.m12 + m12 * b.m22 + m13 * b.m32 + m14 * b.m42
    r.m13 = m11 * b.m13 + m12 * b.m23 + m13 * b.m33 + m14 * b.m43
    r.m14 = m11 * b.m14 + m12 * b.m24 + m13 * b.m34 + m14 * b.m44
    r.m21 = m21 * b.m11 + m22 * b.m21 + m23 * b.m31 + m24 * b.m41
    r.m22 = m21 * b.m12 + m22 * b.m22 + m23 * b.m32 + m24 * b.m42
    r.m23 = m21 * b.m13 + m22 * b.m23 + m23 * b.m33 + m24 * b.m43
    r.m24 = m21 * b.m14 + m22 * b.m24 + m23 * b.m34 + m24 * b.m44
    r.m31 = m31 * b.m11 + m32 * b.m21 + m33 * b.m31 + m34 * b.m41
    r.m32 = m31 * b.m12 + m32 * b.m22 + m33 * b.m32 + m34 * b.m42
    r.m33 = m31 * b.m13 + m32 * b.m23 + m33 * b.m33 + m34 * b.m43
    r.m34 = m31 * b.m14 + m32 * b.m24 + m33 * b.m34 + m34 * b.m44
    r.m41 = m41 * b.m11 + m42 * b.m21 + m43 * b.m31 + m44 * b.m41
    r.m42 = m41 * b.m12 + m42 * b.m22 + m43 * b.m32 + m44 * b.m42
    r.m43 = m41 * b.m13 + m42 * b.m23 + m43 * b.m33 + m44 * b.m43
    r.m44 = m41 * b.m14 + m42 * b.m24 + m43 * b.m34 + m44 * b.m44
    return r
  }

  /// Returns the transform applied about `center` instead of the origin.
  package func about(_ center: Point) -> Transform {
    Transform.translation(-center.x, -center.y).then(self).then(.translation(center.x, center.y))
  }

  /// The determinant, computed from the minors of the first two and the last two rows.
  package var determinant: Double {
    let a = (
      m11 * m22 - m12 * m21, m11 * m23 - m13 * m21, m11 * m24 - m14 * m21,
      m12 * m23 - m13 * m22, m12 * m24 - m14 * m22, m13 * m24 - m14 * m23
    )
    let b = (
      m31 * m42 - m32 * m41, m31 * m43 - m33 * m41, m31 * m44 - m34 * m41,
      m32 * m43 - m33 * m42, m32 * m44 - m34 * m42, m33 * m44 - m34 * m43
    )
    return a.0 * b.5 - a.1 * b.4 + a.2 * b.3 + a.3 * b.2 - a.4 * b.1 + a.5 * b.0
  }

  /// The map of the plane z = 0 by the transform, with the result flattened onto z = 0.
  package var flattened: Homography {
    Homography(
      a: m11, b: m12, p: m14,
      c: m21, d: m22, q: m24,
      tx: m41, ty: m42, w: m44)
  }
}

/// A projective map of the plane: x' = (a·x + c·y + tx) / n and y' = (b·x + d·y + ty) / n, where n = p·x +
/// q·y + w.
package struct Homography: Hashable, Sendable {
  package var a, b, p: Double
  package var c, d, q: Double
  package var tx, ty, w: Double

  package init(
    a: Double, b: Double, p: Double, c: Double, d: Double, q: Double, tx: Double, ty: Double,
    w: Double
  ) {
    self.a = a; self.b = b; self.p = p
    self.c = c; self.d = d; self.q = q
    self.tx = tx; self.ty = ty; self.w = w
  }
  package static let identity = Homography(a: 1, b: 0, p: 0, c: 0, d: 1, q: 0, tx: 0, ty: 0, w: 1)
  package static func scale(_ s: Double) -> Homography {
    Homography(a: s, b: 0, p: 0, c: 0, d: s, q: 0, tx: 0, ty: 0, w: 1)
  }

  package var isAffine: Bool { p == 0 && q == 0 && w == 1 }
  /// Whether the map only scales and moves, so that it maps upright rectangles to upright rectangles.
  package var isRectilinear: Bool { isAffine && b == 0 && c == 0 }
  /// Whether the map rotates by a quarter turn, scales each axis separately, and moves.
  package var isQuarterTurn: Bool {
    let size = max(abs(b), abs(c)) * 1e-9
    return isAffine && abs(a) <= size && abs(d) <= size
  }
  /// Whether the map only scales uniformly, rotates, moves, and possibly mirrors.
  package var isSimilarity: Bool {
    let size = max(abs(a), abs(b), abs(c), abs(d)) * 1e-9
    return isAffine
      && (abs(a - d) <= size && abs(b + c) <= size || abs(a + d) <= size && abs(b - c) <= size)
  }

  package func then(_ o: Homography) -> Homography {
    Homography(
      a: a * o.a + b * o.c + p * o.tx, b: a * o.b + b * o.d + p * o.ty,
      p: a * o.p + b * o.q + p * o.w,
      c: c * o.a + d * o.c + q * o.tx, d: c * o.b + d * o.d + q * o.ty,
      q: c * o.p + d * o.q + q * o.w,
      tx: tx * o.a + ty * o.c + w * o.tx, ty: tx * o.b + ty * o.d + w * o.ty,
      w: tx * o.p + ty * o.q + w * o.w)
  }

  /// The image of a point, and its homogeneous coordinate n; a point with n ≤ 0 is behind the viewer.
  package func apply(_ point: Point) -> (point: Point, n: Double) {
    let n = p * point.x + q * point.y + w
    return (Point((a * point.x + c * point.y + tx) / n, (b * point.x + d * point.y + ty) / n), n)
  }

  package var determinant: Double {
    a * (d * w - q * ty) - b * (c * w - q * tx) + p * (c * ty - d * tx)
  }

  /// The inverse map; nil if the plane is perpendicular to the screen.
  package var inverse: Homography? {
    let det = determinant
    guard det != 0, det.isFinite else { return nil }
    let r = 1 / det
    guard r.isFinite else { return nil }
    return Homography(
      a: (d * w - q * ty) * r, b: (p * ty - b * w) * r, p: (b * q - p * d) * r,
      c: (q * tx - c * w) * r, d: (a * w - p * tx) * r, q: (p * c - a * q) * r,
      tx: (c * ty - d * tx) * r, ty: (b * tx - a * ty) * r, w: (a * d - b * c) * r)
  }

  /// Returns the bounding box of a transformed rectangle. The part behind the viewer is clipped; nil if the
  /// whole rectangle is behind the viewer.
  package func boundingBox(of rect: Rect) -> Rect? {
    let near = 1e-6
    let corners = rect.corners
    var box: Rect?
    func add(_ q: Point) {
      let (r, _) = apply(q)
      guard r.x.isFinite, r.y.isFinite else { return }
      if let old = box {
        let left = min(old.minX, r.x)
        let top = min(old.minY, r.y)
        box = Rect(left, top, max(old.maxX, r.x) - left, max(old.maxY, r.y) - top)
      } else {
        box = Rect(r.x, r.y, 0, 0)
      }
    }
    for i in 0..<4 {
      let (s, e) = (corners[i], corners[(i + 1) % 4])
      let (ns, ne) = (apply(s).n, apply(e).n)
      if ns > near { add(s) }
      if (ns > near) != (ne > near) {
        let f = (near - ns) / (ne - ns)
        add(Point(s.x + (e.x - s.x) * f, s.y + (e.y - s.y) * f))
      }
    }
    return box
  }
}
