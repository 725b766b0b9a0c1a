import JSON
import PluginModel
import Documents
import Encoding
import EngineSupport
import Media
import Planning
import Reporting
import Scenes
import Testing

/// The caller that draws a frame reports for which frame plugins sent messages.
@Suite struct DiagnosticsTests {
  @Test func reportsGetTheFrameThatIsDrawn() {
    let told = Told()
    let diagnostics = told.diagnostics
    diagnostics.plugins.warn("mended")
    #expect(told.lines.isEmpty)
    diagnostics.tellPlugins(at: FramePlace(frame: 3, time: 0.5))
    #expect(told.lines == ["frame 3 at 0.5 s: mended"])
    #expect(told.messages[0].place == FramePlace(frame: 3, time: 0.5))
    diagnostics.tellPlugins(at: FramePlace(frame: 4, time: 0.6))
    #expect(told.lines.count == 1)
  }

  @Test func whatIsAsTrueOfTheNextFrameIsToldOnceWithoutAPlace() {
    let told = Told()
    let diagnostics = told.diagnostics
    for frame in 0..<3 {
      diagnostics.plugins.warnOnce("always")
      diagnostics.tellPlugins(at: FramePlace(frame: frame, time: 0))
    }
    #expect(told.lines == ["always"])
  }

  @Test func aStepThatIsLeftOutOftenIsSummedUp() {
    let told = Told()
    let diagnostics = told.diagnostics
    let fault = AnimatorFault(animator: "wipe", message: "broke", step: "one")
    for frame in 0..<13 {
      diagnostics.plugins.skippedStep(fault)
      diagnostics.tellPlugins(at: FramePlace(frame: frame, time: 0))
    }
    #expect(told.messages.count == 10)
    #expect(told.messages[0].step == "one")
    #expect(told.messages[0].plugin == "wipe")
    diagnostics.sumUpPlugins()
    #expect(told.lines.last == "step one was left out 13 times")
  }

  @Test func twoEnginesHearNothingOfEachOther() {
    let (a, b) = (Told(), Told())
    let (first, second) = (a.diagnostics, b.diagnostics)
    first.plugins.warn("of the first")
    second.tellPlugins(at: nil)
    first.tellPlugins(at: nil)
    #expect(a.lines == ["of the first"])
    #expect(b.lines.isEmpty)
  }

  @Test(arguments: [
    (EncodingError.format(path: "a.xyz", reason: "?"), EngineError.Cause.usage),
    (.unwritable(path: "a", reason: "?"), .unwritable), (.closed(path: "-"), .unwritable),
    (.media(.missing(path: "a")), .missing), (.media(.killed(path: "a", reason: "?")), .tryAgain),
  ])
  func encodingErrorsSayWhatKindTheyAre(_ error: EncodingError, _ cause: EngineError.Cause) {
    #expect(EngineError(error).cause == cause)
    #expect(EngineError(any: error)?.lines == [error.description])
  }

  @Test func aFaultInAFrameNamesIt() {
    var fault = AnimatorFault(animator: "wipe", message: "broke", step: "one")
    fault.cause = .memory
    let error = EngineError(fault, at: FramePlace(frame: nil, time: 0.25))
    #expect(error.cause == .tryAgain)
    #expect(error.lines[0].hasPrefix("the frame at 0.25 s: "))
  }

  @Test func cancellationIsAnError() throws {
    try Cancellation.never.check()
    let error = #expect(throws: EngineError.self) { try Cancellation { true }.check() }
    #expect(error?.cause == .cancelled)
  }
}
