package import Scenes

/// The path that a layer draws, as a document writes it: SVG path data, or an oval or a rectangle in the
/// layer.
package enum OutlineSpec: Hashable, Sendable {
  /// The JSON value `null`, which removes the path of a layer.
  case none
  case path(Path)
  case ellipse(RectSpec)
  /// A rectangle; a percentage of a corner radius refers to the rectangle's shorter side.
  case rectangle(RectSpec, cornerRadii: [Dimension])

  /// The path in points, relative to the top left corner of a layer of this size.
  package func path(of size: Size) -> Path? {
    let bounds = Rect(0, 0, size.width, size.height)
    switch self {
    case .none: return nil
    case .path(let path): return path
    case .ellipse(let spec): return .ellipse(in: spec.rect(in: bounds))
    case .rectangle(let spec, let corners):
      let rect = spec.rect(in: bounds)
      let radii = corners.map { $0.points(of: min(rect.width, rect.height)) }
      return .rectangle(rect, CornerRadii(radii[0], radii[1], radii[2], radii[3]))
    }
  }
}
