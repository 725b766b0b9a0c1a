internal import CKernels
internal import Scenes

/// The weights by which turned pictures are read: for each fraction of a texel at which the first of four
/// lies, how much of each is taken, in 1/16384.
enum TurnedTables {
  private static let full = 16384
  private static let steps = Int(CK_TURNED_STEPS)

  /// Cubics from a straight line to the whole, then rectangles of 1 to 3 texels in sixteenths.
  static let weights: Buffer<Int16> = {
    let cubics = Int(CK_TURNED_CUBICS)
    let count = cubics + Int(CK_TURNED_BOXES)
    let all = Buffer<Int16>(roomFor: count * steps * 4)
    for k in 0..<count {
      for step in 0..<steps {
        let start = Double(step) / Double(steps)
        let four =
          k < cubics
          ? cubic(start, Double(k) / Double(cubics - 1)) : box(start, 1 + Double(k - cubics) / 16)
        // The last one takes what rounding has left over.
        var left = full
        for i in 0..<4 {
          let value = Int(clamped: four[i] * Double(full), rounded: .toNearestOrAwayFromZero)
          all[(k * steps + step) * 4 + i] = Int16(i < 3 ? value : left)
          left -= value
        }
      }
    }
    return all
  }()

  /// The cubic through four texels, at a fraction between the second and the third; Catmull and Rom
  /// 1974. `share`: how much of it, in place of a straight line between the two.
  private static func cubic(_ t: Double, _ share: Double) -> SIMD4<Double> {
    let t2 = t * t
    let t3 = t2 * t
    let first = (-t3 + 2 * t2 - t) / 2 * share
    let third = t + ((-3 * t3 + 4 * t2 + t) / 2 - t) * share
    let last = (t3 - t2) / 2 * share
    return SIMD4(first, 1 - first - third - last, third, last)
  }

  /// What a width from `start` on takes of four texels.
  private static func box(_ start: Double, _ width: Double) -> SIMD4<Double> {
    var shares = SIMD4<Double>.zero
    for k in 0..<4 {
      let end = min(Double(k + 1), start + width)
      shares[k] = max(0, end - max(Double(k), start)) / width
    }
    return shares
  }
}
