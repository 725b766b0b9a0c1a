internal import Scenes

/// Which layers of a stage differ between two scenes.
struct SceneChanges {
  /// By layer: its own properties differ.
  private var changed: [Bool]
  /// By layer: it differs, or something in it does.
  private var inside: [Bool]
  private(set) var isEmpty = true

  func isChanged(_ layer: Int) -> Bool { changed[layer] }
  func isInside(_ layer: Int) -> Bool { inside[layer] }

  /// The layers of a stage whose mask is another layer.
  static func layersMaskedByLayers(_ stage: Stage) -> [Int] {
    stage.nodes.indices.filter {
      if case .layer? = stage.nodes[$0].properties.mask?.kind { return true }
      return false
    }
  }

  /// Both scenes have the same stage; `masked` are its layers whose mask is another layer.
  init(from a: Scene, to b: Scene, masked: [Int]) {
    let nodes = b.stage.nodes
    changed = Array(repeating: false, count: nodes.count)
    inside = changed
    var (i, j) = (0, 0)
    while i < a.changes.count || j < b.changes.count {
      let left = i < a.changes.count ? a.changes[i].layer : .max
      let right = j < b.changes.count ? b.changes[j].layer : .max
      if left == right {
        if a.changes[i].properties != b.changes[j].properties { mark(left, nodes) }
        i += 1
        j += 1
      } else if left < right {
        if a.changes[i].properties != nodes[left].properties { mark(left, nodes) }
        i += 1
      } else {
        if b.changes[j].properties != nodes[right].properties { mark(right, nodes) }
        j += 1
      }
    }
    if isEmpty { return }
    // What a layer looks like may depend on any other that masks it.
    for layer in masked { mark(layer, nodes) }
    for change in a.changes + b.changes {
      if case .layer? = change.properties.mask?.kind { mark(change.layer, nodes) }
    }
  }

  private mutating func mark(_ layer: Int, _ nodes: [Stage.Node]) {
    isEmpty = false
    changed[layer] = true
    var i = layer
    while i >= 0, !inside[i] {
      inside[i] = true
      i = nodes[i].parent
    }
  }
}

extension Placement {
  /// Draws the same.
  func isSame(as other: Placement) -> Bool {
    toCanvas == other.toCanvas && bounds == other.bounds && perspective == other.perspective
      && depth == other.depth && showsFront == other.showsFront
      && isDegenerate == other.isDegenerate
  }
}
