internal import Formats
internal import Scenes

/// Finds the values of filters that depend on the size of a drawn pixel.
extension SVGNormalizer {
  /// Describes how an element's values depend on the size of a drawn pixel.
  struct PixelValues {
    /// The text of a value that means one drawn pixel, forwards or backwards.
    static let pixel = "pixel"
    /// The number of the picture's pixels for each unit of the element.
    let scale: Size
    /// The distance in drawn pixels by which the element is moved, horizontally and vertically.
    var shift = 0.0
    /// The radii of the morphology that contains the element.
    var radii: [Double] = []
    /// A horizontal distance in the picture's own pixels, which is rounded up to whole drawn pixels.
    var stride = 0.0

    /// Returns whether the step has no effect: browsers round radii to whole pixels, and both radii round to 0.
    func isPassing(pixel: Size) -> Bool {
      guard let first = radii.first, let last = radii.last else { return false }
      return first * scale.width < pixel.width / 2 && last * scale.height < pixel.height / 2
    }

    /// Returns an attribute's value if a drawn pixel has the size `pixel` in the picture's own units; nil if the value
    /// does not depend on this size.
    func value(_ name: String, _ text: String, pixel: Size) -> String? {
      let unit = Size(pixel.width / scale.width, pixel.height / scale.height)
      if stride > 0 {
        let count = (stride / pixel.width).rounded(.up) + 1
        switch name {
        case "transform": return Matrix.translation(count * unit.width, 0).words
        case "dx": return "\(-(count + 0.25) * unit.width)"
        case "width": return Double(text).map { "\($0 + count * unit.width)" }
        default: return nil
        }
      }
      switch name {
      case "radius":
        let radii = text == Self.pixel ? [0] : Numbers.read(text)
        guard let first = radii.first, let last = radii.last else { return nil }
        // The engine rounds a radius up.
        func whole(_ radius: Double, _ unit: Double) -> Double {
          (max(1, (radius / unit).rounded()) - 0.25) * unit
        }
        return "\(whole(first, unit.width)) \(whole(last, unit.height))"
      // The engine truncates these values to whole pixels.
      case "dx", "dy":
        let size = name == "dx" ? unit.width : unit.height
        return text == Self.pixel ? isPassing(pixel: pixel) ? "0" : "\(-1.25 * size)" : nil
      case "transform": return Matrix.translation(shift * unit.width, shift * unit.height).words
      case "x", "pointsAtX": return Double(text).map { "\($0 + shift * unit.width)" }
      case "y", "pointsAtY": return Double(text).map { "\($0 + shift * unit.height)" }
      default: return nil
      }
    }
  }

  /// Finds the values that depend on the size of a drawn pixel.
  func findPixelValues() {
    root.forEach { element in
      guard !meter.isSpent, let filter = filter(of: element),
        pixelValues[ObjectIdentifier(filter)] == nil,
        filter["primitiveUnits"]?.trimmed != "objectBoundingBox",
        let outer = outerMatrix(of: element), let own = Matrix.read(element["transform"] ?? ""),
        case let map = outer * own, map.isUpright
      else { return }
      let scale = Size(map.a, map.d)
      for step in filter.elements
      where step.name == "feMorphology" && pixelValues[ObjectIdentifier(step)] == nil {
        evenOut(step, scale)
      }
      // The engine samples the light of a pixel at the pixel's corner, and browsers sample it at the centre.
      for light in filter.elements.flatMap(\.elements) where Self.isNear(light) {
        pixelValues[ObjectIdentifier(light)] = PixelValues(scale: scale, shift: -0.5)
      }
      if filter.elements.contains(where: { $0.name == "feTurbulence" }) {
        moveNoise(of: element, filter, scale)
      }
    }
  }

  private static func isNear(_ light: XMLElement) -> Bool {
    light.name == "fePointLight" || light.name == "feSpotLight"
  }

  /// Adds a second step to a window: the engine's window has one pixel less on one side than on the other, so its input
  /// is moved by a pixel, and the second step covers one more pixel.
  private func evenOut(_ step: XMLElement, _ scale: Size) {
    let radii = Numbers.read(step["radius"] ?? "")
    guard (1...2).contains(radii.count), radii.allSatisfy({ $0 > 0 }) else { return }
    meter.spend(200, step)
    let moved = XMLElement(
      "feOffset", ["dx": PixelValues.pixel, "dy": PixelValues.pixel], at: step.place)
    let uneven = XMLElement("feMorphology", at: step.place)
    moved["in"] = step["in"]
    (uneven["operator"], uneven["radius"]) = (step["operator"], step["radius"])
    for one in [moved, uneven] {
      one["color-interpolation-filters"] = step["color-interpolation-filters"]
      one["result"] = freshID()
    }
    uneven["in"] = moved["result"]
    (step["in"], step["radius"]) = (uneven["result"], PixelValues.pixel)
    for one in [moved, uneven, step] {
      pixelValues[ObjectIdentifier(one)] = PixelValues(scale: scale, radii: radii)
    }
    let (across, down) = (radii[0] * scale.width, (radii.last ?? 0) * scale.height)
    if across < 0.5 && down >= 0.5 || down < 0.5 && across >= 0.5 {
      say("a radius of <feMorphology> below half a pixel is taken as half a pixel", step)
    }
    step.replace(with: [moved, uneven, step])
  }

  /// Moves noise: the engine samples the noise of a pixel at the pixel's corner, and browsers one whole pixel further. The
  /// filter is therefore applied to a group that is moved by a pixel, and the group's contents and regions are moved back.
  private func moveNoise(of element: XMLElement, _ filter: XMLElement, _ scale: Size) {
    guard Shapes.drawn.contains(element.name), element.name != "svg" else { return }
    meter.spend(200 * filter.children.count, element)
    let (copy, id) = (filter.copy(), freshID())
    copy["id"] = id
    let isOfBox = filter["filterUnits"]?.trimmed != "userSpaceOnUse"
    var isKnown = isOfBox || ["x", "y"].allSatisfy { filter[$0] != nil }
    copy.forEach { one in
      if one === copy, isOfBox { return }
      pixelValues[ObjectIdentifier(one)] = PixelValues(
        scale: scale, shift: Self.isNear(one) ? 0.5 : 1)
      for name in ["x", "y", "pointsAtX", "pointsAtY"] {
        isKnown = isKnown && one[name].map { Double($0) != nil } ?? true
      }
    }
    guard isKnown, !meter.isSpent else { return }
    pixelValues[ObjectIdentifier(copy)] = PixelValues(scale: scale, shift: isOfBox ? 0 : 1)
    if isOwn(filter) { ownFilters.insert(id) }
    define(copy)
    putInside(element, id)
    element["filter"] = nil
    guard let inner = element.elements.first else { return }
    inner["filter"] = nil
    func group(_ shift: Double, _ child: XMLElement) -> XMLElement {
      let group = XMLElement("g", ["transform": "translate(0)"], at: element.place)
      group.append(child)
      pixelValues[ObjectIdentifier(group)] = PixelValues(scale: scale, shift: shift)
      return group
    }
    let moved = group(-1, group(1, inner))
    moved["filter"] = "url(#\(id))"
    element.children = []
    element.append(moved)
  }
}
