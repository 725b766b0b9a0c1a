import Foundation
import Testing

/// In a run of many frames, some of which fail, no resource use grows.
@Suite struct LongRunTests {
  /// One frame of a hundred fails: the soak test renders 10,000 frames, and other tests 300.
  @Test func nothingGrows() throws {
    let count = HostRun.isSoak ? 10_000 : 300
    // The plugin has no faults until 0.4 of its step.
    let seconds = HostRun.isSoak ? 17 : 1
    let first = seconds * 400
    let rig = try FaultRig("sometimes", frames: 1000, seconds: seconds)
    let held = try HeldRun(
      rig.words(
        [
          "--on-plugin-fault", "skip", "--frames", "\(first)-\(first + count + HeldRun.ahead)",
        ], output: "-"))
    _ = try held.read(count / 10)
    let (descriptors, memory) = (held.descriptors().count, held.run.residentBytes)
    _ = try held.read(count - count / 10)
    let (later, more) = (held.descriptors().count, held.run.residentBytes)
    #expect(abs(later - descriptors) <= 4, "\(descriptors) descriptors, then \(later)")
    let limit = HostRun.isSoak ? 1.05 : 1.3
    #expect(
      HostRun.isSanitized || Double(more) < Double(memory) * limit, "\(memory) bytes, then \(more)")
    #expect(held.run.reapsItsChildren)
    let end = try held.finish()
    #expect(end.result.status == 0, "\(end.result.summary.suffix(2000))")
    #expect(end.result.errors.contains("step spoil"))
    if HostRun.isSoak {
      print(
        "\(count) frames: \(memory >> 10) KiB, then \(more >> 10) KiB; "
          + "\(descriptors) descriptors, then \(later)")
    }
    #expect(HostRun.leftovers(of: rig.path).isEmpty)
  }
}
