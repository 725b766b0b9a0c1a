import Compositing
import Scenes
import Testing

/// Outlines give the same weights whichever way they are filled.
@Suite struct OutlineTests {
  /// A convex shape is filled between its two sides, a path by slabs and its winding.
  @Test func convexShapesAreFilledAsPathsAre() throws {
    var dice = Dice(seed: 5)
    for _ in 0..<40 {
      let size = Size(dice.real(40, 200), dice.real(30, 120))
      // Some lie partly outside, some are slivers.
      let rect = Rect(
        dice.real(-60, 60), dice.real(-40, 40), dice.real(0.1, 220), dice.real(0.1, 130))
      var layer = LayerProperties(frame: Rect(0, 0, size.width, size.height))
      layer.backgroundColor = .black
      layer.rotate.z = dice.real(-180, 180)
      if dice.oneIn(4) { layer.rotate.z = 0 }
      let corners = rect.corners
      let path = Path(
        elements: [.move(corners[0])] + corners.dropFirst().map { .line($0) } + [.close])
      let pictures = try [.rectangle(rect, cornerRadius: 0), .path(path)].map {
        (kind: Mask.Kind) in
        layer.mask = Mask(kind: kind)
        return try Compositor().picture(of: stage(size.width, size.height, [layer]).scene)
      }
      #expect(pictures[0].hasSamePixels(as: pictures[1]), "\(rect) turned by \(layer.rotate.z)")
    }
  }
}
