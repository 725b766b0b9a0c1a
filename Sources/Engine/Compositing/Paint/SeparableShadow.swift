internal import Scenes

/// The Gaussian shadow of a rounded rectangle as a sum of products: Σ profile_j(x) · share_j(y).
///
/// The rectangle is divided into slabs along y; slab j has the mean width between its corner arcs, so that
/// areas are exact, and the blur of a rectangle is the product of two blurred intervals. Slabs at the same
/// distance from the top and the bottom share a profile. Each factor of a product is an exact integral over
/// its pixel, so a shadow with sigma 0 is the anti-aliased shape.
struct SeparableShadow: Sendable {
  /// The device pixels that the shadow reaches, inside the clip.
  let bounds: PixelRect
  let rank: Int
  /// The profiles: `rank` rows of weights 0…65535, with bounds.width weights in each row.
  let profiles: Buffer<UInt16>
  /// The shares: `rank` rows of weights 0…65535, with bounds.height weights in each row; the shares of one
  /// height add up to at most 65535.
  let shares: Buffer<UInt16>

  /// Creates the shadow of `rect` with the corner radii `radius`, both in device pixels; `sigma` applies
  /// along x and y.
  init?(rect: Rect, radius: Size, sigma: Size, clip: PixelRect) {
    let reach = Size(sigma.width * Gaussian.reach, sigma.height * Gaussian.reach)
    let box = rect.insetBy(dx: -reach.width, dy: -reach.height).pixels(in: clip)
    guard !box.isEmpty else { return nil }
    bounds = box
    // A rectangle whose sides were rounded to pixels may be shorter than two radii, in which case the slabs
    // would overlap.
    let radius = Size(min(radius.width, rect.width / 2), min(radius.height, rect.height / 2))
    let slabs = Self.slabs(rect, radius, sigma)
    rank = slabs.count
    profiles = Buffer(repeating: 0, count: rank * box.width)
    shares = Buffer(repeating: 0, count: rank * box.height)
    for (j, slab) in slabs.enumerated() {
      for x in 0..<box.width {
        let part = Gaussian.cover(
          Double(box.x + x), from: rect.minX + slab.inset, to: rect.maxX - slab.inset,
          sigma: sigma.width)
        profiles[j * box.width + x] = UInt16(clamped: part * 65535 + 0.5, rounded: .down)
      }
      for y in 0..<box.height {
        let at = Double(box.y + y)
        var part = 0.0
        for (from, to) in slab.spans {
          part += Gaussian.cover(at, from: from, to: to, sigma: sigma.height)
        }
        shares[j * box.height + y] = UInt16(clamped: min(part, 1) * 65535, rounded: .down)
      }
    }
  }

  private struct Slab {
    var inset: Double
    var spans: [(Double, Double)]
  }

  /// Divides the rectangle into a middle slab, and pairs of slabs over equal angles of the corner arcs; each
  /// slab is at most a third of sigma high.
  private static func slabs(_ rect: Rect, _ radius: Size, _ sigma: Size) -> [Slab] {
    guard radius.width > 0, radius.height > 0 else {
      return [Slab(inset: 0, spans: [(rect.minY, rect.maxY)])]
    }
    var slabs = [Slab(inset: 0, spans: [(rect.minY + radius.height, rect.maxY - radius.height)])]
    let arc = max(radius.width, radius.height) * Portable.pi / 2
    let step = max(min(sigma.width, sigma.height) / 3, 0.125)
    let count = Int(clamped: arc / step, rounded: .up, to: 4...256)
    for j in 0..<count {
      let (low, lowCosine) = angle(j, of: count)
      let (high, highCosine) = angle(j + 1, of: count)
      // At a distance of 1 − sin θ from the edge, the arc is inset by 1 − cos θ; the expression is the mean
      // over the slab.
      let angleLow = Portable.pi / 2 * Double(j) / Double(count)
      let angleHigh = Portable.pi / 2 * Double(j + 1) / Double(count)
      let area =
        (high - angleHigh / 2 - high * highCosine / 2) - (low - angleLow / 2 - low * lowCosine / 2)
      let inset = radius.width * min(max(area / (high - low), 0), 1)
      let (from, to) = (radius.height * (1 - high), radius.height * (1 - low))
      slabs.append(
        Slab(
          inset: inset,
          spans: [(rect.minY + from, rect.minY + to), (rect.maxY - to, rect.maxY - from)]))
    }
    return slabs
  }

  private static func angle(_ j: Int, of count: Int) -> (sine: Double, cosine: Double) {
    j == count ? (1, 0) : Portable.sineCosine(Portable.pi / 2 * Double(j) / Double(count))
  }

  /// The shadow as a map of weights, which can be drawn through a plane map.
  var weightMap: WeightMap {
    let weights = Buffer<UInt16>(repeating: 0, count: bounds.width * bounds.height)
    for y in 0..<bounds.height {
      for j in 0..<rank {
        let share = UInt32(shares[j * bounds.height + y])
        if share == 0 { continue }
        for x in 0..<bounds.width {
          let i = y * bounds.width + x
          // The shares of all slabs may add up to slightly more than 65535.
          let part = (UInt32(profiles[j * bounds.width + x]) * share) >> 16
          weights[i] = UInt16(clamping: UInt32(weights[i]) + part)
        }
      }
    }
    return WeightMap(
      x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height, weights: weights)
  }
}

extension Rect {
  /// The pixels of `clip` that the rectangle touches; infinite and NaN coordinates are handled.
  func pixels(in clip: PixelRect) -> PixelRect {
    let left = max(minX, Double(clip.x)).rounded(.down)
    let top = max(minY, Double(clip.y)).rounded(.down)
    let right = min(maxX, Double(clip.maxX)).rounded(.up)
    let bottom = min(maxY, Double(clip.maxY)).rounded(.up)
    guard right > left, bottom > top else { return .zero }
    let (x, y) = (pixel(left, .down), pixel(top, .down))
    return PixelRect(x, y, pixel(right, .up) - x, pixel(bottom, .up) - y)
  }
}
