import Checking
import Comparing
import Documents
import JSON
import Reporting
import Scenes

struct ComparisonReport {
  private let comparison: Comparison
  private let picture: String?
  /// The features of the common document that explain the difference.
  var causes: [String] = []
  /// The time that the comparison took, in seconds.
  var seconds: Double?

  init(_ comparison: Comparison, picture: String?) {
    self.comparison = comparison
    self.picture = picture
  }

  var lines: [String] {
    let count = comparison.a.frameCount
    if comparison.isSame, count == 0 { return ["the same sound"] }
    if comparison.isSame { return [count == 1 ? "the same picture" : "the same \(count) frames"] }
    return comparison.findings.map(\.message) + causes
      + (picture.map { ["the difference is in \($0)"] } ?? [])
  }

  /// The result of the comparison as a report with one test case.
  var tests: TestReport {
    let name = "\(comparison.a.path) against \(comparison.b.path)"
    var report = TestReport(suite: "diff")
    report.cases = [
      TestReport.Case(
        name: name,
        verdict: comparison.isSame ? .passed : .failed(lines.joined(separator: "; ")),
        seconds: seconds)
    ]
    return report
  }

  var json: String {
    let findings: [JSONObject] = comparison.findings.map {
      ["kind": $0.kind.rawValue, "message": $0.message]
    }
    let all: JSONObject = [
      "same": comparison.isSame, "kind": comparison.findings.first?.kind.rawValue,
      "findings": findings, "causes": causes, "a": side(comparison.a), "b": side(comparison.b),
      "differingFrames": comparison.differingFrames, "worst": comparison.worst.map(frame),
      "picture": picture,
    ]
    return all.json
  }

  private func side(_ side: Comparison.Side) -> JSONObject {
    [
      "path": side.path, "frames": side.frameCount, "size": [side.width, side.height],
      "duration": side.duration?.seconds,
    ]
  }

  private func frame(_ frame: Comparison.Frame) -> JSONObject {
    let d = frame.difference
    return [
      "frame": frame.nameInA, "other": frame.nameInB, "index": frame.index,
      "pixels": d.pixelCount, "largest": d.largest, "mean": d.mean, "at": [d.x, d.y],
      "bounds": [d.bounds.x, d.bounds.y, d.bounds.width, d.bounds.height],
    ]
  }
}
