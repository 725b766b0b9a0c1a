import Scenes

/// The colour of a scene at a point, computed without drawing from the layers' colours, gradients, pictures
/// and stills. The search for a painted point does not take shapes, shadows and filters into account.
struct PaintedPoint {
  let scene: Scene
  /// The layers that the search ignores with all their sublayers.
  let ignored: Set<Int>

  /// The premultiplied brightness and the coverage of a point, both from 0 to 1.
  struct Tone {
    private(set) var brightness = 0.0
    private(set) var cover = 0.0

    init() {}

    init(_ color: Color) {
      brightness = color.alpha * (0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue)
      cover = color.alpha
    }

    mutating func paint(_ above: Tone, opacity: Double = 1) {
      let left = 1 - above.cover * opacity
      brightness = brightness * left + above.brightness * opacity
      cover = cover * left + above.cover * opacity
    }
  }

  /// The brightness and coverage of a layer with its sublayers at a point of the canvas.
  func tone(of layer: Int, _ p: LayerProperties, _ placement: Placement, at place: Point) -> Tone {
    guard !p.isHidden, !ignored.contains(layer), placement.showsFront || p.isDoubleSided,
      let inverse = placement.toCanvas.inverse
    else { return Tone() }
    let (own, bounds) = (inverse.apply(place).point, placement.bounds)
    let isInside = bounds.holds(own)
    guard isInside || !p.masksToBounds, p.mask?.shows(own) ?? true else { return Tone() }
    var inner = Tone()
    if isInside {
      if let color = p.backgroundColor { inner.paint(Tone(color)) }
      let (x, y) = ((own.x - bounds.x) / bounds.width, (own.y - bounds.y) / bounds.height)
      inner.paint(tone(of: p.contents, x, y))
    }
    let nodes = scene.stage.nodes
    for (sublayer, properties) in scene.ordered(nodes[layer].sublayers, in: placement) {
      let hasSublayers = !nodes[sublayer].sublayers.isEmpty
      let inside = Placement(properties, hasSublayers: hasSublayers, in: placement)
      inner.paint(tone(of: sublayer, properties, inside, at: place))
    }
    var tone = Tone()
    tone.paint(inner, opacity: p.opacity)
    return tone
  }

  /// The brightness and coverage of contents at a fraction of their width and height.
  private func tone(of contents: Contents, _ x: Double, _ y: Double) -> Tone {
    switch contents {
    case .none: return Tone()
    case .color(let color): return Tone(color)
    case .gradient(let gradient):
      guard !gradient.stops.isEmpty else { return Tone() }
      let share = min(x + y, 1.999) / 2 * Double(gradient.stops.count)
      return Tone(gradient.stops[Int(clamped: share, rounded: .down)].color)
    case .picture(let picture):
      guard !picture.source.isSetInFrame,
        let bitmap = try? picture.source.picture(at: picture.time, width: 64, height: 64)
      else { return Tone() }
      return Tone(
        bitmap.color(
          Int(clamped: x * Double(bitmap.width), rounded: .down),
          Int(clamped: y * Double(bitmap.height), rounded: .down)))
    case .snapshot(let still): return tone(of: still, x, y)
    case .produced(let produced):
      // The picture of a plugin usually starts as its first input and ends as its last input.
      let stills = produced.inputs.compactMap(\.first)
      let still = produced.moment.progress < 0.5 ? stills.first : stills.last
      return still.map { tone(of: $0, x, y) } ?? Tone()
    }
  }

  private func tone(of still: Snapshot, _ x: Double, _ y: Double) -> Tone {
    let (scene, layer, frame) = (still.scene, still.layer, still.frame)
    let p = still.properties
    let hasSublayers = !scene.stage.nodes[layer].sublayers.isEmpty
    return PaintedPoint(scene: scene, ignored: ignored.subtracting([layer])).tone(
      of: layer, p, Placement(p, hasSublayers: hasSublayers, in: nil),
      at: Point(frame.x + x * frame.width, frame.y + y * frame.height))
  }
}

extension Mask {
  /// Whether the mask of a layer shows a point; a path is approximated by its bounding box, and a mask layer
  /// is assumed to show every point.
  fileprivate func shows(_ point: Point) -> Bool {
    let isInside: Bool
    switch kind {
    case .ellipse(let box):
      let (x, y) = ((point.x - box.center.x) / box.width, (point.y - box.center.y) / box.height)
      isInside = x * x + y * y < 0.25
    case .rectangle(let box, _): isInside = box.holds(point)
    case .path(let path): isInside = path.box.holds(point)
    case .layer: return true
    }
    return isInside != isInverted
  }
}

extension Rect {
  /// Whether the rectangle contains a point; its left and top edges belong to it.
  fileprivate func holds(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }
}
