internal import Planning
internal import Documents
internal import Evaluation
internal import Formats
internal import Scenes

/// Writes a film as a Lottie animation (specification 1.0 of the Lottie Animation Community): each layer is a
/// precomposition, so that the opacity and masks of a group apply to its contents.
struct LottieWriter {
  private var film: Film
  let names: ExportNames
  private var shortfalls: [Shortfall]
  private var assets: [String] = []
  /// The prefix for the names of the layers' Lottie precompositions.
  private var prefix = "layer-"
  private var pictures = PictureStore()
  /// The frames per second; times in a Lottie file are in frames.
  private let rate: Double
  /// The margin on every side in points: a group may contain parts outside its bounds, which a precomposition
  /// would cut off.
  private let room: Double

  private init(_ film: Film, _ names: ExportNames) {
    self.film = film
    self.names = names
    shortfalls = film.shortfalls
    rate = film.framesPerSecond
    room = max(film.size.width, film.size.height)
  }

  /// Writes one file for each film, or one archive of all films, each with a variant for reduced motion.
  static func export(_ films: [Film], _ names: ExportNames) throws -> Exported {
    var animations: [(id: String, json: String)] = []
    var files: [ExportedFile] = []
    var shortfalls: [[Shortfall]] = []
    for film in films {
      let own = names.of(film)
      var writer = LottieWriter(film, own)
      let json = writer.animation(try writer.siblings(of: nil))
      shortfalls.append(writer.shortfalls)
      if names.ending == "lottie" {
        animations += [
          (own.typeName, json),
          ("\(own.typeName)Reduced", try LottieWriter(film, own).reduced()),
        ]
      } else {
        files.append(ExportedFile("\(own.title).json", json))
      }
    }
    if !animations.isEmpty {
      files = [ExportedFile("\(names.title).lottie", bytes: DotLottie.archive(animations))]
    }
    return Exported(files: files, shortfalls: shortfalls)
  }

  private func n(_ value: Double) -> String { Code.n(value) }
  private func list(_ values: [Double]) -> String {
    "[" + values.map(n).joined(separator: ",") + "]"
  }
  private func text(_ value: String) -> String { Literal.utf16(value) }
  private var end: Double { max(film.duration * rate, 1) }
  /// The end time of the layers: players hide a layer at its end time, and the last frame must remain
  /// visible.
  private var last: Double { end + 1 }

  /// The variant for reduced motion, in which the last frame fades in over the first frame.
  private func reduced() throws -> String {
    var writer = self
    writer.prefix = "before-"
    writer.film = film.still(at: 0)
    let before = try writer.siblings(of: nil)
    writer.prefix = "after-"
    writer.film = film.still(at: film.duration)
    writer.compose("after", try writer.siblings(of: nil))
    let fade =
      "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]\(ease(nil))},{\"t\":\(n(end)),\"s\":[100]}]}"
    let after =
      "{\"ty\":0,\"nm\":\"after\",\"refId\":\"after\",\"w\":\(n(film.size.width)),\"h\":\(n(film.size.height)),\"ip\":0,\"op\":\(n(last)),\"st\":0,\"ks\":{\(Self.still),\"o\":\(fade)}}"
    return writer.animation([after] + before)
  }

  /// The JSON of an animation that shows layers over the background of the canvas.
  private mutating func animation(_ layers: [String]) -> String {
    var layers = layers
    let canvas = Track(
      quantity: .size, first: [film.size.width, film.size.height], phases: [])
    if let gradient = film.backgroundGradient, let fill = self.fill(gradient, over: canvas) {
      layers.append(rectangle("gradient", canvas, style: fill.style, stretch: fill.stretch))
    } else if film.backgroundGradient != nil {
      shortfalls.append(
        Shortfall(.leftOut, layer: "", pointer: "/canvas/background", what: "the canvas's gradient")
      )
    }
    if film.background.alpha > 0 {
      layers.append(rectangle("background", canvas, style: fill(film.background)))
    }
    return
      "{\"v\":\"5.7.0\",\"fr\":\(n(rate)),\"ip\":0,\"op\":\(n(end)),\"w\":\(n(film.size.width)),\"h\":\(n(film.size.height)),"
      + "\"nm\":\(text(names.title)),\"ddd\":0,\n\"assets\":[\n\(assets.joined(separator: ",\n"))\n],\n\"layers\":[\n\(layers.joined(separator: ",\n"))\n]}\n"
  }

  private mutating func leaveOut(_ layer: FilmLayer, _ what: String) {
    shortfalls.append(Shortfall(.leftOut, of: layer, what))
  }

  // MARK: Layers

  /// The sublayers of a layer from front to back; each has the time spans in which it is visible and the
  /// order is constant.
  private mutating func siblings(of parent: Int?) throws -> [String] {
    let places = film.layers.indices.filter { film.layers[$0].parent == parent }
    var members: [Int: String] = [:]
    for place in places { members[place] = try layer(at: place) }
    let changes = places.flatMap { film.layers[$0].track(.order)?.phases.map(\.start) ?? [] }
    var stacks: [(start: Double, places: [Int])] = []
    for time in Set([0] + changes).sorted() {
      func order(_ place: Int) -> Double {
        film.layers[place].track(.order)?.value(at: time).first ?? 0
      }
      let stack = places.sorted { (order($0), $0) > (order($1), $1) }
      if stacks.last?.places != stack { stacks.append((time, stack)) }
    }
    return stacks.enumerated().flatMap { number, stack -> [String] in
      let end = number + 1 < stacks.count ? stacks[number + 1].start * rate : last
      return stack.places.flatMap { place -> [String] in
        guard let members = members[place] else { return [] }
        return spans(film.layers[place]).compactMap { span in
          let (from, to) = (max(span.start, stack.start * rate), min(span.end, end))
          return from < to ? "{\"ip\":\(n(from)),\"op\":\(n(to)),\(members)}" : nil
        }
      }
    }
  }

  /// The time spans in frames in which a layer is visible.
  private func spans(_ layer: FilmLayer) -> [(start: Double, end: Double)] {
    let track = layer.track(.visible)!
    var spans: [(start: Double, end: Double)] = []
    var start = track.first[0] > 0 ? 0 : nil as Double?
    for phase in track.phases {
      if phase.to[0] > 0 {
        start = start ?? phase.start * rate
      } else if let begun = start {
        spans.append((begun, phase.start * rate))
        start = nil
      }
    }
    return spans + (start.map { [($0, last)] } ?? [])
  }

  /// The members of a layer's precomposition object, except its times; nil if the layer shows nothing.
  private mutating func layer(at place: Int) throws -> String? {
    let layer = film.layers[place]
    if layer.isSpatial {
      leaveOut(layer, "it leaves the plane")
      return nil
    }
    let p = layer.properties
    if p.cornerCurve != .circular, p.cornerRadius > 0 {
      shortfalls.append(
        Shortfall(.approximated, of: layer, "its corners are parts of circles, not continuous"))
    }
    if !p.backdrop.isEmpty { leaveOut(layer, "the blur of its backdrop") }
    let radii = layer.track(.cornerRadius)
    let bounds = bounds(of: layer)
    var inside = drawing(layer)
    for (number, shown) in layer.contents.enumerated().reversed() {
      inside += try contents(of: layer, shown, number, bounds)
    }
    if let color = layer.track(.backgroundColor), color.everyValue.contains(where: { $0[3] > 0 }) {
      if let radii, radii.everyValue.contains(where: { Set($0).count > 1 }) {
        leaveOut(layer, "corners of different radii")
      }
      let fill = property(color) { Array($0.prefix(3)) + [1] }
      inside.append(
        rectangle(
          "background", bounds, radii: radii,
          style: "{\"ty\":\"fl\",\"c\":\(fill),\"o\":\(property(color) { [$0[3] * 100] }),\"r\":1}")
      )
    }
    let whole = border(layer, bounds) + (try siblings(of: place)) + inside
    guard !whole.isEmpty else { return nil }
    let size = size(of: bounds)
    let margin = p.masksToBounds ? 0 : room
    let effects = effects(of: layer)
    let shadows = shadows(of: layer)
    let transform = transform(layer, bounds, margin)
    let content = prefix + layer.name
    compose(content, margin == 0 ? whole : parented(whole, margin))
    let members =
      "\"ty\":0,\"nm\":\(text(layer.id)),\"st\":0,\"w\":\(n(size.width + 2 * margin)),\"h\":\(n(size.height + 2 * margin)),"
    var asset = content
    if transform.inner != nil || !shadows.isEmpty {
      // Shadows are below the layer, so the size of the layer is applied as a scale in a separate
      // precomposition.
      asset += "-placed"
      let anchor = layer.properties.anchorPoint
      let (x, y) = (anchor.x * size.width + margin, anchor.y * size.height + margin)
      func copy(_ members: String, _ offset: Track, _ opacity: String) -> String {
        let position = property(offset) { [$0[2] + x, $0[3] + y] }
        let scale = transform.inner ?? "{\"a\":0,\"k\":[100,100]}"
        return
          "{\(members)\"ip\":0,\"op\":\(n(last)),\"refId\":\(text(content)),\"ks\":{\"a\":{\"a\":0,\"k\":\(list([x, y]))},\"p\":\(position),\"s\":\(scale),\"o\":\(opacity)}}"
      }
      let none = Track(quantity: .shadow, first: [0, 0, 0, 0], phases: [])
      compose(
        asset,
        [copy(members, none, Self.constant(100))]
          + shadows.map { shadow in
            let fill = property(shadow) { Array($0[4..<7]) + [1] }
            let color =
              "{\"ty\":21,\"en\":1,\"ef\":[\(slider(0)),\(slider(0)),{\"ty\":2,\"v\":\(fill)},\(slider(0)),\(slider(0)),\(slider(0)),\(slider(1))]}"
            return copy(
              "\(members)\"ef\":[\(color),\(blur(shadow) { $0[1] })],", shadow,
              property(shadow) { [$0[0] * $0[7] * 100] })
          })
    }
    return
      "\(members)\"bm\":\(blend(layer))\(effects)\(masks(layer, bounds, margin)),\"refId\":\(text(asset)),\"ks\":\(transform.own)"
  }

  /// Writes the JSON for a numeric parameter of a Lottie effect.
  private func slider(_ value: Double) -> String { "{\"ty\":0,\"v\":\(Self.constant(value))}" }

  /// The Gaussian blur effect of After Effects; its blurriness is the sigma divided by 0.3.
  private func blur(_ track: Track, _ sigma: ([Double]) -> Double) -> String {
    let blurriness = property(track) { [sigma($0) / 0.3] }
    return "{\"ty\":29,\"en\":1,\"ef\":[{\"ty\":0,\"v\":\(blurriness)},\(slider(1)),\(slider(0))]}"
  }

  private mutating func compose(_ id: String, _ layers: [String]) {
    assets.append("{\"id\":\(text(id)),\"layers\":[\n\(layers.joined(separator: ",\n"))\n]}")
  }

  /// The size at which the contents are drawn, as a track. The bounds are animated only for layers with a
  /// part that must not be stretched; all other layers are scaled.
  private func bounds(of layer: FilmLayer) -> Track {
    let p = layer.properties
    let track = layer.track(.size)!
    if !layer.hasSublayers, !track.isStill,
      p.masksToBounds || p.drawing.path != nil || layer.masked != nil
        || p.contentsGravity != .resize
        || [.cornerRadius, .border].contains(where: { quantity in
          layer.track(quantity)?.everyValue.contains { $0[0] > 0 } ?? false
        })
    {
      return track
    }
    let size = layer.hasSublayers ? layer.layout.size : p.frame.size
    return Track(quantity: .size, first: [size.width, size.height], phases: [])
  }

  private func size(of bounds: Track) -> Size {
    let values = bounds.everyValue
    return Size(values.map { $0[0] }.max() ?? 0, values.map { $0[1] }.max() ?? 0)
  }

  /// Adds a parent layer that moves all given layers by the margin.
  private func parented(_ layers: [String], _ margin: Double) -> [String] {
    let mover =
      "{\"ty\":3,\"nm\":\"room\",\"ind\":10000,\"ip\":0,\"op\":\(n(last)),\"st\":0,\"ks\":{\"p\":{\"a\":0,\"k\":\(list([margin, margin]))}}}"
    return layers.map { "{\"parent\":10000," + $0.dropFirst() } + [mover]
  }

  /// Writes the blur effects of a layer as Lottie effects.
  private mutating func effects(of layer: FilmLayer) -> String {
    let p = layer.properties
    var effects: [String] = []
    for filter in p.filters where filter.kind != .dropShadow {
      if filter.kind == .blur {
        effects.append(
          blur(Track(quantity: .blur, first: [filter.radius], phases: [])) { $0[0] })
      } else {
        leaveOut(layer, "the filter \(filter.kind.rawValue)")
      }
    }
    if let track = layer.track(.blur), track.everyValue.contains(where: { $0[0] > 0 }) {
      effects.append(blur(track) { $0[0] })
    }
    if p.masksToBounds, !effects.isEmpty { leaveOut(layer, "the rim of its blur") }
    return effects.isEmpty ? "" : ",\"ef\":[\(effects.joined(separator: ","))]"
  }

  /// The shadows below a layer, as tracks of the quantity `shadow`.
  private mutating func shadows(of layer: FilmLayer) -> [Track] {
    let p = layer.properties
    guard !p.masksToBounds, layer.masked == nil else { return [] }
    var shadows: [Track] = []
    if let track = layer.track(.shadow), track.everyValue.contains(where: { $0[0] > 0 }) {
      if p.shadowPath != nil { leaveOut(layer, "shadowPath; its shadow has the layer's own shape") }
      shadows.append(track)
    }
    for effect in p.shadows + p.filters.filter({ $0.kind == .dropShadow }) {
      if effect.kind == .innerShadow || effect.kind == .shadow && effect.spread != 0 {
        leaveOut(layer, effect.kind == .shadow ? "the spread of a shadow" : "an inner shadow")
      } else {
        shadows.append(
          Track(
            quantity: .shadow,
            first: [1, effect.radius, effect.offset.x, effect.offset.y]
              + (effect.color ?? .black).numbers, phases: []))
      }
    }
    return shadows
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

  /// The transform of the layer; if its size and its scale both change, also the scale of its size, which
  /// applies to its contents.
  private func transform(_ layer: FilmLayer, _ bounds: Track, _ margin: Double) -> (
    own: String, inner: String?
  ) {
    let anchor = layer.properties.anchorPoint
    let (sizes, scales) = (layer.track(.size)!, layer.track(.scale)!)
    let point = property(bounds) { [anchor.x * $0[0] + margin, anchor.y * $0[1] + margin] }
    let size = size(of: bounds)
    let stretched = bounds.isStill ? sizes : Track(quantity: .size, first: bounds.first, phases: [])
    func factors(_ v: [Double]) -> [Double] {
      bounds.isStill
        ? [v[0] / max(size.width, 1e-9) * 100, v[1] / max(size.height, 1e-9) * 100] : [100, 100]
    }
    let place =
      "\"p\":\(property(layer.track(.position)!) { $0 }),\"a\":\(point),\"r\":\(property(layer.track(.rotation)!) { $0 }),\"o\":\(property(layer.track(.opacity)!) { [$0[0] * 100] })"
    if !stretched.isStill, !scales.isStill {
      return (
        "{\(place),\"s\":\(property(scales) { [$0[0] * 100, $0[1] * 100] })}",
        property(sizes, factors)
      )
    }
    let scale =
      stretched.isStill
      ? property(scales) { v in zip(factors(stretched.first), v).map { $0 * $1 } }
      : property(stretched) { v in zip(factors(v), scales.first).map { $0 * $1 } }
    return ("{\(place),\"s\":\(scale)}", nil)
  }

  /// Writes the masks of a layer as Lottie path masks.
  private mutating func masks(_ layer: FilmLayer, _ bounds: Track, _ margin: Double) -> String {
    guard let masked = layer.masked, let mask = masked.mask, let track = layer.track(.mask)
    else { return roundCut(layer, bounds) }
    if layer.properties.masksToBounds && layer.properties.cornerRadius > 0 {
      leaveOut(layer, "the round corners that clip its contents")
    }
    let shape = MaskShape(mask, in: masked)
    guard path(of: shape, margin) != nil else {
      if case .layer = shape.kind {
        leaveOut(layer, "a mask by another layer")
      } else {
        leaveOut(layer, "a mask of several outlines by the even-odd rule")
      }
      return ""
    }
    if layer.properties.mask == nil {
      shortfalls.append(
        Shortfall(
          .approximated, of: layer,
          "its mask comes after the start, and has its first shape before that"))
    }
    return maskMembers(paths(track) { self.path(of: shape.with($0), margin) ?? "" })
  }

  private func maskMembers(_ path: String) -> String {
    ",\"hasMask\":true,\"masksProperties\":[{\"inv\":false,\"mode\":\"a\",\"pt\":\(path),\"o\":\(Self.constant(100)),\"x\":\(Self.constant(0))}]"
  }

  /// A mask for the rounded corners or the changing bounds of a layer that clips its contents.
  private mutating func roundCut(_ layer: FilmLayer, _ bounds: Track) -> String {
    guard layer.properties.masksToBounds, let radii = layer.track(.cornerRadius),
      !bounds.isStill || radii.everyValue.contains(where: { $0.contains { $0 > 0 } })
    else { return "" }
    guard radii.everyValue.allSatisfy({ Set($0).count == 1 }) else {
      leaveOut(layer, "the round corners that clip its contents")
      return ""
    }
    return maskMembers(
      paths(joined(bounds, radii)) { v in
        self.path(of: MaskShape(.rectangle(Rect(0, 0, v[0], v[1]), cornerRadius: v[2]), false), 0)
          ?? ""
      })
  }

  /// A track with the numbers of two tracks; if both tracks change, the result has up to two keyframes per
  /// frame.
  private func joined(_ a: Track, _ b: Track) -> Track {
    if a.isStill { return b.mapped { a.first + $0 } }
    if b.isStill { return a.mapped { $0 + b.first } }
    let count = Int(clamped: film.duration * rate * 2, rounded: .up, to: 1...20_000)
    let frames = (0...count).map { i -> Motion.Keyframe in
      let time = film.duration * Double(i) / Double(count)
      return .init(time: time, value: a.value(at: time) + b.value(at: time))
    }
    let kept = Thinning.kept(
      times: frames.map(\.time), values: frames.map(\.value),
      tolerances: frames[0].value.map { _ in 0.05 })
    return Track(
      quantity: a.quantity, first: frames[0].value,
      phases: [
        Phase(
          start: 0, end: film.duration, from: frames[0].value, to: frames[count].value,
          motion: .keyframes(kept.indices.map { frames[$0] }, error: kept.error * 0.05))
      ])
  }

  /// A closed outline of points with their incoming and outgoing handles, as vectors.
  private struct Outline {
    var points: [Point] = []
    var ins: [Point] = []
    var outs: [Point] = []
    var isClosed = false

    mutating func add(_ point: Point, in entry: Point = .zero, out exit: Point = .zero) {
      points.append(point)
      ins.append(entry)
      outs.append(exit)
    }

    /// Joins another outline to this outline by a line that is traversed in both directions.
    mutating func join(_ other: Outline) {
      guard let start = points.first, let next = other.points.first else { return }
      add(start, in: ins[0])
      ins[0] = .zero
      points += other.points
      ins += [.zero] + other.ins.dropFirst()
      outs += other.outs
      add(next, in: other.ins[0])
    }

    /// Twice the signed area of the polygon through the points; negative if the polygon is anticlockwise.
    var area: Double {
      points.indices.reduce(0) { sum, i in
        let (a, b) = (points[i], points[(i + 1) % points.count])
        return sum + a.x * b.y - b.x * a.y
      }
    }

    /// Whether a point is inside the polygon through the points.
    func contains(_ p: Point) -> Bool {
      points.indices.count { i in
        let (a, b) = (points[i], points[(i + 1) % points.count])
        return (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)
      } % 2 == 1
    }

    var reversed: Outline {
      Outline(
        points: points.reversed(), ins: outs.reversed(), outs: ins.reversed(), isClosed: isClosed)
    }
  }

  /// Returns the outlines of a path, moved by the margin.
  private func outlines(of path: Path, _ margin: Double) -> [Outline] {
    var all: [Outline] = []
    var outline = Outline()
    func at(_ p: Point) -> Point { Point(p.x + margin, p.y + margin) }
    for element in path.elements {
      switch element {
      case .move(let p):
        if outline.points.count > 1 { all.append(outline) }
        outline = Outline()
        outline.add(at(p))
      case .line(let p): outline.add(at(p))
      case .cubic(let a, let b, let c):
        guard let last = outline.points.last else { continue }
        outline.outs[outline.outs.count - 1] = Point(at(a).x - last.x, at(a).y - last.y)
        outline.add(at(c), in: Point(b.x - c.x, b.y - c.y))
      case .close:
        guard let start = outline.points.first else { continue }
        outline.isClosed = true
        if outline.points.count > 1, outline.points.last == start {
          outline.ins[0] = outline.ins.removeLast()
          outline.points.removeLast()
          outline.outs.removeLast()
        }
        all.append(outline)
        outline = Outline()
        outline.add(start)
      }
    }
    if outline.points.count > 1 { all.append(outline) }
    return all
  }

  /// Returns outlines in directions for which the nonzero rule fills the same area as the even-odd rule; nil
  /// if the outlines cross.
  private static func nested(_ outlines: [Outline]) -> [Outline]? {
    var directed: [Outline] = []
    for (i, outline) in outlines.enumerated() {
      var depth = 0
      for (j, other) in outlines.enumerated() where j != i {
        let inner = outline.points.count { other.contains($0) }
        guard inner == 0 || inner == outline.points.count else { return nil }
        if inner > 0 { depth += 1 }
      }
      directed.append((outline.area >= 0) == (depth % 2 == 0) ? outline : outline.reversed)
    }
    return directed
  }

  private func text(_ outline: Outline) -> String {
    func pairs(_ points: [Point]) -> String {
      "[" + points.map { list([$0.x, $0.y]) }.joined(separator: ",") + "]"
    }
    return
      "{\"c\":\(outline.isClosed),\"v\":\(pairs(outline.points)),\"i\":\(pairs(outline.ins)),\"o\":\(pairs(outline.outs))}"
  }

  /// A mask's shape as one closed outline; nil if the shape needs several outlines.
  private func path(of shape: MaskShape, _ margin: Double) -> String? {
    var outline = Outline()
    let k = 0.5522847498307936
    switch shape.kind {
    case .ellipse(let r):
      let (a, b) = (r.width / 2, r.height / 2)
      for (x, y) in [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)] {
        outline.add(
          Point(r.x + a + x * a + margin, r.y + b + y * b + margin),
          in: Point(y * a * k, -x * b * k), out: Point(-y * a * k, x * b * k))
      }
    case .rectangle(let r, let radius):
      // Every corner has two points, even a square corner, so that all keyframes have the same number of
      // points.
      let c = min(max(0, radius), r.width / 2, r.height / 2)
      let corners: [(Double, Double, Double, Double)] = [
        (r.x, r.y, 0.0, -1.0), (r.maxX, r.y, 1, 0), (r.maxX, r.maxY, 0, 1), (r.x, r.maxY, -1, 0),
      ]
      // The path enters the corner in the direction (dx, dy) and leaves it a quarter turn clockwise.
      for (x, y, dx, dy) in corners {
        outline.add(
          Point(x - dx * c + margin, y - dy * c + margin), out: Point(dx * c * k, dy * c * k))
        outline.add(
          Point(x - dy * c + margin, y + dx * c + margin), in: Point(dy * c * k, -dx * c * k))
      }
    case .path(let path):
      var all = outlines(of: path, margin)
      if all.count > 1, path.fillRule == .evenOdd {
        guard let nested = Self.nested(all) else { return nil }
        all = nested
      }
      outline = all.first ?? outline
      for other in all.dropFirst() { outline.join(other) }
    case .layer: return nil
    }
    if shape.isInverted, !outline.points.isEmpty {
      // lottie-web inverts a mask only within the size of the film, so the outline is a large box with a
      // connected hole instead.
      let (near, far) = (-room, 8 * room)
      var box = Outline()
      for (x, y) in [(near, near), (far, near), (far, far), (near, far)] { box.add(Point(x, y)) }
      box.join(outline.area >= 0 ? outline.reversed : outline)
      outline = box
    }
    outline.isClosed = true
    return text(outline)
  }

  /// A shape layer for the path of the layer, with the stroke above the fill.
  private mutating func drawing(_ layer: FilmLayer) -> [String] {
    let drawing = layer.properties.drawing
    guard let path = drawing.path else { return [] }
    let paths = outlines(of: path, 0).map { "{\"ty\":\"sh\",\"ks\":{\"a\":0,\"k\":\(text($0))}}" }
    var groups: [String] = []
    func add(_ items: [String]) {
      let all = paths + items + ["{\"ty\":\"tr\",\(Self.still),\"o\":\(Self.constant(100))}"]
      groups.append("{\"ty\":\"gr\",\"it\":[\(all.joined(separator: ","))]}")
    }
    if let color = drawing.strokeColor, drawing.lineWidth > 0 {
      let cap = PathDrawing.LineCap.allCases.firstIndex(of: drawing.lineCap)! + 1
      let join = PathDrawing.LineJoin.allCases.firstIndex(of: drawing.lineJoin)! + 1
      var stroke =
        "\(paint("st", color)),\"w\":\(Self.constant(drawing.lineWidth)),\"lc\":\(cap),\"lj\":\(join),\"ml\":\(n(drawing.miterLimit))"
      if !drawing.lineDashPattern.isEmpty {
        let dashes =
          drawing.lineDashPattern.enumerated().map { ($0 % 2 == 0 ? "d" : "g", $1) }
          + [("o", drawing.lineDashPhase)]
        stroke +=
          ",\"d\":[\(dashes.enumerated().map { "{\"n\":\"\($1.0)\",\"nm\":\"\($1.0)\($0)\",\"v\":\(Self.constant($1.1))}" }.joined(separator: ","))]"
      }
      var items: [String] = []
      if let part = layer.track(.stroke), !part.isStill || part.first != [0, 1] {
        items.append(
          "{\"ty\":\"tm\",\"s\":\(property(part) { [$0[0] * 100] }),\"e\":\(property(part) { [$0[1] * 100] }),\"o\":\(Self.constant(0)),\"m\":2}"
        )
      }
      add(items + ["{\(stroke)}"])
    }
    if let color = drawing.fillColor {
      add(["{\(paint("fl", color)),\"r\":\(path.fillRule == .evenOdd ? 2 : 1)}"])
    }
    return groups.isEmpty
      ? []
      : [
        "{\"ty\":4,\"nm\":\"path\",\"ip\":0,\"op\":\(n(last)),\"st\":0,\"ks\":{\(Self.still),\"o\":\(Self.constant(100))},\"shapes\":[\(groups.joined(separator: ","))]}"
      ]
  }

  // MARK: Contents

  private mutating func contents(
    of layer: FilmLayer, _ shown: FilmContents, _ number: Int, _ bounds: Track
  ) throws -> [String] {
    var visible = Self.constant(100)
    if let track = layer.track(.contents), !track.isStill {
      visible = property(track) { [$0[0] == Double(number) ? 100 : 0] }
    }
    switch shown.contents {
    case .none: return []
    case .color(let color):
      return [rectangle("colour", bounds, style: fill(color), opacity: visible)]
    case .picture(let picture):
      if picture.source.isMoving {
        leaveOut(layer, "a picture that moves; its first moment is shown")
      }
      if picture.gradient != nil { leaveOut(layer, "the gradient of its letters") }
      let (gravity, part) = (layer.properties.contentsGravity, layer.properties.contentsRect)
      let isAspect = [.resizeAspect, .resizeAspectFill].contains(gravity) && part == .unit
      if gravity != .resize, !isAspect {
        leaveOut(layer, "the position of its picture in its bounds, which it fills instead")
      }
      let count = pictures.pictures.count
      let made = try pictures.picture(picture, of: layer, number)
      let id = "picture-\(made.name)"
      if pictures.pictures.count > count {
        assets.append(
          "{\"id\":\(text(id)),\"w\":\(made.width),\"h\":\(made.height),\"e\":1,\"u\":\"\",\"p\":\"data:image/png;base64,\(Base64.encoded(made.png))\"}"
        )
      }
      let pixels = Size(Double(made.width), Double(made.height))
      /// The rectangle of the whole picture if the layer shows only a part of the picture.
      func place(_ size: [Double]) -> Rect {
        var (x, y) = (size[0] / pixels.width, size[1] / pixels.height)
        if isAspect {
          x = gravity == .resizeAspect ? min(x, y) : max(x, y)
          y = x
        }
        let (width, height) = (pixels.width * x / part.width, pixels.height * y / part.height)
        return isAspect
          ? Rect((size[0] - width) / 2, (size[1] - height) / 2, width, height)
          : Rect(-part.x * width, -part.y * height, width, height)
      }
      var cut = ""
      if part != .unit || gravity == .resizeAspectFill {
        cut = maskMembers(
          paths(bounds) { size in
            let r = place(size)
            let (x, y) = (pixels.width / r.width, pixels.height / r.height)
            let seen = Rect(-r.x * x, -r.y * y, size[0] * x, size[1] * y)
            return self.path(of: MaskShape(.rectangle(seen, cornerRadius: 0), false), 0) ?? ""
          })
      }
      let position = property(bounds) { [place($0).x, place($0).y] }
      let scale = property(bounds) { size in
        [place(size).width / pixels.width * 100, place(size).height / pixels.height * 100]
      }
      return [
        "{\"ty\":2,\"nm\":\"picture\",\"refId\":\(text(id)),\"ip\":0,\"op\":\(n(last)),\"st\":0\(cut),\"ks\":{\"p\":\(position),\"a\":{\"a\":0,\"k\":[0,0]},\"s\":\(scale),\"o\":\(visible)}}"
      ]
    case .gradient(let gradient):
      guard let fill = self.fill(gradient, over: bounds) else {
        leaveOut(layer, "its gradient, which is neither linear nor radial")
        return []
      }
      return [
        rectangle("gradient", bounds, style: fill.style, opacity: visible, stretch: fill.stretch)
      ]
    case .snapshot: leaveOut(layer, "a still of another layer")
    case .produced: leaveOut(layer, "pixels that an animator computes")
    }
    return []
  }

  /// The shape layers of a border inside the bounds, drawn over the contents.
  private mutating func border(_ layer: FilmLayer, _ bounds: Track) -> [String] {
    guard let track = layer.track(.border), track.everyValue.contains(where: { $0[0] > 0 }) else {
      return []
    }
    let radii = layer.track(.cornerRadius)!
    guard track.everyValue.allSatisfy({ $0[0] == track.first[0] }),
      radii.everyValue.allSatisfy({ Set($0).count == 1 })
    else {
      leaveOut(layer, Quantity.border.rawValue)
      return []
    }
    if layer.properties.border?.gradient != nil { leaveOut(layer, "the border's gradient") }
    let width = track.first[0]
    let inset = width / 2 - (layer.properties.border?.outside ?? 0)
    let color = property(track) { Array($0[1..<4]) + [1] }
    let alpha = property(track) { [$0[4] * 100] }
    return [
      rectangle(
        "border", bounds, radii: radii,
        style:
          "{\"ty\":\"st\",\"c\":\(color),\"o\":\(alpha),\"w\":\(Self.constant(width)),\"lc\":1,\"lj\":1,\"ml\":4}",
        inset: inset)
    ]
  }

  /// The members of a fill or stroke with one colour.
  private func paint(_ kind: String, _ color: Color) -> String {
    let numbers = color.numbers
    return
      "\"ty\":\"\(kind)\",\"c\":{\"a\":0,\"k\":\(list(numbers.prefix(3) + [1]))},\"o\":\(Self.constant(numbers[3] * 100))"
  }
  private func fill(_ color: Color) -> String { "{\(paint("fl", color)),\"r\":1}" }

  /// A linear or radial gradient, and the vertical stretch that turns its circles into ellipses; Lottie has
  /// no other kinds.
  private func fill(_ gradient: Gradient, over bounds: Track) -> (style: String, stretch: Double)? {
    let (kind, start, end): (Int, Point, Point)
    var stretch = 1.0
    switch gradient.shape {
    case .linear(let from, let to): (kind, start, end) = (1, from, to)
    case .radial(let center, let radius, let focus):
      let reach = bounds.everyValue.map { (radius.width * $0[0], radius.height * $0[1]) }
      guard focus == nil || focus == center, reach[0].0 > 0, reach[0].1 > 0 else { return nil }
      stretch = reach[0].1 / reach[0].0
      guard reach.allSatisfy({ abs($0.0 * stretch - $0.1) < 0.01 }) else { return nil }
      (kind, start, end) = (2, center, Point(center.x + radius.width, center.y))
    case .conic: return nil
    }
    let stops = gradient.stops
    var numbers = stops.flatMap { [$0.offset] + $0.color.numbers.prefix(3) }
    if !gradient.isOpaque { numbers += stops.flatMap { [$0.offset, $0.color.alpha] } }
    func point(_ p: Point) -> String { property(bounds) { [p.x * $0[0], p.y * $0[1] / stretch] } }
    let style =
      "{\"ty\":\"gf\",\"t\":\(kind),\"s\":\(point(start)),\"e\":\(point(end)),\"g\":{\"p\":\(stops.count),\"k\":{\"a\":0,\"k\":\(list(numbers))}},\"o\":{\"a\":0,\"k\":100},\"r\":1}"
    return (style, stretch)
  }

  /// A shape layer with one rectangle that is filled or stroked.
  private func rectangle(
    _ name: String, _ bounds: Track, radii: Track? = nil, style: String, opacity: String? = nil,
    inset: Double = 0, stretch: Double = 1
  ) -> String {
    let radius = radii.map { property($0) { [$0[0] > 0 ? max(0, $0[0] - inset) : 0] } }
    let middle = property(bounds) { [$0[0] / 2, $0[1] / 2 / stretch] }
    let size = property(bounds) {
      [max(0, $0[0] - 2 * inset), max(0, $0[1] - 2 * inset) / stretch]
    }
    let group = Self.still.replacing("[100,100]", with: "[100,\(n(stretch * 100))]")
    return
      "{\"ty\":4,\"nm\":\(text(name)),\"ip\":0,\"op\":\(n(last)),\"st\":0,\"ks\":{\(Self.still),\"o\":\(opacity ?? Self.constant(100))},\"shapes\":[{\"ty\":\"gr\",\"it\":[{\"ty\":\"rc\",\"p\":\(middle),\"s\":\(size),\"r\":\(radius ?? Self.constant(0))},\(style),{\"ty\":\"tr\",\(group),\"o\":\(Self.constant(100))}]}]}"
  }

  // MARK: Properties

  /// A transform without effect except for its opacity; lottie-web rejects a shape group without a transform.
  private static let still =
    "\"p\":{\"a\":0,\"k\":[0,0]},\"a\":{\"a\":0,\"k\":[0,0]},\"s\":{\"a\":0,\"k\":[100,100]},\"r\":{\"a\":0,\"k\":0}"

  private static func constant(_ value: Double) -> String {
    "{\"a\":0,\"k\":\(Code.n(value))}"
  }

  /// A property with keyframes; a single number is not written as a list.
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
    let frames = track.frames(until: film.duration)
    // If two keyframes have the same time, the first keyframe is moved a thousandth of a frame earlier and
    // holds its value.
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

  /// The easing handles of a keyframe for the interval to the next keyframe.
  private func ease(_ curve: CurveName?) -> String {
    let b = curve?.bezier ?? [0, 0, 1, 1]
    return
      ",\"o\":{\"x\":[\(n(b[0]))],\"y\":[\(n(b[1]))]},\"i\":{\"x\":[\(n(b[2]))],\"y\":[\(n(b[3]))]}"
  }
}
