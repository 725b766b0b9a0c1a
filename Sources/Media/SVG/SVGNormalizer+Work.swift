internal import Formats
internal import Scenes

/// Estimates the cost of filters and gradients. A filter that would take too long is left out, and a picture is refused
/// if the rest takes too long.
extension SVGNormalizer {
  /// The cost of an element's filter for each pixel; `scale` is the number of pixels for one unit of the element.
  struct FilterCost {
    let element: XMLElement
    /// The area of the filter in the picture's units; nil if the area may be the whole picture.
    var area: Double?
    var scale = 1.0
    /// The area of the bounding box of the filter's region; the engine filters this whole box if the region is rotated.
    var box: Double?
    /// The number of operations for each pixel that do not depend on the size of windows.
    var fixed = 0.0
    /// The units of `RenderCost` for each pixel, without the units for windows.
    var units = 25.0
    /// The sides of the filter's windows, in the element's units; the engine reads each pixel of a window.
    var windows: [(across: Double, down: Double)] = []

    /// Returns the number of pixels in all windows; each window is at most as large as the picture.
    func windowArea(density: Double, _ width: Double, _ height: Double) -> Double {
      windows.reduce(0) {
        $0 + min(max(1, $1.across * scale * density), width)
          * min(max(1, $1.down * scale * density), height)
      }
    }
  }

  /// The cost of a shape that is painted with a gradient.
  struct GradientCost {
    /// The painted area in the picture's units.
    var area: Double
    var stops: Int
  }

  /// The maximum number of operations, which take about a second.
  private static let mostOperations = 1e9

  /// Computes the costs of all filters.
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
        let region = region(of: filter, for: element)
        cost.area = region.map { $0.width * $0.height * cost.scale * cost.scale }
        cost.box = region.map { Self.boxArea(of: $0, by: whole) }
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
          cost.units += 2 * (order.first ?? 3) * (order.last ?? 3)
        case "feTurbulence":
          let octaves = min(max(step["numOctaves"].flatMap { Double($0) } ?? 1, 1), 10)
          cost.fixed += 60 * octaves
          cost.units += 75 * octaves
        case "feGaussianBlur", "feDropShadow":
          cost.fixed += 30
          // The engine blurs by a recursive filter in floating point if the deviation is small, and otherwise by three
          // boxes.
          let narrow = Numbers.read(step["stdDeviation"] ?? "").contains { $0 * cost.scale < 2 }
          cost.units += narrow ? 300 : 110
        case "feDiffuseLighting", "feSpecularLighting":
          cost.fixed += 30
          cost.units += 20
        default:
          cost.fixed += 6
          cost.units += 8
        }
      }
      filterCosts.append(cost)
    }
  }

  /// Returns the area of the bounding box of a rectangle after a transform.
  private static func boxArea(of rect: Rect, by map: Matrix) -> Double {
    (abs(map.a) * rect.width + abs(map.c) * rect.height)
      * (abs(map.b) * rect.width + abs(map.d) * rect.height)
  }

  /// Computes the costs of all gradients.
  func findGradientCosts() {
    gradientCosts = []
    elementCount = 0
    root.forEach { element in
      elementCount += 1
      guard !meter.isSpent, Self.stroked.contains(element.name) else { return }
      for name in ["fill", "stroke"] {
        guard let url = inherited(name, of: element).flatMap({ CSSText.url($0) }),
          let stops = stopCount(of: String(url.dropFirst())), let box = shapes.box(of: element)
        else { continue }
        let map =
          (outerMatrix(of: element) ?? Matrix())
          * (Matrix.read(element["transform"] ?? "") ?? Matrix())
        let area =
          name == "fill"
          ? box.width * box.height : 2 * strokeWidth(of: element) * (box.width + box.height)
        gradientCosts.append(
          GradientCost(area: area * abs(map.a * map.d - map.b * map.c), stops: stops))
      }
    }
  }

  /// Returns the number of stops of a gradient, which may inherit stops from another gradient; nil if no gradient has
  /// the name.
  private func stopCount(of name: String) -> Int? {
    var next = ids[name]
    for _ in 0..<8 {
      guard let gradient = next, gradient.name.hasSuffix("Gradient") else { return nil }
      meter.spend(1, gradient)
      if !gradient.elements.isEmpty { return gradient.elements.count }
      next = gradient.href.flatMap { ids[String($0.dropFirst())] }
    }
    return nil
  }

  /// Returns the units of `RenderCost` for reading all elements and drawing width × height samples without some filters;
  /// `density` samples are one unit of the picture. For each sample, the engine searches all stops of a gradient.
  func drawingWork(
    density: Double, width: Double, height: Double, without filters: [XMLElement]
  ) -> Double {
    let whole = width * height
    let read = 20_000 * Double(elementCount)
    let painted = gradientCosts.reduce(read) {
      $0 + min($1.area * density * density, whole) * (20 + 0.3 * Double($1.stops))
    }
    let left = Set(filters.map(ObjectIdentifier.init))
    return filterCosts.reduce(painted) { sum, cost in
      guard !left.contains(ObjectIdentifier(cost.element)) else { return sum }
      // The engine filters an area that extends at most two widths and two heights beyond the picture.
      let area = cost.box.map { min($0 * density * density, 25 * whole) } ?? whole
      let windows = cost.windowArea(density: density, width, height)
      return sum + area * (cost.units + 1.1 * windows)
    }
  }

  /// Returns the elements whose filters are left out so that the remaining filters take no more work than one drawing may.
  func costlyFilters(density: Double, width: Double, height: Double) -> [XMLElement] {
    let costs = filterCosts.map { cost in
      let area = min((cost.area ?? .infinity) * density * density, width * height)
      let windows = cost.windowArea(density: density, width, height)
      return (element: cost.element, work: area * (cost.fixed + 3 * windows))
    }.sorted { $0.work < $1.work }
    var sum = 0.0
    return costs.compactMap { element, work in
      sum += work
      return sum > Self.mostOperations || !work.isFinite ? element : nil
    }
  }
}
