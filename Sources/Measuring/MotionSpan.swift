internal import CMeasuring
package import Scenes

/// The part of a recording in which it moves, between two parts in which it rests.
package struct MotionSpan: Hashable, Sendable {
  /// Seconds since the recording's start: about where motion begins and ends.
  package var start: Double
  package var end: Double
  /// The frames to look at, with the rest before and after.
  package var frames: ClosedRange<Int>
  /// Other parts that move, which are left out.
  package var others: [ClosedRange<Double>] = []
}

/// How much of the picture changes from frame to frame.
package struct MotionActivity: Sendable {
  /// When each frame begins.
  let starts: [Double]
  /// Of each of `levels`, the share of the picture that differs by more from what was seen a tenth of a
  /// second before.
  private var shares = [[Double]](repeating: [], count: levels.count)
  /// The share that differs from the frame before.
  private var jumps = [[Double]](repeating: [], count: levels.count)
  private var recent: [(time: Double, blocks: [Float])] = []
  private static let lagSeconds = 0.1
  /// By how much the mean of a block must be another, in levels of luma: a noisy recording rests at the
  /// higher ones alone.
  private static let levels: [Float] = [1.2, 2, 3, 4.5]

  package init(of starts: [Double]) { self.starts = starts }

  /// Takes the next frame.
  package mutating func add(_ frame: Bitmap) {
    let blocks = Self.blocks(of: frame)
    let time = starts[shares[0].count]
    while recent.count > 1, recent[1].time <= time - Self.lagSeconds + 1e-6 { recent.removeFirst() }
    for (number, level) in Self.levels.enumerated() {
      shares[number].append(recent.first.map { Self.share($0.blocks, blocks, level) } ?? 0)
      jumps[number].append(recent.last.map { Self.share($0.blocks, blocks, level) } ?? 0)
    }
    recent.append((time, blocks))
  }

  private static func blocks(of frame: Bitmap) -> [Float] {
    let side = max(4, min(frame.width, frame.height) / 40 & ~1)
    let count = (frame.width / side) * (frame.height / side)
    // Unsafe: the kernel writes so many means.
    return unsafe [Float](unsafeUninitializedCapacity: max(1, count)) { buffer, filled in
      unsafe buffer.initialize(repeating: 0)
      unsafe measuring_blocks(
        frame.pixels, frame.strideBytes, Int32(frame.width), Int32(frame.height), Int32(side),
        buffer.baseAddress!)
      filled = count
    }
  }

  private static func share(_ a: [Float], _ b: [Float], _ level: Float) -> Double {
    guard a.count == b.count, !a.isEmpty else { return 0 }
    return Double(zip(a, b).count { abs($0 - $1) > level }) / Double(a.count)
  }
}

extension MotionActivity {
  /// The longest motion that is measured unless its span is given.
  package static let longestSeconds = 5.0

  /// Finds the motion; `path` is for messages. `given` is a span that the user names.
  package func span(
    in path: String, duration: Double, given: ClosedRange<Double>?
  ) throws(MeasuringError) -> MotionSpan {
    if let given { return try chosen(given, path) }
    // Noise is no motion: the least level counts at which the recording rests, moves, and rests.
    var first: MeasuringError?
    for number in Self.levels.indices {
      do throws(MeasuringError) {
        return try Activity(starts: starts, shares: shares[number], jumps: jumps[number])
          .span(in: path, duration: duration)
      } catch {
        first = first ?? error
      }
    }
    throw first!
  }

  private func chosen(
    _ given: ClosedRange<Double>, _ path: String
  ) throws(MeasuringError) -> MotionSpan {
    let inside = starts.indices.filter { given.contains(starts[$0]) }
    guard let first = inside.first, let last = inside.last, last - first >= 3 else {
      throw .refused("\(path): between --from and --to it has fewer than four frames")
    }
    return MotionSpan(start: starts[first], end: starts[last], frames: first...last)
  }
}

/// How much of the picture changes by more than one level.
private struct Activity {
  let starts: [Double]
  let shares: [Double]
  let jumps: [Double]
  /// The least share of the picture that counts as motion: a clock and a status bar change less.
  private static let least = 0.006
  /// Rests that are shorter belong to the motion.
  private static let shortestRest = 0.5

  func span(in path: String, duration: Double) throws(MeasuringError) -> MotionSpan {
    let peak = shares.max() ?? 0
    guard peak >= Self.least else {
      throw .refused("\(path): nothing moves in it, so there is no transition to measure")
    }
    let threshold = max(Self.least, 0.06 * peak)
    let parts = runs(above: threshold)
    let ranked = parts.sorted { weight($0) > weight($1) }
    let best = ranked[0]
    try judge(best, of: path, duration)
    let margin = 0.3 + 0.2 * (starts[best.upperBound] - starts[best.lowerBound])
    let (start, end) = (starts[max(0, best.lowerBound - 1)], starts[best.upperBound])
    var first = best.lowerBound
    while first > 0, starts[first - 1] >= start - margin { first -= 1 }
    var last = best.upperBound
    while last + 1 < starts.count, starts[last + 1] <= end + margin { last += 1 }
    // The rest belongs to this motion alone.
    for other in parts where other != best {
      if other.upperBound < best.lowerBound { first = max(first, other.upperBound + 1) }
      if other.lowerBound > best.upperBound { last = min(last, other.lowerBound - 2) }
    }
    let others = ranked.dropFirst().filter { weight($0) > 0.2 * weight(best) }
      .map { starts[$0.lowerBound]...starts[$0.upperBound] }
    return MotionSpan(
      start: start, end: end,
      frames: min(first, best.lowerBound)...max(last, best.upperBound),
      others: others.sorted { $0.lowerBound < $1.lowerBound })
  }

  /// Parts of frames above a share, with short rests between them filled.
  private func runs(above threshold: Double) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for index in shares.indices where shares[index] >= threshold {
      if let last = runs.last, starts[index] - starts[last.upperBound] < Self.shortestRest {
        runs[runs.count - 1] = last.lowerBound...index
      } else {
        runs.append(index...index)
      }
    }
    return runs
  }

  private func weight(_ run: ClosedRange<Int>) -> Double {
    shares[run].reduce(0, +)
  }

  /// Refuses what is no transition between two states of rest.
  private func judge(
    _ run: ClosedRange<Int>, of path: String, _ duration: Double
  ) throws(MeasuringError) {
    let (start, end) = (starts[max(0, run.lowerBound - 1)], starts[run.upperBound])
    func seconds(_ value: Double) -> String {
      let hundredths = Int(clamped: value * 100, rounded: .toNearestOrAwayFromZero)
      return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    }
    guard end - start <= MotionActivity.longestSeconds else {
      throw .refused(
        "\(path): it moves from \(seconds(start)) to \(seconds(end)) s, and a transition of at most "
          + "5 s is measured; --from and --to name a part")
    }
    let restsBefore = run.lowerBound >= 2
    let restsAfter = run.upperBound + 2 < starts.count
    guard restsBefore, restsAfter else {
      let side = restsBefore ? "ends" : restsAfter ? "begins" : "begins and ends"
      throw .refused(
        "\(path): it \(side) while it moves, so no whole transition is seen; --from and --to name a part"
      )
    }
    // A change at once is seen for as long as the lag, and jumps once.
    let jumping = run.filter { jumps[$0] >= max(Self.least, 0.06 * (shares[run].max() ?? 0)) }
    if jumping.count <= 1 {
      throw .refused(
        "\(path): the picture changes at once at \(seconds(starts[jumping.first ?? run.lowerBound])) s, a cut and no transition"
      )
    }
  }
}
