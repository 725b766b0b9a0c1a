import Scenes

/// Creates scenes from a seed; all scenes together use every feature of layers.
struct SceneGenerator {
  private var dice: Dice
  private let size: Size
  private var nodes: [Stage.Node] = []

  static func scene(seed: Int, size: Size) -> Scene {
    var generator = SceneGenerator(dice: Dice(seed: seed), size: size)
    return generator.make()
  }

  /// Returns the same scene with borders, individual corners and paths in its layers.
  static func shapes(seed: Int, size: Size) -> Scene {
    let stage = scene(seed: seed, size: size).stage
    var nodes = stage.nodes
    var generator = SceneGenerator(dice: Dice(seed: seed + 100_000), size: size)
    for i in nodes.indices.dropFirst(2) { generator.draw(&nodes[i].properties) }
    return Stage(
      size: stage.size, background: stage.background,
      backgroundGradient: generator.dice.oneIn(3) ? generator.anyGradient() : nil, nodes: nodes
    ).scene
  }

  private mutating func draw(_ p: inout LayerProperties) {
    if dice.oneIn(2) {
      let most = min(p.frame.width, p.frame.height) / 3.2
      p.cornerRadii = CornerRadii(
        dice.real(0, most), dice.real(0, most), dice.real(0, most), dice.real(0, most))
      p.cornerCurve = dice.pick([.circular, .continuous])
    }
    if dice.oneIn(2) {
      p.border = Border(
        width: dice.real(0.2, 3), color: color(), place: dice.pick(Border.Place.allCases),
        gradient: dice.oneIn(4) ? anyGradient() : nil)
    }
    if case .gradient = p.contents, dice.oneIn(2) { p.contents = .gradient(anyGradient()) }
    if dice.oneIn(3) {
      p.drawing.path = path(in: Rect(0, 0, p.frame.width, p.frame.height))
      if dice.oneIn(2) { p.drawing.fillColor = color() }
      if dice.oneIn(2) {
        p.drawing.strokeColor = color()
        p.drawing.lineWidth = dice.real(0.4, 4)
        (p.drawing.lineCap, p.drawing.lineJoin) = (.round, .round)
        if dice.oneIn(3) {
          (p.drawing.strokeStart, p.drawing.strokeEnd) = (dice.real(0, 0.4), dice.real(0.5, 1))
        }
      }
    }
  }

  /// Returns a gradient of any shape. The first and last colour of a conic gradient are equal, because an edge would be
  /// between them.
  private mutating func anyGradient() -> Gradient {
    var gradient = gradient()
    if dice.oneIn(2) {
      gradient.shape = .conic(
        center: Point(dice.real(-0.2, 1.2), dice.real(-0.2, 1.2)), degrees: dice.real(-400, 400))
      gradient.stops[gradient.stops.count - 1].color = gradient.stops[0].color
    }
    return gradient
  }

  private init(dice: Dice, size: Size) {
    self.dice = dice
    self.size = size
  }

  private mutating func make() -> Scene {
    var container = LayerProperties(frame: Rect(0, 0, size.width, size.height))
    if dice.oneIn(4) {
      container.sublayerTransform = .perspective(m34: dice.pick([-1 / 60.0, -1 / 200.0]))
    }
    nodes = [Stage.Node(id: "container", parent: -1, properties: container)]
    // The hidden layer may serve as a mask.
    var matte = layer()
    matte.contents = .gradient(gradient())
    matte.isHidden = true
    matte.opacity = 1
    add(matte, to: 0)
    for _ in 0..<dice.whole(1, 4) { grow(parent: 0, depth: 0) }
    let stage = Stage(
      size: size, background: dice.oneIn(3) ? color() : .white, nodes: nodes)
    return stage.scene
  }

  @discardableResult
  private mutating func add(_ p: LayerProperties, to parent: Int) -> Int {
    nodes.append(Stage.Node(id: "n\(nodes.count)", parent: parent, properties: p))
    nodes[parent].sublayers.append(nodes.count - 1)
    return nodes.count - 1
  }

  private mutating func grow(parent: Int, depth: Int) {
    var p = layer()
    decorate(&p)
    let hasChildren = depth < 2 && dice.oneIn(3)
    if !hasChildren { p.layoutFrame = p.frame }
    // A path's shadow in a frame that moves as a whole is tested separately.
    if p.frame != p.layoutFrame { p.shadowPath = nil }
    let index = add(p, to: parent)
    if hasChildren { for _ in 0..<dice.whole(1, 3) { grow(parent: index, depth: depth + 1) } }
  }

  private mutating func color() -> Color {
    Color(
      red: dice.real(0, 1), green: dice.real(0, 1), blue: dice.real(0, 1),
      alpha: dice.oneIn(2) ? 1 : dice.real(0.1, 1))
  }

  private mutating func rect() -> Rect {
    let w = dice.real(4, size.width * 0.8)
    let h = dice.real(4, size.height * 0.8)
    var r = Rect(dice.real(-4, size.width - w / 2), dice.real(-4, size.height - h / 2), w, h)
    if dice.oneIn(3) {
      r = Rect(r.x.rounded(), r.y.rounded(), r.width.rounded(), r.height.rounded())
    }
    return r
  }

  private mutating func layer() -> LayerProperties {
    var p = LayerProperties(frame: rect())
    if dice.oneIn(4) { p.layoutFrame = rect() }
    p.anchorPoint = Point(dice.real(0, 1), dice.real(0, 1))
    if dice.oneIn(3) { p.rotate.z = dice.oneIn(3) ? 90 : dice.real(-180, 180) }
    if dice.oneIn(6) { p.rotate.y = dice.real(-180, 180) }
    if dice.oneIn(6) { p.rotate.x = dice.real(-80, 80) }
    if dice.oneIn(4) { p.scale = Vector(dice.real(0.4, 1.6), dice.real(0.4, 1.6), 1) }
    if dice.oneIn(9) { p.scale.x = -p.scale.x }
    if dice.oneIn(5) {
      p.translate = Vector(dice.real(-6, 6), dice.real(-6, 6), dice.real(-10, 10))
    }
    if dice.oneIn(8) { p.transform = .perspective(m34: -1 / 80) }
    if dice.oneIn(12) { p.sublayerTransform = .perspective(m34: -1 / 120) }
    if dice.oneIn(3) { p.zPosition = Double(dice.whole(-2, 2)) }
    p.isDoubleSided = !dice.oneIn(5)
    return p
  }

  private mutating func decorate(_ p: inout LayerProperties) {
    if dice.oneIn(3) { p.opacity = dice.real(0.1, 1) }
    if dice.oneIn(12) { p.isHidden = true }
    if dice.oneIn(2) { p.backgroundColor = color() }
    if dice.oneIn(3) { p.cornerRadius = dice.real(0, 12) }
    p.masksToBounds = dice.oneIn(4)
    contents(&p)
    if dice.oneIn(4) {
      p.shadowOpacity = dice.real(0.2, 1)
      p.shadowRadius = dice.real(0.5, 4)
      p.shadowOffset = Point(dice.real(-4, 4), dice.real(-4, 4))
      p.shadowColor = color()
      if dice.oneIn(5) { p.shadowPath = path(in: p.frame) }
    }
    if dice.oneIn(4) { mask(&p) }
    if dice.oneIn(4) { p.blendMode = dice.pick(BlendMode.allCases) }
    p.isolates = dice.oneIn(8)
    if dice.oneIn(10) { p.blur = dice.real(0.6, 3) }
    if dice.oneIn(8) { p.backdrop = [backdrop()] }
    if dice.oneIn(8) { p.shadows = (0..<dice.whole(1, 2)).map { _ in boxShadow() } }
    if dice.oneIn(8) { p.filters = (0..<dice.whole(1, 3)).map { _ in filter() } }
  }

  mutating func boxShadow() -> LayerEffect {
    let color = color()
    return LayerEffect(
      dice.oneIn(2) ? .shadow : .innerShadow,
      [dice.real(0.5, 3), dice.real(-3, 3), dice.real(-3, 3), dice.real(-2, 3)] + [
        color.red, color.green, color.blue, color.alpha,
      ])
  }

  mutating func backdrop() -> LayerEffect {
    let tint = dice.oneIn(2) ? .clear : color()
    return LayerEffect(
      .backdrop,
      [dice.real(0.6, 4), dice.real(0.5, 1.8), dice.real(0.7, 1.2), tint.red, tint.green]
        + [tint.blue, tint.alpha])
  }

  mutating func filter() -> LayerEffect {
    switch dice.whole(0, 9) {
    case 0: return LayerEffect(.brightness, [dice.real(0.4, 1.6)])
    case 1: return LayerEffect(.contrast, [dice.real(0.3, 1.5)])
    case 2: return LayerEffect(.saturate, [dice.real(0, 2)])
    case 3: return LayerEffect(.hueRotate, [dice.real(-180, 180)])
    case 4: return LayerEffect(.invert, [dice.real(0, 1)])
    case 5: return LayerEffect(.sepia, [dice.real(0, 1)])
    case 6: return LayerEffect(.grayscale, [dice.real(0, 1)])
    case 7:
      // Alpha that depends on a colour or is constant jumps at the edge of the layer, which MatrixTests covers.
      var values = (0..<20).map { _ in dice.real(-0.5, 0.8) }
      values.replaceSubrange(15..<20, with: [0, 0, 0, abs(values[18]), 0])
      return LayerEffect(.colorMatrix, values)
    case 8: return LayerEffect(.blur, [dice.real(0.6, 2)])
    default:
      let color = color()
      return LayerEffect(
        .dropShadow,
        [
          dice.real(0.6, 2), dice.real(-3, 3), dice.real(-3, 3), color.red, color.green,
          color.blue, color.alpha,
        ])
    }
  }

  private mutating func mask(_ p: inout LayerProperties) {
    let isInside = dice.oneIn(2) && p.frame.width > 5 && p.frame.height > 3
    let r = isInside ? p.frame.insetBy(dx: 2, dy: 1) : rect()
    let kind: Mask.Kind =
      switch dice.whole(0, 3) {
      case 0: .ellipse(r)
      case 1: .rectangle(r, cornerRadius: dice.real(0, 9))
      case 2: .path(path(in: r))
      default: .layer(1, luminance: dice.oneIn(2))
      }
    p.mask = Mask(kind: kind, isInverted: dice.oneIn(3))
  }

  private mutating func path(in r: Rect) -> Path {
    func at(_ x: Double, _ y: Double) -> Point { Point(r.x + r.width * x, r.y + r.height * y) }
    func somewhere() -> Point { at(dice.real(0, 1), dice.real(0, 1)) }
    var elements: [PathElement] = [.move(somewhere())]
    for _ in 0..<dice.whole(2, 5) {
      elements.append(
        dice.oneIn(2)
          ? .line(somewhere())
          : .cubic(control1: somewhere(), control2: somewhere(), end: somewhere()))
    }
    elements.append(.close)
    if dice.oneIn(2) {
      elements += [.move(at(0.3, 0.3)), .line(at(0.3, 0.8)), .line(at(0.9, 0.5)), .close]
    }
    return Path(elements: elements, fillRule: dice.oneIn(2) ? .evenOdd : .nonZero)
  }

  private mutating func gradient() -> Gradient {
    var stops = [Gradient.Stop(offset: dice.real(0, 0.3), color: color())]
    if dice.oneIn(2) { stops.append(Gradient.Stop(offset: 0.5, color: color())) }
    stops.append(Gradient.Stop(offset: dice.real(0.7, 1), color: color()))
    return Gradient(
      shape: dice.oneIn(2)
        ? .linear(
          start: Point(dice.real(0, 0.3), dice.real(0, 1)),
          end: Point(dice.real(0.6, 1), dice.real(0, 1)))
        : .radial(
          center: Point(0.5, 0.5), radius: Size(dice.real(0.3, 1), dice.real(0.3, 1)),
          focus: dice.oneIn(2) ? nil : Point(dice.real(0.35, 0.65), dice.real(0.35, 0.65))),
      stops: stops)
  }

  /// Returns an image with gentle slopes, so that 1/256 of a pixel changes a channel by far less than 1/255.
  private mutating func image() -> Bitmap {
    let (w, h) = (dice.whole(1, 40), dice.whole(1, 40))
    let bitmap = Bitmap(width: w, height: h)
    let (sx, sy) = (dice.real(-4, 4), dice.real(-4, 4))
    let isOpaque = dice.oneIn(2)
    for y in 0..<h {
      for x in 0..<w {
        let t = 128 + sx * Double(x - w / 2) + sy * Double(y - h / 2)
        let a = isOpaque ? 255 : min(max(180 - (t - 128) * 0.5, 0), 255)
        func channel(_ v: Double) -> UInt8 { UInt8(min(max(v, 0), 255) * a / 255) }
        bitmap.set(x, y, [channel(t), channel(255 - t), channel(t / 2 + 60), UInt8(a)])
      }
    }
    bitmap.scanOpacity()
    return bitmap
  }

  private mutating func contents(_ p: inout LayerProperties) {
    switch dice.whole(0, 9) {
    case 0, 1: break
    case 2: p.contents = .color(color())
    case 3, 4: p.contents = .gradient(gradient())
    case 5, 6, 7:
      let bitmap = image()
      let size = Size(Double(bitmap.width), Double(bitmap.height))
      p.contents = .image(bitmap, size: size)
      p.contentsGravity = dice.oneIn(2) ? .resize : dice.pick(ContentsGravity.allCases)
      if dice.oneIn(4) { p.contentsRect = Rect(0.25, 0.125, 0.5, 0.75) }
      if dice.oneIn(4) {
        p.frame = Rect(p.frame.x.rounded(), p.frame.y.rounded(), size.width, size.height)
      }
    case 8: p.contents = .snapshot(snapshot(p.frame.size))
    default:
      p.contents = .produced(
        ProducedContents(
          producer: AveragingProducer(),
          inputs: [[snapshot(p.frame.size)], [snapshot(p.frame.size)]],
          moment: StepMoment(progress: dice.real(0, 1), time: .zero)))
    }
  }

  /// Returns a still of a layer with one sublayer, on a separate stage.
  private mutating func snapshot(_ size: Size) -> Snapshot {
    var outer = LayerProperties(frame: Rect(1, 2, size.width.rounded(), size.height.rounded()))
    outer.backgroundColor = color()
    outer.opacity = 0.5
    outer.rotate.z = 30
    var inner = LayerProperties(
      frame: Rect(outer.frame.x + 2, outer.frame.y + 1, outer.frame.width, outer.frame.height))
    inner.contents = .gradient(gradient())
    let stage = Stage(
      size: self.size, background: .white,
      nodes: [
        Stage.Node(id: "outer", parent: -1, sublayers: [1], properties: outer),
        Stage.Node(id: "inner", parent: 0, properties: inner),
      ])
    return Snapshot(scene: stage.scene, layer: 0)
  }
}
