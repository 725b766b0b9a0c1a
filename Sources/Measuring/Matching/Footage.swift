internal import Measuring
internal import Scenes

/// Frames of a recording, reduced and blurred for comparison with a rendered document.
struct Footage {
  let times: [Double]
  /// The luma plane of each frame, or its red, green and blue planes.
  let planes: [[LumaPlane]]
  let inColor: Bool
  let width: Int
  let height: Int

  /// Creates footage; `place` is the part of each frame that contains the canvas.
  init(
    _ recording: Recording, _ frames: ClosedRange<Int>, _ place: Rect, longest: Double,
    inColor: Bool = false, _ check: () throws -> Void
  ) throws {
    let factor = min(1, longest / max(place.width, place.height))
    width = Int(clamped: place.width * factor, rounded: .toNearestOrAwayFromZero, to: 8...4096)
    height = Int(clamped: place.height * factor, rounded: .toNearestOrAwayFromZero, to: 8...4096)
    self.inColor = inColor
    var planes: [[LumaPlane]] = []
    for index in frames {
      let frame = try recording.frame(index)
      planes.append(
        Self.channels(inColor).map { [width, height] in
          LumaPlane(frame, place, $0, width: width, height: height).blurred
        })
      try check()
    }
    self.planes = planes
    times = frames.map { recording.starts[$0] }
  }

  private static func channels(_ inColor: Bool) -> [LumaPlane.Channel] {
    inColor ? [.red, .green, .blue] : [.luma]
  }

  /// Returns the luma planes of a bitmap, computed like those of the frames.
  func planes(of bitmap: Bitmap) -> [LumaPlane] {
    Self.channels(inColor).map {
      LumaPlane(bitmap, bitmap.bounds, $0).resized(width: width, height: height).blurred
    }
  }

  static func meanDifference(_ a: LumaPlane, _ b: LumaPlane) -> Double {
    var sum = 0.0
    for (p, q) in zip(a.values, b.values) { sum += Double((p - q).magnitude) }
    return sum / Double(max(1, a.values.count))
  }

  /// Returns the mean squared difference between a plane and the mixture of two other planes.
  static func squares(
    _ a: LumaPlane, _ b: LumaPlane, _ c: LumaPlane, _ share: Double
  ) -> Double {
    let part = Float(share)
    var sum: Float = 0
    var whole = 0.0
    for index in a.values.indices {
      let d = a.values[index] - (b.values[index] + part * (c.values[index] - b.values[index]))
      sum += d * d
      if index & 255 == 255 {
        whole += Double(sum)
        sum = 0
      }
    }
    return (whole + Double(sum)) / Double(max(1, a.values.count))
  }
}

extension LumaPlane {
  /// Returns the correlation of two planes of the same size; nil if one of them is flat.
  func likeness(to other: LumaPlane) -> Double? {
    let count = Double(max(1, values.count))
    func mean(_ plane: LumaPlane) -> Double { plane.values.reduce(0.0) { $0 + Double($1) } / count }
    let (a, b) = (mean(self), mean(other))
    var (own, theirs, common) = (0.0, 0.0, 0.0)
    for (p, q) in zip(values, other.values) {
      let (x, y) = (Double(p) - a, Double(q) - b)
      own += x * x
      theirs += y * y
      common += x * y
    }
    guard min(own, theirs) > Self.leastSpread * Self.leastSpread * count else { return nil }
    return common / (own * theirs).squareRoot()
  }
  private static let leastSpread = 3.0
}
