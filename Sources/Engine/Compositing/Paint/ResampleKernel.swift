internal import CKernels
internal import Scenes

/// The source pixels and weights of each destination pixel along one axis: an exact average where the image
/// is reduced, and a cubic filter where it is enlarged.
struct ResampleKernel: Sendable {
  /// The destination pixels along one axis, and the source positions that they read in one level of an image.
  struct Placement {
    var range: Range<Int>
    /// The source position at the destination coordinate `edge`, in pixels of level 0; `step` is its change
    /// per destination pixel.
    var start: Double
    var edge: Double
    var step: Double
    /// The two ends of the visible part of the image, in pixels of level 0.
    var part: ClosedRange<Double>
    var level: Int
    /// The number of pixels of the level along the axis.
    var size: Int
  }

  private let origin: Int
  private let taps: Int
  private let index: Buffer<Int32>
  private let weights: Buffer<Int16>
  private let nearest: Buffer<Int32>?

  /// The number of additional entries that kernels may read after the last entry.
  private static let padding = 16
  /// The sum that the weights of each entry have.
  private static let full = 16384

  /// Computes the entries; `isAcross` means that the axis runs along a row, where kernels read four pixels at
  /// a time.
  init(_ place: Placement, isAcross: Bool) {
    let unit = Double(1 << place.level)
    let (size, step) = (place.size, abs(place.step) / unit)
    let isEnlarged = step < 1 && size > 1
    // A pixel of a reduced pyramid level is already an average: the averages of the level and of the table
    // entry together spread as far as `step`.
    let width = place.level == 0 ? step : max(step * step - 1, step * step / 4).squareRoot()
    let most = isEnlarged ? 4 : Int(clamped: step, rounded: .up, to: 1...65_536) + 1
    // Rows of a bitmap are padded to a multiple of 16 pixels.
    let room = isAcross ? (size + 15) & ~15 : size
    taps = min(isAcross ? (most + 3) & ~3 : most, room)
    origin = place.range.lowerBound
    let count = place.range.count
    let padded = count + Self.padding
    index = Buffer(repeating: 0, count: padded)
    weights = Buffer(repeating: 0, count: padded * taps)
    nearest = isEnlarged ? Buffer(repeating: 0, count: padded) : nil
    let share = min(1, (1 / step - 1) * CK_CUBIC_RISE)
    let low = max(0, place.part.lowerBound / unit)
    let high = min(Double(size), place.part.upperBound / unit)
    for i in 0..<count {
      let x = Double(origin + i) + 0.5
      let center = (place.start + (x - place.edge) * place.step) / unit
      if isEnlarged {
        setCubic(i, at: center - 0.5, share: share, size: size, room: room)
      } else {
        setMean(
          i, from: max(center - width / 2, low), to: min(center + width / 2, high), center: center,
          size: size, room: room)
      }
    }
  }

  /// Sets the exact average of the source between two positions; if no pixel is between them, sets the pixel
  /// at `center`.
  private func setMean(
    _ i: Int, from start: Double, to end: Double, center: Double, size: Int, room: Int
  ) {
    let isSomething = end - start > 1e-6
    let first = Int(clamped: isSomething ? start : center, rounded: .down, to: 0...size - 1)
    let base = min(first, room - taps)
    index[i] = Int32(base)
    let place = i * taps
    guard isSomething else {
      weights[place + first - base] = Int16(Self.full)
      return
    }
    let share = Double(Self.full) / (end - start)
    var sum = 0
    var k = first
    // The last weight of an entry absorbs the rounding error.
    while Double(k + 1) < end, k - base < taps - 1, k < size - 1 {
      let next = Int(clamped: (Double(k + 1) - start) * share, rounded: .toNearestOrAwayFromZero)
      weights[place + k - base] = Int16(next - sum)
      sum = next
      k += 1
    }
    weights[place + k - base] = Int16(Self.full - sum)
  }

  /// Sets a cubic filter over the four pixels around `place`, where 0 is the centre of the first pixel; Catmull
  /// and Rom 1974. `share` is the proportion of the cubic in a mix with linear interpolation.
  private func setCubic(_ i: Int, at place: Double, share: Double, size: Int, room: Int) {
    let place = min(max(place, 0), Double(size - 1))
    let near = Int(clamped: place, rounded: .down, to: 0...size - 2)
    let t = place - Double(near)
    let line = (0.0, 1 - t, t, 0.0)
    let t2 = t * t
    let t3 = t2 * t
    let cubic = (
      (-t3 + 2 * t2 - t) / 2, (3 * t3 - 5 * t2 + 2) / 2, (-3 * t3 + 4 * t2 + t) / 2, (t3 - t2) / 2
    )
    func whole(_ a: Double, _ b: Double) -> Int {
      Int(clamped: (a + (b - a) * share) * Double(Self.full), rounded: .toNearestOrAwayFromZero)
    }
    let (a, c, d) = (whole(line.0, cubic.0), whole(line.2, cubic.2), whole(line.3, cubic.3))
    let base = min(max(near - 1, 0), room - taps)
    index[i] = Int32(base)
    nearest?[i] = Int32(near)
    // At the ends of the image, the outermost pixel is repeated.
    for (k, weight) in [a, Self.full - a - c - d, c, d].enumerated() {
      let source = min(max(near - 1 + k, 0), size - 1)
      weights[i * taps + source - base] += Int16(weight)
    }
  }

  /// The objects that own the memory to which the kernels' view points.
  var owners: [AnyObject] {
    var all: [AnyObject] = [index, weights]
    if let nearest { all.append(nearest) }
    return all
  }

  @unsafe var kernel: ck_axis {
    unsafe ck_axis(
      origin: Int32(origin), taps: Int32(taps), index: UnsafePointer(index.base),
      weights: UnsafePointer(weights.base), nearest: nearest.map { unsafe UnsafePointer($0.base) })
  }
}
