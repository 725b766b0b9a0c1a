import Compositing
import Scenes

/// A bitmap that goes from scene to scene, as a run's frames do.
final class Painter {
  let bitmap: Bitmap
  private let scale: Double
  private let compositor: Compositor

  init(_ stage: Stage, scale: Double, threads: Int = 1) {
    let size = Compositor.size(of: stage, scale: scale)
    bitmap = Bitmap(width: size.width, height: size.height)
    self.scale = scale
    compositor = Compositor(threads: threads)
  }

  func show(_ scene: Scene) throws {
    try compositor.draw(scene, scale: scale, into: bitmap)
  }
}
