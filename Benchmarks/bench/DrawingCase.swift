import Compositing
import Scenes

/// Full repaints of scenes into one bitmap, each time of another scene.
final class DrawingCase: CheckedCase {
  let clock: Clock
  private let scenes: [Scene]
  private let scale: Double
  private let compositor: Compositor
  private let bitmap: Bitmap
  private var next = 0

  init(_ scenes: [Scene], scale: Double = 1, threads: Int = 1) {
    self.scenes = scenes
    self.scale = scale
    clock = threads == 1 ? .thread : .wall
    compositor = Compositor(threads: threads)
    bitmap = Self.bitmap(scenes, scale)
  }

  func run(_ index: Int) throws {
    next = (next + 1) % scenes.count
    compositor.forget(bitmap)
    try compositor.draw(scenes[next], scale: scale, into: bitmap)
  }

  func hashes() throws -> (drawn: String, plain: String, count: Int) {
    var drawn = PixelHash()
    for scene in scenes {
      compositor.forget(bitmap)
      try compositor.draw(scene, scale: scale, into: bitmap)
      drawn.add(bitmap)
    }
    return (drawn.text, try Self.plain(scenes, scale), scenes.count)
  }

  static func bitmap(_ scenes: [Scene], _ scale: Double) -> Bitmap {
    let size = Compositor.size(of: scenes[0].stage, scale: scale)
    return Bitmap(width: size.width, height: size.height)
  }

  /// Every scene by a compositor that has drawn nothing before, into a bitmap that nothing was drawn
  /// into.
  static func plain(_ scenes: [Scene], _ scale: Double) throws -> String {
    var hash = PixelHash()
    for scene in scenes {
      let bitmap = bitmap(scenes, scale)
      try Compositor(threads: 1).draw(scene, scale: scale, into: bitmap)
      hash.add(bitmap)
    }
    return hash.text
  }
}
