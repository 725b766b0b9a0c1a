internal import Scenes

/// Turns the layers of a scene into a display list. Files named Flattener+… hold its parts.
struct Flattener {
  let scene: Scene
  /// From canvas points to device pixels.
  let device: Homography
  /// Device pixels a canvas point, for pictures that are rendered apart.
  let scale: Double
  /// What lies outside is left out.
  let clip: PixelRect
  let pictures: Pictures
  var operations: [DisplayList.Operation] = []

  init(scene: Scene, device: Homography, scale: Double, clip: PixelRect, pictures: Pictures) {
    self.scene = scene
    self.device = device
    self.scale = scale
    self.clip = clip
    self.pictures = pictures
  }

  /// The whole canvas: the container and all in it.
  static func canvas(
    _ scene: Scene, scale: Double, clip: PixelRect, pictures: Pictures
  ) throws(CompositingError) -> DisplayList {
    var flattener = Flattener(
      scene: scene, device: .scale(scale), scale: scale, clip: clip, pictures: pictures)
    if !scene.stage.nodes.isEmpty {
      let properties = scene.properties(of: 0)
      let placement = Placement(properties, hasSublayers: flattener.hasSublayers(0), in: nil)
      try flattener.layer(0, properties, placement)
    }
    return flattener.finish()
  }

  /// One layer where it lies on the canvas, visible or not: a mask for another one.
  static func layer(
    _ index: Int, of outer: Flattener
  ) throws(CompositingError) -> DisplayList {
    var flattener = Flattener(
      scene: outer.scene, device: outer.device, scale: outer.scale, clip: outer.clip,
      pictures: outer.pictures)
    var chain = [index]
    while let parent = chain.last.map({ outer.scene.stage.nodes[$0].parent }), parent >= 0 {
      chain.append(parent)
    }
    var placement: Placement?
    for i in chain.reversed() {
      placement = Placement(
        outer.scene.properties(of: i), hasSublayers: flattener.hasSublayers(i), in: placement)
    }
    if let placement {
      var properties = outer.scene.properties(of: index)
      properties.isHidden = false
      try flattener.layer(index, properties, placement)
    }
    return flattener.finish()
  }

  func hasSublayers(_ index: Int) -> Bool { !scene.stage.nodes[index].sublayers.isEmpty }

  /// Fills in the lengths of groups.
  func finish() -> DisplayList {
    var list = DisplayList(canvas: clip, operations: operations)
    var open: [Int] = []
    for i in list.operations.indices {
      switch list.operations[i] {
      case .push: open.append(i)
      case .pop:
        let start = open.removeLast()
        if case .push(var group) = list.operations[start] {
          group.length = i - start - 1
          list.operations[start] = .push(group)
        }
      case .draw: break
      }
    }
    return list
  }

  /// A layer with its shadow, sublayers, masks and opacity.
  mutating func layer(
    _ index: Int, _ p: LayerProperties, _ placement: Placement
  ) throws(CompositingError) {
    let alpha = Fixed.weight(p.opacity)
    if p.isHidden || alpha == 0 || placement.isDegenerate { return }
    if !placement.showsFront && !p.isDoubleSided { return }
    let shapes = DeviceShapes(map: placement.toCanvas.then(device), clip: clip)

    // What the layer shows of itself.
    var seen: Coverage?
    if p.masksToBounds {
      seen = shapes.rectangle(placement.bounds, cornerRadius: p.cornerRadius)
    }
    var masks: [DisplayList.LayerMask] = []
    if let mask = p.mask {
      if case .layer(let other, let luminance) = mask.kind {
        masks = [
          DisplayList.LayerMask(
            list: try Flattener.layer(other, of: self), luminance: luminance,
            inverted: mask.isInverted)
        ]
      } else {
        let shape = maskCoverage(mask, p, placement)
        seen = seen.map { $0.intersection(shape) } ?? shape
      }
    }
    if let seen, seen.isEmpty { return }

    let start = operations.count
    if p.shadowOpacity > 0 { try shadow(index, p, placement) }
    try content(index, p, placement, shapes)
    try sublayers(of: index, placement)
    wrap(from: start, coverage: seen, alpha: alpha, masks: masks)
  }

  /// Children by zPosition, then in document order; under a sublayerTransform by depth.
  mutating func sublayers(of index: Int, _ placement: Placement) throws(CompositingError) {
    let children = scene.stage.nodes[index].sublayers
    if children.isEmpty { return }
    var items: [(index: Int, order: Double, properties: LayerProperties, placement: Placement)] = []
    for child in children {
      let properties = scene.properties(of: child)
      if properties.isHidden { continue }
      let own = Placement(properties, hasSublayers: hasSublayers(child), in: placement)
      let order = placement.perspective == nil ? properties.zPosition : own.depth
      items.append((child, order, properties, own))
    }
    var isSorted = true
    for k in items.indices.dropFirst() where items[k].order < items[k - 1].order {
      isSorted = false
    }
    if !isSorted {
      let order = items.indices.sorted { (items[$0].order, $0) < (items[$1].order, $1) }
      items = order.map { items[$0] }
    }
    for item in items { try layer(item.index, item.properties, item.placement) }
  }

  /// Masks lie in the plane of the frame; a layer that moves as a whole draws in its layout's plane.
  private func maskCoverage(
    _ mask: Mask, _ p: LayerProperties, _ placement: Placement
  ) -> Coverage {
    let shapes = DeviceShapes(map: framePlane(p, placement).then(device), clip: clip)
    let inside: Coverage =
      switch mask.kind {
      case .ellipse(let rect): shapes.ellipse(rect)
      case .rectangle(let rect, let radius): shapes.rectangle(rect, cornerRadius: radius)
      case .path(let path): shapes.path(path)
      case .layer: Coverage(clip)
      }
    return mask.isInverted ? inside.inverted(in: clip) : inside
  }

  /// From points where the frame lies to the canvas.
  func framePlane(_ p: LayerProperties, _ placement: Placement) -> Homography {
    if placement.bounds == p.frame || p.frame.isEmpty { return placement.toCanvas }
    return Transform.mapping(p.frame, to: placement.bounds).flattened.then(placement.toCanvas)
  }
}
