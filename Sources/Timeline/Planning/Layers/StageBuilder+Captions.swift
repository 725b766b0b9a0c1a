import Documents
import Scenes

extension StageBuilder {
  /// Adds a text layer for each caption, above all other layers of the canvas.
  mutating func addCaptions() {
    guard let spec = values.inputs.document.captions else { return }
    let canvas = values.inputs.canvas
    let height = canvas.height / 6
    let place =
      spec.frame?.rect(in: canvas)
      ?? Rect(
        canvas.width * 0.06, spec.place == .above ? canvas.height * 0.02 : canvas.height - height,
        canvas.width * 0.88, height * 0.9)
    for (number, item) in spec.items.enumerated() {
      var style = spec.style
      let share = spec.loudness == .loud ? 14.0 : 24
      let size = spec.style.size ?? (canvas.width / share).rounded()
      style.size = size
      style.weight = spec.style.weight ?? (spec.loudness == .loud ? .bold : .medium)
      // If the camera zooms in, captions overlap the device and need a backing.
      let hasBacking =
        spec.hasBacking
        ?? (spec.style.color == nil && !values.inputs.document.camera.isEmpty)
      if spec.style.color == nil, hasBacking || values.inputs.document.canvas.isDark {
        style.color = .white
      }
      if hasBacking {
        style.stroke = TextStroke()
        style.stroke?.width = size * 0.09
        style.stroke?.color = Color(red: 0, green: 0, blue: 0, alpha: 0.7)
        style.stroke?.place = .outside
      }
      var layer = LayerSpec()
      layer.origin = item.origin
      layer.values.origin = item.origin
      layer.values.contents = .picture(TextSpec(title: item.text, style))
      layer.values["frame"] = RectSpec(place)
      layer.values["hidden"] = true
      if hasBacking {
        layer.values["shadowOpacity"] = 0.6
        layer.values["shadowRadius"] = size * 0.2
        layer.values["shadowOffset"] = Point(0, 0)
      }
      let index = add(layer, to: StageDraft.root, parentFrame: canvas)
      values.stage[index].node.id = values.stage.numbered("caption-\(number + 1)")
      captions.append(index)
    }
  }

  /// Adds the end card: a layer that covers the canvas, with the icon and the texts one below the other.
  mutating func addEndCard() {
    let document = values.inputs.document
    guard let end = document.end else { return }
    let canvas = values.inputs.canvas
    let ground =
      end.background
      ?? document.canvas.backgroundGradient.map { .gradient($0) }
      ?? .color(document.canvas.background)
    var cover = LayerSpec()
    cover.values["frame"] = RectSpec(canvas)
    let light: Double
    switch ground {
    case .color(let color):
      // The end card is opaque even if the canvas is transparent.
      cover.values["backgroundColor"] =
        Color?(Color(red: color.red, green: color.green, blue: color.blue)) as any PropertySpec
      light = color.lightness
    case .gradient(let gradient):
      cover.values.contents = .gradient(gradient)
      light = gradient.lightness
    }
    addToCard(cover, "end-card", end)
    let unit = min(canvas.width, canvas.height)
    let color = end.color ?? (light < 0.55 ? .white : .black)
    func line(_ words: String, size: Double, weight: TextStyle.Weight, opacity: Double) -> LayerSpec
    {
      var style = TextStyle()
      style.size = size
      style.weight = weight
      style.color = color
      style.font = end.font
      var layer = LayerSpec()
      layer.values.contents = .picture(TextSpec(title: words, style))
      layer.values["opacity"] = opacity
      return layer
    }
    var parts: [(id: String, layer: LayerSpec, size: Size, gap: Double)] = []
    if let icon = end.icon {
      var image = ImageSpec()
      image.path = icon
      var layer = LayerSpec()
      layer.values.contents = .picture(image)
      layer.values["contentsGravity"] = ContentsGravity.resizeAspectFill
      layer.values["masksToBounds"] = true
      let side = unit * 0.28
      // The corner radius of an iOS icon as a fraction of its side.
      layer.values["cornerRadius"] = CornersSpec(Array(repeating: .points(side * 0.2237), count: 4))
      layer.values["cornerCurve"] = CornerCurve.continuous
      parts.append(("icon", layer, Size(side, side), unit * 0.07))
    }
    let width = canvas.width * 0.86
    if let title = end.title {
      let size = (unit * 0.085).rounded()
      parts.append(
        (
          "title", line(title, size: size, weight: .bold, opacity: 1), Size(width, size * 1.3),
          size * 0.25
        ))
    }
    if let subtitle = end.subtitle {
      let size = (unit * 0.047).rounded()
      parts.append(
        (
          "subtitle", line(subtitle, size: size, weight: .medium, opacity: 0.75),
          Size(width, size * 1.35), 0
        ))
    }
    var y =
      canvas.center.y
      - (parts.reduce(0) { $0 + $1.size.height } + parts.dropLast().reduce(0) { $0 + $1.gap }) / 2
    for part in parts {
      var layer = part.layer
      layer.values["frame"] = RectSpec(
        Rect(canvas.center.x - part.size.width / 2, y, part.size.width, part.size.height))
      addToCard(layer, "end-card-\(part.id)", end)
      y += part.size.height + part.gap
    }
  }

  private mutating func addToCard(_ spec: LayerSpec, _ id: String, _ end: EndSpec) {
    var layer = spec
    layer.origin = end.origin
    layer.values.origin = end.origin
    layer.values["hidden"] = true
    let index = add(layer, to: StageDraft.root, parentFrame: values.inputs.canvas)
    values.stage[index].node.id = values.stage.numbered(id)
    endCard.append(index)
  }
}

extension TextSpec {
  /// Creates a centred text whose letters shrink until it fits, in lines of about equal width.
  fileprivate init(title: String, _ style: TextStyle) {
    self.init()
    self.style = style
    alignment = .center
    fit = .shrink
    isBalanced = true
    var run = TextRun()
    run.text = title
    run.style = style
    runs = [run]
  }
}

extension CanvasSpec {
  /// Whether white letters are easier to read on the background than black letters.
  fileprivate var isDark: Bool {
    guard let gradient = backgroundGradient else {
      return background.alpha > 0.5 && background.lightness < 0.55
    }
    return gradient.lightness < 0.55
  }
}

extension Gradient {
  fileprivate var lightness: Double {
    stops.reduce(0) { $0 + $1.color.lightness } / Double(max(1, stops.count))
  }
}

extension Color {
  /// The perceived lightness of the colour, from 0 to 1.
  fileprivate var lightness: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}
