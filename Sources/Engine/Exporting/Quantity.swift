internal import Scenes

/// One quantity of a layer that may change, as numbers that every platform can animate.
package enum Quantity: String, CaseIterable, Sendable {
  /// The position of the anchor: x and y in points of the parent's layout, including `translate`.
  case position
  /// The layer's width and height in points, before `scale`.
  case size
  /// Factors along x and y about the anchor.
  case scale
  /// Degrees clockwise about the anchor.
  case rotation
  /// The map from the layer's own points to the points of its parent, a 4×4 matrix in Core Animation's order;
  /// for layers that leave the plane, it replaces the four quantities above.
  case matrix
  case opacity
  /// Points, from the top left clockwise.
  case cornerRadius
  /// The sRGB components and alpha, 0…1.
  case backgroundColor
  /// The opacity, radius (sigma, in points), offset x and y, then the colour's components.
  case shadow
  /// The sigma of a Gaussian, in points.
  case blur
  /// The width in points, then the colour's components.
  case border
  /// The numbers of a mask's shape, in the layer's own points.
  case mask
  /// The stroked part of a path: its start and its end, as fractions.
  case stroke
  /// 1 if the layer is visible, otherwise 0; the value changes in steps.
  case visible
  /// 1 if the layer's back is visible too, otherwise 0; the value changes in steps.
  case backface
  /// The index among the siblings, from the back; the value changes in steps.
  case order
  /// The index of the contents, which changes in steps.
  case contents

  package var jumps: Bool {
    [.visible, .backface, .order, .contents].contains(self)
  }

  /// The tolerance of a keyframe for each number, for a layer whose larger side has `length` points; a
  /// document sets the first tolerance in pixels.
  func tolerances(_ pixel: Double, length: Double, count: Int) -> [Double] {
    let reach = max(1, length)
    let one: Double =
      switch self {
      case .position, .size, .cornerRadius, .blur, .mask: pixel
      case .scale: pixel / reach
      case .rotation: pixel / reach * 360 / Portable.pi
      case .opacity, .backgroundColor: 0.002
      case .shadow, .border: 0.002
      case .stroke: pixel / (4 * reach)
      // A corner's place is a sum of three members.
      case .matrix: pixel / (3 * reach)
      case .visible, .backface, .order, .contents: 0.5
      }
    var all = Array(repeating: one, count: count)
    switch self {
    case .shadow:
      for i in 1...3 where i < count { all[i] = pixel }
    case .border: all[0] = pixel
    case .matrix:
      // With perspective, a point at the far end moves in proportion to its distance.
      for i in [3, 7, 11] { all[i] = pixel / (3 * reach * reach) }
      for i in 12...14 { all[i] = pixel / 3 }
      all[15] = pixel / (3 * reach)
    default: break
    }
    return all
  }

  /// Whether the error of its keyframes is a length: of a turn or a scale, that at the layer's far end.
  var isLength: Bool { ![.opacity, .backgroundColor].contains(self) }

  /// The error of its keyframes with its unit.
  func words(ofError error: Double) -> String {
    guard isLength else { return "\(Code.n(error * 100)) %" }
    let isColored = [.shadow, .border].contains(self)
    return "\(Code.n(error)) px" + (isColored ? ", its colour by at most 0.2 %" : "")
  }
}
