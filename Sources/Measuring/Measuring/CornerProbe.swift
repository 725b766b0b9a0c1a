internal import Scenes

/// Measures the corner radii of a layer from the distance along the diagonals at which the layer starts to be visible.
struct CornerProbe {
  private let art: LayerArt
  private var radii: [Double] = []
  private var seen: [Bool] = []
  private var isSquare: [Bool] = []
  /// The smallest radius in pixels that counts as round, because codec artefacts at a corner look like a small radius.
  private static let least = 4.0

  /// The distance along its diagonals at which the layer's picture becomes opaque, as a fraction of the picture's
  /// shorter side.
  private let own: Double

  /// Creates a probe; nil for a picture without texture, which shows no corners.
  init?(_ art: LayerArt) {
    guard !art.isFlat, let own = art.cornerGap else { return nil }
    self.art = art
    self.own = own
  }

  mutating func add(_ frame: Bitmap, _ sample: TrackSample) {
    let isSeen = sample.hasPose && sample.opacity > 0.8 && sample.confidence > 0.85
    let gaps = isSeen ? self.gaps(frame, sample.pose) : []
    // A high quantile of the gaps is used instead of the smallest gap, because the background at a corner may resemble
    // the picture.
    let gap = gaps.isEmpty ? 0 : gaps.sorted()[gaps.count * 2 / 3]
    // A corner that is less round than the corner of the picture is not detectable.
    let isOwn = gap < own * min(sample.pose.width, sample.pose.height) + 1.5
    isSquare.append(gaps.count >= 2 && isOwn)
    seen.append(gaps.count >= 2 && !isOwn)
    radii.append(isOwn ? 0 : max(0, gap - 0.3) / 0.4142)
  }

  /// Records a frame without a measurement.
  mutating func skip() {
    isSquare.append(false)
    seen.append(false)
    radii.append(0)
  }

  /// Returns the distance from each corner, in pixels, at which the picture starts to be visible.
  private func gaps(_ frame: Bitmap, _ pose: Pose) -> [Double] {
    let (sine, cosine) = Portable.sineCosine(pose.angle)
    let most = 0.2 * min(pose.width, pose.height)
    let ownGap = own * min(pose.width, pose.height)
    func levels(_ sx: Double, _ sy: Double, _ inward: Double) -> (seen: Double, own: Double)? {
      let along = inward / 2.0.squareRoot()
      let (u, v) = (sx * (pose.width / 2 - along), sy * (pose.height / 2 - along))
      let (x, y) = (pose.x + cosine * u - sine * v, pose.y + sine * u + cosine * v)
      guard x >= 1, y >= 1, x < Double(frame.width - 1), y < Double(frame.height - 1) else {
        return nil
      }
      return (frame.lumaBetween(x, y), art.luma(u / pose.width + 0.5, v / pose.height + 0.5))
    }
    return [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].compactMap { sx, sy -> Double? in
      // The background beyond the corner is assumed to continue up to the picture.
      guard let beyond = levels(sx, sy, -3)?.seen else { return nil }
      var (inward, told) = (ownGap + 0.25, 0)
      while inward < most {
        guard let (seen, own) = levels(sx, sy, inward) else { return nil }
        if (own - beyond).magnitude > 16 {
          told += 1
          if (seen - beyond).magnitude > 0.5 * (own - beyond).magnitude {
            return told > 1 || inward < ownGap + 1 ? inward : nil
          }
        }
        inward += 0.25
      }
      return nil
    }
  }

  /// Returns the radius over time; nil if the corners are square.
  func curve(_ name: String, _ times: [Double], interval: Double) -> ScreenCurve? {
    let known = radii.indices.filter { seen[$0] }
    let all = known.map { radii[$0] }.sorted()
    guard all.count >= 6, all[all.count * 9 / 10] > Self.least
    else { return nil }
    // If the corners are square at an end of the motion, a certain sample of 0 is added at this end.
    var held = Channels(
      times: times, values: [radii], noise: [0.9], weights: seen.map { $0 ? 1 : 0 },
      interval: interval)
    let length = times[times.count - 1] - times[0]
    let first = isSquare[..<known[0]].contains(true)
    let last = isSquare[known[known.count - 1]...].contains(true)
    for step in 0..<3 {
      if first { held.hold(0, at: times[0] - length + Double(step) * interval, first: step) }
      if last { held.hold(0, at: times[0] + 2 * length + Double(step) * interval, first: nil) }
    }
    let fit = TrackAnalyzer.fit(held, thresholds: [Self.least])
    guard !fit.isUnexplained, fit.phases.count <= 2 else { return nil }
    // A curve from a few wrong samples has phases whose start is uncertain.
    let isKnown = fit.phases.allSatisfy { max($0.startError, $0.endError) < 6 * interval }
    guard isKnown else { return nil }
    return ScreenCurve(
      name: "\(name) corners", channels: [radii], fit: fit, labels: ["radius, pixels"],
      isSeen: seen)
  }
}

extension Channels {
  /// Adds a certain sample before or after the other samples.
  fileprivate mutating func hold(_ value: Double, at time: Double, first: Int?) {
    let place = first ?? times.count
    times.insert(time, at: place)
    values[0].insert(value, at: place)
    weights.insert(40, at: place)
  }
}

extension Bitmap {
  /// Returns the luma between pixels, whose centres are at halves; the position is at least a pixel inside the bitmap.
  fileprivate func lumaBetween(_ x: Double, _ y: Double) -> Double {
    let column = Int(clamped: x - 0.5, rounded: .down, to: 0...width - 2)
    let row = Int(clamped: y - 0.5, rounded: .down, to: 0...height - 2)
    let (a, b) = (x - 0.5 - Double(column), y - 0.5 - Double(row))
    func luma(_ dx: Int, _ dy: Int) -> Double {
      // Safety: the pixel is inside the bitmap.
      let pixel = unsafe pixels + (row + dy) * strideBytes + (column + dx) * 4
      return unsafe 0.299 * Double(pixel[0]) + 0.587 * Double(pixel[1]) + 0.114 * Double(pixel[2])
    }
    return (luma(0, 0) * (1 - a) + luma(1, 0) * a) * (1 - b)
      + (luma(0, 1) * (1 - a) + luma(1, 1) * a) * b
  }
}
