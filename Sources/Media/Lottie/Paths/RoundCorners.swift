/// Replaces the corners of a path by arcs.
enum RoundCorners {
  static func applied(to outline: Outline, radius: Double) -> Outline {
    guard radius > 0 else { return outline }
    let all = outline.vertices
    var vertices: [Outline.Vertex] = []
    for (index, vertex) in all.enumerated() {
      let isEnd = !outline.isClosed && (index == 0 || index == all.count - 1)
      guard vertex.isCorner, !isEnd else {
        vertices.append(vertex)
        continue
      }
      func cut(toward neighbour: Outline.Vertex) -> (Outline.Point, Outline.Point) {
        let distance = (neighbour.point - vertex.point).length
        let part = distance > 0 ? min(distance / 2, radius) / distance : 0
        let place = vertex.point.toward(neighbour.point, part)
        return (place, place.toward(vertex.point, ParametricShapes.handle))
      }
      let (before, leaving) = cut(toward: all[(index + all.count - 1) % all.count])
      let (after, arriving) = cut(toward: all[(index + 1) % all.count])
      vertices.append(.init(before, leaving: leaving))
      vertices.append(.init(after, arriving: arriving))
    }
    return Outline(vertices, isClosed: outline.isClosed)
  }
}
