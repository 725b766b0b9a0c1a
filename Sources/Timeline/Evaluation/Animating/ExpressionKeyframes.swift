import PluginModel
package import Scenes

/// A property of a keyframe whose value is computed separately for each time.
package struct ExpressionProperty: Sendable {
  package var property: LayerProperty
  package var formula: CallExpression
  package init(property: LayerProperty, formula: CallExpression) {
    self.property = property
    self.formula = formula
  }
}

/// Keyframes whose values may be formulas: the formulas are evaluated first, and their results become the
/// values of the keyframes.
package final class ExpressionKeyframes: LayoutAnimator {
  package struct Frame: Sendable {
    package var frame: KeyframeAnimator.Keyframe
    package var varying: [ExpressionProperty]
    package init(frame: KeyframeAnimator.Keyframe, varying: [ExpressionProperty]) {
      self.frame = frame
      self.varying = varying
    }
  }
  private let frames: [Frame]
  private let interpolation: KeyframeAnimator.Interpolation
  private let clock: ExpressionClock

  package init(
    _ frames: [Frame], _ interpolation: KeyframeAnimator.Interpolation, clock: ExpressionClock
  ) {
    self.frames = frames
    self.interpolation = interpolation
    self.clock = clock
  }

  package func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws {
    let now = clock.moment(moment)
    var found: [KeyframeAnimator.Keyframe] = []
    for var frame in frames {
      for varying in frame.varying {
        let value = try varying.formula.value(at: now)
        for i in frame.frame.values.indices {
          varying.property.put(value, in: &frame.frame.values[i])
        }
      }
      found.append(frame.frame)
    }
    try KeyframeAnimator(frames: found, interpolation: interpolation)
      .layout(moment, inputs: inputs, outputs: &outputs)
  }
}
