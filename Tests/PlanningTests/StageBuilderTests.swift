import Documents
import JSON
import Planning
import Scenes
import Testing

/// Tests the tree of layers that a document describes, before any step.
@Suite struct StageBuilderTests {
  private func stage(_ members: String) throws -> StageBuilder {
    var stage = StageBuilder(
      PlanningInputs(try Written.document(members), registry: OneAnimator(), images: NoImages()))
    stage.build()
    return stage
  }

  private func screens(
    _ from: String, _ to: String, _ operation: String = "push", _ rest: String = ""
  ) throws -> StageBuilder {
    try stage(
      """
      "screens": { "from": { "layers": [\(from)] }, "to": { "layers": [\(to)] } },
      "transition": { "operation": "\(operation)" }\(rest)
      """)
  }

  private func sublayers(_ stage: StageBuilder) -> [String] {
    let draft = stage.values.stage
    return draft[0].node.sublayers.map { draft[$0].node.id }
  }

  private func frame(_ id: String, _ stage: StageBuilder) throws -> Rect {
    let layer = try #require(stage.values.stage.layersByName[id])
    return stage.values.stage[layer].node.properties.frame
  }

  @Test(arguments: [("push", ["from", "to"]), ("pop", ["to", "from"])])
  func aPopUncoversWhatLiesBelow(operation: String, order: [String]) throws {
    #expect(try sublayers(screens("", "", operation)) == order)
  }

  @Test func aPairIsALayerOfItsOwn() throws {
    func pair(_ id: String, _ frame: String) -> String {
      #"{ "id": "\#(id)", "frame": \#(frame), "match": "hero" }"#
    }
    let stage = try screens(
      pair("a", "[1, 2, 3, 4]"), pair("b", "[5, 6, 7, 8]"), "push",
      #", "overlays": [{ "id": "over", "frame": [0, 0, 1, 1] }]"#)
    try stage.values.report.check()
    #expect(sublayers(stage) == ["from", "to", "a", "over"])
    #expect(stage.values.stage.items.map(\.node.id).contains("from/a"))
    let named = stage.values.stage.layers(
      named: Selector(target: .pair("hero")), asSeen: true)
    #expect(named == [stage.values.stage.layersByName["a"]])
  }

  @Test func halfAPairIsAProblem() throws {
    let stage = try screens(#"{ "id": "a", "match": "hero" }"#, "")
    #expect(
      stage.values.report.problems.failure?.problems.map(\.message)
        == ["no layer of screens.to has the match \"hero\""])
  }

  /// A frame that follows another layer is computed after all layers have their positions.
  @Test func aFrameMayFollowALaterLayer() throws {
    let stage = try stage(
      """
      "layers": [
        { "id": "a", "frame": { "frameOf": "b", "inset": 2 } },
        { "id": "b", "frame": [10, 20, 30, 40] } ]
      """)
    #expect(try frame("a", stage) == Rect(12, 22, 26, 36))
  }

  @Test func aPictureWithoutAFrameHasItsOwnSize() throws {
    let stage = try stage(
      """
      "layers": [{ "id": "a", "contents": { "image": "a.png" } }]
      """)
    #expect(try frame("a", stage).size == Size(1, 1))
  }

  @Test func overlaysLieWhereTheySay() throws {
    let stage = try screens(
      #"{ "id": "inner" }"#, "", "push",
      #", "overlays": [{ "id": "x", "below": "to" }, { "id": "y", "above": "inner" }]"#)
    #expect(sublayers(stage) == ["from", "y", "x", "to"])
  }

  @Test func aPresentationDecoratesTheScreen() throws {
    let stage = try screens(
      "", "", "present",
      """
      , "presentation": { "size": [50, 60], "place": "bottom", "dimming": { "opacity": 0.25 },
          "wrapper": { "cornerRadius": 8 } }
      """)
    #expect(sublayers(stage) == ["from", "dimming", "wrapper"])
    #expect(stage.player(of: .to) == stage.values.stage.layersByName["wrapper"])
    #expect(stage.player(of: .from) == stage.values.stage.layersByName["from"])
    #expect(stage.presentedFrame == Rect(25, 140, 50, 60))
    let to = try #require(stage.values.stage.layersByName["to"])
    #expect(stage.values.stage[to].node.properties.cornerRadius == 8)
  }
}
