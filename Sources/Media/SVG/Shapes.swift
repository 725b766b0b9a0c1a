internal import Formats
internal import Scenes

/// Computes the outlines and boxes of elements.
struct Shapes {
  let ids: [String: XMLElement]
  let meter: ComplexityBudget

  /// Returns the size to which percentages refer, which is the size of the nearest viewBox.
  func viewport(of element: XMLElement) -> Size {
    var at: XMLElement? = element.name == "svg" ? element.parent : element
    while let one = at, !meter.isSpent {
      meter.spend(1 + (one["viewBox"]?.utf8.count ?? 0), element)
      if one.name == "svg" || one.name == "symbol" {
        let box = Numbers.read(one["viewBox"] ?? "")
        if box.count == 4, box[2] > 0, box[3] > 0 { return Size(box[2], box[3]) }
        if one.name == "svg", let width = one["width"].flatMap({ CSSLength.pixels($0) }),
          let height = one["height"].flatMap({ CSSLength.pixels($0) })
        {
          return Size(width, height)
        }
      }
      at = one.parent
    }
    return Size(100, 100)
  }

  static func length(_ element: XMLElement, _ name: String, of whole: Double) -> Double? {
    element[name].flatMap { CSSLength.pixels($0, of: whole) }
  }

  /// Returns the outline of a basic shape or path; nil for all other elements.
  func outline(of element: XMLElement) -> Outline? {
    meter.spend(
      10 + (element["d"]?.utf8.count ?? 0) + (element["points"]?.utf8.count ?? 0), element)
    guard !meter.isSpent else { return nil }
    let view = viewport(of: element)
    let diagonal = ((view.width * view.width + view.height * view.height) / 2).squareRoot()
    func x(_ name: String) -> Double { Self.length(element, name, of: view.width) ?? 0 }
    func y(_ name: String) -> Double { Self.length(element, name, of: view.height) ?? 0 }
    switch element.name {
    case "path": return Outline(path: element["d"] ?? "")
    case "rect", "image", "foreignObject":
      let (width, height) = (x("width"), y("height"))
      guard width > 0, height > 0 else { return Outline(path: "") }
      let rx = element.name == "rect" ? Self.length(element, "rx", of: view.width) : 0
      let ry = element.name == "rect" ? Self.length(element, "ry", of: view.height) : 0
      return Self.rounded(
        Rect(x("x"), y("y"), width, height), min(max(rx ?? ry ?? 0, 0), width / 2),
        min(max(ry ?? rx ?? 0, 0), height / 2))
    case "circle", "ellipse":
      var rx =
        element.name == "circle"
        ? Self.length(element, "r", of: diagonal) : Self.length(element, "rx", of: view.width)
      var ry = element.name == "circle" ? rx : Self.length(element, "ry", of: view.height)
      rx = rx ?? ry ?? 0
      ry = ry ?? rx ?? 0
      return Self.ellipse(x("cx"), y("cy"), rx!, ry!)
    case "line":
      return Outline(path: "M\(x("x1")) \(y("y1"))L\(x("x2")) \(y("y2"))")
    case "polygon", "polyline":
      let points = Numbers.read(element["points"] ?? "")
      guard points.count >= 2 else { return Outline(path: "") }
      let even = points.prefix(points.count / 2 * 2).map { "\($0)" }.joined(separator: " ")
      return Outline(path: "M" + even + (element.name == "polygon" ? "Z" : ""))
    default: return nil
    }
  }

  static func ellipse(_ cx: Double, _ cy: Double, _ rx: Double, _ ry: Double) -> Outline {
    guard rx > 0, ry > 0 else { return Outline(path: "") }
    return Outline(
      path:
        "M\(cx + rx) \(cy)A\(rx) \(ry) 0 0 1 \(cx) \(cy + ry)A\(rx) \(ry) 0 0 1 \(cx - rx) \(cy)"
        + "A\(rx) \(ry) 0 0 1 \(cx) \(cy - ry)A\(rx) \(ry) 0 0 1 \(cx + rx) \(cy)Z")
  }

  static func rounded(_ r: Rect, _ rx: Double, _ ry: Double) -> Outline {
    if rx <= 0 || ry <= 0 {
      return Outline(path: "M\(r.minX) \(r.minY)H\(r.maxX)V\(r.maxY)H\(r.minX)Z")
    }
    return Outline(
      path: "M\(r.minX + rx) \(r.minY)H\(r.maxX - rx)A\(rx) \(ry) 0 0 1 \(r.maxX) \(r.minY + ry)"
        + "V\(r.maxY - ry)A\(rx) \(ry) 0 0 1 \(r.maxX - rx) \(r.maxY)H\(r.minX + rx)"
        + "A\(rx) \(ry) 0 0 1 \(r.minX) \(r.maxY - ry)V\(r.minY + ry)"
        + "A\(rx) \(ry) 0 0 1 \(r.minX + rx) \(r.minY)Z")
  }

  /// Returns the box of an element in its own coordinates; nil if the box is unknown, as for text.
  func box(of element: XMLElement, depth: Int = 0) -> Rect? {
    if let outline = outline(of: element) { return outline.bounds }
    guard depth < 32, !meter.isSpent else { return nil }
    var inner: [XMLElement] = []
    switch element.name {
    case "g", "a", "svg", "switch": inner = element.elements
    case "use":
      guard let name = element.href?.dropFirst(), let target = ids[String(name)] else { return nil }
      inner = [target]
    default: return nil
    }
    var whole: Rect?
    for child in inner where Self.drawn.contains(child.name) {
      guard let own = box(of: child, depth: depth + 1) else { return nil }
      meter.spend(10 + (child["transform"]?.utf8.count ?? 0), element)
      var matrix = child["transform"].flatMap { Matrix.read($0) } ?? Matrix()
      if child.name == "svg" { matrix = matrix * viewMatrix(of: child) }
      if element.name == "use" {
        let (x, y) = (
          Self.length(element, "x", of: 0) ?? 0, Self.length(element, "y", of: 0) ?? 0
        )
        matrix = .translation(x, y) * matrix
      }
      let corners = [
        matrix.map(own.minX, own.minY), matrix.map(own.maxX, own.minY),
        matrix.map(own.minX, own.maxY), matrix.map(own.maxX, own.maxY),
      ]
      let (xs, ys) = (corners.map(\.x), corners.map(\.y))
      let mapped = Rect(
        xs.min()!, ys.min()!, xs.max()! - xs.min()!, ys.max()! - ys.min()!)
      whole = whole.map { $0.union(mapped) } ?? mapped
    }
    return whole
  }

  /// Returns the matrix from an `svg`'s own units to the units of its parent, or to pixels.
  func viewMatrix(of svg: XMLElement) -> Matrix {
    let view = Numbers.read(svg["viewBox"] ?? "")
    let isRoot = svg.parent == nil
    let outer = isRoot ? Size(100, 100) : viewport(of: svg)
    let x = isRoot ? 0 : Self.length(svg, "x", of: outer.width) ?? 0
    let y = isRoot ? 0 : Self.length(svg, "y", of: outer.height) ?? 0
    guard view.count == 4, view[2] > 0, view[3] > 0 else { return .translation(x, y) }
    let width = Self.length(svg, "width", of: outer.width) ?? (isRoot ? view[2] : outer.width)
    let height = Self.length(svg, "height", of: outer.height) ?? (isRoot ? view[3] : outer.height)
    return .translation(x, y)
      * ViewBox.matrix(view, width: width, height: height, svg["preserveAspectRatio"])
  }

  /// The elements that are drawn where they are in the file.
  static let drawn: Set<String> = [
    "a", "circle", "ellipse", "foreignObject", "g", "image", "line", "path", "polygon", "polyline",
    "rect", "svg", "switch", "text", "use",
  ]
}
