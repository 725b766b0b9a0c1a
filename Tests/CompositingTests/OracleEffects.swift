import Foundation
import Scenes

/// The blend modes of W3C's Compositing and Blending Level 1, in the words of the specification.
enum OracleBlend {
  typealias Color = SIMD3<Double>

  /// Returns `source` blended over `backdrop`; both are premultiplied.
  static func mix(
    _ source: SIMD4<Double>, over backdrop: SIMD4<Double>, _ mode: BlendMode
  ) -> SIMD4<Double> {
    let (sa, ba) = (source.w, backdrop.w)
    if mode == .plusLighter {
      return (source + backdrop).clamped(lowerBound: .zero, upperBound: .one)
    }
    func straight(_ c: SIMD4<Double>) -> Color {
      c.w > 0 ? Color(c.x, c.y, c.z) / c.w : .zero
    }
    let (cs, cb) = (straight(source), straight(backdrop))
    let b = blend(cb, cs, mode)
    let co = sa * (1 - ba) * cs + sa * ba * b + (1 - sa) * ba * cb
    return SIMD4(co, sa + ba * (1 - sa))
  }

  private static func blend(_ cb: Color, _ cs: Color, _ mode: BlendMode) -> Color {
    func each(_ f: (Double, Double) -> Double) -> Color {
      Color(f(cb.x, cs.x), f(cb.y, cs.y), f(cb.z, cs.z))
    }
    switch mode {
    case .normal, .plusLighter: return cs
    case .multiply: return cb * cs
    case .screen: return cb + cs - cb * cs
    case .overlay: return each { hardLight($1, $0) }
    case .darken: return each { min($0, $1) }
    case .lighten: return each { max($0, $1) }
    case .colorDodge: return each { b, s in b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s)) }
    case .colorBurn: return each { b, s in b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s) }
    case .hardLight: return each { hardLight($0, $1) }
    case .softLight:
      return each { b, s in
        if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return b + (2 * s - 1) * (d - b)
      }
    case .difference: return each { abs($0 - $1) }
    case .exclusion: return cb + cs - 2 * cb * cs
    case .hue: return setLum(setSat(cs, sat(cb)), lum(cb))
    case .saturation: return setLum(setSat(cb, sat(cs)), lum(cb))
    case .color: return setLum(cs, lum(cb))
    case .luminosity: return setLum(cb, lum(cs))
    }
  }

  private static func hardLight(_ b: Double, _ s: Double) -> Double {
    s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
  }

  private static func lum(_ c: Color) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
  private static func sat(_ c: Color) -> Double { c.max() - c.min() }

  private static func setLum(_ c: Color, _ l: Double) -> Color {
    var c = c + (l - lum(c))
    let (l, n, x) = (lum(c), c.min(), c.max())
    if n < 0 { c = l + (c - l) * l / (l - n) }
    if x > 1 { c = l + (c - l) * (1 - l) / (x - l) }
    return c
  }

  private static func setSat(_ c: Color, _ s: Double) -> Color {
    c.max() > c.min() ? (c - c.min()) * s / (c.max() - c.min()) : .zero
  }
}

extension OraclePicture {
  mutating func lay(_ other: OraclePicture, _ mode: BlendMode) {
    if mode == .normal { return lay(other) }
    for i in pixels.indices {
      let (source, backdrop) = (other.pixels[i], pixels[i])
      pixels[i] = OracleBlend.mix(source, over: backdrop, mode)
      // A blend mode may magnify the small error of a rounded colour or of a shadow.
      func changed(_ c: SIMD4<Double>, color: Double, alpha: Double) -> SIMD4<Double> {
        let a = c.w * alpha
        return SIMD4(min(c.x * color, a), min(c.y * color, a), min(c.z * color, a), a)
      }
      let near = [
        OracleBlend.mix(changed(source, color: 0.99, alpha: 1), over: backdrop, mode),
        OracleBlend.mix(changed(source, color: 1, alpha: 0.99), over: backdrop, mode),
        OracleBlend.mix(source, over: changed(backdrop, color: 0.99, alpha: 1), mode),
        OracleBlend.mix(source, over: changed(backdrop, color: 1, alpha: 0.99), mode),
      ]
      let isSteep = near.contains { d in
        let difference = d - pixels[i]
        return max(difference.max(), -difference.min()) > 0.015
      }
      // Both inputs may be wrong by a level, which no blend mode may magnify more than a sum does.
      func darker(_ c: SIMD4<Double>) -> SIMD4<Double> {
        pointwiseMax(c - SIMD4(1 / 255, 1 / 255, 1 / 255, 0), .zero)
      }
      let one = OracleBlend.mix(darker(source), over: backdrop, mode) - pixels[i]
      let two = OracleBlend.mix(source, over: darker(backdrop), mode) - pixels[i]
      let both = pointwiseMax(one, -one) + pointwiseMax(two, -two)
      if other.isEdge[i] || isSteep || both.max() > 2.02 / 255 { isEdge[i] = true }
    }
  }

  /// Returns the visible rest of the picture after all pending cuts, innermost first.
  func seen(through cuts: [OracleCut]) -> OraclePicture {
    var picture = self
    for cut in cuts.reversed() { picture.weigh(cut.weights, over: cut.below) }
    return picture
  }

  /// Replaces `below` by this picture in proportion to `weights`.
  mutating func weigh(_ weights: [Double], over below: OraclePicture) {
    for i in pixels.indices {
      pixels[i] = below.pixels[i] + (pixels[i] - below.pixels[i]) * weights[i]
      if weights[i] > 0 && weights[i] < 1 { isEdge[i] = true }
    }
  }
}

/// The cut of a layer that masks to its bounds, applied to a picture after all sublayers are drawn.
struct OracleCut {
  /// The picture that is visible outside the layer's bounds.
  let below: OraclePicture
  let weights: [Double]
}
