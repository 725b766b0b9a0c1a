internal import Formats
internal import Scenes

/// Handles filters that the engine draws along the pixel axes: the engine scales their parameters, but does not rotate
/// them.
extension SVGNormalizer {
  /// The filter steps whose result is the same in every direction.
  private static let round: Set<String> = [
    "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feFlood", "feMerge",
  ]

  /// Returns whether a step has a direction, by its parameters or by a region.
  private static func isDirected(_ step: XMLElement) -> Bool {
    if ["x", "y", "width", "height"].contains(where: { step[$0] != nil }) { return true }
    switch step.name {
    case "feOffset": return offset(of: step) != (0, 0)
    case "feGaussianBlur":
      let deviations = Numbers.read(step["stdDeviation"] ?? "")
      return deviations.count == 2 && deviations[0] != deviations[1]
    default: return !round.contains(step.name)
    }
  }

  private static func offset(of step: XMLElement) -> (x: Double, y: Double) {
    func length(_ name: String) -> Double { step[name].flatMap { CSSLength.pixels($0) } ?? 0 }
    return (length("dx"), length("dy"))
  }

  func filter(of element: XMLElement) -> XMLElement? {
    guard let url = element["filter"].flatMap({ CSSText.url($0) }),
      let filter = ids[String(url.dropFirst())], filter.name == "filter"
    else { return nil }
    meter.spend(filter.children.count, element)
    return filter
  }

  func isOwn(_ filter: XMLElement) -> Bool { ownFilters.contains(filter["id"] ?? "") }

  /// Whether any filter would look different if the whole picture were rotated.
  var hasDirectedFilters: Bool {
    var found = false
    root.forEach { element in
      guard !found, let filter = filter(of: element) else { return }
      let isCut = !isOwn(filter)
      found = filter.elements.contains { Self.isDirected($0) || isCut && Self.reach(of: $0) > 0 }
    }
    return found
  }

  /// Rotates filters: in rotated or mirrored elements, offsets are rotated in a copy of the filter, and the filter's
  /// region becomes a clip path; other directional filters are reported.
  func turnFilters() {
    let turned = elementsUsedTurned()
    root.forEach { element in
      guard !meter.isSpent, let filter = filter(of: element) else { return }
      let isDirected = filter.elements.contains(where: Self.isDirected)
      guard !turned.contains(ObjectIdentifier(element)) else {
        if isDirected, !turnAsPixels(element, filter, by: nil) { sayTurned(element) }
        return
      }
      guard let outer = outerMatrix(of: element),
        let own = Matrix.read(element["transform"] ?? "")
      else { return }
      let whole = outer * own
      if whole.isUpright { return }
      let others = filter.elements.filter { Self.isDirected($0) && $0.name != "feOffset" }
      let isOfBox = filter["primitiveUnits"]?.trimmed == "objectBoundingBox"
      let isBlurred = filter.elements.contains { $0.name == "feGaussianBlur" }
      let keepsRounds = whole.uniformScale != nil || whole.b == 0 && whole.c == 0
      guard others.isEmpty, !(isDirected && isOfBox), keepsRounds || !(isBlurred || isDirected),
        cutTurned(element, at: filter)
      else {
        if !turnAsPixels(element, filter, by: whole) { sayTurned(element) }
        return
      }
      if isDirected { element["filter"] = "url(#\(turnedCopy(of: filter, by: whole)))" }
    }
  }

  /// Clips an element at its filter's rotated region, because the engine clips at the region's bounding box. Returns
  /// false if the region is unknown.
  private func cutTurned(_ element: XMLElement, at filter: XMLElement) -> Bool {
    // Generated filters have room for everything that they draw.
    if isOwn(filter) { return true }
    guard let region = region(of: filter, for: element) else {
      return !filter.elements.contains { Self.reach(of: $0) > 0 }
    }
    let clip = XMLElement("clipPath", at: element.place)
    let id = freshID()
    clip["id"] = id
    // The existing clip of the element also clips the clip path.
    clip["clip-path"] = element["clip-path"]
    let path = XMLElement("path", at: element.place)
    path["d"] = Shapes.rounded(region, 0, 0).words
    clip.append(path)
    define(clip)
    element["clip-path"] = "url(#\(id))"
    return true
  }

  /// Returns a filter's region in the units of an element; nil if the region is unknown.
  func region(of filter: XMLElement, for element: XMLElement) -> Rect? {
    let isOfPicture = filter["filterUnits"]?.trimmed == "userSpaceOnUse"
    guard let box = isOfPicture ? Rect(0, 0, 1, 1) : shapes.box(of: element) else { return nil }
    func side(_ name: String, _ fallback: Double) -> Double? {
      guard let text = filter[name] else { return isOfPicture ? nil : fallback }
      return CSSLength.pixels(text, of: 1)
    }
    guard let x = side("x", -0.1), let y = side("y", -0.1), let width = side("width", 1.2),
      let height = side("height", 1.2)
    else { return nil }
    return Rect(
      box.x + x * box.width, box.y + y * box.height, width * box.width, height * box.height)
  }

  /// Draws an element upright with its filter, in a pattern with one tile, whose pixels the engine maps by `map` to the
  /// picture. Returns false if the filter's region is unknown.
  private func turnAsPixels(_ element: XMLElement, _ filter: XMLElement, by map: Matrix?) -> Bool {
    guard Shapes.drawn.contains(element.name), element.name != "svg",
      var tile = region(of: filter, for: element), let name = filter["id"],
      filter["primitiveUnits"]?.trimmed != "objectBoundingBox"
    else { return false }
    let isEven = map == nil || map?.uniformScale != nil
    // With these filters, the pixel grid of the engine would be visible.
    let isGridded = filter.elements.contains {
      $0.name == "feTile" || !isEven && $0.name.hasSuffix("Lighting")
    }
    if isGridded { return false }
    var pixel = 1.0
    if let map {
      guard let back = map.inverse else { return false }
      func side(_ name: String) -> Double { root[name].flatMap { CSSLength.pixels($0) } ?? 100 }
      let view = Size(side("width"), side("height"))
      let corners = [
        back.map(0, 0), back.map(view.width, 0), back.map(0, view.height),
        back.map(view.width, view.height),
      ]
      let (xs, ys) = (corners.map(\.x), corners.map(\.y))
      let (x, y) = (max(tile.minX, xs.min()!), max(tile.minY, ys.min()!))
      tile = Rect(x, y, min(tile.maxX, xs.max()!) - x, min(tile.maxY, ys.max()!) - y)
      pixel = 1 / abs(map.a * map.d - map.b * map.c).squareRoot()
    }
    guard tile.width > 0, tile.height > 0, tile.width * tile.height < 1e8 * pixel * pixel else {
      return map != nil && (tile.width <= 0 || tile.height <= 0)
    }
    meter.spend(200, element)
    putInside(element, name)
    element["filter"] = nil
    let id = freshID()
    ownPatterns.insert(id)
    let pattern = XMLElement(
      "pattern", ["id": id, "patternUnits": "userSpaceOnUse"], at: element.place)
    let shown = XMLElement(
      "rect",
      [
        "fill": "url(#\(id))", "fill-opacity": "1", "stroke": "none", "visibility": "visible",
        "x": "\(tile.x)", "y": "\(tile.y)", "width": "\(tile.width)", "height": "\(tile.height)",
      ], at: element.place)
    // The tile is larger than the region, because pixels beside the tile would be visible at its edges.
    let around = tile.insetBy(dx: -2 * pixel, dy: -2 * pixel)
    // The pattern starts at 0, because the engine does not move filters with a pattern's corner.
    pattern["width"] = "\(around.width)"
    pattern["height"] = "\(around.height)"
    pattern["patternTransform"] = "translate(\(around.x) \(around.y))"
    let contents = XMLElement(
      "g", ["transform": "translate(\(-around.x) \(-around.y))"], at: element.place)
    for child in element.elements { contents.append(child) }
    pattern.append(contents)
    element.children = []
    element.append(pattern)
    element.append(shown)
    ids[id] = pattern
    return true
  }

  private func sayTurned(_ element: XMLElement) {
    say("the filter of a turned <\(element.name)> is not turned with it", element)
  }

  /// Returns a copy of a filter with rotated offsets, because the engine scales an offset by the horizontal and
  /// vertical scale of the matrix.
  private func turnedCopy(of filter: XMLElement, by map: Matrix) -> String {
    meter.spend(100 * filter.children.count, filter)
    let copy = filter.copy()
    let id = freshID()
    copy["id"] = id
    let across = (map.a * map.a + map.c * map.c).squareRoot()
    let down = (map.b * map.b + map.d * map.d).squareRoot()
    // Offsets are rounded, because the engine truncates them to whole pixels, and 39.9999 would become 39.
    func whole(_ offset: Double) -> String {
      "\(offset + (offset < 0 ? -1e-4 : offset > 0 ? 1e-4 : 0))"
    }
    for step in copy.elements where step.name == "feOffset" {
      let offset = Self.offset(of: step)
      step["dx"] = whole((map.a * offset.x + map.c * offset.y) / across)
      step["dy"] = whole((map.b * offset.x + map.d * offset.y) / down)
    }
    if isOwn(filter) { ownFilters.insert(id) }
    define(copy)
    return id
  }

  /// Returns the elements that a `use` shows rotated or mirrored.
  private func elementsUsedTurned() -> Set<ObjectIdentifier> {
    elementsUsed { use in
      guard let outer = outerMatrix(of: use), let own = Matrix.read(use["transform"] ?? "") else {
        return false
      }
      return !(outer * own).isUpright
    }
  }

  /// The elements that such a `use` shows.
  private func elementsUsed(by isMeant: (XMLElement) -> Bool) -> Set<ObjectIdentifier> {
    var found: Set<ObjectIdentifier> = []
    func add(_ element: XMLElement) {
      guard found.insert(ObjectIdentifier(element)).inserted else { return }
      for child in element.elements { add(child) }
    }
    root.forEach { element in
      guard element.name == "use" || element.name == "feImage",
        let name = element.href?.dropFirst(), let target = ids[String(name)], isMeant(element)
      else { return }
      add(target)
    }
    return found
  }

  /// Replaces a region that is relative to a box, and narrow compared with the blur, by a region of the picture in a
  /// copy of the filter.
  func fitFilters() {
    root.forEach { element in
      guard !meter.isSpent, let filter = filter(of: element), !isOwn(filter),
        filter["filterUnits"]?.trimmed != "userSpaceOnUse",
        filter["primitiveUnits"]?.trimmed != "objectBoundingBox"
      else { return }
      let blurs = filter.elements.filter { $0.name == "feGaussianBlur" }.map(Self.reach)
      guard let most = blurs.max(), most > 0, let box = shapes.box(of: element),
        let region = region(of: filter, for: element), box.width > 0, box.height > 0
      else { return }
      let room = min(
        box.minX - region.minX, region.maxX - box.maxX, box.minY - region.minY,
        region.maxY - box.maxY)
      guard most > 2 * room, let outer = outerMatrix(of: element),
        let own = Matrix.read(element["transform"] ?? ""), (outer * own).isUpright
      else { return }
      meter.spend(100 * filter.children.count, element)
      let (copy, id) = (filter.copy(), freshID())
      copy["id"] = id
      copy["filterUnits"] = "userSpaceOnUse"
      copy["x"] = "\(region.x)"
      copy["y"] = "\(region.y)"
      copy["width"] = "\(region.width)"
      copy["height"] = "\(region.height)"
      widen(copy)
      define(copy)
      element["filter"] = "url(#\(id))"
    }
  }

  /// Gives each step the filter's region: the engine clips the input of a filter at the filter's region, and browsers clip
  /// the result of each step. If the region is in the picture's units, it is also enlarged by the reach of the steps.
  func widen(_ filter: XMLElement) {
    guard filter["filterUnits"]?.trimmed == "userSpaceOnUse",
      filter["primitiveUnits"]?.trimmed != "objectBoundingBox"
    else { return }
    let sides = ["x", "y", "width", "height"]
    let region = sides.compactMap { filter[$0].flatMap { CSSLength.pixels($0) } }
    let steps = filter.elements.filter { $0.name.hasPrefix("fe") }
    guard region.count == 4, region[2] > 0, region[3] > 0,
      steps.contains(where: { Self.reach(of: $0) > 0 })
    else { return }
    meter.spend(100 * steps.count, filter)
    let room = steps.reduce(1) { $0 + Self.reach(of: $1) }
    for step in steps where step["own:inner"] == nil {
      for (side, value) in zip(sides, region) where step[side] == nil { step[side] = "\(value)" }
      if step.name == "feOffset" { cut(step) }
    }
    for (side, value) in zip(sides, [region[0] - room, region[1] - room]) {
      filter[side] = "\(value)"
    }
    filter["width"] = "\(region[2] + 2 * room)"
    filter["height"] = "\(region[3] + 2 * room)"
  }

  /// The engine fails at regions that extend far beyond the picture: in copies of their filters they are
  /// limited to three times the picture's size. The regions of generated filters are limited to the pixels on
  /// which the picture depends.
  func limitFilters() {
    let side = { [root] (name: String) in root[name].flatMap { CSSLength.pixels($0) } ?? 100 }
    let (width, height) = (side("width"), side("height"))
    let sides = ["x", "y", "width", "height"]
    func region(of element: XMLElement) -> Rect? {
      let own = sides.compactMap { element[$0].flatMap { CSSLength.pixels($0) } }
      return own.count == 4 ? Rect(own[0], own[1], own[2], own[3]) : nil
    }
    let used = elementsUsed { _ in true }
    root.forEach { element in
      guard !meter.isSpent, let filter = filter(of: element),
        filter["filterUnits"]?.trimmed == "userSpaceOnUse",
        filter["primitiveUnits"]?.trimmed != "objectBoundingBox", let whole = region(of: filter),
        let outer = outerMatrix(of: element), let own = Matrix.read(element["transform"] ?? ""),
        case let map = outer * own, let back = map.inverse
      else { return }
      let isTight =
        isOwn(filter) && pixelValues[ObjectIdentifier(filter)] == nil
        && !used.contains(ObjectIdentifier(element))
      guard map.isUpright || isTight else { return }
      let (x, y) = isTight ? (0, 0) : (width, height)
      let corners = [
        back.map(-x, -y), back.map(width + x, -y), back.map(-x, height + y),
        back.map(width + x, height + y),
      ]
      // Two of the picture's pixels are those that cross its edges.
      let room =
        isTight
        ? filter.elements.reduce(2 / (map.uniformScale ?? 1)) { $0 + Self.reach(of: $1) } : 0
      let (xs, ys) = (corners.map(\.x), corners.map(\.y))
      let start = Point(xs.min()! - room, ys.min()! - room)
      let end = Point(xs.max()! + room, ys.max()! + room)
      func cut(_ rect: Rect) -> Rect {
        let (x, y) = (max(rect.minX, start.x), max(rect.minY, start.y))
        return Rect(
          x, y, max(0, min(rect.maxX, end.x) - x), max(0, min(rect.maxY, end.y) - y))
      }
      guard cut(whole) != whole else { return }
      meter.spend(100 * filter.children.count, element)
      let (copy, id) = (filter.copy(), freshID())
      copy["id"] = id
      for one in [copy] + copy.elements {
        guard let rect = region(of: one).map(cut) else { continue }
        for (side, value) in zip(sides, [rect.x, rect.y, rect.width, rect.height]) {
          one[side] = "\(value)"
        }
      }
      if isOwn(filter) { ownFilters.insert(id) }
      define(copy)
      element["filter"] = "url(#\(id))"
    }
  }

  /// Returns the distance from a pixel at which a step reads its input.
  private static func reach(of step: XMLElement) -> Double {
    switch step.name {
    case "feGaussianBlur": 3 * (Numbers.read(step["stdDeviation"] ?? "").max() ?? 0)
    case "feOffset": max(abs(offset(of: step).x), abs(offset(of: step).y))
    case "feMorphology": Numbers.read(step["radius"] ?? "").max() ?? 0
    default: 0
    }
  }
}

extension Matrix {
  /// Whether the matrix neither rotates nor mirrors.
  var isUpright: Bool { b == 0 && c == 0 && a > 0 && d > 0 }
}
