import Documents
import Scenes

/// Handles spaces: layers whose sublayers use a coordinate system of the layer. The `layoutFrame` of a space
/// is its coordinate system, and its `frame` is the position of that system in the enclosing layer. A space
/// is therefore mapped like any layer that moves with its sublayers.
extension StageDraft {
  /// The bounds of a layer in the coordinates of its sublayers.
  func bounds(of index: Int) -> Rect {
    let properties = self[index].node.properties
    return self[index].isSpace ? properties.layoutFrame : properties.frame
  }

  /// The space whose coordinates the frame of a layer uses.
  func space(of index: Int) -> Int {
    var index = max(0, self[index].node.parent)
    while index > 0, !self[index].isSpace { index = self[index].node.parent }
    return index
  }

  /// The space whose coordinates the frames of a layer's sublayers use.
  func inside(_ index: Int) -> Int { self[index].isSpace ? index : space(of: index) }

  /// Converts a rectangle between the coordinates of two layers' spaces, according to the layout.
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

  /// The length of one point of a space in points of the canvas.
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
  /// Moves the frame and the layout frame of the layer.
  mutating func move(to frame: Rect) {
    self.frame = frame
    layoutFrame = frame
  }
}
