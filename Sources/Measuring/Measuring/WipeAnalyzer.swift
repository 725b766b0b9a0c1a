internal import Scenes

/// Recognises a second screen that appears along a moving straight edge, hard or soft, while neither screen moves.
enum WipeAnalyzer {
  static func analyze(_ change: ScreenChange) -> ScreenAnalyzer.Candidate? {
    let maps = (0..<change.count).map { ShareMap(change, change.first, change.last, $0) }
    let middle = maps.filter { (0.1...0.9).contains($0.mean) }
    guard middle.count >= 3 else { return nil }
    let (columns, rows) = (Double(change.frames.columns), Double(change.frames.rows))
    func measure(_ edge: ScreenAnalysis.Edge) -> (ShareMap.Cell) -> Double {
      switch edge {
      case .left: { $0.x }
      case .right: { columns - 1 - $0.x }
      case .top: { $0.y }
      case .bottom: { rows - 1 - $0.y }
      }
    }
    let edges: [ScreenAnalysis.Edge] = [.left, .right, .top, .bottom]
    let costs = edges.map { edge in
      middle.reduce(0.0) { $0 + ShareProfile($1, measure(edge)).left }
    }
    let number = costs.indices.min { costs[$0] < costs[$1] }!
    let edge = edges[number]
    let isAcross = edge == .left || edge == .right
    let extent = change.frames.extent
    let length = isAcross ? extent.width : extent.height
    // The distance from the frame's edge to the middle of the first cell.
    let outer = 0.5 + (edge == .right || edge == .bottom ? length - (isAcross ? columns : rows) : 0)
    let widths = middle.map { ShareProfile($0, measure(edge)).width }.sorted()
    let width = widths[widths.count / 2]
    let some = (0..<min(8, middle.count)).map {
      WipeProfile(middle[$0 * middle.count / min(8, middle.count)], measure(edge))
    }
    let shape = WipeShape.find(some, about: width, length: length)
    let half = width > 1 ? shape.width / 2 / length : 0
    var (ways, seen, left) = ([Double](), [Bool](), 0.0)
    for map in maps {
      let place = WipeProfile(map, measure(edge)).front(shape, length: length).place + outer
      ways.append(place / length)
      seen.append((0.01...0.99).contains(map.mean))
      left += ShareProfile(map, measure(edge)).left
    }
    guard
      let curve = change.curve(
        "the wipe", [ways], noise: [max(0.002, 0.15 / length)], least: [0.05], seen: seen,
        before: [-half], after: [1 + half], labels: ["from 0 to 1"])
    else { return nil }
    return ScreenAnalyzer.Candidate(
      analysis: ScreenAnalysis(
        kind: .wipe(edge: edge, softness: 2 * half), times: change.times, curves: [curve]),
      left: left / change.energy)
  }
}
