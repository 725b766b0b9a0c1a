/// Values that change in equal steps at equal intervals, as with `steps()` in CSS.
struct EqualSteps {
  /// The number of steps, where the last step is at the end (`jump-end`, the usual form).
  let count: Int
  let start: Double
  let end: Double

  private static let mostSteps = 20
  /// The minimum number of samples between two steps; fewer samples may be repeated frames.
  private static let fewestSamples = 3
  /// The maximum difference between two steps, as a fraction of a step.
  private static let mostUnlike = 0.12
  /// The same difference if each value is held: a straight line in few frames has a short step at its ends.
  private static let mostUnlikeHeld = 0.06
  /// The longest frame of a recording that stores only changes, in seconds.
  private static let longestHeldFrame = 0.05

  /// Recognises equal steps; nil if the values change in another way. `noise` is the noise of the values.
  init?(times: [Double], values: [Double], noise: Double) {
    guard let least = values.min(), let most = values.max(), times.count > 8 else { return nil }
    let same = max(4 * noise, 0.01 * (most - least))
    // The runs of equal values, with the first value and the first and last index of each run.
    var runs: [(value: Double, first: Int, last: Int)] = []
    for (place, value) in values.enumerated() {
      if let run = runs.last, (value - run.value).magnitude < same {
        runs[runs.count - 1].last = place
      } else {
        guard runs.count <= Self.mostSteps else { return nil }
        runs.append((value, place, place))
      }
    }
    let count = runs.count - 1
    // A recording that stores only changes has one sample for each value.
    let areHeld =
      count >= 3
      && runs.dropFirst().dropLast().allSatisfy {
        $0.last - $0.first + 1 >= Self.fewestSamples
          || $0.first == $0.last && times[$0.first + 1] - times[$0.first] > Recording.longestFrame
      } && runs.dropFirst().dropLast().contains { $0.first == $0.last }
    guard
      count >= 2,
      areHeld || runs.allSatisfy({ $0.last - $0.first + 1 >= Self.fewestSamples })
    else { return nil }
    let step = (runs[count].value - runs[0].value) / Double(count)
    let jumps = zip(runs, runs.dropFirst())
    let isEven = jumps.allSatisfy {
      ($1.value - $0.value - step).magnitude
        < max(same, (areHeld ? Self.mostUnlikeHeld : Self.mostUnlike) * step.magnitude)
    }
    guard isEven, step.magnitude > 3 * same else { return nil }
    // The line of times that is nearest to the middles between the samples on both sides of each jump. Where
    // values are held, a jump is in the frame before the sample that shows it.
    let seen = jumps.map { areHeld ? times[$1.first] : (times[$0.last] + times[$1.first]) / 2 }
    let middle = Double(count - 1) / 2
    var mean = seen.reduce(0, +) / Double(count)
    var (product, square) = (0.0, 0.0)
    for (number, time) in seen.enumerated() {
      product += (Double(number) - middle) * (time - mean)
      square += (Double(number) - middle) * (Double(number) - middle)
    }
    let length = product / square
    let off = seen.enumerated().map { $1 - mean - (Double($0) - middle) * length }
    let (low, high) = (off.min() ?? 0, off.max() ?? 0)
    if areHeld {
      guard high - low < min(Self.longestHeldFrame, length / 2) else { return nil }
      mean += low - max(1e-3, (high - low) / Double(count - 1))
    } else {
      let widest = jumps.map { times[$1.first] - times[$0.last] }.max() ?? 0
      guard max(high, -low) < 0.75 * widest else { return nil }
    }
    self.count = count
    start = mean - (middle + 1) * length
    end = mean + middle * length
  }
}
