import Foundation
import Scenes

/// Defines rounded corners, borders, paths and their strokes by the question whether a point is inside.
extension OracleShape {
  /// Returns a rounded rectangle by its corners, which are circles, or fine polygons along the cubics of iOS.
  static func rounded(_ shape: RoundedRect) -> OracleShape {
    let r = shape.rect
    if shape.keepsRadii { return .corners(r, shape.radii) }
    let radii = shape.radii.fitted(in: r.size)
    if shape.curve == .circular, radii.isUniform {
      return .rectangle(r, radius: radii.topLeft)
    }
    var ring: [Point] = []
    // The position of each corner, and the directions of its two sides, clockwise.
    let corners: [(Double, Point, Point, Point)] = [
      (radii.topLeft, Point(r.minX, r.minY), Point(0, 1), Point(1, 0)),
      (radii.topRight, Point(r.maxX, r.minY), Point(-1, 0), Point(0, 1)),
      (radii.bottomRight, Point(r.maxX, r.maxY), Point(0, -1), Point(-1, 0)),
      (radii.bottomLeft, Point(r.minX, r.maxY), Point(1, 0), Point(0, -1)),
    ]
    // The radii at the other ends of the two sides.
    let others = [
      [radii.bottomLeft, radii.topRight], [radii.topLeft, radii.bottomRight],
      [radii.topRight, radii.bottomLeft], [radii.bottomRight, radii.topLeft],
    ]
    for (k, (radius, at, a, b)) in corners.enumerated() {
      guard radius > 0 else {
        ring.append(at)
        continue
      }
      let room = zip([a, b], others[k]).map { along, other in
        (along.x == 0 ? r.height : r.width) / (radius + other)
      }
      for p in shape.curve == .circular ? circle : soft(room: min(room[0], room[1])) {
        ring.append(
          Point(at.x + radius * (p.x * a.x + p.y * b.x), at.y + radius * (p.x * a.y + p.y * b.y)))
      }
    }
    return .polygon([ring], .nonZero, r)
  }

  private static let circle = (0...24).map { i in
    let angle = Double(i) / 24 * Double.pi / 2
    return Point(1 - sin(angle), 1 - cos(angle))
  }

  /// Returns the cubics of iOS, which are less smooth if a side is shorter than 1.528665 radii for each corner.
  private static func soft(room: Double) -> [Point] {
    let ios = [
      (1.528665, 0.0), (1.08849296, 0), (0.86840694, 0), (0.63149379, 0.07491139),
      (0.37282383, 0.16905956),
    ]
    let angle = atan2(ios[4].1 - ios[3].1, ios[3].0 - ios[4].0)
    let (first, middle) = (4 / 3 * tan(angle / 4), 4 / 3 * tan((Double.pi / 2 - 2 * angle) / 4))
    let (x, y) = (1 - sin(angle), 1 - cos(angle))
    let round = [
      (1.0, 0.0), (1 - first, 0), (x + first * cos(angle), y - first * sin(angle)), (x, y),
      (x - middle * cos(angle), y + middle * sin(angle)),
    ]
    let share = min(max((room - 1) / 0.528665, 0), 1)
    let half = zip(ios, round).map { s, r in
      Point(r.0 + (s.0 - r.0) * share, r.1 + (s.1 - r.1) * share)
    }
    let c = half + half.reversed().map { Point($0.y, $0.x) }
    return [0, 3, 6].flatMap { k in
      (0...12).map { i in
        let t = Double(i) / 12
        let w = [pow(1 - t, 3), 3 * pow(1 - t, 2) * t, 3 * (1 - t) * t * t, t * t * t]
        return (0..<4).reduce(Point(0, 0)) {
          Point($0.x + w[$1] * c[k + $1].x, $0.y + w[$1] * c[k + $1].y)
        }
      }
    }
  }
}

/// A border, as the coverage of each pixel by its outlines, and the visible part of the border.
struct OracleRim {
  var outer: [Double]
  var inner: [Double]
  var alpha: Double
  var picture: OraclePicture
}

extension Oracle {
  func rim(
    _ p: LayerProperties, _ bounds: Rect, _ map: Homography, within clips: [OracleRegion]
  ) -> OracleRim? {
    guard let border = p.border, border.isSeen, !bounds.isEmpty, let inverse = map.inverse else {
      return nil
    }
    let shape = p.rounded(bounds)
    func area(_ distance: Double) -> [Double] {
      let moved = shape.outset(by: distance)
      if moved.rect.isEmpty { return Array(repeating: 0, count: width * height) }
      return cover(OracleRegion(.rounded(moved), map), within: clips)
    }
    let (outer, inner) = (area(border.outside), area(border.outside - border.width))
    var picture = OraclePicture(width, height)
    for y in 0..<height {
      for x in 0..<width {
        let at = inverse.apply(Point(Double(x) + 0.5, Double(y) + 0.5)).point
        picture.pixels[y * width + x] =
          border.gradient.map { Oracle.color(of: $0, at: at, in: bounds) }
          ?? Oracle.premultiplied(border.color)
      }
    }
    picture.weigh(zip(outer, inner).map { max($0 - $1, 0) })
    let alphas = border.gradient?.stops.map(\.color.alpha) ?? [border.color.alpha]
    return OracleRim(outer: outer, inner: inner, alpha: alphas.min() ?? 1, picture: picture)
  }

  /// Returns the weights of the content under a border, for which each area counts once after the border is drawn over it.
  func under(_ rim: OracleRim?, _ weights: [Double]) -> [Double] {
    guard let rim else { return weights }
    return weights.indices.map { i in
      let ring = max(rim.outer[i] - rim.inner[i], 0)
      let free = 1 - rim.alpha * ring
      let common = min(max(weights[i] - rim.inner[i], 0), ring)
      return free > 1e-6 ? (weights[i] - rim.alpha * common) / free : weights[i]
    }
  }

  /// Draws the inside of a layer's path, and the line of a round pen along the path.
  func drawing(_ drawing: PathDrawing, _ bounds: Rect, _ map: Homography) -> [OraclePicture] {
    guard let path = drawing.path else { return [] }
    let moved = Transform.translation(bounds.minX, bounds.minY).flattened.then(map)
    func picture(_ color: Color, _ shape: OracleShape) -> OraclePicture {
      var picture = OraclePicture(width, height)
      for i in picture.pixels.indices { picture.pixels[i] = Oracle.premultiplied(color) }
      picture.weigh(cover(OracleRegion(shape, moved)))
      return picture
    }
    var pictures: [OraclePicture] = []
    if let color = drawing.fillColor { pictures.append(picture(color, OracleShape(path))) }
    if drawing.isStroked, let color = drawing.strokeColor {
      precondition(drawing.lineCap == .round && drawing.lineJoin == .round)
      precondition(drawing.lineDashPattern.isEmpty)
      pictures.append(picture(color, OracleShape(OracleLine(drawing, path).rings, .nonZero)))
    }
    return pictures
  }
}

/// The region whose distance from a path, or from the stroked part of the path, is at most half of the line width.
struct OracleLine {
  /// The rings around all straight pieces, all in the same orientation.
  let rings: [[Point]]

  init(_ drawing: PathDrawing, _ path: Path) {
    let figures = Self.figures(path)
    let all = figures.flatMap { zip($0, $0.dropFirst()) }.filter { $0.0 != $0.1 }
    let total = all.reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    let (start, end) = (drawing.strokeStart * total, drawing.strokeEnd * total)
    var rings: [[Point]] = []
    var at = 0.0
    for (a, b) in all {
      let next = at + hypot(b.x - a.x, b.y - a.y)
      func place(_ distance: Double) -> Point {
        let f = (distance - at) / (next - at)
        return Point(a.x + (b.x - a.x) * f, a.y + (b.y - a.y) * f)
      }
      if min(end, next) > max(start, at) {
        rings.append(
          Self.ring(place(max(start, at)), place(min(end, next)), drawing.lineWidth / 2))
      }
      at = next
    }
    self.rings = rings
  }

  /// Returns half a circle about `b` and half a circle about `a`.
  private static func ring(_ a: Point, _ b: Point, _ radius: Double) -> [Point] {
    let toward = atan2(b.y - a.y, b.x - a.x)
    return [(b, toward), (a, toward + .pi)].flatMap { center, direction in
      (0...32).map { i in
        let angle = direction + (Double(i) / 32 - 0.5) * .pi
        return Point(center.x + radius * cos(angle), center.y + radius * sin(angle))
      }
    }
  }

  /// Returns the corners of the path's figures, with cubics divided finely.
  private static func figures(_ path: Path) -> [[Point]] {
    var figures: [[Point]] = []
    for element in path.elements {
      switch element {
      case .move(let p): figures.append([p])
      case .line(let p): figures[figures.count - 1].append(p)
      case .cubic(let b, let c, let d):
        let a = figures[figures.count - 1].last!
        for i in 1...48 {
          let t = Double(i) / 48
          let w = [pow(1 - t, 3), 3 * pow(1 - t, 2) * t, 3 * (1 - t) * t * t, t * t * t]
          figures[figures.count - 1].append(
            Point(
              w[0] * a.x + w[1] * b.x + w[2] * c.x + w[3] * d.x,
              w[0] * a.y + w[1] * b.y + w[2] * c.y + w[3] * d.y))
        }
      case .close: figures[figures.count - 1].append(figures[figures.count - 1][0])
      }
    }
    return figures
  }
}
