import CEncoding
import Scenes
import Testing

@Suite struct EncodingKernelTests {
  /// Tests every pair of a channel and an alpha against exact division, and the conversion back.
  @Test func unpremultiplyIsExact() {
    for alpha in 0...255 {
      for channel in 0...255 {
        let source: [UInt8] = [UInt8(channel), 0, UInt8(channel), UInt8(alpha)]
        var target: [UInt8] = [9, 9, 9, 9]
        unsafe encoding_unpremultiply(source, &target, 1)
        let wanted = alpha == 0 ? 0 : min(255, (510 * channel + alpha) / (2 * alpha))
        #expect(target == [UInt8(wanted), 0, UInt8(wanted), UInt8(alpha)])
        if channel <= alpha { #expect((wanted * alpha * 2 + 255) / 510 == channel) }
      }
    }
  }

  /// Tests against BT.709 in floating point, with separate sums of chroma; odd sides repeat their edge.
  @Test(arguments: [(2, 2), (1, 1), (7, 5), (64, 32), (515, 6), (1027, 3)])
  func yuv420IsWithinOneOfTheFormula(_ width: Int, _ height: Int) {
    var noise = SeededRandom(UInt64(width * 31 + height))
    let bitmap = picture(width, height) { _, _ in (noise.byte(), noise.byte(), noise.byte(), 255) }
    let (w, h) = ((width + 1) & ~1, (height + 1) & ~1)
    var y = [UInt8](repeating: 0, count: w * h)
    var cb = [UInt8](repeating: 0, count: w * h / 4)
    var cr = cb
    unsafe y.withUnsafeMutableBufferPointer { y in
      unsafe cb.withUnsafeMutableBufferPointer { cb in
        unsafe cr.withUnsafeMutableBufferPointer { cr in
          var planes = unsafe encoding_planes(
            y: y.baseAddress!, cb: cb.baseAddress!, cr: cr.baseAddress!, alpha: nil,
            luma_stride: w, chroma_stride: w / 2)
          unsafe encoding_yuv420(
            bitmap.pixels, bitmap.strideBytes, Int32(width), Int32(height), 0, Int32(h), &planes)
        }
      }
    }
    func rgb(_ x: Int, _ y: Int) -> [Double] {
      let p = unsafe bitmap.pixels + min(y, height - 1) * bitmap.strideBytes
      let column = min(max(x, 0), width - 1)
      return (0..<3).map { unsafe Double(p[4 * column + $0]) }
    }
    func luma(_ c: [Double]) -> Double { 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] }
    var worst = 0.0
    for row in 0..<h {
      for column in 0..<w {
        let wanted = 16 + 219 * luma(rgb(column, row)) / 255
        worst = max(worst, (Double(y[row * w + column]) - wanted).magnitude)
      }
    }
    for row in 0..<(h / 2) {
      for column in 0..<(w / 2) {
        var mean = [0.0, 0, 0]
        for (dx, weight) in [(-1, 1.0), (0, 2), (1, 1)] {
          for dy in 0..<2 {
            let c = rgb(2 * column + dx, 2 * row + dy)
            for i in 0..<3 { mean[i] += weight * c[i] / 8 }
          }
        }
        let blue = 128 + 224 * (mean[2] - luma(mean)) / 1.8556 / 255
        let red = 128 + 224 * (mean[0] - luma(mean)) / 1.5748 / 255
        worst = max(worst, (Double(cb[row * w / 2 + column]) - blue).magnitude)
        worst = max(worst, (Double(cr[row * w / 2 + column]) - red).magnitude)
      }
    }
    #expect(worst <= 0.52)
  }

  /// Equal areas are averaged, and the mean of the whole picture does not change.
  @Test func shrinkAverages() {
    let bitmap = screen(90, 60, alpha: true)
    let small = Bitmap(width: 30, height: 20)
    unsafe encoding_shrink(
      bitmap.pixels, bitmap.strideBytes, 90, 60, small.pixels, small.strideBytes, 30, 20)
    for y in 0..<20 {
      for x in 0..<30 {
        for c in 0..<4 {
          var sum = 0
          for v in 0..<3 {
            for u in 0..<3 {
              sum += unsafe Int(
                bitmap.pixels[(3 * y + v) * bitmap.strideBytes + 4 * (3 * x + u) + c])
            }
          }
          let got = unsafe Int(small.pixels[y * small.strideBytes + 4 * x + c])
          #expect(got == (sum * 2 + 9) / 18)
        }
      }
    }
  }
}
