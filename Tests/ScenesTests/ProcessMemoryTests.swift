import Scenes
import Testing

@Suite struct ProcessMemoryTests {
  /// Six helpers of 40 MiB are not counted individually, but they are counted together, because they once filled a
  /// small control group.
  @Test func manySmallOnesCountTogether() {
    let processes = (0..<6).map { ProcessMemory("helper \($0)") }
    for process in processes { process.count(40 << 20) }
    #expect(ProcessMemory.countedTogether >= 160 << 20)
    for process in processes { process.count(10 << 20) }
    let small = ProcessMemory.countedTogether
    for process in processes { process.count(40 << 20) }
    #expect(ProcessMemory.countedTogether - small >= 160 << 20)
    #expect(processes.allSatisfy { $0.bytes == 0 && !$0.isTooMuch })
  }
}
