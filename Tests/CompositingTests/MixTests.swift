import CKernels
import Testing

/// Tests opaque pictures, for which there are special kernels, against the general kernels.
@Suite struct MixTests {
  private static let height = 3

  /// A picture with `height` rows that start `stride` bytes apart.
  private struct Picture {
    var pixels: [UInt8]
    let width: Int
    let stride: Int

    /// Creates opaque noise; the bytes between the rows are 7.
    init(_ width: Int, dice: inout Dice) {
      self.width = width
      stride = width * 4 + 20
      pixels = []
      for _ in 0..<MixTests.height {
        pixels += Row.noise(width, dice: &dice, opaque: true).pixels
        pixels += Array(repeating: 7, count: 20)
      }
    }

    /// Calls `body` with the picture as a paint of weight `alpha`, and as a surface.
    mutating func lend(
      opaque: Bool, alpha: Int, _ body: (inout ck_paint, inout ck_surface) -> Void
    ) {
      unsafe pixels.withUnsafeMutableBufferPointer { p in
        var level = unsafe ck_level(
          pixels: p.baseAddress!, stride: stride, width: Int32(width),
          height: Int32(MixTests.height))
        var surface = unsafe ck_surface(
          pixels: p.baseAddress!, stride: stride, x: 0, y: 0, width: Int32(width),
          height: Int32(MixTests.height), is_wide: 0)
        unsafe withUnsafePointer(to: &level) { levels in
          var paint = unsafe ck_paint()
          unsafe paint.kind = CK_COPY
          unsafe paint.alpha = Int32(alpha)
          unsafe paint.is_opaque = opaque ? 1 : 0
          unsafe paint.levels = levels
          unsafe paint.level_count = 1
          unsafe body(&paint, &surface)
        }
      }
    }
  }

  /// Draws `image` over `picture`; if `region` is given, only in these columns of the middle row.
  private func draw(
    _ image: Picture, opaque: Bool, alpha: Int, over picture: inout Picture,
    mode: UInt32 = CK_NORMAL.rawValue, region: Range<Int>? = nil,
    _ table: UnsafePointer<ck_kernels>
  ) {
    var image = image
    let all = ck_run(x0: 0, x1: Int32(picture.width), values: -1)
    let part = region.map { ck_run(x0: Int32($0.lowerBound), x1: Int32($0.upperBound), values: -1) }
    let rows = Array(repeating: ck_row(first: 0, count: 1), count: Self.height)
    unsafe picture.lend(opaque: true, alpha: 0) { _, surface in
      unsafe image.lend(opaque: opaque, alpha: alpha) { paint, _ in
        unsafe paint.mode = Int32(mode)
        unsafe rows.withUnsafeBufferPointer { rows in
          unsafe withUnsafePointer(to: all) { runs in
            var shape = unsafe ck_coverage(
              top: 0, bottom: Int32(Self.height), rows: rows.baseAddress, runs: runs, values: nil)
            guard let part else {
              return unsafe table.pointee.draw(&surface, nil, &shape, &paint, nil, 0)
            }
            unsafe withUnsafePointer(to: part) { runs in
              var region = unsafe ck_coverage(
                top: 1, bottom: 2, rows: rows.baseAddress, runs: runs, values: nil)
              unsafe table.pointee.draw(&surface, &region, &shape, &paint, nil, 0)
            }
          }
        }
      }
    }
  }

  private static let widths = [1, 3, 4, 7, 8, 9, 15, 16, 17, 33, 100]
  private static let alphas = [0, 1, 255, 256, 257, 20_000, 32_768, 65_279, 65_534]

  @Test(arguments: KernelSet.available, widths)
  func aMixHasTheBitsOfTwoDrawings(set: KernelSet, width: Int) throws {
    let table = try unsafe #require(set.table)
    var dice = Dice(seed: width)
    for alpha in Self.alphas {
      var under = Picture(width, dice: &dice)
      var over = Picture(width, dice: &dice)
      let canvas = Picture(width, dice: &dice)
      var expected = canvas
      unsafe draw(under, opaque: false, alpha: 65535, over: &expected, table)
      unsafe draw(over, opaque: false, alpha: alpha, over: &expected, table)
      var drawn = canvas
      unsafe draw(under, opaque: true, alpha: 65535, over: &drawn, table)
      #expect(drawn.pixels == under.pixels)
      unsafe draw(over, opaque: true, alpha: alpha, over: &drawn, table)
      #expect(drawn.pixels == expected.pixels)
      var mixed = canvas
      unsafe mixed.lend(opaque: true, alpha: 0) { _, surface in
        unsafe under.lend(opaque: true, alpha: 65535) { first, _ in
          unsafe over.lend(opaque: true, alpha: alpha) { second, _ in
            unsafe table.pointee.mix(&surface, &first, &second)
          }
        }
      }
      #expect(mixed.pixels == expected.pixels, "alpha \(alpha)")
    }
  }

  /// Tests nearly all pairs of bytes; in the second drawing, each block of 256 pixels contains a translucent pixel.
  @Test(arguments: KernelSet.available, Array(CK_MULTIPLY.rawValue...CK_REPLACE.rawValue))
  func anOpaqueBlendHasTheBitsOfAnyBlend(set: KernelSet, mode: UInt32) throws {
    let table = try unsafe #require(set.table)
    var dice = Dice(seed: Int(mode))
    let width = 22_103
    var (image, canvas) = (Picture(width, dice: &dice), Picture(width, dice: &dice))
    for i in 0..<width * Self.height {
      let at = i / width * canvas.stride + i % width * 4
      let (a, b) = (UInt8(truncatingIfNeeded: i), UInt8(truncatingIfNeeded: i >> 8))
      (image.pixels[at], canvas.pixels[at]) = (a, b)
      (image.pixels[at + 1], canvas.pixels[at + 1]) = (b, a)
    }
    var holed = image
    var (drawn, expected) = (canvas, canvas)
    let holes = (0..<Self.height).flatMap { y in
      stride(from: 0, to: width, by: 256).map { y * canvas.stride + $0 * 4 }
    }
    for at in holes { holed.pixels.replaceSubrange(at..<at + 4, with: [0, 0, 0, 0]) }
    unsafe draw(image, opaque: false, alpha: 65535, over: &drawn, mode: mode, table)
    unsafe draw(holed, opaque: false, alpha: 65535, over: &expected, mode: mode, table)
    for at in holes {
      expected.pixels.replaceSubrange(at..<at + 4, with: drawn.pixels[at..<at + 4])
    }
    #expect(drawn.pixels == expected.pixels)
  }

  @Test(arguments: KernelSet.available, widths)
  func nothingChangesOutsideARegion(set: KernelSet, width: Int) throws {
    let table = try unsafe #require(set.table)
    var dice = Dice(seed: width)
    let image = Picture(width, dice: &dice)
    let canvas = Picture(width, dice: &dice)
    for x0 in 0..<min(width, 5) {
      let x1 = dice.whole(x0 + 1, width)
      for alpha in [65535, 30_000] {
        var whole = canvas
        unsafe draw(image, opaque: true, alpha: alpha, over: &whole, table)
        var drawn = canvas
        unsafe draw(image, opaque: true, alpha: alpha, over: &drawn, region: x0..<x1, table)
        let inside = canvas.stride + x0 * 4..<canvas.stride + x1 * 4
        var expected = canvas.pixels
        expected.replaceSubrange(inside, with: whole.pixels[inside])
        #expect(drawn.pixels == expected)
      }
    }
  }
}
