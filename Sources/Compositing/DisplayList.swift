internal import Scenes

/// A scene as the canvas sees it: shapes with paints in painter's order, and groups around them.
///
/// Everything is in device pixels and final, so any window can be drawn alone, in any order, on any
/// thread.
struct DisplayList: Sendable {
  enum Operation: Sendable {
    case draw(Shape)
    /// Opens a group; its operations follow, up to the matching `pop`.
    case push(Group)
    case pop
  }

  struct Shape: Sendable {
    var coverage: Coverage
    var paint: Paint
  }

  /// Drawn alone on a transparent picture, then masked, then laid over what is below.
  struct Group: Sendable {
    /// Where the group is seen, and how much of it.
    var coverage: Coverage
    var alpha: Int32
    var masks: [LayerMask] = []
    /// How many operations lie between this and its `pop`.
    var length = 0
  }

  /// Another layer's picture as a mask.
  struct LayerMask: Sendable {
    var list: DisplayList
    var luminance: Bool
    var inverted: Bool
  }

  /// Pixels.
  let canvas: PixelRect
  var operations: [Operation] = []
}
