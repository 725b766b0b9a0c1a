import Scenes

/// Converts a path to a zigzag around it, in which all ridges have the same size.
enum ZigZag {
  /// The maximum number of ridges between two points; a file with more ridges is refused when it is read.
  static let mostRidges = 1000.0

  /// Applies the zigzag; `size` is the height of the ridges, and `ridges` is their number between two points.
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
      // A ridge moves the point perpendicularly to the path.
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
