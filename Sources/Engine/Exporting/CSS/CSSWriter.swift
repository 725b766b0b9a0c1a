internal import Planning
internal import Documents
internal import Evaluation
internal import Scenes

/// Writes a film as elements and Web Animations.
///
/// Each layer is an element, laid out as Core Animation has it: `translate`, `rotate` and `scale` about the
/// anchor, then `transform`. Each changing quantity is one animation over the whole film.
struct CSSWriter {
  let film: Film
  let names: ExportNames
  var shortfalls: [Shortfall]
  var assets: [PictureAsset] = []
  /// The asset of a source that was drawn, by its identity.
  private var known: [ObjectIdentifier: String] = [:]
  /// The resolution of contents without pixels of their own, in pixels a point.
  private static let density = 2.0

  init(_ film: Film, _ names: ExportNames) {
    self.film = film
    self.names = names
    shortfalls = film.shortfalls
  }

  func exported() throws -> Exported {
    var writer = self
    return try writer.write()
  }

  private mutating func write() throws -> Exported {
    var layers: [String] = []
    for layer in film.layers { layers.append(try object(of: layer)) }
    let data = """
      // The film in layers: each has its element's style and its keyframes, [milliseconds, value, easing].
      const name = \(Literal.javaScript(names.title));
      const size = { width: \(n(film.size.width)), height: \(n(film.size.height)) };
      const duration = \(n(film.duration * 1000));
      const background = \(Literal.javaScript(background));
      const layers = [
      \(layers.joined(separator: "\n"))
      ];
      """
    let hasPairs = film.layers.contains { $0.pair != nil && !$0.isSpatial }
    let module =
      data + "\n\n" + CSSRuntime.module + (hasPairs ? "\n" + CSSRuntime.viewTransition : "")
    var files = [
      ExportedFile("transition.js", module),
      ExportedFile("index.html", CSSRuntime.page(module, names)),
    ]
    files += assets.map { ExportedFile("assets/\($0.name).png", bytes: $0.png) }
    return Exported(files: files, shortfalls: shortfalls)
  }

  private var background: String {
    film.backgroundGradient.map { CSSText.gradient($0, over: film.size) }
      ?? CSSText.color(film.background)
  }

  private func n(_ value: Double) -> String { CurveName.number(value) }

  private mutating func leaveOut(_ layer: FilmLayer, _ what: String) {
    shortfalls.append(Shortfall(.leftOut, of: layer, what))
  }
  private mutating func approximate(_ layer: FilmLayer, _ what: String) {
    shortfalls.append(Shortfall(.approximated, of: layer, what))
  }

  // MARK: A layer

  private mutating func object(of layer: FilmLayer) throws -> String {
    var style: [(String, String)] = []
    var motion: [(String, [CSSFrame])] = []
    place(layer, &style, &motion)
    look(layer, &style, &motion)
    let children = try contents(of: layer)
    noteWhatIsLeft(layer)
    var members = [
      "name: \(Literal.javaScript(layer.name))", "id: \(Literal.javaScript(layer.id))",
    ]
    if let parent = layer.parent {
      members.append("parent: \(Literal.javaScript(film.layers[parent].name))")
    }
    if let pair = layer.pair, !layer.isSpatial {
      members.append("pair: \(Literal.javaScript(pair))")
    }
    let css = style.map { "\($0): \($1)" }.joined(separator: "; ")
    var lines = [
      "  { \(members.joined(separator: ", ")),", "    style: \(Literal.javaScript(css)),",
    ]
    if !children.isEmpty { lines.append("    shows: [\(children.joined(separator: ", "))],") }
    if !motion.isEmpty {
      lines.append("    motion: {")
      for (property, frames) in motion {
        let list = frames.map(\.text).joined(separator: ", ")
        lines.append("      \(property): [\(list)],")
      }
      lines.append("    } },")
    } else {
      lines[lines.count - 1].removeLast()
      lines[lines.count - 1] += " },"
    }
    return lines.joined(separator: "\n")
  }

  /// Adds a track's values, as a style while constant and as keyframes while changing.
  private func add(
    _ property: String, _ track: Track?, _ style: inout [(String, String)],
    _ motion: inout [(String, [CSSFrame])],
    unless neutral: String? = nil, value: ([Double]) -> String
  ) {
    guard let track, !track.first.isEmpty else { return }
    let kebab = property.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
    if track.isStill {
      let text = value(track.first)
      if text != neutral { style.append((kebab, text)) }
    } else {
      motion.append((property, CSSFrame.all(of: track, duration: film.duration, value: value)))
    }
  }

  private mutating func place(
    _ layer: FilmLayer, _ style: inout [(String, String)], _ motion: inout [(String, [CSSFrame])]
  ) {
    let size = layer.track(.size)!
    let isGroup = layer.hasSublayers
    if isGroup {
      style += [("width", "\(n(layer.layout.width))px"), ("height", "\(n(layer.layout.height))px")]
    } else {
      add("width", size, &style, &motion) { "\(CurveName.number($0[0]))px" }
      add("height", size, &style, &motion) { "\(CurveName.number($0[1]))px" }
    }
    if layer.isSpatial {
      add("transform", layer.track(.matrix)?.subdivided, &style, &motion) { values in
        "matrix3d(\(values.map(SwiftCode.fine).joined(separator: ", ")))"
      }
      add("backfaceVisibility", layer.track(.backface), &style, &motion, unless: "visible") {
        $0[0] > 0 ? "visible" : "hidden"
      }
    } else {
      let anchor = layer.properties.anchorPoint
      let layout = layer.layout
      add("translate", layer.track(.position), &style, &motion) {
        "\(CurveName.number($0[0]))px \(CurveName.number($0[1]))px"
      }
      add("rotate", layer.track(.rotation), &style, &motion, unless: "0deg") {
        "\(CurveName.number($0[0]))deg"
      }
      add("scale", layer.track(.scale), &style, &motion, unless: "1 1") {
        "\(CurveName.number($0[0])) \(CurveName.number($0[1]))"
      }
      add("transform", size, &style, &motion, unless: "translate(0px, 0px)") { values in
        var text =
          "translate(\(CurveName.number(-anchor.x * values[0]))px, \(CurveName.number(-anchor.y * values[1]))px)"
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
    _ layer: FilmLayer, _ style: inout [(String, String)], _ motion: inout [(String, [CSSFrame])]
  ) {
    let p = layer.properties
    add("opacity", layer.track(.opacity), &style, &motion, unless: "1") { CurveName.number($0[0]) }
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
    _ layer: FilmLayer, _ style: inout [(String, String)], _ motion: inout [(String, [CSSFrame])]
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
        "the shadow of a shape other than a box is a filter, whose edges may differ by a level")
      add("filter", track, &style, &motion) { CSSText.dropShadow($0) }
    }
    if p.shadowPath != nil { leaveOut(layer, "shadowPath; its shadow has the layer's own shape") }
  }

  private func boxShadows(_ layer: FilmLayer, _ style: inout [(String, String)]) {
    let text = CSSText.boxShadows(layer.properties.shadows)
    if !text.isEmpty { style.append(("box-shadow", text.joined(separator: ", "))) }
  }

  /// Whether one picture over all of it is everything that the layer shows.
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

  /// Whether its shadow is drawn by the picture, made black and blurred: `drop-shadow()` moves by whole pixels.
  private func shadowsItsPicture(_ layer: FilmLayer) -> Bool {
    let p = layer.properties
    guard isOnePicture(layer), !p.masksToBounds, p.mask == nil, let track = layer.track(.shadow)
    else { return false }
    return track.everyValue.allSatisfy { $0[4...6].allSatisfy { $0 == 0 } }
      && track.everyValue.contains { $0[0] > 0 }
  }

  /// A member of what a layer shows: the keyframes of a property.
  private func shown(_ property: String, _ track: Track, _ value: ([Double]) -> String) -> String {
    let frames = CSSFrame.all(of: track, duration: film.duration, value: value)
    return "\(property): [\(frames.map(\.text).joined(separator: ", "))]"
  }

  /// Whether the pixels of its pictures cover all of its bounds.
  private mutating func isOpaquePicture(_ layer: FilmLayer) -> Bool {
    guard [.resize, .resizeAspectFill].contains(layer.properties.contentsGravity) else {
      return false
    }
    for (number, shown) in layer.contents.enumerated() {
      guard case .picture(let picture) = shown.contents,
        let name = try? asset(of: picture, layer, number),
        assets.contains(where: { $0.name == name && $0.isOpaque })
      else { return false }
    }
    return !layer.contents.isEmpty
  }

  private mutating func filters(
    _ layer: FilmLayer, _ style: inout [(String, String)], _ motion: inout [(String, [CSSFrame])]
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
    _ layer: FilmLayer, _ style: inout [(String, String)], _ motion: inout [(String, [CSSFrame])]
  ) {
    guard let masked = layer.masked, let mask = masked.mask, let track = layer.track(.mask),
      !track.first.isEmpty
    else { return }
    if layer.properties.mask == nil {
      approximate(layer, "its mask comes after the start, and has its first shape before that")
    }
    let shape = MaskShape(mask, in: masked)
    if case .layer = shape.kind {
      leaveOut(layer, "a mask by another layer")
      return
    }
    add("clipPath", track, &style, &motion) { CSSText.clipPath(shape.with($0)) }
  }

  // MARK: Contents

  private mutating func contents(of layer: FilmLayer) throws -> [String] {
    var children: [String] = []
    if let tint = layer.properties.backdrop.first?.color, tint.alpha > 0 {
      let style = "inset: 0; background: \(CSSText.color(tint)); border-radius: inherit"
      children.append("{ style: \(Literal.javaScript(style)) }")
    }
    let isBox = isOpaquePicture(layer)
    for (number, state) in layer.contents.enumerated() {
      guard var child = try child(of: layer, state.contents, number) else { continue }
      if let track = layer.track(.contents), !track.isStill {
        let frames = CSSFrame.all(of: track, duration: film.duration) {
          $0[0] == Double(number) ? "inherit" : "hidden"
        }
        child.append("visibility: [\(frames.map(\.text).joined(separator: ", "))]")
      }
      if let track = layer.track(.shadow), !isBox, shadowsItsPicture(layer) {
        let shadow = [
          "style: \"inset: 0\"", shown("opacity", track) { CurveName.number($0[0] * $0[7]) },
          shown("translate", track) { "\(CurveName.number($0[2]))px \(CurveName.number($0[3]))px" },
          shown("filter", track) { "brightness(0) blur(\(CurveName.number($0[1]))px)" },
          "inner: { \(child.joined(separator: ", ")) }",
        ]
        children.append("{ \(shadow.joined(separator: ", ")) }")
      }
      children.append("{ \(child.joined(separator: ", ")) }")
    }
    let p = layer.properties
    if p.drawing.path != nil { children.append("{ \(drawing(layer)) }") }
    if let track = layer.track(.border), let border = p.border,
      track.everyValue.contains(where: { $0[0] > 0 })
    {
      if !track.isStill { approximate(layer, "its border stays as it is at the start") }
      if border.gradient != nil { leaveOut(layer, "the border's gradient") }
      let inset = n(-border.outside)
      let style =
        "inset: \(inset)px; border: \(n(border.width))px solid \(CSSText.color(border.color)); "
        + "border-radius: inherit; box-sizing: border-box"
      children.append("{ style: \(Literal.javaScript(style)) }")
    }
    return children
  }

  private mutating func child(of layer: FilmLayer, _ contents: Contents, _ number: Int) throws
    -> [String]?
  {
    let p = layer.properties
    switch contents {
    case .none: return nil
    case .color(let color):
      return [
        "style: \(Literal.javaScript("inset: 0; background: \(CSSText.color(color)); border-radius: inherit"))"
      ]
    case .gradient(let gradient):
      if case .radial(_, _, _?) = gradient.shape { leaveOut(layer, "the focus of its gradient") }
      let style =
        "inset: 0; background: \(CSSText.gradient(gradient, over: p.frame.size)); border-radius: inherit"
      return ["style: \(Literal.javaScript(style))"]
    case .picture(let picture):
      if picture.source.isMoving {
        leaveOut(layer, "a picture that moves; its first moment is shown")
      }
      if picture.gradient != nil { leaveOut(layer, "the gradient of its letters") }
      if picture.source.isSetInFrame {
        approximate(layer, "its text is a picture, with \(n(Self.density)) pixels a point")
      }
      let asset = try asset(of: picture, layer, number)
      var style = CSSText.fit(p.contentsGravity)
      if p.contentsRect != .unit { style += "; " + CSSText.part(p.contentsRect) }
      var members = ["picture: \(Literal.javaScript("assets/\(asset).png"))"]
      if let size = layer.track(.size), !size.isStill, isOnePicture(layer) {
        // Browsers lay boxes out in whole pixels; scaled pictures end between them.
        let most = [0, 1].map { i in (size.everyValue.map { $0[i] }.max() ?? 0).rounded(.up) }
        if most[0] > 0, most[1] > 0 {
          style += "; width: \(n(most[0]))px; height: \(n(most[1]))px; transform-origin: 0 0"
          members.append(
            shown("scale", size) {
              "\(CurveName.number($0[0] / most[0])) \(CurveName.number($0[1] / most[1]))"
            })
        }
      }
      return members + ["style: \(Literal.javaScript(style))"]
    case .snapshot:
      leaveOut(layer, "a still of another layer")
      return nil
    case .produced:
      leaveOut(layer, "pixels that an animator computes")
      return nil
    }
  }

  private mutating func asset(of picture: PictureContents, _ layer: FilmLayer, _ number: Int) throws
    -> String
  {
    let identity = ObjectIdentifier(picture.source.identity)
    if let name = known[identity] { return name }
    let name = layer.contents.count > 1 ? "\(layer.name)-\(number + 1)" : layer.name
    assets.append(
      try PictureAsset(
        picture, name: name, size: layer.properties.frame.size, density: Self.density))
    known[identity] = name
    return name
  }

  private mutating func drawing(_ layer: FilmLayer) -> String {
    let drawing = layer.properties.drawing
    var attributes = [
      "fill: \(Literal.javaScript(drawing.fillColor.map { CSSText.color($0) } ?? "none"))"
    ]
    if let stroke = drawing.strokeColor, drawing.lineWidth > 0 {
      attributes += [
        "stroke: \(Literal.javaScript(CSSText.color(stroke)))", "width: \(n(drawing.lineWidth))",
        "cap: \"\(drawing.lineCap.rawValue)\"", "join: \"\(drawing.lineJoin.rawValue)\"",
      ]
      if !drawing.lineDashPattern.isEmpty {
        attributes.append("dashes: [\(drawing.lineDashPattern.map(n).joined(separator: ", "))]")
      } else if let track = layer.track(.stroke), !track.isStill || track.first != [0, 1] {
        let frames = CSSFrame.all(of: track, duration: film.duration) { values in
          let length = values[1] - values[0]
          return length >= 1
            ? "none" : "0 \(CurveName.number(values[0])) \(CurveName.number(length)) 2"
        }
        attributes.append("trim: [\(frames.map(\.text).joined(separator: ", "))]")
      }
    }
    let rule = drawing.path?.fillRule == .evenOdd ? "evenodd" : "nonzero"
    return
      "path: \(Literal.javaScript(drawing.path?.svgData ?? "")), rule: \"\(rule)\", \(attributes.joined(separator: ", "))"
  }

  private mutating func noteWhatIsLeft(_ layer: FilmLayer) {
    if layer.properties.cornerCurve != .circular, layer.properties.cornerRadius > 0 {
      approximate(layer, "its corners are parts of circles, not continuous")
    }
    for (quantity, track) in layer.tracks.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for phase in track.phases {
        switch phase.motion {
        case .keyframes(let frames, let error) where frames.count > 2:
          approximate(
            layer,
            "\(quantity.rawValue) by \(frames.count) keyframes, off by at most \(n((error * 1e4).rounded() / 1e4)) \(quantity.unit)"
          )
        case .curve(let curve) where curve.isSpring:
          approximate(
            layer,
            "\(quantity.rawValue): the spring is a linear() that is off by at most \(n((curve.cssError * 1e5).rounded() / 1e3)) % of the way"
          )
        default: break
        }
      }
    }
  }
}

extension Track {
  /// The track with two more keyframes between any two on one line: browsers decompose matrices between keyframes.
  fileprivate var subdivided: Track {
    Track(
      quantity: quantity, first: first,
      phases: phases.map { phase in
        guard case .keyframes(let frames, let error) = phase.motion, let last = frames.last else {
          return phase
        }
        let all = zip(frames, frames.dropFirst()).flatMap { a, b in
          (0..<3).map { i in
            let share = Double(i) / 3
            return Motion.Keyframe(
              time: a.time + (b.time - a.time) * share,
              value: zip(a.value, b.value).map { $0 + ($1 - $0) * share })
          }
        }
        return Phase(
          start: phase.start, end: phase.end, from: phase.from, to: phase.to,
          motion: .keyframes(all + [last], error: error))
      })
  }

  /// The value at the start, and those at the ends of all phases and at their keyframes.
  var everyValue: [[Double]] {
    [first]
      + phases.flatMap { phase -> [[Double]] in
        if case .keyframes(let frames, _) = phase.motion, !frames.isEmpty {
          return frames.map(\.value)
        }
        return [phase.from, phase.to]
      }
  }
}

/// A keyframe of a Web Animation.
struct CSSFrame {
  /// Seconds of the film.
  let time: Double
  let value: String
  /// The easing to the next keyframe; nil for a straight line.
  var easing: String?

  var text: String {
    let start = "[\(CurveName.number(time * 1000)), \(Literal.javaScript(value))"
    return easing.map { "\(start), \(Literal.javaScript($0))]" } ?? start + "]"
  }

  /// The keyframes of a track, from 0 to the film's end.
  static func all(of track: Track, duration: Double, value: ([Double]) -> String) -> [CSSFrame] {
    var frames = [CSSFrame(time: 0, value: value(track.first), easing: nil)]
    func add(_ time: Double, _ numbers: [Double]) {
      let frame = CSSFrame(time: time, value: value(numbers), easing: nil)
      if let last = frames.last, last.time == time, last.value == frame.value { return }
      frames.append(frame)
    }
    var current = track.first
    for phase in track.phases {
      add(phase.start, current)
      add(phase.start, phase.from)
      current = phase.to
      switch phase.motion {
      case .curve(let curve):
        if curve.timing != .linear { frames[frames.count - 1].easing = curve.css }
      case .keyframes(let middle, _): for frame in middle { add(frame.time, frame.value) }
      }
      add(phase.end, phase.to)
    }
    if let last = frames.last, last.time < duration {
      frames.append(CSSFrame(time: duration, value: last.value, easing: nil))
    }
    return frames
  }
}
