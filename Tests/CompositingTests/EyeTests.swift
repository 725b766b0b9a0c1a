import Compositing
import Scenes
import Testing

/// Tests planes that extend behind the viewer against the exact projection: a pixel is covered if the ray through its
/// centre meets the layer in front of the viewer.
@Suite struct EyeTests {
  private static let planes: [(distance: Double, size: Size, turn: Vector)] = [
    (60, Size(200, 60), Vector(0, 40, 0)), (60, Size(200, 60), Vector(0, 50, 0)),
    (100, Size(320, 120), Vector(0, 40, 0)), (100, Size(320, 120), Vector(0, 45, 0)),
    (100, Size(320, 120), Vector(0, 65, 0)), (100, Size(320, 120), Vector(0, 75, 0)),
    (200, Size(600, 300), Vector(0, 70, 0)), (200, Size(600, 300), Vector(0, 80, 0)),
    (60, Size(60, 200), Vector(40, 0, 0)), (60, Size(200, 200), Vector(50, 30, 20)),
  ]

  @Test(arguments: 0..<Self.planes.count)
  func keepTheirSlopes(_ number: Int) throws {
    let (distance, size, turn) = Self.planes[number]
    let canvas = Size(240, 180)
    var group = LayerProperties(frame: Rect(0, 0, canvas.width, canvas.height))
    group.sublayerTransform = .perspective(m34: -1 / distance)
    var layer = LayerProperties(frame: Rect(center: Point(120, 90), size: size))
    layer.backgroundColor = .black
    layer.rotate = turn
    var rounded = layer
    rounded.cornerRadius = 1e-3
    for plane in [layer, rounded] {
      let scene = Stage(
        size: canvas, background: .white,
        nodes: [
          Stage.Node(id: "group", parent: -1, sublayers: [1], properties: group),
          Stage.Node(id: "layer", parent: 0, properties: plane),
        ]
      ).scene
      let picture = Bitmap(width: 480, height: 360)
      try Compositor().draw(scene, scale: 2, into: picture)
      let map = Transform.rotation(degrees: turn.x, axis: 0)
        .then(.rotation(degrees: turn.y, axis: 1)).then(.rotation(degrees: turn.z, axis: 2))
        .then(.perspective(m34: -1 / distance))
      let back = try #require(map.flattened.inverse)
      var wrong = 0
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let (p, _) = back.apply(Point((Double(x) + 0.5) / 2 - 120, (Double(y) + 0.5) / 2 - 90))
          let (_, n) = map.flattened.apply(p)
          let isInside = n > 0 && abs(p.x) < size.width / 2 && abs(p.y) < size.height / 2
          let coverage = 255 - Int(picture.pixel(x, y)[0])
          if isInside ? coverage < 96 : coverage > 160 { wrong += 1 }
        }
      }
      // Only pixels at corners may be wrong; with clamped corners, 15,000 pixels were wrong.
      #expect(wrong <= 8, "\(distance), \(size), \(turn)")
    }
  }
}
