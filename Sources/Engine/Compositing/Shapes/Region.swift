internal import CKernels
internal import Scenes

/// A set of pixels that is stored row by row.
struct Region {
  /// The coverage of the region, in which each pixel of the region is fully covered.
  let coverage: Coverage
  /// The number of pixels in the region.
  let area: Int

  /// The pixels of `box` in which two coverages differ; spans of a row with at most `gap` columns between
  /// them are joined.
  init(between a: Coverage, and b: Coverage, in box: PixelRect, joining gap: Int) {
    let box = a.bounds.union(b.bounds).intersection(box)
    var count = 0
    for y in box.y..<box.maxY { count += a.runCount(row: y) + b.runCount(row: y) }
    var kernelBox = box.kernel
    var area: Int64 = 0
    let room = CoverageBuffer(rows: box.height, runs: 2 * count, values: 0)
    // Safety: both coverages exist until the kernel returns.
    let made = withExtendedLifetime((a, b)) {
      unsafe room.make(box) { room in
        var (first, second) = unsafe (a.kernel, b.kernel)
        return unsafe ck_differ(&kernelBox, &first, &second, Int32(gap), &room, &area) != 0
      }
    }
    guard let made else {
      preconditionFailure(
        "the coverage of two regions has more runs in a row than both regions together")
    }
    coverage = made
    self.area = Int(area)
  }

  /// Creates the union of rectangles and regions; they may overlap.
  init(_ boxes: [PixelRect], _ regions: [Region]) {
    if boxes.isEmpty, regions.count == 1 {
      self = regions[0]
      return
    }
    var spans = boxes
    for region in regions {
      let coverage = region.coverage
      for y in coverage.bounds.y..<coverage.bounds.maxY {
        for run in coverage.runs(row: y) {
          spans.append(PixelRect(Int(run.x0), y, Int(run.x1 - run.x0), 1))
        }
      }
    }
    coverage = Coverage(spans: spans, in: spans.reduce(.zero) { $0.union($1) })
    area = coverage.area
  }
}

extension Coverage {
  /// The number of pixels that are at least partly covered.
  var area: Int {
    let (rows, runs) = (rows, runs)
    var sum = 0
    for k in 0..<rows.count {
      let row = rows[k]
      for i in Int(row.first)..<Int(row.first + row.count) { sum += Int(runs[i].x1 - runs[i].x0) }
    }
    return sum
  }

  fileprivate func runCount(row y: Int) -> Int {
    y >= bounds.y && y < bounds.maxY ? Int(rows[y - bounds.y].count) : 0
  }
}
