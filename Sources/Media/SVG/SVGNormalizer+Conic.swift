internal import Formats
internal import Scenes

/// Draws conic gradients, which SVG lacks and which Figma writes as the background of an HTML element.
extension SVGNormalizer {
  /// Returns the picture for a `foreignObject` whose only element has a conic gradient as its background; nil for any
  /// other object.
  func conicPicture(in object: XMLElement) -> XMLElement? {
    guard object.elements.count == 1, let box = object.elements.first, !box.hasText,
      box.elements.isEmpty, let style = box["style"]
    else { return nil }
    let declarations = StyleSheet.declarations(style)
    func value(_ name: String) -> String? { declarations.last { $0.name == name }?.value }
    guard let background = value("background") ?? value("background-image"),
      let (name, inside) = CSSText.function(background), name == "conic-gradient",
      let stops = ConicGradient(inside)
    else { return nil }
    func side(_ name: String) -> Double? { object[name].flatMap { CSSLength.pixels($0) } }
    guard let width = side("width"), let height = side("height"), width > 0, height > 0 else {
      return nil
    }
    let (x, y) = (side("x") ?? 0, side("y") ?? 0)
    let group = XMLElement(
      "g", ["shape-rendering": "crispEdges", "stroke": "none"], at: object.place)
    for name in ["transform", "opacity", "clip-path", "mask"] { group[name] = object[name] }
    if let opacity = value("opacity").flatMap({ CSSLength.pixels($0, of: 1) }), opacity < 1 {
      group["opacity"] = "\(max(0, opacity) * (group["opacity"].flatMap { Double($0) } ?? 1))"
    }
    let picture = XMLElement(
      "svg",
      [
        "x": "\(x)", "y": "\(y)", "width": "\(width)", "height": "\(height)",
        "viewBox": "0 0 \(width) \(height)", "overflow": "hidden",
      ], at: object.place)
    let radius = (width * width + height * height).squareRoot()
    let (cx, cy) = (width / 2, height / 2)
    func point(_ turn: Double) -> String {
      let (sine, cosine) = Portable.sineCosine(degrees: turn * 360)
      return "\(cx + radius * sine) \(cy - radius * cosine)"
    }
    let edges = stops.edges
    meter.spend(200 * edges.count, object)
    guard !meter.isSpent else { return nil }
    for (a, b) in zip(edges, edges.dropFirst()) where b - a > 1e-9 {
      let color = stops.color(at: (a + b) / 2)
      var solid = color
      solid.alpha = 1
      picture.append(
        XMLElement(
          "path",
          [
            "d": "M\(cx) \(cy)L\(point(a + stops.start))L\(point((a + b) / 2 + stops.start))"
              + "L\(point(b + stops.start))Z",
            "fill": solid.hex, "fill-opacity": "\(color.alpha)",
          ], at: object.place))
    }
    group.append(picture)
    return group
  }
}

/// The stops of a conic gradient; their positions are in turns from the start angle.
private struct ConicGradient {
  /// The start angle in turns, clockwise from the top.
  var start = 0.0
  private var stops: [(place: Double, color: CSSColor)] = []

  /// Parses `from … , color position, …`; nil if the text is invalid, or the centre is not in the middle.
  init?(_ text: String) {
    var parts = CSSText.split(text, at: ",").map(\.trimmed)
    if let first = parts.first, first.hasPrefix("from ") {
      let words = CSSText.words(first)
      guard words.count == 2, let angle = CSSColor.degrees(words[1].lowercased()) else {
        return nil
      }
      start = angle / 360
      parts.removeFirst()
    }
    var places: [(place: Double?, color: CSSColor)] = []
    for part in parts {
      let words = CSSText.words(part)
      guard let first = words.first, let color = CSSColor.read(first), words.count <= 3 else {
        return nil
      }
      let own = words.dropFirst().map { word in
        word.hasSuffix("%")
          ? Double(word.dropLast()).map { $0 / 100 }
          : CSSColor.degrees(word.lowercased()).map { $0 / 360 }
      }
      if own.contains(where: { $0 == nil }) { return nil }
      places += own.isEmpty ? [(nil, color)] : own.map { ($0, color) }
    }
    guard places.count > 1 else { return nil }
    places[0].place = places[0].place ?? 0
    places[places.count - 1].place = places[places.count - 1].place ?? 1
    // Stops without a position are spread evenly between stops with a position, and no position is less than an earlier
    // one.
    var known = 0
    for index in places.indices where places[index].place != nil {
      let (from, to) = (places[known].place!, max(places[known].place!, places[index].place!))
      for between in known + 1..<max(known + 1, index) {
        let part = Double(between - known) / Double(index - known)
        places[between].place = from + (to - from) * part
      }
      places[index].place = to
      known = index
    }
    stops = places.map { ($0.place!, $0.color) }
  }

  /// The angles at which one wedge ends and the next wedge starts; each wedge has one colour.
  var edges: [Double] {
    let even = (0...720).map { Double($0) / 720 }
    return (even + stops.map { min(max($0.place, 0), 1) }).sorted()
  }

  /// Returns the colour at a fraction of a turn, interpolated in premultiplied form as CSS specifies.
  func color(at turn: Double) -> CSSColor {
    guard let after = stops.firstIndex(where: { $0.place > turn }) else { return stops.last!.color }
    guard after > 0 else { return stops[0].color }
    let (a, b) = (stops[after - 1], stops[after])
    let part = (turn - a.place) / (b.place - a.place)
    let alpha = a.color.alpha + (b.color.alpha - a.color.alpha) * part
    func mix(_ p: Double, _ q: Double) -> Double {
      alpha > 0
        ? (p * a.color.alpha * (1 - part) + q * b.color.alpha * part) / alpha : 0
    }
    return CSSColor(
      red: mix(a.color.red, b.color.red), green: mix(a.color.green, b.color.green),
      blue: mix(a.color.blue, b.color.blue), alpha: alpha)
  }
}
