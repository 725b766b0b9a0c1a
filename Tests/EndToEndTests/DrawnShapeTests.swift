import Foundation
import Testing

/// Tests borders, corners, paths and gradients in the output of the commands.
@Suite struct DrawnShapeTests {
  private static let document = """
    { "version": 1,
      "canvas": { "size": [60, 40],
        "background": { "conic": { "angle": 90 }, "stops": ["#000", "#fff"] } },
      "layers": [
        { "id": "card", "frame": [10, 10, 40, 20], "cornerRadius": [2, "25%", 6, 8],
          "cornerCurve": "continuous", "backgroundColor": "#fff" },
        { "id": "line", "frame": [5, 5, 50, 30], "path": "M0 15 a 10 5 0 0 1 20 0 H 50",
          "strokeColor": "#f00", "lineWidth": 3, "lineCap": "round", "lineJoin": "bevel",
          "lineDashPattern": [4, 2], "fillColor": "#00f" } ],
      "timeline": { "parallel": [
        { "targets": ["card"], "duration": 1, "easing": "linear", "keyframes": [
          { "border": null },
          { "border": { "width": 4, "color": "#0000ff", "place": "outside" }, "cornerRadius": 4 } ] },
        { "targets": ["line"], "duration": 1, "easing": "linear", "keyframes": [
          { "strokeEnd": 0, "lineDashPhase": 0 },
          { "strokeEnd": 1, "lineDashPhase": -6, "lineDashPattern": [8, 6] } ] } ] },
      "checks": [
        { "at": 0.5, "layer": "card", "border": { "width": 2, "color": "#0000ff" },
          "cornerRadius": [3, 4.5, 5, 6], "cornerCurve": "continuous" },
        { "at": 0.5, "layer": "line", "strokeEnd": 0.5, "lineDashPhase": -3,
          "lineDashPattern": [6, 4], "lineCap": "round" },
        { "at": 1, "layer": "line", "strokeEnd": 0.75 } ] }
    """

  @Test func areInspectedAndChecked() throws {
    let folder = try Folder()
    try folder.write(Self.document, to: "doc.json")
    let shown = try Program.pipeline(
      ["inspect", "doc.json", "--json", "--at", "0.5"], in: folder.url)
    let object = try #require(
      try JSONSerialization.jsonObject(with: shown.data) as? [String: Any], "\(shown.summary)")
    let canvas = try #require(object["canvas"] as? [String: Any])
    #expect((canvas["background"] as? [String: Any])?["shape"] as? String == "conic")
    let layers = try #require(object["layers"] as? [[String: Any]])
    let card = try #require(layers.first { $0["id"] as? String == "card" })
    #expect(card["cornerRadius"] as? [Double] == [3, 4.5, 5, 6])
    let border = try #require(card["border"] as? [String: Any])
    #expect(border["width"] as? Double == 2 && border["color"] as? [Double] == [0, 0, 1, 1])
    let line = try #require(layers.first { $0["id"] as? String == "line" })
    #expect(line["strokeEnd"] as? Double == 0.5 && line["lineDashPattern"] as? [Double] == [6, 4])
    let checked = try Program.pipeline(["check", "doc.json"], in: folder.url)
    #expect(checked.status == 1, "\(checked.summary)")
    #expect(checked.summary.contains("strokeEnd is 1, not 0.75"), "\(checked.summary)")
    #expect(checked.summary.components(separatedBy: " is ").count == 2, "\(checked.summary)")
  }

  /// A path that crosses itself has a hole if its fill rule requires one.
  @Test(arguments: [("nonZero", 0), ("evenOdd", 255)]) func aPathHasARule(
    rule: String, middle: Int
  ) throws {
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "duration": 1, "canvas": { "size": [20, 20], "background": "#ffffff" },
        "layers": [ { "frame": [0, 0, 20, 20], "fillColor": "#000000", "path":
          { "path": "M 0 0 H 20 V 20 H 0 Z M 5 5 H 15 V 15 H 5 Z", "fillRule": "\(rule)" } } ] }
      """, to: "doc.json")
    let drawn = try Program.pipeline(
      ["frame", "doc.json", "--at", "0", "-o", "-"], in: folder.url)
    #expect(drawn.status == 0, "\(drawn.summary)")
    let pixels = [UInt8](drawn.data)
    try #require(pixels.count == 20 * 20 * 4)
    #expect(Int(pixels[(10 * 20 + 10) * 4]) == middle && pixels[(2 * 20 + 2) * 4] == 0)
  }

  @Test(arguments: [
    ("\"border\": { \"width\": -1 }", "/layers/0/border/width: expected"),
    ("\"border\": { \"place\": \"insid\" }", "did you mean \"inside\"?"),
    ("\"cornerRadius\": [1, 2, 3]", "/layers/0/cornerRadius: expected"),
    (
      "\"path\": { \"ellipse\": [0, 0, 9, 9], \"rect\": [0, 0, 9, 9] }",
      "exactly one of \"ellipse\""
    ),
    (
      "\"path\": \"M 0 0 A 5 5 0 2 0 9 9\"",
      "expected 0 or 1 for a flag of the command A at character 15"
    ),
    ("\"lineDashPattern\": [0, 0]", "expected a length above 0"),
    ("\"strokeEnd\": 1.5", "/layers/0/strokeEnd: expected"),
    (
      "\"contents\": { \"gradient\": { \"conic\": {}, \"linear\": {}, \"stops\": [\"#000\", \"#fff\"] } }",
      "exactly one of \"linear\", \"radial\" and \"conic\""
    ),
  ])
  func whatIsWrongIsSaid(member: String, line: String) throws {
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "duration": 1, "canvas": { "size": [20, 20] },
        "layers": [ { "id": "a", "frame": [0, 0, 9, 9], \(member) } ] }
      """, to: "doc.json")
    let result = try Program.pipeline(["validate", "doc.json"], in: folder.url)
    #expect(result.status == 65 && result.errors.contains(line), "\(result.summary)")
  }

  /// The easing ends where it began, but the transition's second screen is shown.
  @Test func theEndOfATransitionShowsTo() throws {
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [100, 50] },
        "screens": { "from": { "backgroundColor": "#f00" }, "to": { "backgroundColor": "#00f" } },
        "transition": { "operation": "push", "animator": "slide", "duration": 2,
                        "easing": "linear(0, 1, 0)" },
        "checks": [ { "at": 0, "layer": "to", "frame": [100, 0, 100, 50] },
          { "at": 1, "layer": "to", "frame": [0, 0, 100, 50] },
          { "at": 1.9999, "layer": "to", "frame": [100, 0, 100, 50], "tolerance": 0.1 },
          { "at": 2, "layer": "to", "frame": [0, 0, 100, 50] } ] }
      """, to: "doc.json")
    let checked = try Program.pipeline(["check", "doc.json"], in: folder.url)
    #expect(checked.status == 0, "\(checked.summary)")
  }
}
