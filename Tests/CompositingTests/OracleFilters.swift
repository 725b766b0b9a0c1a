import Foundation
import Scenes

extension Oracle {
  /// Returns a layer's picture, before its mask and opacity, after blurs and filters.
  func filtered(
    _ index: Int, _ p: LayerProperties, _ place: Placement, within clips: [OracleRegion]
  ) -> OraclePicture {
    var alone = p
    alone.blur = 0
    alone.filters = []
    alone.backdrop = []
    alone.mask = nil
    alone.opacity = 1
    alone.blendMode = .normal
    alone.isolates = false
    let blur = LayerEffect(.blur, [p.blur])
    let steps = (p.blur > 0 ? [blur] : []) + p.filters
    let map = place.toCanvas.then(device)
    if !steps.contains(where: { $0.kind == .blur || $0.kind == .dropShadow }) {
      var picture = OraclePicture(width, height)
      // Colour filters need the colours in addition to the alpha.
      var colored = self
      colored.isSilhouette = false
      colored.draw(index, alone, place, within: clips, onto: &picture)
      for step in steps { picture.filter(step) }
      return picture
    }
    let length = 4 * steps.reduce(0) { $0 + $1.farthest }
    let isTurned = map.b != 0 || map.c != 0
    let size = abs(map.a * map.d - map.b * map.c).squareRoot()
    let isSimilar =
      abs(map.a - map.d) + abs(map.b + map.c) < 1e-9 * size
      || abs(map.a + map.d) + abs(map.b - map.c) < 1e-9 * size
    let isQuarter = abs(map.a) + abs(map.d) < 1e-9 * size
    guard map.isAffine, !isTurned || isSimilar || isQuarter else {
      return filteredInPlane(index, alone, place, steps, length)
    }
    var (sx, sy) = isTurned ? (size, size) : (abs(map.a), abs(map.d))
    if isQuarter { (sx, sy) = (abs(map.c), abs(map.b)) }
    let margin = Int((length * max(sx, sy)).rounded(.up)) + 2
    var moved = Homography.identity
    (moved.tx, moved.ty) = (Double(margin), Double(margin))
    let large = Oracle(
      scene: scene, width: width + 2 * margin, height: height + 2 * margin,
      device: device.then(moved), scale: scale)
    var picture = large.layer(index, alone, place)
    for step in steps { picture.filter(step, sx, sy, map) }
    var cut = OraclePicture(width, height)
    for y in 0..<height {
      for x in 0..<width {
        let i = (y + margin) * picture.width + x + margin
        cut.pixels[y * width + x] = picture.pixels[i]
        cut.isEdge[y * width + x] = picture.isEdge[i]
      }
    }
    return cut
  }

  /// Returns the part of the pictures behind a layer that the layer shows, outermost picture first.
  func backdrop(
    _ p: LayerProperties, _ place: Placement, _ map: Homography, _ clips: [OracleRegion],
    _ rim: OracleRim?, behind: [OraclePicture], cuts: [OracleCut]
  ) -> OraclePicture {
    var picture = behind[0]
    for other in behind.dropFirst() { picture.lay(other) }
    let n = p.backdrop[0].numbers
    let middle = place.bounds.center
    let w = map.p * middle.x + map.q * middle.y + map.w
    let size = (abs(map.a * map.d - map.b * map.c) / max(w * w, 1e-6)).squareRoot()
    let isUpright = map.isAffine && map.b == 0 && map.c == 0
    let shape = OracleRegion(.rounded(p.rounded(place.bounds)), map)
    let covered = cover(shape, within: clips)
    let edges = picture.isEdge
    guard let end = end(of: place.bounds, map, covered, cuts) else {
      return OraclePicture(width, height)
    }
    picture.blurMirrored(
      n[0] * (isUpright ? abs(map.a) : size), n[0] * (isUpright ? abs(map.d) : size), in: end)
    if n[0] < 0.5 { picture.isEdge = edges }
    picture.filter(LayerEffect(.saturate, [n[1]]))
    picture.filter(LayerEffect(.brightness, [n[2]]))
    let tint = Oracle.premultiplied(p.backdrop[0].color!)
    for i in picture.pixels.indices {
      picture.pixels[i] = tint + picture.pixels[i] * (1 - tint.w)
    }
    picture.weigh(under(rim, covered))
    return picture
  }

  /// Returns the pixels that a backdrop sees: pixels whose centres are in the layer's bounds (or, if the layer is
  /// rotated, in the bounding box) and in the surrounding bounds; nil if there are none.
  private func end(
    of bounds: Rect, _ map: Homography, _ covered: [Double], _ cuts: [OracleCut]
  ) -> OracleBox? {
    guard var box = OracleBox(covered, width) else { return nil }
    if map.isRectilinear {
      let (a, b) = (
        map.apply(Point(bounds.minX, bounds.minY)).point,
        map.apply(Point(bounds.maxX, bounds.maxY)).point
      )
      func near(_ x: Double) -> Int { Int(clamped: x, rounded: .toNearestOrAwayFromZero) }
      let own = OracleBox(
        left: near(min(a.x, b.x)), top: near(min(a.y, b.y)),
        right: max(near(max(a.x, b.x)), near(min(a.x, b.x)) + 1),
        bottom: max(near(max(a.y, b.y)), near(min(a.y, b.y)) + 1))
      box = own.intersection(box) ?? box
    }
    for cut in cuts {
      guard let left = OracleBox(cut.weights, width).flatMap(box.intersection) else { return nil }
      box = left
    }
    return box
  }

  /// Filters in a fine picture of the layer's own plane, which is then sampled at the samples of each pixel.
  private func filteredInPlane(
    _ index: Int, _ p: LayerProperties, _ place: Placement, _ steps: [LayerEffect],
    _ length: Double
  ) -> OraclePicture {
    var picture = OraclePicture(width, height)
    let map = place.toCanvas.then(device)
    guard let inverse = map.inverse, let seen = seen(by: inverse, around: length + 2) else {
      return picture
    }
    let own = Placement(inOwnPlane: place)
    let frame = reach(index, p, own).union(place.bounds).insetBy(
      dx: -length - 2, dy: -length - 2
    ).intersection(seen)
    if frame.isEmpty { return picture }
    let plane = OraclePlane(frame, 6 * scale)
    let small = Oracle(
      scene: scene, width: plane.width, height: plane.height, device: plane.map, scale: scale,
      lines: 32)
    var flat = small.layer(index, p, own)
    for step in steps { flat.filter(step, plane.fine, plane.fine, plane.map) }
    picture.pixels = looked(flat.pixels, in: plane, through: map)
    // Every pixel counts as an edge, because the picture is sampled once more.
    for i in picture.isEdge.indices { picture.isEdge[i] = true }
    return picture
  }
}

extension LayerProperties {
  /// The properties that affect the alpha. Colour filters do not change the alpha, and a backdrop is invisible,
  /// whatever the alpha of the background over it.
  var silhouette: LayerProperties {
    var plain = self
    let keepAlpha = filters.allSatisfy { filter in
      switch filter.kind {
      case .blur, .dropShadow, .shadow, .innerShadow, .backdrop: false
      case .colorMatrix: Array(filter.numbers[15..<20]) == [0, 0, 0, 1, 0]
      default: true
      }
    }
    if blur > 0 || !keepAlpha { return self }
    if !filters.isEmpty { plain.isolates = true }
    plain.filters = []
    if !backdrop.isEmpty { plain.backgroundColor = .black }
    plain.backdrop = []
    return plain
  }
}

extension LayerEffect {
  /// A quarter of the distance in points up to which the effect is visible, because a Gaussian reaches four deviations.
  var farthest: Double {
    switch kind {
    case .blur: numbers[0]
    case .dropShadow: numbers[0] + max(abs(numbers[1]), abs(numbers[2])) / 4
    default: 0
    }
  }

  /// Applies W3C's Filter Effects Level 1 to straight colours.
  fileprivate func color(_ c: SIMD4<Double>) -> SIMD4<Double> {
    let a = numbers[0]
    let rgb = [c.x, c.y, c.z]
    func each(_ f: (Double) -> Double) -> SIMD4<Double> { SIMD4(f(c.x), f(c.y), f(c.z), c.w) }
    func rows(_ m: [[Double]]) -> SIMD4<Double> {
      func row(_ i: Int) -> Double { m[i][0] * rgb[0] + m[i][1] * rgb[1] + m[i][2] * rgb[2] }
      return SIMD4(row(0), row(1), row(2), c.w)
    }
    let result: SIMD4<Double>
    switch kind {
    case .brightness: result = each { $0 * a }
    case .contrast: result = each { ($0 - 0.5) * a + 0.5 }
    case .invert: result = each { a * (1 - $0) + (1 - a) * $0 }
    case .saturate:
      let grey = [0.213, 0.715, 0.072]
      result = rows(
        (0..<3).map { i in (0..<3).map { j in grey[j] * (1 - a) + (i == j ? a : 0) } })
    case .hueRotate:
      let (s, k) = (sin(a * .pi / 180), cos(a * .pi / 180))
      let plain = [[0.213, 0.715, 0.072], [0.213, 0.715, 0.072], [0.213, 0.715, 0.072]]
      let cosine = [[0.787, -0.715, -0.072], [-0.213, 0.285, -0.072], [-0.213, -0.715, 0.928]]
      let sine = [[-0.213, -0.715, 0.928], [0.143, 0.140, -0.283], [-0.787, 0.715, 0.072]]
      result = rows(
        (0..<3).map { i in (0..<3).map { plain[i][$0] + k * cosine[i][$0] + s * sine[i][$0] } })
    case .sepia, .grayscale:
      let full =
        kind == .sepia
        ? [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]]
        : Array(repeating: [0.2126, 0.7152, 0.0722], count: 3)
      result = rows(
        (0..<3).map { i in (0..<3).map { full[i][$0] * a + (i == $0 ? 1 - a : 0) } })
    case .colorMatrix:
      let of = rgb + [c.w, 1]
      let sums = (0..<4).map { i in (0..<5).reduce(0.0) { $0 + numbers[i * 5 + $1] * of[$1] } }
      result = SIMD4(sums[0], sums[1], sums[2], sums[3])
    case .blur, .dropShadow, .shadow, .innerShadow, .backdrop: result = c
    }
    return result.clamped(lowerBound: .zero, upperBound: .one)
  }
}

extension OraclePicture {
  /// Filters the picture; `sx` and `sy` are pixels for each point, and `map` leads to pixels.
  mutating func filter(
    _ step: LayerEffect, _ sx: Double = 1, _ sy: Double = 1, _ map: Homography = .identity
  ) {
    switch step.kind {
    case .blur: blur(step.numbers[0] * sx, step.numbers[0] * sy)
    case .dropShadow:
      let n = step.numbers
      let (mx, my) = (map.a * n[1] + map.c * n[2], map.b * n[1] + map.d * n[2])
      let (dx, dy) = (Int(mx.rounded(.down)), Int(my.rounded(.down)))
      var shadow = OraclePicture(width, height)
      for y in 0..<height {
        for x in 0..<width {
          let (u, v) = (x - dx, y - dy)
          guard u >= 0, v >= 0, u < width, v < height else { continue }
          shadow.pixels[y * width + x] = pixels[v * width + u]
          shadow.isEdge[y * width + x] = isEdge[v * width + u]
        }
      }
      shadow.blur(n[0] * sx, n[0] * sy, movedBy: mx - Double(dx), my - Double(dy))
      let color = Oracle.premultiplied(step.color!)
      for i in shadow.pixels.indices { shadow.pixels[i] = color * shadow.pixels[i].w }
      shadow.lay(self)
      self = shadow
    default:
      for i in pixels.indices where pixels[i].w > 0 {
        let c = pixels[i]
        let straight = SIMD4(c.x / c.w, c.y / c.w, c.z / c.w, c.w)
        let made = step.color(straight)
        pixels[i] = SIMD4(made.x * made.w, made.y * made.w, made.z * made.w, made.w)
      }
    }
  }

  /// Blurs the picture with its outermost pixels repeated beyond its edges.
  mutating func blurClamped(_ sx: Double, _ sy: Double) {
    let (w, h) = (width, height)
    blur(sx, sy, { min(max($0, 0), w - 1) }, { min(max($0, 0), h - 1) })
  }

  /// Blurs the picture with the content of a box mirrored repeatedly at the box's sides.
  mutating func blurMirrored(_ sx: Double, _ sy: Double, in box: OracleBox) {
    blur(
      sx, sy, { OracleBox.mirrored($0, box.left, box.right) },
      { OracleBox.mirrored($0, box.top, box.bottom) })
  }

  /// Blurs an infinite picture; `column` and `row` map its pixels to pixels of this picture.
  private mutating func blur(
    _ sx: Double, _ sy: Double, _ column: (Int) -> Int, _ row: (Int) -> Int
  ) {
    let margin = Int((5 * max(sx, sy)).rounded(.up)) + 1
    var large = OraclePicture(width + 2 * margin, height + 2 * margin)
    for y in 0..<large.height {
      for x in 0..<large.width {
        let (u, v) = (column(x - margin), row(y - margin))
        large.pixels[y * large.width + x] = pixels[v * width + u]
        large.isEdge[y * large.width + x] = isEdge[v * width + u]
      }
    }
    large.blur(sx, sy)
    for y in 0..<height {
      for x in 0..<width {
        let i = (y + margin) * large.width + x + margin
        pixels[y * width + x] = large.pixels[i]
        isEdge[y * width + x] = large.isEdge[i]
      }
    }
  }

  /// Convolves the picture with samples of a Gaussian up to a distance where it is negligible; the Gaussian's centre is
  /// up to a pixel to the right and below.
  mutating func blur(_ sx: Double, _ sy: Double, movedBy dx: Double = 0, _ dy: Double = 0) {
    func taps(_ sigma: Double, _ moved: Double) -> [Double] {
      if sigma < 0.05 { return moved == 0 ? [1] : [0, 1 - moved, moved] }
      let radius = Int((sigma * 5).rounded(.up)) + 1
      let all = (-radius...radius).map { k in
        exp(-pow(Double(k) - moved, 2) / (2 * sigma * sigma))
      }
      return all.map { $0 / all.reduce(0, +) }
    }
    func along(_ from: [SIMD4<Double>], _ taps: [Double], _ dx: Int, _ dy: Int) -> [SIMD4<Double>] {
      var to = Array(repeating: SIMD4<Double>.zero, count: from.count)
      let radius = taps.count / 2
      for y in 0..<height {
        for x in 0..<width where from[y * width + x] != .zero {
          for k in -radius...radius {
            let (u, v) = (x + k * dx, y + k * dy)
            if u < 0 || v < 0 || u >= width || v >= height { continue }
            to[v * width + u] += from[y * width + x] * taps[k + radius]
          }
        }
      }
      return to
    }
    pixels = along(along(pixels, taps(sx, dx), 1, 0), taps(sy, dy), 0, 1)
    // An error on an edge of one pixel is spread over many pixels, except by small blurs.
    if max(sx, sy) >= 1 {
      for i in isEdge.indices { isEdge[i] = false }
    } else {
      let before = isEdge
      for y in 0..<height {
        for x in 0..<width {
          isEdge[y * width + x] = (max(y - 2, 0)...min(y + 2, height - 1)).contains { v in
            (max(x - 2, 0)...min(x + 2, width - 1)).contains { before[v * width + $0] }
          }
        }
      }
    }
  }
}

/// A rectangle of pixels.
struct OracleBox {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Creates the bounding box of all pixels with a weight; nil if there are none.
  init?(_ weights: [Double], _ width: Int) {
    let places = weights.indices.filter { weights[$0] > 0 }
    guard let first = places.first, let last = places.last else { return nil }
    let columns = places.map { $0 % width }
    self.init(
      left: columns.min()!, top: first / width, right: columns.max()! + 1,
      bottom: last / width + 1)
  }

  func intersection(_ other: OracleBox) -> OracleBox? {
    let box = OracleBox(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
    return box.left < box.right && box.top < box.bottom ? box : nil
  }

  /// Returns the position that mirrors at `start` and `end` show at a position.
  static func mirrored(_ place: Int, _ start: Int, _ end: Int) -> Int {
    var place = place
    while place < start || place >= end {
      place = place < start ? 2 * start - 1 - place : 2 * end - 1 - place
    }
    return place
  }
}
