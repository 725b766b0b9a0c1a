import Foundation
import Scenes
import TestSupport
import Testing

/// The root document gives the same bytes in every way of running it: with any number of threads, ranges of frames in
/// any order, other processor features reported by glibc, with and without optimisation.
///
/// The test makes three runs, twenty in `make long`, and a hundred in `make soak`, where PIPELINE_DEBUG_BIN names the
/// folder of a debug build that every second run uses.
@Suite struct DeterminismTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let frameCount = 90

  /// The checksums of the output files: one for all frames, and one for the GIF.
  private struct Sums: Equatable {
    var frames: String
    var gif: String
  }

  /// A way to run the document.
  private struct Way: CustomStringConvertible {
    /// The ranges of frames, in the order in which they are rendered.
    var ranges: [ClosedRange<Int>]
    /// The number of threads for each range, and for the GIF after them.
    var jobs: [Int]
    var tunables: String?
    var isDebug: Bool

    /// The way in which a user runs the document.
    static let plain = Way(
      ranges: [0...DeterminismTests.frameCount - 1], jobs: [1, 1], tunables: nil, isDebug: false)

    init(ranges: [ClosedRange<Int>], jobs: [Int], tunables: String?, isDebug: Bool) {
      (self.ranges, self.jobs, self.tunables, self.isDebug) = (ranges, jobs, tunables, isDebug)
    }

    /// Creates a way to run the document; the same number gives the same way.
    init(number: Int, canBeDebug: Bool) {
      var random = SeededRandom(UInt64(number))
      let last = DeterminismTests.frameCount - 1
      let cuts = Set(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          Int.random(in: 1...last, using: &random)
        }
      ).sorted()
      ranges = zip([0] + cuts, cuts + [last + 1]).map { $0...$1 - 1 }.shuffled(using: &random)
      jobs = (0...ranges.count).map { _ in Int.random(in: 1...5, using: &random) }
      tunables = Self.tunables[number % Self.tunables.count]
      isDebug = canBeDebug && number % 2 == 1
    }

    /// The settings that determine which functions glibc selects, and the initial contents of allocated memory.
    private static let tunables: [String?] = [
      "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F,-ERMS", nil,
      "glibc.malloc.perturb=165:glibc.malloc.arena_max=1",
      "glibc.cpu.hwcaps=-AVX2,-FMA,-SSE4_1,-SSE4_2,-SSSE3,-XSAVE,-XSAVEC",
      "glibc.cpu.x86_non_temporal_threshold=16384:glibc.malloc.mmap_threshold=4096",
    ]

    var description: String {
      "frames \(ranges), jobs \(jobs), GLIBC_TUNABLES=\(tunables ?? ""), "
        + (isDebug ? "debug" : "as built")
    }
  }

  private func sums(of way: Way) throws -> Sums {
    let folder = try Folder()
    let program =
      way.isDebug
      ? URL(filePath: Self.environment["PIPELINE_DEBUG_BIN"] ?? "") : Program.folder
    func run(_ output: String, _ jobs: Int, _ more: [String] = []) throws {
      let result = try Program.run(
        program.appending(path: "pipeline"),
        ["run", "pipeline.json", "-q", "-o", folder.path(output), "--jobs", "\(jobs)"] + more,
        in: Program.root, environment: way.tunables.map { ["GLIBC_TUNABLES": $0] } ?? [:])
      try #require(result.status == 0, "\(way)\n\(result.summary)")
    }
    for (range, jobs) in zip(way.ranges, way.jobs) {
      try run(
        "f/%04d.png", jobs, ["--frames", "\(range.lowerBound)-\(range.upperBound)"])
    }
    try run("magic.gif", way.jobs[way.ranges.count], ["--scale", "1", "--fps", "50"])
    let files = try folder.files(in: "f")
    try #require(files.count == Self.frameCount)
    let lines = try Program.tool("sha256sum", files, in: folder.url.appending(path: "f")).output
    try folder.write(lines, to: "frames.txt")
    let sums = try Program.tool("sha256sum", ["frames.txt", "magic.gif"], in: folder.url).output
      .split(separator: "\n").map { String($0.prefix(64)) }
    try #require(sums.count == 2)
    return Sums(frames: sums[0], gif: sums[1])
  }

  @Test func everyRunGivesTheSameBytes() throws {
    let debug = Self.environment["PIPELINE_DEBUG_BIN"]
    if Effort.current == .soak {
      try #require(debug != nil, "PIPELINE_DEBUG_BIN names the folder of a debug build: make soak")
    }
    let expected = try sums(of: .plain)
    let count = Effort.count(test: 3, long: 20, soak: 100)
    var differing = 0
    for number in 0..<count {
      let way = Way(number: number, canBeDebug: debug != nil)
      let found = try sums(of: way)
      if found != expected { differing += 1 }
      #expect(found == expected, "run \(number): \(way)")
    }
    print(
      "determinism: \(count) runs of pipeline.json, \(differing) differ from "
        + "frames \(expected.frames.prefix(16)), GIF \(expected.gif.prefix(16))")
  }
}
