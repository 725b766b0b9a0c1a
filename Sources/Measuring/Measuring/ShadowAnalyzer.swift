internal import Scenes

/// Measures the darkness at the right of a layer and below it, where its shadow would be.
struct ShadowProbe {
  /// The luma of each probe point in a frame, and in both screens at rest; an undetermined point is left out.
  private struct Sample {
    var seen: Double
    var first: Double
    var last: Double
  }
  private var frames: [[Sample]] = []
  private let first: Bitmap
  private let last: Bitmap
  private let origin: Pose?
  private let goal: Pose?

  /// The distance of a probe from the layer's edge, as a fraction of the layer's size.
  private static let distance = 0.025

  init(first: Bitmap, last: Bitmap, _ track: LayerTrack) {
    self.first = first
    self.last = last
    origin = track.appears ? nil : track.samples.first?.pose
    goal = track.vanishes ? nil : track.samples.last?.pose
  }

  mutating func add(_ frame: Bitmap, _ sample: TrackSample) {
    let pose = sample.pose
    var samples: [Sample] = []
    guard sample.opacity > 0.8 else { return frames.append([]) }
    let (sine, cosine) = Portable.sineCosine(pose.angle)
    for step in 0..<24 {
      let along = 0.3 + 0.6 * Double(step) / 23
      let beyond = 0.5 + Self.distance
      for (u, v) in [(beyond, along - 0.5), (along - 0.5, beyond)] {
        let (across, down) = (u * pose.width, v * pose.height)
        let (x, y) = (
          pose.x + cosine * across - sine * down, pose.y + sine * across + cosine * down
        )
        guard x >= 1, y >= 1, x < Double(frame.width - 1), y < Double(frame.height - 1) else {
          continue
        }
        let hidden = Self.covers(origin, x, y)
        samples.append(
          Sample(
            seen: Self.luma(frame, x, y), first: hidden ? -1 : Self.luma(first, x, y),
            last: Self.covers(goal, x, y) ? -1 : Self.luma(last, x, y)))
      }
    }
    frames.append(samples)
  }

  /// Returns whether a layer at rest covers a point, where neither the background nor the layer's own shadow is known.
  private static func covers(_ pose: Pose?, _ x: Double, _ y: Double) -> Bool {
    guard let pose else { return false }
    let (sine, cosine) = Portable.sineCosine(pose.angle)
    let (dx, dy) = (x - pose.x, y - pose.y)
    return (cosine * dx + sine * dy).magnitude < pose.width / 2 + 1
      && (cosine * dy - sine * dx).magnitude < pose.height / 2 + 1
  }

  /// Returns the luma between the four nearest pixels, because a shadow gets lighter within a few pixels.
  private static func luma(_ bitmap: Bitmap, _ x: Double, _ y: Double) -> Double {
    let column = Int(clamped: x - 0.5, rounded: .down, to: 0...bitmap.width - 2)
    let row = Int(clamped: y - 0.5, rounded: .down, to: 0...bitmap.height - 2)
    func level(_ column: Int, _ row: Int) -> Double {
      // Safety: the pixel is inside the bitmap.
      let pixel = unsafe bitmap.pixels + row * bitmap.strideBytes + column * 4
      return unsafe 0.299 * Double(pixel[0]) + 0.587 * Double(pixel[1]) + 0.114 * Double(pixel[2])
    }
    let (across, down) = (x - 0.5 - Double(column), y - 0.5 - Double(row))
    return (level(column, row) * (1 - across) + level(column + 1, row) * across) * (1 - down)
      + (level(column, row + 1) * (1 - across) + level(column + 1, row + 1) * across) * down
  }

  /// Returns the darkness over time, relative to the screens without the shadow.
  func curve(
    _ name: String, _ screens: ScreenAnalysis, _ times: [Double], interval: Double
  ) -> ScreenCurve {
    var (values, weights) = ([Double](), [Double]())
    for (index, samples) in frames.enumerated() {
      let value = darkness(samples, screens, index)
      values.append(value ?? values.last ?? 0)
      weights.append(value == nil ? 0 : 1)
    }
    let isSeen = weights.map { $0 > 0 }
    if let last = isSeen.lastIndex(of: true), let most = values.max(), values[last] < 0.1 * most {
      // A shadow that is faint where it is last visible is assumed to disappear soon afterwards.
      for index in values.indices.dropFirst(last + 4) { (values[index], weights[index]) = (0, 1) }
    }
    let channels = Channels(
      times: times, values: [values], noise: [0.012], weights: weights, interval: interval)
    return ScreenCurve(
      name: "\(name) shadow", channels: [values], fit: Self.fit(channels), isSeen: isSeen)
  }

  static func fit(_ channels: Channels) -> TrackFit {
    let whole = TrackAnalyzer.fit(channels, thresholds: [threshold])
    return [whole, riseAndFall(channels)].lazy.compactMap(\.self)
      .first { isShadow($0, channels) } ?? TrackAnalyzer.rest(channels)
  }
  private static let threshold = 0.08

  /// The fits of a rise and of a fall, each without the other; nil if the shadow is not dark for a while between them. The
  /// darkness of a shadow changes a little also while its layer grows.
  private static func riseAndFall(_ channels: Channels) -> TrackFit? {
    let values = channels.values[0]
    let most = values.max() ?? 0
    guard let first = values.firstIndex(where: { $0 > 0.9 * most }),
      let last = values.lastIndex(where: { $0 > 0.9 * most }), last - first > 8
    else { return nil }
    let middle = (first + last) / 2
    let fits = [0...middle, middle...values.count - 1].map { range in
      TrackAnalyzer.fit(
        Channels(
          times: Array(channels.times[range]), values: [Array(values[range])],
          noise: channels.noise, weights: Array(channels.weights[range]),
          interval: channels.interval), thresholds: [threshold])
    }
    return TrackFit(
      phases: fits[0].phases + fits[1].phases, origin: fits[0].origin,
      residual: [max(fits[0].residual[0], fits[1].residual[0])],
      misfit: max(fits[0].misfit, fits[1].misfit),
      isUnexplained: fits.contains(where: \.isUnexplained))
  }

  /// Returns the darkness of the shadow as a fraction of the background's luma. Returns nil if the points do not agree
  /// because the background differs from that of the screens, for example where another layer moves or fades.
  private func darkness(_ samples: [Sample], _ screens: ScreenAnalysis, _ index: Int) -> Double? {
    var shares: [Double] = []
    var (product, square) = (0.0, 0.0)
    for sample in samples {
      guard let below = screens.level(index, sample.first, sample.last), below > 40 else {
        continue
      }
      shares.append(1 - sample.seen / below)
      product += (below - sample.seen) * below
      square += below * below
    }
    guard shares.count >= 12 else { return nil }
    shares.sort()
    let middle = shares[shares.count / 2]
    // A shadow is weaker on two sides, but it never lightens the background, and its parts are similar.
    let spread = shares[shares.count * 17 / 20] - shares[shares.count * 3 / 20]
    guard middle > -0.05, spread < max(0.08, 0.9 * middle) else { return nil }
    return product / square
  }

  /// Returns whether the values are those of a shadow, which only darkens, appears, and may disappear again at known times.
  private static func isShadow(_ fit: TrackFit, _ channels: Channels) -> Bool {
    guard !fit.phases.isEmpty else { return true }
    let isKnown = fit.phases.allSatisfy {
      max($0.startError, $0.endError) < 4 * channels.interval
    }
    let seen = channels.weights.indices.filter { channels.weights[$0] > 0 }
    let fitted = seen.map { fit.values(at: channels.times[$0])[0] }
    return isKnown && !fit.isUnexplained && fit.phases.count <= 2
      && fitted.allSatisfy { $0 > -0.05 }
      && fit.phases.allSatisfy { $0.travel[0].magnitude > 0.05 }
  }
}

extension ScreenAnalysis {
  /// Returns the luma of a point in a frame, from its values in the first and the last frame; nil if the luma is
  /// unknown, which a negative level indicates.
  func level(_ index: Int, _ first: Double, _ last: Double) -> Double? {
    func value(_ curve: Int) -> Double {
      guard curves.indices.contains(curve), curves[curve].values.indices.contains(index) else {
        return 0
      }
      let (one, fit) = (curves[curve], curves[curve].fit)
      return min(1, max(0, one.isSeen[index] ? one.values[index] : fit.values(at: times[index])[0]))
    }
    switch kind {
    case .none: return first < 0 ? nil : first
    case .dissolve:
      guard first >= 0, last >= 0 else { return nil }
      return first + (last - first) * value(0)
    case .crossFade(let color):
      guard first >= 0, last >= 0 else { return nil }
      let share = value(0)
      return share * last + (1 - share) * ((1 - share) * first + share * 255 * color.luma)
    case .veil(let color, let leaving):
      let cover = 255 * color.luma
      let (rise, fall) = (value(0), value(1))
      // While the veil disappears, the picture beside a layer depends on the layer's position.
      if fall > 0.001 {
        if case .opening = leaving { return nil }
        return last < 0 ? nil : cover + (last - cover) * fall
      }
      if rise > 0.985 { return cover }
      return first < 0 ? nil : first + (cover - first) * rise
    case .dim(let color):
      let cover = 255 * color.luma
      return first < 0 ? nil : first + (cover - first) * value(0)
    case .opening, .wipe, .slide, .flip, .unknown: return nil
    }
  }
}

extension Color {
  fileprivate var luma: Double { 0.299 * red + 0.587 * green + 0.114 * blue }
}
