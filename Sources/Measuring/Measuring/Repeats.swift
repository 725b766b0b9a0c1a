/// Finds frames that repeat the previous frame although the layer moves, so that the layer jumps in the next new frame.
enum Repeats {
  /// The maximum number of consecutive frames that show the same picture.
  private static let most = 4

  static func mark(_ samples: inout [TrackSample]) {
    guard samples.count > 3 else { return }
    let seen = samples.filter(\.hasPose)
    let paths: [KeyPath<TrackSample, Double>] = [\.pose.x, \.pose.y, \.pose.width, \.opacity]
    for (path, noise) in zip(paths, [0.1, 0.1, 0.1, 0.01])
    where EqualSteps(times: seen.map(\.time), values: seen.map { $0[keyPath: path] }, noise: noise)
      != nil
    {
      return
    }
    defer { markFirst(&samples) }
    let noises = samples.map(\.positionNoise).sorted()
    let least = max(0.12, 6 * noises[noises.count / 2])
    var index = 2
    while index < samples.count - 1 {
      let length = run(at: index, samples, least)
      for place in index..<index + length { samples[place].isRepeated = true }
      index += max(1, length)
    }
  }

  /// Marks the second frame that shows a layer as repeated, if the layer looks the same as in the first frame and then
  /// moves fast: a layer that enters over an edge is not visible at rest.
  private static func markFirst(_ samples: inout [TrackSample]) {
    guard let first = samples.firstIndex(where: \.hasPose), first > 0, first + 2 < samples.count,
      samples[first + 1].hasPose, samples[first + 2].hasPose
    else { return }
    let next = step(samples, first + 1, first + 2).length
    if next > 4, step(samples, first, first + 1).length < 0.05 * next {
      samples[first + 1].isRepeated = true
    }
  }

  /// Returns the number of consecutive frames in which the layer looks the same as in the frame before them. Speeds are
  /// compared, because the frame before them may itself contain a jump after a repeated frame.
  private static func run(at index: Int, _ samples: [TrackSample], _ least: Double) -> Int {
    var earlier = index - 2
    while earlier > 0, samples[earlier].isRepeated { earlier -= 1 }
    let before = step(samples, earlier, index - 1)
    let past = samples[index - 1].time - samples[earlier].time
    guard past > 0, before.length > 0 else { return 0 }
    /// Returns the distance that the layer would move in a frame at its previous speed.
    func way(_ frame: Int) -> Double {
      before.length * (samples[frame].time - samples[frame - 1].time) / past
    }
    guard way(index) > least else { return 0 }
    var end = index
    while end < min(samples.count, index + most + 1),
      step(samples, index - 1, end).length < 0.2 * way(index)
    {
      end += 1
    }
    guard end > index, end < samples.count, end - index <= most else { return 0 }
    // The layer has left over an edge, so no later frame shows its jump.
    if !samples[end].hasPose { return end - index }
    // At the top of an overshoot two frames are similar too, but the motion then reverses.
    let after = step(samples, end - 1, end)
    let goesOn = zip(before.parts, after.parts).reduce(0.0) { $0 + $1.0 * $1.1 } > 0
    guard goesOn else { return 0 }
    // A short rest between two phases is not followed by a jump.
    if after.length > 1.25 * way(end) { return end - index }
    // If the layer slows down, the jump is long compared with the speeds before and after it.
    guard end + 1 < samples.count else { return 0 }
    let last = step(samples, end, end + 1).length
    let most = max(least, 0.12 * way(index))
    let still = (index..<end).allSatisfy { step(samples, index - 1, $0).length < most }
    let slowed = (way(end) * last).squareRoot()
    return still && last < way(end) && after.length > max(2 * least, 1.25 * slowed)
      ? end - index : 0
  }

  /// Returns the distance from one frame to another in pixels; a change of opacity counts by its effect at an edge.
  private static func step(
    _ samples: [TrackSample], _ from: Int, _ to: Int
  ) -> (parts: [Double], length: Double) {
    let (a, b) = (samples[from], samples[to])
    var parts = [60 * (b.opacity - a.opacity)]
    if a.hasPose, b.hasPose {
      parts += [
        b.pose.x - a.pose.x, b.pose.y - a.pose.y, b.pose.width - a.pose.width,
        b.pose.height - a.pose.height,
      ]
    }
    return (parts, parts.reduce(0.0) { max($0, $1.magnitude) })
  }
}
