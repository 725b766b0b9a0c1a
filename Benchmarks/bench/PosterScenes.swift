import Scenes

/// A poster of 570×745 that moves and is scaled by a fraction, with a shadow of sigma 24, on white.
enum PosterScenes {
  static let width = 570
  static let height = 745

  static func make(_ poster: Bitmap) -> [Scene] {
    let size = Size(1920, 1080)
    let still = LayerProperties(
      frame: Rect(0, 0, Double(width), Double(height)))
    let stage = Stage(
      size: size, background: .white,
      nodes: [
        Stage.Node(
          id: "container", parent: -1, sublayers: [1],
          properties: LayerProperties(frame: Rect(0, 0, size.width, size.height))),
        Stage.Node(id: "poster", parent: 0, properties: still),
      ])
    return (0..<Screens.frames).map { frame in
      let progress = Double(frame) / Double(Screens.frames)
      let scale = 0.93 + 0.14 * progress
      let center = Point(700.3 + 400 * progress, 520.7 + 40 * progress)
      var moved = still
      moved.frame = Rect(
        center: center, size: Size(Double(width) * scale, Double(height) * scale))
      moved.layoutFrame = moved.frame
      moved.contents = .image(poster, size: Size(Double(width), Double(height)))
      moved.shadowOpacity = 0.6
      moved.shadowRadius = 24
      moved.shadowOffset = Point(28.5, 37.25)
      return Scene(
        stage: stage, time: FrameTime(frame: frame, framesPerSecond: 60),
        changes: [Scene.Change(layer: 1, properties: moved)])
    }
  }
}
