internal import CKernels
internal import Scenes

/// The left and right sides of a convex polygon, with edges sorted from top to bottom, so that no row needs
/// sorting.
struct ConvexRasterizer {
  private let box: PixelRect
  private var down: [ck_edge] = []
  private var up: [ck_edge] = []

  /// Prepares the part of a convex polygon in the rows of `box`; nil if rounding has made the polygon
  /// concave.
  init?(_ polygon: Polygon, in box: PixelRect) {
    self.box = box
    guard polygon.isConvex, polygon.rings.count == 1, let ring = polygon.rings.first,
      var a = ring.first
    else { return nil }
    let (top, bottom) = (Double(box.y), Double(box.maxY))
    down.reserveCapacity(ring.count)
    up.reserveCapacity(ring.count)
    for i in 1...ring.count {
      let b = ring[i == ring.count ? 0 : i]
      if a.y < b.y {
        if b.y > top, a.y < bottom { down.append(ck_edge(x0: a.x, y0: a.y, x1: b.x, y1: b.y)) }
      } else if b.y < a.y {
        if a.y > top, b.y < bottom { up.append(ck_edge(x0: b.x, y0: b.y, x1: a.x, y1: a.y)) }
      }
      a = b
    }
    up.reverse()
    guard Self.chain(&down), Self.chain(&up) else { return nil }
  }

  /// Sorts the edges of one side; returns false if the edges do not form a continuous side.
  private static func chain(_ edges: inout [ck_edge]) -> Bool {
    // The outline of the polygon may begin in the middle of a side.
    if let turn = edges.indices.dropFirst().first(where: { edges[$0].y0 < edges[$0 - 1].y0 }) {
      edges = Array(edges[turn...] + edges[..<turn])
    }
    for i in edges.indices.dropFirst() where edges[i - 1].y1 > edges[i].y0 { return false }
    return true
  }

  /// The coverage of the polygon in the box; nil if it needs more memory than a convex outline should need.
  var coverage: Coverage? {
    // Each side reverses its horizontal direction at most once, and touches two additional columns in each
    // row; the first and last rows may be partly covered.
    let touched = 6 * box.width + 4 * box.height
    let room = CoverageBuffer(rows: box.height, runs: touched, values: touched)
    let sums = Buffer<Double>(repeating: 0, count: box.width + 2)
    var kernelBox = box.kernel
    return unsafe down.withUnsafeBufferPointer { down in
      unsafe up.withUnsafeBufferPointer { up in
        let sides = unsafe [
          ck_chain(edges: down.baseAddress, count: down.count, direction: 1),
          ck_chain(edges: up.baseAddress, count: up.count, direction: -1),
        ]
        return unsafe room.make(box) { room in
          unsafe ck_cover(&kernelBox, sides, sums.base, &room) != 0
        }
      }
    }
  }
}
