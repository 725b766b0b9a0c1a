import Documents
import JSON
import Scenes

/// Adds the device around the viewport, as a layer with its own coordinates, so that moving or scaling the
/// device also moves its contents.
extension StageBuilder {
  /// Adds the device with the viewport inside it, and returns the viewport.
  mutating func addDevice(_ spec: DeviceSpec) -> Int? {
    if let image = spec.image { return addPicture(image, spec) }
    var shape = spec.shape
    let isWide = shape.screen.width > shape.screen.height
    if let orientation = spec.orientation, (orientation == .landscape) != isWide {
      shape = shape.turned
    }
    if let size = spec.size { shape = shape.sized(size) }
    let (screen, bezel) = (shape.screen, shape.bezel)
    let body = Size(
      screen.width + 2 * bezel.side, screen.height + bezel.top + bezel.bottom)
    let device = addFitted("device", body, spec)
    let whole = Rect(0, 0, body.width, body.height)
    let isDark = spec.appearance == .dark
    if spec.model == .browser {
      addWindow(whole, bezel.top, isDark: isDark, in: device)
    } else {
      addBody(whole, shape, isDark: isDark, in: device)
    }
    let radius = spec.cornerRadius ?? shape.cornerRadius
    let viewport = addSpace(
      "viewport", Rect(bezel.side, bezel.top, screen.width, screen.height), size: screen,
      in: device,
      corners: spec.model == .browser ? CornerRadii(0, 0, 11, 11) : CornerRadii(radius))
    values.stage[viewport].node.properties.backgroundColor = .black
    if spec.hasIsland, let island = shape.island {
      let place = island.offsetBy(dx: bezel.side, dy: bezel.top)
      var properties = LayerProperties(frame: place)
      properties.backgroundColor = .black
      properties.cornerRadius = min(place.width, place.height) / 2
      addPart("device-island", properties, in: device)
    }
    return viewport
  }

  private mutating func addBody(
    _ whole: Rect, _ shape: DeviceSpec.Shape, isDark: Bool, in device: Int
  ) {
    func gray(_ level: Double) -> Color { Color(red: level, green: level, blue: level) }
    // A phone has buttons at both sides, a metal rim, and glass between the rim and the screen.
    if shape.island != nil {
      // The left side of a phone in portrait orientation is its bottom in landscape orientation.
      let isWide = whole.width > whole.height
      let long = max(whole.width, whole.height)
      for (isLeft, share, length) in [
        (true, 0.2, 0.035), (true, 0.27, 0.07), (true, 0.36, 0.07), (false, 0.29, 0.11),
      ] {
        let frame =
          isWide
          ? Rect(long * share, isLeft ? whole.height - 1.5 : -2.5, long * length, 4)
          : Rect(isLeft ? -2.5 : whole.width - 1.5, long * share, 4, long * length)
        var button = LayerProperties(frame: frame)
        button.backgroundColor = gray(isDark ? 0.16 : 0.72)
        button.cornerRadius = 2
        addPart("device-button", button, in: device)
      }
    }
    var rim = LayerProperties(frame: whole)
    rim.cornerRadius = shape.bodyRadius
    rim.cornerCurve = .continuous
    rim.backgroundColor = gray(isDark ? 0.23 : 0.84)
    rim.border = Border(width: 1.5, color: gray(isDark ? 0.38 : 0.95))
    addPart("device-rim", rim, in: device)
    var glass = LayerProperties(frame: whole.insetBy(dx: 4.5, dy: 4.5))
    glass.cornerRadius = shape.bodyRadius - 4.5
    glass.cornerCurve = .continuous
    glass.backgroundColor = gray(0.02)
    addPart("device-glass", glass, in: device)
  }

  private mutating func addWindow(_ whole: Rect, _ bar: Double, isDark: Bool, in device: Int) {
    func gray(_ level: Double) -> Color { Color(red: level, green: level, blue: level) }
    var window = LayerProperties(frame: whole)
    window.cornerRadius = 12
    window.backgroundColor = gray(isDark ? 0.17 : 0.93)
    window.border = Border(width: 1, color: gray(isDark ? 0.3 : 0.78))
    addPart("device-window", window, in: device)
    let lights = [
      Color(red: 1, green: 0.37, blue: 0.34), Color(red: 1, green: 0.74, blue: 0.18),
      Color(red: 0.16, green: 0.79, blue: 0.25),
    ]
    for (place, color) in lights.enumerated() {
      var light = LayerProperties(frame: Rect(18 + 22 * Double(place), bar / 2 - 6, 12, 12))
      light.cornerRadius = 6
      light.backgroundColor = color
      addPart("device-light", light, in: device)
    }
    var field = LayerProperties(
      frame: Rect(whole.width * 0.28, 8, whole.width * 0.44, bar - 16))
    field.cornerRadius = 7
    field.backgroundColor = gray(isDark ? 0.25 : 1)
    addPart("device-address", field, in: device)
  }

  // MARK: Pictures of devices

  private mutating func addPicture(_ image: ImageSpec, _ spec: DeviceSpec) -> Int? {
    let contents = values.contents(
      .picture(image), of: .zero, at: spec.origin, needsPixels: spec.glass == nil)
    guard case .picture(let picture) = contents else { return nil }
    let size = picture.source.size
    let whole = Rect(0, 0, size.width, size.height)
    let opening =
      spec.glass.map { Opening(frame: $0.rect(in: whole)) } ?? opening(of: picture.source)
    guard let opening else {
      values.problems.add(
        "the middle of the picture is not transparent: set the position of \"glass\"",
        at: spec.origin)
      return nil
    }
    for (key, isThere) in [
      ("statusBar", spec.statusBar != nil), ("orientation", spec.orientation != nil),
    ] where isThere {
      values.report.problems.warn(
        "a picture of a device is drawn unchanged: \"\(key)\" works only with models",
        at: spec.origin)
    }
    let glass = opening.frame
    let device = addFitted("device", size, spec)
    let own = spec.size ?? glass.size
    let corners =
      spec.cornerRadius.map { CornerRadii($0 * glass.width / own.width) } ?? opening.corners
    let viewport = addSpace("viewport", glass, size: own, in: device, corners: corners)
    var bezel = LayerProperties(frame: whole)
    bezel.contents = contents
    addPart("device-bezel", bezel, in: device)
    return viewport
  }

  /// The transparent area of a device picture, in points of the picture.
  private struct Opening {
    var frame: Rect
    var corners = CornerRadii.zero
  }

  /// The transparent area around the centre of a picture, including all parts inside it, such as an island.
  private func opening(of source: any PictureSource) -> Opening? {
    let (width, height) = (
      Int(clamped: source.size.width, rounded: .down),
      Int(clamped: source.size.height, rounded: .down)
    )
    guard width > 2, height > 2,
      let bitmap = try? source.picture(at: .zero, width: width, height: height),
      let area = ClearArea(of: bitmap)
    else { return nil }
    // The size of a bitmap pixel in points; a file may have several pixels per point.
    let across = source.size.width / Double(bitmap.width)
    let down = source.size.height / Double(bitmap.height)
    let radii = area.radii.map { $0 * across }
    return Opening(
      frame: Rect(
        Double(area.left) * across, Double(area.top) * down,
        Double(area.right + 1 - area.left) * across, Double(area.bottom + 1 - area.top) * down),
      corners: CornerRadii(radii[0], radii[1], radii[2], radii[3]))
  }

  // MARK: Parts

  private mutating func addFitted(_ id: String, _ size: Size, _ spec: DeviceSpec) -> Int {
    let canvas = values.inputs.canvas
    let margin = min(canvas.width, canvas.height) * 0.06
    let room = spec.frame?.rect(in: canvas) ?? roomBesideCaptions(canvas, margin)
    let scale = min(room.width / size.width, room.height / size.height)
    let frame = Rect(
      center: room.center, size: Size(size.width * scale, size.height * scale))
    let device = addSpace(
      id, frame, size: size, in: StageDraft.root, corners: .zero)
    values.stage[device].node.properties.masksToBounds = false
    return device
  }

  /// The canvas without a margin, and without the sixth at its top or bottom that captions use.
  private func roomBesideCaptions(_ canvas: Rect, _ margin: Double) -> Rect {
    let room = canvas.insetBy(dx: margin, dy: margin)
    guard let captions = values.inputs.document.captions, captions.frame == nil else { return room }
    let taken = max(0, canvas.height / 6 - margin)
    return Rect(
      room.x, room.y + (captions.place == .above ? taken : 0), room.width, room.height - taken)
  }

  mutating func addPart(_ id: String, _ properties: LayerProperties, in parent: Int) {
    _ = values.stage.add(
      StageDraft.Item(
        node: Stage.Node(
          id: values.stage.numbered(id), parent: parent, properties: properties)))
  }
}

extension DeviceSpec.Shape {
  /// The shape of the device around a screen of another size.
  fileprivate func sized(_ size: Size) -> DeviceSpec.Shape {
    var shape = self
    let scale = size.width / screen.width
    shape.screen = size
    shape.cornerRadius *= scale
    shape.bodyRadius *= scale
    shape.bezel = (bezel.top * scale, bezel.side * scale, bezel.bottom * scale)
    shape.island = island.map {
      Rect($0.x * scale, $0.y * scale, $0.width * scale, $0.height * scale)
    }
    return shape
  }

  /// The shape of the device in landscape orientation, in which the top of the device is at the left.
  fileprivate var turned: DeviceSpec.Shape {
    var shape = self
    shape.screen = Size(screen.height, screen.width)
    shape.island = island.map { Rect($0.y, screen.width - $0.x - $0.width, $0.height, $0.width) }
    return shape
  }
}
