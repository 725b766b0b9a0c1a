/// The layers of a plan: their tree, and the properties of each layer while no step animates it. A stage
/// cannot be changed after its creation.
package final class Stage: Sendable {
  package struct Node: Sendable {
    package var id: String
    /// The index of the node's parent; −1 for the container, which is node 0.
    package var parent: Int
    /// The sublayers in document order; a scene draws them by zPosition, and those with equal zPosition in
    /// document order.
    package var sublayers: [Int]
    package var properties: LayerProperties
    package init(id: String, parent: Int, sublayers: [Int] = [], properties: LayerProperties) {
      self.id = id; self.parent = parent; self.sublayers = sublayers; self.properties = properties
    }
  }

  /// The size of the canvas in points.
  package let size: Size
  /// The colour that is drawn below the container.
  package let background: Color
  /// The gradient that replaces the background colour; its points are fractions of the canvas.
  package let backgroundGradient: Gradient?
  /// The nodes of the tree; a parent precedes its sublayers.
  package let nodes: [Node]
  /// The index of each layer among the sublayers of its parent.
  package let places: [Int]
  /// Whether a layer is masked by another layer while no step is active.
  package let hasLayerMasks: Bool

  package init(
    size: Size, background: Color, backgroundGradient: Gradient? = nil, nodes: [Node]
  ) {
    self.size = size
    self.background = background
    self.backgroundGradient = backgroundGradient
    self.nodes = nodes
    var places = Array(repeating: 0, count: nodes.count)
    for node in nodes {
      for (place, sublayer) in node.sublayers.enumerated() { places[sublayer] = place }
    }
    self.places = places
    hasLayerMasks = nodes.contains {
      if case .layer? = $0.properties.mask?.kind { true } else { false }
    }
  }

  /// Whether both stages have the same canvas and the same layer tree, so that only properties differ.
  package func hasSameTree(as other: Stage) -> Bool {
    size == other.size && background == other.background
      && backgroundGradient == other.backgroundGradient
      && nodes.elementsEqual(other.nodes) {
        $0.parent == $1.parent && $0.sublayers == $1.sublayers && $0.id == $1.id
      }
  }
}

/// The picture at one time as layers: the stage, and the layers that differ from it.
package struct Scene: Sendable {
  /// The changed properties of a layer, in two words of memory: scenes share the properties of layers that do
  /// not move, and shared changes are compared by identity.
  package struct Change: Sendable, Equatable {
    private final class Box: Sendable {
      let properties: LayerProperties
      init(_ properties: LayerProperties) { self.properties = properties }
    }
    package let layer: Int
    private let box: Box
    package var properties: LayerProperties { box.properties }

    package init(layer: Int, properties: LayerProperties) {
      self.layer = layer
      box = Box(properties)
    }

    package static func == (a: Change, b: Change) -> Bool {
      a.layer == b.layer && (a.box === b.box || a.properties == b.properties)
    }
  }
  package let stage: Stage
  package let time: FrameTime
  package let changes: LayerChanges

  package init(stage: Stage, time: FrameTime, changes: LayerChanges) {
    self.stage = stage
    self.time = time
    self.changes = changes
  }

  /// Creates a scene; `changes` must be in ascending order of their layers.
  package init(stage: Stage, time: FrameTime, changes: [Change]) {
    self.init(
      stage: stage, time: time,
      changes: LayerChanges(layerCount: stage.nodes.count).updated(
        changes.map { LayerChanges.Update(layer: $0.layer, change: $0) }))
  }

  /// Expresses the same picture as changes of another stage with the same layer tree.
  package func rebased(on other: Stage) -> Scene {
    if other === stage { return self }
    let differing = stage.nodes.indices.compactMap { layer -> Change? in
      let own = properties(of: layer)
      return own == other.nodes[layer].properties ? nil : Change(layer: layer, properties: own)
    }
    return Scene(stage: other, time: time, changes: differing)
  }

  /// The properties of a layer at the time of the scene; the cost is O(log layers).
  package func properties(of layer: Int) -> LayerProperties {
    changes[layer]?.properties ?? stage.nodes[layer].properties
  }
}
