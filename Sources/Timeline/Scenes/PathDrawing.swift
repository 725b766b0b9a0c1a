/// A path that a layer fills and strokes above its contents (CAShapeLayer).
package struct PathDrawing: Hashable, Sendable {
  package enum LineCap: String, Hashable, Sendable, CaseIterable, WordValue {
    case butt, round, square
  }
  package enum LineJoin: String, Hashable, Sendable, CaseIterable, WordValue {
    case miter, round, bevel
  }

  /// The path in points from the top left of the layer; nil if there is no path to draw.
  package var path: Path?
  /// The fill colour; nil means no fill.
  package var fillColor: Color?
  /// The stroke colour; nil means no stroke.
  package var strokeColor: Color?
  /// The line width in points.
  package var lineWidth = 1.0
  package var lineCap = LineCap.butt
  package var lineJoin = LineJoin.miter
  /// The limit of mitred corners: a corner whose tip is farther away, in halves of the line's width, is
  /// bevelled.
  package var miterLimit = 10.0
  /// The lengths in points of the dashes and gaps, alternating; empty means a solid line.
  package var lineDashPattern: [Double] = []
  /// The offset into the dash pattern at the start of the path, in points.
  package var lineDashPhase = 0.0
  /// The part of the path that is stroked, in fractions of its length.
  package var strokeStart = 0.0
  package var strokeEnd = 1.0

  package init() {}

  package var isStroked: Bool {
    (strokeColor?.alpha ?? 0) > 0 && lineWidth > 0 && strokeEnd > strokeStart
  }
  package var isFilled: Bool { (fillColor?.alpha ?? 0) > 0 }
}
