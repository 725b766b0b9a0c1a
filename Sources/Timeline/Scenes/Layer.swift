/// The place of an image in the layer's bounds when their sizes differ (CALayer.contentsGravity).
package enum ContentsGravity: String, Hashable, Sendable, CaseIterable, WordValue {
  case resize, resizeAspect, resizeAspectFill
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
}

/// The blend mode of a layer with the layers below: one of W3C's Compositing and Blending, or the sum.
package enum BlendMode: String, Hashable, Sendable, CaseIterable, WordValue {
  case normal, multiply, screen, overlay, darken, lighten
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case difference, exclusion, hue, saturation, color, luminosity
  case plusLighter = "plus-lighter"
}

/// The pixels that a blur uses outside a layer.
package enum BlurEdge: String, Hashable, Sendable, CaseIterable, WordValue {
  case transparent
  /// The layer's outermost pixels are repeated, and the result is clipped to the layer's bounds.
  case clamp
}

/// One element of a path, in canvas points.
package enum PathElement: Hashable, Sendable {
  case move(Point)
  case line(Point)
  case cubic(control1: Point, control2: Point, end: Point)
  case close
}

package struct Path: Hashable, Sendable {
  package enum FillRule: String, Hashable, Sendable { case nonZero, evenOdd }
  package var elements: [PathElement]
  package var fillRule: FillRule
  package init(elements: [PathElement], fillRule: FillRule = .nonZero) {
    self.elements = elements
    self.fillRule = fillRule
  }

  /// The bounding box of the points and control points; empty without points.
  package var box: Rect {
    var (left, top, right, bottom) = (
      Double.infinity, Double.infinity, -Double.infinity, -Double.infinity
    )
    func add(_ p: Point) {
      left = min(left, p.x); right = max(right, p.x)
      top = min(top, p.y); bottom = max(bottom, p.y)
    }
    for element in elements {
      switch element {
      case .move(let p), .line(let p): add(p)
      case .cubic(let a, let b, let c):
        add(a)
        add(b)
        add(c)
      case .close: break
      }
    }
    return left <= right && top <= bottom ? Rect(left, top, right - left, bottom - top) : .zero
  }
}

/// The visible part of a layer: the inside of a shape, or the outside if inverted. The mask is in canvas
/// points, relative to the layer before its transforms, so the mask moves with the layer.
package struct Mask: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case ellipse(Rect)
    case rectangle(Rect, cornerRadius: Double)
    case path(Path)
    /// A mask by the alpha or luminance of another layer (an index into the stage), drawn at that layer's
    /// place.
    case layer(Int, luminance: Bool)
  }
  package var kind: Kind
  package var isInverted: Bool
  package init(kind: Kind, isInverted: Bool = false) {
    self.kind = kind
    self.isInverted = isInverted
  }
}

/// The contents that a layer draws inside its bounds, above its background.
package enum Contents: Sendable, Equatable {
  case none
  /// Contents that have their own pixels, such as an image or a text.
  case picture(PictureContents)
  case color(Color)
  case gradient(Gradient)
  /// A still of a layer of the stage, taken at one time.
  case snapshot(Snapshot)
  /// Pixels that a producer computes.
  case produced(ProducedContents)

  package static func == (a: Contents, b: Contents) -> Bool {
    switch (a, b) {
    case (.none, .none): true
    case (.picture(let x), .picture(let y)): x == y
    case (.color(let x), .color(let y)): x == y
    case (.gradient(let x), .gradient(let y)): x == y
    case (.snapshot(let x), .snapshot(let y)): x.identity === y.identity
    case (.produced(let x), .produced(let y)): x == y
    default: false
    }
  }
}

extension Contents: LayerValue {
  package var tree: ValueTree { .contents(self) }
}

/// Every property of a layer at one moment, with the names and rules of Core Animation.
package struct LayerProperties: Equatable, Sendable {
  /// The rectangle of the layer before its transforms, in canvas points.
  package var frame: Rect
  /// The rectangle for which the layer was laid out, and to which its sublayers refer; if the frame differs
  /// from it, the sublayers are moved and scaled with the frame.
  package var layoutFrame: Rect
  package var anchorPoint = Point(0.5, 0.5)
  package var zPosition = 0.0
  package var translate = Vector.zero
  package var scale = Vector.one
  /// Degrees about x, then y, then z.
  package var rotate = Vector.zero
  package var transform = Transform.identity
  package var sublayerTransform = Transform.identity
  /// The lists from which the two transforms were made; a list is kept while its transform is unchanged.
  private var writtenTransforms: [WrittenTransform] = []
  package var isHidden = false
  package var isDoubleSided = true
  package var opacity = 1.0
  package var backgroundColor: Color?
  package var cornerRadii = CornerRadii.zero
  package var cornerCurve = CornerCurve.circular
  package var masksToBounds = false
  package var shadowColor = Color.black
  package var shadowOpacity = 0.0
  /// The standard deviation of the Gaussian, in points.
  package var shadowRadius = 3.0
  package var shadowOffset = Point(0, 0)
  /// The outline of the shadow in canvas points, as the frame; nil means the layer's own shape.
  package var shadowPath: Path?
  package var mask: Mask?
  package var contents = Contents.none
  /// The part of the contents that is shown, as a fraction.
  package var contentsRect = Rect.unit
  package var contentsGravity = ContentsGravity.resize
  package var blendMode = BlendMode.normal
  /// Whether the sublayers are isolated: they do not blend with the layers below this layer, and their
  /// backdrops do not show those layers.
  package var isolates = false
  /// The time of moving contents, in seconds of the contents; -1 means the plan's time.
  package var contentsTime = -1.0
  /// The standard deviation of the Gaussian that blurs the layer with its sublayers, in points.
  package var blur = 0.0
  package var blurEdge = BlurEdge.transparent
  /// The filters on the picture of the layer with its sublayers, applied in order after the blur.
  package var filters: [LayerEffect] = []
  /// The shadows of the rounded bounds, the first one on top: outer ones are below the layer, inner ones
  /// above its contents.
  package var shadows: [LayerEffect] = []
  /// The effects on the layers below, shown inside the bounds: one backdrop or none.
  package var backdrop: [LayerEffect] = []
  package var border: Border?
  /// The drawing is in an array, so that the many layers that draw nothing themselves stay small.
  private var drawings: [PathDrawing] = []

  package init(frame: Rect) {
    self.frame = frame
    layoutFrame = frame
  }

  /// The largest radius of the four corners; setting it sets the radius of all four.
  package var cornerRadius: Double {
    get { cornerRadii.largest }
    set { cornerRadii = CornerRadii(newValue) }
  }

  /// The transform with the functions from which it was made; the list is empty if the matrix was set
  /// directly.
  package var transformList: TransformList {
    get { written(transform, isOfSublayers: false) }
    set {
      transform = newValue.matrix
      write(newValue, isOfSublayers: false)
    }
  }
  package var sublayerTransformList: TransformList {
    get { written(sublayerTransform, isOfSublayers: true) }
    set {
      sublayerTransform = newValue.matrix
      write(newValue, isOfSublayers: true)
    }
  }

  private struct WrittenTransform: Equatable, Sendable {
    let list: TransformList
    let isOfSublayers: Bool
  }
  private func written(_ matrix: Transform, isOfSublayers: Bool) -> TransformList {
    for written in writtenTransforms
    where written.isOfSublayers == isOfSublayers && written.list.matrix == matrix {
      return written.list
    }
    return TransformList(matrix)
  }
  private mutating func write(_ list: TransformList, isOfSublayers: Bool) {
    if !writtenTransforms.isEmpty {
      writtenTransforms.removeAll { $0.isOfSublayers == isOfSublayers }
    }
    if !list.functions.isEmpty {
      writtenTransforms.append(WrittenTransform(list: list, isOfSublayers: isOfSublayers))
    }
  }

  package var drawing: PathDrawing {
    get { drawings.first ?? Self.noDrawing }
    set { drawings = newValue == Self.noDrawing ? [] : [newValue] }
  }
  private static let noDrawing = PathDrawing()

  /// `rect` with the layer's corners.
  package func rounded(_ rect: Rect) -> RoundedRect {
    RoundedRect(rect, radii: cornerRadii, curve: cornerCurve)
  }

  /// The point about which scale, rotate and transform turn.
  package var position: Point { frame.point(at: anchorPoint) }
}
