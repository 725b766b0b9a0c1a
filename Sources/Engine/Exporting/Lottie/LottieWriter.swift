internal import Documents
internal import Evaluation
internal import Formats
internal import Scenes

/// Writes a film as a Lottie animation (Lottie Animation Community's specification 1.0): a precomposition for each layer,
/// so that a group's opacity and masks hold for all in it.
struct LottieWriter {
  let film: Film
  let names: ExportNames
  private var shortfalls: [Shortfall]
  private var assets: [String] = []
  private var known: [ObjectIdentifier: String] = [:]
  /// Frames a second; times are frames.
  private let rate: Double
  /// A group may hold what lies beyond its bounds, and a precomposition cuts it off: room on every side, in points.
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

  private mutating func write() throws -> Exported {
    let roots = film.layers.indices.filter { film.layers[$0].parent == nil }
    var layers: [String] = []
    for root in ordered(roots) { layers += try self.layers(of: root) }
    let background = shape(
      "background", size: film.size, color: film.background.numbers, radius: nil, index: 9_999)
    if film.backgroundGradient != nil {
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
    for quantity in [Quantity.blur, .border, .shadow, .stroke]
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
    let whole = children + inside
    guard !whole.isEmpty else { return [] }
    let id = "layer-\(layer.name)"
    let size = layer.hasSublayers ? layer.layout.size : layer.properties.frame.size
    let cuts = layer.properties.masksToBounds
    let margin = cuts ? 0 : room
    let shifted = margin == 0 ? whole : [parented(whole, margin)].flatMap { $0 }
    assets.append(
      "{\"id\":\(text(id)),\"nm\":\(text(layer.id)),\"layers\":[\n\(shifted.joined(separator: ",\n"))\n]}"
    )
    if cuts && layer.properties.cornerRadius > 0 {
      leaveOut(layer, "the round corners that cut off what is in it")
    }
    let times = span(layer) ?? 0...end
    return [
      "{\"ty\":0,\"nm\":\(text(layer.id)),\"refId\":\(text(id)),\"w\":\(n(size.width + 2 * margin)),\"h\":\(n(size.height + 2 * margin)),"
        + "\"ip\":\(n(times.lowerBound)),\"op\":\(n(times.upperBound)),\"st\":0,\"bm\":\(blend(layer)),\"ks\":\(transform(layer, size: size, margin: margin))\(masks(layer, margin))}"
    ]
  }

  /// The frames in which a layer is seen, when its opacity changes too and it is seen once.
  private func span(_ layer: FilmLayer) -> ClosedRange<Double>? {
    guard let visible = layer.track(.visible), !visible.isStill,
      layer.track(.opacity).map({ !$0.isStill }) ?? false
    else { return nil }
    let jumps = visible.phases.map { ($0.start * rate, $0.to[0] > 0) }
    let begins = jumps.filter(\.1).map(\.0) + (visible.first[0] > 0 ? [0] : [])
    let ends = jumps.filter { !$0.1 }.map(\.0)
    guard begins.count == 1, ends.count <= 1, begins[0] <= ends.first ?? end else { return nil }
    return begins[0]...(ends.first ?? end)
  }

  /// The layers under one that moves them all by the margin.
  private func parented(_ layers: [String], _ margin: Double) -> [String] {
    let mover =
      "{\"ty\":3,\"nm\":\"room\",\"ind\":10000,\"ip\":0,\"op\":\(n(end)),\"st\":0,\"ks\":{\"p\":{\"a\":0,\"k\":\(list([margin, margin]))}}}"
    return layers.map { "{\"parent\":10000," + $0.dropFirst() } + [mover]
  }

  private func neutral(_ quantity: Quantity, _ value: [Double]) -> [Double] {
    switch quantity {
    case .shadow: value[0] == 0 ? value : []
    case .stroke: [0, 1]
    case .border: value[0] == 0 ? value : []
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
    // The frame's own size is a part of the scale; where both change, the frame's is the one that is said.
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

  /// A mask of paths; of an inverted one the rest is seen.
  private mutating func masks(_ layer: FilmLayer, _ margin: Double) -> String {
    guard let masked = layer.masked, let mask = masked.mask, let track = layer.track(.mask)
    else { return "" }
    let shape = MaskShape(mask, in: masked)
    guard let path = path(of: shape, margin) else {
      leaveOut(layer, "a mask by another layer")
      return ""
    }
    let value: String
    if track.isStill {
      value = "{\"a\":0,\"k\":\(path)}"
    } else {
      let frames = SwiftCode.frames(of: track, duration: film.duration).map { frame -> String in
        let path = self.path(of: shape.with(frame.value), margin) ?? ""
        return "{\"t\":\(n(frame.time * rate)),\"s\":[\(path)]\(ease(frame.curve))}"
      }
      value = "{\"a\":1,\"k\":[\(frames.joined(separator: ","))]}"
    }
    return
      ",\"hasMask\":true,\"masksProperties\":[{\"inv\":\(shape.isInverted),\"mode\":\"a\",\"pt\":\(value),\"o\":{\"a\":0,\"k\":100},\"x\":{\"a\":0,\"k\":0}}]"
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
    case .rectangle(let r, _):
      for (x, y) in [(0.0, 0.0), (1, 0), (1, 1), (0, 1)] {
        add(Point(r.x + x * r.width, r.y + y * r.height))
      }
    case .path(let path):
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
      return [shape("colour", size: size, color: color.numbers, radius: nil, index: number + 1)]
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
        "{\"ty\":2,\"nm\":\"picture\",\"refId\":\(text(id)),\"ip\":0,\"op\":\(n(end)),\"st\":0,\"ks\":{\"p\":{\"a\":0,\"k\":[0,0]},\"a\":{\"a\":0,\"k\":[0,0]},\"s\":{\"a\":0,\"k\":\(scale)},\"o\":\(visible)}}"
      ]
    case .gradient: leaveOut(layer, "its gradient")
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
    return rectangle("background", size, radius: radius, fill: fill, alpha: alpha)
  }

  private func shape(_ name: String, size: Size, color: [Double], radius: String?, index: Int)
    -> String
  {
    rectangle(
      name, size, radius: radius ?? "{\"a\":0,\"k\":0}",
      fill: "{\"a\":0,\"k\":\(list(Array(color.prefix(3)) + [1]))}",
      alpha: "{\"a\":0,\"k\":\(n(color[3] * 100))}")
  }

  private func rectangle(_ name: String, _ size: Size, radius: String, fill: String, alpha: String)
    -> String
  {
    "{\"ty\":4,\"nm\":\(text(name)),\"ip\":0,\"op\":\(n(end)),\"st\":0,\"ks\":{},\"shapes\":[{\"ty\":\"gr\",\"it\":[{\"ty\":\"rc\",\"p\":{\"a\":0,\"k\":\(list([size.width / 2, size.height / 2]))},\"s\":{\"a\":0,\"k\":\(list([size.width, size.height]))},\"r\":\(radius)},{\"ty\":\"fl\",\"c\":\(fill),\"o\":\(alpha),\"r\":1},{\"ty\":\"tr\"}]}]}"
  }

  // MARK: Properties

  /// A property with its keyframes; of one number without a list.
  private func property(_ track: Track, _ value: ([Double]) -> [Double]) -> String {
    func text(_ numbers: [Double]) -> String { numbers.count == 1 ? n(numbers[0]) : list(numbers) }
    if track.isStill { return "{\"a\":0,\"k\":\(text(value(track.first)))}" }
    let frames = SwiftCode.frames(of: track, duration: film.duration)
    // Where two keyframes have one time, the first is held until it.
    let texts = frames.enumerated().compactMap { place, frame -> String? in
      if place + 1 < frames.count, frames[place + 1].time == frame.time { return nil }
      let holds =
        place + 2 < frames.count && frames[place + 1].time == frames[place + 2].time
        && frames[place + 1].value == frame.value
      return
        "{\"t\":\(n(frame.time * rate)),\"s\":\(list(value(frame.value)))\(holds ? ",\"h\":1" : ease(frame.curve))}"
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
