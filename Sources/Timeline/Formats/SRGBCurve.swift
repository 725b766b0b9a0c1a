internal import Scenes

/// The transfer curve of sRGB (IEC 61966-2-1), extended below 0 as an odd function.
package enum SRGBCurve {
  /// Converts an sRGB-encoded value to linear light.
  package static func linear(_ value: Double) -> Double {
    let size = abs(value)
    let result = size <= 0.04045 ? size / 12.92 : Portable.pow((size + 0.055) / 1.055, 2.4)
    return value < 0 ? -result : result
  }

  /// Converts linear light to an sRGB-encoded value.
  package static func encoded(_ value: Double) -> Double {
    let size = abs(value)
    let result = size <= 0.0031308 ? size * 12.92 : 1.055 * Portable.pow(size, 1 / 2.4) - 0.055
    return value < 0 ? -result : result
  }
}
