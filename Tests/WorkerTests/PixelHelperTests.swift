import CAnimator
import CHosting
import Foundation
import Testing

/// Tests `pipeline.pixels/1`: its bits are the same on every machine, as recorded with two other compilers, and are
/// close to the formulas.
@Suite struct PixelHelperTests {
  // Safety: the host's table exists as long as the program.
  @safe private let helpers = unsafe hosting_pixels()!.assumingMemoryBound(to: animator_pixels.self)
    .pointee

  @Test func noiseHasTheseBits() {
    let recorded = [-0x1.3cfc8bd6b7fc7p+1, -0x1.5844f9b0b942ap-1, 0x1.1caff939184f1p+3]
    for (kind, sum) in recorded.enumerated() {
      let seen = (0..<1000).reduce(0.0) { (sum: Double, k: Int) -> Double in
        let x = Double(k)
        return sum + helpers.noise(UInt32(kind), 42, x * 0.137, x * 0.291 - 20, x * 0.013)
      }
      #expect(seen == sum, "kind \(kind)")
    }
  }

  /// Noise is smooth, within -1 to 1, and different for other seeds; Perlin noise is 0 at integer positions.
  @Test(arguments: [0, 1, 2] as [UInt32]) func noiseIsSmooth(kind: UInt32) {
    var last = helpers.noise(kind, 7, 0, 0, 0)
    var differs = false
    for i in 1...20_000 {
      let x = Double(i) * 0.01
      let now = helpers.noise(kind, 7, x, 0.37 * x, 1.3 + 0.2 * x)
      #expect(abs(now) <= 1 && (i == 1 || abs(now - last) < 0.1))
      if abs(now - helpers.noise(kind, 8, x, 0.37 * x, 1.3 + 0.2 * x)) > 0.1 { differs = true }
      last = now
    }
    #expect(differs)
    #expect(helpers.noise(1, 7, 5, -3, 2) == 0)
    #expect(helpers.noise(kind, 7, .nan, 1e300, 0) == 0)
  }

  /// Passes a premultiplied picture of 16 × 16 pixels, and another of the same size.
  private func withPictures(_ body: (animator_image, animator_surface) -> Void) {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 2048, alignment: 64)
    defer { unsafe bytes.deallocate() }
    let pixels = unsafe bytes.assumingMemoryBound(to: UInt8.self)
    for i in 0..<256 {
      let alpha = (i * 7) & 255
      unsafe pixels[4 * i + 3] = UInt8(alpha)
      for c in 0..<3 { unsafe pixels[4 * i + c] = UInt8(alpha * (i * (c + 3) % 101) / 101) }
    }
    unsafe body(
      animator_image(data: UnsafePointer(pixels), width: 16, height: 16, stride_bytes: 64),
      animator_surface(data: pixels + 1024, width: 16, height: 16, stride_bytes: 64))
  }

  @Test func samplesHaveTheseBits() {
    let recorded: [Float] = [
      0x1.a19188p+6, 0x1.3c4846p+7, 0x1.0c4a4cp+7, 0x1.12caccp+6, 0x1.99df44p+6, 0x1.2aef2ep+7,
      0x1.03a2acp+7, 0x1.0c2798p+6, 0x1.a2f2bap+6, 0x1.368b2ap+7, 0x1.0b3c36p+7, 0x1.1725c4p+6,
    ]
    unsafe withPictures { image, _ in
      var image = unsafe image
      for (i, sum) in recorded.enumerated() {
        var seen: Float = 0
        for n in 0..<100 {
          let color = unsafe helpers.sample(
            &image, Double(n) * 0.31 - 5, Double(n) * 0.17 - 3, UInt32(i / 4), UInt32(i % 4))
          seen += color.red + color.green + color.blue + color.alpha
        }
        #expect(seen == sum, "filter \(i / 4), edge \(i % 4)")
      }
    }
  }

  @Test func mixturesHaveTheseBits() {
    var seen: Float = 0
    for i in 0...20 {
      let color = helpers.mix(
        animator_color(red: 0.9, green: 0.1, blue: 0.3, alpha: 1),
        animator_color(red: 0.2, green: 0.7, blue: 0.5, alpha: 0.5), Double(i) / 20, 1)
      seen += color.red + color.green + color.blue + color.alpha
    }
    #expect(seen == 0x1.7c10d2p+5)
    // The result is half of the light between black and white.
    let grey = helpers.mix(
      animator_color(red: 0, green: 0, blue: 0, alpha: 1),
      animator_color(red: 1, green: 1, blue: 1, alpha: 1), 0.5, 1)
    #expect(abs(grey.red - 0.735357) < 1e-6)
  }

  @Test func blursHaveTheseBits() {
    let recorded: [UInt32] = [1_591_761_203, 4_237_568_710, 1_057_561_178, 1_043_103_560]
    unsafe withPictures { image, surface in
      var image = unsafe image
      var context = unsafe animator_context(
        size: UInt32(MemoryLayout<animator_context>.size), operation: 0, progress: 0,
        time: animator_time(ticks: 0), duration: animator_time(ticks: 0), frames_per_second: 60,
        scale: 1, seed: 0, container: animator_size(width: 16, height: 16), self: nil,
        host_data: UnsafeRawPointer(surface.data),
        allocate: { _, bytes in unsafe calloc(1, bytes) },
        fail: { _, _, _ in }, keep_going: { _ in true }, role_counts: nil, role_count: 0,
        moment_counts: nil, layer_count: 0, table: nil, table_bytes: 0, finger: nil)
      for (edge, sum) in recorded.enumerated() {
        #expect(
          unsafe helpers.blur(&context, &image, surface, 2.3, 1.1, UInt32(edge)) == ANIMATOR_OK)
        let seen = (0..<1024).reduce(2_166_136_261 as UInt32) {
          (unsafe $0 ^ UInt32(surface.data[$1])) &* 16_777_619
        }
        #expect(seen == sum, "edge \(edge)")
      }
      #expect(unsafe helpers.blur(&context, &image, surface, -1, 1, 0) == ANIMATOR_FAILED)
    }
  }
}
