internal import Scenes

extension Mender {
  /// Tiles that the engine moves, which lays each on whole pixels: they drift away from where they belong, the
  /// farther the more of them a shape has.
  func sayDriftingPatterns() {
    var told: Set<ObjectIdentifier> = []
    root.forEach { element in
      guard Shapes.drawn.contains(element.name),
        !["g", "a", "svg", "switch"].contains(element.name)
      else { return }
      for name in ["fill", "stroke"] {
        guard let url = inherited(name, of: element).flatMap(CSSText.url), url.hasPrefix("#"),
          let pattern = ids[String(url.dropFirst())], pattern.name == "pattern",
          !told.contains(ObjectIdentifier(pattern)), !meter.isSpent,
          let drift = drift(of: pattern, in: element), drift > 0.1
        else { continue }
        told.insert(ObjectIdentifier(pattern))
        let tenths = Int(clamped: 10 * drift, rounded: .up, to: 1...100_000)
        say(
          "the tiles of a pattern are drawn on whole pixels: in <\(element.name)> of line "
            + "\(element.place.line) they lie up to \(Double(tenths) / 10) pixels off", pattern)
      }
    }
  }

  /// Pixels of the picture's own size by which the last tile in an element lies off; nil where that is not known.
  private func drift(of pattern: XMLElement, in element: XMLElement) -> Double? {
    let box = shapes.box(of: element)
    let isOfBox = (value("patternUnits", of: pattern) ?? "objectBoundingBox") != "userSpaceOnUse"
    let view = shapes.viewport(of: element)
    func side(_ name: String, _ ofBox: Double?, _ ofView: Double) -> Double? {
      guard let text = value(name, of: pattern) else { return nil }
      guard isOfBox else { return CSSLength.pixels(text, of: ofView) }
      return ofBox.flatMap { whole in CSSLength.pixels(text, of: 1).map { $0 * whole } }
    }
    guard let width = side("width", box?.width, view.width),
      let height = side("height", box?.height, view.height), width > 0, height > 0
    else { return nil }
    let own = value("patternTransform", of: pattern).flatMap(Matrix.read) ?? Matrix()
    let matrix = mapToPixels(element) * own
    guard let back = own.inverse else { return nil }
    let area = box ?? Rect(0, 0, view.width, view.height)
    let corners = [
      back.map(area.minX, area.minY), back.map(area.maxX, area.minY),
      back.map(area.minX, area.maxY), back.map(area.maxX, area.maxY),
    ]
    // Tiles are counted from the one at the pattern's own place.
    let (x, y) = (side("x", box?.width, view.width) ?? 0, side("y", box?.height, view.height) ?? 0)
    let origin = isOfBox ? Point(area.minX + x, area.minY + y) : Point(x, y)
    func off(_ side: Double, _ scale: Double, _ places: [Double]) -> Double {
      let pixels = side * scale
      let error = abs(pixels - max(1, pixels.rounded()))
      return error * (places.map { abs($0) }.max() ?? 0) / side
    }
    let across = (matrix.a * matrix.a + matrix.b * matrix.b).squareRoot()
    let down = (matrix.c * matrix.c + matrix.d * matrix.d).squareRoot()
    return max(
      off(width, across, corners.map { $0.x - origin.x }),
      off(height, down, corners.map { $0.y - origin.y }))
  }

  /// From the coordinates of an element to pixels of the picture's own size.
  private func mapToPixels(_ element: XMLElement) -> Matrix {
    var whole = Matrix()
    var at: XMLElement? = element
    while let one = at, !meter.isSpent {
      meter.spend(2 + (one["transform"]?.utf8.count ?? 0), element)
      if one.name == "svg", let box = one["viewBox"].map(Numbers.read), box.count == 4, box[2] > 0,
        box[3] > 0, let width = one["width"].flatMap({ CSSLength.pixels($0) }),
        let height = one["height"].flatMap({ CSSLength.pixels($0) })
      {
        let scale = min(width / box[2], height / box[3])
        whole = .scale(scale, scale) * whole
      }
      if let text = one["transform"], let matrix = Matrix.read(text) { whole = matrix * whole }
      at = one.parent
    }
    return whole
  }
}
