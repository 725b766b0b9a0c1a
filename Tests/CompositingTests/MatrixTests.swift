import Compositing
import Scenes
import Testing

/// Tests colour matrices whose alpha depends on the colours or is constant: they are exact inside a layer, and have no
/// effect outside.
@Suite struct MatrixTests {
  private func picture(_ color: Color, _ values: [Double]) throws -> Bitmap {
    var p = LayerProperties(frame: Rect(2, 2, 4, 4))
    p.backgroundColor = color
    p.filters = [LayerEffect(.colorMatrix, values)]
    return try Compositor(threads: 1).picture(of: stage(8, 8, background: .clear, [p]).scene)
  }

  private static let identity: [Double] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0]

  @Test func alphaMayComeOfNothing() throws {
    let half = Color(red: 1, green: 0.5, blue: 0, alpha: 0.5)
    let made = try picture(half, Self.identity + [0, 0, 0, 0.5, 0.5])
    #expect(made.pixel(3, 3) == [191, 96, 0, 191])
    #expect(made.pixel(0, 0) == [0, 0, 0, 0])
  }

  @Test func alphaMayComeOfAColor() throws {
    let made = try picture(
      Color(red: 0.5, green: 0.5, blue: 0.5), Self.identity + [0.25, 0.25, 0.25, 0, 0])
    #expect(made.pixel(3, 3) == [48, 48, 48, 96])
    #expect(made.pixel(0, 0) == [0, 0, 0, 0])
  }

  /// A pixel that the layer covers by half gets the matrix's colour for half of the alpha.
  @Test func alphaMayChangeColors() throws {
    var p = LayerProperties(frame: Rect(2, 2, 3.5, 4))
    p.backgroundColor = .black
    p.contents = .color(.black)
    p.filters = [
      LayerEffect(.colorMatrix, [0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])
    ]
    let made = try Compositor(threads: 1).picture(of: stage(8, 8, [p]).scene)
    #expect(made.pixel(3, 3) == [255, 255, 255, 255])
    #expect(made.pixel(5, 3) == [191, 191, 191, 255])
  }

  /// A changed filter of a group is drawn in the next scene, even if nothing inside the group has changed.
  @Test func anotherFilterIsSeen() throws {
    var p = LayerProperties(frame: Rect(1, 1, 6, 6))
    p.contents = .color(Color(red: 0, green: 0, blue: 1))
    p.backgroundColor = Color(red: 1, green: 0, blue: 0)
    p.cornerRadius = 2
    let stage = stage(8, 8, [p])
    let compositor = Compositor(threads: 1)
    let bitmap = Bitmap(width: 8, height: 8)
    for amount in [0.2, 0.9, 0.4] {
      p.filters = [LayerEffect(.brightness, [amount]), LayerEffect(.invert, [amount])]
      let scene = Scene(
        stage: stage, time: .zero, changes: [Scene.Change(layer: 1, properties: p)])
      try compositor.draw(scene, scale: 1, into: bitmap)
      #expect(bitmap.hasSamePixels(as: try Compositor(threads: 1).picture(of: scene)))
    }
  }
}
