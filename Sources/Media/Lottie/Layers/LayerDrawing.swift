internal import CMedia
internal import Formats
import Scenes

/// Draws the layers of compositions at one time.
struct LayerDrawing {
  let compositions: [String: Composition]
  let framesPerSecond: Double
  let pictureSizes: [Size]
  var list: DrawingList

  /// The layers of a composition at the composition's own time.
  private struct Frame {
    let layers: [Layer]
    let time: Double
    let base: Matrix
    /// The matrices of the layers including those of their parents, computed on demand.
    var matrices: [Matrix?]

    mutating func matrix(_ index: Int) -> Matrix {
      if let known = matrices[index] { return known }
      // A layer's matrix is computed from its nearest known parent downwards without recursion, so a long chain of
      // parents needs no stack.
      var row = [index]
      while matrices[row.last!] == nil, let parent = layers[row.last!].parent { row.append(parent) }
      var matrix = base
      for place in row.reversed() {
        matrix =
          matrices[place] ?? layers[place].transform.matrix(at: time).then(matrix)
        matrices[place] = matrix
      }
      return matrix
    }
  }

  mutating func draw(_ composition: Composition, at time: Double, _ base: Matrix) {
    var frame = Frame(
      layers: composition.layers, time: time, base: base,
      matrices: Array(repeating: nil, count: composition.layers.count))
    for index in composition.layers.indices.reversed() where !composition.layers[index].isMatte {
      draw(index, &frame)
    }
  }

  private mutating func draw(_ index: Int, _ frame: inout Frame, isShown: Bool = false) {
    let (layer, time) = (frame.layers[index], frame.time)
    guard layer.start <= time, time < layer.end, isShown || !layer.isHidden else { return }
    if case .nothing = layer.content { return }
    var matrix = frame.matrix(index)
    var opacity = layer.transform.opacity.number(at: time) / 100
    for effect in layer.effects where effect.kind == .transform {
      matrix = effect.matrix(at: time).then(matrix)
      opacity *= effect.number(8, at: time, or: 100) / 100
    }
    guard opacity > 0 else { return }
    let filters = layer.effects.filter { ![.transform, .matte].contains($0.kind) }
    let masks = layer.masks.filter { $0.mode != .none }
    let strokes = filters.filter { $0.kind == .stroke }
    let hidesMasks = strokes.contains { $0.number(10, at: time) != 3 }
    let isClipped = masks.count == 1 && masks[0].isClip && filters.isEmpty
    let isApart =
      opacity < 1 || layer.blend != nil || layer.matte != nil || !filters.isEmpty
      || !(masks.isEmpty || isClipped)
    if isApart { list.beginGroup(reach: Self.reach(filters, matrix, time)) }
    if isClipped {
      list.save()
      list.place(matrix)
      list.path([masks[0].path.outline(at: time)])
      list.clip()
    }
    drawContent(layer, matrix, time)
    if isClipped { list.restore() }
    for effect in filters { apply(effect, layer, matrix, time) }
    if !masks.isEmpty, !isClipped, !hidesMasks { draw(masks, matrix, time) }
    if let matte = layer.matte {
      list.beginGroup()
      draw(matte.layer, &frame, isShown: layer.effects.contains { $0.kind == .matte })
      list.endMask(isInverted: matte.isInverted, isLuminance: matte.isLuminance)
    }
    if isApart { list.endGroup(alpha: opacity, by: layer.blend?.operation ?? LOTTIE_OVER) }
  }

  private mutating func drawContent(_ layer: Layer, _ matrix: Matrix, _ time: Double) {
    switch layer.content {
    case .nothing: break
    case .shapes(let items): ShapeDrawing.draw(items, at: time, matrix: matrix, to: &list)
    case .solid(let width, let height, let color):
      list.place(matrix)
      list.path([.rectangle(width: width, height: height)])
      list.color(color, alpha: 1)
      list.fill()
    case .picture(let number, let width, let height):
      drawPicture(number, width: width, height: height, matrix)
    case .composition(let name, let width, let height):
      guard let inner = compositions[name] else { return }
      list.save()
      list.place(matrix)
      list.path([.rectangle(width: width, height: height)])
      list.clip()
      draw(inner, at: layer.innerTime(at: time, framesPerSecond: framesPerSecond), matrix)
      list.restore()
    case .text(let text): text.draw(at: time, matrix, to: &list)
    }
  }

  /// Draws a picture that fills its box and keeps its aspect ratio; parts outside the box are clipped.
  private mutating func drawPicture(
    _ number: Int, width: Double, height: Double, _ matrix: Matrix
  ) {
    guard pictureSizes.indices.contains(number) else { return }
    let own = pictureSizes[number]
    guard own.width > 0, own.height > 0 else { return }
    let (width, height) = (width > 0 ? width : own.width, height > 0 ? height : own.height)
    let scale = max(width / own.width, height / own.height)
    let (dx, dy) = ((width - own.width * scale) / 2, (height - own.height * scale) / 2)
    let isCut = abs(dx) > 1e-9 || abs(dy) > 1e-9
    if isCut {
      list.save()
      list.place(matrix)
      list.path([.rectangle(width: width, height: height)])
      list.clip()
    }
    list.place(Matrix.identity.moved(dx, dy).then(matrix))
    list.picture(number, width: own.width * scale, height: own.height * scale, alpha: 1)
    if isCut { list.restore() }
  }

  // MARK: Masks

  private mutating func draw(_ masks: [Mask], _ matrix: Matrix, _ time: Double) {
    list.beginGroup()
    let white = Paint.Color([1, 1, 1])
    if masks[0].mode == .subtract || masks[0].mode == .intersect || masks[0].mode == .darken {
      list.color(white, alpha: 1)
      list.fillAll()
    }
    for mask in masks {
      let opacity = mask.opacity.number(at: time) / 100
      list.beginGroup()
      list.color(white, alpha: 1)
      if mask.isInverted { list.fillAll() }
      let outline = mask.path.outline(at: time)
      let inside: lottie_operator = mask.isInverted ? LOTTIE_DEST_OUT : LOTTIE_OVER
      let outside: lottie_operator = mask.isInverted ? LOTTIE_OVER : LOTTIE_DEST_OUT
      if outline.isClosed, outline.vertices.count > 1 {
        let expansion = mask.expansion.number(at: time)
        list.place(matrix)
        list.path([outline], reach: max(0, expansion) * 4)
        list.fill(by: inside)
        if expansion != 0 {
          // Like lottie-web, this code does not join the end of an expanded outline to its start.
          list.path([expansion > 0 ? outline.opened : outline], reach: abs(expansion) * 4)
          list.stroke(
            DrawingList.Pen(width: abs(expansion) * 2), by: expansion > 0 ? inside : outside)
        }
      }
      list.endGroup(alpha: opacity, by: Self.operation(mask.mode))
    }
    list.endMask()
  }

  private static func operation(_ mode: Mask.Mode) -> lottie_operator {
    switch mode {
    case .none, .add, .lighten: LOTTIE_OVER
    case .subtract: LOTTIE_DEST_OUT
    case .intersect, .darken: LOTTIE_DEST_IN
    case .difference: LOTTIE_XOR
    }
  }
}
