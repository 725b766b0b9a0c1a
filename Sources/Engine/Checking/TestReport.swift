package import Documents
internal import Encoding
package import Files
package import JSON
package import Reporting

/// The findings of a checking command, in the form that services for test results expect.
package struct TestReport {
  package enum Verdict {
    case passed
    case failed(String)
    case skipped(String)
  }
  package struct Case {
    package var name: String
    /// The position of the test case in a document; nil if the case has none.
    package var place: Problem? = nil
    package var verdict: Verdict
    /// The duration of the check in seconds; nil if it is unknown.
    package var seconds: Double?

    package init(name: String, place: Problem? = nil, verdict: Verdict, seconds: Double? = nil) {
      self.name = name
      self.place = place
      self.verdict = verdict
      self.seconds = seconds
    }
  }
  /// The object that the cases test: a document, a plugin, or a comparison.
  package let suite: String
  package var cases: [Case] = []
  /// The warnings that are reported together with the check results.
  package var warnings: [String] = []

  /// Creates a report with one failed case, for a document that could not be read or planned.
  package init(suite: String, of failure: EngineError) {
    self.init(suite: suite)
    let reasons = failure.lines.joined(separator: "; ")
    cases = [
      Case(name: "the document", place: failure.problems.first, verdict: .failed(reasons))
    ]
  }

  package init(suite: String) { self.suite = suite }

  /// The report in JUnit's format, which nearly every CI service reads.
  package var junit: String { [self].junit }

  fileprivate var time: String {
    let known = cases.compactMap(\.seconds)
    return known.isEmpty ? "" : " time=\"\(Self.time(known.reduce(0, +)))\""
  }

  /// The lines of the JUnit element for the test report.
  fileprivate var suiteLines: [String] {
    let name = XML.attribute(suite)
    var lines = ["  <testsuite name=\(name) \([self].counts)\(time)>"]
    for test in cases {
      var head = "    <testcase name=\(XML.attribute(test.name)) classname=\(name)"
      if let place = test.place {
        head +=
          " file=\(XML.attribute(place.file)) line=\"\(place.origin.position.line)\""
      }
      if let seconds = test.seconds { head += " time=\"\(Self.time(seconds))\"" }
      switch test.verdict {
      case .passed: lines.append(head + "/>")
      case .failed(let reason):
        lines.append(head + ">")
        lines.append(
          "      <failure message=\(XML.attribute(reason))>\(XML.text(reason))</failure>")
        lines.append("    </testcase>")
      case .skipped(let reason):
        lines.append(head + "><skipped message=\(XML.attribute(reason))/></testcase>")
      }
    }
    if !warnings.isEmpty {
      lines.append("    <system-err>\(warnings.map(XML.text).joined(separator: "\n"))</system-err>")
    }
    return lines + ["  </testsuite>"]
  }

  /// Formats a number of seconds with three decimal places.
  fileprivate static func time(_ seconds: Double) -> String {
    JSONWriter.number((seconds * 1000).rounded() / 1000)
  }

  package func write(junit path: String, in context: EngineContext) throws(EngineError) {
    try [self].write(junit: path, in: context)
  }
}

extension [TestReport] {
  fileprivate var counts: String {
    let cases = flatMap(\.cases)
    let failed = cases.count { if case .failed = $0.verdict { true } else { false } }
    let skipped = cases.count { if case .skipped = $0.verdict { true } else { false } }
    return "tests=\"\(cases.count)\" failures=\"\(failed)\" errors=\"0\" skipped=\"\(skipped)\""
  }

  /// Writes all test reports as one JUnit document.
  package var junit: String {
    var whole = TestReport(suite: "pipeline")
    whole.cases = flatMap(\.cases)
    return
      ([
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        "<testsuites name=\"pipeline\" \(counts)\(whole.time)>",
      ] + flatMap(\.suiteLines) + ["</testsuites>", ""]).joined(separator: "\n")
  }

  /// Writes the reports in JUnit's format; the file appears complete or not at all.
  package func write(junit path: String, in context: EngineContext) throws(EngineError) {
    if path == "-" {
      guard FileBytes.write([UInt8](junit.utf8), to: 1) == 0 else {
        throw EngineError("standard output: cannot be written", .unwritable)
      }
      return
    }
    do throws(EncodingError) {
      let file = try AtomicFile(path, context: context)
      try file.write([UInt8](junit.utf8))
      try file.commit()
    } catch {
      throw EngineError(error)
    }
  }
}
