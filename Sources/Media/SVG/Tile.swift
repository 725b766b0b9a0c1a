internal import Formats
internal import Scenes

/// The position of a pattern's element in a tile.
struct Tile {
  enum Kind {
    /// The elements that draw all tiles at once, in the coordinates of the first tile's corner, so that shapes across
    /// tiles have no seam.
    case bands([XMLElement])
    case inside
    case cut
  }

  let kind: Kind

  var isCut: Bool { if case .cut = kind { true } else { false } }

  init(_ element: XMLElement, in grid: TileGrid, mender: SVGNormalizer) {
    let around = ["clip-path", "filter", "mask", "css:mix-blend-mode", "css:filter"]
    guard around.allSatisfy({ (element[$0] ?? "none") == "none" }),
      let outline = mender.shapes.outline(of: element),
      let own = element["transform"].map(Matrix.read) ?? Matrix()
    else {
      kind = .cut
      return
    }
    let matrix = grid.content * own
    let mapped = outline.mapped(by: matrix)
    guard let box = mapped.bounds else {
      kind = .inside
      return
    }
    let width = mender.strokeWidth(of: element)
    if element.name != "image",
      let (rects, isStroke) = Self.plain(element, mapped, matrix, width, mender),
      let bands = Self.bands(of: element, rects, isStroke: isStroke, grid, mender)
    {
      kind = .bands(bands)
      return
    }
    let hasMarkers = ["marker-start", "marker-mid", "marker-end"].contains {
      (mender.inherited($0, of: element) ?? "none") != "none"
    }
    let joint = mender.inherited("stroke-linejoin", of: element) ?? "miter"
    let limit = mender.inherited("stroke-miterlimit", of: element).flatMap { Double($0) } ?? 4
    let across = matrix.a * matrix.a + matrix.b * matrix.b
    let down = matrix.c * matrix.c + matrix.d * matrix.d
    let scale = (across + down).squareRoot()
    let reach = width / 2 * scale * (joint == "miter" ? max(limit, 1.5) : 1.5)
    let isInside =
      box.minX - reach >= 0 && box.minY - reach >= 0 && box.maxX + reach <= grid.width
      && box.maxY + reach <= grid.height
    kind = isInside && !hasMarkers ? .inside : .cut
  }

  /// Returns the rectangles along the tile's sides that an element draws in one colour, either filled or as straight
  /// strokes.
  private static func plain(
    _ element: XMLElement, _ mapped: Outline, _ matrix: Matrix, _ width: Double,
    _ mender: SVGNormalizer
  ) -> (rects: [Rect], isStroke: Bool)? {
    let fill = mender.inherited("fill", of: element) ?? "black"
    if width == 0, mapped.isRectangle, CSSText.url(fill) == nil, let box = mapped.bounds {
      return ([box], false)
    }
    let none = ["stroke-dasharray", "marker-start", "marker-mid", "marker-end"]
    let stroke = mender.inherited("stroke", of: element) ?? "none"
    guard width > 0, CSSText.url(stroke) == nil, let segments = mapped.segments,
      none.allSatisfy({ (mender.inherited($0, of: element) ?? "none") == "none" }),
      matrix.b == 0 && matrix.c == 0 || matrix.a == 0 && matrix.d == 0
    else { return nil }
    // Translucent lines are not combined, because the point where two of them cross would be drawn twice.
    let opacities = ["opacity", "stroke-opacity"].map {
      mender.inherited($0, of: element).flatMap { CSSLength.pixels($0, of: 1) } ?? 1
    }
    let isSolid = opacities.allSatisfy { $0 >= 1 } && CSSColor.read(stroke)?.alpha == 1
    guard segments.count == 1 || isSolid else { return nil }
    let halfX = width / 2 * (abs(matrix.a) + abs(matrix.c))
    let halfY = width / 2 * (abs(matrix.b) + abs(matrix.d))
    let hasCaps = (mender.inherited("stroke-linecap", of: element) ?? "butt") == "square"
    var rects: [Rect] = []
    for (a, b) in segments {
      let (x, y) = (min(a.x, b.x), min(a.y, b.y))
      let (across, down) = (abs(a.x - b.x), abs(a.y - b.y))
      if across == 0, down > 0 {
        let cap = hasCaps ? halfY : 0
        rects.append(Rect(x - halfX, y - cap, 2 * halfX, down + 2 * cap))
      } else if down == 0, across > 0 {
        let cap = hasCaps ? halfX : 0
        rects.append(Rect(x - cap, y - halfY, across + 2 * cap, 2 * halfY))
      } else {
        return nil
      }
    }
    return (rects, true)
  }

  /// Returns one rectangle for all tiles, or one for each row or each column; nil if a rectangle is inside its tile on
  /// all sides.
  private static func bands(
    of element: XMLElement, _ rects: [Rect], isStroke: Bool, _ grid: TileGrid,
    _ mender: SVGNormalizer
  ) -> [XMLElement]? {
    var bands: [XMLElement] = []
    for rect in rects {
      guard let places = places(of: rect, grid) else { return nil }
      for place in places {
        bands.append(band(of: element, place, isStroke: isStroke, mender))
      }
    }
    return bands
  }

  /// Returns the rectangles that the copies of a rectangle in all tiles form together.
  private static func places(of rect: Rect, _ grid: TileGrid) -> [Rect]? {
    let (x0, x1) = (max(0, rect.minX), min(grid.width, rect.maxX))
    let (y0, y1) = (max(0, rect.minY), min(grid.height, rect.maxY))
    guard x1 > x0, y1 > y0 else { return [] }
    let near = 1e-6
    let isWide = x0 <= near * grid.width && x1 >= (1 - near) * grid.width
    let isHigh = y0 <= near * grid.height && y1 >= (1 - near) * grid.height
    guard isWide || isHigh else { return nil }
    let left = Double(grid.columns.lowerBound) * grid.width
    let top = Double(grid.rows.lowerBound) * grid.height
    let xs =
      isWide
      ? [(left, Double(grid.columns.count) * grid.width)]
      : grid.columns.map { (Double($0) * grid.width + x0, x1 - x0) }
    let ys =
      isHigh
      ? [(top, Double(grid.rows.count) * grid.height)]
      : grid.rows.map { (Double($0) * grid.height + y0, y1 - y0) }
    return xs.flatMap { x in ys.map { y in Rect(x.0, y.0, x.1, y.1) } }
  }

  private static func band(
    of element: XMLElement, _ rect: Rect, isStroke: Bool, _ mender: SVGNormalizer
  ) -> XMLElement {
    let band = XMLElement("path", element.attributes, at: element.place)
    for name in geometry { band[name] = nil }
    for name in Properties.inherited where band[name] == nil {
      band[name] = mender.inherited(name, of: element)
    }
    if isStroke {
      band["fill"] = band["stroke"]
      band["fill-opacity"] = band["stroke-opacity"]
    }
    band["stroke"] = "none"
    band["d"] = "M\(rect.x) \(rect.y)h\(rect.width)v\(rect.height)h\(-rect.width)z"
    return band
  }

  private static let geometry = [
    "id", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2",
    "points", "transform",
  ]
}

extension Outline {
  /// Whether the outline is one rectangle with horizontal and vertical sides.
  var isRectangle: Bool {
    guard let box = bounds, box.width > 0, box.height > 0, let points = corners else {
      return false
    }
    var open = points
    if let first = open.first, let last = open.last, open.count == 5, first == last {
      open.removeLast()
    }
    guard open.count == 4 else { return false }
    func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-9 * (abs(a) + abs(b) + 1) }
    let isTurned = isNear(open[0].x, open[1].x)
    for i in 0..<4 {
      let (a, b) = (open[i], open[(i + 1) % 4])
      guard (i % 2 == 0) == isTurned ? isNear(a.x, b.x) : isNear(a.y, b.y) else { return false }
    }
    return !isNear(open[0].x, open[2].x) && !isNear(open[0].y, open[2].y)
  }

  /// The straight segments of the outline; nil unless every subpath is a straight segment.
  var segments: [(Point, Point)]? {
    var found: [(Point, Point)] = []
    var start: Point?
    for step in steps {
      switch step {
      case .move(let x, let y): start = Point(x, y)
      case .line(let x, let y):
        guard let from = start else { return nil }
        found.append((from, Point(x, y)))
        start = nil
      case .curve, .close: return nil
      }
    }
    return found.isEmpty ? nil : found
  }
}
