import Scenes

/// Scenes of two opaque screens at one pixel a point, as their 60 frames.
struct Screens {
  static let frames = 60
  let from: Bitmap
  let to: Bitmap
  private let size: Size

  init(width: Int, height: Int) {
    from = Pictures.make(width: width, height: height, seed: 1)
    to = Pictures.make(width: width, height: height, seed: 2)
    size = Size(Double(width), Double(height))
  }

  /// Scenes of the screens in which `change` says what the upper one is at a progress.
  private func scenes(_ change: (Double, inout LayerProperties) -> Void) -> [Scene] {
    let whole = Rect(0, 0, size.width, size.height)
    var layers = [LayerProperties](repeating: LayerProperties(frame: whole), count: 3)
    layers[1].contents = .image(from, size: size)
    layers[2].contents = .image(to, size: size)
    let stage = Stage(
      size: size, background: .black,
      nodes: [
        Stage.Node(id: "container", parent: -1, sublayers: [1, 2], properties: layers[0]),
        Stage.Node(id: "from", parent: 0, properties: layers[1]),
        Stage.Node(id: "to", parent: 0, properties: layers[2]),
      ])
    return (0..<Self.frames).map { frame in
      var upper = layers[2]
      change(Double(frame) / Double(Self.frames), &upper)
      return Scene(
        stage: stage, time: FrameTime(frame: frame, framesPerSecond: 60),
        changes: [Scene.Change(layer: 2, properties: upper)])
    }
  }

  /// The upper screen is seen through a circle that grows to its corners.
  var circle: [Scene] {
    let corner = (size.width * size.width + size.height * size.height).squareRoot() / 2
    return scenes { progress, upper in
      let side = 2 * corner * progress
      upper.mask = Mask(
        kind: .ellipse(Rect(center: upper.frame.center, size: Size(side, side))))
    }
  }

  var dissolve: [Scene] { scenes { progress, upper in upper.opacity = progress } }

  /// The upper screen alone, turned by about 45° round its middle, 2,000 points from the viewer, on
  /// white. Another angle in each frame, so that no frame can be kept.
  var perspective: [Scene] {
    alone { progress, container, screen in
      container.sublayerTransform = .perspective(m34: -1.0 / 2000)
      screen.rotate.y = 45 + (progress - 0.5) * 0.06
    }
  }

  /// The upper screen alone, turned by about 20° in its plane and 0.6 of its size.
  var turned: [Scene] {
    alone { progress, _, screen in
      screen.rotate.z = 20 + (progress - 0.5) * 0.06
      screen.scale = Vector(0.6, 0.6, 1)
    }
  }

  /// The upper screen alone, at about `scale` times its size in its middle.
  func scaled(_ scale: Double) -> [Scene] {
    alone { progress, _, screen in
      let grown = scale * (1 + progress / 100)
      screen.frame = Rect(
        center: screen.frame.center, size: Size(size.width * grown, size.height * grown))
      screen.layoutFrame = screen.frame
    }
  }

  /// The upper screen alone on white; `change` says how it lies at a progress.
  private func alone(
    _ change: (Double, inout LayerProperties, inout LayerProperties) -> Void
  ) -> [Scene] {
    let whole = Rect(0, 0, size.width, size.height)
    return (0..<Self.frames).map { frame in
      var container = LayerProperties(frame: whole)
      var screen = LayerProperties(frame: whole)
      screen.contents = .image(to, size: size)
      change(Double(frame) / Double(Self.frames), &container, &screen)
      let stage = Stage(
        size: size, background: .white,
        nodes: [
          Stage.Node(id: "container", parent: -1, sublayers: [1], properties: container),
          Stage.Node(id: "to", parent: 0, properties: screen),
        ])
      return Scene(stage: stage, time: FrameTime(frame: frame, framesPerSecond: 60), changes: [])
    }
  }
}
