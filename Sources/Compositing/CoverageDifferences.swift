internal import CKernels
internal import Scenes

/// Where two coverages differ, row by row.
struct CoverageDifferences {
  private let left: Side
  private let right: Side

  init(_ a: Coverage, _ b: Coverage) {
    left = Side(a)
    right = Side(b)
  }

  private struct Side {
    let top: Int
    let rows: [ck_row]
    let runs: [ck_run]
    let values: [UInt16]

    init(_ coverage: Coverage) {
      top = coverage.bounds.y
      rows = coverage.rows
      runs = coverage.runs
      values = coverage.values
    }

    /// Indices of the runs of row y.
    func range(_ y: Int) -> Range<Int> {
      guard y >= top, y < top + rows.count else { return 0..<0 }
      let row = rows[y - top]
      return Int(row.first)..<Int(row.first + row.count)
    }
  }

  /// Appends the spans of row y in which the coverages differ, from left to right; those not more than
  /// `gap` columns apart as one.
  func find(row y: Int, joining gap: Int, into spans: inout [Range<Int>]) {
    func add(_ x0: Int, _ x1: Int) {
      if let last = spans.last, x0 <= last.upperBound + gap {
        spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, x1)
      } else {
        spans.append(x0..<x1)
      }
    }
    let (ends, otherEnds) = (left.range(y), right.range(y))
    var (i, j) = (ends.lowerBound, otherEnds.lowerBound)
    // What of the first runs is still to be compared starts here.
    var at = Int.min
    while i < ends.upperBound, j < otherEnds.upperBound {
      let (p, q) = (left.runs[i], right.runs[j])
      let (p0, q0) = (max(Int(p.x0), at), max(Int(q.x0), at))
      if p0 < q0 {
        at = min(Int(p.x1), q0)
        add(p0, at)
      } else if q0 < p0 {
        at = min(Int(q.x1), p0)
        add(q0, at)
      } else {
        at = Int(min(p.x1, q.x1))
        if !isSame(p, q, p0, at) { add(p0, at) }
      }
      if at >= Int(p.x1) { i += 1 }
      if at >= Int(q.x1) { j += 1 }
    }
    for k in i..<ends.upperBound {
      add(max(Int(left.runs[k].x0), at), Int(left.runs[k].x1))
    }
    for k in j..<otherEnds.upperBound {
      add(max(Int(right.runs[k].x0), at), Int(right.runs[k].x1))
    }
  }

  /// Columns x0 ..< x1 of a run of each.
  private func isSame(_ p: ck_run, _ q: ck_run, _ x0: Int, _ x1: Int) -> Bool {
    if p.values < 0 || q.values < 0 { return p.values < 0 && q.values < 0 }
    let first = Int(p.values) - Int(p.x0)
    let second = Int(q.values) - Int(q.x0)
    for x in x0..<x1 where left.values[first + x] != right.values[second + x] { return false }
    return true
  }
}
