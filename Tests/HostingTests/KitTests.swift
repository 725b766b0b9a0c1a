import PluginHosting
import PluginModel
import Foundation
import Scenes
import Testing

/// Tests AnimatorKit as an author uses it: one Swift file that is compiled with the module of this build.
@Suite struct KitTests {
  private static let built = Result {
    let workshop = try Workshop()
    let bin = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = URL(filePath: bin).deletingLastPathComponent()
    let kit = folder.appending(path: "AnimatorKit.build")
    let objects = try FileManager.default.contentsOfDirectory(atPath: kit.path())
      .filter { $0.hasSuffix(".o") && !$0.contains("swiftmodule") }
    let result = try Workshop.run(
      [
        "swiftc", "-swift-version", "6", "-parse-as-library", "-emit-library", "-module-name",
        "Kit",
        "-I", folder.appending(path: "Modules").path(), "-Xcc",
        "-fmodule-map-file=" + folder.appending(path: "CAnimator.build/module.modulemap").path(),
        Workshop.fixtures.appending(path: "Kit.swift").path(),
        "-o", workshop.folder.appending(path: "kit.so").path(),
      ] + objects.map { kit.appending(path: $0).path() })
    guard result.status == 0 else { throw Workshop.Failure(result.output) }
    return workshop
  }

  let registry: AnimatorRegistry

  init() throws { registry = try Self.built.get().registry }

  private let values: [ParameterValue] = [
    .bool(true), .int32(3), .point(Point(50, 60)), .choice(1), .string("a name"),
    .curve { $0 * $0 }, .color(.black),
  ]

  private func stepContext(_ roles: [Int]) -> StepContext {
    StepContext(duration: FrameTime(seconds: 1), container: Size(320, 568), roleCounts: roles)
  }

  @Test func declares() throws {
    let kit = try #require(
      registry.animator(named: "test.kit-old")?.description, "\(registry.refusals)")
    #expect(kit.id == "test.kit" && kit.version == "2.0.0" && kit.kind == .effect)
    #expect(kit.flags == [.discontinuous, .reversible] && kit.easingJSON == "\"linear\"")
    #expect(
      kit.animates == [
        .opacity, .mask, .translate, .scale, .rotate, .transform, .blur, .blendMode, .backdrop,
      ])
    #expect(
      kit.parameters.map(\.type) == [.bool, .int32, .point, .choice, .string, .curve, .color])
    #expect(kit.parameters[1].maximum == 9 && kit.parameters[2].unit == .points)
    #expect(kit.parameters[3].choices == ["left", "right", "up"])
    #expect(kit.roles.map(\.minimum) == [0, 1] && kit.roles[1].createJSON == "{}")
    #expect(kit.hasLayout && kit.hasPieces && kit.hasDuration && !kit.hasPixels)
  }

  /// Tests moments, live inputs and tables in the notation of an author in Swift.
  @Test func readsMomentsAndATable() throws {
    let animator = try #require(registry.animator(named: "test.echo"), "\(registry.refusals)")
    #expect(animator.description.readsLiveInputs && animator.description.hasTimes)
    #expect(animator.description.hasTable && animator.description.readsFinger)
    let echo = try BoundAnimator(animator, values: [], stepContext: stepContext([1]))
    let moment = StepMoment(progress: 0.5, time: .zero)
    #expect(
      try echo.inputTimes(moment, count: 1) == [[.zero, FrameTime(seconds: -0.5)]])
    let pictures = [UInt8(40), 90].map { level in
      let bitmap = Bitmap(width: 5, height: 2)
      for y in 0..<2 { for i in 0..<20 { bitmap.set(i, y, i % 4 == 3 ? 255 : level) } }
      return bitmap
    }
    let made = try echo.draw(moment, scale: 1, inputs: [pictures], width: 5, height: 2)
    #expect((12..<16).map { made.byte($0, 1) } == [40, 90, 3, 255])
    var felt = moment
    felt.finger = Finger(place: Point(7, 0), velocity: .zero, isDown: true)
    let other = try echo.draw(felt, scale: 1, inputs: [pictures], width: 5, height: 2)
    #expect((12..<16).map { other.byte($0, 1) } == [7, 90, 3, 255])
  }

  @Test func laysOut() throws {
    let kit = try BoundAnimator(
      try #require(registry.animator(named: "test.kit")), values: values,
      stepContext: stepContext([2, 1]))
    #expect(try kit.duration() == 5)
    var inputs = [1.0, 2, 30].map { LayerProperties(frame: Rect(0, 0, $0, $0)) }
    (inputs[2].blur, inputs[2].blendMode) = (1, .screen)
    inputs[2].backdrop = [LayerEffect(.backdrop, [4, 1, 1, 0, 0, 0, 0])]
    let pieces = try kit.pieces(inputs: inputs)
    #expect(pieces.map(\.source) == [2, 2, 2])
    #expect(pieces.map(\.properties.zPosition) == [0, 1, 2])
    #expect(pieces[0].properties.backgroundColor == .black)

    var outputs = inputs + pieces.map(\.properties)
    try kit.layout(StepMoment(progress: 0.5, time: .zero), inputs: inputs, outputs: &outputs)
    #expect(outputs[2].opacity == 0.25 && outputs[2].rotate.z == 90)
    #expect(outputs[2].blur == 3 && outputs[2].blendMode == .plusLighter)
    #expect(outputs[2].backdrop == [LayerEffect(.backdrop, [5, 2, 1, 0, 0, 0, 0])])
    #expect(outputs[2].mask == Mask(kind: .ellipse(Rect(35, 45, 30, 30))))
    #expect(outputs[0].translate.x == 1 && outputs[1].translate.x == 2)
  }

  @Test func failsWithThePlace() throws {
    var values = values
    values[4] = .string("fail")
    let kit = try BoundAnimator(
      try #require(registry.animator(named: "test.kit")), values: values,
      stepContext: stepContext([0, 1]))
    let input = LayerProperties(frame: .unit)
    #expect(
      throws: AnimatorFault(
        animator: "test.kit", pointer: "/params/name", message: "not this name")
    ) {
      var outputs = [input]
      try kit.layout(StepMoment(progress: 0, time: .zero), inputs: [input], outputs: &outputs)
    }
  }

  @Test func writesPixels() throws {
    let swap = try BoundAnimator(
      try #require(registry.animator(named: "test.swap")), values: [], stepContext: stepContext([1])
    )
    let input = Bitmap(width: 5, height: 4)
    for y in 0..<4 { for x in 0..<20 { input.set(x, y, UInt8(y * 20 + x)) } }
    let output = try swap.draw(
      StepMoment(progress: 0, time: .zero), scale: 1, inputs: [input], width: 5, height: 4)
    for y in 0..<4 {
      for x in 0..<5 {
        let expected = [2, 1, 0, 3].map { UInt8(y * 20 + x * 4 + $0) }
        #expect((x * 4..<x * 4 + 4).map { output.byte($0, y) } == expected)
      }
    }
  }
}
