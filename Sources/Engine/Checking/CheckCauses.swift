internal import Documents
import JSON
internal import Reporting
internal import Scenes

/// The causes of all findings of a run; each cause is listed once, with its findings.
struct CheckCauses {
  /// A cause of differences, and the checks that have this cause.
  struct Cause {
    var words: String
    var outcomes: [CheckRun.Outcome]
  }
  /// The causes of the findings, with the most frequent cause first; findings without a known cause come
  /// last.
  let all: [Cause]
  static let unknown = "the picture differs"

  init(_ outcomes: [CheckRun.Outcome]) {
    var found: [Cause] = []
    let late = Self.shifts(in: outcomes)
    for outcome in outcomes where !outcome.findings.isEmpty {
      let first = outcome.findings[0]
      let other = first.kind == .value ? first.problem.message : Self.unknown
      let words = late[outcome.check.index] ?? first.cause ?? other
      if let known = found.firstIndex(where: { $0.words == words }) {
        found[known].outcomes.append(outcome)
      } else {
        found.append(Cause(words: words, outcomes: [outcome]))
      }
    }
    all = found.enumerated().sorted { a, b in
      (a.element.words == Self.unknown ? 1 : 0, -a.element.outcomes.count, a.offset)
        < (b.element.words == Self.unknown ? 1 : 0, -b.element.outcomes.count, b.offset)
    }.map(\.element)
  }

  /// The golden folders, by the number of their check, whose frames are equal from some frame on, but occur
  /// earlier or later.
  private static func shifts(in outcomes: [CheckRun.Outcome]) -> [Int: String] {
    var shifts: [Int: String] = [:]
    for (index, group) in Dictionary(grouping: outcomes, by: \.check.index) {
      let frames = group.compactMap(\.hashes)
      guard frames.count == group.count, frames.count > 3,
        let first = frames.firstIndex(where: { $0.expected != $0.made })
      else { continue }
      for by in (1...min(30, frames.count / 2)).flatMap({ [$0, -$0] }) {
        let range = max(first, first - by, 0)..<min(frames.count, frames.count - by)
        guard range.count >= 2, Set(range.map { frames[$0].expected }).count > 1,
          range.allSatisfy({ frames[$0].expected == frames[$0 + by].made })
        else { continue }
        shifts[index] =
          "the same frames come \(Text.count(abs(by), "frame")) \(by > 0 ? "later" : "earlier")"
        break
      }
    }
    return shifts
  }

  /// One line for each cause, with the time ranges in which the cause applies.
  var lines: [String] {
    all.filter { $0.words != Self.unknown && $0.outcomes.count > 1 }.map { cause in
      let times = cause.outcomes.map(\.check.time).sorted()
      return "\(cause.words) from \(Text.number(times[0].seconds)) s to "
        + "\(Text.number(times[times.count - 1].seconds)) s, in \(Text.count(times.count, "check"))"
    }
  }
}
