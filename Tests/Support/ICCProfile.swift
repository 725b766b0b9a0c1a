/// ICC profiles of version 4, as small as possible.
package enum ICCProfile {
  /// The profile of Display P3: its primaries adapted to D50, and sRGB's curve.
  package static let displayP3 = rgb(
    [(0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407)],
    curve: parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]))

  /// A profile with sRGB's primaries and linear light.
  package static let linear = rgb(
    [(0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.71410)],
    curve: parametric(0, [1]))

  package static func gray(gamma: Double) -> [UInt8] {
    file("GRAY", [("wtpt", xyz((0.9642, 1, 0.8249))), ("kTRC", parametric(0, [gamma]))])
  }

  private static func rgb(
    _ primaries: [(Double, Double, Double)], curve: [UInt8]
  ) -> [UInt8] {
    file(
      "RGB ",
      [("wtpt", xyz((0.9642, 1, 0.8249)))] + zip(["rXYZ", "gXYZ", "bXYZ"], primaries.map(xyz))
        + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) })
  }

  private static func fixed(_ value: Double) -> [UInt8] {
    PNGFile.big(UInt32(bitPattern: Int32((value * 65536).rounded())))
  }

  private static func xyz(_ v: (Double, Double, Double)) -> [UInt8] {
    Array("XYZ ".utf8) + [0, 0, 0, 0] + fixed(v.0) + fixed(v.1) + fixed(v.2)
  }

  private static func parametric(_ kind: UInt8, _ numbers: [Double]) -> [UInt8] {
    Array("para".utf8) + [0, 0, 0, 0, 0, kind, 0, 0] + numbers.flatMap(fixed)
  }

  private static func file(_ space: String, _ tags: [(String, [UInt8])]) -> [UInt8] {
    // libpng refuses a profile that is shorter than real profiles.
    let text = (0..<96).map { UInt8(33 + $0 * 37 % 89) }
    let tags = tags + [("cprt", Array("text".utf8) + [0, 0, 0, 0] + text)]
    var table = PNGFile.big(UInt32(tags.count))
    var data: [UInt8] = []
    for (name, bytes) in tags {
      let start = 128 + 4 + tags.count * 12 + data.count
      table += Array(name.utf8) + PNGFile.big(UInt32(start)) + PNGFile.big(UInt32(bytes.count))
      data += bytes
    }
    let size = UInt32(128 + table.count + data.count)
    var header = PNGFile.big(size) + [0, 0, 0, 0, 4, 0x40, 0, 0]
    header += Array("mntr\(space)XYZ ".utf8) + [UInt8](repeating: 0, count: 12)
    header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
    header += fixed(0.9642) + fixed(1) + fixed(0.8249)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }
}
