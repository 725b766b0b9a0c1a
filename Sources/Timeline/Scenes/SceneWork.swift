/// The cost of drawing a scene, computed layer by layer before the drawing starts.
package struct SceneWork {
  private let scene: Scene
  private let device: Homography
  private let width: Int
  private let height: Int
  /// The layer with the highest cost, including the effects on its sublayers but not the sublayers
  /// themselves.
  private var heaviest = (layer: 0, units: 0.0)

  /// The cost of the whole scene, and the layer with the largest part of it.
  package static func of(
    _ scene: Scene, scale: Double, width: Int, height: Int
  ) -> (units: Double, heaviest: Int) {
    guard !scene.stage.nodes.isEmpty else { return (0, 0) }
    var work = SceneWork(scene, scale: scale, width: width, height: height)
    let whole = work.layer(0, in: nil)
    return (whole.work.units, work.heaviest.layer)
  }

  private init(_ scene: Scene, scale: Double, width: Int, height: Int) {
    self.scene = scene
    device = .scale(scale)
    self.width = width
    self.height = height
  }

  /// The cost of a layer with its sublayers, and the area that it paints; nil if the layer paints nothing.
  private struct Part {
    var work = RenderCostSum()
    var drawn: Rect?

    mutating func add(_ other: Part) {
      work = work + other.work
      drawn = other.drawn.map { drawn?.union($0) ?? $0 } ?? drawn
    }
  }

  private mutating func layer(_ index: Int, in parent: Placement?) -> Part {
    let p = scene.properties(of: index)
    guard !p.isHidden, p.opacity > 0 else { return Part() }
    let sublayers = scene.stage.nodes[index].sublayers
    let placement = Placement(p, hasSublayers: !sublayers.isEmpty, in: parent)
    if placement.isDegenerate || !placement.showsFront && !p.isDoubleSided { return Part() }
    let map = placement.toCanvas.then(device)
    let own = RenderCost.own(
      p, bounds: placement.bounds, map: map, width: width, height: height)
    let picture = Rect(0, 0, Double(width), Double(height))
    if p.isMaskedAway(by: map, in: picture) { return Part(work: own) }
    var part = Part(work: own, drawn: p.drawnBox(in: placement.bounds, by: map, on: picture))
    for sublayer in sublayers { part.add(layer(sublayer, in: placement)) }
    if p.masksToBounds, let box = map.boundingBox(of: placement.bounds) {
      part.drawn = part.drawn?.intersection(box)
    }
    var alone = own.units
    if let drawn = part.drawn, !drawn.isEmpty {
      let effects = RenderCost.effects(
        p, hasSublayers: !sublayers.isEmpty, map: map, drawn: drawn, in: picture)
      if effects.drawsAgain { part.work = part.work + part.work }
      part.work = part.work + effects.work
      part.drawn = effects.drawn
      alone += effects.work.units
    }
    if alone > heaviest.units { heaviest = (index, alone) }
    return part
  }
}

extension LayerProperties {
  /// Whether the mask hides the layer completely, because the mask is outside the picture or has no area.
  /// `map` converts points of the layer to device pixels.
  func isMaskedAway(by map: Homography, in picture: Rect) -> Bool {
    guard let mask, !mask.isInverted else { return false }
    let box: Rect
    switch mask.kind {
    case .ellipse(let place), .rectangle(let place, _): box = place
    case .path(let path):
      if path.hasNoArea { return true }
      box = path.box
    case .layer: return false
    }
    // The box of a drawn layer is one pixel larger on each side, because edges are anti-aliased.
    guard let seen = map.boundingBox(of: box) else { return false }
    return seen.insetBy(dx: -1, dy: -1).intersection(picture).isEmpty
  }

  /// The area in pixels that the layer itself paints; nil if it paints nothing.
  func drawnBox(in bounds: Rect, by map: Homography, on picture: Rect) -> Rect? {
    var box: Rect?
    if isDrawn || !backdrop.isEmpty || !shadows.isEmpty {
      box = map.boundingBox(of: bounds) ?? picture
    }
    guard let path = drawing.path, !path.elements.isEmpty else { return box }
    let reach = drawing.isStroked ? drawing.lineWidth * max(drawing.miterLimit, 1.5) / 2 : 0
    let place = path.box.insetBy(dx: -reach, dy: -reach)
      .offsetBy(dx: bounds.minX, dy: bounds.minY)
    let drawn = map.boundingBox(of: place) ?? picture
    return box?.union(drawn) ?? drawn
  }
}

extension Path {
  /// Whether the rectangle is a line or empty.
  fileprivate var hasNoArea: Bool {
    var first: Point?
    var second: Point?
    for element in elements {
      let point: Point
      switch element {
      case .move(let p), .line(let p): point = p
      case .cubic: return false
      case .close: continue
      }
      guard let from = first else {
        first = point
        continue
      }
      guard let to = second else {
        if point != from { second = point }
        continue
      }
      let area = (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
      if abs(area) > 1e-9 { return false }
    }
    return true
  }
}
