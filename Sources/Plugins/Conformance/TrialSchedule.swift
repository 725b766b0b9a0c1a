import PluginHosting
import PluginModel

/// The order of the checks, and the consequences of each verdict for dependent checks.
struct TrialSchedule {
  private(set) var verdicts: [Int: Verdict] = [:]
  private var waiting: [Int]
  /// The rule that the plugin's description violates, in which case no later check can be judged.
  private var broken: (number: Int, reason: String)?

  /// Creates a schedule of the checks in `only` and those on which they depend; nil means all checks.
  init(only: Set<Int>?) {
    var wanted: Set<Int> = []
    func want(_ number: Int) {
      guard wanted.insert(number).inserted else { return }
      for needed in Self.needs(number) { want(needed) }
    }
    for check in Check.all where only?.contains(check.number) ?? true { want(check.number) }
    waiting = wanted.sorted()
  }

  /// The checks that must pass before the check `number` is meaningful.
  private static func needs(_ number: Int) -> [Int] {
    switch number {
    case 1: []
    case 4: [1, 2]
    case 2...6: [1]
    case 7: [1, 2, 4, 5]
    case 10...12: [7, 8]
    case 8...21, 23: [7]
    case 22: [7, 21]
    case 24: [7, 21, 22, 23]
    case 32, 34, 42, 45: [7, 24, 33]
    case 36: [7, 24, 33, 45]
    case 35, 37...39: [7, 24, 33, 34]
    case 50: [7, 24, 48]
    default: [7, 24]
    }
  }

  /// The next check to run; nil if none is left, or if the remaining checks wait for running ones.
  mutating func next() -> Int? {
    var index = 0
    while index < waiting.count {
      let number = waiting[index]
      if let known = foregone(number) {
        verdicts[number] = known
        waiting.remove(at: index)
        // A check that the schedule skipped may be ready now, because the check for which it waited has
        // ended.
        index = 0
      } else if Self.needs(number).allSatisfy({ verdicts[$0] != nil }) {
        waiting.remove(at: index)
        return number
      } else {
        index += 1
      }
    }
    return nil
  }

  /// The verdict of a check that follows from other checks; nil if the check must run.
  private func foregone(_ number: Int) -> Verdict? {
    if let broken, number > 7 {
      return broken.number == number ? .failed(broken.reason) : .needing(broken.number)
    }
    for needed in Self.needs(number) {
      guard let verdict = verdicts[needed], verdict.isBlocking else { continue }
      // A precondition that failed is reported under its own check number.
      return verdict.status == .skipped ? verdict : .needing(needed)
    }
    return nil
  }

  mutating func decide(_ number: Int, _ verdict: Verdict) {
    verdicts[number] = verdict
    // Loading the plugin also reports violated rules of its description, which count as failures of the
    // corresponding checks.
    guard number == 7, let rule = Self.rule(in: verdict.reason) else { return }
    broken = rule
    verdicts[7] = .passed
  }

  /// The checks that correspond to rules of descriptions, whose violations are reported when the plugin is
  /// loaded.
  private static let rules: [Int: DescriptionRule] = [
    14: .identity, 15: .layout, 16: .signatures, 17: .range, 18: .documentation, 19: .choices,
    20: .aliases, 22: .duration, 23: .roles,
  ]

  private static func rule(in reason: String) -> (number: Int, reason: String)? {
    let parts = reason.split(separator: ":", maxSplits: 2)
    guard parts.count == 3, parts[0] == "rule",
      let number = rules.first(where: { $0.value.rawValue == parts[1] })?.key
    else { return nil }
    return (number, String(parts[2]))
  }
}
