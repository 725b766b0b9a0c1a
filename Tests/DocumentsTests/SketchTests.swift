import Documents
import JSON
import Scenes
import Testing

/// Tests the document that uses the whole vocabulary.
@Suite struct SketchTests {
  private func sketch() throws -> Document {
    var reader = DocumentReader()
    reader.checksFiles = false
    return try reader.read(path: fixtures + "/sketch.json")
  }

  @Test func readsTheFrameOfThings() throws {
    let document = try sketch()
    #expect(document.name == "magic push")
    #expect(document.canvas.size == Size(320, 568))
    #expect(document.canvas.scale == 2)
    #expect(document.canvas.framesPerSecond == 60)
    #expect(document.assets.map(\.name.value) == ["poster", "list", "detail"])
    #expect(document.screens?.from.layers.map { $0.id?.value } == ["list", "poster"])
    #expect(document.overlays[0].below?.value == Selector(target: .pair("hero")))
    #expect(
      document.outputs.map(\.path.value) == ["out/magic.mp4", "out/magic.gif", "out/magic.png"])
    #expect(document.outputs[2].sheet?.count == 6)
  }

  @Test func readsTheTransition() throws {
    let transition = try #require(try sketch().transitions.first)
    #expect(transition.operation == .push)
    // The text "${total}" gets the type of the variable.
    #expect(transition.duration?.value == .seconds(1.5))
    #expect(transition.seam?.value == .time(.fraction(0.74)))
    guard case .parallel(let steps) = transition.timeline?.kind else {
      Issue.record("not parallel")
      return
    }
    #expect(steps.count == 3)
    guard case .sequence(let phases) = steps[1].kind, case .animator(let move) = phases[1].kind
    else {
      Issue.record("no move")
      return
    }
    #expect(phases.map { $0.id?.value } == ["lift", "move", "drop", "reveal"])
    #expect(phases[1].duration?.value == .fraction(0.45))
    #expect(move.name.value == "move-and-scale")
    #expect(move.roles[0].role.value == "subject")
    #expect(move.roles[0].layers[0].value == Selector(target: .pair("hero")))
    #expect(move.parameters[0].value.json == #"{"frameOf": "poster-end", "inset": "-4%"}"#)
    #expect(
      move.parameters[0].value.origin.pointer
        == "/transition/timeline/parallel/1/sequence/1/params/to")
  }

  @Test func readsTheStagger() throws {
    guard case .parallel(let steps)? = try sketch().transitions[0].timeline?.kind,
      case .stagger(let stagger) = steps[2].kind, case .keyframes(let frames) = stagger.step.kind
    else {
      Issue.record("no stagger of keyframes")
      return
    }
    #expect(stagger.amount == .each(.seconds(0.03)))
    #expect(stagger.from == .center)
    #expect(stagger.targets[0].value == Selector(screen: .to, target: .className("caption")))
    #expect(frames.keyframes.map(\.offset) == [0, 1])
    #expect(
      frames.keyframes[0].values["translate"] as? VectorSpec
        == VectorSpec(.points(0), .points(12)))
    guard case .spring(.ratio(0.7, nil, 0))? = stagger.step.easing?.value else {
      Issue.record("no spring")
      return
    }
    guard case .relative(.with, let id, .seconds(0.05))? = steps[2].at?.value else {
      Issue.record("no relation")
      return
    }
    #expect(id.value == "reveal")
  }

  @Test func readsGestureAndPresentation() throws {
    let document = try sketch()
    let interaction = try #require(document.interaction)
    #expect(interaction.gesture == .edgePan)
    #expect(interaction.startWithin == 20)
    #expect(interaction.expect?.value == .finish)
    #expect(interaction.settle?.carriesVelocity == true)
    guard case .samples(let samples)? = interaction.track?.source else {
      Issue.record("no samples")
      return
    }
    #expect(samples[1] == TrackSample(time: 0.08, event: .point(x: 60, y: 301)))
    let wrapper = try #require(document.presentation?.wrapper)
    #expect(
      wrapper["cornerRadius"] as? CornersSpec
        == CornersSpec(Array(repeating: .points(16), count: 4)))
    #expect(
      wrapper["shadowOffset"] as? OffsetSpec == OffsetSpec(PointSpec(.points(0), .points(-6))))
    #expect(document.presentation?.dimming?.opacity == 0.5)
    #expect(
      document.checks[0].values["frame"] as? RectSpec
        == RectSpec(Rect(8.48, 150.4, 95.04, 124.2)))
    #expect(document.checks[2].at.value == .end)
  }
}
