extension Scene {
  /// Calls `body` for every layer from back to front, including hidden layers; a parent precedes its
  /// sublayers. Siblings are ordered by zPosition and then by document order; under a sublayerTransform, they
  /// are ordered by the depth of their transformed centres.
  package func visit(_ body: (_ layer: Int, LayerProperties, Placement) -> Void) {
    guard !stage.nodes.isEmpty else { return }
    visit(0, in: nil, properties(of: 0), body)
  }

  private func visit(
    _ layer: Int, in parent: Placement?, _ properties: LayerProperties,
    _ body: (_ layer: Int, LayerProperties, Placement) -> Void
  ) {
    let sublayers = stage.nodes[layer].sublayers
    let placement = Placement(properties, hasSublayers: !sublayers.isEmpty, in: parent)
    body(layer, properties, placement)
    for (sublayer, properties) in ordered(sublayers, in: placement) {
      visit(sublayer, in: placement, properties, body)
    }
  }

  /// Returns the sublayers of a parent in drawing order.
  package func ordered(_ sublayers: [Int], in parent: Placement) -> [(Int, LayerProperties)] {
    let layers = sublayers.map { ($0, properties(of: $0)) }
    let keys = layers.map { layer, properties in
      parent.perspective == nil
        ? properties.zPosition
        : Placement(properties, hasSublayers: !stage.nodes[layer].sublayers.isEmpty, in: parent)
          .depth
    }
    guard zip(keys, keys.dropFirst()).contains(where: { $0 > $1 }) else { return layers }
    return layers.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { layers[$0] }
  }
}

extension LayerProperties {
  /// The combined transform: scale, rotate, translate and then `transform`, about the anchor point.
  package var combinedTransform: Transform {
    var t = Transform.scale(scale.x, scale.y, scale.z)
    if rotate.x != 0 { t = t.then(.rotation(degrees: rotate.x, axis: 0)) }
    if rotate.y != 0 { t = t.then(.rotation(degrees: rotate.y, axis: 1)) }
    if rotate.z != 0 { t = t.then(.rotation(degrees: rotate.z, axis: 2)) }
    if translate != .zero { t = t.then(.translation(translate.x, translate.y, translate.z)) }
    return t.then(transform)
  }

  /// The transform of the layer in the plane of the canvas.
  package var ownTransform: Transform {
    let t = combinedTransform
    return t.isIdentity ? t : t.about(position)
  }
}
