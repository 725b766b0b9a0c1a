import Evaluation
import Scenes
import Testing

/// Tests transforms between keyframes against Chromium's Web Animations for the same lists (`getComputedStyle` of a box
/// of 100 points, to nine digits).
@Suite struct TransformMixTests {
  private func mix(
    _ lists: [[TransformFunction]], at progress: Double,
    _ interpolation: KeyframeAnimator.Interpolation = .linear
  ) throws -> LayerProperties {
    let input = LayerProperties(frame: Rect(0, 0, 100, 100))
    let frames = lists.enumerated().map { index, list in
      var values = input
      values.transformList = TransformList(list)
      values.sublayerTransformList = TransformList(list)
      return KeyframeAnimator.Keyframe(
        offset: Double(index) / Double(lists.count - 1), timing: .linear,
        properties: [.transform, .sublayerTransform], values: [values])
    }
    var outputs = [input]
    try KeyframeAnimator(frames: frames, interpolation: interpolation)
      .layout(StepMoment(progress: progress, time: .zero), inputs: [input], outputs: &outputs)
    #expect(outputs[0].sublayerTransform == outputs[0].transform)
    return outputs[0]
  }

  private static func matrix(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ x: Double = 0, _ y: Double = 0
  ) -> TransformFunction {
    .matrix(Transform([a, b, 0, 0, c, d, 0, 0, 0, 0, 1, 0, x, y, 0, 1]))
  }

  private static let spatial: [TransformFunction] = [
    .matrix(
      Transform([1, 0.1, 0.2, -0.001, 0.3, 1.1, 0, 0.002, 0, 0.2, 0.9, -0.0015, 10, 20, 30, 1])),
    .matrix(
      Transform([0.5, 0.4, -0.3, 0, -0.2, 0.7, 0.6, 0.001, 0.1, -0.5, 1.2, 0.003, -5, 8, 2, 1])),
  ]

  /// The two lists, the progress, and the matrix in the browser.
  private static let seen: [([TransformFunction], [TransformFunction], Double, [Double])] = [
    (
      [matrix(1, 0.3, 0.2, -1)], [matrix(0.5, -0.4, -0.7, -1.5, 3, 4)], 0.25,
      [0.941927, 0.0470482, 0, 0, 0.0463401, -1.16276, 0, 0, 0, 0, 1, 0, 0.75, 1, 0, 1]
    ),
    (
      [matrix(-0.8, 0.3, 0.6, 1)], [matrix(1, 0, 0.5, 1, 3, 4)], 0.25,
      [-0.376738, 0.103891, 0, 0, 0.57638, 0.992749, 0, 0, 0, 0, 1, 0, 0.75, 1, 0, 1]
    ),
    (
      [.rotate(.zero)], [.scale(Vector(2, 2, 1)), .rotate(Vector(0, 0, 90))], 0.25,
      [1.15485, 0.478354, 0, 0, -0.478354, 1.15485, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    ),
    (
      [.rotate(.zero)], [.scale(Vector(2, 2, 1)), .rotate(Vector(0, 0, 90))], 0.5,
      [1.06066, 1.06066, 0, 0, -1.06066, 1.06066, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    ),
    (
      [], [.scale(Vector(2, 2, 1)), .rotate(Vector(0, 0, 90))], 0.5,
      [1.06066, 1.06066, 0, 0, -1.06066, 1.06066, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    ),
    (
      [.rotate(.zero)], [.rotate(Vector(0, 0, 360))], 0.25,
      [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    ),
    (
      [.rotate(.zero)], [.rotate(Vector(0, 0, 360))], 0.5,
      [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    ),
    (
      [matrix(1, 0, 0, 1)], [matrix(-1, 0, 0, -1, 40, 20)], 0.25,
      [0.707107, 0.707107, 0, 0, -0.707107, 0.707107, 0, 0, 0, 0, 1, 0, 10, 5, 0, 1]
    ),
    (
      [matrix(1, 0, 0, 1)], [matrix(-1, 0, 0, -1, 40, 20)], 0.5,
      [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 20, 10, 0, 1]
    ),
    (
      [matrix(1, 0.2, 0.4, 1)], [matrix(0.3, -1.2, 0.8, 0.1, 10, -30)], 0.25,
      [1.05607, -0.195893, 0, 0, 0.607638, 0.778935, 0, 0, 0, 0, 1, 0, 2.5, -7.5, 0, 1]
    ),
    (
      [matrix(1, 0.2, 0.4, 1)], [matrix(0.3, -1.2, 0.8, 0.1, 10, -30)], 0.5,
      [0.953483, -0.603394, 0, 0, 0.73336, 0.543291, 0, 0, 0, 0, 1, 0, 5, -15, 0, 1]
    ),
    (
      [matrix(-1, 0, 0, 1)], [matrix(1, 0, 0, 1)], 0.25,
      [-0.5, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    ),
    (
      [matrix(-1, 0, 0, 1)], [matrix(1, 0, 0, 1)], 0.5,
      [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    ),
    (
      [.translate(Vector(10, 20, 5)), .rotate(Vector(60, 0, 0))],
      [.rotate(Vector(0, 80, 0)), .scale(Vector(1, 2, 0.5))], 0.25,
      [
        0.935044, 0.142686, -0.324552, 0, 0.178358, 0.85821, 0.891159, 0, 0.283983, -0.623811,
        0.54391, 0, 7.5, 15, 3.75, 1,
      ]
    ),
    (
      [.translate(Vector(10, 20, 5)), .rotate(Vector(60, 0, 0))],
      [.rotate(Vector(0, 80, 0)), .scale(Vector(1, 2, 0.5))], 0.5,
      [
        0.75161, 0.193213, -0.630675, 0, 0.28982, 1.27456, 0.735868, 0, 0.473007, -0.367934,
        0.450987, 0, 5, 10, 2.5, 1,
      ]
    ),
    (
      [.perspective(m34: -1 / 500), .rotate(Vector(50, 0, 0))],
      [.perspective(m34: -1 / 200), .rotate(Vector(-40, 0, 0))], 0.25,
      [
        1, 0, 0, 0, 0, 0.887011, 0.461749, -0.0012698, 0, -0.461749, 0.887011, -0.0024392, 0, 0, 0,
        1,
      ]
    ),
    (
      [.perspective(m34: -1 / 500), .rotate(Vector(50, 0, 0))],
      [.perspective(m34: -1 / 200), .rotate(Vector(-40, 0, 0))], 0.5,
      [
        1, 0, 0, 0, 0, 0.996195, 0.0871557, -0.000305, 0, -0.0871557, 0.996195, -0.0034866, 0, 0, 0,
        1,
      ]
    ),
    (
      [.perspective(m34: -1 / 500)], [.rotate(Vector(0, 70, 0))], 0.5,
      [
        0.819152, 0, -0.573576, 0.0005735, 0, 1, 0, 0, 0.573576, 0, 0.819152, -0.0008191, 0, 0, 0,
        1,
      ]
    ),
    (
      [spatial[0]], [spatial[1]], 0.25,
      [
        0.92875, 0.176096, -0.0016849, 6.89e-05, 0.0943005, 1.06767, 0.103049, 0.0014671,
        -0.0270965, 0.0905439, 0.93772, -0.000805, 6.25, 17, 23, 1.02484,
      ]
    ),
    (
      [spatial[0]], [spatial[1]], 0.5,
      [
        0.811189, 0.259891, -0.155605, 0.0005223, -0.0670965, 0.988887, 0.253364, 0.0009403,
        -0.0364087, -0.0569753, 1.01181, 3.51e-05, 2.5, 14, 16, 1.03312,
      ]
    ),
    (
      [.rotate(Vector(0, 0, 170))], [.scale(.one), .rotate(Vector(0, 0, -170))], 0.5,
      [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    ),
    (
      [.translate(Vector(50, 10, 0)), .scale(Vector(2, 2, 1))],
      [.translate(Vector(10, 20, 0)), .rotate(Vector(0, 0, 90))], 0.25,
      [1.61679, 0.669696, 0, 0, -0.669696, 1.61679, 0, 0, 0, 0, 1, 0, 40, 12.5, 0, 1]
    ),
    (
      [.translate(Vector(50, 10, 0)), .scale(Vector(2, 2, 1))],
      [.translate(Vector(10, 20, 0)), .rotate(Vector(0, 0, 90))], 0.5,
      [1.06066, 1.06066, 0, 0, -1.06066, 1.06066, 0, 0, 0, 0, 1, 0, 30, 15, 0, 1]
    ),
    (
      [matrix(-1, 0, 0, 1)], [.rotate(Vector(0, 70, 0)), .translate(Vector(4, 0, 0))], 0.25,
      [-0.476858, 0, 0.150353, 0, 0, 1, 0, 0, 0.300706, 0, 0.953717, 0, 0.34202, 0, -0.939693, 1]
    ),
    (
      [matrix(-1, 0, 0, 1)], [.rotate(Vector(0, 70, 0)), .translate(Vector(4, 0, 0))], 0.5,
      [0, 0, 0, 0, 0, 1, 0, 0, 0.573576, 0, 0.819152, 0, 0.68404, 0, -1.87939, 1]
    ),
    (
      [.matrix(.scale(-1, 1, -1))], [.rotate(Vector(90, 0, 0)), .scale(Vector(3, 3, 1))], 0.25,
      [
        -1.06066, 0.75, -0.75, 0, 0.75, 1.28033, 0.21967, 0, 0.5, -0.146447, -0.853553, 0, 0, 0, 0,
        1,
      ]
    ),
    (
      [.matrix(.scale(-1, 1, -1))], [.rotate(Vector(90, 0, 0)), .scale(Vector(3, 3, 1))], 0.5,
      [0, 1.41421, -1.41421, 0, 1.41421, 1, 1, 0, 0.707107, -0.5, -0.5, 0, 0, 0, 0, 1]
    ),
  ]

  @Test(arguments: 0..<Self.seen.count)
  func mixesAsTheBrowserDoes(_ number: Int) throws {
    let (from, to, progress, expected) = Self.seen[number]
    let found = try mix([from, to], at: progress).transform.values
    for (a, b) in zip(found, expected) {
      #expect(abs(a - b) < 1e-5 * max(1, abs(b)), "\(from) to \(to): \(found)")
    }
  }

  /// Half of a half turn that is only given as a matrix is a quarter turn, also in space.
  @Test func halfTurnsAreWhole() throws {
    for axis in 0..<3 {
      let end = Transform.rotation(degrees: 180, axis: axis)
      let middle = try mix([[], [.matrix(end)]], at: 0.5).transform
      let right = Transform.rotation(degrees: 90, axis: axis)
      #expect(zip(middle.values, right.values).allSatisfy { abs($0 - $1) < 1e-15 }, "\(axis)")
    }
  }

  /// Random matrices are equal after decomposition and composition.
  @Test func matricesArePutTogetherAgain() throws {
    var random = SeededRandom(40)
    for trial in 0..<2_000 {
      var numbers = (0..<16).map { _ in Double.random(in: -2...2, using: &random) }
      if trial.isMultiple(of: 2) {
        for i in [2, 3, 6, 7, 8, 9, 11, 14] { numbers[i] = 0 }
        (numbers[10], numbers[15]) = (1, 1)
      }
      let matrix = Transform(numbers)
      let made = try #require(TransformDecomposition(matrix)).matrix
      for (a, b) in zip(made.values, numbers.map { $0 / numbers[15] }) {
        #expect(abs(a - b) <= 1e-8 * max(1, abs(b) / abs(matrix.determinant)), "\(numbers)")
      }
    }
  }

  /// A matrix that flattens space to a plane cannot be decomposed: it changes half way, as in the browser.
  @Test func flatMatricesJump() throws {
    let lists: [[TransformFunction]] = [[Self.matrix(0, 0, 0, 0)], [Self.matrix(2, 0, 0, 2)]]
    #expect(try mix(lists, at: 0.49).transform.m11 == 0)
    #expect(try mix(lists, at: 0.5).transform.m11 == 2)
  }

  /// A spline through four keyframes has exactly their values at their times, and the spline of the numbers in between.
  @Test func splinesGoThroughTheFrames() throws {
    let degrees = [0.0, 90, 270, 360]
    func turn(_ number: Int) -> TransformFunction { .rotate(Vector(0, 0, degrees[number])) }
    let lists = (0..<4).map { [turn($0)] }
    for i in 0..<4 {
      let found = try mix(lists, at: Double(i) / 3, .cubic).transform
      #expect(zip(found.values, turn(i).matrix.values).allSatisfy { abs($0 - $1) < 1e-12 })
    }
    // The angle is (−0 + 9·90 + 9·270 − 360) / 16 degrees.
    let middle = try mix(lists, at: 0.5, .cubic)
    guard case .rotate(let turn)? = middle.transformList.functions.first else {
      Issue.record("no turn")
      return
    }
    #expect(abs(turn.z - 180) < 1e-12)
    let plain = try mix(lists.map { [.matrix($0[0].matrix)] }, at: 0.4, .cubic).transform
    #expect(abs(plain.m11 * plain.m22 - plain.m12 * plain.m21 - 1) < 1e-12)
  }

  /// A matrix that is set afterwards has no functions.
  @Test func aSetMatrixForgetsItsList() {
    var layer = LayerProperties(frame: .unit)
    layer.transformList = TransformList([.scale(.one), .rotate(Vector(0, 0, 360))])
    #expect(layer.transformList.functions.count == 2)
    layer.transform = .scale(2, 2)
    #expect(layer.transformList == TransformList(.scale(2, 2)))
  }
}
