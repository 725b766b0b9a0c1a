internal import Planning
internal import Scenes

/// Writes values in CSS notation.
enum CSSText {
  private static func n(_ value: Double) -> String {
    CurveName.number((value * 1e4).rounded() / 1e4)
  }

  static func color(_ color: Color) -> String { self.color(color.numbers) }

  /// Writes the CSS colour for sRGB components and alpha, 0…1.
  static func color(_ numbers: [Double]) -> String {
    let bytes = numbers.prefix(3).map {
      Int(clamped: $0 * 255, rounded: .toNearestOrEven, to: 0...255)
    }
    if numbers[3] >= 1, zip(bytes, numbers).allSatisfy({ abs(Double($0) - $1 * 255) < 1e-6 }) {
      return "#" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    let channels = numbers.prefix(3).map { n(min(1, max(0, $0)) * 255) }
    return "rgba(\(channels.joined(separator: ", ")), \(n(min(1, max(0, numbers[3])))))"
  }

  /// The CSS gradient for a box of `size` points and a margin on each side; the gradient itself fills only
  /// the box.
  static func gradient(_ gradient: Gradient, over inner: Size, margin: Double = 0) -> String {
    let size = Size(inner.width + 2 * margin, inner.height + 2 * margin)
    func placed(_ p: Point) -> Point {
      margin == 0
        ? p
        : Point(
          (p.x * inner.width + margin) / size.width, (p.y * inner.height + margin) / size.height)
    }
    switch gradient.shape {
    case .linear(let from, let to):
      let (start, end) = (placed(from), placed(to))
      // The line of a CSS gradient passes through the centre, and its angle determines its length, so the
      // stops are mapped to that line.
      let (dx, dy) = ((end.x - start.x) * size.width, (end.y - start.y) * size.height)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 0 else { return color(gradient.stops.last?.color ?? .clear) }
      let (ux, uy) = (dx / length, dy / length)
      let whole = abs(ux) * size.width + abs(uy) * size.height
      let first =
        (start.x - 0.5) * size.width * ux + (start.y - 0.5) * size.height * uy + whole / 2
      let degrees = Portable.angle(-uy, ux) * 180 / Portable.pi
      let stops = gradient.stops.map { stop in
        "\(color(stop.color)) \(n((first + stop.offset * length) / whole * 100))%"
      }
      return "linear-gradient(\(n(degrees))deg, \(stops.joined(separator: ", ")))"
    case .radial(let middle, let radius, _):
      let center = placed(middle)
      let stops = gradient.stops.map { "\(color($0.color)) \(n($0.offset * 100))%" }
      return
        "radial-gradient(\(n(radius.width * inner.width))px \(n(radius.height * inner.height))px at \(n(center.x * 100))% \(n(center.y * 100))%, \(stops.joined(separator: ", ")))"
    case .conic(let middle, let degrees):
      let center = placed(middle)
      let stops = gradient.stops.map { "\(color($0.color)) \(n($0.offset * 100))%" }
      return
        "conic-gradient(from \(n(degrees))deg at \(n(center.x * 100))% \(n(center.y * 100))%, \(stops.joined(separator: ", ")))"
    }
  }

  /// The CSS `box-shadow` for the numbers of a shadow; the blur length of `box-shadow` is twice the sigma.
  static func boxShadow(_ shadow: [Double], _ others: [String]) -> String {
    let own = "\(n(shadow[2]))px \(n(shadow[3]))px \(n(shadow[1] * 2))px \(color(faded(shadow)))"
    return ([own] + others).joined(separator: ", ")
  }

  /// The CSS `drop-shadow()` for the numbers of a shadow; its third length is the sigma.
  static func dropShadow(_ shadow: [Double]) -> String {
    "drop-shadow(\(n(shadow[2]))px \(n(shadow[3]))px \(n(shadow[1]))px \(color(faded(shadow))))"
  }

  private static func faded(_ shadow: [Double]) -> [Double] {
    Array(shadow[4..<7]) + [shadow[7] * shadow[0]]
  }

  /// Writes the CSS `box-shadow` values for the property `shadows`.
  static func boxShadows(_ shadows: [LayerEffect]) -> [String] {
    shadows.map { shadow in
      let inset = shadow.kind == .innerShadow ? "inset " : ""
      return
        "\(inset)\(n(shadow.offset.x))px \(n(shadow.offset.y))px \(n(shadow.radius * 2))px \(n(shadow.spread))px \(color(shadow.color ?? .black))"
    }
  }

  static func filter(_ effect: LayerEffect) -> String? {
    switch effect.kind {
    case .brightness, .contrast, .saturate, .invert, .sepia, .grayscale:
      "\(effect.kind.rawValue)(\(n(effect.amount)))"
    case .hueRotate: "hue-rotate(\(n(effect.amount))deg)"
    case .blur: "blur(\(n(effect.radius))px)"
    case .dropShadow:
      "drop-shadow(\(n(effect.offset.x))px \(n(effect.offset.y))px \(n(effect.radius))px \(color(effect.color ?? .black)))"
    case .colorMatrix, .shadow, .innerShadow, .backdrop: nil
    }
  }

  static func clipPath(_ shape: MaskShape) -> String {
    let n = CurveName.number
    if !shape.isInverted {
      switch shape.kind {
      case .ellipse(let r):
        return
          "ellipse(\(n(r.width / 2))px \(n(r.height / 2))px at \(n(r.x + r.width / 2))px \(n(r.y + r.height / 2))px)"
      case .path(let path):
        return "path(\(path.fillRule == .evenOdd ? "evenodd, " : "")'\(path.svgData)')"
      default: break
      }
    }
    let outline = shape.pathData ?? ""
    return shape.isInverted
      ? "path(evenodd, 'M-9999 -9999L9999 -9999L9999 9999L-9999 9999Z\(outline)')"
      : "path('\(outline)')"
  }

  /// The CSS `object-fit`, with `object-position` if the contents are not centred.
  static func fit(_ gravity: ContentsGravity) -> String {
    switch gravity {
    case .resize: "fill"
    case .resizeAspect: "contain"
    case .resizeAspectFill: "cover"
    case .center: "none"
    case .top, .bottom, .left, .right: "none; object-position: \(gravity.rawValue)"
    case .topLeft: "none; object-position: top left"
    case .topRight: "none; object-position: top right"
    case .bottomLeft: "none; object-position: bottom left"
    case .bottomRight: "none; object-position: bottom right"
    }
  }

  /// The CSS of a picture of which a part fills the box; `factors` enlarge it, and `overlap` shows slightly
  /// more than the part on each side.
  static func part(_ part: Rect, overlap: Double, by factors: [Double]) -> [(String, String)] {
    guard part.width > 0, part.height > 0 else { return [("display", "none")] }
    let cut = [
      (part.y, 1), (1 - part.x - part.width, 0), (1 - part.y - part.height, 1), (part.x, 0),
    ].map { share, axis in
      overlap > 0
        ? "calc(\(n(share * 100))% - \(n(overlap * factors[axis]))px)" : "\(n(share * 100))%"
    }
    return [
      ("width", "\(n(factors[0] * 100 / part.width))%"),
      ("height", "\(n(factors[1] * 100 / part.height))%"),
      ("left", "\(n(-part.x / part.width * 100))%"), ("top", "\(n(-part.y / part.height * 100))%"),
      ("clip-path", "inset(\(cut.joined(separator: " ")))"),
    ]
  }
}
