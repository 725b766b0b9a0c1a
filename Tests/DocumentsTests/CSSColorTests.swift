import Documents
import Formats
import JSON
import Scenes
import Testing

/// Tests the colours of CSS, which layers and SVG files read in the same way.
@Suite struct CSSColorTests {
  private func isNear(_ color: CSSColor?, _ red: Double, _ green: Double, _ blue: Double) -> Bool {
    guard let color else { return false }
    let off = zip([color.red, color.green, color.blue], [red, green, blue]).map {
      abs(255 * $0 - $1)
    }
    return off.allSatisfy { $0 <= 0.51 }
  }

  /// The values come from CSS Color 4's examples and from web-platform-tests; oklch is computed by hand.
  @Test(
    arguments: [
      ("tomato", 255, 99, 71), ("rebeccapurple", 102, 51, 153), ("hsl(120 100% 25%)", 0, 128, 0),
      ("hsl(120deg, 100%, 25%)", 0, 128, 0), ("hwb(150 20% 10%)", 51, 230, 140),
      ("lab(46.2775% -47.5621 48.5837)", 0, 128, 0), ("lch(46.2775% 67.9892 134.3912)", 0, 128, 0),
      ("oklab(51.975% -0.1403 0.10768)", 0, 128, 0), ("oklch(60% 0.1 30)", 180, 104, 92),
      ("color(srgb 0 50% 0)", 0, 128, 0), ("color(srgb-linear 0 0.21586 0)", 0, 128, 0),
      ("color(display-p3 0.21604 0.49418 0.13151)", 0, 128, 0),
      ("color(a98-rgb 0.281363 0.498012 0.116746)", 0, 128, 0),
      ("color(prophoto-rgb 0.230479 0.395789 0.129968)", 0, 128, 0),
      ("color(prophoto-rgb 1 1 1)", 255, 255, 255),
      ("color(xyz 0.07719 0.15438 0.02573)", 0, 128, 0),
      ("color(xyz-d50 0.08312 0.154746 0.020961)", 0, 128, 0), ("RGB(50% 0% 50%)", 127.5, 0, 127.5),
      ("color-mix(in srgb, red, blue)", 127.5, 0, 127.5),
      ("color-mix(in hsl, hsl(350 100% 50%), hsl(30 100% 50%))", 255, 42.5, 0),
      ("color-mix(in hsl longer hue, hsl(350 100% 50%), hsl(30 100% 50%))", 0, 212.5, 255),
      ("color-mix(in oklch, white, blue 0%)", 255, 255, 255),
    ] as [(String, Double, Double, Double)])
  func readsTheColor(_ text: String, _ red: Double, _ green: Double, _ blue: Double) {
    let color = CSSColor.read(text)
    #expect(isNear(color, red, green, blue), "\(text): \(color as Any)")
  }

  /// A colour that is mixed with itself does not change, in any colour space.
  @Test(
    arguments: [
      "srgb", "srgb-linear", "oklab", "oklch", "lab", "lch", "hsl", "hwb", "xyz", "xyz-d50",
    ])
  func spacesLeadThereAndBack(_ space: String) {
    for color in [(37.0, 150.0, 211.0), (250, 12, 99), (80, 80, 80), (0, 0, 0)] {
      let text = "rgb(\(color.0) \(color.1) \(color.2))"
      let mixed = CSSColor.read("color-mix(in \(space), \(text) 30%, \(text))")
      #expect(isNear(mixed, color.0, color.1, color.2), "\(space) \(text): \(mixed as Any)")
    }
  }

  @Test(
    arguments: [
      "", "tomatto", "hsl(1,2)", "lab(1,2,3)", "color(nope 0 0 0)", "rgb(1 2 3 4)", "rgb(inf 0 0)",
      "rgb(from red r g b)", "#12345", "#+12", "currentcolor", "color-mix(in nope, red, blue)",
      "rgb(0 0 0 / nan)", String(repeating: "light-dark(", count: 500),
    ])
  func readsNoColor(_ text: String) { #expect(CSSColor.read(text) == nil) }

  @Test(
    arguments: [
      ("tomatto", "found \"tomatto\"; did you mean \"tomato\"?"),
      ("hsl(10 50%)", "expected hsl(hue saturation% lightness% / alpha), found"),
      ("oklhc(60% 0.1 30)", "did you mean \"oklch(60% 0.1 30)\"?"),
      ("color(p3 1 0 0)", "with the space srgb, srgb-linear, display-p3"),
      ("rgb(300 0 0)", "with components from 0 to 255"),
    ])
  func layersSayWhatIsWrong(_ text: String, _ told: String) {
    let lines = problems(layered("\"backgroundColor\": \"\(text)\"")).map { "\($0)" }
    #expect(lines.count == 1 && lines[0].contains(told), "\(lines)")
  }
}
