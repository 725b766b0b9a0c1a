/// The way in which the frames of A correspond to those of B if the correspondence is not one to one.
enum FrameAlignment: Hashable {
  /// A shift: from frame `start` of A on, frame i of A is frame i + `by` of B.
  case shift(by: Int, from: Int)
  /// A gap: B lacks `count` frames of A from frame `start` on; the frames after the gap correspond.
  case missing(start: Int, count: Int)
  /// An insertion: A lacks `count` frames of B from frame `start` on; the frames after the insertion
  /// correspond.
  case added(start: Int, count: Int)
  /// A retiming: B has the animation of A with another number of frames.
  case retimed

  /// Returns the frame alignments to try, with the most probable alignment first. Frames are equal if their
  /// hashes are equal or, with a tolerance, if their thumbnails are similar; the caller then compares the
  /// pixels.
  static func candidates(
    _ a: [FrameTrace], _ b: [FrameTrace], slack: Int?, firstDifference p: Int
  ) -> [FrameAlignment] {
    func same(_ i: Int, _ j: Int) -> Bool {
      if a[i].hash == b[j].hash { return true }
      guard let slack, a[i].width == b[j].width, a[i].height == b[j].height else { return false }
      return a[i].distance(to: b[j]) <= slack
    }
    var found: [FrameAlignment] = []
    let difference = b.count - a.count
    if difference != 0 { found += block(a.count, b.count, p, same) }
    let reach = min(60, min(a.count, b.count) / 2)
    let steps = (reach > 0 ? Array(1...reach) : []).flatMap { [$0, -$0] }
    for start in p == 0 ? [0] : [0, p] {
      for by in steps where fits(by, from: start, a, b, same) {
        found.append(.shift(by: by, from: start))
      }
    }
    if difference != 0, isRetimed(a, b, slack ?? 1) { found.append(.retimed) }
    return found
  }

  /// A block of frames that exists in only one of the two films.
  private static func block(
    _ m: Int, _ n: Int, _ p: Int, _ same: (Int, Int) -> Bool
  ) -> [FrameAlignment] {
    let shorter = min(m, n)
    guard p >= 1 || shorter >= 2 else { return [] }
    let tail = shorter - min(p, shorter)
    for k in 0..<tail where !same(m - 1 - k, n - 1 - k) { return [] }
    let start = min(p, shorter)
    return [n < m ? .missing(start: start, count: m - n) : .added(start: start, count: n - m)]
  }

  /// Whether a shift explains every frame from `start` on, and at least two of these frames are different
  /// from each other.
  private static func fits(
    _ by: Int, from start: Int, _ a: [FrameTrace], _ b: [FrameTrace], _ same: (Int, Int) -> Bool
  ) -> Bool {
    let first = max(start, start - by, 0)
    let end = min(a.count, b.count - by)
    guard end - first >= max(2, (min(a.count, b.count) - start) / 2) else { return false }
    guard (first..<end).contains(where: { a[$0].hash != a[first].hash }) else { return false }
    return (first..<end).allSatisfy { same($0, $0 + by) }
  }

  /// Whether every frame of A is about as similar to the frame of B at the same fraction of the duration as
  /// to its neighbours, while the whole film contains much larger changes.
  private static func isRetimed(
    _ a: [FrameTrace], _ b: [FrameTrace], _ slack: Int
  ) -> Bool {
    guard a.count >= 4, b.count >= 4, a[0].distance(to: b[0]) <= slack else { return false }
    var moved = 0
    for (i, frame) in a.enumerated() {
      let low = min(b.count - 1, i * b.count / a.count)
      let high = min(b.count - 1, low + 1)
      let near = min(frame.distance(to: b[low]), frame.distance(to: b[high]))
      if near > b[low].distance(to: b[high]) + slack { return false }
      moved = max(moved, frame.distance(to: a[0]))
    }
    return moved > 4 * slack
  }
}
