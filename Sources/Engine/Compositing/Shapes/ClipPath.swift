internal import CKernels
internal import Scenes

/// The clip of the enclosing layers: the convex polygon in device pixels that is the intersection of their
/// shapes, with its coverage of each pixel. Everything inside is drawn as if the clip did not exist; the
/// result is then multiplied by the clip's coverage c. A shape inside is therefore drawn with the weight a/c,
/// where a is the area of its intersection with the clip: the product is a, so an edge that the shape shares
/// with the clip counts once.
final class ClipPath: Sendable {
  let polygon: Polygon
  let coverage: Coverage

  init(polygon: Polygon, coverage: Coverage) {
    self.polygon = polygon
    self.coverage = coverage
  }
}

extension DeviceShapes {
  /// The fraction of each pixel of `clip` that a rectangle covers; without a clip, the fraction of each whole
  /// pixel.
  func rectangle(
    _ shape: RoundedRect, under rim: BorderCoverage? = nil, within clip: ClipPath?
  ) -> Coverage {
    var made = rectangle(shape)
    if let clip, made.meets(clip.coverage) { made = share(made, polygon(shape), of: clip) }
    return rim.map { made.under($0) } ?? made
  }

  /// Creates the clip of a rectangle inside another clip, and its weights relative to the outer clip.
  func clip(
    _ shape: RoundedRect, under rim: BorderCoverage? = nil, within outer: ClipPath?
  ) -> (clip: ClipPath, weights: Coverage) {
    let alone = rectangle(shape)
    let polygon = polygon(shape)
    guard let outer else {
      return (ClipPath(polygon: polygon, coverage: alone), rim.map { alone.under($0) } ?? alone)
    }
    let both = polygon.intersection(outer.polygon)
    let common = Rasterizer.coverage(both, in: clip)
    let weights =
      alone.meets(outer.coverage) ? alone.replaced(by: common, over: outer.coverage) : alone
    return (ClipPath(polygon: both, coverage: common), rim.map { weights.under($0) } ?? weights)
  }

  /// Computes the coverage of a border around a rectangle.
  func rim(_ border: Border, round shape: RoundedRect, within clip: ClipPath?) -> BorderCoverage {
    let outer = rectangle(shape.outset(by: border.outside), within: clip)
    let inner = rectangle(shape.outset(by: border.outside - border.width), within: clip)
    return BorderCoverage(outer: outer, inner: inner, alpha: border.leastAlpha)
  }

  /// The weights of a rectangle over another rectangle with a given alpha, such that both together have the
  /// alpha of their union. If C and R are the two areas and α is the alpha of the lower rectangle, the upper
  /// one adds (C − α·C∩R) / (1 − α·R) of the part that the lower one leaves transparent.
  func rectangle(
    _ shape: RoundedRect, over lower: RoundedRect, alpha: Double, within clip: ClipPath?
  ) -> Coverage {
    let upper = rectangle(shape, within: clip)
    let under = rectangle(lower, within: clip)
    guard upper.meets(under) else { return upper }
    let both = polygon(shape).intersection(polygon(lower))
    var common = Rasterizer.coverage(both, in: self.clip)
    if let clip, common.meets(clip.coverage) { common = share(common, both, of: clip) }
    return upper.adding(to: under, sharing: common, alpha: Fixed.weight(alpha))
  }

  private func share(_ alone: Coverage, _ polygon: Polygon, of clip: ClipPath) -> Coverage {
    let both = polygon.intersection(clip.polygon)
    let box = alone.bounds.intersection(clip.coverage.bounds)
    return alone.replaced(by: Rasterizer.coverage(both, in: box), over: clip.coverage)
  }
}

/// The coverage of a border between its outer and inner outlines.
struct BorderCoverage: Sendable {
  let outer: Coverage
  let inner: Coverage
  let alpha: Double

  var coverage: Coverage { inner.isEmpty ? outer : outer.subtracting(inner) }
}

extension Coverage {
  /// The weights of contents below a border with the alpha α, such that contents and border together have the
  /// colours of their visible areas. If C and R are the areas of contents and border, and B is the area of
  /// their intersection, the weights are (C − α·B) / (1 − α·R).
  fileprivate func under(_ rim: BorderCoverage) -> Coverage {
    if isHard { return self }
    return mapped { x, y, value in
      let inner = Double(rim.inner.weight(x, y))
      let ring = Double(rim.outer.weight(x, y)) - inner
      let free = 65535 - rim.alpha * ring
      if ring <= 0 || free < 1 { return value }
      let common = min(max(Double(value) - inner, 0), ring)
      let weight = (Double(value) - rim.alpha * common) / free * 65535
      return UInt16(clamped: weight, rounded: .toNearestOrAwayFromZero)
    }
  }

  /// The coverage with every partly covered pixel changed to fully covered, for a picture whose border is
  /// transparent. The mean colour of a partly covered pixel already includes the transparent area beyond the
  /// picture's sides, which would otherwise count twice.
  var touched: Coverage { isHard ? self : mapped { _, _, _ in 65535 } }

  /// Whether some pixel is at least partly covered by both coverages.
  fileprivate func meets(_ other: Coverage) -> Bool {
    if isHard || other.isHard { return false }
    let box = bounds.intersection(other.bounds)
    for y in box.y..<box.maxY {
      var left = runs(row: y)
      var right = other.runs(row: y)
      while let a = left.first, let b = right.first {
        if a.values >= 0, b.values >= 0, max(a.x0, b.x0) < min(a.x1, b.x1) { return true }
        if a.x1 <= b.x1 { left.removeFirst() }
        if b.x1 <= a.x1 { right.removeFirst() }
      }
    }
    return false
  }

  /// The coverage with its values replaced by those of `common` in the pixels that this coverage and `clip`
  /// both cover partly.
  fileprivate func replaced(by common: Coverage, over clip: Coverage) -> Coverage {
    mapped { x, y, value in
      let part = clip.weight(x, y)
      if part == 0 || part == 65535 { return value }
      return UInt16(min((common.weight(x, y) * 65535 + part / 2) / part, 65535))
    }
  }

  /// The coverage with new weights in its partly covered pixels.
  private func mapped(_ weight: (_ x: Int32, _ y: Int, _ value: UInt16) -> UInt16) -> Coverage {
    var builder = CoverageBuilder(bounds: bounds)
    for y in bounds.y..<bounds.maxY {
      for run in runs(row: y) {
        if run.values < 0 {
          builder.full(Int(run.x0), Int(run.x1))
          continue
        }
        for x in run.x0..<run.x1 {
          builder.partial(Int(x), weight(x, y, values[Int(run.values + x - run.x0)]))
        }
      }
      builder.endRow()
    }
    return builder.finish()
  }

  /// The coverage that this coverage adds to `under` in pixels that both cover partly; `common` is the
  /// coverage of their intersection.
  fileprivate func adding(to under: Coverage, sharing common: Coverage, alpha: Int32) -> Coverage {
    mapped { x, y, value in
      let below = under.weight(x, y)
      if below == 0 || below == 65535 { return value }
      let shared = Int64(alpha) * Int64(common.weight(x, y))
      let free = 65535 * 65535 - Int64(alpha) * Int64(below)
      let added = (Int64(value) * 65535 - shared) * 65535
      return UInt16(clamping: free > 0 ? (max(added, 0) + free / 2) / free : 0)
    }
  }

  private func weight(_ x: Int32, _ y: Int) -> UInt32 {
    for run in runs(row: y) where run.x0 <= x && x < run.x1 {
      return run.values < 0 ? 65535 : UInt32(values[Int(run.values + x - run.x0)])
    }
    return 0
  }
}
