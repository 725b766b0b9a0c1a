internal import CMedia
internal import Formats
import Scenes

extension LayerDrawing {
  /// Returns the distance of an effect's shadow and the sigma of its blur along both axes, in pixels; nil for other
  /// effects.
  private static func spread(_ effect: Effect, _ matrix: Matrix, _ time: Double) -> (
    offset: (x: Double, y: Double), sigma: (x: Double, y: Double)
  )? {
    // The length in pixels of one point along each of the layer's axes.
    let scale = (
      x: (matrix.a * matrix.a + matrix.b * matrix.b).squareRoot(),
      y: (matrix.c * matrix.c + matrix.d * matrix.d).squareRoot()
    )
    switch effect.kind {
    case .dropShadow:
      let sigma = max(0, effect.number(4, at: time) / 4)
      let (sine, cosine) = Portable.sineCosine(degrees: effect.number(2, at: time) - 90)
      let distance = effect.number(3, at: time)
      let (x, y) = (cosine * distance, sine * distance)
      return (
        (matrix.a * x + matrix.c * y, matrix.b * x + matrix.d * y),
        (sigma * scale.x, sigma * scale.y)
      )
    case .blur:
      let sigma = max(0, effect.number(0, at: time) * 0.3)
      let dimensions = effect.number(1, at: time)
      return (
        (0, 0), (dimensions == 3 ? 0 : sigma * scale.x, dimensions == 2 ? 0 : sigma * scale.y)
      )
    default: return nil
    }
  }

  /// Returns the distances in pixels by which effects extend a layer's drawing along both axes.
  static func reach(_ effects: [Effect], _ matrix: Matrix, _ time: Double) -> (
    x: Double, y: Double
  ) {
    effects.reduce((x: 0, y: 0)) { sum, effect in
      guard let (offset, sigma) = spread(effect, matrix, time) else { return sum }
      return (sum.x + abs(offset.x) + 3 * sigma.x + 2, sum.y + abs(offset.y) + 3 * sigma.y + 2)
    }
  }

  /// Applies an effect to the drawing of a layer, which forms a separate group.
  mutating func apply(_ effect: Effect, _ layer: Layer, _ matrix: Matrix, _ time: Double) {
    func numbers(_ color: Paint.Color) -> [Double] { [color.red, color.green, color.blue] }
    switch effect.kind {
    case .tint:
      list.filter(
        LOTTIE_TINT,
        numbers(effect.color(0, at: time)) + numbers(effect.color(1, at: time))
          + [effect.number(2, at: time) / 100])
    case .fill:
      list.filter(
        LOTTIE_FLOOD, numbers(effect.color(2, at: time)) + [effect.number(6, at: time, or: 1)])
    case .tritone:
      list.filter(
        LOTTIE_TRITONE,
        [2, 1, 0].flatMap { numbers(effect.color($0, at: time)) })
    case .dropShadow:
      guard let (offset, sigma) = Self.spread(effect, matrix, time) else { break }
      list.filter(
        LOTTIE_SHADOW,
        numbers(effect.color(0, at: time))
          + [effect.number(1, at: time) / 255, offset.x, offset.y, sigma.x, sigma.y])
    case .blur:
      guard let sigma = Self.spread(effect, matrix, time)?.sigma else { break }
      list.filter(LOTTIE_BLUR, [sigma.x, sigma.y])
    case .stroke: stroke(effect, layer, matrix, time)
    case .matte, .transform: break
    }
  }

  /// Strokes the layer's masks: the strokes cover the layer, replace it, or reveal it.
  private mutating func stroke(_ effect: Effect, _ layer: Layer, _ matrix: Matrix, _ time: Double) {
    let first = Int(clamped: effect.number(0, at: time), rounded: .down, to: 0...10_000) - 1
    let chosen =
      effect.number(1, at: time) == 1
      ? layer.masks : layer.masks.indices.contains(first) ? [layer.masks[first]] : []
    let (from, to) = (effect.number(7, at: time), effect.number(8, at: time, or: 100))
    let trim = Trim(start: from, end: to, offset: 0, isIndividual: false)
    let outlines = trim.applied(to: chosen.map { [$0.path.outline(at: time)] }).flatMap(\.self)
    let kind = effect.number(10, at: time, or: 1)
    // The size of a brush in this effect is its radius.
    let pen = DrawingList.Pen(width: effect.number(4, at: time) * 2, cap: 2, join: 1)
    if kind != 1 { list.beginGroup() }
    list.beginGroup()
    if !outlines.isEmpty, pen.width > 0 {
      list.place(matrix)
      list.path(outlines, reach: pen.reach)
      list.color(kind == 3 ? Paint.Color([1, 1, 1]) : effect.color(3, at: time), alpha: 1)
      list.stroke(pen)
    }
    list.endGroup(alpha: effect.number(6, at: time, or: 1))
    if kind == 2 {
      list.endGroup(by: LOTTIE_SOURCE)
    } else if kind == 3 {
      list.endMask()
    }
  }
}
