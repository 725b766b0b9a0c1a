extension RenderCost {
  private static let perGroupPixel = 1.0
  /// The cost of a pixel whose coverage is drawn separately and blurred; the next two constants are the costs
  /// of a pixel that shows such coverage directly or through a map.
  private static let perWeight = 14.0
  private static let perShadowPixel = 1.3
  private static let perTurnedPixel = 12.0
  private static let perPlanePixel = 10.0

  /// The cost of compositing a separate picture with `pixels` pixels.
  package static func grouping(_ pixels: Double) -> RenderCostSum {
    RenderCostSum(perGroupPixel * pixels)
  }

  /// The cost of compositing in a blend mode; some modes divide, and some sort the components of a colour.
  package static func blending(_ pixels: Double, _ mode: BlendMode) -> RenderCostSum {
    switch mode {
    case .hue, .saturation, .color, .luminosity: RenderCostSum(5 * pixels)
    case .colorDodge, .colorBurn, .softLight: RenderCostSum(3.5 * pixels)
    default: grouping(pixels)
    }
  }

  /// The cost of blurring a picture with `pixels` pixels by `sigma` pixels; a wide blur is computed on a
  /// smaller picture.
  package static func blurring(_ pixels: Double, sigma: Double) -> RenderCostSum {
    RenderCostSum(pixels * (sigma < 4 ? 4 + 2.5 * sigma : 4))
  }

  /// The cost of drawing and blurring the shape of a shadow with `pixels` pixels.
  package static func weighing(_ pixels: Double) -> RenderCostSum {
    RenderCostSum(perWeight * pixels)
  }

  /// The cost of filtering `pixels` pixels in the layer's own plane.
  package static func inPlane(_ pixels: Double) -> RenderCostSum {
    RenderCostSum(perPlanePixel * pixels)
  }

  /// The cost of showing a shadow, or a picture that was filtered in its own plane, in `pixels` pixels.
  package static func shading(_ pixels: Double, isTurned: Bool) -> RenderCostSum {
    RenderCostSum((isTurned ? perTurnedPixel : perShadowPixel) * pixels)
  }

  /// The cost and extent of the effects on a layer's picture.
  package struct Effects {
    package fileprivate(set) var work = RenderCostSum()
    /// The rectangle that the picture fills after the effects.
    package fileprivate(set) var drawn: Rect
    /// Whether the layer's contents are drawn a second time for its shadow.
    package fileprivate(set) var drawsAgain = false
  }

  /// The cost of the shadow, filters, masks and opacity of a layer whose drawing covers `drawn` in pixels;
  /// `map` maps the layer's bounds to pixels.
  package static func effects(
    _ p: LayerProperties, hasSublayers: Bool, map: Homography, drawn: Rect, in picture: Rect
  ) -> Effects {
    var effects = Effects(drawn: drawn)
    let stretch = Self.stretch(of: map)
    let isUpright = map.isAffine && (map.b == 0 && map.c == 0 || map.a == 0 && map.d == 0)
    if p.shadowOpacity > 0, p.shadowColor.alpha > 0 {
      let isPlain =
        !hasSublayers && (p.backgroundColor?.alpha ?? 0) >= 1 && p.drawing.path == nil
        && p.border == nil
      effects.drawsAgain = p.shadowPath == nil && !isPlain
      let shape = p.shadowPath.flatMap { map.boundingBox(of: $0.box) } ?? drawn
      effects.add(
        shadowOf: shape, sigma: min(p.shadowRadius, 1_000) * stretch, isUpright: isUpright,
        isPlain: isPlain && p.shadowPath == nil, in: picture)
    }
    let isOnCanvas = map.isRectilinear || map.isSimilarity || map.isQuarterTurn
    let plane = isOnCanvas ? 0 : planePixels(of: p, stretch)
    for filter in p.filters {
      let sigma = filter.kind == .blur || filter.kind == .dropShadow ? filter.radius * stretch : 0
      effects.blur(sigma, isOnCanvas: isOnCanvas, plane: plane, in: picture)
    }
    if p.blur > 0 {
      effects.blur(p.blur * stretch, isOnCanvas: isOnCanvas, plane: plane, in: picture)
    }
    if p.opacity < 1 || p.blendMode != .normal || p.mask != nil || p.isolates {
      effects.work = effects.work + blending(area(effects.drawn, in: picture), p.blendMode)
    }
    return effects
  }
}

extension RenderCost {
  /// The number of pixels of the separate plane in which a rotated or skewed layer is filtered: all that the
  /// layer draws up to 2,048 pixels beyond its frame, whether or not it is visible.
  private static func planePixels(of p: LayerProperties, _ stretch: Double) -> Double {
    let frame = Rect(0, 0, p.frame.width, p.frame.height)
    let far = 2_048 / max(stretch, 1e-3)
    let drawn = p.drawing.path.map { frame.union($0.box) } ?? frame
    let room = drawn.intersection(frame.insetBy(dx: -far, dy: -far))
    return room.width * room.height * stretch * stretch
  }

  /// The cost of a layer without sublayers, including its effects.
  package static func whole(
    _ p: LayerProperties, map: Homography, width: Int, height: Int
  ) -> RenderCostSum {
    let own = own(p, bounds: p.frame, map: map, width: width, height: height)
    let picture = Rect(0, 0, Double(width), Double(height))
    let drawn = p.drawnBox(in: p.frame, by: map, on: picture) ?? map.boundingBox(of: p.frame)
    let effects = effects(
      p, hasSublayers: false, map: map, drawn: drawn ?? picture, in: picture)
    return (effects.drawsAgain ? own + own : own) + effects.work
  }
}

extension RenderCost.Effects {
  fileprivate mutating func add(
    shadowOf shape: Rect, sigma: Double, isUpright: Bool, isPlain: Bool, in picture: Rect
  ) {
    let reach = 3 * sigma
    let wide = shape.insetBy(dx: -reach, dy: -reach)
    work =
      work + RenderCost.shading(RenderCost.area(wide, in: picture), isTurned: !isUpright)
    drawn = drawn.union(wide)
    if isPlain { return }
    let near = RenderCost.area(wide, in: picture.insetBy(dx: -reach, dy: -reach))
    // The sigma of the blur determines the resolution of the working plane.
    var fine = min(max(3 / max(sigma, 1e-3), 1), 4, 16 / max(sigma, 1e-3))
    if isUpright, sigma >= 1.5 {
      var factor = 1.0
      while factor < 64, sigma >= 5 * factor { factor *= 2 }
      fine = 1 / factor
    }
    work = work + RenderCost.weighing(min(near * fine * fine, 16_777_216))
  }

  fileprivate mutating func blur(
    _ sigma: Double, isOnCanvas: Bool, plane: Double, in picture: Rect
  ) {
    drawn = drawn.insetBy(dx: -3 * sigma, dy: -3 * sigma)
    let seen = RenderCost.area(drawn, in: picture)
    if sigma <= 0 {
      work = work + RenderCost.grouping(seen)
    } else if isOnCanvas {
      work = work + RenderCost.blurring(seen, sigma: sigma)
    } else {
      let fine = min(max(3 / sigma, 1), 3)
      work =
        work + RenderCost.inPlane(max(seen, plane) * fine * fine)
        + RenderCost.shading(seen, isTurned: true)
    }
  }
}
