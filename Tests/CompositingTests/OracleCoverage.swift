import Foundation
import Scenes

extension Oracle {
  /// Returns the coverage of each pixel by a region within `clips`: the area that the region and all clips have in common,
  /// divided by the clips' area. The part of a line inside the region is exact, and the lines are close together.
  func cover(_ region: OracleRegion, within clips: [OracleRegion] = []) -> [Double] {
    var inside = Array(repeating: 0.0, count: width * height)
    guard let outline = OracleOutline(region, height) else { return inside }
    let rooms = clips.compactMap { OracleOutline($0, height) }
    let share = 1 / Double(lines)
    var parts: [(Double, Double)] = []
    var room: [(Double, Double)] = []
    for y in 0..<height {
      if outline.isFree(row: y) { continue }
      var sums = OracleRow(width)
      var left = OracleRow(width)
      for k in 0..<lines {
        let at = Double(y) + (Double(k) + 0.5) * share
        outline.collect(at: at, into: &parts)
        if !rooms.isEmpty {
          var open = [(0.0, Double(width))]
          for one in rooms {
            one.collect(at: at, into: &room)
            open = Self.common(open, room)
          }
          for part in open { left.add(part) }
          parts = Self.common(parts, open)
        }
        for part in parts { sums.add(part) }
      }
      let areas = sums.areas(share)
      let most = rooms.isEmpty ? nil : left.areas(share)
      for x in 0..<width {
        // If the clips cover nothing of the pixel, the value does not matter.
        let all = most?[x] ?? 1
        let area = all > 0.0005 ? areas[x] / all : 0
        // The area of a pixel that is covered completely or not at all may be wrong by rounding.
        inside[y * width + x] = area < 0.0005 ? 0 : area > 0.9995 ? 1 : area
      }
    }
    return inside
  }

  /// Returns the intersection of two lists of line segments.
  private static func common(
    _ a: [(Double, Double)], _ b: [(Double, Double)]
  ) -> [(Double, Double)] {
    var made: [(Double, Double)] = []
    for p in a {
      for q in b where min(p.1, q.1) > max(p.0, q.0) { made.append((max(p.0, q.0), min(p.1, q.1))) }
    }
    return made
  }
}

/// Adds up line segments into the pixels of a row.
private struct OracleRow {
  /// The difference between each pixel and the previous pixel.
  private var steps: [Double]
  private let width: Int

  init(_ width: Int) {
    self.width = width
    steps = Array(repeating: 0, count: width + 2)
  }

  mutating func add(_ part: (Double, Double)) {
    begin(part.0, 1)
    begin(part.1, -1)
  }

  /// Adds everything to the right of a position.
  private mutating func begin(_ place: Double, _ weight: Double) {
    let x = min(max(place, 0), Double(width))
    let i = Int(x)
    steps[i] += weight * (Double(i + 1) - x)
    steps[i + 1] += weight * (x - Double(i))
  }

  func areas(_ share: Double) -> [Double] {
    var sum = 0.0
    return (0..<width).map { x in
      sum += steps[x]
      return sum * share
    }
  }
}

/// The sides of a shape in the picture, ordered by the rows that they cross.
private struct OracleOutline {
  private struct Side {
    var x, y, end, slope: Double
    var direction: Int
  }
  private var rows: [[Side]]
  private let isEvenOdd: Bool

  /// Creates the outline; nil if only the edge of the plane is visible.
  init?(_ region: OracleRegion, _ height: Int) {
    guard region.map.inverse != nil else { return nil }
    rows = Array(repeating: [], count: height)
    let (rings, rule) = region.shape.rings
    isEvenOdd = rule == .evenOdd
    for ring in rings {
      let seen = Self.front(ring, region.map).map { region.map.apply($0).point }
      guard var a = seen.last else { continue }
      for b in seen {
        add(a, b)
        a = b
      }
    }
  }

  private mutating func add(_ a: Point, _ b: Point) {
    let (high, low) = a.y < b.y ? (a, b) : (b, a)
    guard low.y > high.y, low.y > 0, high.y < Double(rows.count) else { return }
    let side = Side(
      x: high.x, y: high.y, end: low.y, slope: (low.x - high.x) / (low.y - high.y),
      direction: a.y < b.y ? 1 : -1)
    let last = min(low.y, Double(rows.count) - 0.5)
    for y in Int(max(high.y, 0))...Int(last) { rows[y].append(side) }
  }

  /// Returns the part of a ring that is in front of the viewer.
  private static func front(_ ring: [Point], _ map: Homography) -> [Point] {
    let near = 1e-6
    func depth(_ p: Point) -> Double { map.p * p.x + map.q * p.y + map.w }
    var made: [Point] = []
    guard var a = ring.last else { return [] }
    for b in ring {
      let (from, to) = (depth(a) - near, depth(b) - near)
      if (from > 0) != (to > 0) {
        let f = from / (from - to)
        made.append(Point(a.x + (b.x - a.x) * f, a.y + (b.y - a.y) * f))
      }
      if to > 0 { made.append(b) }
      a = b
    }
    return made
  }

  func isFree(row y: Int) -> Bool { rows[y].isEmpty }

  /// Adds the parts of a horizontal line that are inside the outline, from left to right.
  func collect(at y: Double, into parts: inout [(Double, Double)]) {
    parts.removeAll(keepingCapacity: true)
    var crossings: [(x: Double, direction: Int)] = []
    for side in rows[Int(y)] where side.y <= y && y < side.end {
      crossings.append((side.x + (y - side.y) * side.slope, side.direction))
    }
    crossings.sort { $0.x < $1.x }
    var winding = 0
    var start = 0.0
    for (x, direction) in crossings {
      let before = isEvenOdd ? winding % 2 != 0 : winding != 0
      winding += direction
      let after = isEvenOdd ? winding % 2 != 0 : winding != 0
      if !before, after { start = x }
      if before, !after { parts.append((start, x)) }
    }
  }
}

extension OracleShape {
  /// The closed rings, and the rule by which they are filled.
  fileprivate var rings: ([[Point]], Path.FillRule) {
    switch self {
    case .rectangle(let r, let wanted):
      let radius = min(wanted, r.width / 2, r.height / 2)
      if radius <= 0 { return ([r.corners], .nonZero) }
      let middle = r.insetBy(dx: radius, dy: radius)
      let centers = [
        Point(middle.maxX, middle.maxY), Point(middle.minX, middle.maxY),
        Point(middle.minX, middle.minY), Point(middle.maxX, middle.minY),
      ]
      let ring = centers.enumerated().flatMap { k, center -> [Point] in
        Self.arc(center, radius, radius, from: Double(k) / 4, to: Double(k + 1) / 4, 32)
      }
      return ([ring], .nonZero)
    case .ellipse(let r):
      return ([Self.arc(r.center, r.width / 2, r.height / 2, from: 0, to: 1, 256)], .nonZero)
    case .polygon(let rings, let rule, _): return (rings, rule)
    case .corners(let r, let radii):
      // The ellipse is followed along its upper side, and back along its lower side.
      func arc(_ along: Double, _ radius: Double) -> Double {
        let x = max(radius - along, 0)
        return x == 0 ? 0 : radius - max(radius * radius - x * x, 0).squareRoot()
      }
      let columns = (0...1_024).map { r.minX + r.width * Double($0) / 1_024 }.map { x in
        let (left, right) = (x - r.minX, r.maxX - x)
        return (
          x, r.minY + max(arc(left, radii.topLeft), arc(right, radii.topRight)),
          r.maxY - max(arc(left, radii.bottomLeft), arc(right, radii.bottomRight))
        )
      }.filter { $0.1 < $0.2 }
      let ring = columns.map { Point($0.0, $0.1) } + columns.reversed().map { Point($0.0, $0.2) }
      return ([ring], .nonZero)
    }
  }

  /// Returns a part of an ellipse, whose angles are in turns.
  private static func arc(
    _ center: Point, _ rx: Double, _ ry: Double, from: Double, to: Double, _ count: Int
  ) -> [Point] {
    (0...count).map { i in
      let angle = (from + (to - from) * Double(i) / Double(count)) * 2 * .pi
      return Point(center.x + rx * cos(angle), center.y + ry * sin(angle))
    }
  }
}
