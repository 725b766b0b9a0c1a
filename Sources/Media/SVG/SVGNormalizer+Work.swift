internal import Formats
internal import Scenes

/// Estimates the cost of filters, so that a picture is drawn without a filter that would take too long.
extension SVGNormalizer {
  /// The cost of an element's filter for each pixel, where `scale` pixels are one of the element's units.
  struct FilterCost {
    let element: XMLElement
    /// In the picture's own units; nil where it may be all of the picture.
    var area: Double?
    var scale = 1.0
    /// Operations for each pixel that are so many at every size.
    var fixed = 0.0
    /// Sides of windows in the element's units, each of whose pixels is looked at.
    var windows: [(across: Double, down: Double)] = []
  }

  /// About a second of work.
  private static let mostOperations = 1e9

  /// The costs of all filters.
  func findFilterCosts() {
    filterCosts = []
    root.forEach { element in
      guard !meter.isSpent, let url = element["filter"].flatMap({ CSSText.url($0) }),
        let filter = ids[String(url.dropFirst())], filter.name == "filter"
      else { return }
      meter.spend(20 * filter.children.count, element)
      var cost = FilterCost(element: element)
      if let outer = outerMatrix(of: element), let own = Matrix.read(element["transform"] ?? "") {
        let whole = outer * own
        cost.scale = abs(whole.a * whole.d - whole.b * whole.c).squareRoot()
        cost.area = region(of: filter, for: element).map {
          $0.width * $0.height * cost.scale * cost.scale
        }
      }
      for step in filter.elements {
        switch step.name {
        case "feMorphology":
          let radii = Numbers.read(step["radius"] ?? "").map { max(0, $0) }
          let box = filter["primitiveUnits"]?.trimmed == "objectBoundingBox"
          let unit = box ? shapes.box(of: element) ?? Rect(0, 0, 100, 100) : Rect(0, 0, 1, 1)
          cost.windows.append(
            ((radii.first ?? 0) * 2 * unit.width, (radii.last ?? 0) * 2 * unit.height))
        case "feConvolveMatrix":
          let order = Numbers.read(step["order"] ?? "3")
          cost.fixed += 4 * (order.first ?? 3) * (order.last ?? 3)
        case "feTurbulence":
          cost.fixed += 60 * min(max(step["numOctaves"].flatMap { Double($0) } ?? 1, 1), 10)
        case "feGaussianBlur", "feDiffuseLighting", "feSpecularLighting", "feDropShadow":
          cost.fixed += 30
        default: cost.fixed += 6
        }
      }
      filterCosts.append(cost)
    }
  }

  /// The elements whose filters are left out so that the others take no more work than one drawing may.
  func costlyFilters(density: Double, width: Double, height: Double) -> [XMLElement] {
    let costs = filterCosts.map { cost in
      let area = min((cost.area ?? .infinity) * density * density, width * height)
      let scale = cost.scale * density
      let windows = cost.windows.reduce(0) {
        $0 + min(max(1, $1.across * scale), width) * min(max(1, $1.down * scale), height)
      }
      return (element: cost.element, work: area * (cost.fixed + 3 * windows))
    }.sorted { $0.work < $1.work }
    var sum = 0.0
    return costs.compactMap { element, work in
      sum += work
      return sum > Self.mostOperations || !work.isFinite ? element : nil
    }
  }
}
