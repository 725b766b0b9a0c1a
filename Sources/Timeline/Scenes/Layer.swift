/// The position and scale of contents in a layer's bounds of another size (CALayer.contentsGravity).
package enum ContentsGravity: String, Hashable, Sendable, CaseIterable, WordValue {
  case resize, resizeAspect, resizeAspectFill
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
}

/// The mode in which a layer blends with the layers below: a blend mode of W3C's Compositing and Blending, or
/// addition.
package enum BlendMode: String, Hashable, Sendable, CaseIterable, WordValue {
  case normal, multiply, screen, overlay, darken, lighten
  case colorDodge = "color-dodge"
  case colorBurn = "color-burn"
  case hardLight = "hard-light"
  case softLight = "soft-light"
  case difference, exclusion, hue, saturation, color, luminosity
  case plusLighter = "plus-lighter"
}

/// The pixels outside a layer that a blur reads.
package enum BlurEdge: String, Hashable, Sendable, CaseIterable, WordValue {
  case transparent
  /// The outermost pixels of the layer are repeated, and the result is clipped to the layer's bounds.
  case clamp
}

/// An element of a path, in canvas points.
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

  /// The bounding box of all points and control points; empty if the path has no points.
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

/// A mask, which shows a part of a layer: the inside of a shape or, if inverted, the outside. The mask is in
/// canvas points relative to the layer before its transforms, so the mask moves with the layer.
package struct Mask: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case ellipse(Rect)
    case rectangle(Rect, cornerRadius: Double)
    case path(Path)
    /// A mask by the alpha or luminance of another layer, given by its index in the stage, which is drawn at
    /// that layer's position.
    case layer(Int, luminance: Bool)
  }
  package var kind: Kind
  package var isInverted: Bool
  package init(kind: Kind, isInverted: Bool = false) {
    self.kind = kind
    self.isInverted = isInverted
  }
}

/// The contents that a layer draws inside its bounds, above its background colour.
package enum Contents: Sendable, Equatable {
  case none
  /// Contents that have their own pixels, such as an image or a text.
  case picture(PictureContents)
  case color(Color)
  case gradient(Gradient)
  /// A still of a layer of the stage at one time.
  case snapshot(Snapshot)
  /// Contents whose pixels a pixel producer computes for each time.
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

/// All properties of a layer at one time, with the names and rules of Core Animation.
package struct LayerProperties: Equatable, Sendable {
  /// The rectangle of the layer before its transforms, in canvas points.
  package var frame: Rect
  /// The rectangle for which the layer was laid out, and to which its sublayers refer; if the frame differs,
  /// the sublayers are moved and scaled with it.
  package var layoutFrame: Rect
  package var anchorPoint = Point(0.5, 0.5)
  package var zPosition = 0.0
  package var translate = Vector.zero
  package var scale = Vector.one
  /// The rotation in degrees about x, then y, then z.
  package var rotate = Vector.zero
  package var transform = Transform.identity
  package var sublayerTransform = Transform.identity
  /// The lists of functions from which the two transforms were made; a list is kept until its transform
  /// changes.
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
  /// The standard deviation of the shadow's Gaussian, in points.
  package var shadowRadius = 3.0
  package var shadowOffset = Point(0, 0)
  /// The outline of the shadow in canvas points, like the frame; nil means the layer's own shape.
  package var shadowPath: Path?
  package var mask: Mask?
  package var contents = Contents.none
  /// The part of the contents that is shown, in fractions of their size.
  package var contentsRect = Rect.unit
  package var contentsGravity = ContentsGravity.resize
  package var blendMode = BlendMode.normal
  /// Whether sublayers are isolated: they do not blend with the layers below this layer, and their backdrops
  /// do not show those layers.
  package var isolates = false
  /// The time of moving contents in seconds of the contents; -1 means that the contents follow the plan's
  /// time.
  package var contentsTime = -1.0
  /// The standard deviation in points of the Gaussian blur of the layer and its sublayers.
  package var blur = 0.0
  package var blurEdge = BlurEdge.transparent
  /// The filters that are applied, in order, to the picture of the layer and its sublayers after the blur.
  package var filters: [LayerEffect] = []
  /// The shadows of the rounded bounds, of which the first is on top: outer shadows are below the layer, and
  /// inner shadows above its contents.
  package var shadows: [LayerEffect] = []
  /// The effects on the layers below that are shown inside the bounds: at most one backdrop.
  package var backdrop: [LayerEffect] = []
  package var border: Border?
  /// The drawing is stored in an array, so that the many layers without a drawing stay small.
  private var drawings: [PathDrawing] = []

  package init(frame: Rect) {
    self.frame = frame
    layoutFrame = frame
  }

  /// The largest of the four corner radii; setting it sets all four radii.
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

  /// Rounds the rectangle `rect` with the corner radii of the layer.
  package func rounded(_ rect: Rect) -> RoundedRect {
    RoundedRect(rect, radii: cornerRadii, curve: cornerCurve)
  }

  /// The point about which scale, rotate and transform are applied.
  package var position: Point { frame.point(at: anchorPoint) }
}
