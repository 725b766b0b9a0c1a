import Assets
import Checking
import EngineSupport
import Reporting
import TestSupport
import Testing

/// Tests checks of a document's values, which need neither a picture nor a process.
@Suite struct CheckRunTests {
  private static func report(_ checks: String) throws -> CheckReport {
    let folder = try Scratch()
    try folder.write(Sample.document(", \"checks\": [\(checks)]"), to: "a.json")
    let planned = try PlannedChecks(folder.path("a.json"), ReadingSettings(), .silent)
    let run = CheckRun(planned, folder: folder.path("differences"), drawsSides: false)
    try run.run()
    return CheckReport(run, file: "a.json")
  }

  @Test func whatHoldsIsCounted() throws {
    let report = try Self.report(
      "{ \"at\": 0, \"layer\": \"box\", \"opacity\": 1 }, "
        + "{ \"at\": 0.5, \"layer\": \"box\", \"frame\": [3, 0, 2, 4] }")
    #expect(report.failed == 0)
    #expect(report.summary == "a.json: 2 checks hold")
    #expect(report.failures.isEmpty)
  }

  @Test func whatDoesNotSaysBothNumbers() throws {
    let report = try Self.report("{ \"at\": 0.5, \"layer\": \"box\", \"frame\": [4, 0, 2, 4] }")
    #expect(report.failed == 1)
    #expect(report.failures[0].contains("frame x is 3, not 4 (tolerance 0.001)"))
    #expect(report.json.contains("\"holds\":false"))
  }

  @Test func theToleranceCounts() throws {
    let report = try Self.report(
      "{ \"at\": 0.5, \"layer\": \"box\", \"frame\": [3.4, 0, 2, 4], \"tolerance\": 0.5 }")
    #expect(report.failed == 0)
  }

  @Test func everyCheckIsRunWhateverTheOthersSay() throws {
    let report = try Self.report(
      "{ \"at\": 0, \"layer\": \"box\", \"opacity\": 0 }, "
        + "{ \"at\": 0, \"layer\": \"box\", \"opacity\": 1 }, "
        + "{ \"at\": 0, \"layer\": \"box\", \"hidden\": true }")
    #expect(report.failed == 2)
    #expect(report.tests.cases.count == 3)
    #expect(report.tests.junit.contains("failures=\"2\""))
  }

  @Test func aLayerThatIsNotThereIsAProblemOfTheDocument() {
    let error = #expect(throws: EngineError.self) {
      try Self.report("{ \"at\": 0, \"layer\": \"bo\", \"opacity\": 1 }")
    }
    #expect(error?.problems.count == 1)
    #expect(error?.cause == .content)
  }

  @Test func aTimeAfterTheEndIsAProblem() {
    let error = #expect(throws: EngineError.self) {
      try Self.report("{ \"at\": 5, \"layer\": \"box\", \"opacity\": 1 }")
    }
    #expect(error?.lines[0].contains("after the end at 1 s") == true)
  }

  @Test func aGoldenPictureThatIsNotThereFails() throws {
    let report = try Self.report("{ \"at\": 0, \"equals\": \"golden.png\" }")
    #expect(report.failed == 1)
    #expect(report.failures[0].contains("there is no golden picture golden.png"))
  }
}
