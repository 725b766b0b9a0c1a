import Evaluation
import Scenes

/// One frame, evaluated and drawn, of a layer of 100×100 that moves over `count` still ones.
final class StillLayersCase: CheckedCase {
  let clock = Clock.thread
  private static let frames = 120
  private let plan: Plan
  private let painter: Painter

  init(count: Int) throws {
    let size = Size(1920, 1080)
    let container = LayerProperties(frame: Rect(0, 0, size.width, size.height))
    var nodes = [Stage.Node(id: "container", parent: -1, properties: container)]
    for index in 0..<count {
      var still = LayerProperties(
        frame: Rect(Double(index % 40) * 48, Double(index / 40 % 25) * 43.2, 44, 40))
      still.contents = .color(
        Color(red: Double(index % 7) / 7, green: Double(index % 11) / 11, blue: 0.5))
      nodes.append(Stage.Node(id: "still\(index)", parent: 0, properties: still))
    }
    var moving = LayerProperties(frame: Rect(100, 490, 100, 100))
    moving.contents = .color(Color(red: 0.9, green: 0.2, blue: 0.1))
    nodes.append(Stage.Node(id: "moving", parent: 0, properties: moving))
    nodes[0].sublayers = Array(1..<nodes.count)
    let stage = Stage(size: size, background: .white, nodes: nodes)

    var end = moving
    end.translate.x = 1600
    let duration = FrameTime(frame: Self.frames, framesPerSecond: 60)
    let step = try Steps.move(
      layer: count + 1, from: moving, to: end, start: .zero, end: duration)
    plan = Plan(stage: stage, duration: duration, steps: [step])
    painter = Painter(stage, scale: 1)
  }

  private func scene(_ index: Int) throws -> Scene {
    try plan.scene(at: FrameTime(frame: index % Self.frames, framesPerSecond: 60))
  }

  /// The frame before is shown by the warming run of the index before.
  func run(_ index: Int) throws { try painter.show(scene(index)) }

  func hashes() throws -> (drawn: String, plain: String, count: Int) {
    let scenes = try (0..<Self.frames).map(scene)
    var drawn = PixelHash()
    for scene in scenes {
      try painter.show(scene)
      drawn.add(painter.bitmap)
    }
    return (drawn.text, try DrawingCase.plain(scenes, 1), scenes.count)
  }
}
