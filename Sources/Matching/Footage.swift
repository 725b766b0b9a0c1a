internal import Measuring
internal import Scenes

/// Frames of a recording, small and blurred, as what a document draws is compared with.
struct Footage {
  let times: [Double]
  let planes: [LumaPlane]
  let width: Int
  let height: Int

  /// The part of each frame in which the canvas lies.
  init(
    _ recording: Recording, _ frames: ClosedRange<Int>, _ place: Rect, longest: Double,
    _ check: () throws -> Void
  ) throws {
    let factor = min(1, longest / max(place.width, place.height))
    width = Int(clamped: place.width * factor, rounded: .toNearestOrAwayFromZero, to: 8...4096)
    height = Int(clamped: place.height * factor, rounded: .toNearestOrAwayFromZero, to: 8...4096)
    var planes: [LumaPlane] = []
    for index in frames {
      planes.append(
        LumaPlane(try recording.frame(index), place, width: width, height: height).blurred)
      try check()
    }
    self.planes = planes
    times = frames.map { recording.starts[$0] }
  }

  static func meanDifference(_ a: LumaPlane, _ b: LumaPlane) -> Double {
    var sum = 0.0
    for (p, q) in zip(a.values, b.values) { sum += Double((p - q).magnitude) }
    return sum / Double(max(1, a.values.count))
  }

  /// The mean square of what differs between a plane and the mixture of two others.
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
