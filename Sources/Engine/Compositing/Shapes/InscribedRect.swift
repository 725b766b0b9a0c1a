internal import CKernels
internal import Scenes

/// Searches for a large rectangle inside the fully covered pixels of a coverage.
struct InscribedRect {
  let bounds: PixelRect
  let rows: Buffer<ck_row>
  let runs: Buffer<ck_run>

  /// The larger of two rectangles, which grow up and down from the middle row: one from the row's widest run,
  /// and one from a narrower part of that run, which is better for shapes with round sides.
  var rect: PixelRect {
    if rows.count == 0 { return .zero }
    let (left, right) = widest(rows.count / 2)
    guard right > left else { return .zero }
    let whole = grown(left, right)
    if whole.height == bounds.height { return whole }
    // The largest square in a circle has 0.71 of its diameter.
    let slack = (right - left) * 15 / 100
    let part = grown(left + slack, right - slack)
    return part.width * part.height > whole.width * whole.height ? part : whole
  }

  /// The rectangle that grows up and down from the columns x0 ..< x1 of the middle row.
  private func grown(_ x0: Int, _ x1: Int) -> PixelRect {
    let middle = rows.count / 2
    func covers(_ row: Int) -> Bool {
      let (a, b) = widest(row)
      return a <= x0 && b >= x1
    }
    var top = middle
    while top > 0, covers(top - 1) { top -= 1 }
    var bottom = middle + 1
    while bottom < rows.count, covers(bottom) { bottom += 1 }
    return x1 > x0 ? PixelRect(x0, bounds.y + top, x1 - x0, bottom - top) : .zero
  }

  private func widest(_ row: Int) -> (Int, Int) {
    var best = (0, 0)
    let first = Int(rows[row].first)
    for i in first..<first + Int(rows[row].count) {
      let run = runs[i]
      if run.values < 0 && Int(run.x1 - run.x0) > best.1 - best.0 {
        best = (Int(run.x0), Int(run.x1))
      }
    }
    return best
  }
}

extension PixelRect {
  func contains(_ other: PixelRect) -> Bool {
    other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
  }
}
