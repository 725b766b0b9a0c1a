package import Scenes

/// A visible tap before a move: a small spot that appears on a screen at rest and disappears again.
package struct Tap: Sendable {
  /// The centre of the spot in pixels of the recording.
  package var center: Point
  package var diameter: Double
  /// The times between which the spot is visible, in seconds since the recording's start.
  package var times: ClosedRange<Double>

  /// The minimum difference of a block that belongs to the spot, in levels.
  private static let least: Float = 3
  /// The maximum diameter of the spot, as a fraction of the frame's shorter side.
  private static let mostSide = 0.2
  /// The maximum ratio between the sides of a spot.
  private static let mostUnlike = 1.6
  /// The minimum time in seconds for which the spot is visible, and the maximum time between the spot and the move.
  private static let shortest = 0.06
  private static let longestBefore = 0.4
  /// The maximum duration in seconds of the rest that is searched.
  private static let longestRest = 2.0

  /// Returns the taps before the moves of a recording, at most one for each move.
  package static func all(
    in recording: Recording, before moves: [MotionSpan]
  ) throws(MeasuringError) -> [Tap] {
    var (taps, rest) = ([Tap](), 0)
    for move in moves {
      let first = max(rest, recording.index(at: move.start - longestRest))
      let end = recording.index(at: move.start)
      if end - first > 4, let tap = try find(recording, first..<end, move.start) {
        taps.append(tap)
      }
      rest = move.frames.upperBound
    }
    return taps
  }

  private static func find(
    _ recording: Recording, _ frames: Range<Int>, _ start: Double
  ) throws(MeasuringError) -> Tap? {
    let (side, columns) = (recording.blockSide, recording.width / recording.blockSide)
    let levels = try recording.levels(of: frames)
    let most = mostSide * Double(min(recording.width, recording.height)) / Double(side)
    // The positions of the latest spot, frame by frame.
    var spots: [(time: Double, x: Double, y: Double, wide: Double)] = []
    for (level, index) in zip(levels, frames) {
      let changed = level.indices.filter { (level[$0] - levels[0][$0]).magnitude > least }
      guard let low = changed.map({ $0 % columns }).min(),
        let high = changed.map({ $0 % columns }).max()
      else { continue }
      let (wide, tall) = (
        Double(high - low + 1),
        Double(changed[changed.count - 1] / columns - changed[0] / columns + 1)
      )
      guard max(wide, tall) < most, max(wide, tall) <= max(2, mostUnlike * min(wide, tall)) else {
        spots = []
        continue
      }
      var (x, y, weight) = (0.0, 0.0, 0.0)
      for block in changed {
        let part = Double((level[block] - levels[0][block]).magnitude)
        x += part * (Double(block % columns) + 0.5)
        y += part * (Double(block / columns) + 0.5)
        weight += part
      }
      let spot = (time: recording.starts[index], x: x / weight, y: y / weight, wide: wide)
      if let last = spots.last,
        max((last.x - spot.x).magnitude, (last.y - spot.y).magnitude) > 1.5
          || spot.time - last.time > longestBefore
      {
        spots = []
      }
      spots.append(spot)
    }
    guard spots.count >= 3, let first = spots.first, let last = spots.last,
      last.time - first.time >= shortest, start - last.time < longestBefore
    else { return nil }
    func mean(_ value: (Int) -> Double) -> Double {
      spots.indices.reduce(0.0) { $0 + value($1) } / Double(spots.count)
    }
    let center = Point(mean { spots[$0].x } * Double(side), mean { spots[$0].y } * Double(side))
    let widest = spots.map(\.wide).max() ?? 1
    return Tap(
      center: center, diameter: max(0.5, widest - 1) * Double(side), times: first.time...last.time)
  }
}
