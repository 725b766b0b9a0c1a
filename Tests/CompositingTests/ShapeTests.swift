import Compositing
import Foundation
import Scenes
import TestSupport
import Testing

/// Tests borders, corners, paths and strokes against 1,024 samples of each pixel, within 6/255. The samples compare the
/// visible colours, not the coverage of each shape.
@Suite struct ShapeTests {
  private typealias Painter = (_ place: Point) -> Color?

  private static let size = Size(44, 36)
  private static let places = (0..<1024).map { k in
    let (a, b) = (Double(k) * 0.7548776662466927, Double(k) * 0.5698402909980532)
    return Point(a - a.rounded(.down), b - b.rounded(.down))
  }

  /// Returns the largest difference between a layer's picture on white and the colours that `painter` computes for its
  /// plane.
  private func difference(_ layer: LayerProperties, _ painter: Painter) throws -> Int {
    let scene = stage(Self.size.width, Self.size.height, [layer]).scene
    let picture = try Compositor(threads: 1).picture(of: scene)
    let map = Placement(layer, hasSublayers: false, in: nil).toCanvas
    let inverse = try #require(map.inverse)
    var worst = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        func sample(_ dx: Double, _ dy: Double) -> Color {
          painter(inverse.apply(Point(Double(x) + dx, Double(y) + dy)).point) ?? .clear
        }
        func blended(_ c: Color) -> SIMD3<Double> {
          SIMD3(c.red, c.green, c.blue) * c.alpha + SIMD3(repeating: 1 - c.alpha)
        }
        let p = picture.pixel(x, y)
        // No edge passes where all samples of a grid agree, and the picture too; a sharp tip may pass between the samples.
        let corner = sample(0, 0)
        let plain = blended(corner) * 255
        let isFlat =
          (0..<3).allSatisfy { abs(Double(p[$0]) - plain[$0]) <= 1 }
          && (1..<25).allSatisfy { sample(Double($0 % 5) / 4, Double($0 / 5) / 4) == corner }
        var sum = SIMD3<Double>.zero
        let places = isFlat ? [Point.zero] : Self.places
        for place in places {
          sum += blended(sample(place.x, place.y))
        }
        for c in 0..<3 {
          let truth = sum[c] / Double(places.count) * 255
          worst = max(worst, abs(Int(p[c]) - Int(truth.rounded())))
        }
      }
    }
    return worst
  }

  private func over(_ top: Color, _ under: Color?) -> Color {
    guard let under else { return top }
    let alpha = top.alpha + under.alpha * (1 - top.alpha)
    func mix(_ a: Double, _ b: Double) -> Double {
      (a * top.alpha + b * under.alpha * (1 - top.alpha)) / alpha
    }
    return Color(
      red: mix(top.red, under.red), green: mix(top.green, under.green),
      blue: mix(top.blue, under.blue), alpha: alpha)
  }

  private static let count = Effort.count(test: 6, long: 300, soak: 2_000)

  @Test func bordersAndCorners() throws {
    for seed in 0..<Self.count {
      var dice = Dice(seed: seed)
      func color(_ alpha: Double) -> Color {
        Color(red: dice.real(0, 1), green: dice.real(0, 1), blue: dice.real(0, 1), alpha: alpha)
      }
      var layer = LayerProperties(
        frame: Rect(dice.real(6, 10), dice.real(5, 8), dice.real(20, 26), dice.real(18, 22)))
      layer.rotate.z = dice.oneIn(2) ? 0 : dice.real(-40, 40)
      let (background, line) = (color(dice.pick([0, 1, 1, 0.6])), color(dice.pick([1, 1, 0.5])))
      if background.alpha > 0 { layer.backgroundColor = background }
      layer.cornerCurve = dice.pick([.circular, .continuous])
      if dice.oneIn(2) {
        layer.cornerRadius = dice.real(0, 6)
      } else {
        layer.cornerRadii = CornerRadii(
          dice.real(0, 6), dice.oneIn(3) ? 0 : dice.real(0, 6), dice.real(0, 6), dice.real(0, 6))
      }
      // The corners take a whole side, and their arcs continue beyond a wide border.
      if dice.oneIn(4) {
        layer.cornerRadii = CornerRadii(
          dice.real(14, 40), 0, dice.oneIn(2) ? 0 : dice.real(2, 9), 0)
      }
      let border = Border(
        width: dice.real(0.3, 3), color: line, place: dice.pick(Border.Place.allCases))
      if !dice.oneIn(5) { layer.border = border }
      // The layer is drawn without sublayers, and contents are clipped to its bounds.
      layer.masksToBounds = dice.oneIn(3)
      let shape = layer.rounded(layer.frame)
      let body = OracleShape.rounded(shape)
      let outer = OracleShape.rounded(shape.outset(by: border.outside))
      let inner = OracleShape.rounded(shape.outset(by: border.outside - border.width))
      let worst = try difference(layer) { p in
        let under = layer.backgroundColor != nil && body.contains(p.x, p.y) ? background : nil
        guard layer.border != nil, outer.contains(p.x, p.y), !inner.contains(p.x, p.y) else {
          return under
        }
        return over(line, under)
      }
      #expect(worst <= 6, "seed \(seed)")
    }
  }

  // MARK: Paths

  /// With round caps and joins, a stroke covers everything within half the width from the path.
  @Test func roundStrokes() throws {
    for seed in 0..<Self.count {
      var dice = Dice(seed: seed + 5_000)
      func somewhere() -> Point { Point(dice.real(6, 38), dice.real(6, 30)) }
      var elements: [PathElement] = [.move(somewhere())]
      for _ in 0..<dice.whole(1, 3) {
        elements.append(
          dice.oneIn(2)
            ? .line(somewhere())
            : .cubic(control1: somewhere(), control2: somewhere(), end: somewhere()))
      }
      if dice.oneIn(3) { elements.append(.close) }
      var layer = LayerProperties(frame: Rect(0, 0, 44, 36))
      layer.drawing.path = Path(elements: elements)
      layer.drawing.strokeColor = Color(red: 0.1, green: 0.2, blue: 0.6)
      layer.drawing.lineWidth = dice.real(0.5, 6)
      (layer.drawing.lineCap, layer.drawing.lineJoin) = (.round, .round)
      if dice.oneIn(2) { (layer.drawing.strokeStart, layer.drawing.strokeEnd) = (0.25, 0.8) }
      let line = Self.polyline(elements)
      let total = zip(line, line.dropFirst()).reduce(0) { $0 + Self.length($1.0, $1.1) }
      var pieces: [(Point, Point)] = []
      var at = 0.0
      for (a, b) in zip(line, line.dropFirst()) where a != b {
        let next = at + Self.length(a, b)
        let from = max(layer.drawing.strokeStart * total, at)
        let to = min(layer.drawing.strokeEnd * total, next)
        func place(_ d: Double) -> Point {
          let f = (d - at) / (next - at)
          return Point(a.x + (b.x - a.x) * f, a.y + (b.y - a.y) * f)
        }
        if to > from { pieces.append((place(from), place(to))) }
        at = next
      }
      let reach = layer.drawing.lineWidth / 2
      // The pieces of the path that reach the tested pixel.
      var near: (x: Int, y: Int, pieces: [(Point, Point)]) = (-1, -1, [])
      let worst = try difference(layer) { p in
        if near.x != Int(p.x) || near.y != Int(p.y) {
          let center = Point(Double(Int(p.x)) + 0.5, Double(Int(p.y)) + 0.5)
          let found = pieces.filter { Self.distance(center, $0.0, $0.1) <= reach + 0.8 }
          near = (Int(p.x), Int(p.y), found)
        }
        let isInside = near.pieces.contains { Self.distance(p, $0.0, $0.1) <= reach }
        return isInside ? layer.drawing.strokeColor : nil
      }
      #expect(worst <= 6, "seed \(seed)")
    }
  }

  private static func length(_ a: Point, _ b: Point) -> Double { hypot(b.x - a.x, b.y - a.y) }

  private static func distance(_ p: Point, _ a: Point, _ b: Point) -> Double {
    let (x, y) = (b.x - a.x, b.y - a.y)
    let t = min(max(((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y), 0), 1)
    return hypot(p.x - a.x - t * x, p.y - a.y - t * y)
  }

  private static func polyline(_ elements: [PathElement]) -> [Point] {
    var points: [Point] = []
    for element in elements {
      switch element {
      case .move(let p), .line(let p): points.append(p)
      case .cubic(let b, let c, let d):
        let a = points.last!
        for i in 1...96 {
          let t = Double(i) / 96
          let (u, v, w, z) = (pow(1 - t, 3), 3 * pow(1 - t, 2) * t, 3 * (1 - t) * t * t, t * t * t)
          points.append(
            Point(
              u * a.x + v * b.x + w * c.x + z * d.x, u * a.y + v * b.y + w * c.y + z * d.y))
        }
      case .close: points.append(points[0])
      }
    }
    return points
  }

  /// Butt, square and mitred lines, and dashes, are compared with rectangles.
  @Test(arguments: PathDrawing.LineCap.allCases) func sharpStrokes(cap: PathDrawing.LineCap) throws
  {
    var layer = LayerProperties(frame: Rect(2, 3, 40, 30))
    layer.rotate.z = 23
    layer.drawing.path = Path(elements: [.move(Point(5, 12)), .line(Point(35, 12))])
    layer.drawing.strokeColor = .black
    layer.drawing.lineWidth = 5
    layer.drawing.lineCap = cap
    layer.drawing.lineDashPattern = [7, 4, 2]
    layer.drawing.lineDashPhase = 3
    layer.drawing.strokeEnd = 0.9
    // The pattern is 7 on, 4 off, 2 on, 7 off, 4 on, 2 off, from 3 on: 4 of the first dash remain.
    let dashes = [(0.0, 4.0), (8, 10), (17, 21), (23, 27)]
    let worst = try difference(layer) { p in
      let (x, y) = (p.x - 2 - 5, abs(p.y - 3 - 12))
      let isInside = dashes.contains { from, to in
        if x >= from, x <= to { return y <= 2.5 }
        let beyond = x < from ? from - x : x - to
        switch cap {
        case .butt: return false
        case .square: return beyond <= 2.5 && y <= 2.5
        case .round: return hypot(beyond, y) <= 2.5
        }
      }
      return isInside ? .black : nil
    }
    #expect(worst <= 6)
  }

  /// A dash without length consists of its caps, which follow the direction of the line; with butt caps it is invisible.
  @Test(arguments: PathDrawing.LineCap.allCases) func dotsAreCaps(cap: PathDrawing.LineCap) throws {
    var layer = LayerProperties(frame: Rect(2, 3, 40, 30))
    layer.rotate.z = 23
    layer.drawing.path = Path(elements: [.move(Point(5, 12)), .line(Point(35, 12))])
    layer.drawing.strokeColor = .black
    layer.drawing.lineWidth = 5
    layer.drawing.lineCap = cap
    layer.drawing.lineDashPattern = [0, 8]
    layer.drawing.lineDashPhase = 4
    let worst = try difference(layer) { p in
      let (x, y) = (p.x - 2 - 5, abs(p.y - 3 - 12))
      let isInside = [4.0, 12, 20, 28].contains { at in
        switch cap {
        case .butt: false
        case .square: abs(x - at) <= 2.5 && y <= 2.5
        case .round: hypot(x - at, y) <= 2.5
        }
      }
      return isInside ? .black : nil
    }
    #expect(worst <= 6)
  }

  /// The dashes before the visible part take no time, and do not change the positions of the visible dashes.
  @Test func dashesFarAlongAreFound() throws {
    var layer = LayerProperties(frame: Rect(2, 3, 40, 30))
    layer.drawing.strokeColor = .black
    layer.drawing.lineWidth = 6
    layer.drawing.lineDashPattern = [3, 5]
    // The length 1,000,000 is a whole number of repetitions of the pattern.
    layer.drawing.path = Path(elements: [.move(Point(-1_000_000, 12)), .line(Point(35, 12))])
    layer.drawing.strokeStart = 1_000_000 / 1_000_035
    #expect(
      try difference(layer) { p in
        let (x, y) = (p.x - 2, abs(p.y - 3 - 12))
        let isInside = x >= 0 && x <= 35 && y <= 3 && x.truncatingRemainder(dividingBy: 8) <= 3
        return isInside ? .black : nil
      } <= 6)
    layer.drawing.lineDashPattern = [0.000_000_5, 0.000_000_5]
    layer.drawing.strokeStart = 0.5
    layer.drawing.strokeEnd = 0.500_000_01
    _ = try difference(layer) { _ in nil }
  }

  /// The first corner of a closed figure looks like the other corners, also with dashes.
  @Test func dashesGoOnRoundClosedFigures() throws {
    var layer = LayerProperties(frame: Rect(2, 2, 40, 32))
    layer.drawing.path = Path(
      elements: [.move(Point(6, 6))]
        + [Point(26, 6), Point(26, 26), Point(6, 26)].map { .line($0) } + [.close])
    layer.drawing.strokeColor = .black
    layer.drawing.lineWidth = 6
    layer.drawing.lineDashPattern = [10, 10]
    layer.drawing.lineDashPhase = 5
    layer.rotate.z = 11
    let worst = try difference(layer) { p in
      let (x, y) = (abs(p.x - 2 - 16) - 10, abs(p.y - 2 - 16) - 10)
      let isInside = max(x, y) <= 3 && min(x, y) >= -5 && max(x, y) >= -3
      return isInside ? .black : nil
    }
    #expect(worst <= 6)
  }

  /// Gaps that caps fill cost no work.
  @Test(arguments: [PathDrawing.LineCap.round, .square]) func capsFillGaps(
    cap: PathDrawing.LineCap
  ) throws {
    var layer = LayerProperties(frame: Rect(2, 2, 40, 32))
    layer.drawing.path = Path(elements: [.move(Point(8, 12)), .line(Point(32, 12))])
    layer.drawing.strokeColor = .black
    layer.drawing.lineWidth = 6
    layer.drawing.lineCap = cap
    layer.drawing.lineDashPattern = [0.002, 0.002]
    let worst = try difference(layer) { p in
      let (x, y) = (max(abs(p.x - 2 - 20) - 12, 0), abs(p.y - 2 - 12))
      return (cap == .round ? hypot(x, y) : max(x, y)) <= 3 ? .black : nil
    }
    #expect(worst <= 6)
  }

  @Test(arguments: PathDrawing.LineJoin.allCases, [4.0, 1.2])
  func joins(join: PathDrawing.LineJoin, limit: Double) throws {
    var layer = LayerProperties(frame: Rect(2, 2, 40, 32))
    let corners = [Point(8, 8), Point(32, 8), Point(32, 24), Point(8, 24)]
    layer.drawing.path = Path(
      elements: [.move(corners[0])] + corners.dropFirst().map { .line($0) } + [.close])
    layer.drawing.strokeColor = .black
    layer.drawing.lineWidth = 7
    layer.drawing.lineJoin = join
    layer.drawing.miterLimit = limit
    layer.rotate.z = 11
    let worst = try difference(layer) { p in
      let (x, y) = (abs(p.x - 2 - 20) - 12, abs(p.y - 2 - 16) - 8)
      if max(x, y) < -3.5 { return nil }
      if x <= 0 || y <= 0 { return max(x, y) <= 3.5 ? .black : nil }
      // The point is beyond a corner. √2 is beyond the lower limit.
      let isInside =
        switch join {
        case .round: hypot(x, y) <= 3.5
        case .miter where limit > 1.5: max(x, y) <= 3.5
        case .miter, .bevel: x + y <= 3.5
        }
      return isInside ? .black : nil
    }
    #expect(worst <= 6)
  }

  @Test func ovalsAndArcs() throws {
    var layer = LayerProperties(frame: Rect(4, 3, 36, 30))
    layer.rotate.z = 31
    layer.drawing.path = .ellipse(in: Rect(2, 4, 30, 21))
    layer.drawing.fillColor = .black
    let oval = OracleShape.ellipse(Rect(6, 7, 30, 21))
    #expect(try difference(layer) { oval.contains($0.x, $0.y) ? .black : nil } <= 6)
    layer.drawing.path = .rectangle(Rect(2, 4, 30, 21), CornerRadii(3, 0, 9, 6))
    let box = OracleShape.rounded(
      RoundedRect(Rect(6, 7, 30, 21), radii: CornerRadii(3, 0, 9, 6)))
    #expect(try difference(layer) { box.contains($0.x, $0.y) ? .black : nil } <= 6)
  }

  // MARK: Gradients

  @Test(arguments: [0.0, 77, -130]) func conicGradients(degrees: Double) throws {
    var layer = LayerProperties(frame: Rect(3, 2, 37, 31))
    let gradient = Gradient(
      shape: .conic(center: Point(0.45, 0.6), degrees: degrees),
      stops: [
        .init(offset: 0, color: .black), .init(offset: 0.6, color: .white),
        .init(offset: 1, color: Color(red: 0, green: 0.4, blue: 0)),
      ])
    layer.contents = .gradient(gradient)
    let picture = try Compositor(threads: 1).picture(
      of: stage(Self.size.width, Self.size.height, [layer]).scene)
    for (x, y) in [(5, 5), (30, 4), (38, 30), (12, 30), (20, 20), (19, 8), (4, 20)] {
      let truth = Oracle.color(
        of: gradient, at: Point(Double(x) + 0.5, Double(y) + 0.5), in: layer.frame)
      for c in 0..<4 {
        #expect(abs(Double(picture.pixel(x, y)[c]) - truth[c] * 255) <= 1, "\(x), \(y)")
      }
    }
  }

  /// Tests a gradient on the canvas, on a border, and as the colour of a picture.
  @Test func gradientsElsewhere() throws {
    let gradient = Gradient(
      shape: .linear(start: Point(0, 0), end: Point(1, 0)),
      stops: [.init(offset: 0, color: .black), .init(offset: 1, color: .white)])
    var layer = LayerProperties(frame: Rect(10, 10, 20, 16))
    layer.border = Border(width: 2, color: .black, gradient: gradient)
    var letter = LayerProperties(frame: Rect(14, 14, 8, 8))
    let bitmap = Bitmap(width: 8, height: 8)
    for i in 0..<8 { bitmap.set(i, i, [0, 0, 0, 255]) }
    bitmap.scanOpacity()
    letter.contents = .picture(
      PictureContents(StillPicture(bitmap, size: Size(8, 8)), gradient: gradient))
    let nodes = stage(44, 36, [layer, letter]).nodes
    let scene = Stage(
      size: Size(44, 36), background: .white, backgroundGradient: gradient, nodes: nodes
    ).scene
    let picture = try Compositor(threads: 1).picture(of: scene)
    func isNear(_ x: Int, _ y: Int, _ share: Double) -> Bool {
      abs(Double(picture.pixel(x, y)[0]) - share * 255) <= 1
    }
    #expect(isNear(4, 3, 4.5 / 44) && isNear(40, 30, 40.5 / 44))
    #expect(isNear(11, 15, 1.5 / 20) && isNear(20, 11, 10.5 / 20) && isNear(13, 20, 13.5 / 44))
    #expect(isNear(17, 17, 3.5 / 8) && isNear(18, 17, 18.5 / 44))
  }
}
