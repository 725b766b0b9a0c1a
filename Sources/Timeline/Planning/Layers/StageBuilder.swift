package import Documents
import Evaluation
import JSON
package import Scenes

/// The layers that a presentation controller adds around the presented screen.
package struct Decorations {
  var dimming: Int?
  /// The layer that replaces the presented screen in every role, so that the screen moves together with its
  /// decoration.
  var wrapper: Int?
  var presented: Int?
}

/// The properties of a layer that vary independently of steps during the whole timeline.
package struct LayerExpressions {
  var layer: Int
  var varying: [ExpressionProperty]
}

/// Builds the layer tree of a document: screens, overlays, matched pairs, and the layers that a presentation
/// adds.
package struct StageBuilder {
  package internal(set) var values: ValueResolver
  private(set) var decorations = Decorations()
  /// The layers with properties that vary independently of steps.
  private(set) var expressions: [LayerExpressions] = []
  /// The moves of a flow with the layers that represent their screens.
  var moves: [FlowMove] = []
  /// The visible fingers of the document with their layers.
  var touches: [PlannedTouch] = []
  /// The status bar in black and in white, if both colours may be needed.
  var statusBars: [(layer: Int, isWhite: Bool)] = []
  /// The layers of the captions in the order of the captions.
  var captions: [Int] = []
  /// The layers of the end card, beginning with the layer that covers the canvas.
  var endCard: [Int] = []
  /// The names of the screens that a move scrolls.
  var scrolled: Set<String> = []
  /// Whether the layers that are being added repeat a screen at another position.
  var isRepeating = false
  /// The layers of the document's overlays, in document order.
  private var overlays: [Int] = []

  package init(_ inputs: PlanningInputs) { values = ValueResolver(inputs) }

  private var document: Document { values.inputs.document }
  /// The layer that contains the screens, and whose coordinates they use.
  var container: Int { values.stage.container }
  var bounds: Rect { values.stage.bounds(of: container) }

  /// The layer that represents a screen in the roles of animators.
  package func player(of screen: Selector.Screen) -> Int? {
    let layer = values.stage.layersByName[screen.rawValue]
    return layer != nil && layer == decorations.presented ? decorations.wrapper ?? layer : layer
  }

  /// The frame of the presented screen including its decorations.
  package var presentedFrame: Rect? {
    (decorations.wrapper ?? decorations.presented).map { values.stage[$0].node.properties.frame }
  }

  /// Adds all layers of the document. Frames that depend on other layers are computed in a second pass.
  package mutating func build() {
    addSpace()
    if document.flow != nil { addFlow() } else { addScreens() }
    for layer in document.layers { add(layer, to: container, parentFrame: bounds) }
    overlays = document.overlays.map { overlay in
      overlay.isOnCanvas
        ? add(overlay, to: StageDraft.root, parentFrame: values.inputs.canvas)
        : add(overlay, to: container, parentFrame: bounds)
    }
    values.stage.addPairs(&values.report.problems)
    placeOverlays()
    if let device = document.device { addStatusBars(device) }
    addTouches()
    addCaptions()
    addEndCard()
    resolveExpressions()
  }

  // MARK: Screens

  private mutating func addScreens() {
    guard let screens = document.screens else { return }
    // Pop and dismiss reveal the screen below, as do push and present when they run backwards.
    let first = document.transitions.first
    let uncovers = first?.operation == .pop || first?.operation == .dismiss
    let isBelow = uncovers != (first?.isReversed ?? false)
    let presented: Selector.Screen = uncovers ? .from : .to
    let order: [(Selector.Screen, ScreenSpec)] = [(.from, screens.from), (.to, screens.to)]
    for (screen, spec) in isBelow ? order.reversed() : order {
      if screen == presented, let presentation = document.presentation {
        add(spec, as: screen, presentedBy: presentation)
      } else {
        add(spec, as: screen, in: container, frame: bounds)
      }
    }
  }

  @discardableResult
  mutating func add(
    _ spec: ScreenSpec, as screen: Selector.Screen, in parent: Int, frame: Rect
  ) -> Int {
    var properties = LayerProperties(frame: frame)
    _ = values.apply(spec.values, to: &properties, parent: frame)
    properties.layoutFrame = properties.frame
    var item = StageDraft.Item(
      node: Stage.Node(id: screen.rawValue, parent: parent, properties: properties))
    item.name = screen.rawValue
    item.values = spec.values
    item.screen = document.flow == nil ? nil : screen
    let index = values.stage.add(item)
    if isRepeating {
      values.stage[index].isRepeated = true
      values.stage[index].node.id = values.stage.numbered(screen.rawValue)
    } else {
      values.stage.layersByName[screen.rawValue] = index
    }
    guard let moving = addScrolled(screen, in: index) else {
      for layer in spec.layers {
        add(layer, to: index, parentFrame: properties.frame, screen: screen)
      }
      return index
    }
    for isFixed in [false, true] {
      for layer in spec.layers where layer.isFixed == isFixed {
        add(layer, to: isFixed ? index : moving, parentFrame: properties.frame, screen: screen)
      }
    }
    return index
  }

  /// Adds the presented screen with its size, position and decorations.
  mutating func add(
    _ spec: ScreenSpec, as screen: Selector.Screen, presentedBy presentation: PresentationSpec
  ) {
    if let dimming = presentation.dimming {
      var properties = LayerProperties(frame: bounds)
      properties.backgroundColor = dimming.color
      properties.opacity = screen == .from ? dimming.opacity : 0
      decorations.dimming = addDecoration("dimming", properties)
    }
    let frame = presentation.frame(in: bounds)
    guard let wrapper = presentation.wrapper else {
      decorations.presented = add(spec, as: screen, in: container, frame: frame)
      return
    }
    var properties = LayerProperties(frame: frame)
    _ = values.apply(wrapper, to: &properties, parent: frame)
    properties.layoutFrame = properties.frame
    let index = addDecoration("wrapper", properties)
    decorations.wrapper = index
    let presented = add(spec, as: screen, in: index, frame: properties.frame)
    // The wrapper layer has the shadow, and the screen inside the wrapper is clipped to the rounded corners.
    if !properties.cornerRadii.isZero {
      values.stage[presented].node.properties.cornerRadii = properties.cornerRadii
      values.stage[presented].node.properties.cornerCurve = properties.cornerCurve
      values.stage[presented].node.properties.masksToBounds = true
    }
    decorations.presented = presented
  }

  private mutating func addDecoration(_ id: String, _ properties: LayerProperties) -> Int {
    var item = StageDraft.Item(
      node: Stage.Node(id: id, parent: container, properties: properties))
    item.name = id
    let index = values.stage.add(item)
    values.stage.layersByName[id] = index
    return index
  }

  // MARK: Layers

  @discardableResult
  mutating func add(
    _ spec: LayerSpec, to parent: Int, parentFrame: Rect, screen: Selector.Screen? = nil,
    at place: Int? = nil
  ) -> Int {
    var properties = LayerProperties(frame: parentFrame)
    let set = applyLayout(spec, to: &properties, parent: parentFrame)
    if !set.contains(.frame), case .picture(let picture) = properties.contents {
      // A picture layer without a frame has the natural size of its picture.
      let size = picture.source.size
      properties.frame = Rect(parentFrame.x, parentFrame.y, size.width, size.height)
      if spec.isScreenshot {
        properties.frame = Self.frame(ofScreenshot: size, in: parentFrame)
        tellRoom(below: properties.frame, of: spec, in: parent)
      }
    }
    properties.layoutFrame = properties.frame

    let number = values.stage[parent].node.sublayers.count
    let id = spec.id?.value ?? "\(values.stage[parent].node.id)/\(number)"
    var item = StageDraft.Item(
      node: Stage.Node(id: id, parent: parent, properties: properties))
    item.classes = spec.classes
    item.screen = screen
    item.name = spec.id?.value
    item.values = spec.values
    item.match = spec.match
    if spec.hasOwnPoints {
      item.isSpace = true
      item.node.properties.layoutFrame = Rect(
        0, 0, properties.frame.width, properties.frame.height)
    }
    let index = values.stage.add(item, at: place)
    register(spec, as: index)
    let inside = values.stage.bounds(of: index)
    for sublayer in spec.sublayers {
      add(sublayer, to: index, parentFrame: inside, screen: screen)
    }
    return index
  }

  /// The frame of a screenshot, which is as wide as the screen. A screenshot whose aspect ratio is nearly
  /// that of the screen fills the screen.
  private static func frame(ofScreenshot size: Size, in screen: Rect) -> Rect {
    guard size.width > 0 else { return screen }
    let height = size.height * screen.width / size.width
    let isWhole = abs(height - screen.height) < screen.height * 0.01
    return isWhole ? screen : Rect(screen.x, screen.y, screen.width, height)
  }

  /// Reports that a screenshot ends above the bottom of its screen while nothing is below it.
  private mutating func tellRoom(below frame: Rect, of spec: LayerSpec, in parent: Int) {
    let screen = values.stage.bounds(of: parent)
    guard frame.height < screen.height, values.stage[parent].node.sublayers.isEmpty, !isRepeating,
      values.stage[parent].node.properties.backgroundColor == nil
    else { return }
    func text(_ size: Size) -> String {
      "\(JSONWriter.number(size.width.rounded())) × \(JSONWriter.number(size.height.rounded()))"
    }
    values.report.problems.warn(
      "the screenshot fills \(text(frame.size)) of the screen's \(text(screen.size)) points: "
        + "give the device its \"size\" or \"orientation\", or the screen a \"backgroundColor\"",
      at: spec.values.origin)
  }

  /// Applies all properties of a layer except expressions, which need the positions of all layers.
  private mutating func applyLayout(
    _ spec: LayerSpec, to properties: inout LayerProperties, parent: Rect
  ) -> LayerPropertySet {
    var early = spec.values
    early.expressions = []
    if Self.followsLayers(early.mask) { early.mask = nil }
    return values.apply(early, to: &properties, parent: parent)
  }

  private static func followsLayers(_ mask: MaskSpec?) -> Bool {
    switch mask?.kind {
    case .layer, .circle(.expression, _): true
    default: false
    }
  }

  private mutating func register(_ spec: LayerSpec, as index: Int) {
    if isRepeating {
      values.stage[index].isRepeated = true
      values.stage[index].node.id = values.stage.numbered(values.stage[index].node.id)
      return
    }
    if let id = spec.id {
      if values.stage.layersByName[id.value] != nil {
        values.problems.add("a second layer \"\(id.value)\"", at: id.origin)
      } else {
        values.stage.layersByName[id.value] = index
      }
    }
    if let match = spec.match, document.flow == nil { pair(index, match) }
  }

  private mutating func pair(_ index: Int, _ match: Sourced<String>) {
    guard let screen = values.stage[index].screen else {
      values.problems.add(
        "\"match\" works only for layers of the screens \"from\" and \"to\"", at: match.origin)
      return
    }
    if !values.stage.pair(index, of: screen, as: match.value) {
      values.problems.add(
        "two layers of screens.\(screen.rawValue) have the match \"\(match.value)\"",
        at: match.origin)
    }
  }

  /// Moves each overlay with `below` or `above` next to the layer that it names.
  private mutating func placeOverlays() {
    for (overlay, index) in zip(document.overlays, overlays) {
      if let selector = overlay.below ?? overlay.above {
        place(index, selector, isBelow: overlay.below != nil)
      }
    }
  }

  /// Moves a child of the container directly below or above the layer of `selector`.
  mutating func place(_ index: Int, _ selector: Sourced<Selector>, isBelow: Bool) {
    guard let target = values.layers(named: selector, asSeen: true).first else { return }
    if case .pair = selector.value.target { values.stage.move(index, besides: target) }
    place(index, besides: target, isBelow: isBelow, at: selector.origin)
  }

  mutating func place(_ index: Int, besides target: Int, isBelow: Bool, at origin: Origin) {
    guard !values.stage.place(index, besides: target, isBelow: isBelow) else { return }
    values.problems.add(
      values.stage.topLevel(target, in: values.stage[index].node.parent) == index
        ? "an overlay cannot be placed above or below itself"
        : "the overlay and the named layer are not in the same viewport",
      at: origin)
  }

  /// Computes, in document order, the frames and masks that depend on other layers.
  private mutating func resolveExpressions() {
    for index in 1..<max(1, values.stage.count) {
      let written = values.stage[index].values
      values.stage.here = values.stage.space(of: index)
      defer { values.stage.here = container }
      var late = LayerValues()
      late.expressions = written.expressions
      let varying = values.takeVarying(&late)
      if !varying.isEmpty { expressions.append(LayerExpressions(layer: index, varying: varying)) }
      if Self.followsLayers(written.mask) { late.mask = written.mask }
      guard !late.expressions.isEmpty || late.mask != nil else { continue }
      var properties = values.stage[index].node.properties
      let parent = values.stage.bounds(of: values.stage[index].node.parent)
      _ = values.apply(late, to: &properties, parent: parent)
      if !values.stage[index].isSpace { properties.layoutFrame = properties.frame }
      values.stage[index].node.properties = properties
    }
  }
}
