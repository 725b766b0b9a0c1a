import Scenes
import Testing

@Suite struct CheckedNumberTests {
  private static let edges: [Double] = [
    0, -0.0, .leastNonzeroMagnitude, 1e-308, 1e-11, 0.4999, 0.5, 127.5, 128, 255.5, 256, 0x1p31,
    0x1p31 - 0.5,
    0x1p32,
    0x1p53, 0x1p63, 0x1p63 - 1024, 0x1p64, 1e19, 1e300, 1e308, .infinity, .nan,
  ]
  private static let all = edges + edges.map { -$0 }
  private static let rules: [FloatingPointRoundingRule] = [
    .down, .up, .towardZero, .toNearestOrAwayFromZero, .toNearestOrEven,
  ]

  /// Compares conversions with the standard library's conversion that returns nil.
  private func check<T: FixedWidthInteger>(_ type: T.Type) {
    for number in Self.all {
      #expect(T(whole: number) == T(exactly: number), "\(number)")
      for rule in Self.rules {
        let expected = T(exactly: number.rounded(rule))
        #expect(T(checked: number, rounded: rule) == expected, "\(number) \(rule)")
        let clamped = T(clamped: number, rounded: rule)
        #expect(
          clamped == expected ?? (number.isNaN ? 0 : number < 0 ? .min : .max), "\(number) \(rule)")
        let near = T(clamped: number, rounded: rule, to: 3...100)
        #expect(near == min(max(clamped, 3), 100), "\(number) \(rule)")
      }
    }
  }

  @Test func numbersFitOrDoNot() {
    check(Int8.self)
    check(UInt8.self)
    check(Int16.self)
    check(UInt16.self)
    check(Int32.self)
    check(UInt32.self)
    check(Int64.self)
    check(UInt64.self)
    check(Int.self)
    check(UInt.self)
  }

  @Test func timesStayWhatIntegersHold() {
    for number in Self.all {
      let time = FrameTime(seconds: number)
      #expect(time >= FrameTime(ticks: .min) && time <= FrameTime(ticks: .max))
      for other in Self.all.map(FrameTime.init(seconds:)) {
        let (sum, difference) = (time + other, time - other)
        #expect(abs(sum.seconds - (time.seconds + other.seconds)) < 1.4e10)
        #expect(abs(difference.seconds - (time.seconds - other.seconds)) < 1.4e10)
      }
      for rate in Self.all { #expect(time.frameCount(framesPerSecond: rate) >= 1) }
      #expect(FrameTime(frame: .max, framesPerSecond: number).ticks >= 0 || number <= 0)
    }
    #expect(FrameTime.limit.isWithinLimit && !(FrameTime.limit + FrameTime(ticks: 1)).isWithinLimit)
    #expect(!FrameTime(ticks: .min).isWithinLimit && !FrameTime(ticks: .max).isWithinLimit)
  }
}
