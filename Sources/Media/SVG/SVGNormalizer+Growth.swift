internal import Formats

extension SVGNormalizer {
  /// The maximum number of elements of a file after all references are expanded.
  private static let mostShown = 500_000.0

  /// The properties that draw their targets; markers are drawn once for each corner.
  private static let drawing = [
    "clip-path", "fill", "filter", "marker-end", "marker-mid", "marker-start", "mask", "stroke",
  ]

  /// Refuses a file in which nested references multiply the work beyond the limit.
  func refuseGrowth() throws(VectorError) {
    var known: [ObjectIdentifier: Double] = [:]
    var worst = (place: root.place, sum: 0.0)
    func count(_ element: XMLElement, depth: Int) -> Double {
      if let count = known[ObjectIdentifier(element)] { return count }
      // An element that refers to itself draws nothing.
      known[ObjectIdentifier(element)] = 0
      guard depth < 1000 else { return 0 }
      var children = 0.0
      for child in element.elements { children += count(child, depth: depth + 1) }
      var sum = 1 + children
      if element.name == "use" || element.name == "feImage", let target = target(element.href) {
        sum += count(target, depth: depth + 1)
      }
      for name in Self.drawing {
        guard let value = element[name], let target = target(CSSText.url(value)),
          !target.name.hasSuffix("Gradient")
        else { continue }
        // Shapes in a group inherit the group's paints and markers.
        let isTakenOver = Properties.inherited.contains(name)
        let corners = name == "marker-mid" ? Self.corners(of: element) : 1
        let times = isTakenOver ? max(1, children) * corners : 1
        sum += times * count(target, depth: depth + 1)
      }
      if sum > worst.sum, worst.sum <= Self.mostShown { worst = (element.place, sum) }
      known[ObjectIdentifier(element)] = sum
      return sum
    }
    if count(root, depth: 0) > Self.mostShown {
      throw VectorError(
        place: worst.place,
        message: "with all references expanded, the picture has more than 500000 elements"
      )
    }
  }

  private func target(_ reference: String?) -> XMLElement? {
    guard let reference, reference.hasPrefix("#") else { return nil }
    return ids[String(reference.dropFirst())]
  }

  /// Returns the approximate maximum number of corners in a shape's data.
  private static func corners(of element: XMLElement) -> Double {
    Double(max(1, (element["d"]?.utf8.count ?? 0) / 4 + (element["points"]?.utf8.count ?? 0) / 4))
  }
}
