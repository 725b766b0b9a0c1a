import Scenes

/// Converts a path to a zigzag around it, with ridges of one size.
enum ZigZag {
  /// The maximum number of ridges between two points; more are refused when the file is read.
  static let mostRidges = 1000.0

  /// `size` is the height of the ridges; `ridges` is their number between two points.
  static func applied(to outline: Outline, size: Double, ridges: Double, isSmooth: Bool) -> Outline
  {
    guard size != 0, outline.curveCount > 0 else { return outline }
    let count = Int(clamped: ridges, rounded: .toNearestOrAwayFromZero, to: 0...Int(mostRidges))
    var result = Outline(isClosed: outline.isClosed)
    let all = outline.vertices
    func add(
      _ point: Outline.Point, along: Outline.Point, _ side: Double, _ reaches: (Double, Double)
    ) {
      let length = along.length
      let way = length > 0 ? along * (1 / length) : Outline.Point(1, 0)
      // The offset is perpendicular to the path, to its left.
      let place = point + Outline.Point(way.y, -way.x) * (side * size)
      result.vertices.append(
        .init(place, arriving: place - way * reaches.1, leaving: place + way * reaches.0))
    }
    func corner(_ index: Int, _ side: Double) {
      let current = index % all.count
      let (before, after) = (
        all[(current + all.count - 1) % all.count].point, all[(current + 1) % all.count].point
      )
      let here = all[current].point
      let share = isSmooth ? 1 / Double((count + 1) * 2) : 0
      add(
        here, along: after - before, side,
        ((after - here).length * share, (before - here).length * share))
    }
    var side = -1.0
    corner(0, side)
    for index in 0..<outline.curveCount {
      let curve = outline.curve(index).linearized
      side = -side
      let reach = isSmooth ? (curve.end - curve.start).length / Double((count + 1) * 2) : 0
      for ridge in 0..<count {
        let t = Double(ridge + 1) / Double(count + 1)
        add(curve.point(at: t), along: curve.derivative(at: t), side, (reach, reach))
        side = -side
      }
      corner(index + 1, side)
    }
    return result
  }
}
