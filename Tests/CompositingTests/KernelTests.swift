import CKernels
import TestSupport
import Testing

/// A set of kernels by name, for tests that run on each set.
enum KernelSet: String, CaseIterable, Sendable {
  case baseline, avx2

  /// The kernels of the set; nil if the processor does not support them.
  var table: UnsafePointer<ck_kernels>? {
    self == .baseline ? unsafe ck_baseline() : unsafe ck_avx2()
  }

  /// The sets that this processor supports.
  static let available: [KernelSet] = allCases.filter { set in
    if unsafe set.table != nil { return true }
    LeftOut.tell("kernels for \(set.rawValue), which this processor lacks")
    return false
  }
}

/// A row of pixels, and the paint that is drawn over it.
struct Row {
  var pixels: [UInt8]
  var count: Int { pixels.count / 4 }

  /// Returns premultiplied noise with many extreme values.
  static func noise(_ count: Int, dice: inout Dice, opaque: Bool = false) -> Row {
    var pixels: [UInt8] = []
    for _ in 0..<count {
      let a = opaque || dice.oneIn(4) ? 255 : dice.oneIn(4) ? 0 : dice.whole(0, 255)
      for _ in 0..<3 { pixels.append(UInt8(dice.oneIn(5) ? a : dice.whole(0, a))) }
      pixels.append(UInt8(a))
    }
    return Row(pixels: pixels)
  }

  /// Draws `paint` over the pixels from `start` on, with the given weights or with full weight.
  mutating func draw(
    _ paint: ck_paint, weights: [UInt16]?, start: Int, count: Int, _ set: KernelSet
  ) {
    guard let table = unsafe set.table else { return }
    var source = unsafe paint
    let run = ck_run(x0: Int32(start), x1: Int32(start + count), values: weights == nil ? -1 : 0)
    unsafe withUnsafePointer(to: run) { runs in
      unsafe withUnsafePointer(to: ck_row(first: 0, count: 1)) { rows in
        // The kernels require readable memory after the weights.
        let padded = (weights ?? []) + Array(repeating: 0, count: 16)
        unsafe padded.withUnsafeBufferPointer { values in
          var shape = unsafe ck_coverage(
            top: 0, bottom: 1, rows: rows, runs: runs, values: values.baseAddress)
          let width = Int32(self.count)
          unsafe pixels.withUnsafeMutableBufferPointer { p in
            var surface = unsafe ck_surface(
              pixels: p.baseAddress!, stride: p.count, x: 0, y: 0, width: width, height: 1,
              is_wide: 0)
            unsafe table.pointee.draw(&surface, nil, &shape, &source, nil, 0)
          }
        }
      }
    }
  }
}

/// Tests source-over by the kernels against doubles.
@Suite struct KernelTests {
  private static let lengths = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 300]

  private func reference(
    _ d: [UInt8], _ s: [Double], _ weight: Double
  ) -> [Double] {
    let a = s[3] * weight
    return (0..<4).map { s[$0] * weight + Double(d[$0]) * (1 - a / 255) }
  }

  private func weights(_ n: Int, _ dice: inout Dice) -> [UInt16] {
    (0..<n).map { _ in dice.oneIn(4) ? (dice.oneIn(2) ? 0 : 65535) : UInt16(dice.whole(0, 65535)) }
  }

  @Test(arguments: KernelSet.available, lengths)
  func aColourIsWithinOne(set: KernelSet, n: Int) throws {
    var dice = Dice(seed: n)
    for alpha in [65535, 40000, 1, 0] {
      for isWeighted in [false, true] {
        var row = Row.noise(n, dice: &dice)
        let before = row
        let a = dice.whole(0, 65280)
        var paint = unsafe ck_paint()
        unsafe paint.kind = CK_SOLID
        unsafe paint.alpha = Int32(alpha)
        unsafe paint.color = (
          UInt16(dice.whole(0, a)), UInt16(dice.whole(0, a)), UInt16(dice.whole(0, a)), UInt16(a)
        )
        let c = unsafe paint.color
        let w = isWeighted ? weights(n, &dice) : nil
        unsafe row.draw(paint, weights: w, start: 0, count: n, set)
        for i in 0..<n {
          let source = [c.0, c.1, c.2, c.3].map { Double($0) / 256 }
          let weight = Double(alpha) / 65535 * Double(w?[i] ?? 65535) / 65535
          let d = Array(before.pixels[i * 4..<i * 4 + 4])
          expectNear(Array(row.pixels[i * 4..<i * 4 + 4]), reference(d, source, weight), 0.52)
        }
      }
    }
  }

  @Test(arguments: KernelSet.available, lengths)
  func anImageIsWithinOne(set: KernelSet, n: Int) throws {
    var dice = Dice(seed: n + 1000)
    for alpha in [65535, 30000, 0] {
      for isWeighted in [false, true] {
        let start = dice.whole(0, 5)
        var row = Row.noise(n + start + 3, dice: &dice)
        let before = row
        let image = Row.noise(n, dice: &dice)
        let w = isWeighted ? weights(n, &dice) : nil
        draw(image, over: &row, start: start, alpha: alpha, weights: w, set)
        #expect(row.pixels.prefix(start * 4) == before.pixels.prefix(start * 4))
        #expect(row.pixels.suffix(12) == before.pixels.suffix(12))
        for i in 0..<n {
          let at = (start + i) * 4
          let source = image.pixels[i * 4..<i * 4 + 4].map { Double($0) }
          let weight = Double(alpha) / 65535 * Double(w?[i] ?? 65535) / 65535
          let truth = reference(Array(before.pixels[at..<at + 4]), source, weight)
          let got = Array(row.pixels[at..<at + 4])
          expectNear(got, truth, 0.52)
          #expect(got[0] <= got[3] && got[1] <= got[3] && got[2] <= got[3])
        }
      }
    }
  }

  /// Without weights, RGBA8 over RGBA8 is rounded exactly for all 65,536 pairs.
  @Test(arguments: KernelSet.available)
  func sourceOverIsExact(set: KernelSet) throws {
    for sa in 0...255 {
      let image = Row(pixels: (0...255).flatMap { _ in [0, 0, UInt8(sa / 2), UInt8(sa)] })
      var row = Row(pixels: (0...255).flatMap { d in [UInt8(d), UInt8(d), UInt8(d), 255] })
      draw(image, over: &row, start: 0, alpha: 65535, weights: nil, set)
      for d in 0...255 {
        let rest = (2 * d * (255 - sa) + 255) / 510
        #expect(Int(row.pixels[d * 4]) == rest)
        #expect(Int(row.pixels[d * 4 + 2]) == min(255, sa / 2 + rest))
        #expect(row.pixels[d * 4 + 3] == 255)
      }
    }
  }

  @Test(arguments: KernelSet.available, lengths)
  func aTransparentSourceChangesNothing(set: KernelSet, n: Int) throws {
    var dice = Dice(seed: n)
    let clear = Row(pixels: Array(repeating: 0, count: n * 4))
    for w in [nil, weights(n, &dice)] {
      for alpha in [65535, 1000] {
        var row = Row.noise(n, dice: &dice)
        let before = row.pixels
        draw(clear, over: &row, start: 0, alpha: alpha, weights: w, set)
        #expect(row.pixels == before)
      }
    }
    var row = Row.noise(n, dice: &dice)
    let before = row.pixels
    draw(Row.noise(n, dice: &dice), over: &row, start: 0, alpha: 0, weights: nil, set)
    #expect(row.pixels == before)
  }

  @Test(arguments: KernelSet.available, lengths)
  func anOpaqueSourceReplaces(set: KernelSet, n: Int) throws {
    var dice = Dice(seed: n)
    let image = Row.noise(n, dice: &dice, opaque: true)
    for w in [nil, Array(repeating: UInt16(65535), count: n)] {
      var row = Row.noise(n, dice: &dice)
      draw(image, over: &row, start: 0, alpha: 65535, weights: w, set)
      #expect(row.pixels == image.pixels)
    }
  }

  private func draw(
    _ image: Row, over row: inout Row, start: Int, alpha: Int, weights: [UInt16]?, _ set: KernelSet
  ) {
    unsafe image.pixels.withUnsafeBufferPointer { source in
      let level = unsafe ck_level(
        pixels: source.baseAddress!, stride: source.count, width: Int32(image.count), height: 1)
      unsafe withUnsafePointer(to: level) { levels in
        var paint = unsafe ck_paint()
        unsafe paint.kind = CK_COPY
        unsafe paint.alpha = Int32(alpha)
        unsafe paint.dx = Int32(start)
        unsafe paint.levels = levels
        unsafe paint.level_count = 1
        unsafe row.draw(paint, weights: weights, start: start, count: image.count, set)
      }
    }
  }

  private func expectNear(_ got: [UInt8], _ truth: [Double], _ tolerance: Double) {
    for c in 0..<4 {
      #expect(abs(Double(got[c]) - truth[c]) <= tolerance, "\(got) is not \(truth)")
    }
  }
}
