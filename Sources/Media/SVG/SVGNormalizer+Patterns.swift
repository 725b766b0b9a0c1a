internal import Formats
internal import Scenes

/// Converts patterns, because the engine aligns their tiles to whole pixels, so that tiles drift from their exact
/// positions.
extension SVGNormalizer {
  /// Gives each shape a pattern with a single tile as large as the shape, in which all visible tiles are drawn; reports
  /// shapes for which this conversion fails.
  func mendPatterns() {
    guard ids.values.contains(where: { $0.name == "pattern" }) else { return }
    let used = usedElements()
    var paints: [(element: XMLElement, name: String, paint: PatternPaint)] = []
    root.forEach { element in
      for name in ["fill", "stroke"] {
        guard let pattern = pattern(of: name, on: element) else { continue }
        let leaves = leaves(of: element, without: name)
        if !leaves.isEmpty {
          paints.append((element, name, PatternPaint(pattern, leaves, isStroke: name == "stroke")))
        }
      }
    }
    var field = PatternTiles(self)
    for (element, name, paint) in paints where !meter.isSpent {
      let place = paint.leaves[0]
      var hasText = false
      paint.pattern.forEach { hasText = hasText || $0.name == "text" }
      let map = paint.pattern["patternTransform"].flatMap(Matrix.read)
      if hasText, map?.isUpright == false {
        say("letters in a rotated pattern may be displaced", paint.pattern)
      }
      let isSeenOnce = element.name != "use" && !used.contains(ObjectIdentifier(element))
      switch field.made(for: paint, isSeenOnce: isSeenOnce) {
      case .pattern(let id): element[name] = "url(#\(id))"
      case .nothing: break
      case .unknown(let reason):
        say(
          "the tiles of a pattern are drawn on whole pixels in <\(place.name)> of line "
            + "\(element.place.line), so they may be displaced: \(reason)",
          paint.pattern)
      }
    }
  }

  /// Returns the pattern that paints a shape, a text or a reference.
  private func pattern(of name: String, on element: XMLElement) -> XMLElement? {
    guard Shapes.drawn.contains(element.name) || ["tspan", "textPath"].contains(element.name),
      !["a", "g", "image", "foreignObject", "svg", "switch"].contains(element.name)
    else { return nil }
    // The parts of a text share the pattern of the whole text.
    let isPart = ["tspan", "textPath"].contains(element.name)
    guard let value = isPart ? element[name] : inherited(name, of: element),
      let url = CSSText.url(value), url.hasPrefix("#"),
      let pattern = ids[String(url.dropFirst())], pattern.name == "pattern",
      pattern["id"].map({ !ownPatterns.contains($0) }) ?? true
    else { return nil }
    return pattern
  }

  /// Returns the shapes that inherit a paint from an element: the element itself, or the targets of its references.
  private func leaves(of element: XMLElement, without name: String) -> [XMLElement] {
    guard element.name == "use" else { return [element] }
    guard let reference = element.href?.dropFirst(), let target = ids[String(reference)] else {
      return []
    }
    var leaves: [XMLElement] = []
    func add(_ one: XMLElement) {
      meter.spend(10, element)
      guard !meter.isSpent, one[name] == nil else { return }
      if ["a", "g", "svg", "switch", "symbol"].contains(one.name) {
        for child in one.elements { add(child) }
      } else if Shapes.drawn.contains(one.name) {
        leaves.append(one)
      }
    }
    add(target)
    return leaves
  }
}

/// A pattern, and the shapes that it paints together.
struct PatternPaint {
  let pattern: XMLElement
  let leaves: [XMLElement]
  let isStroke: Bool

  init(_ pattern: XMLElement, _ leaves: [XMLElement], isStroke: Bool) {
    self.pattern = pattern
    self.leaves = leaves
    self.isStroke = isStroke
  }
}

/// The grid of a pattern's tiles in the coordinates of a shape.
struct TileGrid {
  var width: Double, height: Double
  /// The matrix from the first tile's coordinates, with its corner as origin, to the shape's coordinates.
  var map: Matrix
  /// The matrix from the coordinates of the contents to the tile's coordinates.
  var content: Matrix
  var columns = 0..<0, rows = 0..<0

  var count: Double { Double(columns.count) * Double(rows.count) }

  /// Creates the grid of a pattern; nil for a pattern that paints nothing.
  init?(_ pattern: XMLElement, box: Rect?, mender: SVGNormalizer) {
    let isOfBox =
      (mender.value("patternUnits", of: pattern) ?? "objectBoundingBox") != "userSpaceOnUse"
    let view = mender.shapes.viewport(of: pattern)
    func side(_ name: String, _ ofBox: Double, _ ofView: Double) -> Double {
      let text = mender.value(name, of: pattern) ?? "0"
      return isOfBox
        ? (CSSLength.pixels(text, of: 1) ?? 0) * ofBox : CSSLength.pixels(text, of: ofView) ?? 0
    }
    let area = box ?? Rect(0, 0, 0, 0)
    width = side("width", area.width, view.width)
    height = side("height", area.height, view.height)
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
    let x = side("x", area.width, view.width) + (isOfBox ? area.minX : 0)
    let y = side("y", area.height, view.height) + (isOfBox ? area.minY : 0)
    let own = mender.value("patternTransform", of: pattern).flatMap(Matrix.read) ?? Matrix()
    map = own * .translation(x, y)
    content = Matrix()
    let viewBox = Numbers.read(mender.value("viewBox", of: pattern) ?? "")
    if viewBox.count == 4 {
      guard viewBox[2] > 0, viewBox[3] > 0 else { return nil }
      content = ViewBox.matrix(
        viewBox, width: width, height: height, mender.value("preserveAspectRatio", of: pattern))
    } else if mender.value("patternContentUnits", of: pattern) == "objectBoundingBox" {
      content = .scale(area.width, area.height)
    }
    guard map.isFinite, content.isFinite else { return nil }
  }

  /// Returns whether the positions of a pattern's tiles depend on a shape's box.
  static func needsBox(_ pattern: XMLElement, mender: SVGNormalizer) -> Bool {
    (mender.value("patternUnits", of: pattern) ?? "objectBoundingBox") != "userSpaceOnUse"
      || mender.value("viewBox", of: pattern) == nil
        && mender.value("patternContentUnits", of: pattern) == "objectBoundingBox"
  }

  /// Returns whether one tile of the pattern fills every box.
  static func isOneTile(_ pattern: XMLElement, mender: SVGNormalizer) -> Bool {
    guard (mender.value("patternUnits", of: pattern) ?? "objectBoundingBox") != "userSpaceOnUse",
      mender.value("patternTransform", of: pattern) == nil
    else { return false }
    func part(_ name: String) -> Double {
      CSSLength.pixels(mender.value(name, of: pattern) ?? "0", of: 1) ?? 0
    }
    return part("x") <= 0 && part("y") <= 0 && part("x") + part("width") >= 1
      && part("y") + part("height") >= 1
  }

  /// Extends the grid to the tiles that an area needs; returns false if the area is invalid.
  mutating func cover(_ area: Rect) -> Bool {
    guard let back = map.inverse else { return false }
    let corners = [
      back.map(area.minX, area.minY), back.map(area.maxX, area.minY),
      back.map(area.minX, area.maxY), back.map(area.maxX, area.maxY),
    ]
    func range(_ places: [Double], _ side: Double) -> Range<Int>? {
      let (low, high) = (
        (places.min()! / side + 1e-9).rounded(.down), (places.max()! / side - 1e-9).rounded(.up)
      )
      guard abs(low) < 1e9, abs(high) < 1e9 else { return nil }
      let first = Int(clamped: low, rounded: .down)
      return first..<max(first + 1, Int(clamped: high, rounded: .up))
    }
    guard let columns = range(corners.map(\.x), width), let rows = range(corners.map(\.y), height)
    else { return false }
    (self.columns, self.rows) = (columns, rows)
    return true
  }
}
