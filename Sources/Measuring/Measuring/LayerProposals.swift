internal import CMeasuring
internal import Scenes

/// Finds parts of the screens that move as a whole, for recordings whose layers were not given.
enum LayerProposals {
  /// The maximum number of proposed layers.
  private static let most = 6

  /// Returns the pictures of the parts that have another position at the end than at the start.
  static func find(_ first: Bitmap, _ last: Bitmap) -> [(art: LayerArt, picture: Bitmap)] {
    var frames = ScreenFrames(width: first.width, height: first.height, times: [0, 1])
    frames.add(first)
    frames.add(last)
    let differs = zip(frames.cells[0], frames.cells[1]).map { ($0 - $1).magnitude > 4 }
    // If most of the picture changes, the screens themselves change, and layers cannot be distinguished from them.
    guard differs.count(where: { $0 }) * 2 < differs.count else { return [] }
    let parts = components(differs, frames.columns, frames.rows).filter { $0.count >= 9 }
      .sorted { $0.count > $1.count }.prefix(2 * most)
    var found: [(art: LayerArt, picture: Bitmap)] = []
    var taken: [Rect] = []
    for part in parts {
      guard found.count < most,
        let rect = bounds(part, frames, first, last),
        !taken.contains(where: { $0.intersection(rect.rect).size.width > 0.3 * rect.rect.width })
      else { continue }
      for (here, there) in [(first, last), (last, first)] {
        guard let moved = moved(rect, here, there, name: "part-\(found.count + 1)") else {
          continue
        }
        taken += [rect.rect, moved.pose.frame]
        found.append((moved.art, moved.picture))
        break
      }
    }
    return found
  }

  /// Returns a part of one screen that is at another position in the other screen.
  private static func moved(
    _ rect: PixelRect, _ here: Bitmap, _ there: Bitmap, name: String
  ) -> (art: LayerArt, picture: Bitmap, pose: Pose)? {
    let picture = Bitmap(width: rect.width, height: rect.height)
    for y in 0..<rect.height {
      // Safety: the part is inside the screen.
      unsafe (picture.pixels + y * picture.strideBytes).update(
        from: here.pixels + (rect.y + y) * here.strideBytes + rect.x * 4, count: 4 * rect.width)
    }
    picture.markOpaque()
    let art = LayerArt(name, picture)
    guard !art.isFlat else { return nil }
    let width = Double(rect.width)
    let search = LayerSearch(aligner: LayerAligner(art))
    guard let found = search.find(in: there, widths: width * 0.5...width * 2),
      found.fit.correlation > 0.9, found.fit.gain > 0.5
    else { return nil }
    let center = rect.rect.center
    let isElsewhere =
      (found.pose.x - center.x).magnitude > 4 || (found.pose.y - center.y).magnitude > 4
      || (found.pose.width - width).magnitude > 0.05 * width
    return isElsewhere ? (art, picture, found.pose) : nil
  }

  /// Returns groups of cells that touch each other.
  private static func components(_ differs: [Bool], _ columns: Int, _ rows: Int) -> [[Int]] {
    var isSeen = [Bool](repeating: false, count: differs.count)
    var all: [[Int]] = []
    for start in differs.indices where differs[start] && !isSeen[start] {
      var part: [Int] = []
      var open = [start]
      isSeen[start] = true
      while let cell = open.popLast() {
        part.append(cell)
        let (column, row) = (cell % columns, cell / columns)
        for (x, y) in [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)] {
          guard x >= 0, y >= 0, x < columns, y < rows else { continue }
          let next = y * columns + x
          if differs[next], !isSeen[next] {
            isSeen[next] = true
            open.append(next)
          }
        }
      }
      all.append(part)
    }
    return all
  }

  /// Returns the bounds of the differing pixels in a part.
  private static func bounds(
    _ part: [Int], _ frames: ScreenFrames, _ first: Bitmap, _ last: Bitmap
  ) -> PixelRect? {
    let columns = part.map { $0 % frames.columns }
    let rows = part.map { $0 / frames.columns }
    let side = frames.side
    let outer = PixelRect(
      (columns.min()! - 1) * side, (rows.min()! - 1) * side,
      (columns.max()! - columns.min()! + 3) * side, (rows.max()! - rows.min()! + 3) * side
    ).intersection(first.bounds)
    guard !outer.isEmpty else { return nil }
    let (a, b) = (LumaPlane(first, outer), LumaPlane(last, outer))
    var (left, top, right, bottom) = (outer.width, outer.height, 0, 0)
    for y in 0..<outer.height {
      for x in 0..<outer.width
      where (a.values[y * outer.width + x] - b.values[y * outer.width + x]).magnitude > 18 {
        left = min(left, x)
        right = max(right, x + 1)
        top = min(top, y)
        bottom = max(bottom, y + 1)
      }
    }
    guard right - left >= 24, bottom - top >= 24 else { return nil }
    return PixelRect(outer.x + left, outer.y + top, right - left, bottom - top)
  }
}

extension PixelRect {
  fileprivate var rect: Rect { Rect(Double(x), Double(y), Double(width), Double(height)) }
}
