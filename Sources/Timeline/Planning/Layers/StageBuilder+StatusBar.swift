import Documents
import Scenes

/// Adds the status bar above the screens: a clock at the left, and the network and battery symbols at the
/// right.
extension StageBuilder {
  /// Adds the status bar in black or white, or in both colours if its colour changes with the screens.
  mutating func addStatusBars(_ spec: DeviceSpec) {
    guard let colors = spec.statusBar, spec.image == nil, spec.model != .browser, spec.model != .tv
    else { return }
    if colors != .light { addStatusBar(spec, isWhite: false) }
    if colors != .dark { addStatusBar(spec, isWhite: true) }
  }

  private mutating func addStatusBar(_ spec: DeviceSpec, isWhite: Bool) {
    let color = isWhite ? Color.white : Color.black
    let bar = values.stage.add(
      StageDraft.Item(
        node: Stage.Node(
          id: values.stage.numbered("status-bar"), parent: container,
          properties: LayerProperties(frame: bounds))))
    statusBars.append((bar, isWhite))
    let isTall = spec.model != .tablet && bounds.height > bounds.width
    let height = isTall ? 54.0 : 24.0
    // In landscape orientation, the symbols keep a distance from the corners and the island.
    let corner = spec.cornerRadius ?? spec.shape.cornerRadius
    let side = isTall ? bounds.width * 0.32 : 90 + 2 * max(0, corner - 18)
    let top = isTall ? 4.0 : 2.0
    addClock(spec, Rect(0, top, side, height), color, in: bar)
    guard spec.model != .watch else { return }
    let middle = Point(bounds.width - side / 2, top + height / 2)
    func add(_ frame: Rect, _ radius: Double, _ alpha: Double = 1) {
      var part = LayerProperties(frame: frame.offsetBy(dx: middle.x, dy: middle.y))
      part.cornerRadius = radius
      part.backgroundColor = color
      part.backgroundColor?.alpha = alpha
      addPart("status-part", part, in: bar)
    }
    for step in 0..<4 {
      let tall = 4 + 2.5 * Double(step)
      add(Rect(-26 + 5 * Double(step), 5.5 - tall, 3.4, tall), 1)
    }
    var battery = LayerProperties(
      frame: Rect(1, -6.5, 24, 12.5).offsetBy(dx: middle.x, dy: middle.y))
    battery.cornerRadius = 4
    battery.border = Border(width: 1, color: color)
    battery.border?.color.alpha = 0.4
    addPart("status-part", battery, in: bar)
    add(Rect(3, -4.5, 20, 8.5), 2.5)
    add(Rect(26, -2.2, 1.6, 4), 0.8, 0.5)
  }

  private mutating func addClock(
    _ spec: DeviceSpec, _ frame: Rect, _ color: Color, in bar: Int
  ) {
    var clock = TextSpec()
    clock.style.size = spec.model == .watch ? 15 : 17
    clock.style.weight = .semibold
    clock.style.color = color
    clock.alignment = .center
    var run = TextRun()
    run.text = spec.clock
    run.style = clock.style
    clock.runs = [run]
    // A text in the status bar starts at the top of its frame and is not centred vertically.
    let line = 21.0
    var text = LayerSpec()
    text.origin = spec.origin
    text.values.contents = .picture(clock)
    text.values["frame"] = RectSpec(
      Rect(frame.x, frame.y + (frame.height - line) / 2, frame.width, line))
    let number = add(text, to: bar, parentFrame: bounds)
    values.stage[number].node.id = values.stage.numbered("status-clock")
  }
}
