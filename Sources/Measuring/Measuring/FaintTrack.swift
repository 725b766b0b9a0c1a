internal import CMeasuring
internal import Scenes

extension LayerTracker {
  /// Returns the track with a new opacity in the frames in which the pose was not measured; a faint layer is assumed to
  /// follow the curves that were fitted to its other frames. Returns nil if the opacity cannot be determined.
  mutating func completed(by analysis: LayerAnalysis) throws(MeasuringError) -> LayerTrack? {
    let place = analysis.place
    guard !place.phases.isEmpty, !place.isUnexplained,
      analysis.track.samples.contains(where: { !$0.hasPose })
    else { return nil }
    var track = analysis.track
    let isThere = try remains(analysis)
    if isThere {
      track.vanishes = false
      track.appears = false
    }
    let full = fullGain
    for (number, index) in frames.enumerated() where isThere || !track.samples[number].hasPose {
      let old = track.samples[number]
      let pose = old.hasPose ? old.pose : analysis.pose(at: old.time)
      guard min(pose.width, pose.height) > 4 else { continue }
      guard pose.visibleShare(in: recording) >= Self.leastVisible else {
        track.samples[number] = missing(pose, old.time)
        continue
      }
      let level = aligner.align(
        pose, in: try recording.frame(index), plate: plate, freedom: [], coarsest: 0)
      guard !old.hasPose else {
        guard let level else { continue }
        let new = sample(level, old.time, full, hasPose: true)
        track.samples[number].opacity = new.opacity
        track.samples[number].opacityNoise = new.opacityNoise
        continue
      }
      track.samples[number] =
        level.map { sample($0, old.time, full, hasPose: false) } ?? missing(pose, old.time)
      track.samples[number].pose = pose
      track.samples[number].isRepeated = old.isRepeated
    }
    return track
  }

  /// Tests whether a layer that was not found in one of the screens is still faintly visible there, at the position to
  /// which its curves lead; that screen then does not count as background. The background below the layer is taken from
  /// the other screen, in which the layer is at another position.
  private mutating func remains(_ analysis: LayerAnalysis) throws(MeasuringError) -> Bool {
    let track = analysis.track
    guard track.appears != track.vanishes, let (one, last) = track.ends else { return false }
    // The screen in which the layer was not found, and the other screen.
    let (here, there) = track.vanishes ? (last, one) : (one, last)
    let (pose, other) = (analysis.pose(at: here.time), analysis.pose(at: there.time))
    guard !pose.touches(other) else { return false }
    let numbers = (frames.lowerBound, frames.upperBound)
    let screen = try recording.frame(track.vanishes ? numbers.1 : numbers.0)
    let clean = try recording.frame(track.vanishes ? numbers.0 : numbers.1)
    guard
      let seen = aligner.align(pose, in: screen, plate: clean, freedom: [], coarsest: 0),
      seen.fit.gain > Self.leastRemains * fullGain, seen.fit.gain > 8 * seen.deviation(5)
    else { return false }
    plate = Self.patched(screen, about: pose, from: clean)
    return true
  }

  /// The minimum fraction of a layer's opacity that can be distinguished from 0.
  private static let leastRemains = 0.06

  /// Returns a screen in which the area of a layer is replaced by the same area of another screen.
  private static func patched(_ screen: Bitmap, about pose: Pose, from other: Bitmap) -> Bitmap {
    let result = Bitmap(width: screen.width, height: screen.height)
    let reach = pose.reach
    let left = Int(clamped: pose.x - reach.width, rounded: .down, to: 0...screen.width)
    let right = Int(clamped: pose.x + reach.width, rounded: .up, to: 0...screen.width)
    let rows = (pose.y - reach.height)...(pose.y + reach.height)
    for y in 0..<screen.height {
      let row = unsafe result.pixels + y * result.strideBytes
      // Safety: all three bitmaps have the same size, and the part is inside the bitmaps.
      unsafe row.update(from: screen.pixels + y * screen.strideBytes, count: 4 * screen.width)
      guard rows.contains(Double(y)), left < right else { continue }
      unsafe (row + 4 * left).update(
        from: other.pixels + y * other.strideBytes + 4 * left, count: 4 * (right - left))
    }
    result.markOpaque()
    return result
  }
}

extension LayerTrack {
  var ends: (first: TrackSample, last: TrackSample)? {
    guard let first = samples.first, let last = samples.last else { return nil }
    return (first, last)
  }
}

extension LayerAnalysis {
  /// Returns the pose of the layer's curves at a time.
  func pose(at time: Double) -> Pose {
    let values = place.values(at: time)
    return Pose(
      x: values[0], y: values[1], width: values[2], height: values[3],
      angle: angle.values(at: time)[0])
  }
}

extension Pose {
  /// Half of the extent that the layer covers, along both axes.
  var reach: Size {
    let (sine, cosine) = Portable.sineCosine(angle)
    return Size(
      ((width * cosine).magnitude + (height * sine).magnitude) / 2 + 4,
      ((width * sine).magnitude + (height * cosine).magnitude) / 2 + 4)
  }

  /// Returns the fraction of the layer that is inside a recording's frame.
  func visibleShare(in recording: Recording) -> Double {
    visibleShare(in: Rect(0, 0, Double(recording.width), Double(recording.height)))
  }

  func visibleShare(in bounds: Rect) -> Double {
    let own = Rect(
      center: Point(x, y), size: Size(2 * (reach.width - 4), 2 * (reach.height - 4)))
    let seen = own.intersection(bounds).size
    return max(0, seen.width) * max(0, seen.height) / max(1e-9, own.size.width * own.size.height)
  }

  /// Returns whether two poses may cover a common pixel.
  func touches(_ other: Pose) -> Bool {
    (x - other.x).magnitude < reach.width + other.reach.width
      && (y - other.y).magnitude < reach.height + other.reach.height
  }
}
