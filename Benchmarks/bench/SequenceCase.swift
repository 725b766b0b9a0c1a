import Scenes

/// A whole sequence of scenes, each shown over the one before; the caller divides by its length.
final class SequenceCase: CheckedCase {
  let clock: Clock
  private let scenes: [Scene]
  private let scale: Double
  private let painter: Painter

  init(_ scenes: [Scene], scale: Double = 1, threads: Int = 1) {
    self.scenes = scenes
    self.scale = scale
    clock = threads == 1 ? .thread : .wall
    painter = Painter(scenes[0].stage, scale: scale, threads: threads)
  }

  func run(_ index: Int) throws {
    for scene in scenes { try painter.show(scene) }
  }

  func hashes() throws -> (drawn: String, plain: String, count: Int) {
    var drawn = PixelHash()
    for scene in scenes {
      try painter.show(scene)
      drawn.add(painter.bitmap)
    }
    return (drawn.text, try DrawingCase.plain(scenes, scale), scenes.count)
  }
}
