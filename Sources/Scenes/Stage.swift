/// The layers of a plan: their tree and what each is when nothing animates it. Never changes.
package final class Stage: Sendable {
  package struct Node: Sendable {
    package var id: String
    /// Index of the parent; −1 for the container, which is node 0.
    package var parent: Int
    /// In document order; a scene draws them by zPosition, then in this order.
    package var sublayers: [Int]
    package var properties: LayerProperties
    package init(id: String, parent: Int, sublayers: [Int] = [], properties: LayerProperties) {
      self.id = id; self.parent = parent; self.sublayers = sublayers; self.properties = properties
    }
  }

  /// Points.
  package let size: Size
  /// What lies under the container.
  package let background: Color
  /// A parent stands before its sublayers.
  package let nodes: [Node]

  package init(size: Size, background: Color, nodes: [Node]) {
    self.size = size
    self.background = background
    self.nodes = nodes
  }
}

/// What the canvas shows at one moment: the stage, and the layers that differ from it.
package struct Scene: Sendable {
  package struct Change: Sendable, Equatable {
    package var layer: Int
    package var properties: LayerProperties
    package init(layer: Int, properties: LayerProperties) {
      self.layer = layer; self.properties = properties
    }
  }
  package let stage: Stage
  package let time: FrameTime
  /// Ascending by layer.
  package let changes: [Change]

  package init(stage: Stage, time: FrameTime, changes: [Change]) {
    self.stage = stage
    self.time = time
    self.changes = changes
  }

  /// The properties of a layer at this scene's time: O(log changes).
  package func properties(of layer: Int) -> LayerProperties {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].layer < layer { low = middle + 1 } else { high = middle }
    }
    return low < changes.count && changes[low].layer == layer
      ? changes[low].properties : stage.nodes[layer].properties
  }
}
