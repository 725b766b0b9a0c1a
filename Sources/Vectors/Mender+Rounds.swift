/// Circles and arcs: the engine's own are up to a twentieth of a pixel beside where they should lie.
extension Mender {
  /// Circles, ellipses, rounded corners and the arcs of paths become cubic curves of an eighth of a turn each,
  /// which are within a millionth of their radius.
  func mendRounds() {
    var written: Set<ObjectIdentifier> = []
    root.forEach { element in
      // Letters run along paths alone.
      guard element.name == "textPath", let name = element.href?.dropFirst() else { return }
      if let target = ids[String(name)] { written.insert(ObjectIdentifier(target)) }
    }
    root.forEach { element in
      guard isRound(element), !written.contains(ObjectIdentifier(element)),
        let outline = shapes.outline(of: element), !outline.steps.isEmpty
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

  private func isRound(_ element: XMLElement) -> Bool {
    switch element.name {
    case "circle", "ellipse": true
    case "rect": element["rx"] != nil || element["ry"] != nil
    case "path":
      element["d"]?.utf8.contains { $0 | 0x20 == UInt8(ascii: "a") } == true && !hasMarkers(element)
    default: false
    }
  }

  /// The engine makes several curves of a long arc too, and puts a marker at the end of each.
  private func hasMarkers(_ path: XMLElement) -> Bool {
    guard (inherited("marker-mid", of: path) ?? "none") != "none" else { return false }
    say("markers in the middle of a path with arcs may be more than browsers draw", path)
    return true
  }
}
