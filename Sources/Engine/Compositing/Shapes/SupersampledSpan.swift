internal import CKernels
internal import Scenes

/// The area inside a very large number of edges, one row at a time, found by counting samples: edges are not
/// sorted, and the cost of an edge does not depend on the number of edges that it crosses.
struct SupersampledSpan {
  private let box: PixelRect
  private var windings: [Int32] = []
  private var inside: [Int32] = []
  /// The number of sampled heights in a row, and the number of samples per pixel at each height if the row
  /// has few edges.
  private static let heights = 64
  private static let leastSamples = 16
  private static let mostSamples = 256

  init(box: PixelRect) { self.box = box }

  /// Adds a row's areas to `sums` and returns the columns that changed.
  mutating func add(
    _ edges: some Collection<Rasterizer.PolygonEdge>, _ top: Double, _ rule: Path.FillRule,
    to sums: Buffer<Double>
  ) -> ck_columns {
    let sides = edges.map { edge in
      ck_side(
        x0: edge.line.x0, y0: edge.line.y0, y1: edge.line.y1,
        slope: (edge.line.x1 - edge.line.x0) / (edge.line.y1 - edge.line.y0),
        direction: edge.direction > 0 ? 1 : -1)
    }
    // The number of samples is reduced so that the row has about as many samples as edges.
    var samples = Self.mostSamples
    while samples > Self.leastSamples, samples * box.width > 4 * sides.count { samples /= 2 }
    let room = box.width * samples + 1
    if windings.count < room { windings = Array(repeating: 0, count: room) }
    inside = Array(repeating: 0, count: box.width)
    var kernelBox = box.kernel
    for k in 0..<Self.heights {
      let middle = top + (Double(k) + 0.5) / Double(Self.heights)
      // Safety: the arrays have the sizes that the kernel requires.
      unsafe ck_crowd(
        &kernelBox, sides, sides.count, middle, Int32(samples), rule == .evenOdd ? 1 : 0, &windings,
        &inside)
    }
    let whole = Double(samples * Self.heights)
    var last = 0.0
    for x in 0..<box.width {
      let area = Double(inside[x]) / whole
      sums[x] += area - last
      last = area
    }
    sums[box.width] -= last
    return ck_columns(first: 0, last: Int32(box.width - 1))
  }
}
