import PluginHosting
import PluginModel
import Foundation
import Scenes
import Testing

/// Tests the first additions of header 1.1: the border, and different radii for each corner.
@Suite struct BorderTests {
  private static let stepContext = StepContext(
    duration: FrameTime(seconds: 1), container: Size(320, 568), roleCounts: [1])

  private func lay(
    _ inputs: [LayerProperties], _ mode: Isolation.Mode, header: String = Workshop.headerFolder
  ) throws -> [LayerProperties] {
    let workshop = try Workshop()
    try workshop.build("rim.c", as: "rim", header: header)
    let registry = workshop.registry(mode)
    let animator = try BoundAnimator(
      try #require(registry.animator(named: "test.rim"), "\(registry.refusals)"), values: [],
      stepContext: Self.stepContext)
    let pieces = try animator.pieces(inputs: inputs)
    #expect(pieces.count == 2)
    var outputs = inputs + pieces.map(\.properties)
    try animator.layout(
      StepMoment(progress: 0.5, time: .zero), inputs: inputs, outputs: &outputs)
    return outputs
  }

  private var card: LayerProperties {
    var card = LayerProperties(frame: Rect(10, 20, 30, 40))
    card.cornerRadii = CornerRadii(1, 2, 3, 4)
    card.border = Border(
      width: 3, color: Color(red: 0.1, green: 0.2, blue: 0.3), place: .center)
    return card
  }

  @Test(arguments: [Isolation.Mode.never, .always]) func aPluginSetsIt(mode: Isolation.Mode) throws
  {
    let made = try lay([card], mode)
    let orange = Color(red: 1, green: 0.5, blue: 0)
    #expect(made[0].border == Border(width: 4, color: orange, place: .outside))
    #expect(made[2].border == Border(width: 6, color: orange, place: .inside))
    #expect(made[0].cornerRadii == card.cornerRadii && made[0].opacity == 0.75)
  }

  /// A plugin for 1.0 copies the members that it knows of a layer, and does not change the border.
  @Test(arguments: [Isolation.Mode.never, .always])
  func aPluginOfBeforeKeepsIt(mode: Isolation.Mode) throws {
    let made = try lay([card], mode, header: Workshop.firstHeaderFolder)
    #expect(made[0].border == card.border && made[0].cornerRadii == card.cornerRadii)
    #expect(made[0].opacity == 0.75 && made[1].border == nil && made[2].border == nil)
  }

  /// A radius that a plugin sets applies to all four corners; if the plugin does not change it, each corner keeps its own.
  @Test(arguments: [Isolation.Mode.never, .always]) func oneRadiusIsAllFour(mode: Isolation.Mode)
    throws
  {
    let workshop = try Workshop()
    try workshop.build(
      text: """
        #include "animator.h"
        static int32_t layout(const void *parameters, const animator_context *context,
                              const animator_layer *const *in, uint32_t in_count,
                              animator_layer *const *out, uint32_t out_count) {
          (void)parameters, (void)in_count, (void)out_count;
          if (in[0]->corner_radius != 4) return ANIMATOR_FAILED;
          if (context->progress > 0) out[0]->corner_radius = 4 + 4 * context->progress;
          return ANIMATOR_OK;
        }
        static const animator_role roles[] = {{"subject", "A layer.", NULL, 1, 1}};
        static const animator_descriptor d = {
          .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_EFFECT, .id = "test.round",
          .title = "Round", .version = "1.0.0", .doc = "Corners.",
          .animates = ANIMATOR_PROPERTY_CORNER_RADIUS, .duration_seconds = 1, ANIMATOR_ROLES(roles),
          .layout = layout };
        ANIMATOR_PLUGIN(&d);
        """, as: "round")
    let registry = workshop.registry(mode)
    let animator = try BoundAnimator(
      try #require(registry.animator(named: "test.round"), "\(registry.refusals)"), values: [],
      stepContext: Self.stepContext)
    var outputs = [card]
    try animator.layout(
      StepMoment(progress: 0, time: .zero), inputs: [card], outputs: &outputs)
    #expect(outputs[0].cornerRadii == CornerRadii(1, 2, 3, 4))
    try animator.layout(
      StepMoment(progress: 0.5, time: .zero), inputs: [card], outputs: &outputs)
    #expect(outputs[0].cornerRadii == CornerRadii(6))
  }

  /// The note in the file contains the minor version that the plugin requires.
  @Test func theRequiredMinorStandsInTheNote() throws {
    let workshop = try Workshop()
    try workshop.build("rim.c", as: "rim", ["-DREQUIRED"])
    #expect(workshop.registry.animator(named: "test.rim") != nil)
    try workshop.build(
      "rim.c", as: "rim", ["-DANIMATOR_REQUIRED_MINOR=9"])
    #expect(
      workshop.registry.refusals.contains {
        "\($0)".contains("needs animator interface 1.9 or later; this host has 1.3")
      }, "\(workshop.registry.refusals)")
  }
}
