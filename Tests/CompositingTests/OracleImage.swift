import Foundation
import Scenes

/// An image with its reduced versions, in doubles.
struct OracleImage {
  var levels: [(width: Int, height: Int, pixels: [SIMD4<Double>])]

  init(width: Int, height: Int, pixels: [SIMD4<Double>]) {
    levels = [(width, height, pixels)]
    while let last = levels.last, last.width > 1 || last.height > 1 {
      let (w, h) = ((last.width + 1) / 2, (last.height + 1) / 2)
      var half: [SIMD4<Double>] = []
      for y in 0..<h {
        for x in 0..<w {
          var sum = SIMD4<Double>.zero
          for dy in 0...1 {
            for dx in 0...1 {
              let (sx, sy) = (min(2 * x + dx, last.width - 1), min(2 * y + dy, last.height - 1))
              sum += last.pixels[sy * last.width + sx]
            }
          }
          half.append(sum / 4)
        }
      }
      levels.append((w, h, half))
    }
  }

  init(_ bitmap: Bitmap) {
    var pixels: [SIMD4<Double>] = []
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let p = bitmap.pixel(x, y)
        pixels.append(SIMD4(Double(p[0]), Double(p[1]), Double(p[2]), Double(p[3])) / 255)
      }
    }
    self.init(width: bitmap.width, height: bitmap.height, pixels: pixels)
  }

  /// The part of an image that a pixel of the canvas shows: the position at the pixel's centre, and its change along
  /// the pixel's sides.
  struct Pixel {
    var center: Point
    var along: Point
    var down: Point

    var isFinite: Bool {
      [center.x, center.y, along.x, along.y, down.x, down.y].allSatisfy(\.isFinite)
    }
  }

  // MARK: Without turning

  /// The texels of one axis with their weights, and the two texels that bound a cubic.
  private struct Weights {
    var items: [(at: Int, weight: Double)]
    var nearest: (Int, Int)?
  }

  /// Returns the exact average over the pixel's area if the image is reduced, and a cubic interpolation if it is
  /// enlarged, separately for each axis.
  func upright(_ pixel: Pixel, in shown: Rect) -> SIMD4<Double> {
    let (rx, ry) = (abs(pixel.along.x), abs(pixel.down.y))
    var k = 0
    while k < levels.count - 1, min(rx, ry) > 10.1 * Double(1 << k) { k += 1 }
    let level = levels[k]
    let unit = Double(1 << k)
    let across = Self.weights(
      pixel.center.x / unit, rx / unit, k, level.width, shown.x / unit,
      (shown.x + shown.width) / unit)
    let down = Self.weights(
      pixel.center.y / unit, ry / unit, k, level.height, shown.y / unit,
      (shown.y + shown.height) / unit)
    func texel(_ x: Int, _ y: Int) -> SIMD4<Double> { level.pixels[y * level.width + x] }
    func row(_ y: Int) -> SIMD4<Double> {
      across.items.reduce(.zero) { $0 + texel($1.at, y) * $1.weight }
    }
    func column(_ x: Int) -> SIMD4<Double> {
      down.items.reduce(.zero) { $0 + texel(x, $1.at) * $1.weight }
    }
    var color = SIMD4<Double>.zero
    for item in down.items { color += row(item.at) * item.weight }
    switch (across.nearest, down.nearest) {
    case ((let a, let b)?, (let c, let d)?):
      color = Self.clamp(color, [texel(a, c), texel(b, c), texel(a, d), texel(b, d)])
    case ((let a, let b)?, nil): color = Self.clamp(color, [column(a), column(b)])
    case (nil, (let c, let d)?): color = Self.clamp(color, [row(c), row(d)])
    case (nil, nil): break
    }
    return Self.belowAlpha(color)
  }

  private static func weights(
    _ center: Double, _ stretch: Double, _ k: Int, _ size: Int, _ low: Double, _ high: Double
  ) -> Weights {
    if stretch < 1, size > 1 {
      return cubic(center - 0.5, share: min(1, (1 / stretch - 1) * 10), size)
    }
    let reach = stretch * narrowed(stretch, k) / 2
    let (a, b) = (max(center - reach, low, 0), min(center + reach, high, Double(size)))
    guard b - a > 1e-6 else { return Weights(items: [(min(max(Int(center), 0), size - 1), 1)]) }
    return Weights(
      items: (Int(a)...min(Int(b), size - 1)).map { i in
        (i, max(0, min(Double(i + 1), b) - max(Double(i), a)) / (b - a))
      })
  }

  /// Returns the reduced stretch, because the texels of level k already average over an area.
  private static func narrowed(_ stretch: Double, _ k: Int) -> Double {
    k == 0 ? 1 : max(1 - 1 / (stretch * stretch), 0.25).squareRoot()
  }

  private static func cubic(_ place: Double, share: Double, _ size: Int) -> Weights {
    let at = min(max(place, 0), Double(size - 1))
    let near = min(Int(at), max(size - 2, 0))
    let t = at - Double(near)
    // The rows of the Catmull-Rom matrix.
    let whole = [
      -0.5 * t + t * t - 0.5 * t * t * t, 1 - 2.5 * t * t + 1.5 * t * t * t,
      0.5 * t + 2 * t * t - 1.5 * t * t * t, -0.5 * t * t + 0.5 * t * t * t,
    ]
    let line = [0, 1 - t, t, 0]
    let items = (0..<4).map { i in
      (
        at: min(max(near - 1 + i, 0), size - 1), weight: line[i] + (whole[i] - line[i]) * share
      )
    }
    return Weights(items: items, nearest: (near, min(near + 1, size - 1)))
  }

  private static func clamp(
    _ color: SIMD4<Double>, _ texels: [SIMD4<Double>]
  ) -> SIMD4<Double> {
    var (low, high) = (texels[0], texels[0])
    for texel in texels {
      low = pointwiseMin(low, texel)
      high = pointwiseMax(high, texel)
    }
    return color.clamped(lowerBound: low, upperBound: high)
  }

  private static func belowAlpha(_ color: SIMD4<Double>) -> SIMD4<Double> {
    pointwiseMin(color, SIMD4(repeating: color.w))
  }

  // MARK: Turned

  /// Returns the mean of the parts of a parallelogram, each read as an upright rectangle of the same spread; a cubic if
  /// the image is enlarged in both directions.
  func turned(_ pixel: Pixel) -> SIMD4<Double> {
    var (a, b) = (pixel.along, pixel.down)
    let most = max(hypot(a.x, b.x), hypot(a.y, b.y))
    if most < 1 {
      let share = min((1 / most - 1) * 160, 15).rounded(.down) / 15
      return bicubic(pixel.center, share: share)
    }
    var sides = (hypot(a.x, a.y), hypot(b.x, b.y))
    let longest = max(sides.0, sides.1)
    let shortest = abs(a.x * b.y - b.x * a.y) / longest
    var k = 0
    while k < levels.count - 1,
      shortest > 4.1 * Double(1 << k) || longest > 32 * Double(1 << k)
    {
      k += 1
    }
    let unit = Double(1 << k)
    let (f, g) = (Self.narrowed(sides.0 / unit, k), Self.narrowed(sides.1 / unit, k))
    a = Point(a.x * f / unit, a.y * f / unit)
    b = Point(b.x * g / unit, b.y * g / unit)
    sides = (hypot(a.x, a.y), hypot(b.x, b.y))
    let (spread, skew) = ((hypot(a.x, b.x), hypot(a.y, b.y)), a.x * a.y + b.x * b.y)
    let isAcross = skew * skew > 0.2 * spread.0 * spread.0 * spread.1 * spread.1
    let limit = isAcross ? min(3, max(1, min(sides.0, sides.1))) : 3
    func parts(_ length: Double) -> Int { min(max(Int(length / limit + 0.999), 1), 16) }
    let (m, n) = (parts(sides.0), parts(sides.1))
    func width(_ p: Double, _ q: Double) -> Double {
      min(3, max(1, (hypot(p / Double(m), q / Double(n)) * 16).rounded() / 16))
    }
    let size = (width(a.x, b.x), width(a.y, b.y))
    var sum = SIMD4<Double>.zero
    for j in 0..<n {
      for i in 0..<m {
        let (f, g) = ((Double(i) + 0.5) / Double(m) - 0.5, (Double(j) + 0.5) / Double(n) - 0.5)
        let at = Point(
          pixel.center.x / unit + a.x * f + b.x * g, pixel.center.y / unit + a.y * f + b.y * g)
        sum += rectangle(k, at, size)
      }
    }
    return sum / Double(m * n)
  }

  /// Returns the average of an upright rectangle about a position.
  private func rectangle(_ k: Int, _ at: Point, _ size: (Double, Double)) -> SIMD4<Double> {
    let level = levels[k]
    func texels(_ place: Double, _ width: Double, _ count: Int) -> [(Int, Double)] {
      let start = place - width / 2
      let first = Int(start.rounded(.down))
      return (first...first + 3).map { i in
        let common = max(0, min(Double(i + 1), start + width) - max(Double(i), start))
        return (min(max(i, 0), count - 1), common / width)
      }
    }
    var sum = SIMD4<Double>.zero
    for (y, wy) in texels(at.y, size.1, level.height) {
      for (x, wx) in texels(at.x, size.0, level.width) {
        sum += level.pixels[y * level.width + x] * (wx * wy)
      }
    }
    return sum
  }

  private func bicubic(_ at: Point, share: Double) -> SIMD4<Double> {
    let level = levels[0]
    let across = Self.cubic(at.x - 0.5, share: share, level.width)
    let down = Self.cubic(at.y - 0.5, share: share, level.height)
    func texel(_ x: Int, _ y: Int) -> SIMD4<Double> { level.pixels[y * level.width + x] }
    var color = SIMD4<Double>.zero
    for y in down.items {
      for x in across.items { color += texel(x.at, y.at) * (x.weight * y.weight) }
    }
    guard let (a, b) = across.nearest, let (c, d) = down.nearest else { return color }
    return Self.belowAlpha(
      Self.clamp(color, [texel(a, c), texel(b, c), texel(a, d), texel(b, d)]))
  }
}
