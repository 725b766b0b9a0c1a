/// The layers that differ from their stage: an immutable map by layer index, in a tree of fixed width. A map
/// that is derived from another map shares all nodes except those on the paths to the replaced layers. The
/// cost of a scene therefore depends on the number of moving layers, and comparing two scenes skips the
/// shared parts.
package struct LayerChanges: Sendable {
  private static let width = 32
  private let root: Node
  /// The number of layers below one slot of the root: a power of `width`, or 1 for a leaf.
  private let stride: Int

  fileprivate final class Node: Sendable {
    enum Slots {
      case nodes([Node?])
      case layers([Scene.Change?])
    }
    let slots: Slots
    let count: Int
    /// Whether a layer in the subtree is masked by another layer.
    let hasLayerMasks: Bool
    /// Whether a layer in the subtree shows pictures of other layers.
    let hasPicturesOfLayers: Bool

    init(nodes: [Node?]) {
      slots = .nodes(nodes)
      count = nodes.reduce(0) { $0 + ($1?.count ?? 0) }
      hasLayerMasks = nodes.contains { $0?.hasLayerMasks == true }
      hasPicturesOfLayers = nodes.contains { $0?.hasPicturesOfLayers == true }
    }

    init(layers: [Scene.Change?]) {
      slots = .layers(layers)
      count = layers.reduce(0) { $1 == nil ? $0 : $0 + 1 }
      hasLayerMasks = layers.contains { $0?.isMaskedByLayer == true }
      hasPicturesOfLayers = layers.contains { $0?.showsLayers == true }
    }
  }

  /// Creates an empty map for a stage with `layerCount` layers.
  package init(layerCount: Int) {
    var stride = 1
    while stride * Self.width < layerCount { stride *= Self.width }
    self.init(root: Self.emptyNode(stride), stride: stride)
  }

  private init(root: Node, stride: Int) {
    self.root = root
    self.stride = stride
  }

  private static func emptyNode(_ stride: Int) -> Node {
    stride == 1
      ? Node(layers: Array(repeating: nil, count: width))
      : Node(nodes: Array(repeating: nil, count: width))
  }

  package var count: Int { root.count }
  package var isEmpty: Bool { root.count == 0 }

  /// The change of a layer; nil if the layer does not differ from the stage.
  package subscript(layer: Int) -> Scene.Change? {
    var node = root
    var (stride, rest) = (stride, layer)
    while case .nodes(let nodes) = node.slots {
      guard let next = nodes[rest / stride] else { return nil }
      node = next
      rest %= stride
      stride /= Self.width
    }
    guard case .layers(let layers) = node.slots else { return nil }
    return layers[rest]
  }
}

extension LayerChanges {
  /// The update of a layer: the layer's new change, or nil for a layer without changes.
  package struct Update: Sendable {
    package var layer: Int
    package var change: Scene.Change?
    package init(layer: Int, change: Scene.Change?) {
      self.layer = layer
      self.change = change
    }
  }

  /// The map after updates, which must be in ascending order of their layers.
  package func updated(_ updates: [Update]) -> LayerChanges {
    if updates.isEmpty { return self }
    return LayerChanges(root: Self.updated(root, updates[...], first: 0, stride), stride: stride)
  }

  /// Applies updates to a node of the tree; `first` is the first layer of the node.
  private static func updated(
    _ node: Node, _ updates: ArraySlice<Update>, first: Int, _ stride: Int
  ) -> Node {
    switch node.slots {
    case .layers(var layers):
      for update in updates { layers[update.layer - first] = update.change }
      return Node(layers: layers)
    case .nodes(var nodes):
      var rest = updates
      while let next = rest.first {
        let slot = (next.layer - first) / stride
        let start = first + slot * stride
        let part = rest.prefix { $0.layer < start + stride }
        rest = rest[part.endIndex...]
        let below = stride / width
        nodes[slot] = updated(nodes[slot] ?? emptyNode(below), part, first: start, below)
      }
      return Node(nodes: nodes)
    }
  }

  /// Calls a function, in ascending order, for each layer that may differ between two maps, with both states
  /// of the layer. Both maps must belong to the same stage.
  package static func forEachDifference(
    _ a: LayerChanges, _ b: LayerChanges,
    _ body: (_ layer: Int, Scene.Change?, Scene.Change?) -> Void
  ) {
    compare(a.root, b.root, first: 0, a.stride, body)
  }

  private static func compare(
    _ a: Node?, _ b: Node?, first: Int, _ stride: Int,
    _ body: (Int, Scene.Change?, Scene.Change?) -> Void
  ) {
    if a === b { return }
    let (left, right) = (Slots(a), Slots(b))
    for slot in 0..<width {
      if stride == 1 {
        let (x, y) = (left.layer(slot), right.layer(slot))
        if x != nil || y != nil { body(first + slot, x, y) }
      } else {
        compare(
          left.node(slot), right.node(slot), first: first + slot * stride, stride / width, body)
      }
    }
  }

  /// The properties of a layer as a list of slots, which may be empty.
  private struct Slots {
    private let slots: Node.Slots?
    init(_ node: Node?) { slots = node?.slots }
    func node(_ slot: Int) -> Node? {
      if case .nodes(let nodes)? = slots { nodes[slot] } else { nil }
    }
    func layer(_ slot: Int) -> Scene.Change? {
      if case .layers(let layers)? = slots { layers[slot] } else { nil }
    }
  }

  /// Calls a function for each changed layer that another layer masks.
  package func forEachMaskedByLayer(_ body: (Scene.Change) -> Void) {
    Self.visit(root) { node in
      node.hasLayerMasks
    } body: { change in
      if change.isMaskedByLayer { body(change) }
    }
  }

  /// Calls a function, in ascending order, for each visible layer that shows a still of other layers or
  /// pixels produced from them.
  package func forEachPictureOfLayers(_ body: (Scene.Change) throws -> Void) rethrows {
    try Self.visit(root) { node in
      node.hasPicturesOfLayers
    } body: { change in
      if change.showsLayers { try body(change) }
    }
  }

  private static func visit(
    _ node: Node, where isWanted: (Node) -> Bool, body: (Scene.Change) throws -> Void
  ) rethrows {
    if !isWanted(node) { return }
    switch node.slots {
    case .layers(let layers): for case let change? in layers { try body(change) }
    case .nodes(let nodes):
      for case let node? in nodes { try visit(node, where: isWanted, body: body) }
    }
  }
}

extension LayerChanges: Sequence {
  /// Iterates over the changes in ascending order of their layers.
  package func makeIterator() -> IndexingIterator<[Scene.Change]> {
    var all: [Scene.Change] = []
    all.reserveCapacity(count)
    Self.visit(root) { _ in
      true
    } body: {
      all.append($0)
    }
    return all.makeIterator()
  }
}

extension Scene.Change {
  fileprivate var isMaskedByLayer: Bool {
    if case .layer? = properties.mask?.kind { return true }
    return false
  }

  fileprivate var showsLayers: Bool {
    if properties.isHidden { return false }
    switch properties.contents {
    case .snapshot, .produced: return true
    case .none, .picture, .color, .gradient: return false
    }
  }
}
