import Compositing
import Scenes
import TestSupport
import Testing

/// All sets of kernels and all numbers of threads give the same bits.
@Suite struct SameBitsTests {
  @Test(arguments: 0..<4) func kernelsAndThreadsDoNotMatter(part: Int) throws {
    for seed in stride(from: part, to: 120, by: 4) {
      let scene = SceneGenerator.scene(seed: seed, size: Size(60, 180))
      let one = try Compositor(threads: 1, kernels: .baseline).picture(of: scene)
      for threads in 1...3 {
        let other = try Compositor(threads: threads, kernels: .best).picture(of: scene)
        #expect(other.hasSamePixels(as: one), "seed \(seed), \(threads) threads")
      }
    }
  }

  /// Layers that are drawn one after another, each released before the next one, give the same bits as layers that are
  /// kept.
  @Test(arguments: 0..<4) func turnsDoNotMatter(part: Int) throws {
    for seed in stride(from: part, to: Effort.count(test: 160, long: 1_200, soak: 20_000), by: 4) {
      let scene = SceneGenerator.scene(seed: seed, size: Size(60, 90))
      let kept = try Compositor(dithers: seed % 3 == 0).picture(of: scene)
      let turns = try Compositor(dithers: seed % 3 == 0, partsAll: true).picture(of: scene)
      #expect(turns.hasSamePixels(as: kept), "seed \(seed): \(turns.difference(from: kept))")
    }
  }

  /// The drawn pixels do not depend on the bitmap's old contents or on earlier drawings.
  @Test func drawsAnyOrder() throws {
    let scenes = (0..<12).map { SceneGenerator.scene(seed: $0, size: Size(40, 70)) }
    let alone = try scenes.map { try Compositor(threads: 1).picture(of: $0) }
    let compositor = Compositor(threads: 2)
    let bitmap = Bitmap(width: 40, height: 70)
    for i in [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 0, 11, 10, 7] {
      try compositor.draw(scenes[i], scale: 1, into: bitmap)
      #expect(bitmap.hasSamePixels(as: alone[i]))
    }
  }
}
