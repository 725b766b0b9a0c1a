internal import Formats
internal import Scenes

extension SVGNormalizer {
  /// Converts CSS's basic shapes for clipping to clip paths.
  func mendClips() {
    root.forEach { element in
      guard let value = element["clip-path"] else { return }
      if value == "none" || CSSText.url(value) != nil { return }
      element["clip-path"] = nil
      // Rules may request a shape for every element, and each element gets its own clip path.
      meter.spend(100 + 2 * value.utf8.count, element)
      guard !meter.isSpent else { return }
      let (shape, words) = Self.parts(of: value)
      guard let box = clipBox(words, of: element) else {
        say(
          "clip-path \"\(value)\" is not drawn: the box of <\(element.name)> is not known", element)
        return
      }
      var outline: Outline?
      var isEvenOdd = false
      if let shape {
        (outline, isEvenOdd) = Self.outline(shape.name, shape.inside, box)
      } else if !words.isEmpty {
        outline = Shapes.rounded(box, 0, 0)
      }
      guard let outline else {
        if shape != nil { say("clip-path \"\(value)\" is not drawn", element) }
        return
      }
      let clip = XMLElement("clipPath", at: element.place)
      let id = freshID()
      clip["id"] = id
      let path = XMLElement("path", at: element.place)
      path["d"] = outline.words
      if isEvenOdd { path["clip-rule"] = "evenodd" }
      clip.append(path)
      define(clip)
      element["clip-path"] = "url(#\(id))"
    }
  }

  private static func parts(
    of value: String
  ) -> (shape: (name: String, inside: String)?, words: [String]) {
    var shape: (name: String, inside: String)?
    var words: [String] = []
    for word in CSSText.words(value) {
      if let function = CSSText.function(word) {
        shape = function
      } else {
        words.append(word.lowercased())
      }
    }
    return (shape, words)
  }

  private func clipBox(_ words: [String], of element: XMLElement) -> Rect? {
    if words.contains("view-box") {
      let view = shapes.viewport(of: element)
      return Rect(0, 0, view.width, view.height)
    }
    guard let box = shapes.box(of: element) else { return nil }
    if words.contains("fill-box") || words.contains("content-box") || words.contains("padding-box")
    {
      return box
    }
    let half = strokeWidth(of: element) / 2
    return Rect(box.x - half, box.y - half, box.width + 2 * half, box.height + 2 * half)
  }

  private static func outline(
    _ name: String, _ inside: String, _ box: Rect
  ) -> (outline: Outline?, isEvenOdd: Bool) {
    switch name {
    case "circle", "ellipse": return (round(name, inside, box), false)
    case "inset", "xywh", "rect": return (rectangle(name, inside, box), false)
    case "polygon":
      var parts = CSSText.split(inside, at: ",").map(\.trimmed)
      var isEvenOdd = false
      if let rule = parts.first, rule == "evenodd" || rule == "nonzero" {
        isEvenOdd = rule == "evenodd"
        parts.removeFirst()
      }
      var points: [String] = []
      for part in parts {
        let words = CSSText.words(part)
        guard words.count == 2, let x = CSSLength.pixels(words[0], of: box.width),
          let y = CSSLength.pixels(words[1], of: box.height)
        else { return (nil, false) }
        points.append("\(box.x + x) \(box.y + y)")
      }
      return (Outline(path: "M" + points.joined(separator: "L") + "Z"), isEvenOdd)
    case "path":
      var parts = CSSText.split(inside, at: ",").map(\.trimmed)
      let isEvenOdd = parts.first == "evenodd"
      if parts.count > 1 { parts.removeFirst() }
      let outline = Outline(path: parts.joined(separator: ",").unquoted)
      return (outline.mapped(by: .translation(box.x, box.y)), isEvenOdd)
    default: return (nil, false)
    }
  }

  private static func round(_ name: String, _ inside: String, _ box: Rect) -> Outline? {
    let words = CSSText.words(inside)
    let at = words.firstIndex(of: "at")
    let sizes = Array(words[..<(at ?? words.count)])
    let center = at.map { Array(words[($0 + 1)...]) } ?? []
    func place(_ word: String, _ whole: Double) -> Double? {
      switch word {
      case "left", "top": 0
      case "right", "bottom": whole
      case "center": whole / 2
      default: CSSLength.pixels(word, of: whole)
      }
    }
    let x = center.first.map { place($0, box.width) } ?? box.width / 2
    let y = center.count > 1 ? place(center[1], box.height) : box.height / 2
    guard let x, let y else { return nil }
    let diagonal = ((box.width * box.width + box.height * box.height) / 2).squareRoot()
    let (near, far) = (
      [min(x, box.width - x), min(y, box.height - y)],
      [max(x, box.width - x), max(y, box.height - y)]
    )
    func radius(_ index: Int, _ whole: Double) -> Double? {
      let isCircle = name == "circle"
      switch index < sizes.count ? sizes[index] : "closest-side" {
      case "closest-side": return isCircle ? near.min() : near[index]
      case "farthest-side": return isCircle ? far.max() : far[index]
      case let word: return CSSLength.pixels(word, of: whole)
      }
    }
    if name == "circle" {
      return radius(0, diagonal).map { Shapes.ellipse(box.x + x, box.y + y, $0, $0) }
    }
    guard let rx = radius(0, box.width), let ry = radius(1, box.height) else { return nil }
    return Shapes.ellipse(box.x + x, box.y + y, rx, ry)
  }

  private static func rectangle(_ name: String, _ inside: String, _ box: Rect) -> Outline? {
    let words = CSSText.words(inside)
    let round = words.firstIndex(of: "round")
    var v: [Double] = []
    for (i, word) in words[..<(round ?? words.count)].enumerated() {
      let isAcross = name == "xywh" ? i % 2 == 0 : i % 2 == 1
      guard
        let length = word == "auto"
          ? 0 : CSSLength.pixels(word, of: isAcross ? box.width : box.height)
      else { return nil }
      v.append(length)
    }
    // A single length of an inset applies to all sides; a percentage is relative to each side.
    func inset(_ index: Int, _ whole: Double) -> Double {
      let list = Array(words[..<(round ?? words.count)])
      let one = [[0, 0, 0, 0], [0, 1, 0, 1], [0, 1, 2, 1], [0, 1, 2, 3]][
        max(0, min(list.count, 4) - 1)]
      return CSSLength.pixels(list[one[index]], of: whole) ?? 0
    }
    guard !v.isEmpty else { return nil }
    var made: Rect
    switch name {
    case "xywh":
      guard v.count == 4 else { return nil }
      made = Rect(box.x + v[0], box.y + v[1], v[2], v[3])
    case "rect":
      guard v.count == 4 else { return nil }
      made = Rect(box.x + v[3], box.y + v[0], v[1] - v[3], v[2] - v[0])
    default:
      let (top, right) = (inset(0, box.height), inset(1, box.width))
      let (bottom, left) = (inset(2, box.height), inset(3, box.width))
      made = Rect(box.x + left, box.y + top, box.width - left - right, box.height - top - bottom)
    }
    guard made.width > 0, made.height > 0 else { return Outline(path: "") }
    guard let round, round + 1 < words.count else { return Shapes.rounded(made, 0, 0) }
    return corners(Array(words[(round + 1)...]), of: made, in: box)
  }

  /// Returns a rectangle with CSS's `border-radius`: one to four horizontal radii, optionally followed by a slash and
  /// one to four vertical radii.
  private static func corners(_ words: [String], of r: Rect, in box: Rect) -> Outline? {
    let parts = CSSText.split(words.joined(separator: " "), at: "/").map { CSSText.words($0) }
    func radii(_ words: [String], _ whole: Double) -> [Double] {
      let v = words.map { max(0, CSSLength.pixels($0, of: whole) ?? 0) }
      let order = [[0, 0, 0, 0], [0, 1, 0, 1], [0, 1, 2, 1], [0, 1, 2, 3]]
      return v.isEmpty ? [0, 0, 0, 0] : order[min(v.count, 4) - 1].map { v[$0] }
    }
    var x = radii(parts[0], box.width), y = radii(parts[parts.count > 1 ? 1 : 0], box.height)
    // Radii are reduced so that the radii along a side never exceed the side's length.
    let sides = [
      (r.width, x[0] + x[1]), (r.width, x[2] + x[3]), (r.height, y[0] + y[3]),
      (r.height, y[1] + y[2]),
    ]
    let factor = sides.reduce(1) { $1.1 > $1.0 ? min($0, $1.0 / $1.1) : $0 }
    x = x.map { $0 * factor }
    y = y.map { $0 * factor }
    return Outline(
      path: "M\(r.minX + x[0]) \(r.minY)H\(r.maxX - x[1])"
        + "A\(x[1]) \(y[1]) 0 0 1 \(r.maxX) \(r.minY + y[1])V\(r.maxY - y[2])"
        + "A\(x[2]) \(y[2]) 0 0 1 \(r.maxX - x[2]) \(r.maxY)H\(r.minX + x[3])"
        + "A\(x[3]) \(y[3]) 0 0 1 \(r.minX) \(r.maxY - y[3])V\(r.minY + y[0])"
        + "A\(x[0]) \(y[0]) 0 0 1 \(r.minX + x[0]) \(r.minY)Z")
  }
}
