internal import Formats
internal import Scenes

/// Pixels as linear amounts of light, which can be added like light in a camera: sRGB decoded, premultiplied,
/// each channel 0…65535.
struct LinearLight: Sendable {
  /// A table with the linear light of each sRGB byte.
  private let light: [Int32]
  /// A table with the sRGB byte nearest to each amount of linear light.
  private let bytes: [UInt8]

  static let tables = LinearLight()

  private init() {
    light = (0..<256).map {
      Int32(clamped: 65_535 * SRGBCurve.linear(Double($0) / 255), rounded: .toNearestOrAwayFromZero)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(65_536)
    for byte in 0..<255 {
      // For all amounts up to `end`, this byte is the nearest byte.
      let end = Int(
        clamped: 65_535 * SRGBCurve.linear((Double(byte) + 0.5) / 255), rounded: .towardZero)
      while bytes.count <= end { bytes.append(UInt8(byte)) }
    }
    while bytes.count < 65_536 { bytes.append(255) }
    self.bytes = bytes
  }

  /// Converts four premultiplied bytes to linear light.
  func of(_ r: UInt8, _ g: UInt8, _ b: UInt8, _ a: UInt8) -> SIMD4<Int32> {
    if a == 255 { return SIMD4(light[Int(r)], light[Int(g)], light[Int(b)], 65_535) }
    if a == 0 { return .zero }
    let alpha = Int32(a)
    func channel(_ byte: UInt8) -> Int32 {
      let straight = min(255, (Int(byte) * 255 + Int(a) / 2) / Int(a))
      return (light[straight] * alpha + 127) / 255
    }
    return SIMD4(channel(r), channel(g), channel(b), alpha * 257)
  }

  /// Returns the premultiplied bytes nearest to an amount of linear light.
  func pixel(_ sum: SIMD4<Int32>) -> (UInt8, UInt8, UInt8, UInt8) {
    func byte(_ light: Int32) -> UInt8 { bytes[Int(min(max(light, 0), 65_535))] }
    if sum.w >= 65_535 { return (byte(sum.x), byte(sum.y), byte(sum.z), 255) }
    let alpha = (sum.w + 128) / 257
    if alpha <= 0 { return (0, 0, 0, 0) }
    func channel(_ light: Int32) -> UInt8 {
      let straight = Int32(min(65_535, Int64(light) * 65_535 / Int64(sum.w)))
      return UInt8((Int32(byte(straight)) * alpha + 127) / 255)
    }
    return (channel(sum.x), channel(sum.y), channel(sum.z), UInt8(alpha))
  }
}
