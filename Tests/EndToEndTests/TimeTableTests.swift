import Foundation
import TestSupport
import Testing

/// Tests every property with each kind of animation, both in time and controlled by a finger. Films, single frames,
/// `inspect`, events, the studio and a finger in the studio must agree on each moment.
@Suite struct TimeTableTests {
  @Test func oneMomentIsOneThing() throws {
    let count = Effort.count(test: 60, long: 2_000, soak: 20_000)
    let run = try Program.tool(
      Program.root.appending(path: ".ci/judge-cells").path,
      [Program.folder.path, "--cells", "\(count)", "--seed", "\(Effort.seed)"])
    #expect(run.status == 0 && run.output.contains(" cells ("), "\(run.summary)")
  }
}
