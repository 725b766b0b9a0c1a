internal import CMedia
import Scenes

/// A blend mode of a layer or a shape, except the normal mode.
struct Blend: Sendable {
  let operation: lottie_operator

  /// The drawing operators of the blend modes, in the order of Lottie's numbers.
  private static let operations: [lottie_operator] = [
    LOTTIE_OVER, LOTTIE_MULTIPLY, LOTTIE_SCREEN, LOTTIE_OVERLAY, LOTTIE_DARKEN, LOTTIE_LIGHTEN,
    LOTTIE_COLOR_DODGE, LOTTIE_COLOR_BURN, LOTTIE_HARD_LIGHT, LOTTIE_SOFT_LIGHT,
    LOTTIE_DIFFERENCE, LOTTIE_EXCLUSION, LOTTIE_HUE, LOTTIE_SATURATION, LOTTIE_COLORED,
    LOTTIE_LUMINOSITY, LOTTIE_ADD,
  ]
  static let count = Double(operations.count)

  /// Returns the blend mode with a number; nil for the normal mode and for unknown modes.
  init?(_ number: Double?) {
    guard let number, let index = Int(whole: number), Self.operations.indices.contains(index),
      index > 0
    else { return nil }
    operation = Self.operations[index]
  }
}
