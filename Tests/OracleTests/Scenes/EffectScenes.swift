import TestSupport

/// The scenes with blurs, CSS's filters, blend modes with nested isolation, and content behind glass.
extension OracleScene {
  static let effects: [OracleScene] =
    [blurred(sigma: 3), blurred(sigma: 6, corners: 20), glass(opacity: 1), glass(opacity: 0.5)]
    + (Effort.current == .test ? filterSamples : filters)
    + (0..<Effort.count(test: 3, long: 60, soak: 60)).map(blended)

  // MARK: Blurs

  private static func blurred(sigma: Double, corners: Double = 0) -> OracleScene {
    var scene = OracleScene(
      "blur of \(sigma), corners \(corners)", .shadow(alpha: 0.8),
      layers: """
        { "frame": [40, 30, 80, 60], "cornerRadius": \(corners), "blur": \(sigma),
          "backgroundColor": "#3060c0" }
        """,
      html: """
        <div style='left:40px;top:30px;width:80px;height:60px;border-radius:\(corners)px;filter:blur(\(sigma)px);background:#3060c0'></div>
        """)
    scene.size = (160, 120)
    return scene
  }

  /// Returns a scene with glass over two halves, whose border is perpendicular to the edges of the glass: the browser
  /// does not read the colours beside the glass, but its assumed colours are the real ones in this scene.
  private static func glass(opacity: Double) -> OracleScene {
    var scene = OracleScene(
      "glass, opacity \(opacity)", .shadowAndEdges(alpha: 0.5),
      layers: """
        { "frame": [0, 0, 160, 60], "backgroundColor": "#c03050" },
        { "frame": [0, 60, 160, 60], "backgroundColor": "#3080a0" },
        { "frame": [30, 20, 100, 80], "opacity": \(opacity), "cornerRadius": 16,
          "backdrop": { "blur": 6, "saturation": 1.4, "tint": "#ffffff40" } }
        """,
      html: """
        <div style='left:0;top:0;width:160px;height:60px;background:#c03050'></div>
        <div style='left:0;top:60px;width:160px;height:60px;background:#3080a0'></div>
        <div style='left:30px;top:20px;width:100px;height:80px;opacity:\(opacity);border-radius:16px;background:#ffffff40;backdrop-filter:blur(6px) saturate(1.4)'></div>
        """)
    scene.size = (160, 120)
    return scene
  }

  // MARK: Filters

  /// Returns swatches, one of them translucent, with filters in the program's and in CSS's notation.
  private static func filtered(_ list: [(json: String, css: String)]) -> OracleScene {
    let colors = ["#c03050", "#30a060", "#3050c0", "#e0c040", "#808080", "#20408099"]
    func left(_ i: Int) -> Int { 10 + i % 3 * 32 }
    func top(_ i: Int) -> Int { 10 + i / 3 * 34 }
    let layers = colors.enumerated().map { i, color in
      "{ \"frame\": [\(left(i)), \(top(i)), 32, 34], \"backgroundColor\": \"\(color)\" }"
    }
    let divs = colors.enumerated().map { i, color in
      "<div style='left:\(left(i))px;top:\(top(i))px;width:32px;height:34px;background:\(color)'></div>"
    }
    return OracleScene(
      "filter \(list.map(\.css).joined(separator: " "))", .steps,
      layers: """
        { "frame": [0, 0, 120, 90], "filters": [\(list.map(\.json).joined(separator: ", "))],
          "sublayers": [\(layers.joined(separator: ",\n"))] }
        """,
      html: """
        <div style='left:0;top:0;width:120px;height:90px;filter:\(list.map(\.css).joined(separator: " "))'>
        \(divs.joined(separator: "\n"))</div>
        """)
  }

  private static let functions: [(name: String, css: String, unit: String, values: [Double])] = [
    ("brightness", "brightness", "", [0.4, 0.8, 1.1, 1.5, 2.2]),
    ("contrast", "contrast", "", [0.3, 0.7, 1.2, 1.6, 2]),
    ("saturate", "saturate", "", [0, 0.5, 1.3, 1.8, 3]),
    ("hueRotate", "hue-rotate", "deg", [-120, 20, 90, 180, 290]),
    ("invert", "invert", "", [0.2, 0.4, 0.6, 0.9, 1]),
    ("sepia", "sepia", "", [0.2, 0.4, 0.6, 0.8, 1]),
    ("grayscale", "grayscale", "", [0.2, 0.4, 0.6, 0.8, 1]),
  ]

  private static func words(_ function: Int, _ value: Int) -> (json: String, css: String) {
    let f = functions[function]
    return ("{ \"\(f.name)\": \(f.values[value]) }", "\(f.css)(\(f.values[value])\(f.unit))")
  }

  /// The scenes with each function at each value, and with chains of functions.
  private static let filters: [OracleScene] =
    functions.indices.flatMap { f in (0..<5).map { filtered([words(f, $0)]) } }
    + (0..<5).map { k in
      filtered((0..<3).map { words((k * 3 + $0 * 2) % functions.count, (k + $0) % 5) })
    }

  private static let filterSamples: [OracleScene] =
    functions.indices.map { filtered([words($0, ($0 * 2 + 1) % 5)]) }
    + [filtered([words(2, 3), words(1, 2), words(3, 1)])]

  // MARK: Blend modes

  /// Returns sheets with blend modes over stripes, in groups that isolate, fade, blend or pass through.
  private static func blended(_ seed: Int) -> OracleScene {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func whole(_ count: Int) -> Int {
      // The random numbers are SplitMix64 (Steele, Lea and Flood 2014).
      state &+= 0x9E37_79B9_7F4A_7C15
      var random = state
      random = (random ^ (random >> 30)) &* 0xBF58_476D_1CE4_E5B9
      random = (random ^ (random >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((random ^ (random >> 31)) % UInt64(count))
    }
    // Dodge and burn multiply the half level by which a browser rounds the content below by 1 / (1 − s) and 1 / s,
    // which is at most 2.7 for medium colours.
    func color(_ alpha: Int) -> String {
      "#"
        + ([whole(60) + 100, whole(60) + 100, whole(60) + 100, alpha]).map {
          let digits = String($0, radix: 16)
          return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
    let modes = [
      "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn",
      "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color",
      "luminosity", "plus-lighter",
    ]
    var (json, html) = ([String](), [String]())
    for i in 0..<4 {
      let paint = color(255)
      json.append("{ \"frame\": [\(i * 30), 0, 30, 90], \"backgroundColor\": \"\(paint)\" }")
      html.append(
        "<div style='left:\(i * 30)px;top:0;width:30px;height:90px;background:\(paint)'></div>")
    }
    func sheet(_ i: Int, inside: (json: String, html: String)? = nil) -> (
      json: String, html: String
    ) {
      let (x, y) = (8 + whole(30), 8 + whole(20))
      let mode = modes[whole(3) == 0 ? 0 : (seed + i * 5) % modes.count]
      let opacity = whole(3) == 0 ? 0.75 : 1
      let isIsolated = whole(3) == 0
      let paint = inside != nil && whole(2) == 0 ? "#00000000" : color(whole(2) == 0 ? 255 : 160)
      return (
        """
        { "frame": [\(x), \(y), 64, 46], "backgroundColor": "\(paint)", "blendMode": "\(mode)",
          "opacity": \(opacity), "isolates": \(isIsolated), "sublayers": [\(inside?.json ?? "")] }
        """,
        """
        <div style='left:0;top:0;width:120px;height:90px;mix-blend-mode:\(mode);opacity:\(opacity);isolation:\(isIsolated ? "isolate" : "auto")'>
        <div style='left:\(x)px;top:\(y)px;width:64px;height:46px;background:\(paint)'></div>\(inside?.html ?? "")</div>
        """
      )
    }
    for i in 0..<2 {
      let made = sheet(i, inside: sheet(i + 2, inside: whole(2) == 0 ? sheet(i + 4) : nil))
      json.append(made.json)
      html.append(made.html)
    }
    return OracleScene(
      "blend modes, seed \(seed)", .steps, layers: json.joined(separator: ",\n"),
      html: html.joined(separator: "\n"))
  }
}
