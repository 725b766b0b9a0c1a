private import Dispatch
package import Scenes
private import Synchronization

/// Which kernels a compositor uses; all give the same bits.
package enum KernelChoice: Sendable {
  /// The fastest that this processor has.
  case best
  /// Those that every x86-64 has.
  case baseline
}

/// Draws scenes into bitmaps. The pixels depend on the scene and the scale alone: not on the number of
/// threads, the processor, or what was drawn before.
package final class Compositor: Sendable {
  private let threads: Int
  private let kernels: Kernels
  private let pictures: Pictures

  /// Uses up to `threads` threads, the caller's among them.
  package init(threads: Int = 1, kernels: KernelChoice = .best) {
    self.threads = max(1, threads)
    let kernels: Kernels = kernels == .best ? .best : .baseline
    self.kernels = kernels
    pictures = Pictures(kernels: kernels)
  }

  /// The size of the canvas in pixels at `scale` pixels a point.
  package static func size(of stage: Stage, scale: Double) -> (width: Int, height: Int) {
    func pixels(_ length: Double) -> Int {
      max(1, Int((length * scale).rounded(.toNearestOrAwayFromZero)))
    }
    return (pixels(stage.size.width), pixels(stage.size.height))
  }

  /// Draws the scene over the whole bitmap, which has `size(of:scale:)` pixels.
  package func draw(
    _ scene: Scene, scale: Double, into bitmap: Bitmap
  ) throws(CompositingError) {
    let size = Self.size(of: scene.stage, scale: scale)
    guard size == (bitmap.width, bitmap.height) else {
      throw .wrongSize(needed: size, given: (bitmap.width, bitmap.height))
    }
    pictures.advance()
    let list = try Flattener.canvas(
      scene, scale: scale, clip: bitmap.bounds, pictures: pictures)
    paint(list, background: scene.stage.background, into: bitmap)
  }

  /// Rows of a tile.
  private static let tileHeight = 64

  private func paint(_ list: DisplayList, background: Color, into bitmap: Bitmap) {
    let count = (bitmap.height + Self.tileHeight - 1) / Self.tileHeight
    let canvas = Canvas(list, background: background, bitmap: bitmap, kernels: kernels)
    @Sendable func tile(_ i: Int) {
      canvas.draw(PixelRect(0, i * Self.tileHeight, bitmap.width, Self.tileHeight))
    }
    if threads == 1 || count == 1 {
      for i in 0..<count { tile(i) }
      return
    }
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
      while true {
        let i = next.add(1, ordering: .relaxed).oldValue
        if i >= count { return }
        tile(i)
      }
    }
  }
}
