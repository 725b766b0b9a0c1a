internal import Scenes

extension Flattener {
  /// The picture of a source over `place`, at the resolution at which `shapes` shows it.
  ///
  /// A drawing is rendered with exactly the pixels that it covers if nothing scales the layer and its frame
  /// equals its layout frame; a small drawing is rendered so at every scale. Larger drawings are rendered at
  /// a few fixed scales, so that they are rarely rendered again while they grow, and look the same in a frame
  /// regardless of earlier frames. A drawing at a subpixel position is rendered for that position, so that
  /// letters and edges are as sharp as at whole pixels.
  func picture(
    _ contents: PictureContents, _ p: LayerProperties, _ bounds: Rect, over place: Rect,
    through shapes: DeviceShapes, layer index: Int
  ) throws(CompositingError) -> ShownPicture {
    let view = view(contents, p, bounds, over: place, through: shapes)
    do {
      if let coming, view.phase != .zero {
        try contents.source.prepare(view) {
          coming.scenes.compactMap { self.view(of: contents.source, layer: index, in: $0) }
        }
      }
      return try contents.source.shown(
        at: contents.time, over: contents.naturalSize(in: bounds), density: view.density,
        phase: view.phase)
    } catch {
      throw .producerFailed(layer: scene.stage.nodes[index].id, underlying: error)
    }
  }

  /// The size and position of a layer's picture in a later scene; nil if the layer shows no such picture in
  /// that scene.
  private func view(
    of source: any PictureSource, layer index: Int, in later: Scene
  ) -> DrawingView? {
    guard later.stage === scene.stage else { return nil }
    let p = later.properties(of: index)
    guard !p.isHidden, p.opacity > 0, case .picture(let contents) = p.contents,
      contents.source === source
    else { return nil }
    var chain = [index]
    while let parent = chain.last.map({ scene.stage.nodes[$0].parent }), parent >= 0 {
      chain.append(parent)
    }
    var placement: Placement?
    for i in chain.reversed() {
      placement = Placement(
        later.properties(of: i), hasSublayers: hasSublayers(i), in: placement)
    }
    guard let placement, !placement.isDegenerate,
      let place = contentsPlace(p, placement.bounds)
    else { return nil }
    let shapes = DeviceShapes(map: placement.toCanvas.then(device), clip: clip)
    return view(contents, p, placement.bounds, over: place, through: shapes)
  }

  /// The size and the subpixel position at which a picture is rendered.
  private func view(
    _ contents: PictureContents, _ p: LayerProperties, _ bounds: Rect, over place: Rect,
    through shapes: DeviceShapes
  ) -> DrawingView {
    let size = contents.naturalSize(in: bounds)
    let part = Size(size.width * p.contentsRect.width, size.height * p.contentsRect.height)
    var resting = place.size
    if size == contents.source.size, !p.layoutFrame.isEmpty {
      resting = p.contentsGravity.place(part, in: p.layoutFrame).size
    }
    let seen = shapes.scale(over: place)
    var density = Size(
      DrawingScale.density(
        resting: resting.width / part.width * scale, seen: place.width / part.width * seen.width),
      DrawingScale.density(
        resting: resting.height / part.height * scale,
        seen: place.height / part.height * seen.height))
    var phase = Point(0, 0)
    if shapes.map.isRectilinear, shapes.map.a > 0, shapes.map.d > 0, p.contentsRect == .unit {
      let device = shapes.device(place)
      let pixels = (device.x1 - device.x0) * (device.y1 - device.y0)
      func isSeen(_ width: Double, _ height: Double) -> Bool {
        abs(width - seen.width * place.width) < 1e-6
          && abs(height - seen.height * place.height) < 1e-6
      }
      // Drawings that are rendered for several frames at once ignore the fixed scales while they grow.
      let isOnStep =
        contents.source.mostOwnPixels == nil
        ? isSeen(density.width * size.width, density.height * size.height)
        : isSeen(resting.width * scale, resting.height * scale)
      let mostPixels = contents.source.mostOwnPixels ?? DrawingScale.mostTurnedPixels
      let isOwn = !isOnStep && !contents.source.isMoving && pixels <= mostPixels
      if isOwn {
        density = Size(
          seen.width * place.width / size.width, seen.height * place.height / size.height)
      }
      if isOnStep || isOwn {
        let steps = DrawingScale.steps(pixels: pixels, finest: max(mostPixels, 1_048_576))
        phase = Point(
          DrawingScale.phase(device.x0, in: steps), DrawingScale.phase(device.y0, in: steps))
      }
      // The tiny offset makes the drawing engine use finer edges for letters that are not aligned to pixels.
      if isOwn, phase == .zero { phase.x = 1.0 / 1024 }
    }
    return DrawingView(density: density, phase: phase)
  }
}

extension Flattener {
  /// A small rotated or skewed drawing with its position, rendered for exactly the pixels that it covers; nil
  /// for drawings that are rendered in the layer's own plane.
  func turned(
    _ contents: PictureContents, _ p: LayerProperties, _ bounds: Rect, over place: Rect,
    through shapes: DeviceShapes, layer: String
  ) throws(CompositingError) -> (shown: ShownPicture, box: PixelRect)? {
    let map = shapes.map.normalized
    guard map.isAffine, !map.isRectilinear, p.contentsRect == .unit, !contents.source.isMoving
    else { return nil }
    let size = contents.naturalSize(in: bounds)
    guard size.width > 0, size.height > 0 else { return nil }
    let corners = [
      (place.minX, place.minY), (place.maxX, place.minY), (place.minX, place.maxY),
      (place.maxX, place.maxY),
    ].map { (map.a * $0.0 + map.c * $0.1 + map.tx, map.b * $0.0 + map.d * $0.1 + map.ty) }
    let (xs, ys) = (corners.map(\.0), corners.map(\.1))
    let (left, top) = (xs.min()!.rounded(.down), ys.min()!.rounded(.down))
    let (width, height) = (xs.max()!.rounded(.up) - left, ys.max()!.rounded(.up) - top)
    guard width > 0, height > 0, width * height <= DrawingScale.mostTurnedPixels,
      let box = PixelRect(left, top, width, height)
    else { return nil }
    let (sx, sy) = (place.width / size.width, place.height / size.height)
    let through = PointMap(
      a: map.a * sx, b: map.b * sx, c: map.c * sy, d: map.d * sy,
      x0: map.a * place.minX + map.c * place.minY + map.tx - left,
      y0: map.b * place.minX + map.d * place.minY + map.ty - top)
    do {
      return try contents.source.drawn(
        at: contents.time, over: size, through: through, width: box.width, height: box.height
      ).map { ($0, box) }
    } catch {
      throw .producerFailed(layer: layer, underlying: error)
    }
  }
}

extension PixelRect {
  /// Creates the position; nil if one of the numbers is not an integer or is too large.
  fileprivate init?(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    guard let x = Int32(whole: x), let y = Int32(whole: y), let width = Int32(whole: width),
      let height = Int32(whole: height)
    else { return nil }
    self.init(Int(x), Int(y), Int(width), Int(height))
  }
}

/// The scales at which large drawings are rendered: four in each factor of two, at 1, 1.25, 1.5 and 1.75
/// times a power of two.
enum DrawingScale {
  /// The resolution of a drawing in pixels per point: at least the current resolution `seen`, and at most a
  /// quarter more; `resting` is the resolution of the layer at rest.
  static func density(resting: Double, seen: Double) -> Double {
    resting * step(from: seen / resting)
  }

  /// The largest number of pixels of a drawing that is rendered again for each angle and scale.
  static let mostTurnedPixels = 262_144.0

  /// The number of subpixel positions per pixel: large drawings have fewer positions, so that they are
  /// rendered less often while they move.
  static func steps(pixels: Double, finest: Double) -> Double { pixels <= finest ? 256 : 4 }

  /// The distance of a coordinate from the pixel boundary to its left, rounded to a multiple of 1/`steps`.
  static func phase(_ x: Double, in steps: Double) -> Double {
    let near = (x * steps).rounded(.toNearestOrAwayFromZero) / steps
    return near - near.rounded(.down)
  }

  /// The smallest fixed scale that is not below a factor, from 1/64 to 64.
  static func step(from factor: Double) -> Double {
    guard factor.isFinite else { return 1 }
    let least = min(max(factor, 1.0 / 64), 64) * (1 - 1e-6)
    var octave = 1.0
    while octave > least { octave /= 2 }
    while octave * 2 <= least { octave *= 2 }
    for quarter in 4...8 where octave * Double(quarter) / 4 >= least {
      return octave * Double(quarter) / 4
    }
    return octave * 2
  }
}

extension DeviceShapes {
  /// The device pixels per point, horizontally and vertically, over a rectangle of the plane; for a map that
  /// rotates, the maximum over all places and directions.
  func scale(over rect: Rect) -> Size {
    if map.isRectilinear { return Size(abs(map.a), abs(map.d)) }
    let most = stretch(over: rect)
    return Size(most, most)
  }
}

extension ShownPicture {
  /// The part of the bitmap that shows the part `rect` of the picture.
  func part(_ rect: Rect) -> Rect {
    Rect(
      part.x + rect.x * part.width, part.y + rect.y * part.height, rect.width * part.width,
      rect.height * part.height)
  }
}
