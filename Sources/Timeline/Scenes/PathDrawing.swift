/// A path that a layer fills and strokes above its contents (CAShapeLayer).
package struct PathDrawing: Hashable, Sendable {
  package enum LineCap: String, Hashable, Sendable, CaseIterable, WordValue {
    case butt, round, square
  }
  package enum LineJoin: String, Hashable, Sendable, CaseIterable, WordValue {
    case miter, round, bevel
  }

  /// The path in points, relative to the top left corner of the layer; nil means that no path is drawn.
  package var path: Path?
  /// The fill colour; nil means that the path is not filled.
  package var fillColor: Color?
  /// The stroke colour; nil means that the path is not stroked.
  package var strokeColor: Color?
  /// The line width of the path in points.
  package var lineWidth = 1.0
  package var lineCap = LineCap.butt
  package var lineJoin = LineJoin.miter
  /// The limit for mitred corners: a corner whose tip is farther away in half line widths is bevelled.
  package var miterLimit = 10.0
  /// The lengths of dashes and gaps in points, alternating; empty means a solid line.
  package var lineDashPattern: [Double] = []
  /// The offset in points into the dash pattern at the start of the path.
  package var lineDashPhase = 0.0
  /// The start and end of the stroked part, as fractions of the path's length.
  package var strokeStart = 0.0
  package var strokeEnd = 1.0

  package init() {}

  package var isStroked: Bool {
    (strokeColor?.alpha ?? 0) > 0 && lineWidth > 0 && strokeEnd > strokeStart
  }
  package var isFilled: Bool { (fillColor?.alpha ?? 0) > 0 }
}
