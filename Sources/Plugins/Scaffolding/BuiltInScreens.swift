import Documents
import JSON

/// Two screens that consist only of layers, for trying an animator without pictures.
package enum BuiltInScreens {
  package static let width = 320.0
  package static let height = 568.0

  /// The layers of the first screen as JSON: a list in warm colours.
  package static var list: String {
    var layers = [background("#ffb36b", "#f4567f"), bar("#ffffff", 0.92, 24, 56, 152, 20, 10)]
    layers.append(bar("#ffffff", 0.55, 24, 86, 96, 10, 5))
    for row in 0..<4 {
      let y = 124.0 + Double(row) * 100
      layers.append(card(20, y, 280, 84, 18))
      layers.append(
        swatch(32, y + 12, 60, 60, 14, ["#5b6cf0", "#16b8a6", "#f59e2f", "#e0487a"][row]))
      layers.append(bar("#2c2540", 0.85, 108, y + 22, [132, 108, 148, 96][row], 12, 6))
      layers.append(bar("#2c2540", 0.35, 108, y + 46, [160, 140, 116, 152][row], 9, 4.5))
    }
    return layers.joined(separator: ",\n")
  }

  /// The layers of the second screen as JSON: a detail page in cool colours.
  package static var detail: String {
    var layers = [background("#0f2c59", "#1a6f8f"), card(20, 56, 280, 280, 28)]
    layers.append(swatch(36, 72, 248, 168, 18, "#5b6cf0"))
    layers.append(
      """
      { "frame": [120, 96, 80, 80], "cornerRadius": 40, "backgroundColor": "#ffd9a0" }
      """)
    layers.append(bar("#16233f", 0.9, 36, 260, 172, 16, 8))
    layers.append(bar("#16233f", 0.4, 36, 290, 220, 10, 5))
    layers.append(bar("#16233f", 0.4, 36, 308, 184, 10, 5))
    for row in 0..<4 {
      let y = 372.0 + Double(row) * 30
      layers.append(bar("#ffffff", 0.32, 24, y, [272, 252, 264, 168][row], 11, 5.5))
    }
    layers.append(swatch(24, 500, 272, 44, 22, "#f59e2f"))
    return layers.joined(separator: ",\n")
  }

  private static func background(_ top: String, _ bottom: String) -> String {
    """
    { "frame": [0, 0, 320, 568], "contents": { "gradient": { "linear": { "from": [0, 0], "to": [0.4, 1] },
      "stops": [[0, "\(top)"], [1, "\(bottom)"]] } } }
    """
  }

  private static func card(_ x: Double, _ y: Double, _ w: Double, _ h: Double, _ radius: Double)
    -> String
  {
    """
    { "frame": \(rect(x, y, w, h)), "cornerRadius": \(JSONWriter.number(radius)), "backgroundColor": "#fffdfa",
      "shadowOpacity": 0.22, "shadowRadius": 8, "shadowOffset": [0, 4] }
    """
  }

  private static func swatch(
    _ x: Double, _ y: Double, _ w: Double, _ h: Double, _ radius: Double, _ color: String
  ) -> String {
    """
    { "frame": \(rect(x, y, w, h)), "cornerRadius": \(JSONWriter.number(radius)), "backgroundColor": "\(color)" }
    """
  }

  private static func bar(
    _ color: String, _ opacity: Double, _ x: Double, _ y: Double, _ w: Double, _ h: Double,
    _ radius: Double
  ) -> String {
    """
    { "frame": \(rect(x, y, w, h)), "cornerRadius": \(JSONWriter.number(radius)), "backgroundColor": "\(color)",
      "opacity": \(JSONWriter.number(opacity)) }
    """
  }

  private static func rect(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> String {
    "[" + [x, y, w, h].map(JSONWriter.number).joined(separator: ", ") + "]"
  }
}
