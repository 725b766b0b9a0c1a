internal import Scenes

/// The layers of a stage that differ between two scenes. The cost of a `SceneChanges` value depends only on
/// the number of differing layers.
struct SceneChanges {
  private struct Mark {
    /// Whether the layer's own properties differ between the two scenes.
    var isChanged = false
    /// The indices of the sublayers that differ or contain a difference.
    var places: [Int] = []
  }
  /// The layers that differ, and those that contain a difference.
  private var marks: [Int: Mark] = [:]

  var isEmpty: Bool { marks.isEmpty }
  func isChanged(_ layer: Int) -> Bool { marks[layer]?.isChanged == true }
  /// Whether the layer or one of its sublayers differs between the two scenes.
  func isInside(_ layer: Int) -> Bool { marks[layer] != nil }
  /// The indices of the sublayers of `layer` that differ or contain a difference.
  func places(in layer: Int) -> [Int] { marks[layer]?.places ?? [] }

  /// The layers of a stage whose mask is another layer.
  static func layersMaskedByLayers(_ stage: Stage) -> [Int] {
    stage.nodes.indices.filter {
      if case .layer? = stage.nodes[$0].properties.mask?.kind { return true }
      return false
    }
  }

  /// Both scenes have the same stage; `masked` are the layers of the stage whose mask is another layer.
  init(from a: Scene, to b: Scene, masked: [Int]) {
    let stage = b.stage
    var found: [Int] = []
    LayerChanges.forEachDifference(a.changes, b.changes) { layer, old, new in
      let isSame =
        if let old, let new { old == new } else {
          (old ?? new)?.properties == stage.nodes[layer].properties
        }
      if !isSame { found.append(layer) }
    }
    if found.isEmpty { return }
    for layer in found { mark(layer, stage) }
    // The appearance of a layer may depend on any layer that masks it.
    for layer in masked { mark(layer, stage) }
    for changes in [a.changes, b.changes] {
      changes.forEachMaskedByLayer { mark($0.layer, stage) }
    }
  }

  private mutating func mark(_ layer: Int, _ stage: Stage) {
    var isNew = marks[layer] == nil
    marks[layer, default: Mark()].isChanged = true
    var i = layer
    while isNew, stage.nodes[i].parent >= 0 {
      let parent = stage.nodes[i].parent
      isNew = marks[parent] == nil
      marks[parent, default: Mark()].places.append(stage.places[i])
      i = parent
    }
  }
}

extension Placement {
  /// Whether layers at both placements are drawn with the same pixels.
  func isSame(as other: Placement) -> Bool {
    toCanvas == other.toCanvas && bounds == other.bounds && perspective == other.perspective
      && depth == other.depth && showsFront == other.showsFront
      && isDegenerate == other.isDegenerate
  }
}
