import PluginHosting
import PluginModel
import Conformance
import Scenes

/// Implements the checks 24 to 29, which examine parameters.
enum ParameterChecks {
  static func defaults(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each { bench in try bench.live(bench.bound()) }
  }

  static func minima(_ subject: PluginUnderTest) throws -> Verdict { try extremes(subject, .least) }
  static func maxima(_ subject: PluginUnderTest) throws -> Verdict { try extremes(subject, .most) }

  private static func extremes(_ subject: PluginUnderTest, _ which: Bench.Extreme) throws -> Verdict
  {
    try subject.each(
      where: { !$0.parameters.isEmpty },
      otherwise: "the animator has no "
        + "parameters"
    ) {
      bench in try tryOut(bench, bench.extremes(which))
    }
  }

  static func fuzz(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each(
      where: { !$0.parameters.isEmpty },
      otherwise: "the animator has no "
        + "parameters"
    ) {
      bench in
      var random = SeededRandom(subject.seed)
      // Animators with many pieces are tested in fewer rounds than other animators.
      var left = 40_000
      for round in 0..<200 where left > 0 {
        let values = try bench.random(&random)
        let progress = Double.random(in: 0...1, using: &random)
        let pieces = (try? bench.bound(values).pieceCount()) ?? 0
        left -= 3 * (pieces + 1)
        do {
          try tryOut(bench, values, [0, progress, 1])
        } catch let seen as CheckFailure {
          throw CheckFailure("round \(round): \(seen.text)")
        }
      }
    }
  }

  /// The number of pieces above which a round is skipped to save time.
  private static let manyPieces = 2_000

  /// Runs the animator, which must either succeed or report an error.
  private static func tryOut(
    _ bench: Bench, _ values: [ParameterValue], _ progresses: [Double] = Bench.progresses
  ) throws {
    let bound = try bench.bound(values)
    do {
      _ = try bound.duration()
      if try bound.pieceCount() > manyPieces { return }
      for progress in progresses { _ = try bench.trace(bound, progress) }
    } catch let fault as AnimatorFault {
      if fault.isOwnWords { return }
      throw CheckFailure("with \(describe(bench, values)): \(fault.message)")
    }
  }

  static func describe(_ bench: Bench, _ values: [ParameterValue]) -> String {
    zip(bench.animator.parameters, values).map { p, v in
      let text: String =
        switch v {
        case .bool(let b): "\(b)"
        case .choice(let i): p.choices[i]
        case .string(let s): s.debugDescription
        case .curve: "a curve"
        default: v.numbers.count == 1 ? "\(v.numbers[0])" : "\(v.numbers)"
        }
      return "\(p.name) = \(text)"
    }.joined(separator: ", ")
  }

  /// Checks that invalid values are refused, and that the animator handles very large values of parameters
  /// without a range.
  static func badValues(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each(
      where: { !$0.parameters.isEmpty },
      otherwise: "the animator has no "
        + "parameters"
    ) {
      bench in
      let standard = try bench.defaults()
      for (i, p) in bench.animator.parameters.enumerated() {
        var bad: [ParameterValue] = p.type == .bool ? [.double(1)] : [.bool(true)]
        for number in [Double.nan, .infinity, -.infinity] {
          if let value = p.type == .int32 ? nil : Bench.value(p.type, { number }) {
            bad.append(value)
          }
        }
        if let maximum = p.maximum, let value = Bench.value(p.type, { maximum + 1 }) {
          bad.append(value)
        }
        if p.type == .choice { bad += [.choice(-1), .choice(p.choices.count)] }
        for value in bad {
          var values = standard
          values[i] = value
          guard (try? bench.bound(values)) == nil else {
            throw CheckFailure("\(p.name) takes \(value)")
          }
        }
        guard p.maximum == nil else { continue }
        for number in [-1e9, 1e9] {
          guard let value = Bench.value(p.type, { number }) else { continue }
          var values = standard
          values[i] = value
          try tryOut(bench, values, [0, 0.5, 1])
        }
      }
    }
  }

  /// Checks an animator whose parameters are in a read-only page, so that writing to them ends the process.
  static func untouched(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each(
      where: { !$0.parameters.isEmpty },
      otherwise: "the animator has no "
        + "parameters"
    ) {
      bench in try bench.live(bench.bound { $0.protectsParameters = true })
    }
  }
}
