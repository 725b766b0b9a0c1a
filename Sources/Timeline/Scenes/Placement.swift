/// The position of a scene's layer on the canvas. Parents flatten their sublayers, so a map between planes is
/// sufficient.
package struct Placement: Sendable {
  /// The map from layout points (those of `bounds` and of sublayers' frames) to canvas points.
  package let toCanvas: Homography
  /// The layer's sublayerTransform about the centre of its bounds; nil if it is the identity. The transform
  /// is applied after the sublayer's own 3D transform and before `toCanvas`.
  package let perspective: Transform?
  /// The rectangle of the layer that is drawn, in layout points.
  package let bounds: Rect
  /// The depth of the layer's transformed centre in its parent, rounded to 1/65536; larger values are nearer
  /// to the viewer. The depth determines the order of siblings under a sublayerTransform.
  package let depth: Double
  /// Whether the front of the layer faces the viewer.
  package let showsFront: Bool
  /// Whether the layer is edge-on or has the scale 0, so that it is not drawn.
  package let isDegenerate: Bool

  /// Creates the placement of a layer in its parent; a layer without a parent is the container on the canvas.
  package init(_ layer: LayerProperties, hasSublayers: Bool, in parent: Placement?) {
    // A layer with sublayers keeps its layout and is mapped as a whole, while a layer without sublayers
    // changes its bounds.
    let movesAsWhole =
      hasSublayers && layer.frame != layer.layoutFrame && !layer.layoutFrame.isEmpty
    bounds = movesAsWhole ? layer.layoutFrame : layer.frame

    /// The map into the space of the parent, before the result is flattened.
    func whole(_ own: Transform) -> Transform {
      var transform = own
      if movesAsWhole {
        transform = Transform.mapping(layer.layoutFrame, to: layer.frame).then(transform)
      }
      if layer.zPosition != 0 { transform = transform.then(.translation(0, 0, layer.zPosition)) }
      if let outer = parent?.perspective { transform = transform.then(outer) }
      return transform
    }
    let transform = whole(layer.ownTransform)

    let center = bounds.center
    let n = transform.m14 * center.x + transform.m24 * center.y + transform.m44
    let exact = (transform.m13 * center.x + transform.m23 * center.y + transform.m43) / n
    // Layers that rotate about their centres must have equal depths, so the rounding removes differences in
    // the last bits.
    depth = (exact * 65_536).rounded() / 65_536

    let flat = transform.flattened
    let determinant = flat.determinant
    isDegenerate = !(abs(determinant) > 1e-12) || !determinant.isFinite
    // A mirrored layer still shows its front; only a layer that is turned around shows its back. The front is
    // visible if the normal of the plane, mapped by the inverse transpose, points to the viewer; the relevant
    // component is the cofactor of m33 divided by the determinant.
    var upright = transform
    let scale = layer.scale
    if min(scale.x, scale.y, scale.z) <= 0 {
      var mirrored = layer
      mirrored.scale = Vector(abs(scale.x), abs(scale.y), 1)
      upright = whole(mirrored.ownTransform)
    }
    showsFront = (upright.flattened.determinant < 0) == (upright.determinant < 0)
    toCanvas = parent.map { flat.then($0.toCanvas) } ?? flat
    perspective =
      layer.sublayerTransform.isIdentity ? nil : layer.sublayerTransform.about(bounds.center)
  }

  /// The placement in the layer's own plane: the positions of the layer and its sublayers before they are
  /// mapped to the canvas.
  package init(inOwnPlane placement: Placement) {
    toCanvas = .identity
    perspective = placement.perspective
    bounds = placement.bounds
    depth = 0
    showsFront = true
    isDegenerate = false
  }
}
