internal import CMeasuring
internal import Scenes

/// The moving part of a recording, between two parts at rest.
package struct MotionSpan: Hashable, Sendable {
  /// The approximate start and end of the motion, in seconds since the recording's start.
  package var start: Double
  package var end: Double
  /// The frames to analyse, including the rest before and after the motion.
  package var frames: ClosedRange<Int>
  /// The other moving parts of the recording, which are left out.
  package var others: [ClosedRange<Double>] = []
}

/// Measures how much of the picture changes from frame to frame.
package struct MotionActivity {
  /// The start of each frame.
  let starts: [Double]
  /// For each of `levels`, the fraction of the picture that differs by more than the level from the picture a tenth of
  /// a second earlier.
  private var shares = [[Double]](repeating: [], count: levels.count)
  /// The fractions of the picture that differ from the previous frame, for each of `levels`.
  private var jumps = [[Double]](repeating: [], count: levels.count)
  private var recent: [(time: Double, blocks: [Float])] = []
  private var long = LongMotion()
  private static let lagSeconds = 0.1
  /// The differences in levels of luma above which a block's mean counts as changed: a noisy recording is at rest only
  /// according to the higher levels.
  private static let levels: [Float] = [1.2, 2, 3, 4.5]

  /// The maximum number of frames in a part that can be measured.
  private let mostFrames: Int

  private init(of starts: [Double]) {
    self.starts = starts
    var (most, first) = (0, 0)
    for last in starts.indices {
      while starts[last] - starts[first] > Self.longestSeconds { first += 1 }
      most = max(most, last - first + 2)
    }
    mostFrames = most
  }

  /// Adds the means of the next frame's blocks.
  private mutating func add(_ blocks: [Float]) {
    let time = starts[shares[0].count]
    while recent.count > 1, recent[1].time <= time - Self.lagSeconds + 1e-6 { recent.removeFirst() }
    let since = recent.first.map { Self.shares($0.blocks, blocks) }
    let jump = recent.last.map { Self.shares($0.blocks, blocks) }
    for number in Self.levels.indices {
      shares[number].append(since?[number] ?? 0)
      jumps[number].append(jump?[number] ?? 0)
    }
    recent.append((time, blocks))
    long.add(at: time, since?.last ?? 0)
  }

  /// Returns, for each of `levels`, the fraction of blocks that differ by more than the level.
  private static func shares(_ a: [Float], _ b: [Float]) -> [Double] {
    precondition(a.count == b.count)
    var counts = [Int32](repeating: 0, count: levels.count)
    // Safety: the kernel reads this many means of both frames.
    unsafe measuring_differing(a, b, Int32(a.count), levels, Int32(levels.count), &counts)
    return counts.map { Double($0) / Double(max(1, a.count)) }
  }
}

extension MotionActivity {
  /// The maximum duration of a motion that is measured if its span is not given.
  package static let longestSeconds = 5.0
  /// The number of frames that are read at a time, before the reader decides whether to continue.
  private static let glance = 16

  /// Returns the moving part, or the part that the user names. All frames are read once; reading ends as soon as no
  /// moving part is possible. `progress` receives the number of analysed frames.
  package static func span(
    of recording: Recording, given: ClosedRange<Double>?,
    progress: (Int) throws(MeasuringError) -> Void
  ) throws(MeasuringError) -> MotionSpan {
    if let given { return try chosen(given, of: recording.starts, recording.path) }
    return try look(at: recording, progress: progress).span(in: recording.path)
  }

  /// Reads all frames once; ends as soon as it is certain that they contain no motion that can be measured.
  package static func look(
    at recording: Recording, progress: (Int) throws(MeasuringError) -> Void
  ) throws(MeasuringError) -> MotionActivity {
    var activity = MotionActivity(of: recording.starts)
    let count = recording.starts.count
    for first in stride(from: 0, to: count, by: glance) {
      let frames = first..<min(count, first + glance)
      for levels in try recording.levels(of: frames) { activity.add(levels) }
      try activity.refuseEndless(in: recording.path)
      try progress(frames.upperBound)
    }
    return activity
  }

  /// The minimum rest in seconds between two moves of a recording, if a single move does not explain the recording.
  package static let shortestPause = 0.25

  /// Returns the moving parts that are separated by rests of at least `pause` seconds, or of the usual minimum; empty
  /// if there is only one part.
  package func parts(in path: String, pause: Double? = nil) -> [MotionSpan] {
    for number in Self.levels.indices {
      let parts = Activity(
        starts: starts, shares: shares[number], jumps: jumps[number],
        rest: pause ?? Activity.shortestRest
      ).parts(in: path)
      if parts.count > 1 { return parts }
    }
    return []
  }

  /// Finds the motion; `path` is the recording's name in messages.
  package func span(in path: String) throws(MeasuringError) -> MotionSpan {
    // The lowest level at which the recording rests, moves, and rests again is used, because noise must not count as
    // motion.
    var first: MeasuringError?
    for number in Self.levels.indices {
      do throws(MeasuringError) {
        return try Activity(starts: starts, shares: shares[number], jumps: jumps[number])
          .span(in: path)
      } catch {
        first = first ?? error
      }
    }
    throw first!
  }

  /// Refuses a recording that has moved for so long that a later motion cannot be the longest.
  private func refuseEndless(in path: String) throws(MeasuringError) {
    guard let start = long.start, long.end - start > Self.longestSeconds,
      long.weight > Double(mostFrames)
    else { return }
    throw .refused(
      "\(path): the motion lasts more than 5 s from \(Activity.seconds(start)) s on, "
        + "and measure reads transitions of at most 5 s; choose a part with --from and --to")
  }

  /// Returns the frames of a span that the user names.
  private static func chosen(
    _ given: ClosedRange<Double>, of starts: [Double], _ path: String
  ) throws(MeasuringError) -> MotionSpan {
    let inside = starts.indices.filter { given.contains(starts[$0]) }
    guard let first = inside.first, let last = inside.last, last - first >= 3 else {
      throw .refused("\(path): the part between --from and --to has fewer than four frames")
    }
    return MotionSpan(start: starts[first], end: starts[last], frames: first...last)
  }
}

/// A motion that continues above all thresholds that are possible at the highest level.
private struct LongMotion {
  private(set) var start: Double?
  private(set) var end = 0.0
  /// The sum of the moving fractions over all frames.
  private(set) var weight = 0.0
  private var before = 0.0

  mutating func add(at time: Double, _ share: Double) {
    defer { before = time }
    guard share >= Activity.mostOfPeak else { return }
    if start == nil || time - end >= Activity.shortestRest { (start, weight) = (before, 0) }
    end = time
    weight += share
  }
}

/// The moving fractions of the picture at one level of difference.
private struct Activity {
  let starts: [Double]
  let shares: [Double]
  let jumps: [Double]
  /// The minimum duration of a rest; shorter rests belong to the motion.
  var rest = shortestRest
  /// The minimum fraction of the picture that counts as motion: a clock and a status bar change less.
  private static let least = 0.006
  /// The fraction of the peak below which the picture is at rest.
  static let mostOfPeak = 0.06
  static let shortestRest = 0.5

  func span(in path: String) throws(MeasuringError) -> MotionSpan {
    let peak = shares.max() ?? 0
    guard peak >= Self.least else {
      throw .refused(
        "\(path): nothing moves in the recording, so the recording has no transition to measure")
    }
    let ranked = heavy.sorted { weight($0) > weight($1) }
    try judge(ranked[0], of: path)
    var span = span(of: ranked[0])
    span.others = ranked.dropFirst().map { starts[$0.lowerBound]...starts[$0.upperBound] }
      .sorted { $0.lowerBound < $1.lowerBound }
    return span
  }

  /// Returns all moving parts between rests, in order.
  func parts(in path: String) -> [MotionSpan] {
    guard shares.max() ?? 0 >= Self.least else { return [] }
    return heavy.filter { (try? judge($0, of: path)) != nil }.map(span)
  }

  private var all: [ClosedRange<Int>] {
    runs(above: max(Self.least, Self.mostOfPeak * (shares.max() ?? 0)))
  }

  /// The moving parts, except those that are small compared with the largest part.
  private var heavy: [ClosedRange<Int>] {
    let parts = all
    let most = parts.map(weight).max() ?? 0
    return parts.filter { weight($0) > 0.2 * most }
  }

  /// Returns the span of a moving part, with the rest before and after it.
  private func span(of best: ClosedRange<Int>) -> MotionSpan {
    let margin = 0.3 + 0.2 * (starts[best.upperBound] - starts[best.lowerBound])
    let (start, end) = (starts[max(0, best.lowerBound - 1)], starts[best.upperBound])
    var first = best.lowerBound
    while first > 0, starts[first - 1] >= start - margin { first -= 1 }
    var last = best.upperBound
    while last + 1 < starts.count, starts[last + 1] <= end + margin { last += 1 }
    for other in all where other != best {
      if other.upperBound < best.lowerBound { first = max(first, other.upperBound + 1) }
      if other.lowerBound > best.upperBound { last = min(last, other.lowerBound - 2) }
    }
    return MotionSpan(
      start: start, end: end, frames: min(first, best.lowerBound)...max(last, best.upperBound))
  }

  /// Returns the runs of frames whose fraction is above a threshold, in which short rests are filled.
  private func runs(above threshold: Double) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for index in shares.indices where shares[index] >= threshold {
      if let last = runs.last, starts[index] - starts[last.upperBound] < rest {
        runs[runs.count - 1] = last.lowerBound...index
      } else {
        runs.append(index...index)
      }
    }
    return runs
  }

  static func seconds(_ value: Double) -> String {
    let hundredths = Int(clamped: value * 100, rounded: .toNearestOrAwayFromZero)
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
  }

  private func weight(_ run: ClosedRange<Int>) -> Double {
    shares[run].reduce(0, +)
  }

  /// Refuses a motion that is not a transition between two states of rest.
  private func judge(
    _ run: ClosedRange<Int>, of path: String
  ) throws(MeasuringError) {
    let (start, end) = (starts[max(0, run.lowerBound - 1)], starts[run.upperBound])
    let seconds = Self.seconds
    guard end - start <= MotionActivity.longestSeconds else {
      throw .refused(
        "\(path): the motion lasts from \(seconds(start)) to \(seconds(end)) s, "
          + "and measure reads transitions of at most 5 s; choose a part with --from and --to")
    }
    let restsBefore = run.lowerBound >= 2
    let restsAfter = run.upperBound + 2 < starts.count
    guard restsBefore, restsAfter else {
      let side = restsBefore ? "ends" : restsAfter ? "begins" : "begins and ends"
      throw .refused(
        "\(path): the recording \(side) during a motion, but needs a moment without motion before "
          + "and after the transition; choose a part with --from and --to"
      )
    }
    // A sudden change has a jump in only one frame, and its differences last as long as the comparison's time lag.
    let jumping = run.filter {
      jumps[$0] >= max(Self.least, Self.mostOfPeak * (shares[run].max() ?? 0))
    }
    if jumping.count <= 1 {
      throw .refused(
        "\(path): "
          + "the picture changes at once at \(seconds(starts[jumping.first ?? run.lowerBound])) s, "
          + "which is a cut and not a transition"
      )
    }
  }
}
