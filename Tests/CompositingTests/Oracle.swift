import Foundation
import Scenes

/// A slow and simple renderer in doubles, written directly from the definition of scenes. It shares only the vocabulary
/// with the compositor: coverage is computed from lines, blurs are sums, and images are looked up.
struct Oracle {
  let scene: Scene
  let width: Int
  let height: Int
  /// The matrix from canvas points to pixels.
  let device: Homography
  let scale: Double
  /// The number of lines through a pixel along which areas are summed.
  var lines = 256
  /// Whether only alpha counts; an edge that a background and contents share then counts once.
  var isSilhouette = false

  static func render(_ scene: Scene, width: Int, height: Int, scale: Double) -> OraclePicture {
    let oracle = Oracle(
      scene: scene, width: width, height: height, device: .scale(scale), scale: scale)
    var picture = OraclePicture(width, height)
    let all = Rect(0, 0, scene.stage.size.width, scene.stage.size.height)
    for y in 0..<height {
      for x in 0..<width {
        let at = Point((Double(x) + 0.5) / scale, (Double(y) + 0.5) / scale)
        picture.pixels[y * width + x] =
          scene.stage.backgroundGradient.map { color(of: $0, at: at, in: all) }
          ?? premultiplied(scene.stage.background)
      }
    }
    let root = scene.properties(of: 0)
    let place = Placement(root, hasSublayers: oracle.isParent(0), in: nil)
    oracle.draw(0, root, place, onto: &picture)
    return picture
  }

  func isParent(_ i: Int) -> Bool { !scene.stage.nodes[i].sublayers.isEmpty }

  static func premultiplied(_ c: Color) -> SIMD4<Double> {
    SIMD4(c.red * c.alpha, c.green * c.alpha, c.blue * c.alpha, c.alpha)
  }

  // MARK: Layers

  /// Returns the picture of a single layer without its sublayers.
  func layer(_ index: Int, _ p: LayerProperties, _ place: Placement) -> OraclePicture {
    var picture = OraclePicture(width, height)
    draw(index, p, place, onto: &picture)
    return picture
  }

  /// Draws a layer with all its sublayers. `behind` is the painting so far in the surrounding pictures, as far as
  /// backdrops see it. `clips` are the clips of the surrounding layers, by which the caller weights the picture as
  /// `cuts` describe: backdrops do not see the parts that are cut off.
  func draw(
    _ index: Int, _ p: LayerProperties, _ place: Placement, within clips: [OracleRegion] = [],
    behind: [OraclePicture] = [], cuts: [OracleCut] = [], onto below: inout OraclePicture
  ) {
    if p.isHidden || p.opacity <= 0 || place.isDegenerate { return }
    if !p.isDoubleSided && !place.showsFront { return }
    let map = place.toCanvas.then(device)
    let p = isSilhouette ? p.silhouette : p
    let isIsolated =
      p.isolates || p.mask != nil || p.opacity < 1 || p.blendMode != .normal
    if p.blur > 0 || !p.filters.isEmpty {
      var picture = OraclePicture(width, height)
      if !p.backdrop.isEmpty {
        let seen = behind + [below.seen(through: cuts)]
        picture.lay(backdrop(p, place, map, clips, nil, behind: seen, cuts: cuts))
      }
      picture.lay(filtered(index, p, place, within: clips))
      if let mask = p.mask { picture.weigh(self.mask(mask, framePlane(p, place))) }
      for i in picture.pixels.indices { picture.pixels[i] *= min(1, p.opacity) }
      return below.lay(picture, p.blendMode)
    }
    var picture = isIsolated ? OraclePicture(width, height) : below
    if p.shadowOpacity > 0, let shadow = shadow(index, p, place) { picture.lay(shadow) }
    // A group with only opacity does not isolate: backdrop filters inside it see the content behind it.
    let isEnd = p.isolates || p.mask != nil || p.blendMode != .normal
    // As in CSS, shadows are cut out below the layer in the places where they would be visible.
    var outer = OraclePicture(width, height)
    for effect in p.shadows.reversed() where effect.kind == .shadow {
      outer.lay(boxShadow(effect, p, place, map))
    }
    if !isSilhouette, (p.backgroundColor?.alpha ?? 0) < 1 {
      let hole = cover(OracleRegion(.rounded(p.rounded(place.bounds)), map))
      outer.weigh(hole.map { 1 - $0 })
    }
    picture.lay(outer)
    let rim = rim(p, place.bounds, map, within: clips)
    let own = OracleRegion(.rounded(p.rounded(place.bounds)), map)
    let inner = p.masksToBounds ? clips + [own] : clips
    let line = p.masksToBounds ? nil : rim
    if !p.backdrop.isEmpty {
      let seen = behind + [below.seen(through: cuts)]
      picture.lay(backdrop(p, place, map, inner, line, behind: seen, cuts: cuts))
    }
    let seen = isEnd ? [] : isIsolated ? behind + [below.seen(through: cuts)] : behind
    // Inner shadows share one edge with each other, and with the content below them if it ends at the same place.
    var innerShadow = OraclePicture(width, height)
    let innerShadows = p.shadows.reversed().filter { $0.kind == .innerShadow }
    for effect in innerShadows { innerShadow.lay(boxShadow(effect, p, place, map)) }
    let isOne = p.drawing.path == nil && !innerShadows.isEmpty && fills(p, place.bounds, map)
    picture.lay(
      content(index, p, place, map, rim, within: inner, under: isOne ? innerShadow : nil))
    for drawn in drawing(p.drawing, place.bounds, map) { picture.lay(drawn) }
    if !innerShadows.isEmpty, !isOne {
      let covered = cover(own, within: inner)
      if p.masksToBounds {
        // The content that the layer masks to its bounds is cut off below.
      } else if isSilhouette, let alpha = p.backgroundColor?.alpha {
        innerShadow.weigh(covered.map { $0 < 1 ? $0 * (1 - alpha) / (1 - $0 * alpha) : 1 })
      } else {
        innerShadow.weigh(under(line, covered))
      }
      picture.lay(innerShadow)
    }
    let sorted = scene.stage.nodes[index].sublayers.enumerated().map { n, child in
      let q = scene.properties(of: child)
      let at = Placement(q, hasSublayers: isParent(child), in: place)
      return (
        key: place.perspective == nil ? q.zPosition : at.depth, n: n, child: child, q: q, at: at
      )
    }.sorted { ($0.key, $0.n) < ($1.key, $1.n) }
    let weights = p.masksToBounds ? under(rim, cover(own, within: clips)) : nil
    var cuts = isIsolated ? [] : cuts
    if let weights {
      cuts.append(
        OracleCut(below: isIsolated ? OraclePicture(width, height) : below, weights: weights))
    }
    for item in sorted {
      draw(item.child, item.q, item.at, within: inner, behind: seen, cuts: cuts, onto: &picture)
    }
    if let weights {
      if isIsolated { picture.weigh(weights) } else { picture.weigh(weights, over: below) }
    }
    if let rim { picture.lay(rim.picture) }
    guard isIsolated else {
      below = picture
      return
    }
    if let mask = p.mask { picture.weigh(self.mask(mask, framePlane(p, place))) }
    for i in picture.pixels.indices { picture.pixels[i] *= min(1, p.opacity) }
    below.lay(picture, p.blendMode)
  }

  private func framePlane(_ p: LayerProperties, _ place: Placement) -> Homography {
    let moved =
      place.bounds == p.frame
      ? Transform.identity : Transform.mapping(p.frame, to: place.bounds)
    return moved.flattened.then(place.toCanvas).then(device)
  }

  private func mask(_ mask: Mask, _ plane: Homography) -> [Double] {
    var weights: [Double]
    switch mask.kind {
    case .ellipse(let r): weights = cover(OracleRegion(.ellipse(r), plane))
    case .rectangle(let r, let radius):
      weights = cover(OracleRegion(.rectangle(r, radius: radius), plane))
    case .path(let path): weights = cover(OracleRegion(OracleShape(path), plane))
    case .layer(let other, let luminance):
      var chain = [other]
      while scene.stage.nodes[chain[0]].parent >= 0 {
        chain.insert(scene.stage.nodes[chain[0]].parent, at: 0)
      }
      var place: Placement?
      for i in chain {
        place = Placement(scene.properties(of: i), hasSublayers: isParent(i), in: place)
      }
      var p = scene.properties(of: other)
      p.isHidden = false
      let picture = place.map { layer(other, p, $0) } ?? OraclePicture(width, height)
      weights = picture.pixels.map {
        luminance ? 0.2126 * $0.x + 0.7152 * $0.y + 0.0722 * $0.z : $0.w
      }
    }
    return mask.isInverted ? weights.map { 1 - $0 } : weights
  }

  // MARK: Contents

  /// Returns whether the content of the layer ends at the layer's bounds.
  private func fills(_ p: LayerProperties, _ bounds: Rect, _ map: Homography) -> Bool {
    guard !bounds.isEmpty, !p.masksToBounds else { return false }
    guard let (spot, _, _) = painter(p, bounds, map) else { return p.backgroundColor != nil }
    return spot == bounds && p.cornerRadii.isZero
  }

  /// Draws the layer's content; `shadow` covers the whole content and has the same edge.
  private func content(
    _ index: Int, _ p: LayerProperties, _ place: Placement, _ map: Homography, _ rim: OracleRim?,
    within clips: [OracleRegion], under shadow: OraclePicture?
  ) -> OraclePicture {
    var picture = OraclePicture(width, height)
    let bounds = place.bounds
    if bounds.isEmpty { return picture }
    let whole = Array(repeating: 1.0, count: width * height)
    let shape = OracleRegion(.rounded(p.rounded(bounds)), map)
    let rounded = p.masksToBounds ? whole : under(rim, cover(shape, within: clips))
    if let color = p.backgroundColor {
      for i in picture.pixels.indices { picture.pixels[i] = Oracle.premultiplied(color) }
    }
    guard let (spot, isImage, color) = painter(p, bounds, map) else {
      if let shadow { picture.lay(shadow) }
      picture.weigh(rounded)
      return picture
    }
    let fills = spot == bounds && (p.masksToBounds || p.cornerRadii.isZero)
    var top = OraclePicture(width, height)
    for y in 0..<height {
      for x in 0..<width {
        let (u, v) = (Double(x) + 0.5, Double(y) + 0.5)
        let shown = color(u, v)
        top.pixels[y * width + x] = shown
        // The sides of an upright image are rounded to 1/256 of a pixel. If the rounding changes which texels are read,
        // the image counts as an edge.
        let e = 1.0 / 256
        top.isEdge[y * width + x] =
          isImage && map.isRectilinear
          && [color(u - e, v), color(u + e, v), color(u, v - e), color(u, v + e)].contains {
            let difference = $0 - shown
            return max(difference.max(), -difference.min()) > 1.0 / 255
          }
      }
    }
    if fills {
      picture.lay(top)
      if let shadow { picture.lay(shadow) }
      picture.weigh(rounded)
      return picture
    }
    let upper = OracleRegion(.rectangle(spot, radius: 0), map)
    picture.weigh(rounded)
    let covered = under(spot == bounds ? rim : nil, cover(upper, within: clips))
    if isSilhouette, let alpha = p.backgroundColor?.alpha {
      let both = cover(upper, within: clips + [shape])
      for i in picture.pixels.indices {
        let seen = covered[i] - alpha * both[i] * rounded[i]
        picture.pixels[i].w += top.pixels[i].w * seen
      }
      return picture
    }
    top.weigh(covered)
    picture.lay(top)
    return picture
  }

  private typealias Painter = (_ x: Double, _ y: Double) -> SIMD4<Double>

  /// Returns the rectangle of the contents, whether they are an image, and their colour at a position.
  private func painter(
    _ p: LayerProperties, _ bounds: Rect, _ map: Homography
  ) -> (Rect, isImage: Bool, Painter)? {
    guard let inverse = map.inverse else { return nil }
    switch p.contents {
    case .none: return nil
    case .color(let color): return (bounds, false, { _, _ in Oracle.premultiplied(color) })
    case .gradient(let gradient):
      return (
        bounds, false,
        { x, y in
          let q = inverse.apply(Point(x, y)).point
          return Oracle.color(of: gradient, at: q, in: bounds)
        }
      )
    case .picture(let picture):
      guard let still = picture.source as? StillPicture else { return nil }
      return image(OracleImage(still.bitmap), still.size, p, bounds, map)
    case .snapshot(let snapshot):
      let size = snapshot.frame.size
      let still = Oracle.still(
        snapshot, max(1, Int((size.width * scale).rounded())),
        max(1, Int((size.height * scale).rounded())))
      return image(still, size, p, bounds, map)
    case .produced(let produced):
      let w = max(1, Int((p.frame.width * scale).rounded()))
      let h = max(1, Int((p.frame.height * scale).rounded()))
      let inputs = produced.inputs.flatMap(\.self).map { Oracle.still($0, w, h).levels[0].pixels }
      let pixels = (0..<w * h).map { i in
        Oracle.rounded(AveragingProducer.mix(inputs.map { $0[i] }, produced.moment.progress))
      }
      return image(
        OracleImage(width: w, height: h, pixels: pixels), p.frame.size, p, bounds, map)
    }
  }

  static func still(_ snapshot: Snapshot, _ w: Int, _ h: Int) -> OracleImage {
    let frame = snapshot.frame
    let map = Transform.mapping(frame, to: Rect(0, 0, Double(w), Double(h))).flattened
    let oracle = Oracle(
      scene: snapshot.scene, width: w, height: h, device: map, scale: max(map.a, map.d))
    var p = snapshot.scene.properties(of: snapshot.layer)
    p.transform = .identity
    p.translate = .zero
    p.scale = .one
    p.rotate = .zero
    p.opacity = 1
    p.isHidden = false
    p.isDoubleSided = true
    p.shadowOpacity = 0
    p.mask = nil
    p.blendMode = .normal
    p.zPosition = 0
    let place = Placement(p, hasSublayers: oracle.isParent(snapshot.layer), in: nil)
    let picture = oracle.layer(snapshot.layer, p, place)
    return OracleImage(width: w, height: h, pixels: picture.pixels.map(rounded))
  }

  /// Rounds a colour to bytes; stills and produced pixels consist of bytes by definition.
  static func rounded(_ c: SIMD4<Double>) -> SIMD4<Double> {
    (c * 255).rounded(.toNearestOrAwayFromZero) / 255
  }

  private func image(
    _ image: OracleImage, _ natural: Size, _ p: LayerProperties, _ bounds: Rect, _ map: Homography
  ) -> (Rect, isImage: Bool, Painter)? {
    guard let inverse = map.inverse else { return nil }
    let part = p.contentsRect
    let size = Size(natural.width * part.width, natural.height * part.height)
    let spot = Oracle.spot(size, bounds, p.contentsGravity)
    let (w, h) = (Double(image.levels[0].width), Double(image.levels[0].height))
    func texel(_ x: Double, _ y: Double) -> Point {
      let q = inverse.apply(Point(x, y)).point
      return Point(
        (part.x + (q.x - spot.x) / spot.width * part.width) * w,
        (part.y + (q.y - spot.y) / spot.height * part.height) * h)
    }
    let shown = Rect(part.x * w, part.y * h, part.width * w, part.height * h)
    return (
      spot, true,
      { x, y in
        let e = 1e-4
        // A rotated picture has one slope for up to 64 columns, or for at most 4 columns if the distance changes by
        // more than 1/16 over them.
        var (step, start) = (128.0, 0.0)
        var isSteep = true
        while isSteep, step > 4 {
          step /= 2
          start = (x / step).rounded(.down) * step
          let from = inverse.p * start + inverse.q * y + inverse.w
          let to = from + inverse.p * step
          isSteep = from * to <= 0 || abs(to - from) * 16 >= min(abs(from), abs(to))
        }
        let middle = start + step / 2
        let (left, right) = (texel(middle - e, y), texel(middle + e, y))
        let (above, below) = (texel(middle, y - e), texel(middle, y + e))
        let pixel = OracleImage.Pixel(
          center: texel(x, y),
          along: Point((right.x - left.x) / (2 * e), (right.y - left.y) / (2 * e)),
          down: Point((below.x - above.x) / (2 * e), (below.y - above.y) / (2 * e)))
        if !pixel.isFinite { return .zero }
        return map.isRectilinear ? image.upright(pixel, in: shown) : image.turned(pixel)
      }
    )
  }

  static func spot(_ size: Size, _ bounds: Rect, _ gravity: ContentsGravity) -> Rect {
    var (w, h) = (size.width, size.height)
    let name = gravity.rawValue.lowercased()
    if gravity == .resize { return bounds }
    if name.hasPrefix("resize") {
      let r = [bounds.width / w, bounds.height / h].sorted()[gravity == .resizeAspect ? 0 : 1]
      (w, h) = (w * r, h * r)
    }
    var (fx, fy) = (0.5, 0.5)
    if !name.hasPrefix("resize") {
      if name.hasSuffix("left") { fx = 0 }
      if name.hasSuffix("right") { fx = 1 }
      if name.hasPrefix("top") { fy = 0 }
      if name.hasPrefix("bottom") { fy = 1 }
    }
    return Rect(bounds.x + (bounds.width - w) * fx, bounds.y + (bounds.height - h) * fy, w, h)
  }

  static func color(of gradient: Gradient, at q: Point, in b: Rect) -> SIMD4<Double> {
    var t: Double
    switch gradient.shape {
    case .linear(let s, let e):
      let (sx, sy) = (b.x + s.x * b.width, b.y + s.y * b.height)
      let (dx, dy) = ((e.x - s.x) * b.width, (e.y - s.y) * b.height)
      t = ((q.x - sx) * dx + (q.y - sy) * dy) / (dx * dx + dy * dy)
    case .radial(let c, let r, let focus):
      let p = Point(
        (q.x - b.x - c.x * b.width) / (r.width * b.width),
        (q.y - b.y - c.y * b.height) / (r.height * b.height))
      let f = focus.map { Point(($0.x - c.x) / r.width, ($0.y - c.y) / r.height) } ?? Point(0, 0)
      // The smallest circle about a point between focus and centre that contains the position is found by bisection.
      var (inside, outside) = (1e6, 0.0)
      for _ in 0..<80 {
        let middle = (inside + outside) / 2
        let reached = hypot(p.x - f.x * (1 - middle), p.y - f.y * (1 - middle)) <= middle
        if reached { inside = middle } else { outside = middle }
      }
      t = inside
    case .conic(let c, let degrees):
      // The angle is measured clockwise from the upward direction.
      let turn = atan2(q.x - b.x - c.x * b.width, -(q.y - b.y - c.y * b.height))
      t = turn / (2 * Double.pi) - degrees / 360
      t -= t.rounded(.down)
    }
    let stops = gradient.stops
    if t <= stops[0].offset { return premultiplied(stops[0].color) }
    for k in 1..<stops.count where t < stops[k].offset {
      let f = (t - stops[k - 1].offset) / (stops[k].offset - stops[k - 1].offset)
      let (a, c) = (premultiplied(stops[k - 1].color), premultiplied(stops[k].color))
      return a + (c - a) * f
    }
    return premultiplied(stops[stops.count - 1].color)
  }
}
