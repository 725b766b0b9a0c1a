internal import CKernels
internal import Scenes

/// An image and its mipmap levels: each level averages 2×2 pixels of the previous level; if a level has an
/// odd number of rows or columns, its last row or column counts twice, so that level k is exactly 2ᵏ times
/// smaller.
final class Pyramid: Sendable {
  let base: Bitmap
  /// The levels from level 1 on; empty if only level 0 is needed.
  let levels: [Bitmap]

  init(base: Bitmap, levels: [Bitmap]) {
    self.base = base
    self.levels = levels
  }

  /// Creates all pyramid levels down to one pixel. Each halving uses 16-bit channels, so that rounding errors
  /// do not accumulate.
  init(of base: Bitmap, kernels: Kernels) {
    self.base = base
    var made: [Bitmap] = []
    var (width, height) = (base.width, base.height)
    var current = Buffer<UInt16>(repeating: 0, count: width * height * 4)
    for y in 0..<height {
      // Safety: the kernel reads one row of the bitmap, which has width · 4 bytes.
      let row = unsafe base.pixels + y * base.strideBytes
      for i in 0..<width * 4 { current[y * width * 4 + i] = unsafe UInt16(row[i]) << 8 }
    }
    while width > 1 || height > 1 {
      let (w, h) = ((width + 1) / 2, (height + 1) / 2)
      let half = Buffer<UInt16>(repeating: 0, count: w * h * 4)
      kernels.halve(current, width: width, height: height, into: half)
      let bitmap = Bitmap(width: w, height: h)
      for y in 0..<h {
        kernels.narrow(half, from: y * w * 4, into: bitmap, row: y)
      }
      made.append(bitmap)
      (width, height, current) = (w, h, half)
    }
    levels = made
  }

  var count: Int { levels.count + 1 }
  subscript(level: Int) -> Bitmap { level == 0 ? base : levels[level - 1] }

  /// The pyramid levels in the form that the kernels read.
  @unsafe var kernelLevels: Buffer<ck_level> {
    unsafe Buffer(
      (0..<count).map { k in
        let b = self[k]
        return unsafe ck_level(
          pixels: UnsafePointer(b.pixels), stride: b.strideBytes, width: Int32(b.width),
          height: Int32(b.height))
      })
  }
}
