internal import Scenes

/// The second screen comes along a straight line from an edge, hard or soft, and nothing moves.
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
    let length = edge == .left || edge == .right ? columns : rows
    var (ways, seen, left) = ([Double](), [Bool](), 0.0)
    for map in maps {
      let profile = ShareProfile(map, measure(edge))
      ways.append(profile.front / length)
      // While a soft front is not wholly in the picture, its middle is not known.
      let half = profile.width / 2 / length
      seen.append(map.mean > 0.01 + half && map.mean < 0.99 - half)
      left += profile.left
    }
    // The front is as wide in the middle as everywhere.
    let widths = middle.map { ShareProfile($0, measure(edge)).width / length }.sorted()
    let half = widths[widths.count / 2] / 2
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
