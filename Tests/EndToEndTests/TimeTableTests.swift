import Foundation
import TestSupport
import Testing

/// Every property, in every way to animate it, by itself and in the hand of a finger, looked at in every way:
/// what films, single frames, `inspect`, events, the studio and a finger in it show of one moment is one thing.
@Suite struct TimeTableTests {
  @Test func oneMomentIsOneThing() throws {
    let count = Effort.count(test: 60, long: 2_000, soak: 20_000)
    let run = try Program.tool(
      Program.root.appending(path: ".ci/judge-cells").path,
      [Program.folder.path, "--cells", "\(count)", "--seed", "\(Effort.seed)"])
    #expect(run.status == 0 && run.output.contains(" cells ("), "\(run.summary)")
  }
}
