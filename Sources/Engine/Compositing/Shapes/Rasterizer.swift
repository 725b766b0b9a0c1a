internal import CKernels
internal import Scenes

/// Computes the coverage of polygons from exact areas.
///
/// Every edge of a polygon adds, to the pixels of a row, the area between the edge and the right side; the
/// running sum along the row is the coverage. If outlines may cross, a row is first divided into slabs in
/// which the order of edges does not change, and only edges that are boundaries under the fill rule count. A
/// row with many crossings, as in strokes, is divided into slabs of equal height in which each edge is
/// treated as vertical; a very large number of edges is only sampled.
struct Rasterizer {
  struct PolygonEdge {
    /// The edge from its upper end to its lower end, in pixels.
    var line: ck_edge
    /// The direction of the edge: +1 if the outline runs downwards, otherwise −1.
    var direction: Int
    func x(at y: Double) -> Double {
      let l = line
      return y <= l.y0
        ? l.x0 : y >= l.y1 ? l.x1 : l.x0 + (l.x1 - l.x0) * ((y - l.y0) / (l.y1 - l.y0))
    }
  }

  private let box: PixelRect
  private var edges: [PolygonEdge] = []
  /// For each column, the area that the edges add to the column and to all columns on its right.
  private let sums: Buffer<Double>
  /// The ranges of columns that edges touched in the current row.
  private var touched: [ck_columns] = []
  private var crowd: SupersampledSpan

  private init(box: PixelRect) {
    self.box = box
    crowd = SupersampledSpan(box: box)
    sums = Buffer(repeating: 0, count: box.width + 2)
  }

  /// Computes the coverage of a polygon inside `clip`.
  static func coverage(_ polygon: Polygon, in clip: PixelRect) -> Coverage {
    let box = polygon.bounds(in: clip)
    if box.isEmpty { return Coverage(.zero) }
    if polygon.contains(box) { return Coverage(box) }
    if let made = ConvexRasterizer(polygon, in: box)?.coverage { return made }
    var room = 16 * (box.width + box.height)
    while true {
      // A coverage never needs more runs or values than the box has pixels.
      room = min(room, box.width * box.height)
      var rasterizer = Rasterizer(box: box)
      let made = unsafe CoverageBuffer(rows: box.height, runs: room, values: room).make(box) {
        unsafe rasterizer.run(polygon, into: &$0)
      }
      if let made { return made }
      precondition(room < box.width * box.height)
      room *= 8
    }
  }

  /// Appends all rows to `room`; returns false if its memory is too small.
  private mutating func run(_ polygon: Polygon, into room: inout ck_room) -> Bool {
    collectEdges(polygon)
    edges.sort { ($0.line.y0, $0.line.x0) < ($1.line.y0, $1.line.x0) }
    var active: [Int] = []
    var next = 0
    var kernelBox = box.kernel
    for y in box.y..<box.maxY {
      let (y0, y1) = (Double(y), Double(y + 1))
      active.removeAll { edges[$0].line.y1 <= y0 }
      while next < edges.count, edges[next].line.y0 < y1 {
        if edges[next].line.y1 > y0 { active.append(next) }
        next += 1
      }
      if active.count > Self.manyEdges {
        touched.append(
          crowd.add(active.lazy.map { [edges] in edges[$0] }, y0, polygon.fillRule, to: sums))
      } else if active.count > Self.fewEdges {
        addSampled(active, y0, polygon.fillRule)
      } else {
        addBoundaries(active, y0, y1, polygon.fillRule)
      }
      touched.sort { ($0.first, $0.last) < ($1.first, $1.last) }
      // Safety: the sums have two elements more than the box has columns.
      let fits = unsafe ck_end_row(&kernelBox, touched, touched.count, sums.base, &room) != 0
      if !fits { return false }
      touched.removeAll(keepingCapacity: true)
    }
    return true
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
            ? PolygonEdge(line: ck_edge(x0: a.x, y0: a.y, x1: b.x, y1: b.y), direction: 1)
            : PolygonEdge(line: ck_edge(x0: b.x, y0: b.y, x1: a.x, y1: a.y), direction: -1))
      }
    }
  }

  /// Divides the row at every corner and crossing, and processes the edges of each slab from left to right.
  private mutating func addBoundaries(
    _ active: [Int], _ y0: Double, _ y1: Double, _ rule: Path.FillRule
  ) {
    var cuts = [y0, y1]
    for (n, i) in active.enumerated() {
      let e = edges[i]
      if e.line.y0 > y0 { cuts.append(e.line.y0) }
      if e.line.y1 < y1 { cuts.append(e.line.y1) }
      for j in active[..<n] {
        let f = edges[j]
        let (from, to) = (max(e.line.y0, f.line.y0, y0), min(e.line.y1, f.line.y1, y1))
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
      for i in active where edges[i].line.y0 <= from && edges[i].line.y1 >= to {
        slab.append((edges[i].x(at: middle), i))
      }
      slab.sort { ($0.x, $0.edge) < ($1.x, $1.edge) }
      var winding = 0
      for (_, i) in slab {
        let old = winding
        winding += edges[i].direction
        let wasInside = rule == .evenOdd ? old & 1 != 0 : old != 0
        let isInside = rule == .evenOdd ? winding & 1 != 0 : winding != 0
        if wasInside != isInside {
          add(edges[i].line, from, to, isInside ? 1 : -1)
        }
      }
    }
  }

  /// The number of edges in a row up to which all crossings are computed.
  private static let fewEdges = 40
  /// The number of edges in a row up to which edges are sorted; the number of crossings grows with its
  /// square.
  private static let manyEdges = 1_024
  /// The number of slabs of equal height in a row with more edges than `fewEdges`; an area is wrong by at
  /// most half a slab.
  private static let slabs = 64

  private struct SampledEdge {
    let line: ck_edge
    let slope: Double
    let direction: Int
    var x: Double

    init(_ edge: PolygonEdge, at y: Double) {
      line = edge.line
      slope = (line.x1 - line.x0) / (line.y1 - line.y0)
      direction = edge.direction
      x = 0
      move(to: y)
    }

    mutating func move(to y: Double) {
      x = y >= line.y1 ? line.x1 : line.x0 + max(y - line.y0, 0) * slope
    }
  }

  /// Divides the row into slabs of equal height, and processes the edges of each slab from left to right.
  private mutating func addSampled(_ active: [Int], _ top: Double, _ rule: Path.FillRule) {
    let height = 1 / Double(Self.slabs)
    var sampled = active.map { SampledEdge(edges[$0], at: top + height / 2) }
    // The order of the edges changes little from slab to slab, so sorting moves only a few of them.
    sampled.sort { $0.x < $1.x }
    for k in 0..<Self.slabs {
      let from = top + height * Double(k)
      let middle = from + height / 2
      for i in sampled.indices {
        sampled[i].move(to: middle)
        var place = i
        while place > 0, sampled[place - 1].x > sampled[place].x {
          sampled.swapAt(place - 1, place)
          place -= 1
        }
      }
      var winding = 0
      for edge in sampled where edge.line.y0 <= middle && edge.line.y1 > middle {
        let old = winding
        winding += edge.direction
        let wasInside = rule == .evenOdd ? old & 1 != 0 : old != 0
        let isInside = rule == .evenOdd ? winding & 1 != 0 : winding != 0
        if wasInside != isInside {
          let upright = ck_edge(x0: edge.x, y0: from, x1: edge.x, y1: from + height)
          add(upright, from, from + height, isInside ? 1 : -1)
        }
      }
    }
  }

  /// Adds the part of an edge between two heights of one row to the sums.
  private mutating func add(_ edge: ck_edge, _ from: Double, _ to: Double, _ direction: Double) {
    var (edge, kernelBox) = (edge, box.kernel)
    // Safety: the sums have two elements more than the box has columns.
    let columns = unsafe ck_add_edge(&kernelBox, &edge, from, to, direction, sums.base)
    if columns.first <= columns.last { touched.append(columns) }
  }
}
