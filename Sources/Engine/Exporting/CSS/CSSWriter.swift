internal import Planning
internal import Documents
internal import Evaluation
internal import Scenes

/// Writes a film as elements and Web Animations. Each layer is an element with the geometry of Core
/// Animation: `translate`, `rotate` and `scale` about the anchor, then `transform`. Each changing quantity of
/// a layer becomes one animation that lasts as long as the film.
struct CSSWriter {
  private let film: Film
  private var shortfalls: [Shortfall]
  private var pictures: PictureStore

  private init(_ film: Film, _ pictures: PictureStore) {
    self.film = film
    self.pictures = pictures
    shortfalls = film.shortfalls
  }

  static func export(_ films: [Film], _ names: ExportNames) throws -> Exported {
    var pictures = PictureStore()
    var code: [(names: ExportNames, film: CodeTree)] = []
    var shortfalls: [[Shortfall]] = []
    for film in films {
      var writer = CSSWriter(film, pictures)
      let own = names.of(film)
      code.append((own, try writer.object(own)))
      shortfalls.append(writer.shortfalls)
      pictures = writer.pictures
    }
    let hasPairs = films.contains { $0.layers.contains { $0.pair != nil && !$0.isSpatial } }
    let player = CSSRuntime.player + (hasPairs ? "\n" + CSSRuntime.viewTransition : "")
    var files = code.map {
      ExportedFile(
        films[0].name == nil ? "transition.js" : "\($0.names.title).js",
        CSSRuntime.module($0.film, hasPairs: hasPairs))
    }
    if films[0].name != nil { files.insert(CSSRuntime.index(code.map(\.names)), at: 0) }
    files += [
      ExportedFile("player.js", player),
      ExportedFile("index.html", CSSRuntime.page(player, code, names)),
    ]
    files += pictures.pictures.map { ExportedFile("assets/\($0.name).png", bytes: $0.png) }
    return Exported(files: files, shortfalls: shortfalls)
  }

  private func n(_ value: Double) -> String { CurveName.number(value) }

  private mutating func leaveOut(_ layer: FilmLayer, _ what: String) {
    shortfalls.append(Shortfall(.leftOut, of: layer, what))
  }
  private mutating func approximate(_ layer: FilmLayer, _ what: String) {
    shortfalls.append(Shortfall(.approximated, of: layer, what))
  }

  // MARK: A layer

  /// The code of the film with its layers; each layer has the style of its element and its keyframes.
  private mutating func object(_ names: ExportNames) throws -> CodeTree {
    let background =
      film.backgroundGradient.map { CSSText.gradient($0, over: film.size) }
      ?? CSSText.color(film.background)
    var layers: [CodeTree] = []
    for layer in film.layers { layers.append(try object(of: layer)) }
    return .object([
      ("name", .string(names.title)),
      (
        "size",
        .object([("width", .number(film.size.width)), ("height", .number(film.size.height))])
      ),
      ("duration", .number(film.duration * 1000)), ("background", .string(background)),
      ("layers", .array(layers)),
    ])
  }

  private mutating func object(of layer: FilmLayer) throws -> CodeTree {
    var style: [(String, String)] = []
    var motion: [(String, CodeTree)] = []
    place(layer, &style, &motion)
    look(layer, &style, &motion)
    let children = try contents(of: layer)
    noteWhatIsLeft(layer)
    var members: [(String, CodeTree)] = [("name", .string(layer.name))]
    if layer.id != layer.name { members.append(("id", .string(layer.id))) }
    if let parent = layer.parent { members.append(("parent", .string(film.layers[parent].name))) }
    if let pair = layer.pair, !layer.isSpatial { members.append(("pair", .string(pair))) }
    if !style.isEmpty { members.append(("style", .string(Self.text(style)))) }
    if !children.isEmpty { members.append(("shows", .array(children.map(CodeTree.object)))) }
    if !motion.isEmpty { members.append(("motion", .object(motion))) }
    return .object(members)
  }

  private static func text(_ style: [(String, String)]) -> String {
    style.map { "\($0): \($1)" }.joined(separator: "; ")
  }

  /// Adds the values of a track: a constant value becomes a style, and changing values become keyframes.
  private func add(
    _ property: String, _ track: Track?, _ style: inout [(String, String)],
    _ motion: inout [(String, CodeTree)],
    unless neutral: String? = nil, value: ([Double]) -> String
  ) {
    guard let track, !track.first.isEmpty else { return }
    let frames = track.written(until: film.duration, keeping: { _ in true }, value)
    if frames.allSatisfy({ $0.value == frames[0].value }) {
      let kebab = property.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
      if frames[0].value != neutral { style.append((kebab, frames[0].value)) }
      return
    }
    // The player uses the first value before the first keyframe, and the last value after the last keyframe.
    var moving = frames[...]
    if frames.count > 2, frames[0].value == frames[1].value { moving.removeFirst() }
    if moving.count > 1, moving.dropLast().last?.value == moving.last?.value { moving.removeLast() }
    motion.append(
      (
        property,
        .array(
          moving.map { frame in
            .array(
              [.number(frame.time * 1000), .string(frame.value)]
                + (frame.curve.map { [.string($0.css)] } ?? []))
          })
      ))
  }

  private mutating func place(
    _ layer: FilmLayer, _ style: inout [(String, String)], _ motion: inout [(String, CodeTree)]
  ) {
    let size = layer.track(.size)!
    let isGroup = layer.hasSublayers
    if isGroup {
      style += [("width", "\(n(layer.layout.width))px"), ("height", "\(n(layer.layout.height))px")]
    } else {
      add("width", size, &style, &motion) { "\(Code.n($0[0]))px" }
      add("height", size, &style, &motion) { "\(Code.n($0[1]))px" }
    }
    if layer.isSpatial {
      add("transform", layer.track(.matrix), &style, &motion) { values in
        "matrix3d(\(values.map(Code.fine).joined(separator: ", ")))"
      }
      add("backfaceVisibility", layer.track(.backface), &style, &motion, unless: "visible") {
        $0[0] > 0 ? "visible" : "hidden"
      }
    } else {
      let anchor = layer.properties.anchorPoint
      let layout = layer.layout
      func stays(_ quantity: Quantity, _ value: [Double]) -> Bool {
        layer.track(quantity).map { $0.isStill && $0.first == value } ?? true
      }
      // If the layer neither rotates nor grows about its anchor, its corner is animated instead.
      let isRigid =
        stays(.scale, [1, 1]) && stays(.rotation, [0])
        && stays(.size, [layout.width, layout.height])
      let way = isRigid ? [anchor.x * layout.width, anchor.y * layout.height] : [0, 0]
      add("translate", layer.track(.position), &style, &motion, unless: "0px 0px") {
        "\(Code.n($0[0] - way[0]))px \(Code.n($0[1] - way[1]))px"
      }
      add("rotate", layer.track(.rotation), &style, &motion, unless: "0deg") {
        "\(CurveName.number($0[0]))deg"
      }
      add("scale", layer.track(.scale), &style, &motion, unless: "1 1") {
        "\(CurveName.number($0[0])) \(CurveName.number($0[1]))"
      }
      add("transform", size, &style, &motion, unless: isRigid ? "none" : "translate(0px, 0px)") {
        values in
        if isRigid { return "none" }
        var text =
          "translate(\(Code.n(-anchor.x * values[0]))px, \(Code.n(-anchor.y * values[1]))px)"
        if isGroup, layout.width > 0, layout.height > 0,
          values[0] != layout.width || values[1] != layout.height || !size.isStill
        {
          text +=
            " scale(\(CurveName.number(values[0] / layout.width)), \(CurveName.number(values[1] / layout.height)))"
        }
        return text
      }
    }
    add("visibility", layer.track(.visible), &style, &motion, unless: "visible") {
      $0[0] > 0 ? "visible" : "hidden"
    }
    let siblings = film.layers.filter { $0.parent == layer.parent }
    if siblings.contains(where: { !($0.track(.order)?.isStill ?? true) }) {
      add("zIndex", layer.track(.order), &style, &motion) {
        "\(Int(clamped: $0[0], rounded: .down, to: 0...1_000_000))"
      }
    } else if siblings.map({ $0.track(.order)?.first.first ?? 0 })
      != siblings.map({ $0.track(.order)?.first.first ?? 0 }).sorted()
    {
      style.append(("z-index", n(layer.track(.order)?.first.first ?? 0)))
    }
  }

  private mutating func look(
    _ layer: FilmLayer, _ style: inout [(String, String)], _ motion: inout [(String, CodeTree)]
  ) {
    let p = layer.properties
    add("opacity", layer.track(.opacity), &style, &motion, unless: "1") { Code.n($0[0]) }
    add(
      "backgroundColor", layer.track(.backgroundColor), &style, &motion,
      unless: CSSText.color(.clear)
    ) {
      CSSText.color($0)
    }
    add("borderRadius", layer.track(.cornerRadius), &style, &motion, unless: "0px") { radii in
      Set(radii).count == 1
        ? "\(CurveName.number(radii[0]))px"
        : radii.map { "\(CurveName.number($0))px" }.joined(separator: " ")
    }
    if p.masksToBounds { style.append(("overflow", "hidden")) }
    if p.blendMode != .normal {
      style.append(("mix-blend-mode", p.blendMode.rawValue))
      if layer.parent.map({ film.layers[$0].parent != nil }) ?? false {
        approximate(layer, "blends with its parent's contents only, not with the layers below")
      }
    }
    if p.isolates { style.append(("isolation", "isolate")) }
    shadow(layer, &style, &motion)
    filters(layer, &style, &motion)
    mask(layer, &style, &motion)
  }

  private mutating func shadow(
    _ layer: FilmLayer, _ style: inout [(String, String)], _ motion: inout [(String, CodeTree)]
  ) {
    let p = layer.properties
    guard let track = layer.track(.shadow), track.everyValue.contains(where: { $0[0] > 0 }) else {
      boxShadows(layer, &style)
      return
    }
    guard !p.masksToBounds, p.mask == nil else { return }
    let hasBox =
      (layer.track(.backgroundColor)?.everyValue.allSatisfy { $0[3] >= 1 } ?? false)
      || isOpaquePicture(layer)
    if hasBox {
      let others = CSSText.boxShadows(p.shadows)
      add("boxShadow", track, &style, &motion) { CSSText.boxShadow($0, others) }
    } else if shadowsItsPicture(layer) {
      boxShadows(layer, &style)
    } else {
      boxShadows(layer, &style)
      approximate(
        layer,
        "the shadow of a shape other than a box becomes a filter, whose edges may differ by a level"
      )
      add("filter", track, &style, &motion) { CSSText.dropShadow($0) }
    }
    if p.shadowPath != nil { leaveOut(layer, "shadowPath; its shadow has the layer's own shape") }
  }

  private func boxShadows(_ layer: FilmLayer, _ style: inout [(String, String)]) {
    let text = CSSText.boxShadows(layer.properties.shadows)
    if !text.isEmpty { style.append(("box-shadow", text.joined(separator: ", "))) }
  }

  /// Whether the layer shows only one picture, which covers the layer completely.
  private func isOnePicture(_ layer: FilmLayer) -> Bool {
    let p = layer.properties
    guard layer.contents.count == 1, case .picture = layer.contents[0].contents,
      p.contentsGravity == .resize, p.contentsRect == .unit, p.drawing.path == nil,
      !layer.hasSublayers
    else { return false }
    func isNothing(_ quantity: Quantity, _ places: ClosedRange<Int>) -> Bool {
      layer.track(quantity)?.everyValue.allSatisfy { $0[places].allSatisfy { $0 == 0 } } ?? true
    }
    return isNothing(.cornerRadius, 0...3) && isNothing(.backgroundColor, 3...3)
      && isNothing(.border, 0...0)
  }

  /// Whether a black and blurred copy of the picture draws the shadow, because `drop-shadow()` moves only by
  /// whole pixels.
  private func shadowsItsPicture(_ layer: FilmLayer) -> Bool {
    let p = layer.properties
    guard isOnePicture(layer), !p.masksToBounds, p.mask == nil, let track = layer.track(.shadow)
    else { return false }
    return track.everyValue.allSatisfy { $0[4...6].allSatisfy { $0 == 0 } }
      && track.everyValue.contains { $0[0] > 0 }
  }

  /// Whether the pixels of the layer's pictures cover all of its bounds.
  private mutating func isOpaquePicture(_ layer: FilmLayer) -> Bool {
    guard [.resize, .resizeAspectFill].contains(layer.properties.contentsGravity) else {
      return false
    }
    for (number, shown) in layer.contents.enumerated() {
      guard case .picture(let picture) = shown.contents,
        (try? pictures.picture(picture, of: layer, number))?.isOpaque == true
      else { return false }
    }
    return !layer.contents.isEmpty
  }

  private mutating func filters(
    _ layer: FilmLayer, _ style: inout [(String, String)], _ motion: inout [(String, CodeTree)]
  ) {
    let p = layer.properties
    var functions: [String] = []
    for effect in p.filters {
      if let function = CSSText.filter(effect) {
        functions.append(function)
      } else {
        leaveOut(layer, "the filter \(effect.kind.rawValue)")
      }
    }
    let blurs = layer.track(.blur)?.everyValue.contains { $0[0] > 0 } ?? false
    if blurs {
      let rest = functions
      add("filter", layer.track(.blur), &style, &motion) {
        (["blur(\(CurveName.number($0[0]))px)"] + rest).joined(separator: " ")
      }
    } else if !functions.isEmpty {
      style.append(("filter", functions.joined(separator: " ")))
    }
    if let backdrop = p.backdrop.first {
      let text =
        "blur(\(n(backdrop.radius))px) saturate(\(n(backdrop.saturation))) brightness(\(n(backdrop.brightness)))"
      style.append(("backdrop-filter", text))
      approximate(layer, "the blur of its backdrop, by backdrop-filter")
    }
  }

  private mutating func mask(
    _ layer: FilmLayer, _ style: inout [(String, String)], _ motion: inout [(String, CodeTree)]
  ) {
    guard let masked = layer.masked, let mask = masked.mask, let track = layer.track(.mask),
      !track.first.isEmpty
    else { return }
    if layer.properties.mask == nil {
      approximate(
        layer,
        "a mask that appears after the start; before that, the layer has the mask's first shape")
    }
    let shape = MaskShape(mask, in: masked)
    if case .layer = shape.kind {
      leaveOut(layer, "a mask by another layer")
      return
    }
    add("clipPath", track, &style, &motion) { CSSText.clipPath(shape.with($0)) }
  }

  // MARK: Contents

  /// The members of an element that shows the contents of a layer.
  private typealias Child = [(String, CodeTree)]

  private func box(_ style: String) -> Child { [("style", .string(style))] }

  private mutating func contents(of layer: FilmLayer) throws -> [Child] {
    var children: [Child] = []
    if let tint = layer.properties.backdrop.first?.color, tint.alpha > 0 {
      children.append(box("inset: 0; background: \(CSSText.color(tint)); border-radius: inherit"))
    }
    let isBox = isOpaquePicture(layer)
    for (number, state) in layer.contents.enumerated() {
      guard var child = try child(of: layer, state.contents, number) else { continue }
      if isReduced(layer), case .picture = state.contents {
        let said = shortfalls
        let reductions = Set(layer.reduction.everyValue.filter { $0[0] == Double(number) })
        for reduction in reductions.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
          guard var copy = try self.child(of: layer, state.contents, number, reduction) else {
            continue
          }
          var style: [(String, String)] = []
          // An opaque picture remains below its blurred copies, whose edges are transparent.
          let stays = reduction[1] + reduction[2] == 0 && isBox
          add("visibility", layer.reduction, &style, &copy) {
            $0 == reduction || stays && $0[0] == reduction[0] ? "inherit" : "hidden"
          }
          children.append(copy)
        }
        shortfalls = said
        continue
      }
      if let track = layer.track(.contents), !track.isStill {
        var style: [(String, String)] = []
        add("visibility", track, &style, &child) {
          $0[0] == Double(number) ? "inherit" : "hidden"
        }
      }
      if let track = layer.track(.shadow), !isBox, shadowsItsPicture(layer) {
        var style = [("inset", "0")]
        var motion: Child = []
        add("opacity", track, &style, &motion) { Code.n($0[0] * $0[7]) }
        add("translate", track, &style, &motion) { "\(Code.n($0[2]))px \(Code.n($0[3]))px" }
        add("filter", track, &style, &motion) { "brightness(0) blur(\(Code.n($0[1]))px)" }
        children.append(box(Self.text(style)) + motion + [("inner", .object(child))])
      }
      children.append(child)
    }
    let p = layer.properties
    if p.drawing.path != nil { children.append(drawing(layer)) }
    if let track = layer.track(.border), let border = p.border,
      track.everyValue.contains(where: { $0[0] > 0 })
    {
      if !track.isStill { approximate(layer, "its border stays as it is at the start") }
      let all = "linear-gradient(#000 0 0)"
      // A gradient is visible in the padding, around a hole for the contents.
      let look =
        border.gradient.map {
          "padding: \(n(border.width))px; mask: \(all) content-box exclude, \(all); "
            + "background: \(CSSText.gradient($0, over: p.frame.size, margin: border.outside))"
        } ?? "border: \(n(border.width))px solid \(CSSText.color(border.color))"
      let radii = p.cornerRadii
      let outer = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].map {
        $0 > 0 ? "\(n($0 + border.outside))px" : "0"
      }
      let isFixed = border.outside != 0 && (layer.track(.cornerRadius)?.isStill ?? true)
      let corners = isFixed ? outer.joined(separator: " ") : "inherit"
      let inset = n(-border.outside)
      children.append(
        box("inset: \(inset)px; \(look); border-radius: \(corners); box-sizing: border-box"))
    }
    return children
  }

  /// Whether the layer's picture has blurred copies for the times at which it is smaller, because browsers
  /// sample a moving picture without a filter. Only pictures in boxes of changing size get blurred copies,
  /// and only in films with few layers.
  private func isReduced(_ layer: FilmLayer) -> Bool {
    film.layers.count <= 100 && !shadowsItsPicture(layer)
      && layer.reduction.everyValue.contains { $0[1] + $0[2] > 0 }
      && (layer.track(.size)!.isStill || isOnePicture(layer))
  }

  /// The sigma of the blur for each reduction, in points of a picture with two pixels per point.
  private static let sigmas = [0.0625, 0.3125, 0.5, 1, 2]

  /// The blur for a picture that is reduced horizontally and vertically: its sigma, and the factors by which
  /// its element is larger along each axis before the blurred element is scaled down.
  private static func blur(_ reduction: [Double], isEven: Bool) -> (
    sigma: Double, factors: [Double]
  ) {
    let both = reduction.dropFirst().map { sigmas[Int(clamped: $0, rounded: .down, to: 0...4)] }
    let most = both.max() ?? sigmas[0]
    return (most, isEven ? [1, 1] : both.map { most / $0 })
  }

  private mutating func child(
    of layer: FilmLayer, _ contents: Contents, _ number: Int, _ reduction: [Double] = [0, 0, 0]
  ) throws -> Child? {
    let p = layer.properties
    switch contents {
    case .none: return nil
    case .color(let color):
      return box("inset: 0; background: \(CSSText.color(color)); border-radius: inherit")
    case .gradient(let gradient):
      if case .radial(_, _, _?) = gradient.shape { leaveOut(layer, "the focus of its gradient") }
      return box(
        "inset: 0; background: \(CSSText.gradient(gradient, over: p.frame.size)); border-radius: inherit"
      )
    case .picture(let picture):
      if picture.source.isMoving {
        leaveOut(layer, "a picture that moves; its first moment is shown")
      }
      if picture.gradient != nil { leaveOut(layer, "the gradient of its letters") }
      if picture.source.isSetInFrame {
        approximate(
          layer, "its text is a picture, with \(n(PictureStore.density)) pixels a point")
      }
      let asset = try pictures.picture(picture, of: layer, number)
      var style = [("object-fit", CSSText.fit(p.contentsGravity))]
      var motion: Child = []
      let part = p.contentsRect
      let blur = Self.blur(reduction, isEven: p.contentsGravity != .resize)
      let factors = blur.factors
      if part != .unit {
        // Browsers blend background colours into the seams between the pieces of a picture if the pieces do
        // not end at whole pixels.
        let pieces = film.layers.count {
          $0.parent == layer.parent && $0.properties.contentsRect != .unit
        }
        let r = layer.layout
        let isWhole = [r.x, r.y, r.width, r.height].allSatisfy { $0 * 2 == ($0 * 2).rounded() }
        style += CSSText.part(part, overlap: pieces > 1 && !isWhole ? 0.3 : 0, by: factors)
      }
      var origin: [(String, String)] = []
      if let size = layer.track(.size), !size.isStill, isOnePicture(layer) {
        // Browsers round the sizes of boxes to whole pixels, while scaled pictures can end between pixels.
        let most = [0, 1].map { i in (size.everyValue.map { $0[i] }.max() ?? 0).rounded(.up) }
        if most[0] > 0, most[1] > 0 {
          origin = [("transform-origin", "0 0")]
          style += [
            ("width", "\(n(most[0] * factors[0]))px"), ("height", "\(n(most[1] * factors[1]))px"),
          ]
          add("scale", size, &style, &motion) {
            "\(CurveName.number($0[0] / most[0])) \(CurveName.number($0[1] / most[1]))"
          }
        }
      }
      if blur.sigma > Self.sigmas[0] {
        style.append(("filter", "blur(\(n(blur.sigma))px)"))
        if part == .unit { style.append(("clip-path", "inset(0)")) }
      }
      if factors != [1, 1] {
        if part == .unit, origin.isEmpty {
          style += [
            ("width", "\(n(factors[0] * 100))%"), ("height", "\(n(factors[1] * 100))%"),
          ]
        }
        origin = [("transform-origin", "0 0")]
        style.append(("transform", "scale(\(n(1 / factors[0])), \(n(1 / factors[1])))"))
      }
      style += origin
      return [
        ("picture", .string("assets/\(asset.name).png")), ("style", .string(Self.text(style))),
      ]
        + motion
    case .snapshot:
      leaveOut(layer, "a still of another layer")
      return nil
    case .produced:
      leaveOut(layer, "pixels that an animator computes")
      return nil
    }
  }

  private func drawing(_ layer: FilmLayer) -> Child {
    let drawing = layer.properties.drawing
    var members: Child = [
      ("path", .string(drawing.path?.svgData ?? "")),
      ("rule", .string(drawing.path?.fillRule == .evenOdd ? "evenodd" : "nonzero")),
      ("fill", .string(drawing.fillColor.map { CSSText.color($0) } ?? "none")),
    ]
    if let stroke = drawing.strokeColor, drawing.lineWidth > 0 {
      members += [
        ("stroke", .string(CSSText.color(stroke))), ("width", .number(drawing.lineWidth)),
        ("cap", .string(drawing.lineCap.rawValue)), ("join", .string(drawing.lineJoin.rawValue)),
      ]
      if !drawing.lineDashPattern.isEmpty {
        members.append(("dashes", .array(drawing.lineDashPattern.map(CodeTree.number))))
      } else if let track = layer.track(.stroke), !track.isStill || track.first != [0, 1] {
        var still: [(String, String)] = []
        // A dash of length 0 still has round caps, so the path is hidden while the dash has that length.
        add("dash", track, &still, &members) { "\(CurveName.number($0[1] - $0[0])) 2" }
        add("start", track, &still, &members) { CurveName.number(-$0[0]) }
        add("visibility", track, &still, &members, unless: "inherit") {
          $0[1] > $0[0] ? "inherit" : "hidden"
        }
        members += still.map { ($0.0, .array([.array([.number(0), .string($0.1)])])) }
      }
    }
    return members
  }

  private mutating func noteWhatIsLeft(_ layer: FilmLayer) {
    if layer.properties.cornerCurve != .circular, layer.properties.cornerRadius > 0 {
      approximate(layer, "its corners are parts of circles, not continuous")
    }
    for quantity in Quantity.allCases {
      shortfalls += layer.track(quantity)?.approximations(of: layer, keepsSprings: false) ?? []
    }
  }
}
