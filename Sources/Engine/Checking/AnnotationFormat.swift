internal import Documents
internal import Files
import JSON

/// The formats of CI services for findings with files and lines.
package enum AnnotationFormat: String, CaseIterable, Sendable {
  /// The format of GitHub Actions: workflow commands.
  /// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
  case github
  /// The format of GitLab: a code quality report. https://docs.gitlab.com/ci/testing/code_quality/
  case gitlab

  /// Writes the failures and warnings of the reports in this format.
  package func text(_ reports: [TestReport]) -> String {
    switch self {
    case .github: reports.flatMap(Self.commands).map { $0 + "\n" }.joined()
    case .gitlab: Self.issues(reports).json + "\n"
    }
  }

  private static func failures(
    _ report: TestReport
  ) -> [(name: String, place: Problem?, reason: String)] {
    report.cases.compactMap { test in
      guard case .failed(let reason) = test.verdict else { return nil }
      return (test.name, test.place, reason)
    }
  }

  private static func commands(_ report: TestReport) -> [String] {
    let errors = failures(report).map { name, place, reason in
      let position = place.map {
        ",line=\($0.origin.position.line),col=\($0.origin.position.column)"
      }
      return "::error file=\(property(place?.file ?? report.suite))\(position ?? "")"
        + ",title=\(property(name))::\(data(reason))"
    }
    return errors
      + report.warnings.map { "::warning file=\(property(report.suite))::\(data($0))" }
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  private static func issues(_ reports: [TestReport]) -> [JSONObject] {
    var known: [String: Int] = [:]
    func issue(
      _ file: String, _ line: Int, _ name: String, _ reason: String, _ severity: String
    ) -> JSONObject {
      // A finding has the same fingerprint in each run, even if the numbers in its message differ.
      let key = "\(file)\n\(name)"
      known[key, default: 0] += 1
      var hash = SHA256()
      hash.add([UInt8]("\(key)\n\(known[key] ?? 0)".utf8))
      return [
        "description": reason, "check_name": name, "fingerprint": hash.hexadecimal(),
        "severity": severity,
        "location": ["path": file, "lines": ["begin": line] as JSONObject] as JSONObject,
      ]
    }
    return reports.flatMap { report in
      failures(report).map { name, place, reason in
        issue(
          place?.file ?? report.suite, place?.origin.position.line ?? 1, name, reason, "major")
      } + report.warnings.map { issue(report.suite, 1, "warning", $0, "minor") }
    }
  }
}
