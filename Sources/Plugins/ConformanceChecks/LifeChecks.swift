import PluginHosting
import PluginModel
import CHosting
import Conformance
import Glibc
import Scenes
import Synchronization

/// Implements the checks 48 to 52, which examine errors during a call.
enum LifeChecks {
  static func noMemory(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each { bench in
      let bound = try bench.bound { $0.memoryBytes = 0 }
      for progress in Bench.progresses {
        do {
          _ = try bench.trace(bound, progress)
        } catch let fault as AnimatorFault where fault.isOwnWords || fault.isPlainFailure {
          continue
        }
      }
    }
  }

  static func leaks(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each { bench in
      let bound = try bench.bound()
      let threadsBefore = ProcessState.threadCount
      func calls(_ count: Int) throws {
        for i in 0..<count { _ = try bench.trace(bound, Double(i % 100) / 100) }
      }
      // Animators with many pieces are called less often, so less leaked memory is accepted.
      let count = max(20, 1000 / (1 + (try bound.pieceCount()) / 8))
      try calls(count / 5)
      let before = hosting_heap_bytes()
      try calls(count)
      let after = hosting_heap_bytes()
      guard after <= before + 16 * UInt64(count) else {
        throw CheckFailure("\(count) calls leave \(after - before) bytes of memory allocated")
      }
      // A thread may still exist for a moment after it was joined.
      for _ in 0..<100 where ProcessState.threadCount > threadsBefore { usleep(1000) }
      let left = ProcessState.threadCount - threadsBefore
      guard left <= 0 else { throw CheckFailure("calls leave \(left) threads running") }
    }
  }

  static func errors(_ subject: PluginUnderTest) throws -> Verdict {
    var failures = 0
    let verdict = try subject.each { bench in
      var random = SeededRandom(subject.seed)
      var trials = [try bench.extremes(.least), try bench.extremes(.most)]
      for _ in 0..<200 { trials.append(try bench.random(&random)) }
      var left = 40_000
      for values in trials where left > 0 {
        for memory in [1 << 30, 0] {
          do {
            let bound = try bench.bound(values) { $0.memoryBytes = memory }
            let pieces = try bound.pieceCount()
            left -= pieces + 1
            if pieces > 2_000 { continue }
            _ = try bench.trace(bound, 0.5)
          } catch let fault as AnimatorFault {
            failures += 1
            try judge(fault, bench)
          }
        }
      }
    }
    return failures == 0 && verdict.status == .passed
      ? .inapplicable("no call failed with any of the tried parameters") : verdict
  }

  private static func judge(_ fault: AnimatorFault, _ bench: Bench) throws {
    if fault.isPlainFailure {
      throw CheckFailure("a call \(fault.message): call context->fail first")
    }
    guard fault.isOwnWords else { return }
    let places =
      bench.animator.parameters.map { "/params/\($0.name)" }
      + bench.animator.roles.map { "/layers/\($0.name)" }
    guard fault.pointer.isEmpty || places.contains(where: { fault.pointer.hasPrefix($0) }) else {
      throw CheckFailure(
        "a failed call reports \(fault.pointer), which is no parameter or role of the animator")
    }
  }

  static func stopping(_ subject: PluginUnderTest) throws -> Verdict {
    var asked = false
    let verdict = try subject.each { bench in
      let count = Mutex(0)
      let bound = try bench.bound {
        $0.isCancelled = {
          count.withLock { $0 += 1 }
          return true
        }
      }
      for progress in Bench.progresses {
        count.withLock { $0 = 0 }
        let succeeded = (try? bench.trace(bound, progress)) != nil
        let questions = count.withLock { $0 }
        if questions > 0 { asked = true }
        if questions > 16 || (questions > 0 && succeeded) {
          throw CheckFailure(
            "continues after keep_going returned false (asked \(questions) times at progress \(progress))"
          )
        }
      }
    }
    return asked ? verdict : .inapplicable("the animator never calls keep_going")
  }

  static func brokenCurve(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each(
      where: { $0.parameters.contains { $0.type == .curve } },
      otherwise: "the animator takes no "
        + "curve"
    ) { bench in
      let values = try bench.defaults().map { value in
        if case .curve = value {
          return ParameterValue.curve { x in x < 0.5 ? .nan : 1e9 * (x - 0.75) }
        }
        return value
      }
      do {
        try bench.live(bench.bound(values))
      } catch let fault as AnimatorFault where fault.isOwnWords {
        return
      }
    }
  }
}
