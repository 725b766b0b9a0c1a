internal import Planning
internal import Documents
internal import Evaluation
internal import Formats
internal import Scenes

/// Writes a film as a Lottie animation (Lottie Animation Community's specification 1.0): a precomposition for
/// each layer, so that a group's opacity and masks apply to its contents.
struct LottieWriter {
  let film: Film
  let names: ExportNames
  private var shortfalls: [Shortfall]
  private var assets: [String] = []
  private var known: [ObjectIdentifier: String] = [:]
  /// Frames a second; times are frames.
  private let rate: Double
  /// The margin on every side, in points: a group may contain parts beyond its bounds, which a precomposition
  /// cuts off.
  private let room: Double

  init(_ film: Film, _ names: ExportNames) {
    self.film = film
    self.names = names
    shortfalls = film.shortfalls
    rate = film.framesPerSecond
    room = max(film.size.width, film.size.height)
  }

  func exported() throws -> Exported {
    var writer = self
    return try writer.write()
  }

  private func n(_ value: Double) -> String { CurveName.number((value * 1e4).rounded() / 1e4) }
  private func list(_ values: [Double]) -> String {
    "[" + values.map(n).joined(separator: ",") + "]"
  }
  private func text(_ value: String) -> String { Literal.utf16(value) }
  private var end: Double { max(film.duration * rate, 1) }
  /// The end of the layers: players hide a layer at its own end, and the last moment must be visible.
  private var last: Double { end + 1 }

  private mutating func write() throws -> Exported {
    let roots = film.layers.indices.filter { film.layers[$0].parent == nil }
    var layers: [String] = []
    for root in ordered(roots) { layers += try self.layers(of: root) }
    let background = rectangle(
      "background", film.size, style: fill(film.background))
    if let gradient = film.backgroundGradient, let fill = self.fill(gradient, over: film.size) {
      layers.append(rectangle("gradient", film.size, style: fill))
    } else if film.backgroundGradient != nil {
      shortfalls.append(
        Shortfall(.leftOut, layer: "", pointer: "/canvas/background", what: "the canvas's gradient")
      )
    }
    if film.background.alpha > 0 { layers.append(background) }
    let json =
      "{\"v\":\"5.7.0\",\"fr\":\(n(rate)),\"ip\":0,\"op\":\(n(end)),\"w\":\(n(film.size.width)),\"h\":\(n(film.size.height)),"
      + "\"nm\":\(text(names.title)),\"ddd\":0,\n\"assets\":[\n\(assets.joined(separator: ",\n"))\n],\n\"layers\":[\n\(layers.joined(separator: ",\n"))\n]}\n"
    return Exported(files: [ExportedFile("\(names.title).json", json)], shortfalls: shortfalls)
  }

  private mutating func leaveOut(_ layer: FilmLayer, _ what: String) {
    shortfalls.append(Shortfall(.leftOut, layer: layer.id, pointer: layer.pointer, what: what))
  }

  /// Lottie lists layers from the front. The order is that of the film's start.
  private mutating func ordered(_ layers: [Int]) -> [Int] {
    for layer in layers where !(film.layers[layer].track(.order)?.isStill ?? true) {
      leaveOut(film.layers[layer], "its order among its siblings changes")
    }
    return layers.sorted { (order($0), $0) > (order($1), $1) }
  }
  private func order(_ layer: Int) -> Double { film.layers[layer].track(.order)?.first.first ?? 0 }

  // MARK: Layers

  /// The layer as a precomposition, or twice where a jump of its visibility needs no more than its times.
  private mutating func layers(of place: Int) throws -> [String] {
    let layer = film.layers[place]
    if layer.isSpatial {
      leaveOut(layer, "it leaves the plane")
      return []
    }
    for quantity in [Quantity.blur, .shadow, .stroke]
    where layer.track(quantity).map({ $0.everyValue.contains { $0 != neutral(quantity, $0) } })
      ?? false
    {
      leaveOut(layer, quantity.rawValue)
    }
    var inside: [String] = []
    if layer.properties.drawing.path != nil { leaveOut(layer, "its path") }
    for (number, shown) in layer.contents.enumerated().reversed() {
      inside += try contents(of: layer, shown, number)
    }
    if let color = layer.track(.backgroundColor), color.everyValue.contains(where: { $0[3] > 0 }) {
      inside.append(box(layer, color))
    }
    var children: [String] = []
    for child in ordered(film.layers.indices.filter { film.layers[$0].parent == place }) {
      children += try layers(of: child)
    }
    let whole = border(layer) + children + inside
    guard !whole.isEmpty else { return [] }
    let id = "layer-\(layer.name)"
    let size = layer.hasSublayers ? layer.layout.size : layer.properties.frame.size
    let cuts = layer.properties.masksToBounds
    let margin = cuts ? 0 : room
    let shifted = margin == 0 ? whole : [parented(whole, margin)].flatMap { $0 }
    assets.append(
      "{\"id\":\(text(id)),\"nm\":\(text(layer.id)),\"layers\":[\n\(shifted.joined(separator: ",\n"))\n]}"
    )
    let times = span(layer) ?? 0...last
    return [
      "{\"ty\":0,\"nm\":\(text(layer.id)),\"refId\":\(text(id)),\"w\":\(n(size.width + 2 * margin)),\"h\":\(n(size.height + 2 * margin)),"
        + "\"ip\":\(n(times.lowerBound)),\"op\":\(n(times.upperBound)),\"st\":0,\"bm\":\(blend(layer)),\"ks\":\(transform(layer, size: size, margin: margin))\(masks(layer, margin))}"
    ]
  }

  /// The frames in which a layer is visible, if its opacity changes too and it is visible once.
  private func span(_ layer: FilmLayer) -> ClosedRange<Double>? {
    guard let visible = layer.track(.visible), !visible.isStill,
      layer.track(.opacity).map({ !$0.isStill }) ?? false
    else { return nil }
    let jumps = visible.phases.map { ($0.start * rate, $0.to[0] > 0) }
    let begins = jumps.filter(\.1).map(\.0) + (visible.first[0] > 0 ? [0] : [])
    let ends = jumps.filter { !$0.1 }.map(\.0)
    guard begins.count == 1, ends.count <= 1, begins[0] <= ends.first ?? last else { return nil }
    return begins[0]...(ends.first ?? last)
  }

  /// The layers under one that moves them all by the margin.
  private func parented(_ layers: [String], _ margin: Double) -> [String] {
    let mover =
      "{\"ty\":3,\"nm\":\"room\",\"ind\":10000,\"ip\":0,\"op\":\(n(last)),\"st\":0,\"ks\":{\"p\":{\"a\":0,\"k\":\(list([margin, margin]))}}}"
    return layers.map { "{\"parent\":10000," + $0.dropFirst() } + [mover]
  }

  private func neutral(_ quantity: Quantity, _ value: [Double]) -> [Double] {
    switch quantity {
    case .shadow: value[0] == 0 ? value : []
    case .stroke: [0, 1]
    default: value.map { _ in 0 }
    }
  }

  private mutating func blend(_ layer: FilmLayer) -> Int {
    let modes: [BlendMode] = [
      .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight,
      .softLight,
      .difference, .exclusion, .hue, .saturation, .color, .luminosity,
    ]
    guard let mode = modes.firstIndex(of: layer.properties.blendMode) else {
      leaveOut(layer, "blendMode \(layer.properties.blendMode.rawValue)")
      return 0
    }
    return mode
  }

  private mutating func transform(_ layer: FilmLayer, size: Size, margin: Double) -> String {
    let anchor = layer.properties.anchorPoint
    let sizes = layer.track(.size)!
    let reach = Size(max(size.width, 1e-9), max(size.height, 1e-9))
    let position = property(layer.track(.position)!) { $0 }
    let point = list([anchor.x * size.width + margin, anchor.y * size.height + margin])
    // The size of the frame is a part of the scale; if both change, the frame's change is reported.
    let scales = layer.track(.scale)!
    let scale: String
    if sizes.isStill {
      let factor = [sizes.first[0] / reach.width, sizes.first[1] / reach.height]
      scale = property(scales) { [$0[0] * 100 * factor[0], $0[1] * 100 * factor[1]] }
    } else {
      if !scales.isStill { leaveOut(layer, "scale, while its size changes too") }
      scale = property(sizes) {
        [$0[0] / reach.width * 100 * scales.first[0], $0[1] / reach.height * 100 * scales.first[1]]
      }
    }
    let rotation = property(layer.track(.rotation)!) { $0 }
    let visible = layer.track(.visible)!
    let opacity = layer.track(.opacity)!
    let shown: String
    if span(layer) != nil {
      shown = property(opacity) { [$0[0] * 100] }
    } else if visible.isStill {
      shown = property(opacity) { [$0[0] * 100 * (visible.first[0] > 0 ? 1 : 0)] }
    } else {
      if !opacity.isStill { leaveOut(layer, "opacity, while it is hidden at times") }
      shown = property(visible) { [$0[0] > 0 ? opacity.first[0] * 100 : 0] }
    }
    return
      "{\"p\":\(position),\"a\":{\"a\":0,\"k\":\(point)},\"s\":\(scale),\"r\":\(rotation),\"o\":\(shown)}"
  }

  /// A mask of paths.
  private mutating func masks(_ layer: FilmLayer, _ margin: Double) -> String {
    guard let masked = layer.masked, let mask = masked.mask, let track = layer.track(.mask)
    else { return roundCut(layer) }
    if layer.properties.masksToBounds && layer.properties.cornerRadius > 0 {
      leaveOut(layer, "the round corners that clip its contents")
    }
    let shape = MaskShape(mask, in: masked)
    guard path(of: shape, margin) != nil else {
      if case .layer = shape.kind {
        leaveOut(layer, "a mask by another layer")
      } else {
        leaveOut(layer, "a mask of several outlines")
      }
      return ""
    }
    let value = paths(track) { self.path(of: shape.with($0), margin) ?? "" }
    return
      ",\"hasMask\":true,\"masksProperties\":[{\"inv\":false,\"mode\":\"a\",\"pt\":\(value),\"o\":{\"a\":0,\"k\":100},\"x\":{\"a\":0,\"k\":0}}]"
  }

  /// The round corners of a layer that clips its contents, as a mask.
  private mutating func roundCut(_ layer: FilmLayer) -> String {
    guard layer.properties.masksToBounds, let radii = layer.track(.cornerRadius),
      radii.everyValue.contains(where: { $0.contains { $0 > 0 } })
    else { return "" }
    guard radii.everyValue.allSatisfy({ Set($0).count == 1 }) else {
      leaveOut(layer, "the round corners that clip its contents")
      return ""
    }
    let size = layer.hasSublayers ? layer.layout.size : layer.properties.frame.size
    let bounds = Rect(0, 0, size.width, size.height)
    let path = paths(radii) { radius in
      self.path(of: MaskShape(.rectangle(bounds, cornerRadius: radius[0]), false), 0) ?? ""
    }
    return
      ",\"hasMask\":true,\"masksProperties\":[{\"inv\":false,\"mode\":\"a\",\"pt\":\(path),\"o\":{\"a\":0,\"k\":100},\"x\":{\"a\":0,\"k\":0}}]"
  }

  /// A closed path: its points with the handles that come in and go out, as vectors.
  private func path(of shape: MaskShape, _ margin: Double) -> String? {
    var points: [Point] = []
    var ins: [Point] = []
    var outs: [Point] = []
    func add(_ p: Point) {
      points.append(Point(p.x + margin, p.y + margin))
      ins.append(.zero)
      outs.append(.zero)
    }
    switch shape.kind {
    case .ellipse(let r):
      let (a, b, k) = (r.width / 2, r.height / 2, 0.5522847498307936)
      let center = Point(r.x + a, r.y + b)
      for (x, y) in [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)] {
        add(Point(center.x + x * a, center.y + y * b))
        ins[ins.count - 1] = Point(y * a * k, -x * b * k)
        outs[outs.count - 1] = Point(-y * a * k, x * b * k)
      }
    case .rectangle(let r, let radius):
      // Two points for each corner, also of a square one, so that every keyframe has as many.
      let c = min(max(0, radius), r.width / 2, r.height / 2)
      let k = c * 0.5522847498307936
      let corners: [(Double, Double, Double, Double)] = [
        (r.x, r.y, 0.0, -1.0), (r.maxX, r.y, 1, 0), (r.maxX, r.maxY, 0, 1), (r.x, r.maxY, -1, 0),
      ]
      // The path enters the corner along (dx, dy), and leaves it a quarter turn clockwise from it.
      for (x, y, dx, dy) in corners {
        add(Point(x - dx * c, y - dy * c))
        outs[outs.count - 1] = Point(dx * k, dy * k)
        add(Point(x - dy * c, y + dx * c))
        ins[ins.count - 1] = Point(dy * k, -dx * k)
      }
    case .path(let path):
      let starts = path.elements.filter { if case .move = $0 { true } else { false } }
      guard starts.count <= 1 else { return nil }
      for element in path.elements {
        switch element {
        case .move(let p), .line(let p): add(p)
        case .cubic(let a, let b, let c):
          if let last = points.last {
            outs[outs.count - 1] = Point(a.x + margin - last.x, a.y + margin - last.y)
          }
          add(c)
          ins[ins.count - 1] = Point(b.x - c.x, b.y - c.y)
        case .close: break
        }
      }
    case .layer: return nil
    }
    if shape.isInverted, !points.isEmpty {
      // lottie-web inverts only within the film's size, so that the outline is a large box with a connected
      // hole.
      let next = points.indices.map { points[($0 + 1) % points.count] }
      let area = zip(points, next).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
      if area >= 0 {
        (points, ins, outs) = (points.reversed(), outs.reversed(), ins.reversed())
      }
      let (near, far) = (-room, 8 * room)
      let box = [(near, near), (far, near), (far, far), (near, far), (near, near)].map {
        Point($0.0, $0.1)
      }
      let still = box.map { _ in Point.zero }
      ins = still + [Point.zero] + Array(ins.dropFirst()) + [ins[0]]
      outs = still + outs + [Point.zero]
      points = box + points + [points[0]]
    }
    func pairs(_ points: [Point]) -> String {
      "[" + points.map { list([$0.x, $0.y]) }.joined(separator: ",") + "]"
    }
    return "{\"c\":true,\"v\":\(pairs(points)),\"i\":\(pairs(ins)),\"o\":\(pairs(outs))}"
  }

  // MARK: Contents

  private mutating func contents(of layer: FilmLayer, _ shown: FilmContents, _ number: Int) throws
    -> [String]
  {
    let size = layer.properties.frame.size
    var visible = "{\"a\":0,\"k\":100}"
    if let track = layer.track(.contents), !track.isStill {
      visible = property(track) { [$0[0] == Double(number) ? 100 : 0] }
    }
    switch shown.contents {
    case .none: return []
    case .color(let color):
      return [rectangle("colour", size, style: fill(color), opacity: visible)]
    case .picture(let picture):
      if picture.source.isMoving {
        leaveOut(layer, "a picture that moves; its first moment is shown")
      }
      if layer.properties.contentsGravity != .resize || layer.properties.contentsRect != .unit {
        leaveOut(layer, "how its picture lies in its bounds; it fills them")
      }
      let identity = ObjectIdentifier(picture.source.identity)
      let made = try PictureAsset(
        picture, name: "\(layer.name)-\(number + 1)", size: size, density: 2)
      let id = known[identity] ?? "picture-\(made.name)"
      if known[identity] == nil {
        known[identity] = id
        assets.append(
          "{\"id\":\(text(id)),\"w\":\(made.width),\"h\":\(made.height),\"e\":1,\"u\":\"\",\"p\":\"data:image/png;base64,\(Base64.encoded(made.png))\"}"
        )
      }
      let scale = list([
        size.width / Double(made.width) * 100, size.height / Double(made.height) * 100,
      ])
      return [
        "{\"ty\":2,\"nm\":\"picture\",\"refId\":\(text(id)),\"ip\":0,\"op\":\(n(last)),\"st\":0,\"ks\":{\"p\":{\"a\":0,\"k\":[0,0]},\"a\":{\"a\":0,\"k\":[0,0]},\"s\":{\"a\":0,\"k\":\(scale)},\"o\":\(visible)}}"
      ]
    case .gradient(let gradient):
      guard let fill = self.fill(gradient, over: size) else {
        leaveOut(layer, "its gradient, which is neither a line's nor a circle's")
        return []
      }
      return [rectangle("gradient", size, style: fill, opacity: visible)]
    case .snapshot: leaveOut(layer, "a still of another layer")
    case .produced: leaveOut(layer, "pixels that an animator computes")
    }
    return []
  }

  /// The background of a layer, with its corners.
  private func box(_ layer: FilmLayer, _ color: Track) -> String {
    let size = layer.hasSublayers ? layer.layout.size : layer.properties.frame.size
    let radius = layer.track(.cornerRadius).map { property($0) { [$0[0]] } } ?? "{\"a\":0,\"k\":0}"
    let fill = property(color) { Array($0.prefix(3)) + [1] }
    let alpha = property(color) { [$0[3] * 100] }
    return rectangle(
      "background", size, radius: radius,
      style: "{\"ty\":\"fl\",\"c\":\(fill),\"o\":\(alpha),\"r\":1}")
  }

  /// The border inside the bounds, which is drawn over the layer's contents.
  private mutating func border(_ layer: FilmLayer) -> [String] {
    guard let track = layer.track(.border), track.everyValue.contains(where: { $0[0] > 0 }) else {
      return []
    }
    let radii = layer.track(.cornerRadius)
    guard track.everyValue.allSatisfy({ $0[0] == track.first[0] }), radii?.isStill ?? true,
      Set(radii?.first ?? []).count <= 1, layer.track(.size)!.isStill
    else {
      leaveOut(layer, Quantity.border.rawValue)
      return []
    }
    let size = layer.hasSublayers ? layer.layout.size : layer.properties.frame.size
    let width = track.first[0]
    let color = property(track) { Array($0[1..<4]) + [1] }
    let alpha = property(track) { [$0[4] * 100] }
    return [
      rectangle(
        "border", size, radius: "{\"a\":0,\"k\":\(n(max(0, (radii?.first[0] ?? 0) - width / 2)))}",
        style:
          "{\"ty\":\"st\",\"c\":\(color),\"o\":\(alpha),\"w\":{\"a\":0,\"k\":\(n(width))},\"lc\":1,\"lj\":1,\"ml\":4}",
        inset: width / 2)
    ]
  }

  private func fill(_ color: Color) -> String {
    let numbers = color.numbers
    return
      "{\"ty\":\"fl\",\"c\":{\"a\":0,\"k\":\(list(numbers.prefix(3) + [1]))},\"o\":{\"a\":0,\"k\":\(n(numbers[3] * 100))},\"r\":1}"
  }

  /// A linear or centred radial gradient; Lottie has no other kind.
  private func fill(_ gradient: Gradient, over size: Size) -> String? {
    let (kind, start, end): (Int, Point, Point)
    switch gradient.shape {
    case .linear(let from, let to): (kind, start, end) = (1, from, to)
    case .radial(let center, let radius, let focus):
      guard focus == nil || focus == center,
        abs(radius.width * size.width - radius.height * size.height) < 0.01
      else { return nil }
      (kind, start, end) = (2, center, Point(center.x + radius.width, center.y))
    case .conic: return nil
    }
    let stops = gradient.stops
    var numbers = stops.flatMap { [$0.offset] + $0.color.numbers.prefix(3) }
    if !gradient.isOpaque { numbers += stops.flatMap { [$0.offset, $0.color.alpha] } }
    func point(_ p: Point) -> String { list([p.x * size.width, p.y * size.height]) }
    return
      "{\"ty\":\"gf\",\"t\":\(kind),\"s\":{\"a\":0,\"k\":\(point(start))},\"e\":{\"a\":0,\"k\":\(point(end))},\"g\":{\"p\":\(stops.count),\"k\":{\"a\":0,\"k\":\(list(numbers))}},\"o\":{\"a\":0,\"k\":100},\"r\":1}"
  }

  /// A shape layer of one rectangle, which is filled or stroked.
  private func rectangle(
    _ name: String, _ size: Size, radius: String = "{\"a\":0,\"k\":0}", style: String,
    opacity: String = "{\"a\":0,\"k\":100}", inset: Double = 0
  ) -> String {
    "{\"ty\":4,\"nm\":\(text(name)),\"ip\":0,\"op\":\(n(last)),\"st\":0,\"ks\":{\(Self.still),\"o\":\(opacity)},\"shapes\":[{\"ty\":\"gr\",\"it\":[{\"ty\":\"rc\",\"p\":{\"a\":0,\"k\":\(list([size.width / 2, size.height / 2]))},\"s\":{\"a\":0,\"k\":\(list([max(0, size.width - 2 * inset), max(0, size.height - 2 * inset)]))},\"r\":\(radius)},\(style),{\"ty\":\"tr\",\(Self.still),\"o\":{\"a\":0,\"k\":100}}]}]}"
  }

  // MARK: Properties

  /// A transform that changes nothing, but for its opacity; lottie-web refuses a shape without them.
  private static let still =
    "\"p\":{\"a\":0,\"k\":[0,0]},\"a\":{\"a\":0,\"k\":[0,0]},\"s\":{\"a\":0,\"k\":[100,100]},\"r\":{\"a\":0,\"k\":0}"

  /// A property with its keyframes; of one number without a list.
  private func property(_ track: Track, _ value: ([Double]) -> [Double]) -> String {
    if track.isStill {
      let numbers = value(track.first)
      return "{\"a\":0,\"k\":\(numbers.count == 1 ? n(numbers[0]) : list(numbers))}"
    }
    return keyframes(track) { list(value($0)) }
  }

  private func paths(_ track: Track, _ path: ([Double]) -> String) -> String {
    if track.isStill { return "{\"a\":0,\"k\":\(path(track.first))}" }
    return keyframes(track) { "[\(path($0))]" }
  }

  private func keyframes(_ track: Track, _ value: ([Double]) -> String) -> String {
    let frames = SwiftCode.frames(of: track, duration: film.duration)
    // Where two keyframes have one time, the first ends a thousandth of a frame before it and is held.
    let texts = frames.enumerated().compactMap { place, frame -> String? in
      let jumps = place + 1 < frames.count && frames[place + 1].time == frame.time
      if jumps && (place == 0 || frames[place - 1].value == frame.value) { return nil }
      let holds =
        place + 2 < frames.count && frames[place + 1].time == frames[place + 2].time
        && frames[place + 1].value == frame.value
      return
        "{\"t\":\(n(frame.time * rate - (jumps ? 0.001 : 0))),\"s\":\(value(frame.value))\(holds || jumps ? ",\"h\":1" : ease(frame.curve))}"
    }
    return "{\"a\":1,\"k\":[\(texts.joined(separator: ","))]}"
  }

  /// The handles of the way to the next keyframe.
  private func ease(_ curve: CurveName?) -> String {
    guard case .cubicBezier(let x1, let y1, let x2, let y2) = curve?.timing else {
      return ",\"o\":{\"x\":[0],\"y\":[0]},\"i\":{\"x\":[1],\"y\":[1]}"
    }
    return ",\"o\":{\"x\":[\(n(x1))],\"y\":[\(n(y1))]},\"i\":{\"x\":[\(n(x2))],\"y\":[\(n(y2))]}"
  }
}
