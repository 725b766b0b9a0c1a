package import Measuring
internal import Planning
internal import Reporting

/// Finds the values of variables for which a document is most similar to a recording: by a scan of each variable, then
/// by the Levenberg-Marquardt method on the pixels, first coarse and then fine. The start of the document is fitted
/// together with the variables.
package struct Tuner {
  let matcher: Matcher
  let span: MotionSpan

  package init(_ matcher: Matcher, _ span: MotionSpan) {
    self.matcher = matcher
    self.span = span
  }

  /// The numbers of all variables, and the time of the recording at which the document starts.
  private struct State {
    var numbers: [Double]
    var start: Double
    var residual: [Float]
    var cost: Double
  }

  package func tune(
    _ variables: [TunedVariable], from first: Match
  ) throws -> (variables: [TunedVariable], match: Match) {
    var numbers = variables.flatMap(\.numbers)
    var start = first.start
    let inColor = variables.contains(where: \.hasColors)
    for (longest, frames, step) in [(48.0, 28, 0.02), (112, 40, 0.006)] {
      let footage = try Footage(
        matcher.recording, span.frames, first.place, longest: longest, inColor: inColor,
        matcher.check)
      let level = Level(footage: footage, indices: Self.spread(footage, span, frames))
      guard var state = try evaluate(variables, numbers, start, level) else {
        throw EngineError(
          "the document cannot be drawn with the tried values of its variables", .content)
      }
      if longest < 100 { state = try scan(variables, state, level) }
      state = try descend(variables, state, level, step)
      (numbers, start) = (state.numbers, state.start)
    }
    let tuned = Self.variables(variables, with: numbers)
    let footage = try Footage(
      matcher.recording, span.frames, first.place, longest: 192, matcher.check)
    let planned = try matcher.frames.planned(tuned.map { ($0.name, $0.setting) })
    return (tuned, try matcher.match(planned, span, first.place, footage, start))
  }

  private static func variables(
    _ variables: [TunedVariable], with numbers: [Double]
  ) -> [TunedVariable] {
    var rest = numbers[...]
    return variables.map { variable in
      var variable = variable
      variable.numbers = Array(rest.prefix(variable.numbers.count))
      rest = rest.dropFirst(variable.numbers.count)
      return variable
    }
  }

  private struct Level {
    let footage: Footage
    let indices: [Int]
  }

  /// Returns evenly spaced frames of the motion.
  private static func spread(_ footage: Footage, _ span: MotionSpan, _ most: Int) -> [Int] {
    let moving = footage.times.indices.filter {
      footage.times[$0] >= span.start - 0.15 && footage.times[$0] <= span.end + 0.15
    }
    guard moving.count > most else { return Array(moving) }
    return (0..<most).map { moving[$0 * (moving.count - 1) / (most - 1)] }
  }

  /// Returns the fit of the document with some values; nil if the values make the document invalid.
  private func evaluate(
    _ variables: [TunedVariable], _ numbers: [Double], _ start: Double, _ level: Level
  ) throws -> State? {
    try matcher.check()
    let sets = Self.variables(variables, with: numbers).map {
      (name: $0.name, value: $0.fineSetting)
    }
    let planned: PlannedDocument
    do { planned = try matcher.frames.planned(sets) } catch let error {
      if error.cause == .content { return nil }
      throw error
    }
    var residual: [Float] = []
    var cost = 0.0
    try matcher.draw(planned, level.footage, start, level.indices) { index, planes in
      for (drawn, seen) in zip(planes, level.footage.planes[index]) {
        for (p, q) in zip(drawn.values, seen.values) {
          residual.append(p - q)
          cost += Double((p - q) * (p - q))
        }
      }
    }
    return State(numbers: numbers, start: start, residual: residual, cost: cost)
  }

  private static let factors = [0.6, 0.7, 0.78, 0.86, 0.93, 1.08, 1.16, 1.28, 1.43, 1.6]

  /// Tries each number at several factors of its value, twice. The two numbers of a point are tried together: if one of
  /// them is wrong, a layer has a wrong position whatever the value of the other number.
  private func scan(
    _ variables: [TunedVariable], _ first: State, _ level: Level
  ) throws -> State {
    var (best, middle) = (first, first.numbers)
    func attempt(_ changes: [(index: Int, factor: Double)]) throws {
      var numbers = middle
      for (index, factor) in changes {
        numbers[index] = middle[index] == 0 ? factor - 1 : middle[index] * factor
      }
      if let next = try evaluate(variables, numbers, best.start, level), next.cost < best.cost {
        best = next
      }
    }
    for _ in 0..<2 {
      for span in Self.scanned(variables) {
        middle = best.numbers
        for factor in span.count == 2 ? Self.factors + [1] : Self.factors {
          guard span.count == 2 else {
            try attempt([(span.lowerBound, factor)])
            continue
          }
          for other in Self.factors + [1] {
            try attempt([(span.lowerBound, factor), (span.lowerBound + 1, other)])
          }
        }
      }
      for shift in [-0.1, -0.05, 0.05, 0.1] {
        if let next = try evaluate(variables, best.numbers, best.start + shift, level),
          next.cost < best.cost
        {
          best = next
        }
      }
    }
    return best
  }

  private static func scanned(_ variables: [TunedVariable]) -> [Range<Int>] {
    var (spans, place) = ([Range<Int>](), 0)
    for variable in variables {
      spans += variable.scanned.map { $0.lowerBound + place..<$0.upperBound + place }
      place += variable.numbers.count
    }
    return spans
  }

  private func descend(
    _ variables: [TunedVariable], _ first: State, _ level: Level, _ share: Double
  ) throws -> State {
    var best = first
    var damping = 1e-3
    for _ in 0..<14 {
      let slopes = try slopes(variables, best, level, share)
      let n = slopes.count
      var normal = [Double](repeating: 0, count: n * n)
      var side = [Double](repeating: 0, count: n)
      for i in 0..<n {
        side[i] = -Self.dot(slopes[i], best.residual)
        for j in 0...i {
          normal[i * n + j] = Self.dot(slopes[i], slopes[j])
          normal[j * n + i] = normal[i * n + j]
        }
      }
      var improved = false
      for _ in 0..<5 {
        var damped = normal
        for i in 0..<n { damped[i * n + i] += damping * normal[i * n + i] + 1e-9 }
        if let by = SmallMatrix.solve(damped, n, [side])?[0] {
          let numbers = zip(best.numbers, by).map { $0 + $1 }
          let start = best.start + by[n - 1]
          if let next = try evaluate(variables, numbers, start, level), next.cost < best.cost {
            improved = best.cost - next.cost > 1e-5 * best.cost
            best = next
            damping = max(1e-7, damping / 6)
            break
          }
        }
        damping *= 8
      }
      if !improved { break }
    }
    return best
  }

  /// Returns the change of the pixels with each number and, as the last element, with the start.
  private func slopes(
    _ variables: [TunedVariable], _ state: State, _ level: Level, _ share: Double
  ) throws -> [[Float]] {
    var all: [[Float]] = []
    let widths = variables.flatMap { $0.steps(share) }
    for index in state.numbers.indices {
      all.append(try slope(variables, state, level, index, by: widths[index]))
    }
    let by = 0.004
    let later = try evaluate(variables, state.numbers, state.start + by, level) ?? state
    let sooner = try evaluate(variables, state.numbers, state.start - by, level) ?? state
    all.append(Self.slope(later, sooner, Float(2 * by)))
    return all
  }

  /// Returns the change of the pixels with one number; if the first step changes almost nothing, a larger step is used.
  private func slope(
    _ variables: [TunedVariable], _ state: State, _ level: Level, _ index: Int, by width: Double
  ) throws -> [Float] {
    var step = width
    while true {
      var (more, less) = (state.numbers, state.numbers)
      more[index] += step
      less[index] -= step
      let (a, b) = (
        try evaluate(variables, more, state.start, level),
        try evaluate(variables, less, state.start, level)
      )
      let slope = Self.slope(
        a ?? state, b ?? state, Float(step * (a == nil || b == nil ? 1 : 2)))
      let change = Self.dot(slope, slope) * step * step / Double(max(1, slope.count))
      if change > 1e-3 || step > 60 * width { return slope }
      step *= 4
    }
  }

  private static func slope(_ a: State, _ b: State, _ step: Float) -> [Float] {
    zip(a.residual, b.residual).map { ($0 - $1) / step }
  }

  private static func dot(_ a: [Float], _ b: [Float]) -> Double {
    var sum = 0.0
    for index in a.indices { sum += Double(a[index] * b[index]) }
    return sum
  }
}
