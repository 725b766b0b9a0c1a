package import Scenes

/// The phases of a layer's track: its position and extent, its angle, and its opacity.
package struct LayerAnalysis: Sendable {
  package var track: LayerTrack
  /// The fit of the layer's x, y, width and height, with its centre as the position.
  package var place: TrackFit
  package var angle: TrackFit
  package var opacity: TrackFit
}

package enum TrackAnalyzer {
  /// The distances below which a change does not count as motion, for position, angle and opacity, in pixels, radians
  /// and 1.
  private static let leastTravel = (place: 0.8, angle: 0.012, opacity: 0.04)

  /// Analyses a track; `size` is the size of the frames, outside which a layer is not visible.
  package static func analyze(
    _ given: LayerTrack, interval: Double, within size: Size? = nil
  ) -> LayerAnalysis {
    let track = size.map { given.completed(within: $0) } ?? given
    let angle = self.channels(
      track, interval, threshold: leastTravel.angle, floor: 0.0015, [\.pose.angle],
      [\.angleNoise], needsPose: true)
    let analysis = LayerAnalysis(
      track: track, place: placed(track, interval: interval, within: size),
      angle: fit(angle.channels, thresholds: angle.thresholds),
      opacity: opacity(track, interval: interval))
    return together(analysis, interval: interval, within: size)
  }

  /// The maximum factor by which a common curve may worsen a fit, and the maximum fraction of its distance that the
  /// curve may leave unexplained.
  private static let mostWorseTogether = 1.5
  private static let mostOffTogether = 0.015

  /// Returns a layer's analysis in which position and opacity have common times and one curve, if these explain both
  /// about as well: the position of a layer that is faint while it moves shows only a part of the motion. A layer that
  /// leaves over an edge of `size` is not changed, because its opacity is not visible there.
  static func together(
    _ analysis: LayerAnalysis, interval: Double, within size: Size?
  ) -> LayerAnalysis {
    if let size, !bounds(of: analysis.track, in: size, isHidden: false).isEmpty { return analysis }
    let (before, faded) = (analysis.place, analysis.opacity)
    guard let first = before.phases.first, let last = before.phases.last,
      let start = faded.phases.first?.start, let end = faded.phases.last?.end,
      min(end, last.end) - max(start, first.start) > 0.5 * (end - start)
    else { return analysis }
    var parts = [place(analysis.track, interval), opacities(analysis.track, interval)]
    // The pose of a faint layer may have a large error.
    for (row, sample) in analysis.track.samples.enumerated() where sample.opacity < 1 {
      parts[0].channels.weights[row] *= sample.opacity * sample.opacity
    }
    var found: PhaseEstimate?
    var channels = parts[1].channels
    for _ in 0..<3 {
      let weights = parts.map { $0.channels.weights }
      channels.values = parts.flatMap { $0.channels.values }
      channels.noise = parts.flatMap { $0.channels.noise }
      channels.weights = zip(weights[0], weights[1]).map(max)
      channels.ownWeights = parts.flatMap { part in
        part.channels.values.map { _ in part.channels.weights }
      }
      guard
        let next = PhaseFinder(channels).findSingle(threshold: parts.flatMap { $0.thresholds })
      else { return analysis }
      found = next
      var taken = 0
      for index in parts.indices {
        guard let own = PhaseEstimate(next.model, parts[index].channels) else { return analysis }
        taken += outliers(of: own, &parts[index].channels)
      }
      if taken == 0 { break }
    }
    guard let found else { return analysis }
    let errors = ModelFitter(channels: channels).errors(of: found)
    let both = zip(parts, [before, faded]).compactMap { part, old -> TrackFit? in
      guard let own = PhaseEstimate(found.model, part.channels) else { return nil }
      let fit = conclude(own, part.channels, part.thresholds, errors)
      let isNear = fit.residual.indices.allSatisfy {
        fit.residual[$0]
          < max(part.thresholds[$0] / 5, mostOffTogether * fit.phases[0].travel[$0].magnitude)
      }
      return isNear || fit.misfit < max(PhaseFinder.enough, mostWorseTogether * old.misfit)
        ? fit : nil
    }
    guard both.count == 2 else { return analysis }
    var result = analysis
    (result.place, result.opacity) = (possible(both[0]), both[1])
    return result
  }

  /// Fits the phases of the position; if `isHidden` is set, the layer is outside the frame at rest where it was not found.
  static func placed(
    _ track: LayerTrack, interval: Double, within size: Size?, isHidden: Bool = false
  ) -> TrackFit {
    var (channels, thresholds) = place(track, interval)
    if let size { channels.bounds = bounds(of: track, in: size, isHidden: isHidden) }
    var found = fit(channels, thresholds: thresholds)
    if let size, !isHidden { found = anchored(found, channels, thresholds, in: size) }
    return possible(found)
  }

  /// The maximum factors by which a fit may be worse if its position at rest is a typical one: with the same number of
  /// parameters, and with fewer parameters.
  private static let mostWorseAnchored = (alike: 1.3, plainer: 4.0)
  /// The fraction of the misfit of the place just beyond the edge below which the place a screen away is right.
  private static let muchLessAnchored = 0.7

  /// Chooses the position at rest of a layer that enters over an edge. Before the motion such a layer was usually just
  /// beyond the edge, or a whole screen away; the speed at the edge does not determine which of both. A typical
  /// position is chosen if it explains the samples about as well as any other position.
  private static func anchored(
    _ free: TrackFit, _ channels: Channels, _ thresholds: [Double], in size: Size
  ) -> TrackFit {
    let (times, count) = (channels.times, channels.count)
    guard let first = channels.weights.firstIndex(where: { $0 > 0 }),
      let last = channels.weights.lastIndex(where: { $0 > 0 })
    else { return free }
    var (best, given) = (free, channels)
    for isStart in [true, false]
    where !best.phases.isEmpty && (isStart ? channels.isOpen.start : channels.isOpen.end) {
      let end = isStart ? 0 : count - 1
      guard let bound = channels.bounds.first(where: { $0.time == times[end] }) else { continue }
      let (channel, isLast) = (bound.channel, bound.isLeast)
      let others = best.phases.flatMap { phase in
        phase.travel.indices.filter { $0 != channel && phase.travel[$0].magnitude > 1 }
      }
      guard others.isEmpty else { continue }
      let seen = best.values(at: times[isStart ? first : last])
      let rest = best.values(at: isStart ? times[count - 1] : times[0])[channel]
      let whole = channel == 0 ? size.width : size.height
      let places = [
        isLast ? whole + seen[2 + channel] / 2 : -seen[2 + channel] / 2,
        isLast ? rest + whole : rest - whole,
      ]
      var found: (channels: Channels, fit: TrackFit)?
      for place in places {
        var known = given
        known.bounds.removeAll { ($0.time < times[first]) == isStart }
        for row in isStart ? 0..<3 : count - 3..<count {
          for other in seen.indices { known.values[other][row] = seen[other] }
          known.values[channel][row] = place
          known.weights[row] = 1
        }
        var fit = fit(known, thresholds: thresholds)
        if fit.phases.count > 1 || fit.phases.first?.curve.isFree ?? true {
          guard let single = PhaseFinder(known).findSingle(threshold: thresholds) else { continue }
          fit = conclude(single, known, thresholds)
        }
        let phase = fit.phases[0]
        guard phase.start > times[1],
          phase.curve.settlingSeconds != nil || phase.end < times[count - 2]
        else { continue }
        // The layer was not visible at the time, so a position inside the frame is impossible.
        let place = best.values(at: times[end])
        let isSeen =
          Pose(x: place[0], y: place[1], width: place[2], height: place[3], angle: 0)
          .visibleShare(in: Rect(0, 0, size.width, size.height)) > 0.02
        let isPlainer = isSeen || best.phases.count > 1 || best.phases[0].curve.isFree
        let most = isPlainer ? mostWorseAnchored.plainer : mostWorseAnchored.alike
        // With few samples, many curves leave no residual.
        let near = max(0.5, 0.004 * phase.travel[channel].magnitude)
        let isNear = isPlainer && fit.residual[channel] < near
        guard isNear || fit.misfit < max(PhaseFinder.enough, most * best.misfit) else { continue }
        if let found, fit.misfit > muchLessAnchored * found.fit.misfit { continue }
        found = (known, fit)
      }
      if let found { (given, best) = found }
    }
    return best
  }

  /// The maximum factor by which the times of another track may worsen a fit.
  private static let mostWorseTimed = 1.3

  /// Returns a layer's analysis with the times of the screens' changes, if these times explain the position and the
  /// opacity as well: a layer that appears with a scrim has the scrim's times. Returns nil if they do not.
  static func timed(
    _ analysis: LayerAnalysis, as screens: TrackFit, interval: Double
  ) -> LayerAnalysis? {
    guard screens.phases.count == 1, let phase = screens.phases.first,
      phase.curve.settlingSeconds == nil
    else { return nil }
    func timed(
      _ fit: TrackFit, _ given: (channels: Channels, thresholds: [Double])
    ) -> TrackFit? {
      guard fit.phases.count == 1, let own = fit.phases.first, own.curve.settlingSeconds == nil,
        min(own.end, phase.end) - max(own.start, phase.start) > 0.5 * (phase.end - phase.start)
      else { return nil }
      let channels = given.channels
      let all = NamedCurve.all.indices.compactMap { index in
        PhaseEstimate(
          PhaseModel(parts: [
            PhaseModel.Part(
              curve: .named(index), start: phase.start, end: phase.end, isJoined: false)
          ]), channels)
      }
      let finder = PhaseFinder(channels)
      let before = PhaseEstimate(
        PhaseModel(parts: [
          PhaseModel.Part(curve: own.curve, start: own.start, end: own.end, isJoined: false)
        ]), channels)
      guard let before, let best = all.min(by: { finder.score($0) < finder.score($1) }),
        best.misfit < max(PhaseFinder.enough, mostWorseTimed * before.misfit)
      else { return nil }
      // The curve may also have its own times near the times of the screens.
      let near = ModelFitter(channels: channels).fit(best.model, rounds: 6) ?? best
      let moved = (near.model.parts[0].start - phase.start).magnitude
      return conclude(
        moved < interval / 4 ? near : best, channels, given.thresholds,
        [phase.startError, phase.endError])
    }
    var result = analysis
    let place = timed(analysis.place, place(analysis.track, interval))
    let opacity = timed(analysis.opacity, opacities(analysis.track, interval))
    guard place != nil || opacity != nil else { return nil }
    result.place = possible(place ?? analysis.place)
    result.opacity = opacity ?? analysis.opacity
    return result
  }

  /// The largest deviation of a cover from a layer's curve, as a fraction of the cover's opacity.
  private static let mostOffShared = 0.03

  /// The dimming with the times and the curve of a layer that moves or fades with it, if these explain it. The
  /// place of a layer is known much better than the level of a cover, of which codecs leave out small changes.
  static func shared(_ cover: ScreenCurve, with layers: [LayerAnalysis]) -> ScreenCurve? {
    guard !cover.fit.phases.isEmpty, !cover.fit.phases.contains(where: { $0.curve.isStepped })
    else { return nil }
    var best: (fit: TrackFit, off: Double)?
    for layer in layers where layer.track.samples.count == cover.values.count {
      for fit in [layer.place, layer.opacity] where fit.phases.count == 1 && !fit.isUnexplained {
        let (phase, samples) = (fit.phases[0], layer.track.samples)
        guard !phase.curve.isStepped else { continue }
        let (first, last) = (phase.start - 1e-9, phase.end)
        let isMoving = samples.map { (first...last).contains($0.time) }
        var weights = samples.indices.map { cover.isSeen[$0] && !samples[$0].isRepeated ? 1.0 : 0 }
        // A level that stays the same while the layer moves was left out by the codec.
        var held = 0
        for row in samples.indices.dropFirst() {
          if (cover.values[row] - cover.values[row - 1]).magnitude > 1e-4 { held = row }
          let moved = (held...row).map { phase.progress(at: samples[$0].time) }
          if moved.max()! - moved.min()! > 0.02 { weights[row] = 0 }
        }
        let part = PhaseModel.Part(
          curve: phase.curve, start: phase.start, end: phase.end, isJoined: false)
        let channels = Channels(
          times: samples.map(\.time), values: [cover.values], noise: [0.006], weights: weights,
          interval: 0)
        guard let estimate = PhaseEstimate(PhaseModel(parts: [part]), channels) else { continue }
        let rows = samples.indices.filter { isMoving[$0] && weights[$0] > 0 }
        let squares = rows.reduce(0.0) { $0 + estimate.left[$1] * estimate.left[$1] }
        let travel = estimate.travel[0][0].magnitude
        let off = 0.006 * (squares / Double(max(1, rows.count))).squareRoot() / max(1e-9, travel)
        let seen = cover.values[cover.values.count - 1] - cover.values[0]
        guard rows.count >= 4, travel > 0.04, off < mostOffShared, off < best?.off ?? .infinity,
          (estimate.travel[0][0] - seen).magnitude < 2 * mostOffShared * travel
        else { continue }
        let errors = [phase.startError, phase.endError]
        best = (conclude(estimate, channels, [0.04], errors), off)
      }
    }
    return best.map {
      var result = cover
      result.fit = $0.fit
      return result
    }
  }

  /// A layer has an extent at every rest: one without an extent was tracked wrongly.
  private static func possible(_ fit: TrackFit) -> TrackFit {
    var (fit, extent) = (fit, fit.origin)
    for channel in 2..<4 where extent[channel] < 1 {
      fit.isUnexplained = true
      extent[channel] = 1
    }
    fit.origin = extent
    for index in fit.phases.indices {
      for channel in extent.indices {
        let goal = extent[channel] + fit.phases[index].travel[channel]
        let held = channel < 2 ? goal : max(1, goal)
        if held != goal { fit.isUnexplained = true }
        fit.phases[index].travel[channel] = held - extent[channel]
        extent[channel] = held
      }
    }
    return fit
  }

  static func opacity(_ track: LayerTrack, interval: Double) -> TrackFit {
    let (channels, thresholds) = opacities(track, interval)
    return fit(channels, thresholds: thresholds)
  }

  private static func place(
    _ track: LayerTrack, _ interval: Double
  ) -> (channels: Channels, thresholds: [Double]) {
    channels(
      track, interval, threshold: leastTravel.place, floor: 0.05,
      [\.pose.x, \.pose.y, \.pose.width, \.pose.height],
      [\.positionNoise, \.positionNoise, \.sizeNoise, \.sizeNoise], needsPose: true)
  }

  private static func opacities(
    _ track: LayerTrack, _ interval: Double
  ) -> (channels: Channels, thresholds: [Double]) {
    channels(
      track, interval, threshold: leastTravel.opacity, floor: 0.006, [\.opacity],
      [\.opacityNoise], needsPose: false)
  }

  private static func channels(
    _ track: LayerTrack, _ interval: Double, threshold: Double, floor: Double,
    _ values: [KeyPath<TrackSample, Double>], _ noises: [KeyPath<TrackSample, Double>],
    needsPose: Bool
  ) -> (channels: Channels, thresholds: [Double]) {
    let samples = track.samples
    var weights = samples.map { sample -> Double in
      sample.isRepeated || !(needsPose ? sample.hasPose : sample.hasOpacity) ? 0 : 1
    }
    // A sample of the pose of a faint layer has a lower weight, because of its noise.
    let known = samples.indices.filter { weights[$0] > 0 }
    let columns = values.map { path in samples.map { $0[keyPath: path] } }
    let noise = zip(columns, noises).map { column, path in
      let reported = known.map { samples[$0][keyPath: path] }.sorted()
      let usual = reported.isEmpty ? 0 : reported[reported.count / 2]
      return max(floor, 1.5 * usual, 1.2 * jitter(known.map { column[$0] }))
    }
    for index in known where needsPose {
      let ratio = samples[index][keyPath: noises[0]] / max(1e-9, noise[0])
      if ratio > 1.5 { weights[index] = 1 / (ratio * ratio) }
    }
    for index in known {
      weights[index] *= needsPose ? samples[index].poseWeight : samples[index].opacityWeight
    }
    let channels = Channels(
      times: samples.map(\.time), values: columns, noise: noise, weights: weights,
      interval: interval)
    return (channels, noise.map { max(threshold, 5 * $0) })
  }

  /// The maximum fraction of a layer that may be visible at an edge where the layer was not found.
  private static let mostUnseen = 0.3

  /// Returns the limits of the position of a layer that enters or leaves at an edge: the layer was beyond the edge
  /// before, or is beyond it afterwards.
  private static func bounds(
    of track: LayerTrack, in size: Size, isHidden: Bool
  ) -> [Channels.Bound] {
    let frame = Rect(0, 0, size.width, size.height)
    let samples = track.samples
    guard let first = samples.firstIndex(where: \.hasPose),
      let last = samples.lastIndex(where: \.hasPose)
    else { return [] }
    var all: [Channels.Bound] = []
    for (seen, beside, end) in [(first, first - 1, 0), (last, last + 1, samples.count - 1)]
    where samples.indices.contains(beside) {
      let pose = samples[seen].pose
      let visible = pose.visibleShare(in: frame)
      guard visible < 0.95 else { continue }
      let over = [
        pose.x + pose.width / 2 - size.width, pose.width / 2 - pose.x,
        pose.y + pose.height / 2 - size.height, pose.height / 2 - pose.y,
      ]
      let edge = over.indices.max { over[$0] < over[$1] }!
      let (channel, isLeast) = (edge / 2, edge % 2 == 0)
      let extent = channel == 0 ? pose.width : pose.height
      let beyond = extent * (0.5 - min(mostUnseen, visible + 0.02))
      let whole = channel == 0 ? size.width : size.height
      for index in [beside, end] {
        let beyond = isHidden && index == end ? 0.5 * extent : beyond
        all.append(
          .init(
            time: samples[index].time, channel: channel, value: isLeast ? whole + beyond : -beyond,
            isLeast: isLeast))
      }
    }
    return all
  }

  static func fit(_ given: Channels, thresholds: [Double]) -> TrackFit {
    var channels = given
    if let fit = stepped(given, thresholds) { return fit }
    guard let first = PhaseFinder(channels).find(threshold: thresholds) else {
      return rest(channels)
    }
    // The fit is repeated without outliers: repeated frames, fingers, other layers. A single outlier bends the whole
    // curve, and others are detected only after its removal.
    var best = first
    for _ in 0..<3 {
      guard outliers(of: best, &channels) > 0,
        let next = PhaseFinder(channels).find(threshold: thresholds)
      else { break }
      best = next
    }
    // The last frame at rest may be a repeated frame, although the motion has started; at rest, a repeated
    // frame cannot be recognised. A codec may hold back a part of a fast motion in the first frame that
    // moves.
    if let rest = PhaseFinder(channels).lastRest(thresholds) {
      for row in [rest, rest + 1] where !best.isNamed && row < channels.count {
        var fewer = channels
        fewer.weights[row] = 0
        if let next = PhaseFinder(fewer).find(threshold: thresholds), next.isNamed,
          next.misfit < max(PhaseFinder.enough, 1.2 * best.misfit)
        {
          (best, channels) = (next, fewer)
        }
      }
    }
    // A phase with few frames may be the part of the motion that a codec held back.
    if best.model.parts.count > 1, best.model.parts.contains(where: { isShort($0, channels) }),
      let single = PhaseFinder(channels).findSingle(threshold: thresholds)
    {
      let fit = conclude(single, channels, thresholds)
      let travel = fit.phases[0].travel
      if fit.residual.indices.allSatisfy({
        fit.residual[$0] < max(thresholds[$0] / 5, mostHeldBack * travel[$0].magnitude)
      }) {
        return fit
      }
    }
    return conclude(best, channels, thresholds)
  }

  /// Returns the fit of equal steps; nil if the values change in another way.
  private static func stepped(_ channels: Channels, _ thresholds: [Double]) -> TrackFit? {
    let seen = channels.times.indices.filter { channels.weights[$0] > 0 }
    func travel(_ channel: Int) -> Double {
      let values = seen.map { channels.values[channel][$0] }
      return ((values.max() ?? 0) - (values.min() ?? 0)) / thresholds[channel]
    }
    guard let channel = channels.values.indices.max(by: { travel($0) < travel($1) }),
      travel(channel) > 4,
      let steps = EqualSteps(
        times: seen.map { channels.times[$0] }, values: seen.map { channels.values[channel][$0] },
        noise: channels.noise[channel])
    else { return nil }
    let part = PhaseModel.Part(
      curve: .steps(steps.count), start: steps.start, end: steps.end, isJoined: false)
    guard let estimate = PhaseEstimate(PhaseModel(parts: [part]), channels), estimate.misfit < 9
    else { return nil }
    // Each step may be at any time between two samples.
    let error = channels.interval / 2 / Double(steps.count).squareRoot()
    return conclude(estimate, channels, thresholds, [error, error])
  }

  /// The maximum fraction of its distance by which a codec may hold a motion back.
  private static let mostHeldBack = 0.03
  /// The minimum number of samples in a phase.
  private static let fewest = 4

  /// Returns whether too few samples show one of several phases; the end of a spring does not count.
  private static func isShort(_ part: PhaseModel.Part, _ channels: Channels) -> Bool {
    guard part.end > part.start else { return false }
    return channels.times.indices.count {
      channels.weights[$0] > 0 && channels.times[$0] > part.start && channels.times[$0] < part.end
    } < fewest
  }

  /// Returns the typical deviation of a value from a straight line through its two neighbours, which is small for
  /// smooth motion.
  private static func jitter(_ values: [Double]) -> Double {
    guard values.count > 6 else { return 0 }
    let bends: [Double] = (1..<values.count - 1).map { index in
      let middle = (values[index - 1] + values[index + 1]) / 2
      return (values[index] - middle).magnitude
    }.sorted()
    // Only the smaller deviations are used, because a bend during motion is not noise.
    return 1.4826 * bends[bends.count / 4] * 1.5 / 1.2247
  }

  /// Sets the weight of outliers to 0: samples that are far from the fit although both neighbours are near.
  private static func outliers(of estimate: PhaseEstimate, _ channels: inout Channels) -> Int {
    let count = channels.count
    let off: [Double] = (0..<count).map { row in
      let left = channels.values.indices.map { estimate.left[$0 * count + row].magnitude }
      return left.max() ?? 0
    }
    let sorted = off.sorted()
    let usual = max(1, sorted[count / 2])
    var taken = 0
    for row in 0..<count where off[row] > 6 * usual && channels.weights[row] > 0 {
      let beside = [row - 1, row + 1].filter { off.indices.contains($0) }
      let isAlone = beside.allSatisfy { off[$0] < 0.25 * off[row] }
      if isAlone || beside.contains(where: { off[$0] < 3 * usual }) {
        channels.weights[row] = 0
        taken += 1
      }
    }
    return taken
  }

  static func rest(_ channels: Channels) -> TrackFit {
    let seen = channels.weights.indices.filter { channels.weights[$0] > 0 }
    var (origin, residual): ([Double], [Double]) = ([], [])
    for values in channels.values {
      let sorted = (seen.isEmpty ? Array(values.indices) : seen).map { values[$0] }.sorted()
      let middle = sorted[sorted.count / 2]
      let squares = sorted.reduce(0.0) { $0 + ($1 - middle) * ($1 - middle) }
      origin.append(middle)
      residual.append((squares / Double(sorted.count)).squareRoot())
    }
    return TrackFit(
      phases: [], origin: origin, residual: residual, misfit: 0, isUnexplained: false)
  }

  private static func conclude(
    _ estimate: PhaseEstimate, _ channels: Channels, _ thresholds: [Double],
    _ known: [Double]? = nil
  ) -> TrackFit {
    let errors = known ?? ModelFitter(channels: channels).errors(of: estimate)
    var phases = estimate.model.phases
    var place = 0
    for index in phases.indices {
      phases[index].travel = estimate.travel.map { $0[index] }
      if !estimate.model.parts[index].isJoined {
        phases[index].startError = errors[place]
        place += 1
      } else {
        phases[index].startError = phases[index - 1].endError
      }
      switch phases[index].curve {
      case .named, .steps:
        phases[index].endError = errors[place]
        place += 1
      case .spring:
        phases[index].end = phases[index].start + (phases[index].curve.settlingSeconds ?? 0)
        place += 2
      case .bezier:
        phases[index].endError = errors[place]
        place += 5
      }
    }
    let count = channels.count
    let residual = channels.values.indices.map { channel -> Double in
      var sum = 0.0
      for row in 0..<count {
        let r = estimate.left[channel * count + row] * channels.noise[channel]
        sum += r * r
      }
      return (sum / max(1, channels.weights.reduce(0, +))).squareRoot()
    }
    let travelled = channels.values.indices.map { channel in
      phases.reduce(0.0) { max($0, $1.travel[channel].magnitude) }
    }
    // A residual of up to a hundredth of the distance is accepted.
    let isUnexplained =
      estimate.misfit > 9
      && channels.values.indices.contains {
        residual[$0] > max(thresholds[$0], 0.03 * travelled[$0])
      }
    return TrackFit(
      phases: phases, origin: estimate.origin, residual: residual, misfit: estimate.misfit,
      isUnexplained: isUnexplained)
  }
}
