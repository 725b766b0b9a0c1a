import Evaluation
import Scenes
import Testing

/// Tests masks between keyframes: shapes and paths are interpolated, and masks that cannot be mixed change half way.
@Suite struct MaskTests {
  private func mask(_ a: Mask?, _ b: Mask?, at progress: Double) throws -> Mask? {
    let frame = Rect(0, 0, 100, 100)
    let frames = [a, b].enumerated().map { index, mask in
      var values = LayerProperties(frame: frame)
      values.mask = mask
      return KeyframeAnimator.Keyframe(
        offset: Double(index), timing: .linear, properties: .mask, values: [values])
    }
    let input = LayerProperties(frame: frame)
    var outputs = [input]
    let moment = StepMoment(progress: progress, time: .zero)
    try KeyframeAnimator(frames: frames, interpolation: .linear)
      .layout(moment, inputs: [input], outputs: &outputs)
    return outputs[0].mask
  }

  private func path(_ x: Double, _ rule: Path.FillRule = .evenOdd, isCut: Bool = false) -> Mask {
    var elements: [PathElement] = [
      .move(Point(x, 0)),
      .cubic(control1: Point(2 * x, 10), control2: Point(3 * x, 20), end: Point(4 * x, 30)),
      .line(Point(0, x)), .close,
    ]
    if isCut { elements.remove(at: 2) }
    return Mask(kind: .path(Path(elements: elements, fillRule: rule)))
  }

  @Test func pathsOfTheSameElementsChange() throws {
    #expect(try mask(path(8), path(16), at: 0) == path(8))
    #expect(try mask(path(8), path(16), at: 0.25) == path(10))
    #expect(try mask(path(8), path(16), at: 0.5) == path(12))
    #expect(try mask(path(8), path(16), at: 1) == path(16))
  }

  @Test func othersJumpHalfWay() throws {
    let others = [
      path(16, .nonZero), path(16, isCut: true), Mask(kind: .ellipse(Rect(0, 0, 9, 9))),
      Mask(kind: path(16).kind, isInverted: true),
    ]
    for other in others {
      #expect(try mask(path(8), other, at: 0.49) == path(8))
      #expect(try mask(path(8), other, at: 0.51) == other)
    }
    #expect(try mask(path(8), nil, at: 0.25) == path(8))
    #expect(try mask(path(8), nil, at: 0.75) == nil)
  }

  @Test func shapesChange() throws {
    let (a, b) = (Rect(0, 0, 10, 20), Rect(8, 4, 50, 40))
    #expect(
      try mask(Mask(kind: .ellipse(a)), Mask(kind: .ellipse(b)), at: 0.5)
        == Mask(kind: .ellipse(Rect(4, 2, 30, 30))))
    #expect(
      try mask(
        Mask(kind: .rectangle(a, cornerRadius: 2)), Mask(kind: .rectangle(b, cornerRadius: 4)),
        at: 0.5) == Mask(kind: .rectangle(Rect(4, 2, 30, 30), cornerRadius: 3)))
  }
}
