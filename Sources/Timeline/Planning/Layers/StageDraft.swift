package import Documents
import JSON
package import Scenes

/// The layer tree during its construction, with the names by which steps refer to layers.
package struct StageDraft {
  /// The index of the layer that contains all other layers.
  static let root = 0

  struct Pair {
    /// The layer that represents the matched pair during the transition.
    var layer: Int
    var from: Int
    var to: Int
  }
  package struct Item {
    package var node: Stage.Node
    var classes: [String] = []
    var screen: Selector.Screen?
    /// The id in the document; an element of a pair has it only for lookups, not in the stage.
    var name: String?
    /// The matched pair that represents the layer during the transition.
    var pair: String?
    /// The name of the pair to which the layer belongs; in a flow, the layer is an element of the pair only
    /// in moves whose other screen contains the other element.
    var match: Sourced<String>?
    /// Whether sublayers use the layer's own coordinates, which its layoutFrame defines.
    var isSpace = false
    /// Whether the layer repeats a screen that the flow also shows elsewhere; names refer to the first
    /// occurrence.
    var isRepeated = false
    var values = LayerValues()
  }

  package private(set) var items: [Item] = []
  /// The number of layers with each id, and for requested ids the first number that may be free.
  private var idCounts: [String: Int] = [:]
  private var freeNumbers: [String: Int] = [:]
  /// The layers with each name and each class, in document order.
  private var layersCalled: [String: [Int]] = [:]
  private var layersOfClass: [String: [Int]] = [:]
  var pairs: [String: Pair] = [:]
  /// The first pair with each name in the moves of a flow, to which the name refers outside the moves.
  var movePairs: [String: Pair] = [:]
  /// The names of matched pairs, in the order in which they were found.
  var pairNames: [String] = []
  /// The index of the layer in which the animators work.
  var container = 0
  /// The meaning of names in the flow move that is being planned.
  var scope: MoveScope?
  /// The parent layer of the layers whose values are being resolved.
  var here = 0
  /// The indices of layers by the ids of the document, and by `container`, `from` and `to`.
  package var layersByName: [String: Int] = [:]

  var count: Int { items.count }
  /// The position of each layer in the document; nil for a layer that the planner added.
  var origins: [Origin?] {
    items.map { $0.values.origin.pointer.isEmpty ? nil : $0.values.origin }
  }

  package subscript(index: Int) -> Item {
    get { items[index] }
    _modify {
      let (id, name, classes) = (items[index].node.id, items[index].name, items[index].classes)
      yield &items[index]
      let new = items[index].node.id
      if name != items[index].name || classes != items[index].classes {
        if let name { layersCalled[name]?.removeAll { $0 == index } }
        for name in Set(classes) { layersOfClass[name]?.removeAll { $0 == index } }
        list(index)
      }
      if new != id {
        idCounts[id, default: 1] -= 1
        idCounts[new, default: 0] += 1
        freeNumbers = [:]
      }
    }
  }

  /// Adds a layer to the lists of its name and its classes.
  private mutating func list(_ index: Int) {
    func insert(_ index: Int, into layers: inout [Int]) {
      layers.insert(index, at: layers.lastIndex { $0 < index }.map { $0 + 1 } ?? 0)
    }
    if let name = items[index].name { insert(index, into: &layersCalled[name, default: []]) }
    for name in Set(items[index].classes) {
      insert(index, into: &layersOfClass[name, default: []])
    }
  }

  /// Returns the id, with a number if other layers already have that id.
  mutating func numbered(_ id: String) -> String {
    func isTaken(_ id: String) -> Bool { idCounts[id] ?? 0 > 0 }
    guard isTaken(id) else { return id }
    var number = freeNumbers[id] ?? 2
    while isTaken("\(id)~\(number)") { number += 1 }
    freeNumbers[id] = number
    return "\(id)~\(number)"
  }

  /// Adds a layer as the last sublayer of its parent, or at an index among the sublayers.
  mutating func add(_ item: Item, at place: Int? = nil) -> Int {
    let index = items.count
    items.append(item)
    idCounts[item.node.id, default: 0] += 1
    list(index)
    if item.node.parent >= 0 {
      let parent = item.node.parent
      items[parent].node.sublayers.insert(
        index, at: place ?? items[parent].node.sublayers.count)
    }
    return index
  }

  /// The layers that a selector names, in document order. If `asSeen` is true, a pair replaces its elements;
  /// otherwise the elements are returned, for layout lookups.
  package func layers(named selector: Selector, asSeen: Bool) -> [Int] {
    switch selector.target {
    case .pair(let name):
      guard let pair = scope?.pairs[name] ?? pairs[name] ?? movePairs[name] else { return [] }
      if !asSeen, selector.screen == .from { return [own(pair.from, asSeen)] }
      if !asSeen, selector.screen == .to { return [own(pair.to, asSeen)] }
      return [own(pair.layer, asSeen)]
    case .id(let name):
      if selector.screen == nil, let index = scope?.layers[name] { return [index] }
      let found = layers(of: name, on: selector, asSeen)
      // The selector may be the id that all copies had before each copy got its number.
      return found.isEmpty
        ? layers(
          named: Selector(screen: selector.screen, target: .className(LayerSpec.copies(of: name))),
          asSeen: asSeen) : found
    case .className(let name):
      let screen = screen(of: selector)
      return once(
        (layersOfClass[name] ?? []).filter {
          !items[$0].isRepeated && (selector.screen == nil || items[$0].screen == screen)
        }, asSeen)
    }
  }

  /// The layers with an id, limited to the screen that the selector names.
  private func layers(of name: String, on selector: Selector, _ asSeen: Bool) -> [Int] {
    guard let word = selector.screen else {
      return layersByName[name].map { [own($0, asSeen)] } ?? []
    }
    if let index = layersByName["\(word.rawValue)/\(name)"] { return [own(index, asSeen)] }
    let screen = screen(of: selector)
    return once(
      (layersCalled[name] ?? []).filter {
        items[$0].screen == screen && !items[$0].isRepeated
      }, asSeen)
  }

  /// The layer that represents another layer in the current scope; if `asSeen` is true, the layer of its
  /// pair.
  private func own(_ index: Int, _ asSeen: Bool) -> Int {
    let index = scope?.shifted(index) ?? index
    guard asSeen else { return index }
    let seen = scope?.pairLayer(of: index) ?? index
    return items[seen].pair.map { pairs[$0]!.layer } ?? seen
  }

  private func once(_ indices: [Int], _ asSeen: Bool) -> [Int] {
    var known: Set<Int> = []
    return indices.map { own($0, asSeen) }.filter { known.insert($0).inserted }
  }

  /// All names that selectors can use, for suggestions in messages.
  var names: [String] {
    layersByName.keys.sorted() + pairNames.map { "@\($0)" }
      + Set(items.flatMap(\.classes)).sorted().filter { !$0.hasPrefix(LayerSpec.copies(of: "")) }
      .map { ".\($0)" }
  }

  /// The screen that a selector names; in a move, `from` and `to` name the screens of the move.
  private func screen(of selector: Selector) -> Selector.Screen? {
    guard let screen = selector.screen, let layer = scope?.screens[screen.rawValue] else {
      return selector.screen
    }
    return items[layer].screen
  }

  /// The ancestor of a layer (or the layer itself) that is a child of `parent`; the topmost ancestor if none
  /// is.
  func topLevel(_ index: Int, in parent: Int) -> Int {
    var index = index
    while items[index].node.parent > 0, items[index].node.parent != parent {
      index = items[index].node.parent
    }
    return index
  }

  /// Moves a layer into the parent of a pair, which must use the same coordinates as the layer's parent.
  mutating func move(_ index: Int, besides pair: Int) {
    let (old, new) = (items[index].node.parent, items[pair].node.parent)
    guard old != new, new >= 0, inside(old) == inside(new) else { return }
    items[old].node.sublayers.removeAll { $0 == index }
    items[index].node.parent = new
    items[new].node.sublayers.append(index)
  }

  /// Moves a layer directly below or above the sibling that contains `target`. The method returns false if
  /// `target` has no such sibling layer.
  mutating func place(_ index: Int, besides target: Int, isBelow: Bool) -> Bool {
    let parent = self[index].node.parent
    let neighbour = topLevel(target, in: parent)
    var siblings = self[parent].node.sublayers
    siblings.removeAll { $0 == index }
    guard neighbour != index, let position = siblings.firstIndex(of: neighbour) else {
      return false
    }
    siblings.insert(index, at: isBelow ? position : position + 1)
    self[parent].node.sublayers = siblings
    return true
  }

  func stage(of canvas: CanvasSpec) -> Stage {
    Stage(
      size: canvas.size, background: canvas.background,
      backgroundGradient: canvas.backgroundGradient, nodes: items.map(\.node))
  }
}
