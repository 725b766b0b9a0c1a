internal import Formats

/// Replaces circles and arcs, because the engine's own circles and arcs are wrong by up to a twentieth of a
/// pixel.
extension SVGNormalizer {
  /// Replaces circles, ellipses, rounded corners and the arcs of paths by cubic curves of an eighth of a turn each,
  /// with an error of at most a millionth of their radius.
  func mendRounds() {
    straightenTextPaths()
    root.forEach { element in
      guard isRound(element), let outline = shapes.outline(of: element), !outline.steps.isEmpty
      else { return }
      meter.spend(40 * outline.steps.count, element)
      guard !meter.isSpent else { return }
      element["d"] = outline.words
      guard element.name != "path" else { return }
      element.name = "path"
      for name in ["x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"] { element[name] = nil }
      for name in ["marker-start", "marker-mid", "marker-end"] { element[name] = "none" }
    }
  }

  /// Replaces the paths that texts follow by straight pieces with the length that browsers measure, because the engine
  /// measures the pieces' own length.
  private func straightenTextPaths() {
    var followers: [(text: XMLElement, path: XMLElement)] = []
    root.forEach { element in
      guard element.name == "textPath", let name = element.href?.dropFirst() else { return }
      // A text can follow only paths.
      if let path = ids[String(name)], path.name == "path" { followers.append((element, path)) }
    }
    let pathCount = Set(followers.map { ObjectIdentifier($0.path) }).count
    let pieces = min(8192, 1 + Self.mostPieces / max(1, pathCount))
    var made: [ObjectIdentifier: String] = [:]
    for (text, path) in followers {
      guard let outline = shapes.outline(of: path), !meter.isSpent else { continue }
      let id = made[ObjectIdentifier(path)] ?? freshID()
      text["xlink:href"] = nil
      text["href"] = "#" + id
      guard made.updateValue(id, forKey: ObjectIdentifier(path)) == nil else { continue }
      let straight = XMLElement("path", path.attributes, at: path.place)
      let measured = outline.asBrowsersMeasure(pieces: pieces)
      meter.spend(40 * measured.steps.count, text)
      straight["d"] = measured.words
      straight["id"] = id
      define(straight)
    }
  }

  /// The number of pieces along which all letters of a picture are placed.
  private static let mostPieces = 100_000

  private func isRound(_ element: XMLElement) -> Bool {
    switch element.name {
    case "circle", "ellipse": true
    case "rect": element["rx"] != nil || element["ry"] != nil
    case "path":
      element["d"]?.utf8.contains { $0 | 0x20 == UInt8(ascii: "a") } == true && !hasMarkers(element)
    default: false
    }
  }

  /// Returns whether a path has markers: the engine divides a long arc into several curves too, and draws a marker at
  /// the end of each.
  private func hasMarkers(_ path: XMLElement) -> Bool {
    guard (inherited("marker-mid", of: path) ?? "none") != "none" else { return false }
    say("arcs in the middle of a path may have more markers than in browsers", path)
    return true
  }

  /// Reports markers that the engine draws differently: at the start and end of a closed shape the engine orients a
  /// marker along one of the two lines there, and in the middle of a path it draws no marker where a subpath closes.
  func checkMarkers() {
    root.forEach { element in
      // Browsers draw no markers on basic shapes.
      if ["circle", "ellipse", "rect"].contains(element.name), isMarked(element) {
        for name in ["marker-start", "marker-mid", "marker-end"] { element[name] = "none" }
      }
      guard ["path", "polygon"].contains(element.name), isMarked(element),
        let parts = shapes.outline(of: element)?.parts, let first = parts.first, !meter.isSpent
      else { return }
      let isTurned =
        isMarked(element, "marker-start", "auto") && first.turnsWhereItCloses
        || isMarked(element, "marker-end", "auto") && parts.last!.turnsWhereItCloses
      if isTurned {
        say(
          "a marker at the start of a closed <\(element.name)> is not turned as in browsers",
          element)
      }
      if isMarked(element, "marker-mid"), parts.dropLast().contains(where: \.isClosed) {
        say(
          "a marker at the point where a part of a <\(element.name)> closes is not drawn", element)
      }
    }
  }

  private func isMarked(_ element: XMLElement) -> Bool {
    ["marker-start", "marker-mid", "marker-end"].contains { isMarked(element, $0) }
  }

  /// Returns whether the element has a visible marker, oriented by `orient`.
  private func isMarked(_ element: XMLElement, _ name: String, _ orient: String = "") -> Bool {
    guard let value = inherited(name, of: element), let url = CSSText.url(value),
      let marker = ids[String(url.dropFirst())]
    else { return false }
    return marker.name == "marker" && (marker["orient"] ?? "").hasPrefix(orient)
  }
}

extension Outline {
  /// A subpath between two moves.
  struct Part {
    var isClosed = false
    fileprivate var points: [(x: Double, y: Double)] = []

    /// Whether the last line and the first line of the subpath have different directions.
    var turnsWhereItCloses: Bool {
      guard isClosed, let start = points.first else { return false }
      func isApart(_ p: (x: Double, y: Double)) -> Bool {
        abs(p.x - start.x) + abs(p.y - start.y) > 1e-9
      }
      guard let next = points.first(where: isApart), let last = points.last(where: isApart) else {
        return false
      }
      let (a, b) = ((next.x - start.x, next.y - start.y), (start.x - last.x, start.y - last.y))
      let lengths = ((a.0 * a.0 + a.1 * a.1) * (b.0 * b.0 + b.1 * b.1)).squareRoot()
      return a.0 * b.0 + a.1 * b.1 < 0.9998 * lengths
    }
  }

  /// The subpaths, each with the points of its segments.
  var parts: [Part] {
    var parts: [Part] = []
    for step in steps {
      switch step {
      case .move(let x, let y): parts.append(Part(points: [(x, y)]))
      case .line(let x, let y): parts[parts.count - 1].points.append((x, y))
      case .curve(let ax, let ay, let bx, let by, let x, let y):
        parts[parts.count - 1].points += [(ax, ay), (bx, by), (x, y)]
      case .close: parts[parts.count - 1].isClosed = true
      }
    }
    return parts
  }
}
