import PluginHosting
import PluginModel
import Foundation
import Scenes
import Testing

/// Tests the data that the host and a plugin exchange in both directions.
@Suite("Calls, in this process and in a worker") struct AnimatorCallTests {
  static let modes = [Isolation.Mode.never, .always]
  let frame = Rect(10, 20, 30, 40)

  /// The plugins, which are built once for all tests.
  private static let built = Result {
    let workshop = try Workshop()
    try workshop.build("habits.c", as: "habits", ["-O1", "-lm"])
    try workshop.build("every_type.c", as: "every")
    try workshop.build("spin.c", as: "spin")
    return workshop
  }

  /// One registry for each mode, so that the tests share workers as the frames of a run do.
  private static let registries = Result {
    let workshop = try built.get()
    return Dictionary(uniqueKeysWithValues: modes.map { ($0, workshop.registry($0)) })
  }

  private func registry(_ mode: Isolation.Mode) throws -> AnimatorRegistry {
    try #require(try Self.registries.get()[mode])
  }

  private func bind(
    _ mode: Isolation.Mode, _ id: String, _ values: [ParameterValue], roles: [Int] = [1],
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws -> BoundAnimator {
    let registry = try registry(mode)
    let animator = try #require(registry.animator(named: id), "\(registry.refusals)")
    return try BoundAnimator(
      animator, values: values,
      stepContext: StepContext(
        duration: FrameTime(seconds: 1), container: Size(320, 568), roleCounts: roles,
        isCancelled: isCancelled))
  }

  private func layout(
    _ animator: BoundAnimator, _ inputs: [LayerProperties]? = nil, at progress: Double = 0.5
  ) throws -> [LayerProperties] {
    let inputs = inputs ?? [LayerProperties(frame: frame)]
    var outputs = inputs
    try animator.layout(
      StepMoment(progress: progress, time: .zero), inputs: inputs, outputs: &outputs)
    return outputs
  }

  private func habit(_ mode: Isolation.Mode, _ name: String) throws -> BoundAnimator {
    let animator = try #require(registry(mode).animator(named: "test.habit"))
    let index = try #require(animator.description.parameters[0].choices.firstIndex(of: name))
    return try bind(mode, "test.habit", [.choice(index)])
  }

  /// Tests a C file of 35 lines that is compiled with one command, found in a folder and called.
  @Test(arguments: modes) func aPluginFromOneCommand(mode: Isolation.Mode) throws {
    let source = Workshop.fixtures.appending(path: "spin.c")
    let lines = try String(contentsOf: source, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 41)
    let spin = try bind(mode, "test.spin", [.double(2), .choice(1)])
    let turned = try layout(spin, at: 0.25)[0]
    #expect(turned.rotate == Vector(0, 0, -180) && turned.scale == Vector(1.1875, 1.1875, 1))
    #expect(turned.frame == frame)
  }

  @Test(arguments: modes) func everyTypeArrives(mode: Isolation.Mode) throws {
    let every = try bind(
      mode, "test.every-type",
      [
        .bool(true), .int32(-4), .double(30), .point(Point(1, 2)), .size(Size(3, 4)),
        .rect(Rect(5, 6, 7, 8)), .color(Color(red: 0.25, green: 0.5, blue: 0.75, alpha: 1)),
        .string("Grüße"), .choice(2), .curve { $0 * $0 },
      ], roles: [1, 3])
    let inputs = Array(repeating: LayerProperties(frame: frame), count: 4)
    let layer = try layout(every, inputs, at: 0.5)[0]
    #expect(layer.isHidden && layer.zPosition == -4 && layer.rotate.z == 30)
    #expect(layer.translate.x == 5 && layer.frame == Rect(5, 6, 7, 8))
    #expect(layer.backgroundColor == Color(red: 0.25, green: 0.5, blue: 0.75, alpha: 1))
    #expect(layer.cornerRadius == 7 && layer.anchorPoint.x == 2 && layer.opacity == 0.25)
    #expect(layer.shadowRadius == 3)
  }

  @Test(arguments: modes) func badParametersStopBeforeThePlugin(mode: Isolation.Mode) throws {
    let every = try #require(registry(mode).animator(named: "test.every-type")?.description)
    #expect(every.parameters[1].problem(with: .int32(6)) == "count is 6: from -5 to 5")
    #expect(every.parameters[2].problem(with: .double(.nan)) == "number: must be a finite number")
    #expect(
      every.parameters[2].problem(with: .double(400)) == "number is 400 degrees: from -360 to 360")
    #expect(every.parameters[2].problem(with: .bool(true)) == "number: expected number, found bool")
    #expect(
      every.parameters[8].problem(with: .choice(3)) == "choice: expected one of one, two, three")
    #expect(every.parameters[2].problem(with: .double(360)) == nil)
    #expect {
      _ = try bind(mode, "test.habit", [.choice(99)])
    } throws: {
      ($0 as? AnimatorFault)?.pointer == "/params/what"
    }
    #expect {
      _ = try bind(mode, "test.habit", [.choice(0)], roles: [2])
    } throws: {
      ($0 as? AnimatorFault)?.sentence.hasPrefix("test.habit: takes 1 to 1 layers, not 2 (/")
        == true
    }
  }

  @Test(
    arguments: modes,
    [
      ("nan", "", "layer 0: its opacity is not a finite number"),
      ("infinite", "", "layer 0: its frame is not a finite number"),
      ("fail", "/params/what", "cannot do \u{fffd}\\u{a} this"),
      ("status", "", "failed with status 42 and reported no reason"),
      ("layerMask", "", "layer 0: its mask is another layer, which only documents may give"),
      ("badPath", "", "layer 0: its mask has no path"),
    ])
  func aBadAnswerIsATypedFault(
    mode: Isolation.Mode, bad: (name: String, pointer: String, message: String)
  ) throws {
    let animator = try habit(mode, bad.name)
    #expect(
      throws: AnimatorFault(
        animator: "test.habit", pointer: bad.pointer, message: bad.message)
    ) { try layout(animator) }
  }

  @Test(arguments: modes) func onlyWhatItAnimatesIsTaken(mode: Isolation.Mode) throws {
    let layer = try layout(habit(mode, "undeclared"))[0]
    #expect(layer.cornerRadius == 0 && layer.opacity == 0.5)
  }

  @Test(arguments: modes) func anOvershootIsClamped(mode: Isolation.Mode) throws {
    let layer = try layout(habit(mode, "overshoot"))[0]
    #expect(layer.opacity == 1 && layer.frame.width == 0)
  }

  @Test(arguments: modes) func memoryIsZeroedAlignedAndBounded(mode: Isolation.Mode) throws {
    for _ in 0..<3 { _ = try layout(habit(mode, "allocate")) }
    _ = try layout(habit(mode, "hungry"))
  }

  @Test(arguments: modes) func aPathComesBack(mode: Isolation.Mode) throws {
    let mask = try #require(try layout(habit(mode, "path"))[0].mask)
    #expect(
      mask.kind
        == .path(
          Path(
            elements: [
              .move(Point(1, 2)),
              .cubic(control1: Point(3, 4), control2: Point(5, 6), end: Point(7, 8)), .close,
            ], fillRule: .evenOdd)))
  }

  @Test(arguments: modes) func theFloatingPointStateIsPutBack(mode: Isolation.Mode) throws {
    let flush = try habit(mode, "flush")
    _ = try layout(flush)
    // The numbers come from text, so that the test computes with them at run time and not the compiler.
    let tiny = try #require(Double("0x1p-1022"))
    let (tenth, fifth) = (try #require(Double("0.1")), try #require(Double("0.2")))
    #expect(tiny / 4 * 4 == tiny)
    #expect(tenth + fifth == 0x1.3333333333334p-2)
  }

  @Test(arguments: modes) func stopsWhenItIsNotWanted(mode: Isolation.Mode) throws {
    let index = 9
    _ = try layout(try bind(mode, "test.habit", [.choice(index)]))
    #expect(throws: AnimatorFault.self) {
      _ = try layout(try bind(mode, "test.habit", [.choice(index)], isCancelled: { true }))
    }
  }

  @Test(arguments: modes) func piecesComeFromTheirLayer(mode: Isolation.Mode) throws {
    let shatter = try bind(mode, "test.shatter", [.int32(4)], roles: [2, 1])
    #expect(try shatter.duration() == 1 && shatter.pieceCount() == 4)
    var inputs = [Rect(0, 0, 5, 5), Rect(0, 0, 6, 6)].map { LayerProperties(frame: $0) }
    inputs.append(LayerProperties(frame: Rect(0, 0, 100, 50)))
    let pieces = try shatter.pieces(inputs: inputs)
    #expect(pieces.map(\.source) == [2, 2, 2, 2])
    #expect(pieces[1].properties.frame == Rect(25, 0, 25, 50))
    #expect(pieces[3].properties.contentsRect == Rect(0.75, 0, 0.25, 1))

    var outputs = inputs + pieces.map(\.properties)
    try shatter.layout(
      StepMoment(progress: 0.5, time: .zero), inputs: inputs, outputs: &outputs)
    #expect(outputs[2].isHidden && !outputs[0].isHidden)
    #expect(outputs[3...].map(\.translate.y) == [50, 100, 150, 200])
    // A planned step returns its pieces unchanged, which has no effect.
    var again = outputs
    try shatter.layout(
      StepMoment(progress: 0.5, time: .zero), inputs: outputs, outputs: &again)
    #expect(again == outputs)

    #expect(throws: AnimatorFault.self) {
      try bind(mode, "test.shatter", [.int32(20_000)], roles: [0, 1]).pieceCount()
    }
  }

  @Test(arguments: modes) func oneThreadAtATimeWhenNotReentrant(mode: Isolation.Mode) async throws {
    let alone = try bind(mode, "test.alone", [])
    let input = LayerProperties(frame: frame)
    try await withThrowingTaskGroup(of: Double.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var lowest = 1.0
          for _ in 0..<50 {
            var outputs = [input]
            try alone.layout(
              StepMoment(progress: 0, time: .zero), inputs: [input], outputs: &outputs)
            lowest = min(lowest, outputs[0].opacity)
          }
          return lowest
        }
      }
      for try await opacity in group { #expect(opacity == 1) }
    }
  }

  /// An unchanged layer is returned with every bit.
  @Test(arguments: modes) func unchangedPropertiesKeepTheirBits(mode: Isolation.Mode) throws {
    var input = LayerProperties(frame: Rect(0.1, 0.2, 0.3, 0.4))
    input.backgroundColor = Color(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
    input.shadowColor = Color(red: 0.7, green: 0.1, blue: 0.9, alpha: 0.3)
    input.transform = .rotation(degrees: 33, axis: 1)
    input.sublayerTransform = .perspective(m34: -0.01)
    input.mask = Mask(kind: .layer(3, luminance: true))
    input.anchorPoint = Point(0.3, 0.7)
    (input.zPosition, input.translate, input.scale) = (5, Vector(6, 7, 8), Vector(9, 10, 11))
    (input.rotate, input.opacity) = (Vector(12, 13, 14), 0.1)
    input.cornerRadii = CornerRadii(0.2, 0.4, 0.3, 0.1)
    input.border = Border(
      width: 0.7, color: Color(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4), place: .center)
    (input.blur, input.blendMode) = (0.1, .softLight)
    input.backdrop = [LayerEffect(.backdrop, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7])]
    (input.isHidden, input.masksToBounds, input.isDoubleSided) = (true, true, false)
    (input.shadowOpacity, input.shadowRadius) = (0.3, 0.4)
    (input.shadowOffset, input.contentsRect) = (Point(15, 16), Rect(0.1, 0.2, 0.3, 0.4))
    for property in LayerPropertySet.ofPlugins.properties {
      #expect(!property.isSame(input, LayerProperties(frame: .zero)))
    }
    let outputs = try layout(try bind(mode, "test.still", []), [input], at: 1)
    #expect(outputs[0] == input)
  }
}
