internal import Scenes

/// Polygons to coverage by exact areas.
///
/// Every edge adds to the pixels of a row the area between itself and the right side; the running sum
/// along the row is the coverage. Where outlines may cross, a row is first cut into slabs in which
/// edges keep their order, and only the edges that the fill rule calls boundaries count.
struct Rasterizer {
  private struct Edge {
    /// From top to bottom, in pixels.
    var x0, y0, x1, y1: Double
    /// +1 when the outline goes down.
    var direction: Double
    func x(at y: Double) -> Double {
      y <= y0 ? x0 : y >= y1 ? x1 : x0 + (x1 - x0) * ((y - y0) / (y1 - y0))
    }
  }

  private let box: PixelRect
  private var edges: [Edge] = []
  /// Area to add from each column on; one more than the width.
  private let sums: Buffer<Double>
  /// Columns touched in this row.
  private var touched: [(Int, Int)] = []

  private init(box: PixelRect) {
    self.box = box
    sums = Buffer(repeating: 0, count: box.width + 2)
  }

  /// The part of a polygon inside `clip`.
  static func coverage(_ polygon: Polygon, in clip: PixelRect) -> Coverage {
    let box = polygon.bounds(in: clip)
    if box.isEmpty { return Coverage(.zero) }
    if polygon.contains(box) { return Coverage(box) }
    var rasterizer = Rasterizer(box: box)
    return rasterizer.run(polygon)
  }

  private mutating func run(_ polygon: Polygon) -> Coverage {
    collectEdges(polygon)
    if polygon.isConvex, let chains = chains() { return run(chains) }
    edges.sort { ($0.y0, $0.x0) < ($1.y0, $1.x0) }
    var builder = CoverageBuilder(bounds: box)
    var active: [Int] = []
    var next = 0
    for y in box.y..<box.maxY {
      let (y0, y1) = (Double(y), Double(y + 1))
      active.removeAll { edges[$0].y1 <= y0 }
      while next < edges.count, edges[next].y0 < y1 {
        if edges[next].y1 > y0 { active.append(next) }
        next += 1
      }
      addBoundaries(active, y0, y1, polygon.fillRule)
      touched.sort { $0 < $1 }
      emit(into: &builder)
    }
    return builder.finish()
  }

  private mutating func collectEdges(_ polygon: Polygon) {
    let top = Double(box.y)
    let bottom = Double(box.maxY)
    for ring in polygon.rings {
      for i in ring.indices {
        let a = ring[i]
        let b = ring[i + 1 == ring.count ? 0 : i + 1]
        if a.y == b.y || max(a.y, b.y) <= top || min(a.y, b.y) >= bottom { continue }
        edges.append(
          a.y < b.y
            ? Edge(x0: a.x, y0: a.y, x1: b.x, y1: b.y, direction: 1)
            : Edge(x0: b.x, y0: b.y, x1: a.x, y1: a.y, direction: -1))
      }
    }
  }

  /// The two sides of a convex outline, each from top to bottom; nil when rounding has bent them.
  private func chains() -> (down: [Edge], up: [Edge])? {
    var (down, up): ([Edge], [Edge]) = ([], [])
    down.reserveCapacity(edges.count)
    up.reserveCapacity(edges.count)
    for edge in edges {
      if edge.direction > 0 { down.append(edge) } else { up.append(edge) }
    }
    up.reverse()
    func isChain(_ edges: inout [Edge]) -> Bool {
      // The outline may begin in the middle of a side.
      if let turn = edges.indices.dropFirst().first(where: { edges[$0].y0 < edges[$0 - 1].y0 }) {
        edges = Array(edges[turn...] + edges[..<turn])
      }
      return zip(edges, edges.dropFirst()).allSatisfy { $0.y1 <= $1.y0 }
    }
    return isChain(&down) && isChain(&up) ? (down, up) : nil
  }

  /// A convex outline, side by side: no row needs sorting.
  private mutating func run(_ chains: (down: [Edge], up: [Edge])) -> Coverage {
    var builder = CoverageBuilder(bounds: box)
    var (down, up) = (0, 0)
    for y in box.y..<box.maxY {
      let (y0, y1) = (Double(y), Double(y + 1))
      var (left, right) = (
        add(chains.down, from: &down, y0, y1), add(chains.up, from: &up, y0, y1)
      )
      if right.0 < left.0 { swap(&left, &right) }
      if left.0 <= left.1 { touched.append(left) }
      if right.0 <= right.1 { touched.append(right) }
      emit(into: &builder)
    }
    return builder.finish()
  }

  /// Adds what of a chain lies in a row, from the first edge that ends below its top; gives the columns
  /// that it touched, first > last when none.
  private func add(
    _ chain: [Edge], from next: inout Int, _ y0: Double, _ y1: Double
  ) -> (Int, Int) {
    while next < chain.count, chain[next].y1 <= y0 { next += 1 }
    var i = next
    var columns = (Int.max, Int.min)
    while i < chain.count, chain[i].y0 < y1 {
      let e = chain[i]
      let part = add(e, from: max(e.y0, y0), to: min(e.y1, y1), weight: e.direction)
      columns = (min(columns.0, part.0), max(columns.1, part.1))
      i += 1
    }
    return columns
  }

  /// Cuts the row at every corner and crossing; in each slab walks the edges from left to right.
  private mutating func addBoundaries(
    _ active: [Int], _ y0: Double, _ y1: Double, _ rule: Path.FillRule
  ) {
    var cuts = [y0, y1]
    for (n, i) in active.enumerated() {
      let e = edges[i]
      if e.y0 > y0 { cuts.append(e.y0) }
      if e.y1 < y1 { cuts.append(e.y1) }
      for j in active[..<n] {
        let f = edges[j]
        let (from, to) = (max(e.y0, f.y0, y0), min(e.y1, f.y1, y1))
        guard from < to else { continue }
        let before = e.x(at: from) - f.x(at: from)
        let after = e.x(at: to) - f.x(at: to)
        if (before < 0) != (after < 0), before != after {
          let crossing = from + (to - from) * (before / (before - after))
          if crossing > from, crossing < to { cuts.append(crossing) }
        }
      }
    }
    cuts.sort()
    for k in 1..<cuts.count where cuts[k] > cuts[k - 1] {
      let (from, to) = (cuts[k - 1], cuts[k])
      let middle = (from + to) / 2
      var slab: [(x: Double, edge: Int)] = []
      for i in active where edges[i].y0 <= from && edges[i].y1 >= to {
        slab.append((edges[i].x(at: middle), i))
      }
      slab.sort { ($0.x, $0.edge) < ($1.x, $1.edge) }
      var winding = 0
      for (_, i) in slab {
        let old = winding
        winding += edges[i].direction > 0 ? 1 : -1
        let wasInside = rule == .evenOdd ? old & 1 != 0 : old != 0
        let isInside = rule == .evenOdd ? winding & 1 != 0 : winding != 0
        if wasInside != isInside {
          let part = add(edges[i], from: from, to: to, weight: isInside ? 1 : -1)
          if part.0 <= part.1 { touched.append(part) }
        }
      }
    }
  }

  /// The part of an edge between two heights of one row; gives the columns that it touched.
  private func add(_ e: Edge, from: Double, to: Double, weight: Double) -> (Int, Int) {
    let height = to - from
    let left = Double(box.x)
    let right = Double(box.maxX)
    var (xa, xb) = (e.x(at: from), e.x(at: to))
    if xa > xb { swap(&xa, &xb) }
    if !(height > 0) || xa >= right { return (Int.max, Int.min) }
    if xb <= left {
      cell(box.x, height * weight, 0)
      return (0, 0)
    }
    let slope = xb > xa ? height / (xb - xa) : 0
    if xa < left {
      cell(box.x, (left - xa) * slope * weight, 0)
      xa = left
    }
    xb = min(xb, right)
    let first = min(floored(xa), box.maxX - 1)
    let last = min(floored(xb), box.maxX - 1)
    let columns = (first - box.x, last - box.x + 1)
    if first == last {
      let part = slope == 0 ? height : (xb - xa) * slope
      cell(first, part * weight, (xa + xb) / 2 - Double(first))
      return columns
    }
    for column in first...last {
      let a = max(xa, Double(column))
      let b = min(xb, Double(column + 1))
      if b > a { cell(column, (b - a) * slope * weight, (a + b) / 2 - Double(column)) }
    }
    return columns
  }

  /// ⌊x⌋, without a call where the processor has no instruction for it.
  private func floored(_ x: Double) -> Int {
    let whole = Int(x)
    return Double(whole) > x ? whole - 1 : whole
  }

  /// An edge of `height` at the fraction `inset` of a column covers 1 − inset of it, and all after.
  private func cell(_ column: Int, _ height: Double, _ inset: Double) {
    let i = column - box.x
    sums[i] += height * (1 - inset)
    sums[i + 1] += height * inset
  }

  /// Writes the row, whose touched columns are in order, and clears the sums.
  private mutating func emit(into builder: inout CoverageBuilder) {
    var sum = 0.0
    var x = 0
    func weight(_ area: Double) -> UInt16 {
      // Sums of exact areas are right to 10⁻¹²; what is nearly all is all.
      UInt16(min(abs(area) * 65535 + 0.499, 65535))
    }
    for (start, end) in touched {
      if start > x {
        let w = weight(sum)
        if w == 65535 {
          builder.full(box.x + x, box.x + start)
        } else if w > 0 {
          for c in x..<start { builder.partial(box.x + c, w) }
        }
        x = start
      }
      while x <= end, x < box.width {
        sum += sums[x]
        sums[x] = 0
        builder.partial(box.x + x, weight(sum))
        x += 1
      }
    }
    if x < box.width {
      sum += sums[x]
      let w = weight(sum)
      if w == 65535 {
        builder.full(box.x + x, box.maxX)
      } else if w > 0 {
        for c in x..<box.width { builder.partial(box.x + c, w) }
      }
    }
    sums[min(x, box.width)] = 0
    sums[box.width] = 0
    sums[box.width + 1] = 0
    touched.removeAll(keepingCapacity: true)
    builder.endRow()
  }
}
