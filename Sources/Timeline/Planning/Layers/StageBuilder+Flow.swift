import Documents
import JSON
import Scenes

/// The layers of one stack of screens in a flow.
struct FlowContext {
  /// The layer that is animated when the stack is presented or its tab is chosen.
  var player: Int
  /// The layer that contains the screens of the navigation stack.
  var container: Int
  var dimming: Int?
  /// The style in which the stack is presented; nil for the stack of a tab.
  var sheet: SheetSpec?
}

/// The layers of a screen at one position in the stage.
struct ScreenInstance {
  var root: Int
  var layers: Range<Int>
  var container: Int
}

/// The layers of a flow: each screen occurs once in every stack that contains it, and each presentation has
/// its layers. Higher entries of a stack are later sublayers, so the drawing order does not change.
struct FlowStage {
  var contexts: [Int: FlowContext] = [:]
  /// The layers of presentations, grouped by the name of the presented screen.
  var presented: [String: [FlowContext]] = [:]
  var instances: [String: [ScreenInstance]] = [:]
  /// The instances of screens on the stage, by the numbers of stack entries.
  var entries: [Int: ScreenInstance] = [:]
  /// The current scroll offsets of the scrolled layers.
  var offsets: [Int: Double] = [:]
}

extension StageBuilder {
  /// Adds the viewport and the layer that contains the screens. If a document has a camera but no device, the
  /// viewport is as large as the canvas.
  mutating func addSpace() {
    let inputs = values.inputs
    let device = inputs.document.device
    var spec = inputs.document.viewport
    if spec == nil, device == nil, let camera = inputs.document.camera.first {
      spec = ViewportSpec()
      spec?.origin = camera.origin
      spec?.frame = RectSpec(inputs.canvas)
    }
    let hasSpace =
      spec != nil || device != nil || ContainerPictures(inputs: inputs).areShown
    var root = StageDraft.Item(
      node: Stage.Node(
        id: hasSpace ? "canvas" : "container", parent: -1,
        properties: LayerProperties(frame: inputs.canvas)))
    root.name = root.node.id
    values.stage.layersByName[root.node.id] = values.stage.add(root)
    if let device, let viewport = addDevice(device) {
      values.stage.container = addPlain("container", in: viewport)
      values.stage.here = container
    } else if hasSpace, spec == nil {
      values.stage.container = addPlain("container", in: StageDraft.root)
      values.stage.here = container
    }
    guard let spec else { return }
    let frame = spec.frame.rect(in: inputs.canvas)
    if !(frame.width > 0 && frame.height > 0) {
      values.problems.add("the viewport has no area", at: spec.origin)
    }
    let viewport = addSpace(
      "viewport", frame, size: spec.size ?? frame.size, in: StageDraft.root,
      corners: CornerRadii(spec.cornerRadius))
    values.stage.container = addPlain("container", in: viewport)
    values.stage.here = container
  }

  /// Adds a layer with its own coordinates that clips its contents.
  mutating func addSpace(
    _ id: String, _ frame: Rect, size: Size, in parent: Int, corners: CornerRadii
  ) -> Int {
    var properties = LayerProperties(frame: frame)
    properties.layoutFrame = Rect(0, 0, size.width, size.height)
    properties.masksToBounds = true
    let scale = frame.width > 0 ? size.width / frame.width : 1
    properties.cornerRadii = corners.mapped { $0 * scale }
    var item = StageDraft.Item(
      node: Stage.Node(id: values.stage.numbered(id), parent: parent, properties: properties))
    item.isSpace = true
    let index = values.stage.add(item)
    name(index, id)
    return index
  }

  /// Adds a layer that fills its parent.
  mutating func addPlain(_ id: String, in parent: Int) -> Int {
    let index = values.stage.add(
      StageDraft.Item(
        node: Stage.Node(
          id: values.stage.numbered(id), parent: parent,
          properties: LayerProperties(frame: values.stage.bounds(of: parent)))))
    name(index, id)
    return index
  }

  private mutating func name(_ index: Int, _ id: String) {
    if values.stage.layersByName[id] == nil { values.stage.layersByName[id] = index }
  }

  // MARK: Flows

  /// Adds the layers for all moves, in the order of the moves.
  mutating func addFlow() {
    guard let flow = values.inputs.document.flow,
      var navigation = values.inputs.document.navigation
    else { return }
    var stage = FlowStage()
    scrolled = scrolledScreens(flow, navigation)
    for tab in navigation.tabs {
      let container =
        navigation.hasBar ? addPlain("tab-\(tab.stack[0].screen)", in: container) : container
      stage.contexts[tab.number] = FlowContext(player: container, container: container)
      enter(tab.stack[0], tab.number, above: nil, &stage)
    }
    var visibility = FlowVisibility(first: layers(of: navigation.shown, stage))
    for (number, move) in flow.moves.enumerated() {
      var next = navigation
      let change: Navigation.Change?
      do throws(Navigation.Refusal) {
        change = try next.apply(move)
      } catch {
        values.problems.add(error.message, at: move.place, suggestion: error.suggestion)
        break
      }
      var made = FlowMove(
        spec: move, operation: change?.operation ?? .none, finishes: finishes(move),
        scope: MoveScope(), number: number)
      made.scope.container = container
      made.topBefore = stage.entries[navigation.top.number]?.root
      let old = made.finishes ? nil : stage
      if let change { play(change, &made, from: navigation, to: next, &stage) }
      if move.action.value.isScroll {
        scroll(&made, stage.entries[navigation.top.number], &stage)
      }
      made.topAfter =
        made.finishes ? stage.entries[next.top.number]?.root : made.topBefore
      moves.append(made)
      if let old {
        // In the next flow move, the same entry numbers refer to other screens.
        (stage.entries, stage.contexts) = (old.entries, old.contexts)
      } else {
        navigation = next
        visibility.change(made.appearing.union(made.disappearing), before: number + 1)
      }
    }
    for index in moves.indices { moves[index].visibility = visibility }
    let roots = stage.instances.values.flatMap { $0 }.map(\.root)
    let others = stage.contexts.values.flatMap { [$0.player, $0.dimming].compactMap { $0 } }
    for layer in Set(roots + others) where layer != container {
      values.stage[layer].node.properties.isHidden =
        values.stage[layer].node.properties.isHidden || !visibility.first.contains(layer)
    }
  }

  /// Finds the layers that take part in a flow move.
  private mutating func play(
    _ change: Navigation.Change, _ move: inout FlowMove, from old: Navigation, to new: Navigation,
    _ stage: inout FlowStage
  ) {
    if move.operation == .present {
      stage.contexts[change.toContext] = present(move.spec, over: old, &stage)
      enter(change.to, change.toContext, above: nil, &stage)
    } else if stage.entries[change.to.number] == nil {
      enter(change.to, change.toContext, above: old.top, &stage)
    }
    guard let from = stage.entries[change.from.number], let to = stage.entries[change.to.number],
      let fromContext = stage.contexts[change.fromContext],
      let toContext = stage.contexts[change.toContext]
    else { return }
    move.scope.container = change.isInside ? toContext.container : container
    move.scope.screens = ["from": from.root, "to": to.root]
    switch move.operation {
    case .present: (move.from, move.to) = (from.root, toContext.player)
    case .dismiss: (move.from, move.to) = (fromContext.player, to.root)
    default:
      (move.from, move.to) =
        change.isInside ? (from.root, to.root) : (fromContext.player, toContext.player)
    }
    if let sheet = move.operation == .dismiss ? fromContext.sheet : toContext.sheet,
      !change.isInside
    {
      move.covers = sheet.covers
    }
    move.dimming =
      move.operation == .present
      ? toContext.dimming
      : move.operation == .dismiss ? fromContext.dimming : nil
    let changed = old.changed(to: new)
    let (before, after) = (layers(of: changed.old, stage), layers(of: changed.new, stage))
    (move.appearing, move.disappearing) = (after.subtracting(before), before.subtracting(after))
    move.scope.layers = ["from": move.from!, "to": move.to!, "container": move.scope.container]
    move.scope.layers["dimming"] = move.dimming
    move.scope.layers["sheet"] =
      move.operation == .present ? move.to : move.operation == .dismiss ? move.from : nil
    addShifts(&move.scope, stage, [from, to])
    addPairs(&move, from, to)
  }

  func addShifts(
    _ scope: inout MoveScope, _ stage: FlowStage, _ instances: [ScreenInstance]
  ) {
    for instance in instances {
      guard let name = values.stage[instance.root].screen?.rawValue,
        let first = stage.instances[name]?.first, first.root != instance.root
      else { continue }
      scope.shifts.append((first.layers, instance.root - first.root))
    }
  }

  /// Adds a layer for each pair of elements that have the same name on both screens.
  private mutating func addPairs(
    _ move: inout FlowMove, _ from: ScreenInstance, _ to: ScreenInstance
  ) {
    let container = container
    values.stage.container = move.scope.container
    defer { values.stage.container = container }
    let ends = matches(to)
    for (name, start) in matches(from) {
      guard let end = ends.first(where: { $0.name == name })?.layer else { continue }
      let pair = values.stage.addPair(
        from: start, to: end, name: name, above: [move.from!, move.to!])
      move.scope.pairs[name] = pair
      move.scope.pairNames.append(name)
      if values.stage.movePairs[name] == nil { values.stage.movePairs[name] = pair }
      move.scope.pairLayers[start] = pair.layer
      move.scope.pairLayers[end] = pair.layer
    }
  }

  private func matches(_ instance: ScreenInstance) -> [(name: String, layer: Int)] {
    instance.layers.compactMap { index in
      values.stage[index].match.map { ($0.value, index) }
    }
  }

  /// The layers of a presentation; the layers of an earlier equal presentation are reused unless a visible
  /// layer is above them.
  private mutating func present(
    _ move: MoveSpec, over navigation: Navigation, _ stage: inout FlowStage
  ) -> FlowContext {
    let sheet = move.sheet
    let frame = sheet.frame(in: bounds)
    let screen = move.action.value.screen?.value ?? ""
    // The presentation must be above all layers of the current stacks.
    let above = max(
      stage.contexts[navigation.context.number]?.player ?? 0,
      stage.entries[navigation.top.number]?.root ?? 0)
    if let same = stage.presented[screen]?.first(where: {
      $0.player > above && $0.sheet?.style == sheet.style
        && $0.sheet?.frame(in: bounds) == frame && $0.sheet?.corners == sheet.corners
        && $0.sheet?.backdrop == sheet.backdrop && $0.sheet?.shade == sheet.shade
    }) {
      return same
    }
    var context = FlowContext(player: 0, container: 0)
    context.sheet = sheet
    if sheet.shade.alpha > 0 || !sheet.backdrop.isEmpty {
      let dimming = addPlain("dimming", in: container)
      values.stage[dimming].node.properties.backgroundColor = sheet.shade
      values.stage[dimming].node.properties.backdrop = sheet.backdrop
      context.dimming = dimming
    }
    context.player = addSpace(
      "sheet", frame, size: frame.size, in: container, corners: sheet.corners)
    context.container = addPlain("sheet-container", in: context.player)
    stage.presented[screen, default: []].append(context)
    return context
  }

  /// Creates the layers of a stack entry above those of the entry below it.
  private mutating func enter(
    _ entry: Navigation.Entry, _ context: Int, above below: Navigation.Entry?,
    _ stage: inout FlowStage
  ) {
    guard let container = stage.contexts[context]?.container,
      let spec = values.inputs.document.screens?[entry.screen]
    else { return }
    let highest = below.flatMap { stage.entries[$0.number]?.root } ?? -1
    let known = stage.instances[entry.screen] ?? []
    if let same = known.first(where: { $0.container == container && $0.root > highest }) {
      stage.entries[entry.number] = same
      return
    }
    isRepeating = !known.isEmpty
    defer { isRepeating = false }
    let start = values.stage.count
    let root = add(
      spec, as: Selector.Screen(entry.screen), in: container,
      frame: values.stage.bounds(of: container))
    let instance = ScreenInstance(
      root: root, layers: start..<values.stage.count, container: container)
    stage.instances[entry.screen, default: []].append(instance)
    stage.entries[entry.number] = instance
  }

  /// Returns the layers of the visible screens.
  private func layers(of shown: [Navigation.Shown], _ stage: FlowStage) -> Set<Int> {
    var seen: Set<Int> = []
    for (context, entry) in shown {
      if let layers = stage.contexts[context] {
        if layers.player != container { seen.insert(layers.player) }
        if let dimming = layers.dimming { seen.insert(dimming) }
      }
      if let instance = stage.entries[entry.number] { seen.insert(instance.root) }
    }
    return seen
  }

  /// Whether a flow move finishes, because a finger may cancel the move.
  mutating func finishes(_ move: MoveSpec) -> Bool {
    if let finishes = move.finishes { return finishes }
    guard let interaction = move.transition.interaction else { return true }
    var seconds = 0.4
    if case .seconds(let own)? = move.transition.duration?.value { seconds = own }
    var problems = Problems(file: values.inputs.document.file)
    let drive = InteractionPlanner(values.inputs, container: bounds.size).drive(
      interaction, seconds: seconds, presented: nil, &problems)
    return drive?.isCompleted ?? true
  }
}

extension SheetSpec {
  /// The colour of the dimming layer; by default, it is black with alpha 0.2 for sheets and forms.
  var shade: Color {
    if let dimming {
      var color = dimming.color
      color.alpha *= dimming.opacity
      return color
    }
    switch style {
    case .sheet, .form, .custom: return Color(red: 0, green: 0, blue: 0, alpha: 0.2)
    case .fullScreen, .overCurrent: return .clear
    }
  }
}
