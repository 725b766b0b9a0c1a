internal import Scenes

/// A changing quantity of a layer, as numbers that every platform can animate.
package enum Quantity: String, CaseIterable, Sendable {
  /// The position of the anchor: x and y in points of the parent's layout, including `translate`.
  case position
  /// The layer's width and height in points, before `scale`.
  case size
  /// The scale factors along x and y about the anchor.
  case scale
  /// The layer's rotation about its anchor, in degrees clockwise.
  case rotation
  /// The map from the layer's points to its parent's points, as a 4×4 matrix in Core Animation's order; it
  /// replaces the four quantities above if the layer leaves the plane.
  case matrix
  case opacity
  /// The corner radii in points, clockwise from the top left.
  case cornerRadius
  /// The background colour as sRGB components and alpha, 0…1.
  case backgroundColor
  /// The shadow: its opacity, its radius (sigma in points), its offset in x and y, and its colour components.
  case shadow
  /// The standard deviation of the layer's Gaussian blur, in points.
  case blur
  /// The border: its width in points and its colour components.
  case border
  /// The numbers of a mask's shape, in points of the layer.
  case mask
  /// The stroked part of a path, as the fractions of its start and end.
  case stroke
  /// The visibility: 1 if the layer is visible, otherwise 0; the value changes in steps.
  case visible
  /// The visibility of the layer's back: 1 if it is visible too, otherwise 0; the value changes in steps.
  case backface
  /// The index of the layer among its siblings, from the back; the value changes in steps.
  case order
  /// The index of the layer's contents; the value changes in steps.
  case contents

  package var jumps: Bool {
    [.visible, .backface, .order, .contents].contains(self)
  }

  /// The tolerance of each number in a keyframe, for a layer whose longer side has `length` points; `pixel`
  /// is the tolerance of a position in points.
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
      // The position of a corner is the sum of three products with components of the matrix.
      case .matrix: pixel / (3 * reach)
      case .visible, .backface, .order, .contents: 0.5
      }
    var all = Array(repeating: one, count: count)
    switch self {
    case .shadow:
      for i in 1...3 where i < count { all[i] = pixel }
    case .border: all[0] = pixel
    case .matrix:
      // In a perspective, the effect of these matrix components on a point is proportional to the distance of
      // the point.
      for i in [3, 7, 11] { all[i] = pixel / (3 * reach * reach) }
      for i in 12...14 { all[i] = pixel / 3 }
      all[15] = pixel / (3 * reach)
    default: break
    }
    return all
  }

  /// Whether the error of keyframes is a length; the error of a rotation or scale is measured at the farthest
  /// point of the layer.
  var isLength: Bool { ![.opacity, .backgroundColor].contains(self) }

  /// Describes the error of keyframes with its unit.
  func words(ofError error: Double) -> String {
    guard isLength else { return "\(Code.n(error * 100)) %" }
    let isColored = [.shadow, .border].contains(self)
    return "\(Code.n(error)) px" + (isColored ? ", its colour by at most 0.2 %" : "")
  }
}
