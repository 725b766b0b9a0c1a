/// Removes keyframes that are not needed: with straight lines between the remaining samples, each removed
/// sample is within its tolerance.
package enum Thinning {
  package struct Kept {
    /// The indices of the remaining samples in ascending order, including the first and the last sample.
    package var indices: [Int]
    /// The largest distance of a removed sample from the lines, as a fraction of its tolerance.
    package var error: Double
  }

  /// Selects samples by the algorithm of Douglas and Peucker (1973), with distances measured at equal times.
  ///
  /// `values` has a list of numbers for each time; `tolerances` has one number for each number in such a
  /// list. `distance` gives the distance of two values in tolerances; without it, the distance is that of the numbers that
  /// are farthest apart.
  package static func kept(
    times: [Double], values: [[Double]], tolerances: [Double],
    distance measured: (([Double], [Double]) -> Double)? = nil
  ) -> Kept {
    guard times.count > 2 else { return Kept(indices: Array(times.indices), error: 0) }
    var isKept = Array(repeating: false, count: times.count)
    isKept[0] = true
    isKept[times.count - 1] = true
    var worst = 0.0
    var spans = [(0, times.count - 1)]
    while let (first, last) = spans.popLast() {
      var farthest = first
      var distance = 0.0
      for i in first..<last where i > first {
        let length = times[last] - times[first]
        let share = length > 0 ? (times[i] - times[first]) / length : 0
        if let measured {
          let line = zip(values[first], values[last]).map { $0 + ($1 - $0) * share }
          let off = measured(values[i], line)
          if off > distance { (distance, farthest) = (off, i) }
          continue
        }
        for (n, tolerance) in tolerances.enumerated() {
          let line = values[first][n] + (values[last][n] - values[first][n]) * share
          let off = abs(values[i][n] - line) / tolerance
          if off > distance { (distance, farthest) = (off, i) }
        }
      }
      if distance > 1 {
        isKept[farthest] = true
        spans += [(first, farthest), (farthest, last)]
      } else {
        worst = max(worst, distance)
      }
    }
    return Kept(indices: times.indices.filter { isKept[$0] }, error: worst)
  }
}
