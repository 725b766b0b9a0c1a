internal import CKernels
internal import Scenes

/// Weights for sampling rotated pictures: the weights of four texels for each fraction of a texel at which
/// the first texel starts.
struct TurnedTables {
  static let all = TurnedTables()

  private let across: Buffer<ck_across>
  private let down: Buffer<ck_down>

  var kernel: ck_tables { unsafe ck_tables(across: across.base, down: down.base) }

  /// Computes cubic filters from linear interpolation to the full cubic, then boxes 1 to 3 texels wide in
  /// steps of 1/16.
  private init() {
    let cubics = Int(CK_TURNED_CUBICS)
    let steps = Int(CK_TURNED_STEPS)
    let count = (cubics + Int(CK_TURNED_BOXES)) * steps
    across = Buffer(roomFor: count)
    down = Buffer(roomFor: count)
    for i in 0..<count {
      let start = Double(i % steps) / Double(steps)
      let k = i / steps
      let four =
        k < cubics
        ? Self.cubic(start, Double(k) / Double(cubics - 1))
        : Self.box(start, 1 + Double(k - cubics) / 16)
      let wide = Self.whole(four, of: Int(CK_TURNED_ACROSS), as: Int16.self)
      across[i] = ck_across(columns: (wide[0], wide[2], wide[1], wide[3]))
      let b = Self.whole(four, of: Int(CK_TURNED_DOWN), as: Int8.self)
      down[i] = ck_down(rows: (b[0], b[1], b[0], b[1], b[2], b[3], b[2], b[3]))
    }
  }

  /// Converts fractions with the total 1 to integers with the total `full` by rounding their running sum, so
  /// that each boundary between two texels is displaced by at most half a unit.
  private static func whole<Part: FixedWidthInteger & SIMDScalar>(
    _ shares: SIMD4<Double>, of full: Int, as: Part.Type
  ) -> SIMD4<Part> {
    var parts = SIMD4<Part>.zero
    var (sum, before) = (0.0, 0)
    for i in 0..<4 {
      sum += shares[i]
      let now = Int(clamped: sum * Double(full), rounded: .toNearestOrAwayFromZero)
      parts[i] = Part(now - before)
      before = now
    }
    return parts
  }

  /// The weights of a cubic filter through four texels at a fraction between the second and the third texel;
  /// Catmull and Rom 1974. `share` is the proportion of the cubic in a mix with linear interpolation.
  private static func cubic(_ t: Double, _ share: Double) -> SIMD4<Double> {
    let t2 = t * t
    let t3 = t2 * t
    let first = (-t3 + 2 * t2 - t) / 2 * share
    let third = t + ((-3 * t3 + 4 * t2 + t) / 2 - t) * share
    let last = (t3 - t2) / 2 * share
    return SIMD4(first, 1 - first - third - last, third, last)
  }

  /// The weights of four texels for a box of the width `width` that begins at `start`.
  private static func box(_ start: Double, _ width: Double) -> SIMD4<Double> {
    var shares = SIMD4<Double>.zero
    for k in 0..<4 {
      let end = min(Double(k + 1), start + width)
      shares[k] = max(0, end - max(Double(k), start)) / width
    }
    return shares
  }
}
