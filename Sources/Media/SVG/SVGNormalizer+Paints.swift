internal import Formats
internal import Scenes

extension SVGNormalizer {
  /// Replaces gradients that the engine draws differently from browsers.
  func mendPaintServers() {
    root.forEach { element in
      for name in ["fill", "stroke"] {
        // A gradient without stops paints nothing, even if the paint has a fallback for a missing gradient.
        guard let (url, rest) = element[name].flatMap({ CSSText.urlAndRest($0) }), !rest.isEmpty,
          let target = ids[String(url.dropFirst())],
          ["linearGradient", "radialGradient"].contains(target.name), stops(of: target).isEmpty
        else { continue }
        element[name] = "none"
      }
      // The engine does not inherit these from other gradients and patterns.
      for (kind, name) in [("Gradient", "gradientTransform"), ("pattern", "patternTransform")]
      where element.name.hasSuffix(kind) && element[name] == nil {
        element[name] = value(name, of: element)
      }
      // A pattern that is scaled to nothing paints nothing, and the fallback is used.
      if element.name == "pattern", let text = element["patternTransform"],
        let matrix = Matrix.read(text), matrix.inverse == nil
      {
        if let id = element["id"] { ids[id] = nil }
        element["id"] = nil
      }
      guard ["linearGradient", "radialGradient"].contains(element.name) else { return }
      let isLinear = inherited("color-interpolation", of: element)?.lowercased() == "linearrgb"
      let isOfOklab = stops(of: element).contains { Self.isOfOklab($0) }
      if isLinear || isOfOklab { mix(element, inLinearLight: isLinear) }
      if element.name == "radialGradient" { mendFocus(element) }
    }
    root.forEach { stop in
      guard Self.isOfOklab(stop), let color = CSSColor.read(stop["stop-color"] ?? "") else {
        return
      }
      stop["stop-color"] = color.hex
    }
  }

  /// Returns whether a gradient with this stop is mixed in Oklab.
  private static func isOfOklab(_ stop: XMLElement) -> Bool {
    stop["stop-color"]?.hasPrefix("color(") == true
  }

  /// Returns the gradient, and the gradients from which it inherits, nearest first.
  func sources(of gradient: XMLElement) -> [XMLElement] {
    var list = [gradient]
    while list.count < 32, let name = list.last?.href?.dropFirst(), let next = ids[String(name)],
      !list.contains(where: { $0 === next })
    { list.append(next) }
    return list
  }

  func value(_ name: String, of gradient: XMLElement) -> String? {
    sources(of: gradient).lazy.compactMap { $0[name] }.first
  }

  private func stops(of gradient: XMLElement) -> [XMLElement] {
    sources(of: gradient).lazy.map { $0.elements.filter { $0.name == "stop" } }
      .first { !$0.isEmpty } ?? []
  }

  private func offset(of stop: XMLElement) -> Double {
    min(max(CSSLength.pixels(stop["offset"] ?? "0", of: 1) ?? 0, 0), 1)
  }

  /// Adds stops that are so close to each other that sRGB between them approximates linear light or Oklab.
  private func mix(_ gradient: XMLElement, inLinearLight isLinear: Bool) {
    let stops = stops(of: gradient)
    guard stops.count > 1 else { return }
    func color(_ stop: XMLElement) -> CSSColor {
      let text = stop["stop-color"] ?? "black"
      var color =
        CSSColor.mixedInOklab(text) ?? CSSColor.read(text) ?? CSSColor(red: 0, green: 0, blue: 0)
      color.alpha *= stop["stop-opacity"].flatMap { CSSLength.pixels($0, of: 1) } ?? 1
      return color
    }
    var made: [XMLElement] = []
    func add(_ offset: Double, _ color: CSSColor) {
      let stop = XMLElement("stop", at: gradient.place)
      stop["offset"] = "\(offset)"
      var solid = color
      solid.alpha = 1
      stop["stop-color"] = solid.hex
      stop["stop-opacity"] = "\(color.alpha)"
      made.append(stop)
    }
    meter.spend(17 * 60 * stops.count, gradient)
    guard !meter.isSpent else { return }
    for (a, b) in zip(stops, stops.dropFirst()) {
      let (from, to) = (offset(of: a), max(offset(of: a), offset(of: b)))
      let (p, q) = (color(a), color(b))
      for i in 0...16 {
        let t = Double(i) / 16
        var mixed = CSSColor.mixed(p, q, t, in: isLinear ? "srgb-linear" : "oklab")
        mixed.alpha = p.alpha * (1 - t) + q.alpha * t
        add(from + (to - from) * t, mixed)
      }
    }
    gradient.children = []
    for stop in made { gradient.append(stop) }
  }

  /// Replaces a gradient that starts on a circle by an equal gradient that starts at the point where all its circles meet.
  private func mendFocus(_ gradient: XMLElement) {
    func number(_ name: String, _ fallback: Double) -> Double {
      value(name, of: gradient).flatMap { CSSLength.pixels($0, of: 1) } ?? fallback
    }
    guard let said = value("fr", of: gradient), let inner = CSSLength.pixels(said, of: 1), inner > 0
    else { return }
    if (value("spreadMethod", of: gradient) ?? "pad") != "pad" {
      say("a radial gradient with both fr and spreadMethod is not drawn", gradient)
      return
    }
    let (cx, cy, r) = (number("cx", 0.5), number("cy", 0.5), number("r", 0.5))
    let (fx, fy) = (number("fx", cx), number("fy", cy))
    guard r > inner else {
      say("the attribute fr, \(said), is ignored, because fr must be less than r", gradient)
      return
    }
    let begin = -inner / (r - inner)
    let point = (x: fx + begin * (cx - fx), y: fy + begin * (cy - fy))
    let distance = ((point.x - cx) * (point.x - cx) + (point.y - cy) * (point.y - cy)).squareRoot()
    if distance >= r {
      say(
        "the attribute fr, \(said), is ignored, "
          + "because the inner circle must be inside the outer circle", gradient)
      return
    }
    let stops = stops(of: gradient)
    meter.spend(20 * stops.count, gradient)
    guard !meter.isSpent else { return }
    let copies = stops.map { $0.copy() }
    for stop in copies { stop["offset"] = "\((offset(of: stop) - begin) / (1 - begin))" }
    gradient.children = []
    for stop in copies { gradient.append(stop) }
    gradient["fx"] = "\(point.x)"
    gradient["fy"] = "\(point.y)"
    gradient["fr"] = "0"
  }
}
