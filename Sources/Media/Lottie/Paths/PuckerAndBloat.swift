/// Moves points toward the middle of a path and handles away from it, or the reverse.
enum PuckerAndBloat {
  static func applied(to outline: Outline, percent: Double) -> Outline {
    guard percent != 0, !outline.vertices.isEmpty else { return outline }
    let sum = outline.vertices.reduce(Outline.Point(0, 0)) { $0 + $1.point }
    let middle = sum * (1 / Double(outline.vertices.count))
    let part = percent / 100
    return Outline(
      outline.vertices.map {
        Outline.Vertex(
          $0.point.toward(middle, part), arriving: $0.arriving.toward(middle, -part),
          leaving: $0.leaving.toward(middle, -part))
      }, isClosed: outline.isClosed)
  }
}
