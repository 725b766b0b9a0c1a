import Documents
import JSON
import Scenes
import Testing

/// Tests the meaning of values after they are read.
@Suite struct ValueTests {
  private func values(_ members: String) throws -> LayerValues {
    try read(layered(members)).layers[0].values
  }
  private func step(_ text: String) throws -> StepSpec {
    try #require(try read(stepped(text)).timeline)
  }

  /// A name with a number has a picture for each frame; any other `%` is an ordinary part of a name.
  @Test(arguments: [
    ("g/%03d.png", true), ("%d.png", true), ("c%20.png", false), ("100%/a.png", false),
    ("%d/a.png", false),
  ]) func goldenFoldersHaveANumber(path: String, isFolder: Bool) throws {
    let at = isFolder ? "" : "\"at\": 0, "
    let text = "{\"version\": 1, \"duration\": 1, \"checks\": [{\(at)\"equals\": \"\(path)\"}]}"
    #expect(try read(text).checks.first?.hasGoldenFolder == isFolder)
  }

  @Test(
    arguments: [
      ("#f80", 255, 136, 0, 1.0), ("#f808", 255, 136, 0, 136.0 / 255), ("#FF8800", 255, 136, 0, 1),
      ("#ff880080", 255, 136, 0, 128.0 / 255), ("rgb(255, 136, 0)", 255, 136, 0, 1),
      ("rgba(255,136,0,0.25)", 255, 136, 0, 0.25), ("rgb(255 136 0 / 50%)", 255, 136, 0, 0.5),
      ("navy", 0, 0, 128, 1), ("transparent", 0, 0, 0, 0), ("tomato", 255, 99, 71, 1),
      ("rgb(10% 0% 100% / 0.5)", 25.5, 0, 255, 0.5),
    ] as [(String, Double, Double, Double, Double)])
  func colors(text: String, red: Double, green: Double, blue: Double, alpha: Double) throws {
    let color = try values("\"backgroundColor\": \"\(text)\"")["backgroundColor"]
    #expect(
      color as? Color
        == Color(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha))
  }

  @Test(arguments: ["#12", "#12345", "#ggg", "rgb(1,2)", "rgb(256,0,0)", "rgb(1 2 3 4)", "", "re"])
  func notColors(text: String) {
    #expect(problems(layered("\"backgroundColor\": \"\(text)\"")).count == 1)
  }

  @Test(
    arguments: [
      ("2", .seconds(2)), ("\"0.5s\"", .seconds(0.5)), ("\"120ms\"", .seconds(0.12)),
      ("\"12f\"", .frames(12)), ("\"17%\"", .fraction(0.17)), ("0", .seconds(0)),
    ] as [(String, DurationSpec)])
  func durations(text: String, duration: DurationSpec) throws {
    let step = try step("{\"animator\": \"x\", \"duration\": \(text)}")
    #expect(step.duration?.value == duration)
  }

  @Test(
    arguments: [
      ("1.5", .time(.seconds(1.5))), ("\"17%\"", .time(.fraction(0.17))),
      ("\"+0.1\"", .afterPrevious(.seconds(0.1))), ("\"-6f\"", .afterPrevious(.frames(-6))),
      ("\"+5%\"", .afterPrevious(.fraction(0.05))),
    ] as [(String, StartSpec)])
  func starts(text: String, start: StartSpec) throws {
    #expect(try step("{\"animator\": \"x\", \"at\": \(text)}").at?.value == start)
  }

  @Test func labelsAndRelations() throws {
    guard case .label(let id)? = try step(#"{"animator": "x", "at": "lift"}"#).at?.value else {
      Issue.record("no label")
      return
    }
    #expect(id.value == "lift")
    let text = #"{"animator": "x", "at": {"before": "lift", "offset": "-2f"}}"#
    guard case .relative(.before, let other, .frames(-2))? = try step(text).at?.value else {
      Issue.record("no relation")
      return
    }
    #expect(other.value == "lift" && other.origin.pointer == "/timeline/at/before")
  }

  private func easing(_ text: String) throws -> EasingSpec {
    try #require(try step("{\"animator\": \"x\", \"easing\": \(text)}").easing?.value)
  }

  @Test func easings() throws {
    for text in [
      "\"easeInOut\"", "\"ease-in-out\"", "[0.42, 0, 0.58, 1]", "\"cubic-bezier(.42,0,.58,1)\"",
    ] {
      guard case .cubicBezier(0.42, 0, 0.58, 1) = try easing(text) else {
        Issue.record("\(text)")
        continue
      }
    }
    guard case .steps(4, .both) = try easing("\"steps(4, jump-both)\""),
      case .steps(1, .start) = try easing("\"step-start\"")
    else {
      Issue.record("no steps")
      return
    }
    guard case .piecewise(let corners) = try easing("\"linear(0, 0.2, 0.5 40%, 0.9, 1)\"") else {
      Issue.record("no corners")
      return
    }
    #expect(corners.map(\.output) == [0, 0.2, 0.5, 0.9, 1])
    #expect(corners.map(\.input) == [0, 0.2, 0.4, 0.7, 1])
    // A stop with two percentages has a constant part; inputs never decrease.
    guard case .piecewise(let level) = try easing("\"linear(0, 0.5 20% 60%, 1 50%)\"") else {
      Issue.record("no corners")
      return
    }
    #expect(level.map(\.input) == [0, 0.2, 0.6, 0.6])
  }

  @Test func springs() throws {
    guard case .spring(.physical(1, 100, 10, 0)) = try easing(#"{"spring": {}}"#),
      case .spring(.physical(1, 200, 10, 2)) = try easing(
        #"{"spring": {"stiffness": 200, "initialVelocity": 2}}"#),
      case .spring(.bounce(0.5, 0.3, 0)) = try easing(
        #"{"spring": {"bounce": 0.3, "duration": 0.5}}"#),
      case .spring(.bounce(0.5, 0, 0)) = try easing(#"{"spring": {"response": 0.5}}"#)
    else {
      Issue.record("a form is wrong")
      return
    }
  }

  @Test func pathsOfSVG() throws {
    let mask = try #require(
      try values(
        #""mask": {"path": "m10,10h5v-5l1 1zM0 0Q3 0 3 3S6 6 9 9", "fillRule": "evenodd"}"#
      )
      .mask)
    guard case .path(let path) = mask.kind else {
      Issue.record("no path")
      return
    }
    #expect(path.fillRule == .evenOdd)
    #expect(
      path.elements == [
        .move(Point(10, 10)), .line(Point(15, 10)), .line(Point(15, 5)), .line(Point(16, 6)),
        .close,
        .move(Point(0, 0)),
        .cubic(control1: Point(2, 0), control2: Point(3, 1), end: Point(3, 3)),
        // After a Q command, an S command has no control point to mirror.
        .cubic(control1: Point(3, 3), control2: Point(6, 6), end: Point(9, 9)),
      ])
  }

  @Test func masksAndTransforms() throws {
    let values = try values(
      #""mask": {"rect": [0, 0, "100%", 10], "cornerRadius": 4, "inverted": true}, "#
        + #""transform": [{"scale": 2}, {"translate": ["50%", 5]}], "rotate": 90, "scale": [1, 2]"#)
    guard case .rectangle(let rect, .points(4))? = values.mask?.kind else {
      Issue.record("no rectangle")
      return
    }
    #expect(values.mask?.isInverted == true)
    #expect(rect.rect(in: Rect(20, 30, 40, 50)) == Rect(0, 0, 40, 10))
    var layer = LayerProperties(frame: Rect(20, 30, 40, 50))
    #expect(values.put(in: &layer, parent: .zero) == [.transform, .rotate, .scale])
    // As in CSS, the last function is applied first.
    #expect(layer.transform == Transform.translation(20, 5).then(.scale(2, 2)))
    #expect(layer.rotate == Vector(0, 0, 90) && values["rotate"] as? Vector == layer.rotate)
    #expect(layer.scale == Vector(1, 2, 1))
  }

  /// Every property of the table can be written, and sets only itself. The two properties that refer to other objects
  /// are resolved in planning.
  @Test func everyProperty() throws {
    let written = [
      "hidden": "true", "frame": "[1, 2, 3, 4]", "anchorPoint": "[0, 1]", "bounds": "[5, 6]",
      "position": "[7, 8]", "zPosition": "9", "translate": "[10, 11]", "scale": "12",
      "rotate": "13", "transform": "{\"scale\": 2}", "sublayerTransform": "{\"scale\": 3}",
      "opacity": "0.5", "cornerRadius": "14", "masksToBounds": "true", "isDoubleSided": "false",
      "backgroundColor": "\"red\"", "shadowColor": "\"blue\"", "shadowOpacity": "0.25",
      "shadowRadius": "15", "shadowOffset": "[16, 17]", "contentsRect": "[0, 0, 0.5, 0.5]",
      "shadowPath": "\"M0 0L1 1\"", "contentsGravity": "\"center\"",
      "blendMode": "\"multiply\"", "isolates": "true", "contentsTime": "2.5",
      "blur": "4", "blurEdge": "\"clamp\"", "shadows": "[{ \"spread\": 2, \"inner\": true }]",
      "backdrop": "{ \"material\": \"thin\" }",
      "filters": "[{ \"invert\": 1 }]",
      "cornerCurve": "\"continuous\"", "border": "{\"width\": 18}",
      "path": "{\"ellipse\": [0, 0, 9, 9]}",
      "fillColor": "\"red\"", "strokeColor": "\"blue\"", "lineWidth": "19", "lineCap": "\"round\"",
      "lineJoin": "\"bevel\"", "miterLimit": "20", "lineDashPattern": "[21, 22]",
      "lineDashPhase": "23", "strokeStart": "0.1", "strokeEnd": "0.9",
    ]
    for property in LayerProperty.all where !["mask", "contents"].contains(property.name) {
      let text = try #require(written[property.name], "\(property.name) stands in no document")
      let values = try values("\"\(property.name)\": \(text)")
      #expect(values[property.name] != nil && values.origins.keys.sorted() == [property.name])
      let plain = LayerProperties(frame: Rect(0, 0, 100, 50))
      var layer = plain
      #expect(values.put(in: &layer, parent: Rect(0, 0, 200, 100)) == property.set)
      let changed = LayerPropertySet.all.properties.filter {
        !$0.isSame(layer, plain)
      }
      #expect(changed.map(\.set) == [property.set], "\(property.name)")
    }
  }

  @Test func expressions() throws {
    let values = try values(
      #""frame": {"frameOf": "to/@hero", "inset": ["-4%", 2]}, "opacity": {"call": "acme.pulse", "args": ["progress", 3]}"#
    )
    #expect(values["frame"] == nil && values["opacity"] == nil)
    #expect(values.expressions.map(\.property) == ["frame", "opacity"])
    var found = Problems(file: "d")
    guard
      case .frameOf(let layer, let inset, _)? = Expression.read(values.expressions[0].node, &found),
      case .call(let name, let arguments)? = Expression.read(values.expressions[1].node, &found)
    else {
      Issue.record("no expressions")
      return
    }
    #expect(found.isEmpty)
    #expect(layer.value == Selector(screen: .to, target: .pair("hero")))
    #expect(inset == PointSpec(.fraction(-0.04), .points(2)))
    #expect(name.value == "acme.pulse" && arguments.map(\.json) == ["\"progress\"", "3"])
  }

  @Test func gradients() throws {
    guard
      case .gradient(let gradient)? = try values(
        ##""contents": {"gradient": {"radial": {"radius": 0.7}, "stops": ["#000", [0.2, "red"], "blue", "#fff"]}}"##
      )
      .contents
    else {
      Issue.record("no gradient")
      return
    }
    #expect(gradient.shape == .radial(center: Point(0.5, 0.5), radius: Size(0.7, 0.7)))
    #expect(
      zip(gradient.stops.map(\.offset), [0, 0.2, 0.6, 1]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test(arguments: [
    ("[0.3, 0.4]", true), ("[0.99, 0.5]", true), ("[1, 0.5]", false), ("[0.9, 0.9]", false),
  ])
  func aFocusLiesInsideItsRadius(focus: String, isRead: Bool) {
    let contents =
      ##""contents": {"gradient": {"radial": {"focus": \##(focus)}, "stops": ["#000", "#fff"]}}"##
    #expect(((try? values(contents).contents) != nil) == isRead)
  }

  @Test func aTransitionOfOneAnimator() throws {
    let document = try read(
      #"{"version": 1, "screens": {"from": {}, "to": {}}, "transition": [{"operation": "present", "duration": 1, "animator": "bounce", "params": {"a": 1}}, {"operation": "dismiss", "animator": "shrink", "pause": 0.5}]}"#
    )
    #expect(document.transitions.map(\.operation) == [.present, .dismiss])
    #expect(document.transitions[0].timeline?.duration?.value == .fraction(1))
    #expect(document.transitions[1].timeline?.duration == nil)
    #expect(document.transitions[1].pause == .seconds(0.5))
  }

  @Test func nearestWords() {
    #expect(
      NearestWord.find("rippel-reveal", in: ["ripple-reveal", "circle-reveal"]) == "ripple-reveal")
    #expect(NearestWord.find("Opacity", in: ["opacity"]) == "opacity")
    #expect(NearestWord.find("xyz", in: ["opacity", "a"]) == nil)
    #expect(NearestWord.find("a", in: ["b"]) == nil)
  }
}
