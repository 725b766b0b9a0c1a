internal import Scenes

/// The fixed-point units of the kernels: weights 0…65535, channels 0…65280 (8.8).
enum Fixed {
  static let full: Int32 = 65535

  /// Converts a fraction to a weight; NaN becomes 0.
  static func weight(_ x: Double) -> Int32 {
    Int32(clamped: clamped(x) * 65535, rounded: .toNearestOrAwayFromZero)
  }

  /// The premultiplied channels of a colour in 8.8 fixed point.
  static func channels(_ color: Color) -> (UInt16, UInt16, UInt16, UInt16) {
    let alpha = clamped(color.alpha)
    func channel(_ x: Double) -> UInt16 {
      UInt16(clamped: clamped(x) * alpha * 65280, rounded: .toNearestOrAwayFromZero)
    }
    return (channel(color.red), channel(color.green), channel(color.blue), channel(1))
  }

  static func clamped(_ x: Double) -> Double { x > 0 ? min(x, 1) : 0 }
}
