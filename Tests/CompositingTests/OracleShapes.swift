import Foundation
import Scenes

/// Shapes that are defined by the question whether a point is inside, and as rings of points with finely divided curves.
enum OracleShape {
  case rectangle(Rect, radius: Double)
  case ellipse(Rect)
  /// Rings of points, and a box around them.
  case polygon([[Point]], Path.FillRule, Rect)
  /// A rectangle whose corners are inside circles.
  case corners(Rect, CornerRadii)

  init(_ path: Path) {
    var rings: [[Point]] = []
    var ring: [Point] = []
    for element in path.elements {
      switch element {
      case .move(let p):
        rings.append(ring)
        ring = [p]
      case .line(let p): ring.append(p)
      case .cubic(let b, let c, let d):
        let a = ring.last ?? b
        for i in 1...32 {
          let t = Double(i) / 32
          func at(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
            let ab = a + (b - a) * t
            let bc = b + (c - b) * t
            let cd = c + (d - c) * t
            let abc = ab + (bc - ab) * t
            let bcd = bc + (cd - bc) * t
            return abc + (bcd - abc) * t
          }
          ring.append(Point(at(a.x, b.x, c.x, d.x), at(a.y, b.y, c.y, d.y)))
        }
      case .close:
        rings.append(ring)
        ring = ring.isEmpty ? [] : [ring[0]]
      }
    }
    rings.append(ring)
    self.init(rings.filter { $0.count > 2 }, path.fillRule)
  }

  init(_ rings: [[Point]], _ rule: Path.FillRule) {
    let xs = rings.joined().map(\.x)
    let ys = rings.joined().map(\.y)
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    let box = Rect(left, top, (xs.max() ?? 0) - left, (ys.max() ?? 0) - top)
    self = .polygon(rings, rule, box)
  }

  func contains(_ x: Double, _ y: Double) -> Bool {
    switch self {
    case .rectangle(let r, let wanted):
      if x < r.x || y < r.y || x > r.x + r.width || y > r.y + r.height { return false }
      let radius = min(wanted, r.width / 2, r.height / 2)
      let dx = max(r.x + radius - x, x - (r.x + r.width - radius), 0)
      let dy = max(r.y + radius - y, y - (r.y + r.height - radius), 0)
      return dx * dx + dy * dy <= radius * radius || dx == 0 || dy == 0
    case .corners(let r, let radii):
      if x < r.minX || y < r.minY || x > r.maxX || y > r.maxY { return false }
      // The directions lead from each corner inwards.
      return [
        (x - r.minX, y - r.minY, radii.topLeft), (r.maxX - x, y - r.minY, radii.topRight),
        (r.maxX - x, r.maxY - y, radii.bottomRight), (x - r.minX, r.maxY - y, radii.bottomLeft),
      ].allSatisfy { x, y, radius in
        let (dx, dy) = (max(radius - x, 0), max(radius - y, 0))
        return dx == 0 || dy == 0 || dx * dx + dy * dy <= radius * radius
      }
    case .ellipse(let r):
      let dx = (x - r.x - r.width / 2) / (r.width / 2)
      let dy = (y - r.y - r.height / 2) / (r.height / 2)
      return dx * dx + dy * dy <= 1
    case .polygon(let rings, let rule, let box):
      if x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height { return false }
      var winding = 0
      for ring in rings {
        var a = ring[ring.count - 1]
        for b in ring {
          if (a.y <= y) != (b.y <= y), a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) > x {
            winding += b.y > a.y ? 1 : -1
          }
          a = b
        }
      }
      return rule == .evenOdd ? winding % 2 != 0 : winding != 0
    }
  }
}

/// A shape in a plane, as the picture shows it.
struct OracleRegion {
  let shape: OracleShape
  /// The matrix from the plane to pixels.
  let map: Homography

  init(_ shape: OracleShape, _ map: Homography) {
    self.shape = shape
    self.map = map
  }
}

/// Premultiplied pixels in doubles, 0…1, with the information which pixels an edge crosses.
struct OraclePicture {
  let width: Int
  let height: Int
  var pixels: [SIMD4<Double>]
  var isEdge: [Bool]

  init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
    pixels = Array(repeating: .zero, count: width * height)
    isEdge = Array(repeating: false, count: width * height)
  }

  mutating func lay(_ other: OraclePicture) {
    for i in pixels.indices {
      pixels[i] = other.pixels[i] + pixels[i] * (1 - other.pixels[i].w)
      if other.isEdge[i] { isEdge[i] = true }
    }
  }

  mutating func weigh(_ weights: [Double]) {
    for i in pixels.indices {
      pixels[i] *= weights[i]
      if weights[i] > 0 && weights[i] < 1 { isEdge[i] = true }
    }
  }
}
