import JSON
import PluginHosting
import PluginModel
import Conformance
import Documents
import Scenes
import Synchronization

/// Implements the checks 32 to 40: an animator must be a pure function of time.
enum LawChecks {
  static func continuity(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each(
      where: { !$0.flags.contains(.discontinuous) },
      otherwise: "the animator is declared "
        + "discontinuous"
    ) { bench in
      let bound = try bench.bound()
      var rows: [[Double]] = []
      // Other checks test the progress values 0 and 1.
      for i in 1...999 {
        let progress = Double(i) / 1000
        rows.append(
          bench.animator.hasPixels
            ? try bench.trace(bound, progress).map(Double.init)
            : try bench.layout(bound, progress).flatMap { Bits.numbers($0) })
        if rows[i - 1].count != rows[0].count {
          throw CheckFailure(
            "returns different kinds of values at \(progress) and at 0.001: does a mask or a backdrop appear or disappear?"
          )
        }
      }
      let steps = Steps(rows, isPixels: bench.animator.hasPixels)
      guard steps.mean > 0, steps.largest > 5 * steps.mean else { return }
      let factor = (steps.largest / steps.mean * 10).rounded() / 10
      let (before, after) = (Double(steps.at + 1) / 1000, Double(steps.at + 2) / 1000)
      throw bench.difference(
        "the change from progress \(before) to \(after) is \(factor) times the mean change",
        try bench.trace(bound, before), try bench.trace(bound, after))
    }
  }

  /// Measures the change from each row of numbers to the next: each number counts relative to its total
  /// change, and numbers that change together count equally.
  private struct Steps {
    var mean = 0.0
    var largest = 0.0
    var at = 0

    init(_ rows: [[Double]], isPixels: Bool) {
      let columns = rows[0].count
      if isPixels {
        // The values are 8-bit levels, and rounding a smooth change may produce a step of two levels.
        let steps = zip(rows, rows.dropFirst()).map { a, b in
          zip(a, b).reduce(0.0) { (sum: Double, pair: (Double, Double)) -> Double in
            sum + max(0, abs(pair.1 - pair.0) - 2)
          } / Double(columns)
        }
        let whole = zip(rows[0], rows[rows.count - 1]).reduce(0.0) {
          (sum: Double, pair: (Double, Double)) -> Double in sum + abs(pair.1 - pair.0)
        }
        mean = max(whole / Double(columns), 1) / Double(steps.count)
        for (i, step) in steps.enumerated() where step > largest { (largest, at) = (step, i) }
        return
      }
      var totals = [Double](repeating: 0, count: columns)
      for (a, b) in zip(rows, rows.dropFirst()) {
        for c in 0..<columns { totals[c] += abs(b[c] - a[c]) }
      }
      let steps = zip(rows, rows.dropFirst()).map { a, b in
        (0..<columns).reduce(0.0) { (sum: Double, c: Int) -> Double in
          totals[c] > 1e-9 ? sum + abs(b[c] - a[c]) / totals[c] : sum
        }
      }
      mean = steps.reduce(0, +) / Double(steps.count)
      for (i, step) in steps.enumerated() where step > largest { (largest, at) = (step, i) }
    }
  }

  static func twice(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each { bench in
      let bound = try bench.bound()
      for progress in Bench.progresses {
        _ = try bench.trace(bound, progress)
        let (a, b) = (try bench.trace(bound, progress), try bench.trace(bound, progress))
        guard a == b else {
          throw bench.difference("two calls at progress \(progress) differ", a, b)
        }
      }
    }
  }

  static func anyOrder(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each { bench in
      let bound = try bench.bound()
      let moments = (0...40).map { Double($0) / 40 }
      let ordered = try moments.map { try bench.trace(bound, $0) }
      var random = SeededRandom(subject.seed)
      for i in moments.indices.shuffled(using: &random) {
        let trace = try bench.trace(bound, moments[i])
        guard trace == ordered[i] else {
          throw bench.difference(
            "the frame at progress \(moments[i]) differs after another frame was drawn",
            ordered[i], trace)
        }
      }
    }
  }

  static func threads(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each(
      where: { !$0.flags.contains(.notReentrant) },
      otherwise: "the animator is declared not "
        + "re-entrant"
    ) { bench in
      let bound = try bench.bound()
      let moments = (0...20).map { Double($0) / 20 }
      let alone = try moments.map { try bench.trace(bound, $0) }
      let wrong = Mutex<String?>(nil)
      // On a busy machine, threads may run one after another, so only calls during which another call started
      // are counted.
      let begun = Atomic(0)
      let met = Atomic(0)
      let start = ContinuousClock.now
      Threads.run(4) { thread in
        var round = 0
        while round < 20
          || round < 400 && ContinuousClock.now < start + .seconds(1)
          || met.load(ordering: .relaxed) < 80 && ContinuousClock.now < start + .seconds(5)
        {
          let i = (thread * 7 + round * (thread + 1)) % moments.count
          round += 1
          let mine = begun.add(1, ordering: .relaxed).newValue
          let trace = try? bench.trace(bound, moments[i])
          if begun.load(ordering: .relaxed) != mine { met.add(1, ordering: .relaxed) }
          if trace != alone[i] {
            wrong.withLock {
              $0 =
                "at progress \(moments[i]) the result of a call in parallel with others differs from that of a single call"
            }
          }
        }
      }
      if let text = wrong.withLock({ $0 }) { throw CheckFailure(text) }
    }
  }

  /// A hash of all results, which is compared with that of another process.
  static func fingerprint(_ subject: PluginUnderTest) throws -> Verdict {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for bench in try subject.benches() {
      let bound = try bench.bound()
      for progress in Bench.progresses {
        for byte in try bench.trace(bound, progress) {
          hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
      }
    }
    return Verdict(status: .passed, reason: "hash:\(hash)")
  }

  static func scale(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each { bench in
      if bench.animator.hasPixels { return try PixelChecks.halfScale(bench) }
      let (one, two) = (try bench.bound(), try bench.bound { $0.scale = 2 })
      for progress in Bench.progresses {
        guard try bench.trace(one, progress) == bench.trace(two, progress) else {
          throw CheckFailure(
            "at progress \(progress), the layout in points depends on the scale of the canvas")
        }
      }
    }
  }

  static func frameRate(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each { bench in
      let rates = try [60.0, 24, 1000].map { rate in
        try bench.bound { $0.framesPerSecond = rate }
      }
      for progress in Bench.progresses {
        let first = try bench.trace(rates[0], progress)
        for other in rates.dropFirst() {
          let trace = try bench.trace(other, progress)
          guard trace == first else {
            throw bench.difference(
              "progress \(progress) differs between 60 and \(JSONWriter.number(other.stepContext.framesPerSecond))"
                + " frames a second", first, trace)
          }
        }
      }
    }
  }

  static func declared(_ subject: PluginUnderTest) throws -> Verdict {
    try subject.each(where: { $0.hasLayout }, otherwise: "the animator draws pixels") { bench in
      let bound = try bench.bound()
      for progress in Bench.progresses {
        let extra = try bound.changes(bench.moment(progress), inputs: bench.inputs)
          .subtracting(bench.animator.animates)
        guard extra.isEmpty else {
          let names = extra.properties.map(\.name)
          throw CheckFailure(
            "at progress \(progress), the animator changes \(names.joined(separator: ", ")), "
              + "which `animates` does not declare")
        }
      }
    }
  }
}
