import Documents
import Scenes

/// Spaces: layers whose sublayers have coordinates of their own. The `layoutFrame` of such a layer is its
/// space, and its `frame` is the position of the space in the enclosing layer. The space is therefore mapped
/// like any layer that moves with its sublayers.
extension StageDraft {
  /// The bounds of a layer in the coordinates of its sublayers.
  func bounds(of index: Int) -> Rect {
    let properties = self[index].node.properties
    return self[index].isSpace ? properties.layoutFrame : properties.frame
  }

  /// The space in whose coordinates the frame of a layer is.
  func space(of index: Int) -> Int {
    var index = max(0, self[index].node.parent)
    while index > 0, !self[index].isSpace { index = self[index].node.parent }
    return index
  }

  /// The space in whose coordinates the frames of a layer's sublayers are.
  func inside(_ index: Int) -> Int { self[index].isSpace ? index : space(of: index) }

  /// A rectangle in the points of another space, by the layout.
  func convert(_ rect: Rect, from: Int, to: Int) -> Rect {
    let (from, to) = (inside(from), inside(to))
    if from == to { return rect }
    var rect = rect
    for space in spaces(above: from) {
      let (own, frame) = maps(space)
      rect = Self.map(rect, own, frame)
    }
    for space in spaces(above: to).reversed() {
      let (own, frame) = maps(space)
      rect = Self.map(rect, frame, own)
    }
    return rect
  }

  /// The points of the canvas that a point of a space is long.
  func scale(of index: Int) -> Double {
    spaces(above: inside(index)).reduce(1) { scale, space in
      let (own, frame) = maps(space)
      return own.width > 0 ? scale * frame.width / own.width : scale
    }
  }

  private func spaces(above index: Int) -> [Int] {
    var found: [Int] = []
    var index = index
    while index > 0 {
      if self[index].isSpace { found.append(index) }
      index = self[index].node.parent
    }
    return found
  }

  private func maps(_ space: Int) -> (own: Rect, frame: Rect) {
    (self[space].node.properties.layoutFrame, self[space].node.properties.frame)
  }

  private static func map(_ rect: Rect, _ from: Rect, _ to: Rect) -> Rect {
    guard from.width > 0, from.height > 0 else { return rect }
    let (x, y) = (to.width / from.width, to.height / from.height)
    return Rect(
      to.x + (rect.x - from.x) * x, to.y + (rect.y - from.y) * y, rect.width * x, rect.height * y)
  }
}

extension LayerProperties {
  /// Moves the layer and its layout.
  mutating func move(to frame: Rect) {
    self.frame = frame
    layoutFrame = frame
  }
}
