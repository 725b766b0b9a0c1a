internal import Evaluation
internal import Scenes

/// Splits samples into phases and finds the simplest curves that explain them: named curves first, springs
/// next, free curves last. An information criterion decides whether another phase or number is worthwhile.
struct PhaseFinder {
  let channels: Channels
  private let fitter: ModelFitter
  /// The maximum number of phases in a track.
  private static let mostPhases = 4
  /// The misfit, as a multiple of the noise, below which a fit needs no improvement.
  static let enough = 1.6

  init(_ channels: Channels) {
    self.channels = channels
    fitter = ModelFitter(channels: channels)
  }

  /// Returns the best phases; nil if the values do not change. `threshold` is the travel of each channel below which
  /// the channel counts as still.
  func find(threshold: [Double]) -> PhaseEstimate? {
    guard let range = activeRange(threshold) else { return nil }
    var best = single(range)
    var seeds = best.map { [$0] } ?? []
    // One free curve for the whole motion is simpler than several phases, so it is tried too.
    let whole = best.flatMap { $0.misfit < Self.enough ? nil : free(range, like: $0) }
    for count in 2...Self.mostPhases {
      if let best, best.misfit < Self.enough { break }
      guard let next = grown(seeds, range, parts: count) else { break }
      seeds = next
      guard let first = next.first else { break }
      if best == nil || score(first) < score(best!) { best = first } else if count > 2 { break }
    }
    if let whole, let found = best, score(whole) < score(found) { best = whole }
    guard let found = best else { return nil }
    return unjoined(freed(found))
  }

  /// Returns the best single phase that has a name or is a spring.
  func findSingle(threshold: [Double]) -> PhaseEstimate? {
    activeRange(threshold).flatMap(single)
  }

  // MARK: What is worth it

  /// Returns Schwarz's information criterion with the measured noise, where less is better. Neighbouring samples have
  /// similar errors, so an additional number must gain more than it would among independent samples. `noise` is the
  /// fraction of noise in the samples.
  func score(_ estimate: PhaseEstimate, noise: Double = 1) -> Double {
    let seen = Double(channels.weights.count { $0 > 0 })
    var numbers = Double(estimate.model.unknowns.count)
    // The travel of each phase counts as one number for each channel that moves.
    numbers += Double(estimate.model.parts.count) * Double(min(2, channels.values.count))
    for part in estimate.model.parts {
      if case .named(let index) = part.curve, index >= NamedCurve.keywordCount { numbers += 1.5 }
      // A phase with few frames explains no visible change, unless it is a spring.
      if case .spring = part.curve { continue }
      let inside = channels.times.indices.count {
        channels.weights[$0] > 0 && channels.times[$0] > part.start && channels.times[$0] < part.end
      }
      numbers += Double(max(0, 4 - inside))
    }
    return seen * Portable.log(0.4 * noise + estimate.misfit) + 1.6 * numbers
      * Portable.log(max(3, seen))
  }

  // MARK: Where it moves

  /// Returns the times between which the samples are not at rest.
  private func activeRange(_ threshold: [Double]) -> ClosedRange<Double>? {
    let seen = channels.weights.indices.filter { channels.weights[$0] > 0 }
    guard seen.count >= 6 else { return nil }
    func rest(_ some: some Sequence<Int>) -> [Double] {
      channels.values.map { values in
        let sorted = some.map { values[$0] }.sorted()
        return sorted[sorted.count / 2]
      }
    }
    func differs(_ index: Int, _ from: [Double]) -> Bool {
      channels.values.indices.contains {
        (channels.values[$0][index] - from[$0]).magnitude
          > max(4 * channels.noise[$0], 0.5 * threshold[$0])
      }
    }
    let (before, after) = (rest(seen.prefix(3)), rest(seen.suffix(3)))
    let moves = channels.values.indices.contains { channel in
      // A single outlier is not a motion.
      let values = seen.map { channels.values[channel][$0] }
      let middles = zip(zip(values, values.dropFirst()), values.dropFirst(2)).map {
        max(min($0.0, $0.1), min(max($0.0, $0.1), $1))
      }
      return middles.max()! - middles.min()! > threshold[channel]
    }
    guard moves, let first = seen.firstIndex(where: { differs($0, before) }),
      let last = seen.lastIndex(where: { differs($0, after) })
    else { return nil }
    let start = channels.times[seen[max(0, first - 1)]]
    let end = channels.times[seen[min(seen.count - 1, last + 1)]]
    return start < end ? start...end : nil
  }

  /// Returns the index of the last sample before the motion.
  func lastRest(_ threshold: [Double]) -> Int? {
    activeRange(threshold).flatMap { channels.times.firstIndex(of: $0.lowerBound) }
  }

  // MARK: One phase

  /// The fraction of the residual below which another curve replaces a keyword or a spring that fits within the noise:
  /// the noise may be overestimated where the samples are good.
  private static let muchLess = 0.3

  func single(_ range: ClosedRange<Double>) -> PhaseEstimate? {
    let springs = springs(from: range)
    let plain = names(0..<NamedCurve.keywordCount, range) + springs.filter(\.isUsual)
    let all =
      plain + springs.filter { !$0.isUsual }
      + names(NamedCurve.keywordCount..<NamedCurve.all.count, range)
    guard let first = plain.min(by: { score($0) < score($1) }),
      let least = all.map(\.misfit).min()
    else { return nil }
    if first.misfit < Self.enough, least > Self.muchLess * first.misfit { return first }
    let noise = min(1, max(0.06, 2 * least))
    return all.min { score($0, noise: noise) < score($1, noise: noise) }
  }

  /// The fractions of its distance that a motion may have covered before it is first visible, or may still have to
  /// cover when it is last visible.
  private var hidden: [(start: Double, end: Double)] {
    let (start, end) = channels.isOpen
    let shares = [0, 0.15, 0.3, 0.45, 0.6]
    return shares.prefix(start ? 5 : 1).flatMap { a in
      shares.prefix(end ? 5 : 1).compactMap { a + $0 < 0.8 ? (a, $0) : nil }
    }
  }

  private func names(_ indices: Range<Int>, _ range: ClosedRange<Double>) -> [PhaseEstimate] {
    let (early, late) = crossings(range)
    return indices.compactMap { index in
      let curve = NamedCurve.all[index]
      return hidden.compactMap { before, after -> PhaseEstimate? in
        let seen = 1 - before - after
        let (a, b) = (
          curve.fraction(reaching: before + 0.15 * seen),
          curve.fraction(reaching: before + 0.85 * seen)
        )
        let length = max(fitter.shortest, (late - early) / max(0.05, b - a))
        let start = early - a * length
        return fitter.fit(
          PhaseModel(parts: [
            PhaseModel.Part(
              curve: .named(index), start: start, end: start + length, isJoined: false)
          ]))
      }.min { $0.misfit < $1.misfit }
    }
  }

  /// Returns the best free curve for the whole motion, starting from several shapes, one of which ends with a dip.
  private func free(_ range: ClosedRange<Double>, like best: PhaseEstimate) -> PhaseEstimate? {
    let (early, late) = crossings(range)
    var starts = [(best.model.parts[0].start, best.model.parts[0].end)]
    starts.append((range.lowerBound, range.upperBound))
    starts.append((early - 0.2 * (late - early), late + 0.2 * (late - early)))
    let shapes = [
      (0.33, 0.33, 0.67, 0.67), (0.42, 0.0, 0.58, 1.0), (0.1, 0.8, 0.9, 0.2), (0.3, 0.8, 0.5, 1.0),
      (0.5, 0.0, 0.7, 0.2),
    ]
    var all: [PhaseEstimate] = []
    for (start, end) in starts where end - start > fitter.shortest {
      for (x1, y1, x2, y2) in shapes {
        let part = PhaseModel.Part(
          curve: .bezier(x1: x1, y1: y1, x2: x2, y2: y2), start: start, end: end, isJoined: false)
        if let estimate = fitter.fit(PhaseModel(parts: [part]), rounds: 8) { all.append(estimate) }
      }
    }
    all.sort { $0.misfit < $1.misfit }
    return all.prefix(3).compactMap { fitter.fit($0.model, rounds: 80) }
      .min { $0.misfit < $1.misfit }
  }

  private func springs(from range: ClosedRange<Double>) -> [PhaseEstimate] {
    let (early, late) = crossings(range)
    return [0.4, 0.65, 0.85, 1, 1.3].compactMap { damping in
      // The times at which a spring of one radian a second crosses both levels.
      let spring = Curve.spring(1, damping)
      func time(_ value: Double) -> Double {
        var t = 0.0
        while spring.progress(atSeconds: t) < value, t < 20 { t += 0.02 }
        return t
      }
      return hidden.compactMap { before, after -> PhaseEstimate? in
        let seen = 1 - before - after
        let (a, b) = (time(before + 0.15 * seen), time(before + 0.85 * seen))
        let frequency = max(1.5, (b - a) / max(0.5 * channels.interval, late - early))
        return fitter.fit(
          PhaseModel(parts: [
            PhaseModel.Part(
              curve: .spring(frequency: frequency, damping: damping),
              start: early - a / frequency, end: range.upperBound, isJoined: false)
          ]))
      }.min { $0.misfit < $1.misfit }
    }
  }

  /// Returns the times at which 15 % and 85 % of the distance are covered, for the channel with the largest distance.
  private func crossings(_ range: ClosedRange<Double>) -> (early: Double, late: Double) {
    func seen(_ channel: Int) -> [Int] {
      let weights = channels.weights(of: channel)
      return weights.indices.filter { weights[$0] > 0 }
    }
    func travel(_ channel: Int) -> Double {
      let seen = seen(channel)
      guard let first = seen.first, let last = seen.last else { return 0 }
      let values = channels.values[channel]
      return (values[last] - values[first]) / channels.noise[channel]
    }
    let channel = channels.values.indices.max { travel($0).magnitude < travel($1).magnitude }!
    let (values, rows) = (channels.values[channel], seen(channel))
    let (from, to) = (values[rows[0]], values[rows.last!])
    guard (to - from).magnitude > 6 * channels.noise[channel] else {
      let length = range.upperBound - range.lowerBound
      return (range.lowerBound + 0.25 * length, range.lowerBound + 0.75 * length)
    }
    func time(_ share: Double) -> Double {
      let goal = from + share * (to - from)
      for (a, b) in zip(rows, rows.dropFirst()) {
        let (p, q) = (values[a] - goal, values[b] - goal)
        guard p * (to - from) < 0, q * (to - from) >= 0 else { continue }
        return channels.times[a] + (channels.times[b] - channels.times[a]) * (p / (p - q))
      }
      return range.lowerBound
    }
    let (early, late) = (time(0.15), time(0.85))
    return early < late ? (early, late) : (range.lowerBound, range.upperBound)
  }

  // MARK: More phases

  /// Returns models with one more phase than the seeds, best first.
  private func grown(
    _ seeds: [PhaseEstimate], _ range: ClosedRange<Double>, parts: Int
  ) -> [PhaseEstimate]? {
    var candidates: [PhaseEstimate] = []
    for seed in seeds.prefix(2) {
      for index in seed.model.parts.indices {
        candidates += split(seed.model, index, range).prefix(8)
      }
    }
    candidates.sort { $0.misfit < $1.misfit }
    let fitted = candidates.prefix(10).compactMap { fitter.fit($0.model) }
    return fitted.isEmpty ? nil : fitted.sorted { score($0) < score($1) }
  }

  /// Returns models in which one phase is divided into two, at several times and with several curves, best first.
  private func split(
    _ model: PhaseModel, _ index: Int, _ range: ClosedRange<Double>
  ) -> [PhaseEstimate] {
    let part = model.parts[index]
    let isOnly = model.parts.count == 1
    let start = isOnly ? range.lowerBound - 0.5 * channels.interval : part.start
    let isLast = index == model.parts.count - 1
    let end = isLast ? range.upperBound + 0.5 * channels.interval : part.end
    let count = isOnly ? 20 : 10
    let springEnd = { (time: Double) -> [Curve] in
      isLast && end - time > 4 * channels.interval
        ? [0.6, 0.9].map { .spring(frequency: 9 / max(0.05, end - time), damping: $0) } : []
    }
    let names = (0..<NamedCurve.keywordCount).map { Curve.named($0) }
    var all: [PhaseEstimate] = []
    for step in 1..<count {
      let time = start + (end - start) * Double(step) / Double(count)
      for first in names {
        for second in names + springEnd(time) {
          var parts = model.parts
          parts[index] = PhaseModel.Part(
            curve: first, start: start, end: time, isJoined: !isOnly && part.isJoined)
          parts.insert(
            PhaseModel.Part(curve: second, start: time, end: end, isJoined: true), at: index + 1)
          if let estimate = PhaseEstimate(PhaseModel(parts: parts), channels) {
            all.append(estimate)
          }
        }
      }
    }
    return all.sorted { $0.misfit < $1.misfit }
  }

  /// Returns the phases, separated where there is rest between them.
  private func unjoined(_ found: PhaseEstimate) -> PhaseEstimate {
    var best = found
    for index in best.model.parts.indices.dropFirst() where best.model.parts[index].isJoined {
      var model = best.model
      model.parts[index].isJoined = false
      let gap = 0.15 * (model.parts[index].end - model.parts[index - 1].start)
      for (earlier, later) in [(0.0, 0.0), (gap, 0), (0, gap), (gap, gap)] {
        var opened = model
        opened.parts[index - 1].end -= earlier
        opened.parts[index].start += later
        if let next = fitter.fit(opened), score(next) < score(best) { best = next }
      }
    }
    return best
  }

  /// Tries other curves for phases that no keyword explains: other named curves, springs, and finally free curves.
  private func freed(_ found: PhaseEstimate, hasNames: Bool = true) -> PhaseEstimate {
    var best = found
    for index in found.model.parts.indices {
      if best.misfit < Self.enough { break }
      let part = best.model.parts[index]
      guard case .named(let name) = part.curve,
        case .cubicBezier(let x1, let y1, let x2, let y2) = NamedCurve.all[name].function.curved
      else { continue }
      var curves: [Curve] = []
      if hasNames {
        curves = (NamedCurve.keywordCount..<NamedCurve.all.count).map { Curve.named($0) }
      }
      curves.append(.bezier(x1: x1, y1: y1, x2: x2, y2: y2))
      for curve in curves {
        var model = best.model
        model.parts[index].curve = curve
        if let next = fitter.fit(model, rounds: 60), score(next) < score(best) { best = next }
      }
    }
    return best
  }
}
