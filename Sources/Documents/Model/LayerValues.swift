package import Scenes

/// Properties of a layer that a document gives: in a layer, a keyframe, a wrapper or a check.
///
/// A property that is nil was not written. One that was written as an expression (an object with
/// `frameOf`, `centerOf` or `call`) is nil too and stands in `expressions`.
package struct LayerValues: Sendable {
  package var origin = Origin.start
  /// Excludes `position` and `bounds`.
  package var frame: RectSpec?
  package var position: PointSpec?
  package var bounds: SizeSpec?
  package var anchorPoint: Point?
  package var zPosition: Double?
  package var translate: VectorSpec?
  package var scale: Vector?
  /// Degrees about x, y and z.
  package var rotate: Vector?
  package var transform: TransformSpec?
  package var sublayerTransform: TransformSpec?
  package var opacity: Double?
  package var isHidden: Bool?
  package var isDoubleSided: Bool?
  /// A percent is of the shorter side.
  package var cornerRadius: Dimension?
  package var masksToBounds: Bool?
  /// `null` is `Color.clear`.
  package var backgroundColor: Color?
  package var shadowColor: Color?
  package var shadowOpacity: Double?
  /// A percent is of the shorter side.
  package var shadowRadius: Dimension?
  package var shadowOffset: PointSpec?
  package var shadowPath: Path?
  package var mask: MaskSpec?
  package var contents: ContentsSpec?
  package var contentsRect: Rect?
  package var contentsGravity: ContentsGravity?
  package var expressions: [PropertyExpression] = []
  /// Every property that was written, by its key in the document, and where its value stands.
  package var origins: [String: Origin] = [:]

  package init() {}
}

/// A property whose value follows another layer or a plugin's function.
package struct PropertyExpression: Sendable {
  /// As in the document: `frame`, `position`, `opacity`, …
  package var property: String
  /// An object with `frameOf`, `centerOf` or `call`.
  package var node: JSONNode
  package init(property: String, node: JSONNode) {
    self.property = property
    self.node = node
  }
}

/// A transform as 16 numbers or as operations, applied in order.
package struct TransformSpec: Hashable, Sendable {
  package enum Operation: Hashable, Sendable {
    case matrix(Transform)
    case translate(VectorSpec)
    case scale(Vector)
    /// Degrees about x, y and z, in that order.
    case rotate(Vector)
    /// The given m34.
    case perspective(m34: Double)
  }
  package var operations: [Operation]
  package init(operations: [Operation]) { self.operations = operations }

  /// The matrix for a layer of `size` points.
  package func transform(of size: Size) -> Transform {
    operations.reduce(.identity) { result, operation in
      switch operation {
      case .matrix(let t): return result.then(t)
      case .translate(let v):
        let d = v.vector(of: size)
        return result.then(.translation(d.x, d.y, d.z))
      case .scale(let s): return result.then(.scale(s.x, s.y, s.z))
      case .rotate(let r):
        return result.then(.rotation(degrees: r.x, axis: 0))
          .then(.rotation(degrees: r.y, axis: 1)).then(.rotation(degrees: r.z, axis: 2))
      case .perspective(let m34): return result.then(.perspective(m34: m34))
      }
    }
  }
}

/// What a layer shows of itself. Lengths are canvas points; a percent is a place in the layer.
package struct MaskSpec: Sendable {
  package enum Center: Sendable {
    case point(PointSpec)
    /// An object with `centerOf` or `call`.
    case expression(JSONNode)
  }
  package enum Kind: Sendable {
    /// `null`: no mask.
    case none
    case ellipse(RectSpec)
    /// A percent in `radius` is of the shorter side.
    case circle(center: Center, radius: Dimension)
    case rectangle(RectSpec, cornerRadius: Dimension)
    case path(Path)
    case layer(Located<String>, luminance: Bool)
  }
  package var kind = Kind.none
  package var isInverted = false
  package var origin = Origin.start
  package init() {}
}
