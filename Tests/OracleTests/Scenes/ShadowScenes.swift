/// The scenes with shadows below opaque boxes. A CSS blur of b is a Gaussian of sigma b/2.
extension OracleScene {
  private static func shadow(
    sigma: Double, opacity: Double = 1, offset: (Double, Double) = (0, 0),
    color: String = "#000000",
    radius: Double = 0
  ) -> OracleScene {
    let (r, g, b) = components(color)
    let corners = radius > 0 ? ", corners \(radius)" : ""
    var scene = OracleScene(
      "shadow of sigma \(sigma), opacity \(opacity)\(corners)", .shadow(alpha: opacity),
      layers: """
        { "frame": [40, 30, 80, 60], "backgroundColor": "#ffd080", "cornerRadius": \(radius),
          "shadowColor": "\(color)", "shadowOpacity": \(opacity), "shadowRadius": \(sigma),
          "shadowOffset": [\(offset.0), \(offset.1)] }
        """,
      html: """
        <div style='left:40px;top:30px;width:80px;height:60px;background:#ffd080;border-radius:\(radius)px;box-shadow:\(offset.0)px \(offset.1)px \(2 * sigma)px rgb(\(r) \(g) \(b) / \(opacity))'></div>
        """)
    scene.size = (160, 120)
    return scene
  }

  private static func components(_ color: String) -> (Int, Int, Int) {
    let value = Int(color.dropFirst(), radix: 16) ?? 0
    return (value >> 16, value >> 8 & 255, value & 255)
  }

  static let shadows: [OracleScene] = [
    shadow(sigma: 1), shadow(sigma: 1.5, opacity: 0.5), shadow(sigma: 2), shadow(sigma: 3),
    shadow(sigma: 3, opacity: 0.6, offset: (4.4, 5.75)),
    shadow(sigma: 4, opacity: 0.8, color: "#2040c0"), shadow(sigma: 6, offset: (0, 8)),
    shadow(sigma: 8, opacity: 0.4), shadow(sigma: 10, offset: (-6, 3)),
    shadow(sigma: 13, opacity: 0.44, offset: (0, -6)), shadow(sigma: 17, opacity: 0.63),
    shadow(sigma: 5, opacity: 0.7, offset: (0, 4), radius: 12),
    shadow(sigma: 9, opacity: 0.5, offset: (3, 3), color: "#c02040", radius: 30),
  ]
}
