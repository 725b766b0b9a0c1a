internal import Scenes

/// Phases whose times and curves are fitted; their distances are computed from the samples.
struct PhaseModel {
  /// The parameters of one phase that are fitted.
  struct Part {
    var curve: Curve
    var start: Double
    var end: Double
    /// Whether the part starts where the previous part ends.
    var isJoined: Bool
  }
  var parts: [Part]

  /// The numbers that are fitted, in order.
  var unknowns: [Double] {
    var all: [Double] = []
    for part in parts {
      if !part.isJoined { all.append(part.start) }
      switch part.curve {
      case .named, .steps: all.append(part.end)
      case .spring(let frequency, let damping): all += [frequency, damping]
      case .bezier(let x1, let y1, let x2, let y2): all += [part.end, x1, y1, x2, y2]
      }
    }
    return all
  }

  /// The steps of the unknowns with which derivatives are computed.
  var steps: [Double] {
    parts.flatMap { part -> [Double] in
      let start = part.isJoined ? [] : [1e-4]
      return switch part.curve {
      case .named, .steps: start + [1e-4]
      case .spring: start + [1e-3, 1e-4]
      case .bezier: start + [1e-4, 1e-4, 1e-4, 1e-4, 1e-4]
      }
    }
  }

  /// Returns the model with other numbers, which are clamped to their valid ranges.
  func with(_ numbers: [Double], shortest: Double) -> PhaseModel {
    var model = self
    var place = 0
    func next() -> Double {
      defer { place += 1 }
      return numbers[place]
    }
    for index in parts.indices {
      var part = parts[index]
      part.start = part.isJoined ? model.parts[index - 1].end : next()
      switch part.curve {
      case .named, .steps: part.end = max(part.start + shortest, next())
      case .spring:
        let frequency = min(80, max(1, next()))
        part.curve = .spring(frequency: frequency, damping: min(4, max(0.05, next())))
        // The settling time of a spring is computed after the fit.
        part.end = part.start
      case .bezier:
        part.end = max(part.start + shortest, next())
        let (x1, y1) = (min(1, max(0, next())), min(3, max(-2, next())))
        part.curve = .bezier(
          x1: x1, y1: y1, x2: min(1, max(0, next())), y2: min(3, max(-2, next())))
      }
      model.parts[index] = part
    }
    return model
  }

  var phases: [Phase] {
    parts.map { Phase(start: $0.start, end: $0.end, curve: $0.curve, travel: []) }
  }
}

/// A model with its fitted distances.
struct PhaseEstimate {
  var model: PhaseModel
  var origin: [Double]
  var travel: [[Double]]
  /// The mean squared residual, in units of the noise.
  var misfit: Double
  /// The weighted residual of each channel at each sample, in units of the noise.
  var left: [Double]

  /// Solves the distances of the phases; nil if the samples do not determine them.
  init?(_ model: PhaseModel, _ channels: Channels) {
    let phases = model.phases
    let n = phases.count + 1
    let count = channels.count
    var basis = [Double](repeating: 1, count: count * n)
    for (column, phase) in phases.enumerated() {
      let curve = PhaseEstimate.progress(of: phase)
      for row in 0..<count { basis[row * n + column + 1] = curve(channels.times[row]) }
    }
    // Channels that are visible at the same times share one matrix of equations.
    func solve(_ some: Range<Int>) -> [[Double]]? {
      let weights = channels.weights(of: some.lowerBound)
      var normal = [Double](repeating: 0, count: n * n)
      for row in 0..<count where weights[row] > 0 {
        for i in 0..<n {
          let b = weights[row] * basis[row * n + i]
          for j in 0...i { normal[i * n + j] += b * basis[row * n + j] }
        }
      }
      for i in 0..<n {
        normal[i * n + i] += 1e-7
        for j in 0..<i { normal[j * n + i] = normal[i * n + j] }
      }
      let sides = channels.values[some].map { values in
        (0..<n).map { i in
          (0..<count).reduce(0.0) { $0 + weights[$1] * basis[$1 * n + i] * values[$1] }
        }
      }
      return SmallMatrix.solve(normal, n, sides)
    }
    let all = channels.values.indices
    let groups = channels.ownWeights == nil ? [all] : all.map { $0..<$0 + 1 }
    var solved: [[Double]] = []
    for group in groups {
      guard let some = solve(group) else { return nil }
      solved += some
    }
    self.model = model
    origin = solved.map { $0[0] }
    travel = solved.map { Array($0.dropFirst()) }
    left = []
    left.reserveCapacity(count * solved.count)
    var (sum, whole) = (0.0, 0.0)
    for (channel, coefficients) in solved.enumerated() {
      let (noise, weights) = (channels.noise[channel], channels.weights(of: channel))
      whole += weights.reduce(0, +)
      for row in 0..<count {
        var value = channels.values[channel][row]
        for i in 0..<n { value -= coefficients[i] * basis[row * n + i] }
        let r = weights[row].squareRoot() * value / noise
        left.append(r)
        sum += r * r
      }
    }
    for bound in channels.bounds {
      var value = solved[bound.channel][0]
      for (column, phase) in phases.enumerated() {
        value += solved[bound.channel][column + 1] * phase.progress(at: bound.time)
      }
      let off =
        (bound.isLeast ? bound.value - value : value - bound.value)
        / (4 * channels.noise[bound.channel])
      if off > 0 { sum += off * off }
    }
    misfit = whole > 0 ? sum / whole : 0
  }

  /// Whether the spring is one that designers use, which is neither heavily damped nor very fast; other springs look
  /// like named curves.
  var isUsual: Bool {
    guard case .spring(let frequency, let damping) = model.parts[0].curve else { return true }
    return damping < 1.1 && frequency < 2 * Portable.pi / 0.12
  }

  /// Whether the model is one phase that follows a spring or a named easing.
  var isNamed: Bool { model.parts.count == 1 && !model.parts[0].curve.isFree }

  /// Returns the progress of a phase as a function; the values of a spring are computed once.
  private static func progress(of phase: Phase) -> (Double) -> Double {
    guard case .spring(let frequency, let damping) = phase.curve else {
      return phase.progress
    }
    let spring = Spring(unsettled: frequency, dampingRatio: damping)
    return { spring.progress(atSeconds: $0 - phase.start) }
  }
}
