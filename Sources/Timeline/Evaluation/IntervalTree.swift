import Scenes

/// Finds the time spans that contain a time without visiting all spans.
///
/// The spans are sorted by start in a balanced tree whose root is the middle span; each node stores the
/// latest end in its subtree (Cormen et al., interval trees).
struct IntervalTree: Sendable {
  /// A time span [start, end) in which its owner is active.
  struct Span: Sendable {
    var owner: Int
    var start: FrameTime
    var end: FrameTime
  }
  private let spans: [Span]
  private var lastEnds: [FrameTime]

  init(_ spans: [Span]) {
    self.spans = spans.sorted { ($0.start, $0.end, $0.owner) < ($1.start, $1.end, $1.owner) }
    lastEnds = Array(repeating: .zero, count: spans.count)
    _ = findLastEnds(0, spans.count)
  }

  private mutating func findLastEnds(_ low: Int, _ high: Int) -> FrameTime {
    if low >= high { return FrameTime(ticks: .min) }
    let middle = (low + high) / 2
    let below = max(findLastEnds(low, middle), findLastEnds(middle + 1, high))
    lastEnds[middle] = max(below, spans[middle].end)
    return lastEnds[middle]
  }

  /// The owners whose spans contain a time, in ascending order. A search costs O(found · log spans).
  func owners(at time: FrameTime) -> [Int] {
    var found: [Int] = []
    visit(0, spans.count, time, &found)
    found.sort()
    return found
  }

  private func visit(_ low: Int, _ high: Int, _ time: FrameTime, _ found: inout [Int]) {
    if low >= high { return }
    let middle = (low + high) / 2
    if lastEnds[middle] <= time { return }
    visit(low, middle, time, &found)
    if spans[middle].start > time { return }
    if time < spans[middle].end { found.append(spans[middle].owner) }
    visit(middle + 1, high, time, &found)
  }
}
