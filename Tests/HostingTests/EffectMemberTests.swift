import PluginHosting
import PluginModel
import Scenes
import Testing

/// Tests the other additions of header 1.1: blur, blend mode and backdrop.
@Suite struct EffectMemberTests {
  private static let modes: [Isolation.Mode] = [.never, .always]

  /// Returns the layer of a plugin whose layout consists of one statement on `out`.
  private func lay(
    _ statement: String, _ input: LayerProperties, _ mode: Isolation.Mode
  ) throws -> LayerProperties {
    let workshop = try Workshop()
    try workshop.build(
      text: """
        #include <math.h>
        #include "animator.h"
        static int32_t layout(const void *parameters, const animator_context *context,
                              const animator_layer *const *in, uint32_t in_count,
                              animator_layer *const *outs, uint32_t out_count) {
          animator_layer *out = outs[0];
          (void)parameters, (void)context, (void)in, (void)in_count, (void)out_count;
          \(statement);
          return ANIMATOR_OK;
        }
        static const animator_role roles[] = {{"subject", "A layer.", NULL, 1, 1}};
        static const animator_descriptor d = {
          .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_EFFECT, .id = "test.glass",
          .title = "Glass", .version = "1.0.0", .doc = "Glass.",
          .animates = ANIMATOR_PROPERTY_BLUR | ANIMATOR_PROPERTY_BLEND_MODE |
            ANIMATOR_PROPERTY_BACKDROP,
          .duration_seconds = 1, ANIMATOR_ROLES(roles), .layout = layout };
        ANIMATOR_PLUGIN(&d);
        """, as: "glass")
    let registry = workshop.registry(mode)
    let animator = try BoundAnimator(
      try #require(registry.animator(named: "test.glass"), "\(registry.refusals)"), values: [],
      stepContext: StepContext(
        duration: FrameTime(seconds: 1), container: Size(320, 568), roleCounts: [1]))
    var outputs = [input]
    try animator.layout(
      StepMoment(progress: 0.5, time: .zero), inputs: [input], outputs: &outputs)
    return outputs[0]
  }

  private var pane: LayerProperties {
    var pane = LayerProperties(frame: Rect(10, 20, 30, 40))
    (pane.blur, pane.blendMode) = (2, .hue)
    pane.backdrop = [LayerEffect(.backdrop, [20, 1.8, 1, 0.1, 0.2, 0.3, 0.4])]
    return pane
  }

  /// A value outside its range is clamped; unchanged components keep their digits.
  @Test(arguments: modes) func whatIsSetIsBroughtIntoItsRange(mode: Isolation.Mode) throws {
    let made = try lay(
      """
      out->blur = -out->blur; out->blend_mode += 4;
      out->backdrop.saturation = -1; out->backdrop.tint.alpha = 3
      """, pane, mode)
    #expect(made.blur == 0 && made.blendMode == .plusLighter)
    #expect(made.backdrop == [LayerEffect(.backdrop, [20, 0, 1, 0.1, 0.2, 0.3, 1])])
  }

  /// Only its kind determines whether a backdrop exists.
  @Test func aBackdropComesAndGoes() throws {
    let gone = try lay(
      "out->backdrop.kind = ANIMATOR_BACKDROP_NONE; out->backdrop.blur = NAN", pane, .never)
    #expect(gone.backdrop.isEmpty && gone.blur == pane.blur && gone.blendMode == pane.blendMode)
    let bare = LayerProperties(frame: Rect(0, 0, 9, 9))
    let made = try lay("out->backdrop.kind = ANIMATOR_BACKDROP_FILTERED", bare, .never)
    #expect(made.backdrop == [LayerEffect(.backdrop, [0, 0, 0, 0, 0, 0, 0])])
    let left = try lay("out->backdrop.blur = 9", bare, .never)
    #expect(left == bare)
  }

  @Test(arguments: [
    ("out->blur = NAN", "its blur is not a finite number"),
    ("out->blend_mode = 17", "its blendMode is unknown (17)"),
    ("out->backdrop.kind = 2", "its backdrop has an unknown kind (2)"),
    ("out->backdrop.brightness = INFINITY", "its backdrop is not a finite number"),
  ])
  func aFaultIsNamed(statement: String, said: String) throws {
    do {
      _ = try lay(statement, pane, .never)
      Issue.record("no fault")
    } catch {
      #expect("\(error)".contains(said), "\(error)")
    }
  }
}
