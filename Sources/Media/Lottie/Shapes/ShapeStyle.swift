/// The style that paints a path: a fill or a stroke.
struct ShapeStyle: Sendable {
  enum Source: Sendable {
    /// A colour whose channels have the maximum `whole`, which is 1, or 255 in old files.
    case color(Property, whole: Double)
    case gradient(GradientProperty)
  }

  struct Stroke: Sendable {
    let width: Property
    let cap: Double
    let join: Double
    let miterLimit: Property
    /// The alternating lengths of dashes and gaps, and then the offset.
    let dashes: [Property]
    let dashOffset: Property?

    init(_ value: Value) {
      width = Property(value["w"], or: [1])
      cap = value.number("lc") ?? 2
      join = value.number("lj") ?? 2
      miterLimit =
        value["ml2"].map { Property($0, or: [4]) } ?? Property([value.number("ml") ?? 4])
      let all = value.elements("d")
      dashes = all.filter { $0.text("n") != "o" }.map { Property($0["v"], or: [0]) }
      dashOffset = all.first { $0.text("n") == "o" }.map { Property($0["v"], or: [0]) }
    }

    func pen(at time: Double) -> DrawingList.Pen {
      DrawingList.Pen(
        width: max(0, width.number(at: time)), cap: cap, join: join,
        miterLimit: miterLimit.number(at: time),
        dashes: dashes.map { max(0, $0.number(at: time)) },
        dashOffset: dashOffset?.number(at: time) ?? 0)
    }
  }

  let source: Source
  /// The opacity of the style in percent.
  let opacity: Property
  let isEvenOdd: Bool
  let stroke: Stroke?
  let blend: Blend?

  /// Reads a fill or a stroke; nil for any other item.
  init?(_ value: Value) {
    switch value.text("ty") {
    case "fl", "st":
      let color = Property(value["c"], or: [0, 0, 0, 1])
      source = .color(color, whole: color.takes { $0 > 2 } ? 255 : 1)
    case "gf", "gs": source = .gradient(GradientProperty(value))
    default: return nil
    }
    opacity = Property(value["o"], or: [100])
    isEvenOdd = value.number("r") == 2
    stroke = ["st", "gs"].contains(value.text("ty")) ? Stroke(value) : nil
    blend = Blend(value.number("bm"))
  }

  func draw(_ outlines: [Outline], at time: Double, to list: inout DrawingList) {
    let alpha = opacity.number(at: time) / 100
    let pen = stroke?.pen(at: time)
    guard alpha > 0, !outlines.isEmpty, pen.map({ $0.width > 0 }) ?? true else { return }
    if let blend {
      list.beginGroup()
      defer { list.endGroup(by: blend.operation) }
      paint(outlines, alpha, pen, time, &list)
    } else {
      paint(outlines, alpha, pen, time, &list)
    }
  }

  private func paint(
    _ outlines: [Outline], _ alpha: Double, _ pen: DrawingList.Pen?, _ time: Double,
    _ list: inout DrawingList
  ) {
    list.path(outlines, reach: pen?.reach ?? 0)
    switch source {
    case .color(let color, let whole):
      list.color(.init(Array(color.value(at: time).prefix(3)), whole: whole), alpha: alpha)
    case .gradient(let gradient):
      let gradient = gradient.gradient(at: time)
      guard !gradient.stops.isEmpty else { return }
      list.gradient(gradient, alpha: alpha)
    }
    if let pen { list.stroke(pen) } else { list.fill(isEvenOdd: isEvenOdd) }
  }
}
