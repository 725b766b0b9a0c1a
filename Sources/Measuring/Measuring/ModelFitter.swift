/// Fits the times and curves of a model by the Levenberg-Marquardt method. The distances of the phases are solved for
/// each set of times (variable projection, Golub and Pereyra 1973).
struct ModelFitter {
  let channels: Channels
  var shortest: Double { 0.6 * channels.interval }

  func fit(_ model: PhaseModel, rounds: Int = 30) -> PhaseEstimate? {
    guard var best = PhaseEstimate(model, channels) else { return nil }
    var damping = 1e-2
    for _ in 0..<rounds {
      let slopes = slopes(of: best)
      let n = slopes.count
      guard n > 0 else { return best }
      var normal = [Double](repeating: 0, count: n * n)
      var side = [Double](repeating: 0, count: n)
      for i in 0..<n {
        side[i] = -Self.dot(slopes[i], best.left)
        for j in 0...i {
          normal[i * n + j] = Self.dot(slopes[i], slopes[j])
          normal[j * n + i] = normal[i * n + j]
        }
      }
      guard let next = step(from: best, normal, side, &damping) else { break }
      let gain = best.misfit - next.misfit
      best = next
      if gain < 1e-7 * best.misfit { break }
    }
    return best
  }

  /// Returns a better estimate; nil if no better estimate is near.
  private func step(
    from best: PhaseEstimate, _ normal: [Double], _ side: [Double], _ damping: inout Double
  ) -> PhaseEstimate? {
    let n = side.count
    let numbers = best.model.unknowns
    for _ in 0..<8 {
      var damped = normal
      for i in 0..<n { damped[i * n + i] += damping * normal[i * n + i] + 1e-9 }
      if let by = SmallMatrix.solve(damped, n, [side])?[0] {
        let moved = zip(numbers, by).map { $0 + $1 }
        let model = best.model.with(moved, shortest: shortest)
        if let next = PhaseEstimate(model, channels), next.misfit < best.misfit {
          damping = max(1e-9, damping / 5)
          return next
        }
      }
      damping *= 6
    }
    return nil
  }

  /// Returns the derivatives of the residual with respect to each unknown.
  private func slopes(of estimate: PhaseEstimate) -> [[Double]] {
    let numbers = estimate.model.unknowns
    return zip(numbers.indices, estimate.model.steps).map { index, step in
      func at(_ sign: Double) -> [Double] {
        var moved = numbers
        moved[index] += sign * step
        let model = estimate.model.with(moved, shortest: shortest)
        return PhaseEstimate(model, channels)?.left ?? estimate.left
      }
      return zip(at(1), at(-1)).map { ($0 - $1) / (2 * step) }
    }
  }

  /// Returns the standard deviations of the unknowns.
  func errors(of estimate: PhaseEstimate) -> [Double] {
    let slopes = slopes(of: estimate)
    let n = slopes.count
    var normal = [Double](repeating: 0, count: n * n)
    for i in 0..<n {
      for j in 0..<n { normal[i * n + j] = Self.dot(slopes[i], slopes[j]) }
      normal[i * n + i] += 1e-9
    }
    let unit = (0..<n).map { i in (0..<n).map { $0 == i ? 1.0 : 0 } }
    guard let inverse = SmallMatrix.solve(normal, n, unit) else {
      return [Double](repeating: 0, count: n)
    }
    return (0..<n).map { max(0, inverse[$0][$0] * max(1, estimate.misfit)).squareRoot() }
  }

  private static func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for i in a.indices { sum += a[i] * b[i] }
    return sum
  }
}
