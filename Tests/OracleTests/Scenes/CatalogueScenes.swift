import TestSupport

/// The frames of the catalogue's transitions, as examples and as CSS that was written from the catalogue.
extension OracleScene {
  static let catalogue = Effort.spread(
    circles + slides + presentations + turns + magic, test: 24)

  /// The catalogue comes first, so that its scenes have the same places on the page whatever the number of other
  /// scenes, because the browser's edges depend on the place.
  static let all =
    catalogue
    + Effort.spread(
      transforms + groups + shadows + gradients + shapes + clips + masks + images + effects,
      test: 24)

  /// Returns a row of the catalogue at some times, in seconds. Assets whose names begin with `poster` get the poster's
  /// gradient.
  static func row(
    _ number: String, _ example: String, at times: [Double], limit: Limit = .edges,
    size: (width: Int, height: Int) = (320, 568), background: String = "#ffffff",
    poster: String = "poster", html: (inout Still) -> String
  ) -> [OracleScene] {
    times.map { time in
      var still = Still(example, time)
      let body = html(&still)
      var scene = OracleScene("\(number): \(example) at \(time) s", limit, layers: "", html: "")
      scene.document = CatalogueScreens.document(example, poster: poster)
      scene.html = "<style>\(still.sheets)</style>\(body)"
      scene.size = size
      scene.time = time
      scene.background = background
      scene.row = .init(number: number, example: example)
      return scene
    }
  }

  // MARK: What the rows are made of

  static let diagonal = (320.0 * 320 + 568 * 568).squareRoot()

  static func screen(_ name: String, _ css: String = "", _ inside: String = "") -> String {
    "<div class='screen \(name)' style='\(css)'>\(inside)</div>"
  }

  static func hole(_ x: Double, _ y: Double, _ r: Double) -> String {
    """
    clip-path:path(evenodd,"M0 0H320V568H0Z M\(x - r) \(y)A\(r) \(r) 0 1 0 \(x + r) \(y)A\(r) \(r) 0 1 0 \(x - r) \(y)Z");
    """
  }

  static func poster(_ x: Double, _ y: Double, _ css: String = "") -> String {
    "<div class='poster' style='left:\(x)px;top:\(y)px;width:88px;height:115px;\(css)'></div>"
  }

  /// Computes cubic-bezier(0.42, 0, 0.58, 1) by bisection.
  static func easeInOut(_ x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let s = (low + high) / 2
      let value = 3 * (1 - s) * (1 - s) * s * 0.42 + 3 * (1 - s) * s * s * 0.58 + s * s * s
      if value < x { low = s } else { high = s }
    }
    return 3 * (1 - low) * low * low + low * low * low
  }
}
