import Compositing
import Scenes
import Testing

/// Tests rotated pictures that are wider than a strip: the values that columns share from row to row change no bit.
@Suite struct TurnedTests {
  private static let size = Size(620, 44)

  /// Returns a stage with a picture that is rotated about one axis or all axes, with or without perspective, and a
  /// small layer over it.
  private func stage(axes: Int, perspective: Bool, seed: Int) -> Stage {
    var dice = Dice(seed: seed)
    var screen = LayerProperties(
      frame: Rect(dice.real(-20, 60), dice.real(-30, 4), dice.real(380, 640), dice.real(40, 90)))
    let bitmap = Bitmap.noise(700, 60, opaque: dice.oneIn(2), dice: &dice)
    screen.contents = .image(bitmap, size: Size(700, 60))
    if axes & 1 != 0 { screen.rotate.x = dice.real(-75, 75) }
    if axes & 2 != 0 { screen.rotate.y = dice.real(-89, 89) }
    if axes & 4 != 0 { screen.rotate.z = dice.real(-8, 8) }
    var small = LayerProperties(frame: Rect(0, 0, 30, 9))
    small.backgroundColor = Color(red: 1, green: 0.5, blue: 0, alpha: 0.5)
    let flat = CompositingTests.stage(Self.size.width, Self.size.height, [screen, small])
    var nodes = flat.nodes
    if perspective { nodes[0].properties.sublayerTransform = .perspective(m34: -1 / 400.0) }
    return Stage(size: Self.size, background: .white, nodes: nodes)
  }

  @Test(arguments: 0..<16) func windowsAndKernelsDoNotMatter(kind: Int) throws {
    let stage = stage(axes: kind & 7, perspective: kind > 7, seed: kind)
    var dice = Dice(seed: kind + 100)
    let compositor = Compositor(threads: 1, kernels: .best)
    let bitmap = Bitmap(width: Int(Self.size.width), height: Int(Self.size.height))
    for step in 0..<3 {
      var small = stage.nodes[2].properties
      small.translate.x = dice.real(0, 590)
      small.translate.y = dice.real(0, 35)
      let scene = Scene(
        stage: stage, time: FrameTime(ticks: Int64(step)),
        changes: [Scene.Change(layer: 2, properties: small)])
      try compositor.draw(scene, scale: 1, into: bitmap)
      let plain = try Compositor(threads: 1, kernels: .baseline).picture(of: scene)
      #expect(bitmap.hasSamePixels(as: plain), "step \(step)")
    }
  }
}
