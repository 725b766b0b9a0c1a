import Scenes
import Testing

/// Compares the tree of changes with a dictionary.
@Suite struct LayerChangesTests {
  private func change(_ layer: Int, _ x: Int) -> Scene.Change {
    var p = LayerProperties(frame: Rect(Double(x), 0, 1, 1))
    if x % 5 == 0 { p.mask = Mask(kind: .layer(0, luminance: false)) }
    return Scene.Change(layer: layer, properties: p)
  }

  /// The layers fill one leaf partly, one leaf completely, two levels, or three levels.
  @Test(arguments: [1, 32, 33, 1_024, 1_500]) func followsADictionary(layerCount: Int) {
    var random = SeededRandom(UInt64(layerCount))
    var known: [Int: Scene.Change] = [:]
    var tree = LayerChanges(layerCount: layerCount)
    for round in 0..<40 {
      let (before, old) = (tree, known)
      let layers = Set((0..<random.below(20)).map { _ in random.below(layerCount) }).sorted()
      let updates = layers.map { layer in
        LayerChanges.Update(
          layer: layer, change: random.below(3) == 0 ? nil : change(layer, round))
      }
      for update in updates { known[update.layer] = update.change }
      tree = tree.updated(updates)

      #expect(tree.count == known.count && tree.isEmpty == known.isEmpty)
      #expect(tree.map(\.layer) == known.keys.sorted())
      for layer in 0..<layerCount where tree[layer] != known[layer] {
        Issue.record("layer \(layer) in round \(round)")
      }
      var masked: [Int] = []
      tree.forEachMaskedByLayer { masked.append($0.layer) }
      #expect(masked == known.values.filter { $0.properties.mask != nil }.map(\.layer).sorted())

      var seen: [Int] = []
      LayerChanges.forEachDifference(before, tree) { layer, a, b in
        #expect(a == old[layer] && b == known[layer])
        seen.append(layer)
      }
      #expect(seen == seen.sorted())
      let differing = layers.filter { old[$0] != known[$0] }
      #expect(Set(seen).isSuperset(of: differing))
    }
  }

  @Test func passesBySharedParts() {
    let all = (0..<2_000).map { LayerChanges.Update(layer: $0, change: change($0, 1)) }
    let tree = LayerChanges(layerCount: 2_000).updated(all)
    let other = tree.updated([LayerChanges.Update(layer: 700, change: change(700, 2))])
    var looked: [Int] = []
    LayerChanges.forEachDifference(tree, other) { layer, _, _ in looked.append(layer) }
    #expect(looked.contains(700) && looked.count <= 32)
  }
}
