internal import Documents
import JSON
internal import Reporting
internal import Scenes

/// The report that `check` prints.
package struct CheckReport {
  package let file: String
  let outcomes: [CheckRun.Outcome]
  /// The warnings about the document.
  package var warnings: [String] = []

  package init(_ run: CheckRun, file: String) {
    self.file = file
    outcomes = run.outcomes
  }

  /// The number of checks with at least one failure.
  package var failed: Int { outcomes.count { !$0.findings.isEmpty } }

  package var summary: String {
    failed == 0
      ? "\(file): \(Text.count(outcomes.count, "check")) hold\(outcomes.count == 1 ? "s" : "")"
      : "\(file): \(Text.count(outcomes.reduce(0) { $0 + $1.findings.count }, "failure")) in "
        + Text.count(outcomes.count, "check")
  }

  /// The failures in the order of the document, one line for each finding; a golden folder has one line for
  /// all differing frames and one line for all missing frames.
  package var failures: [String] {
    var lines: [String] = []
    var rest = outcomes[...]
    while let first = rest.first {
      let group = rest.prefix { $0.check.index == first.check.index }
      rest = rest.dropFirst(group.count)
      if let path = first.check.frame?.path {
        lines += folder(path, Array(group))
      } else {
        lines += group.flatMap(\.findings).map(\.problem.description)
      }
    }
    return lines + CheckCauses(outcomes).lines.map { "\(file): \($0)" } + fonts
  }

  /// The warnings of the document about fonts, which are shown if pictures differ without a known cause.
  private var fonts: [String] {
    let isUnclear = CheckCauses(outcomes).all.contains { $0.words == CheckCauses.unknown }
    guard isUnclear else { return [] }
    return warnings.filter { $0.contains("font") }.map { "\($0); this may be why" }
  }

  private func folder(_ path: Sourced<String>, _ group: [CheckRun.Outcome]) -> [String] {
    let findings = group.flatMap { outcome in
      outcome.findings.map { (check: outcome.check, finding: $0) }
    }
    func line(_ message: String) -> String {
      Problem(file: file, origin: path.origin, message: "\(path.value): \(message)").description
    }
    var lines: [String] = []
    for kind in [CheckRun.Finding.Kind.picture, .missingGolden, .other] {
      let found = findings.filter { $0.finding.kind == kind }
      guard found.count > 1 else {
        lines += found.map(\.finding.problem.description)
        continue
      }
      let frames = "\(found.count) of \(group.count) frames"
      switch kind {
      case .picture:
        let worst = found.max { a, b in
          let (p, q) = (a.finding.pictures!, b.finding.pictures!)
          return (p.largest, p.pixelCount) < (q.largest, q.pixelCount)
        }!
        let pictures = worst.finding.pictures!
        lines.append(
          line(
            "\(frames) differ; the worst is frame \(worst.check.frame!.number) at "
              + "\(Text.number(worst.check.time.seconds)) s: "
              + "\(Text.count(pictures.pixelCount, "pixel")), at most "
              + "\(Text.number(pictures.largest)): \(pictures.difference)"))
      case .missingGolden:
        lines.append(
          line("there is no golden picture of \(frames); pipeline golden update writes them"))
      case .other, .value:
        lines.append(
          found[0].finding.problem.description
            + "; and \(Text.count(found.count - 1, "frame")) more like it")
      }
    }
    return lines
  }

  package var tests: TestReport {
    var report = TestReport(suite: file)
    report.cases = outcomes.map { outcome in
      let reasons = outcome.findings.map(\.problem.message)
      return TestReport.Case(
        name: outcome.check.name,
        place: Problem(file: file, origin: outcome.check.spec.origin, message: ""),
        verdict: reasons.isEmpty ? .passed : .failed(reasons.joined(separator: "; ")),
        seconds: outcome.seconds)
    }
    report.warnings = warnings
    return report
  }

  package var json: String {
    let checks: [JSONObject] = outcomes.map { outcome in
      let findings = outcome.findings.map { finding in
        finding.problem.members + [
          "pixels": finding.pictures?.pixelCount, "cause": finding.cause,
          "largest": finding.pictures?.largest, "picture": finding.pictures?.difference,
        ]
      }
      return [
        "name": outcome.check.name, "at": outcome.check.time.seconds,
        "seconds": (outcome.seconds * 1e6).rounded() / 1e6, "holds": outcome.findings.isEmpty,
        "findings": findings,
      ]
    }
    let all: JSONObject = ["file": file, "failed": failed, "checks": checks]
    return all.json
  }
}
