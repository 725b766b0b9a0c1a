internal import Scenes

/// Converts colours of other colour spaces to sRGB. The formulas and matrices are those of CSS Color 4,
/// sections 10 and 17.
enum ColorSpaces {
  private static func times(_ m: [Double], _ v: [Double]) -> [Double] {
    (0..<3).map { m[3 * $0] * v[0] + m[3 * $0 + 1] * v[1] + m[3 * $0 + 2] * v[2] }
  }

  private static func srgb(linear v: [Double]) -> CSSColor {
    CSSColor(
      red: SRGBCurve.encoded(v[0]), green: SRGBCurve.encoded(v[1]), blue: SRGBCurve.encoded(v[2]))
  }

  private static let linearOfD65 = [
    3.2409699419045226, -1.537383177570094, -0.4986107602930034, -0.9692436362808796,
    1.8759675015077202, 0.04155505740717559, 0.05563007969699366, -0.20397695888897652,
    1.0569715142428786,
  ]
  private static let d65OfD50 = [
    0.955473421488075, -0.02309845494876471, 0.06325924320057072, -0.0283697093338637,
    1.0099953980813041, 0.021041441191917323, 0.012314014864481998, -0.020507649298898964,
    1.330365926242124,
  ]

  static func lab(_ l: Double, _ a: Double, _ b: Double) -> CSSColor {
    let (kappa, epsilon) = (24389.0 / 27, 216.0 / 24389)
    let f1 = (l + 16) / 116
    let (f0, f2) = (a / 500 + f1, f1 - b / 200)
    let x = f0 * f0 * f0 > epsilon ? f0 * f0 * f0 : (116 * f0 - 16) / kappa
    let y = l > kappa * epsilon ? f1 * f1 * f1 : l / kappa
    let z = f2 * f2 * f2 > epsilon ? f2 * f2 * f2 : (116 * f2 - 16) / kappa
    let white = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585]
    let d50 = [x * white[0], y * white[1], z * white[2]]
    return srgb(linear: times(linearOfD65, times(d65OfD50, d50)))
  }

  static func oklab(_ l: Double, _ a: Double, _ b: Double) -> CSSColor {
    func cube(_ v: Double) -> Double { v * v * v }
    let long = cube(l + 0.3963377774 * a + 0.2158037573 * b)
    let middle = cube(l - 0.1055613458 * a - 0.0638541728 * b)
    let short = cube(l - 0.0894841775 * a - 1.291485548 * b)
    return srgb(linear: [
      4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
      -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
      -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
    ])
  }

  private static func oklab(of color: CSSColor) -> [Double] {
    let v = [
      SRGBCurve.linear(color.red), SRGBCurve.linear(color.green), SRGBCurve.linear(color.blue),
    ]
    func root(_ x: Double) -> Double {
      x < 0 ? -Portable.pow(-x, 1.0 / 3) : Portable.pow(x, 1.0 / 3)
    }
    let long = root(0.4122214708 * v[0] + 0.5363325363 * v[1] + 0.0514459929 * v[2])
    let middle = root(0.2119034982 * v[0] + 0.6806995451 * v[1] + 0.1073969566 * v[2])
    let short = root(0.0883024619 * v[0] + 0.2817188376 * v[1] + 0.6299787005 * v[2])
    return [
      0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
      1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
      0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
    ]
  }

  /// Parses `color(SPACE a b c)`; nil for an unknown colour space.
  static func color(_ space: String, _ v: [Double]) -> CSSColor? {
    switch space {
    case "srgb": return CSSColor(red: v[0], green: v[1], blue: v[2])
    case "srgb-linear": return srgb(linear: v)
    case "display-p3":
      let p3 = [
        0.4865709486482162, 0.26566769316909306, 0.1982172852343625, 0.2289745640697488,
        0.6917385218365064, 0.079286914093745, 0, 0.04511338185890264, 1.043944368900976,
      ]
      return srgb(linear: times(linearOfD65, times(p3, v.map(SRGBCurve.linear))))
    case "rec2020":
      let rec2020 = [
        0.6369580483012914, 0.14461690358620832, 0.1688809751641721, 0.2627002120112671,
        0.6779980715188708, 0.05930171646986196, 0, 0.028072693049087428, 1.060985057710791,
      ]
      func linear2020(_ value: Double) -> Double { value < 0 ? 0 : Portable.pow(value, 2.4) }
      return srgb(linear: times(linearOfD65, times(rec2020, v.map(linear2020))))
    case "prophoto-rgb":
      let prophoto = [
        0.7977666449006423, 0.13518129740053308, 0.0313477341283922, 0.2880748288194013,
        0.711835234241873, 0.00008993693872564, 0, 0, 0.8251046025104602,
      ]
      func linearProPhoto(_ value: Double) -> Double {
        abs(value) <= 16.0 / 512
          ? value / 16 : value < 0 ? -Portable.pow(-value, 1.8) : Portable.pow(value, 1.8)
      }
      return srgb(
        linear: times(linearOfD65, times(d65OfD50, times(prophoto, v.map(linearProPhoto)))))
    case "a98-rgb":
      let a98 = [
        0.5766690429101305, 0.1855582379065463, 0.1882286462349947, 0.29734497525053605,
        0.6273635662554661, 0.07529145849399788, 0.02703136138641234, 0.07068885253582723,
        0.9913375368376388,
      ]
      func linearA98(_ value: Double) -> Double {
        value < 0 ? 0 : Portable.pow(value, 563.0 / 256)
      }
      return srgb(linear: times(linearOfD65, times(a98, v.map(linearA98))))
    case "xyz", "xyz-d65": return srgb(linear: times(linearOfD65, v))
    case "xyz-d50": return srgb(linear: times(linearOfD65, times(d65OfD50, v)))
    default: return nil
    }
  }

  private static let d65OfLinear = [
    0.41239079926595934, 0.357584339383878, 0.1804807884018343, 0.21263900587151027,
    0.715168678767756, 0.07219231536073371, 0.01933081871559182, 0.11919477979462598,
    0.9505321522496607,
  ]
  private static let d50OfD65 = [
    1.0479297925449969, 0.022946870601609652, -0.05019226628920524, 0.02962780877005599,
    0.9904344267538799, -0.017073799063418826, -0.009243040646204504, 0.015055191490298152,
    0.7518742814281371,
  ]

  private static func lab(of color: CSSColor) -> [Double] {
    let light = [color.red, color.green, color.blue].map(SRGBCurve.linear)
    let white = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585]
    let f = zip(times(d50OfD65, times(d65OfLinear, light)), white).map { value, white in
      let part = value / white
      return part > 216.0 / 24389 ? Portable.pow(part, 1.0 / 3) : (24389.0 / 27 * part + 16) / 116
    }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  /// The hue in degrees, and the saturation and lightness from 0 to 100.
  private static func hsl(of color: CSSColor) -> [Double] {
    let (r, g, b) = (color.red, color.green, color.blue)
    let (most, least) = (max(r, g, b), min(r, g, b))
    let (lightness, range) = ((most + least) / 2, most - least)
    guard range > 0 else { return [0, 0, 100 * lightness] }
    let hue =
      most == r
      ? (g - b) / range + (g < b ? 6 : 0) : most == g ? (b - r) / range + 2 : (r - g) / range + 4
    let saturation = (most - lightness) / min(lightness, 1 - lightness)
    return [60 * hue, 100 * saturation, 100 * lightness]
  }

  private static func polar(_ lab: [Double]) -> [Double] {
    let chroma = (lab[1] * lab[1] + lab[2] * lab[2]).squareRoot()
    let hue = Portable.angle(lab[1], lab[2]) * 180 / .pi
    return [lab[0], chroma, hue < 0 ? hue + 360 : hue]
  }

  /// A colour space for mixing; one of its three numbers may be a hue.
  private struct MixingSpace {
    var hue: Int?
    /// The index of the component that is 0 for a colour without a hue, and the tolerance for the comparison
    /// with 0.
    var chroma: (index: Int, least: Double)?
    var numbers: (CSSColor) -> [Double]
    var color: ([Double]) -> CSSColor?
  }

  private static func space(_ name: String) -> MixingSpace? {
    func turned(_ v: [Double]) -> (Double, Double) {
      let (sine, cosine) = Portable.sineCosine(v[2] * .pi / 180)
      return (v[1] * cosine, v[1] * sine)
    }
    func light(_ color: CSSColor) -> [Double] {
      [color.red, color.green, color.blue].map(SRGBCurve.linear)
    }
    switch name {
    case "srgb":
      return MixingSpace(
        numbers: { [$0.red, $0.green, $0.blue] },
        color: { CSSColor(red: $0[0], green: $0[1], blue: $0[2]) })
    case "srgb-linear": return MixingSpace(numbers: light, color: { srgb(linear: $0) })
    case "xyz", "xyz-d65":
      return MixingSpace(
        numbers: { times(d65OfLinear, light($0)) }, color: { srgb(linear: times(linearOfD65, $0)) })
    case "xyz-d50":
      return MixingSpace(
        numbers: { times(d50OfD65, times(d65OfLinear, light($0))) },
        color: { srgb(linear: times(linearOfD65, times(d65OfD50, $0))) })
    case "oklab":
      return MixingSpace(numbers: { oklab(of: $0) }, color: { oklab($0[0], $0[1], $0[2]) })
    case "lab": return MixingSpace(numbers: { lab(of: $0) }, color: { lab($0[0], $0[1], $0[2]) })
    case "oklch":
      return MixingSpace(
        hue: 2, chroma: (1, 4e-6), numbers: { polar(oklab(of: $0)) },
        color: {
          let (a, b) = turned($0)
          return oklab($0[0], a, b)
        })
    case "lch":
      return MixingSpace(
        hue: 2, chroma: (1, 0.0015), numbers: { polar(lab(of: $0)) },
        color: {
          let (a, b) = turned($0)
          return lab($0[0], a, b)
        })
    case "hsl":
      return MixingSpace(
        hue: 0, chroma: (1, 1e-9), numbers: { hsl(of: $0) },
        color: { CSSColor.hsl($0[0], $0[1] / 100, $0[2] / 100) })
    case "hwb":
      return MixingSpace(
        hue: 0,
        numbers: {
          [hsl(of: $0)[0], min($0.red, $0.green, $0.blue), 1 - max($0.red, $0.green, $0.blue)]
        }, color: { CSSColor.hwb($0[0], $0[1], $0[2]) })
    default: return nil
    }
  }

  /// Mixes two colours with weights that include alpha, except for hues; nil for an unknown colour space. The
  /// rules are those of CSS Color 4, section 12.
  static func mixed(
    _ a: CSSColor, _ p: Double, _ b: CSSColor, _ q: Double, in name: String, hue way: String
  ) -> CSSColor? {
    guard let space = space(name) else { return nil }
    let alpha = a.alpha * p + b.alpha * q
    guard alpha > 0 else { return CSSColor(red: 0, green: 0, blue: 0, alpha: 0) }
    let (u, v) = (p * a.alpha / alpha, q * b.alpha / alpha)
    let (x, y) = (space.numbers(a), space.numbers(b))
    var sum = zip(x, y).map { $0 * u + $1 * v }
    if let hue = space.hue {
      func isGray(_ color: [Double]) -> Bool {
        space.chroma.map { color[$0.index] <= $0.least } ?? (color[1] + color[2] >= 1)
      }
      // A colour without a hue takes the hue of the other colour.
      let from = isGray(x) ? y[hue] : x[hue]
      guard let turn = turn((isGray(y) ? from : y[hue]) - from, way) else { return nil }
      sum[hue] = from + turn * q
    }
    var mixed = space.color(sum)
    mixed?.alpha = alpha
    return mixed
  }

  /// The difference between two hues in degrees, adjusted to the hue interpolation method `way`; nil for an
  /// unknown method.
  private static func turn(_ difference: Double, _ way: String) -> Double? {
    switch way {
    case "shorter":
      difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference
    case "longer":
      difference > 0 && difference < 180
        ? difference - 360
        : difference > -180 && difference <= 0 ? difference + 360 : difference
    case "increasing": difference < 0 ? difference + 360 : difference
    case "decreasing": difference > 0 ? difference - 360 : difference
    default: nil
    }
  }
}
