internal import Formats
internal import Scenes

/// Converts each pattern to a pattern with a single tile that contains all visible tiles at their exact positions.
struct PatternTiles {
  enum Answer {
    case pattern(String)
    /// The pattern paints nothing, or the engine draws the pattern correctly.
    case nothing
    case unknown(String)
  }

  /// The maximum number of elements in the tiles of one file.
  private static let mostDrawn = 120_000.0

  private let mender: SVGNormalizer
  private var left = mostDrawn
  /// The contents of each pattern; each child has its own id.
  private var contents: [ObjectIdentifier: [Content]] = [:]

  private struct Content {
    let id: String
    let element: XMLElement
    let count: Int
  }

  /// The elements that contain the former children of patterns.
  private var taken: Set<ObjectIdentifier> = []
  private var number = 0
  /// The number of elements in the file that draw other elements again.
  private let references: Int

  init(_ mender: SVGNormalizer) {
    self.mender = mender
    var references = 0
    mender.root.forEach { if $0.name == "use" { references += 1 } }
    self.references = references
  }

  mutating func made(for paint: PatternPaint, isSeenOnce: Bool) -> Answer {
    let pattern = paint.pattern
    guard let source = mender.sources(of: pattern).first(where: { !$0.elements.isEmpty }) else {
      return .nothing
    }
    let boxes = paint.leaves.map { mender.shapes.box(of: $0) }
    let isAlone = paint.leaves.count == 1
    if TileGrid.needsBox(pattern, mender: mender), !isAlone || boxes[0] == nil {
      if isAlone, TileGrid.isOneTile(pattern, mender: mender) { return .nothing }
      return .unknown(
        isAlone
          ? "the box of <\(paint.leaves[0].name)> is not known"
          : "the pattern refers to several "
            + "shapes")
    }
    if !isAlone, paint.leaves.contains(where: { $0["transform"] != nil }) {
      return .unknown("the pattern refers to several shapes")
    }
    guard var grid = TileGrid(pattern, box: boxes[0], mender: mender) else { return .nothing }
    guard let area = area(of: paint, boxes: boxes, isSeenOnce: isSeenOnce) else {
      return .unknown("the box of <\(paint.leaves[0].name)> is not known")
    }
    guard area.width > 0, area.height > 0 else { return .nothing }
    guard grid.cover(area) else { return .unknown("the tiles are too many") }
    // A single tile needs no adjustment.
    guard grid.count > 1 else { return .nothing }
    let contents = take(source)
    let times: Double = isSeenOnce ? 1 : max(1, Double(references))
    let count: Int = contents.map(\.count).reduce(0, +)
    let cost: Double = Double(count) * grid.count * times
    guard cost <= left else { return .unknown("the tiles are too many") }
    left -= cost
    let lines: Double = Double(grid.columns.count) + Double(grid.rows.count)
    mender.meter.spend(Int(clamped: 20 * cost + 200 * lines, rounded: .up), pattern)
    guard !mender.meter.isSpent else { return .nothing }
    number += 1
    let turn = turn(isInPattern: isInPattern(paint.leaves[0]))
    return .pattern(field(of: contents, grid, area, pattern, turn))
  }

  private func isInPattern(_ leaf: XMLElement) -> Bool {
    var at: XMLElement? = leaf
    while let one = at {
      if one.name == "pattern" || taken.contains(ObjectIdentifier(one)) { return true }
      at = one.parent
    }
    return false
  }

  /// Returns a tiny rotation, because the engine aligns upright tiles to whole pixels. A pattern inside a pattern is
  /// rotated further, because the contents of the outer pattern are rotated back.
  private func turn(isInPattern: Bool) -> Matrix {
    .rotation(degrees: isInPattern ? 0.06 + 0.03 * Double(number % 4) : 0.03)
  }

  /// Returns the visible area that a paint covers, in the paint's coordinates.
  private func area(of paint: PatternPaint, boxes: [Rect?], isSeenOnce: Bool) -> Rect? {
    var area: Rect?
    for (leaf, box) in zip(paint.leaves, boxes) {
      guard var box else {
        area = nil
        break
      }
      if paint.isStroke {
        let joint = mender.inherited("stroke-linejoin", of: leaf) ?? "miter"
        let limit = mender.inherited("stroke-miterlimit", of: leaf).flatMap { Double($0) } ?? 4
        let reach = mender.strokeWidth(of: leaf) / 2 * (joint == "miter" ? max(limit, 1.5) : 1.5)
        box = Rect(box.x - reach, box.y - reach, box.width + 2 * reach, box.height + 2 * reach)
      }
      area = area.map { $0.union(box) } ?? box
    }
    guard isSeenOnce, let seen = seen(from: paint.leaves[0]) else { return area }
    guard let area else { return seen }
    let (x, y) = (max(area.minX, seen.minX), max(area.minY, seen.minY))
    return Rect(
      x, y, max(0, min(area.maxX, seen.maxX) - x), max(0, min(area.maxY, seen.maxY) - y))
  }

  /// Returns the part of an element's coordinates that is inside the picture, extended by some pixels.
  private func seen(from element: XMLElement) -> Rect? {
    let shape = element.name == "tspan" || element.name == "textPath"
    let placed = shape ? element.ancestor(["text"]) ?? element : element
    guard let outer = mender.outerMatrix(of: placed),
      let own = placed["transform"].map(Matrix.read) ?? Matrix(),
      let back = (outer * own).inverse
    else { return nil }
    let (width, height) = (
      mender.root["width"].flatMap { CSSLength.pixels($0) } ?? 0,
      mender.root["height"].flatMap { CSSLength.pixels($0) } ?? 0
    )
    let corners = [
      back.map(-4, -4), back.map(width + 4, -4), back.map(-4, height + 4),
      back.map(width + 4, height + 4),
    ]
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    return Rect(xs.min()!, ys.min()!, xs.max()! - xs.min()!, ys.max()! - ys.min()!)
  }

  /// Assigns ids to the contents of a pattern, so that every tile can refer to them.
  private mutating func take(_ source: XMLElement) -> [Content] {
    if let known = contents[ObjectIdentifier(source)] { return known }
    var found: [Content] = []
    for child in source.elements where Shapes.drawn.contains(child.name) {
      let group = XMLElement("g", at: child.place)
      let id = mender.freshID()
      group["id"] = id
      taken.insert(ObjectIdentifier(group))
      for name in Properties.inherited {
        let key = Properties.attributes.contains(name) ? name : "css:" + name
        if let value = mender.inherited(key, of: source) { group[key] = value }
      }
      let shown = XMLElement("use", at: child.place)
      shown["xlink:href"] = "#\(id)"
      child.replace(with: [shown])
      group.append(child)
      mender.define(group)
      var count = 0
      child.forEach { _ in count += 1 }
      found.append(Content(id: id, element: child, count: count))
    }
    contents[ObjectIdentifier(source)] = found
    return found
  }

  /// Creates the pattern with a single tile that contains all visible tiles.
  private func field(
    of contents: [Content], _ grid: TileGrid, _ area: Rect, _ pattern: XMLElement, _ turn: Matrix
  ) -> String {
    let whole = XMLElement("g", at: pattern.place)
    let reach = max(area.width, area.height) / 64
    // The contents of a pattern are relative to the pattern's corner.
    let corner = Point(area.x - reach, area.y - reach)
    let back = turn.inverse ?? Matrix()
    let shift: Matrix = .translation(-corner.x, -corner.y)
    whole["transform"] = (back * shift * grid.map).words
    var run: (isCut: Bool, ids: [String]) = (false, [])
    func end() {
      if !run.ids.isEmpty { whole.append(tiles(run.ids, grid, isCut: run.isCut, pattern)) }
      run.ids = []
    }
    for content in contents {
      let tile = Tile(content.element, in: grid, mender: mender)
      switch tile.kind {
      case .bands(let bands):
        end()
        for band in bands { whole.append(band) }
      case .inside, .cut:
        let isCut = tile.isCut
        if isCut != run.isCut { end() }
        run = (isCut, run.ids + [content.id])
      }
    }
    end()
    let made = XMLElement("pattern", at: pattern.place)
    let id = mender.freshID()
    made.attributes = [
      "id": id, "patternUnits": "userSpaceOnUse", "x": "\(corner.x)", "y": "\(corner.y)",
      "width": "\(area.width + 2 * reach)",
      "height": "\(area.height + 2 * reach)",
      "patternTransform": (.translation(corner.x, corner.y) * turn * shift).words,
    ]
    made.append(whole)
    mender.define(made)
    return id
  }

  /// Returns rows of tiles, each a reference to the first tile.
  private func tiles(
    _ ids: [String], _ grid: TileGrid, isCut: Bool, _ pattern: XMLElement
  ) -> XMLElement {
    func use(_ id: String, _ name: String, _ place: Double) -> XMLElement {
      let use = XMLElement("use", at: pattern.place)
      use["xlink:href"] = "#\(id)"
      use[name] = "\(place)"
      return use
    }
    func group(_ children: [XMLElement]) -> String {
      let group = XMLElement("g", at: pattern.place)
      let id = mender.freshID()
      group["id"] = id
      for child in children { group.append(child) }
      mender.define(group)
      return id
    }
    let content = XMLElement("g", at: pattern.place)
    content["transform"] = grid.content.words
    for id in ids { content.append(use(id, "x", 0)) }
    let cell = XMLElement("g", at: pattern.place)
    cell.append(content)
    if isCut {
      let clip = XMLElement("clipPath", at: pattern.place)
      let id = mender.freshID()
      clip["id"] = id
      let edge = XMLElement("path", at: pattern.place)
      edge["d"] = "M0 0H\(grid.width)V\(grid.height)H0Z"
      clip.append(edge)
      mender.define(clip)
      cell["clip-path"] = "url(#\(id))"
    }
    let first = group([cell])
    let row = group(grid.columns.map { use(first, "x", Double($0) * grid.width) })
    let rows = XMLElement("g", at: pattern.place)
    for index in grid.rows { rows.append(use(row, "y", Double(index) * grid.height)) }
    return rows
  }
}
