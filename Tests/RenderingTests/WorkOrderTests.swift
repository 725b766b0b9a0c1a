import EngineSupport
import Foundation
import Glibc
import Planning
import Rendering
import Reporting
import Scenes
import TestSupport
import Testing

/// The work that `validate` reports for a document corresponds to the time of its frames.
@Suite struct WorkOrderTests {
  /// The processor time of the current thread in seconds.
  private static var now: Double {
    var time = timespec()
    // Safety: the kernel fills the struct.
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Times are compared only in long runs.
  @Test(.enabled(if: Effort.current > .test, "make long compares estimates with times"))
  func estimatesAndTimesGoTogether() throws {
    let count = Effort.count(test: 30, long: 300, soak: 2_000)
    let folder = try Scratch()
    var units: [Double] = []
    var seconds: [Double] = []
    for seed in 0..<count {
      let planned = try Sample.planned(
        CostlyDocument.text(seed: seed, hasTexts: false), in: folder)
      let estimate = WorkNotes.units(of: planned)
      // The other documents take minutes each.
      guard estimate < 10e9 else { continue }
      let source = try FrameRenderer(planned, scale: 1, threads: 1, .silent)
      let bitmap = Bitmap(width: source.width, height: source.height)
      let start = Self.now
      do {
        try source.draw(FrameTime(seconds: 0.5), frame: nil, into: bitmap)
      } catch is EngineError {
        continue
      }
      units.append(estimate)
      seconds.append(Self.now - start)
      TrialLog.add("seed \(seed): \(estimate) units, \(Self.now - start) s")
    }
    #expect(units.count > count / 2)
    let order = Self.correlation(Self.ranks(units), Self.ranks(seconds))
    #expect(order >= 0.9, "\(order) of \(units.count)")
  }

  private static func ranks(_ values: [Double]) -> [Double] {
    var ranks = Array(repeating: 0.0, count: values.count)
    for (rank, place) in values.indices.sorted(by: { values[$0] < values[$1] }).enumerated() {
      ranks[place] = Double(rank)
    }
    return ranks
  }

  /// Returns Spearman's rank correlation.
  private static func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let middle = Double(a.count - 1) / 2
    let (x, y) = (a.map { $0 - middle }, b.map { $0 - middle })
    func product(_ a: [Double], _ b: [Double]) -> Double {
      zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
    }
    return product(x, y) / (product(x, x) * product(y, y)).squareRoot()
  }
}
