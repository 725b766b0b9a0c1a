import Compositing
import Scenes
import Testing

/// Outlines give the same weights by each method of filling.
@Suite struct OutlineTests {
  /// A convex shape is filled between its two sides, and a path by slabs and winding numbers.
  @Test func convexShapesAreFilledAsPathsAre() throws {
    var dice = Dice(seed: 5)
    for _ in 0..<40 {
      let size = Size(dice.real(40, 200), dice.real(30, 120))
      // Some of the rectangles are partly outside the picture, and some are very thin.
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

  /// Many coincident edges, whose samples are counted, cover the same pixels as few edges.
  @Test(arguments: [Path.FillRule.nonZero, .evenOdd]) func crowdsCoverWhatFewDo(
    rule: Path.FillRule
  ) throws {
    var dice = Dice(seed: 12)
    for _ in 0..<6 {
      let corners = (0..<5).map { _ in Point(dice.real(-20, 80), dice.real(-20, 60)) }
      let star: [PathElement] =
        [.move(corners[0])] + corners.dropFirst().map { .line($0) } + [.close]
      var layer = LayerProperties(frame: Rect(0, 0, 60, 40))
      layer.drawing.fillColor = .black
      // The outline is repeated an odd number of times.
      let pictures = try [1, 401].map { count in
        layer.drawing.path = Path(
          elements: (0..<count).flatMap { _ in star }, fillRule: rule)
        return try Compositor().picture(of: stage(60, 40, [layer]).scene)
      }
      #expect(pictures[0].mostDifference(from: pictures[1]) <= 3)
    }
  }

  /// Parts outside the picture are dropped without an effect: a larger canvas shows the same pixels.
  @Test(arguments: [[], [7], [0, 9], [30, 4, 2, 5], [400, 300]]) func partsOutsideAreDropped(
    dashes: [Double]
  ) throws {
    var dice = Dice(seed: 31 + dashes.count)
    for turn in 0..<12 {
      func far() -> Point { Point(dice.real(-900, 1_000), dice.real(-900, 1_000)) }
      var layer = LayerProperties(frame: Rect(0, 0, 60, 50))
      layer.drawing.path = Path(
        elements: [
          .move(far()), .cubic(control1: far(), control2: far(), end: far()), .line(far()),
          .line(far()),
        ]
          + (turn % 2 == 0 ? [.close] : []))
      layer.drawing.strokeColor = .black
      layer.drawing.lineWidth = dice.real(1, 20)
      layer.drawing.lineDashPattern = dashes
      layer.drawing.lineDashPhase = dice.real(0, 50)
      layer.drawing.lineCap = dice.pick(PathDrawing.LineCap.allCases)
      layer.drawing.lineJoin = dice.pick(PathDrawing.LineJoin.allCases)
      if turn % 3 == 0 { layer.drawing.fillColor = .black }
      let small = try Compositor().picture(of: stage(60, 50, [layer]).scene)
      layer.frame = layer.frame.offsetBy(dx: 900, dy: 900)
      let large = try Compositor().picture(of: stage(2_000, 2_000, [layer]).scene)
      let cut = Bitmap(width: 60, height: 50)
      for y in 0..<50 {
        for x in 0..<60 { cut.set(x, y, large.pixel(900 + x, 900 + y)) }
      }
      #expect(small.mostDifference(from: cut) <= 1, "turn \(turn): \(layer.drawing)")
    }
  }
}

extension Bitmap {
  fileprivate func mostDifference(from other: Bitmap) -> Int {
    var most = 0
    for y in 0..<height {
      for x in 0..<width {
        for (a, b) in zip(pixel(x, y), other.pixel(x, y)) { most = max(most, abs(Int(a) - Int(b))) }
      }
    }
    return most
  }
}
