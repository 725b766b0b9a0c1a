import Documents
import JSON
import Scenes

/// Plans matched pairs: during a transition, one layer represents both elements of a pair.
extension StageDraft {
  /// Makes a layer of a screen one element of a pair; returns false if the pair already has an element on
  /// that screen.
  mutating func pair(_ index: Int, of screen: Selector.Screen, as name: String) -> Bool {
    self[index].pair = name
    if pairs[name] == nil { pairNames.append(name) }
    var pair = pairs[name] ?? Pair(layer: -1, from: -1, to: -1)
    let isFirst = (screen == .from ? pair.from : pair.to) < 0
    if screen == .from { pair.from = index } else { pair.to = index }
    pairs[name] = pair
    return isFirst
  }

  /// Adds one layer for each pair, above both screens and below the overlays.
  mutating func addPairs(_ problems: inout Problems) {
    for name in pairNames {
      var pair = pairs[name]!
      guard pair.from >= 0, pair.to >= 0 else {
        let lonely = pair.from >= 0 ? pair.from : pair.to
        let other = pair.from >= 0 ? "to" : "from"
        problems.add(
          "no layer of screens.\(other) has the match \"\(name)\"",
          at: self[lonely].values.origin)
        self[lonely].pair = nil
        pairs[name] = nil
        continue
      }
      let screensEnd = self[container].node.sublayers.firstIndex {
        self[$0].name != "from" && self[$0].name != "to"
      }
      pair.layer = addPair(pair, at: screensEnd)
      pairs[name] = pair
    }
    let pairs = pairs
    pairNames.removeAll { pairs[$0] == nil }
  }

  private mutating func addPair(_ pair: StageDraft.Pair, at place: Int?) -> Int {
    let from = pair.from
    let id = self[from].node.id
    var item = Item(
      node: Stage.Node(id: id, parent: container, properties: self[from].node.properties))
    item.node.properties.contents = item.node.properties.contents.stretched
    item.classes = self[from].classes
    item.name = self[from].name
    item.values = self[from].values
    // The elements of the pair keep their names for layout lookups, but the layer of the pair gets the id.
    self[from].node.id = "from/\(id)"
    self[from].classes = []
    let layer = add(item, at: place)
    if let name = item.name { layersByName[name] = layer }
    addParts(of: pair, to: layer, id: id)
    return layer
  }

  /// Adds the layer of a pair for one move of a flow, above the layers of the move's screens.
  mutating func addPair(from: Int, to: Int, name: String, above players: [Int]) -> Pair {
    var properties = self[from].node.properties
    properties.move(to: convert(properties.frame, from: space(of: from), to: container))
    properties.contents = properties.contents.stretched
    properties.isHidden = true
    var item = Item(
      node: Stage.Node(
        id: numbered("@\(name)"), parent: container, properties: properties))
    item.values = self[from].values
    let siblings = self[container].node.sublayers
    let place = players.compactMap { siblings.firstIndex(of: $0) }.max()
    let layer = add(item, at: place.map { $0 + 1 })
    let pair = Pair(layer: layer, from: from, to: to)
    addParts(of: pair, to: layer, id: item.node.id)
    return pair
  }

  private mutating func addParts(of pair: StageDraft.Pair, to layer: Int, id: String) {
    let (from, to) = (pair.from, pair.to)
    // The sublayers of the elements move with the pair; the sublayers of *to* are mapped to the frame of
    // *from*.
    if !self[from].node.sublayers.isEmpty || !self[to].node.sublayers.isEmpty {
      let start = self[layer].node.properties.frame
      for (original, screen) in [(from, "from"), (to, "to")] {
        var properties = LayerProperties(frame: self[original].node.properties.frame)
        properties.frame = start
        let group = add(
          Item(
            node: Stage.Node(id: "\(id)/\(screen)", parent: layer, properties: properties)))
        for sublayer in self[original].node.sublayers { copy(sublayer, to: group) }
      }
    }
  }

  private mutating func copy(_ index: Int, to parent: Int) {
    var item = self[index]
    let sublayers = item.node.sublayers
    item.node.parent = parent
    item.node.sublayers = []
    item.node.id = "\(self[parent].node.id)/\(item.node.id)"
    item.name = nil
    item.classes = []
    let new = add(item)
    for sublayer in sublayers { copy(sublayer, to: new) }
  }
}
