package import Documents
package import Measuring
internal import Planning
internal import Reporting
internal import Scenes

/// A variable that is tuned: a number, with the unit that stands behind it in a string.
package struct TunedVariable: Hashable, Sendable {
  package let name: String
  package var number: Double
  /// What stands behind the number in a string, such as `ms`; nil where the value is a number.
  package let unit: String?

  /// Nil for a value that is no number.
  package init?(name: String, _ node: JSONNode) {
    self.name = name
    if let number = node.number {
      (self.number, unit) = (number, nil)
      return
    }
    guard let text = node.string else { return nil }
    let head = text.prefix { $0.isNumber || $0 == "." || $0 == "-" }
    guard let number = Double(head), head.count < text.count else { return nil }
    self.number = number
    unit = String(text[head.endIndex...])
  }

  /// As JSON, with no more digits than a recording can say.
  package var json: String {
    let places = 3 - (Portable.log(max(1e-6, number.magnitude)) / 2.302585).rounded(.down)
    // Only whole powers of ten are exact.
    let power = Portable.pow(10, places.magnitude).rounded()
    let short =
      places < 0 ? (number / power).rounded() * power : (number * power).rounded() / power
    let text = JSONWriter.number(short)
    return unit.map { JSONWriter.string(text + $0) } ?? text
  }
}

/// Finds the values of variables with which a document comes nearest to a recording: a scan of each, then
/// Levenberg and Marquardt's method on the pixels, coarse and then fine. The start is sought with them.
package struct Tuner {
  let matcher: Matcher
  let span: MotionSpan

  package init(_ matcher: Matcher, _ span: MotionSpan) {
    self.matcher = matcher
    self.span = span
  }

  /// The values, and where the document begins.
  private struct State {
    var numbers: [Double]
    var start: Double
    var residual: [Float]
    var cost: Double
  }

  package func tune(
    _ variables: [TunedVariable], from first: Match
  ) throws -> (variables: [TunedVariable], match: Match) {
    var numbers = variables.map(\.number)
    var start = first.start
    for (longest, frames, step) in [(48.0, 28, 0.02), (112, 40, 0.006)] {
      let footage = try Footage(
        matcher.recording, span.frames, first.place, longest: longest, matcher.check)
      let level = Level(footage: footage, indices: Self.spread(footage, span, frames))
      guard var state = try evaluate(variables, numbers, start, level) else {
        throw EngineError("the document cannot be drawn with these values", .content)
      }
      if longest < 100 { state = try scan(variables, state, level) }
      state = try descend(variables, state, level, step)
      (numbers, start) = (state.numbers, state.start)
    }
    var tuned = variables
    for index in tuned.indices { tuned[index].number = numbers[index] }
    let footage = try Footage(
      matcher.recording, span.frames, first.place, longest: 192, matcher.check)
    let planned = try matcher.frames.planned(tuned.map { ($0.name, $0.json) })
    return (tuned, try matcher.match(planned, span, first.place, footage, start))
  }

  private struct Level {
    let footage: Footage
    let indices: [Int]
  }

  /// Frames of the motion, evenly.
  private static func spread(_ footage: Footage, _ span: MotionSpan, _ most: Int) -> [Int] {
    let moving = footage.times.indices.filter {
      footage.times[$0] >= span.start - 0.15 && footage.times[$0] <= span.end + 0.15
    }
    guard moving.count > most else { return Array(moving) }
    return (0..<most).map { moving[$0 * (moving.count - 1) / (most - 1)] }
  }

  /// Nil where the document refuses the values.
  private func evaluate(
    _ variables: [TunedVariable], _ numbers: [Double], _ start: Double, _ level: Level
  ) throws -> State? {
    try matcher.check()
    let sets = zip(variables, numbers).map { variable, number in
      let text = JSONWriter.number(number)
      return (
        name: variable.name, value: variable.unit.map { JSONWriter.string(text + $0) } ?? text
      )
    }
    let planned: PlannedDocument
    do { planned = try matcher.frames.planned(sets) } catch let error {
      if error.cause == .content { return nil }
      throw error
    }
    var residual: [Float] = []
    residual.reserveCapacity(level.indices.count * level.footage.width * level.footage.height)
    var cost = 0.0
    try matcher.draw(planned, level.footage, start, level.indices) { index, plane in
      for (p, q) in zip(plane.values, level.footage.planes[index].values) {
        residual.append(p - q)
        cost += Double((p - q) * (p - q))
      }
    }
    return State(numbers: numbers, start: start, residual: residual, cost: cost)
  }

  /// Tries each variable at factors of what it is, twice over.
  private func scan(
    _ variables: [TunedVariable], _ first: State, _ level: Level
  ) throws -> State {
    var best = first
    for _ in 0..<2 {
      for index in variables.indices {
        let middle = best.numbers[index]
        for factor in [0.6, 0.7, 0.78, 0.86, 0.93, 1.08, 1.16, 1.28, 1.43, 1.6] {
          var numbers = best.numbers
          numbers[index] = middle == 0 ? (factor - 1) : middle * factor
          if let next = try evaluate(variables, numbers, best.start, level), next.cost < best.cost {
            best = next
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

  /// How the pixels change with each variable, and with the start last.
  private func slopes(
    _ variables: [TunedVariable], _ state: State, _ level: Level, _ share: Double
  ) throws -> [[Float]] {
    var all: [[Float]] = []
    for index in state.numbers.indices {
      let step = share * max(0.05, state.numbers[index].magnitude)
      var (more, less) = (state.numbers, state.numbers)
      more[index] += step
      less[index] -= step
      let (a, b) = (
        try evaluate(variables, more, state.start, level),
        try evaluate(variables, less, state.start, level)
      )
      all.append(
        Self.slope(a ?? state, b ?? state, Float(step * (a == nil || b == nil ? 1 : 2))))
    }
    let by = 0.004
    let later = try evaluate(variables, state.numbers, state.start + by, level) ?? state
    let sooner = try evaluate(variables, state.numbers, state.start - by, level) ?? state
    all.append(Self.slope(later, sooner, Float(2 * by)))
    return all
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
