internal import CMeasuring
internal import Scenes

/// Measures the opacity of a layer that no longer moves: for each frame, the progress at the layer's position from the
/// first state to the most different state. A codec delays changes of a level or two for some frames, which affects a
/// faint texture most. This delayed part of a change has the same size everywhere, so it can be separated.
struct RestingFade {
  private let first: LumaPlane
  private let other: LumaPlane
  private let part: PixelRect
  private let isSmall: Bool
  /// The opacity of the layer in the first state, and in the most different state.
  private let levels: (first: Double, other: Double)

  /// The side in pixels from which on frames are reduced.
  private static let smallFrom = 40.0
  /// The width in pixels of a layer's rim, in which the surroundings are visible too.
  private static let edge = 3.0
  /// The weight of a frame that the codec mixed from other frames.
  private static let between = 0.3
  /// The maximum difference from the opacity that was measured with the layer's picture.
  private static let mostOff = 0.12

  /// Returns the track with its new opacity; nil if the layer moves, does not fade, or other changes are visible.
  static func track(
    _ analysis: LayerAnalysis, _ recording: Recording, _ frames: ClosedRange<Int>,
    check: () throws(MeasuringError) -> Void
  ) throws(MeasuringError) -> LayerTrack? {
    guard analysis.place.phases.isEmpty, analysis.angle.phases.isEmpty,
      !analysis.opacity.phases.isEmpty,
      let fade = try RestingFade(analysis, recording, frames)
    else { return nil }
    var track = analysis.track
    var (off, known) = (0.0, 0.0)
    for (number, index) in frames.enumerated() {
      try check()
      guard let going = fade.going(try recording.frame(index)) else { return nil }
      let level = fade.levels.first + (fade.levels.other - fade.levels.first) * going.share
      if track.samples[number].hasOpacity {
        let d = level - track.samples[number].opacity
        off += d * d
        known += 1
      }
      track.samples[number].opacity = min(1.2, max(0, level))
      track.samples[number].opacityNoise =
        (fade.levels.other - fade.levels.first).magnitude * max(0, going.variance).squareRoot()
      track.samples[number].hasOpacity = true
      track.samples[number].isRepeated = false
      if recording.areBetween[index] { track.samples[number].opacityWeight = Self.between }
    }
    guard known >= 3, off < mostOff * mostOff * known else { return nil }
    Repeats.mark(&track.samples)
    return track
  }

  private init?(
    _ analysis: LayerAnalysis, _ recording: Recording, _ frames: ClosedRange<Int>
  ) throws(MeasuringError) {
    let samples = analysis.track.samples
    let values = samples.map { analysis.opacity.values(at: $0.time)[0] }
    guard let pose = samples.max(by: { $0.confidence < $1.confidence })?.pose,
      let farthest = values.map({ ($0 - values[0]).magnitude }).max(), farthest > 0.04,
      let other = values.lastIndex(where: { ($0 - values[0]).magnitude > farthest - 0.004 })
    else { return nil }
    levels = (values[0], values[other])
    let frame = pose.frame
    let left = Int(clamped: frame.x + Self.edge, rounded: .up, to: 0...recording.width)
    let top = Int(clamped: frame.y + Self.edge, rounded: .up, to: 0...recording.height)
    let right = Int(clamped: frame.maxX - Self.edge, rounded: .down, to: 0...recording.width)
    let bottom = Int(clamped: frame.maxY - Self.edge, rounded: .down, to: 0...recording.height)
    part = PixelRect(left, top, right - left, bottom - top)
    guard part.width >= 8, part.height >= 8 else { return nil }
    isSmall = Double(min(part.width, part.height)) >= Self.smallFrom
    first = Self.plane(try recording.frame(frames.lowerBound), part, isSmall)
    self.other = Self.plane(try recording.frame(frames.lowerBound + other), part, isSmall)
  }

  private static func plane(_ frame: Bitmap, _ part: PixelRect, _ isSmall: Bool) -> LumaPlane {
    let plane = LumaPlane(frame, part).blurred
    return isSmall ? plane.halved.blurred : plane
  }

  private func going(_ frame: Bitmap) -> measuring_going? {
    var going = measuring_going()
    let plane = Self.plane(frame, part, isSmall)
    // Safety: the three planes have the same size, and the kernel reads them during the call.
    let status = unsafe first.lend { first in
      unsafe measuring_share(first, other.values, plane.values, &going)
    }
    return status == 0 ? going : nil
  }
}
