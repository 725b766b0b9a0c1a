import Documents
import Scenes

/// Builds the tree of layers that a document describes: screens, overlays, matched pairs.
extension PlanningSession {
  static let container = 0

  /// Fills the draft. Frames that follow other layers are found in a second pass.
  func buildStage() {
    var root = StageDraft.Item(
      node: Stage.Node(id: "container", parent: -1, properties: LayerProperties(frame: canvas)))
    root.name = "container"
    draft.layersByName["container"] = draft.add(root)

    if let screens = document.screens {
      // Pop and dismiss uncover what lies below; so does a push or present that runs backwards.
      let first = document.transitions.first
      let uncovers = first?.operation == .pop || first?.operation == .dismiss
      let isBelow = uncovers != (first?.isReversed ?? false)
      let presented: Selector.Screen = uncovers ? .from : .to
      let order: [(Selector.Screen, ScreenSpec)] = [(.from, screens.from), (.to, screens.to)]
      for (screen, spec) in isBelow ? order.reversed() : order {
        if screen == presented, let presentation = document.presentation {
          add(spec, as: screen, presentedBy: presentation)
        } else {
          add(spec, as: screen, in: Self.container, frame: canvas)
        }
      }
    }
    for layer in document.layers { add(layer, to: Self.container, parentFrame: canvas) }
    overlays = document.overlays.map { add($0, to: Self.container, parentFrame: canvas) }
    addPairs()
    placeOverlays()
    resolveExpressions()
  }

  @discardableResult
  func add(
    _ spec: ScreenSpec, as screen: Selector.Screen, in parent: Int, frame: Rect
  ) -> Int {
    var properties = LayerProperties(frame: frame)
    _ = apply(spec.values, to: &properties, parent: frame)
    properties.layoutFrame = properties.frame
    var item = StageDraft.Item(
      node: Stage.Node(id: screen.rawValue, parent: parent, properties: properties))
    item.name = screen.rawValue
    item.values = spec.values
    let index = draft.add(item)
    draft.layersByName[screen.rawValue] = index
    for layer in spec.layers {
      add(layer, to: index, parentFrame: properties.frame, screen: screen)
    }
    return index
  }

  @discardableResult
  func add(
    _ spec: LayerSpec, to parent: Int, parentFrame: Rect, screen: Selector.Screen? = nil,
    at place: Int? = nil
  ) -> Int {
    var properties = LayerProperties(frame: parentFrame)
    let set = applyLayout(spec, to: &properties, parent: parentFrame)
    if !set.contains(.frame), case .picture(let picture) = properties.contents {
      // A picture without a frame has its own size.
      let size = picture.source.size
      properties.frame = Rect(parentFrame.x, parentFrame.y, size.width, size.height)
    }
    properties.layoutFrame = properties.frame

    let number = draft[parent].node.sublayers.count
    let id = spec.id?.value ?? "\(draft[parent].node.id)/\(number)"
    var item = StageDraft.Item(
      node: Stage.Node(id: id, parent: parent, properties: properties))
    item.classes = spec.classes
    item.screen = screen
    item.name = spec.id?.value
    item.values = spec.values
    let index = draft.add(item, at: place)
    register(spec, as: index)
    for sublayer in spec.sublayers {
      add(sublayer, to: index, parentFrame: properties.frame, screen: screen)
    }
    return index
  }

  /// Everything but expressions, which wait until every layer has its place.
  private func applyLayout(
    _ spec: LayerSpec, to properties: inout LayerProperties, parent: Rect
  ) -> LayerPropertySet {
    var values = spec.values
    values.expressions = []
    if case .layer = values.mask?.kind { values.mask = nil }
    if case .circle(.expression, _) = values.mask?.kind { values.mask = nil }
    return apply(values, to: &properties, parent: parent)
  }

  private func register(_ spec: LayerSpec, as index: Int) {
    if let id = spec.id {
      if draft.layersByName[id.value] != nil {
        problems.add("a second layer \"\(id.value)\"", at: id.origin)
      } else {
        draft.layersByName[id.value] = index
      }
    }
    guard let match = spec.match else { return }
    guard let screen = draft[index].screen else {
      problems.add("match pairs layers of screens.from and screens.to", at: match.origin)
      return
    }
    draft[index].pair = match.value
    var pair = draft.pairs[match.value] ?? StageDraft.Pair(layer: -1, from: -1, to: -1)
    if draft.pairs[match.value] == nil { draft.pairNames.append(match.value) }
    let taken = screen == .from ? pair.from : pair.to
    if taken >= 0 {
      problems.add(
        "a second layer of screens.\(screen.rawValue) with match \"\(match.value)\"",
        at: match.origin)
    }
    if screen == .from { pair.from = index } else { pair.to = index }
    draft.pairs[match.value] = pair
  }

  /// Makes one layer of each pair, above both screens and below the overlays.
  private func addPairs() {
    for name in draft.pairNames {
      var pair = draft.pairs[name]!
      guard pair.from >= 0, pair.to >= 0 else {
        let lonely = pair.from >= 0 ? pair.from : pair.to
        let other = pair.from >= 0 ? "to" : "from"
        problems.add(
          "match \"\(name)\" has no partner in screens.\(other)",
          at: draft[lonely].values.origin)
        draft[lonely].pair = nil
        draft.pairs[name] = nil
        continue
      }
      let screensEnd = draft[Self.container].node.sublayers.firstIndex {
        draft[$0].name != "from" && draft[$0].name != "to"
      }
      pair.layer = addPair(pair, at: screensEnd)
      draft.pairs[name] = pair
    }
    let pairs = draft.pairs
    draft.pairNames.removeAll { pairs[$0] == nil }
  }

  private func addPair(_ pair: StageDraft.Pair, at place: Int?) -> Int {
    let (from, to) = (pair.from, pair.to)
    let id = draft[from].node.id
    var item = StageDraft.Item(
      node: Stage.Node(id: id, parent: Self.container, properties: draft[from].node.properties))
    item.classes = draft[from].classes
    item.name = draft[from].name
    item.values = draft[from].values
    // The originals keep their names for look-ups of layout and give up the id.
    draft[from].node.id = "from/\(id)"
    draft[from].classes = []
    let layer = draft.add(item, at: place)
    if let name = item.name { draft.layersByName[name] = layer }
    // Elements with sublayers bring them along; those of *to* are mapped onto *from*'s frame.
    if !draft[from].node.sublayers.isEmpty || !draft[to].node.sublayers.isEmpty {
      let start = draft[from].node.properties.frame
      for (original, screen) in [(from, "from"), (to, "to")] {
        var properties = LayerProperties(frame: draft[original].node.properties.frame)
        properties.frame = start
        let group = draft.add(
          StageDraft.Item(
            node: Stage.Node(
              id: "\(id)/\(screen)", parent: layer, properties: properties)))
        for sublayer in draft[original].node.sublayers { copy(sublayer, to: group) }
      }
    }
    return layer
  }

  private func copy(_ index: Int, to parent: Int) {
    var item = draft[index]
    let sublayers = item.node.sublayers
    item.node.parent = parent
    item.node.sublayers = []
    item.node.id = "\(draft[parent].node.id)/\(item.node.id)"
    item.name = nil
    item.classes = []
    let new = draft.add(item)
    for sublayer in sublayers { copy(sublayer, to: new) }
  }

  /// Moves overlays that say `below` or `above` next to what they name.
  private func placeOverlays() {
    for (overlay, index) in zip(document.overlays, overlays) {
      if let selector = overlay.below ?? overlay.above {
        place(index, selector, isBelow: overlay.below != nil)
      }
    }
  }

  /// Puts a child of the container directly below or above what `selector` names.
  func place(_ index: Int, _ selector: Located<Selector>, isBelow: Bool) {
    guard let target = layers(named: selector, asSeen: true).first else { return }
    place(index, besides: target, isBelow: isBelow, at: selector.origin)
  }

  func place(_ index: Int, besides target: Int, isBelow: Bool, at origin: Origin) {
    let neighbour = draft.topLevel(target)
    guard neighbour != index else {
      problems.add("a layer cannot lie next to itself", at: origin)
      return
    }
    draft[Self.container].node.sublayers.removeAll { $0 == index }
    let position = draft[Self.container].node.sublayers.firstIndex(of: neighbour)!
    draft[Self.container].node.sublayers.insert(index, at: isBelow ? position : position + 1)
  }

  /// The second pass: frames and masks that follow other layers, in document order.
  private func resolveExpressions() {
    for index in 1..<max(1, draft.count) {
      let values = draft[index].values
      var late = LayerValues()
      late.expressions = values.expressions
      let varying = takeVarying(&late)
      if !varying.isEmpty { standing.append(StandingCalls(layer: index, varying: varying)) }
      switch values.mask?.kind {
      case .layer, .circle(.expression, _): late.mask = values.mask
      default: break
      }
      guard !late.expressions.isEmpty || late.mask != nil else { continue }
      var properties = draft[index].node.properties
      let parent = draft[draft[index].node.parent].node.properties.frame
      _ = apply(late, to: &properties, parent: parent)
      properties.layoutFrame = properties.frame
      draft[index].node.properties = properties
    }
  }
}
