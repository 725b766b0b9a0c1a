import Scenes

/// Scenes with effects, of two screens at one pixel a point.
struct EffectScenes {
  private let screens: Screens
  private let size: Size
  private static let area = Rect(420, 190, 1080, 700)

  init(_ screens: Screens) {
    self.screens = screens
    size = Size(Double(screens.from.width), Double(screens.from.height))
  }

  private func screen(_ bitmap: Bitmap) -> LayerProperties {
    var p = LayerProperties(frame: Rect(0, 0, size.width, size.height))
    p.contents = .image(bitmap, size: size)
    return p
  }

  /// Scenes of a stage of some layers; `change` says what they are in a frame.
  private func scenes(
    _ count: Int, _ layers: [LayerProperties], _ change: (Int, inout [LayerProperties]) -> Void
  ) -> [Scene] {
    let container = LayerProperties(frame: Rect(0, 0, size.width, size.height))
    let stage = Stage(
      size: size, background: .black,
      nodes: [
        Stage.Node(
          id: "container", parent: -1, sublayers: Array(1...layers.count), properties: container)
      ]
        + layers.enumerated().map {
          Stage.Node(id: "layer\($0.offset)", parent: 0, properties: $0.element)
        })
    return (0..<count).map { frame in
      var now = layers
      change(frame, &now)
      return Scene(
        stage: stage, time: FrameTime(frame: frame, framesPerSecond: 60),
        changes: now.enumerated().map {
          Scene.Change(layer: $0.offset + 1, properties: $0.element)
        })
    }
  }

  /// Another picture in each frame, so that no blur can be kept.
  private func shown(_ frame: Int) -> Contents {
    .image(frame % 2 == 0 ? screens.to : screens.from, size: size)
  }

  func blurred(_ sigma: Double) -> [Scene] {
    var p = screen(screens.from)
    p.blur = sigma
    return scenes(2, [p]) { frame, layers in layers[0].contents = shown(frame) }
  }

  func blended(_ mode: BlendMode) -> [Scene] {
    var upper = screen(screens.to)
    upper.blendMode = mode
    return scenes(1, [screen(screens.from), upper]) { _, _ in }
  }

  func filtered(_ count: Int) -> [Scene] {
    var p = screen(screens.to)
    p.filters = Array(
      [
        LayerEffect(.saturate, [1.4]), LayerEffect(.contrast, [1.1]),
        LayerEffect(.hueRotate, [30]), LayerEffect(.sepia, [0.3]),
      ].prefix(count))
    return scenes(1, [p]) { _, _ in }
  }

  /// A sheet over a screen: `backdrop` shows it blurred, `blur` is the area of a picture, blurred, and
  /// anything else nothing.
  func glass(_ kind: String) -> [Scene] {
    var sheet = LayerProperties(frame: Self.area)
    if kind == "backdrop" {
      sheet.backdrop = [LayerEffect(.backdrop, [20, 1, 1, 0, 0, 0, 0])]
    }
    if kind == "blur" {
      sheet.blur = 20
      sheet.blurEdge = .clamp
      sheet.contentsRect = Rect(
        Self.area.x / size.width, Self.area.y / size.height, Self.area.width / size.width,
        Self.area.height / size.height)
    }
    return scenes(2, [screen(screens.from), sheet]) { frame, layers in
      layers[0].contents = shown(frame)
      if kind == "blur" { layers[1].contents = shown(frame) }
    }
  }

  /// A small layer that moves beside a sheet of glass, or beside nothing.
  func still(_ kind: String) -> [Scene] {
    var sheet = LayerProperties(frame: Self.area)
    if kind == "glass" { sheet.backdrop = [LayerEffect(.backdrop, [20, 1.8, 1, 1, 1, 1, 0.4])] }
    var dot = LayerProperties(frame: Rect(20, 20, 100, 100))
    dot.contents = .color(Color(red: 0.9, green: 0.2, blue: 0.1))
    return scenes(60, [screen(screens.from), sheet, dot]) { frame, layers in
      layers[2].translate.y = Double(frame) * 12
    }
  }
}
