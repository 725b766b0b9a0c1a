package import Scenes

/// Keyframes that take over properties from other steps: the velocity of the properties becomes the initial
/// velocity of the spring that eases them.
package final class RetargetedKeyframes: LayoutAnimator {
  /// The motion of a target under an earlier step at the time when the keyframes start.
  package struct Momentum: Sendable {
    package var properties: LayerPropertySet
    /// The properties of the target `interval` before the start.
    package var before: LayerProperties
    package init(properties: LayerPropertySet, before: LayerProperties) {
      self.properties = properties
      self.before = before
    }
  }
  package static let interval = FrameTime(seconds: 1e-4)

  private let keyframes: any LayoutAnimator
  private let spring: Spring
  /// The motions that the target layers had before the start of the step.
  private let momenta: [Momentum]

  package init(_ keyframes: any LayoutAnimator, spring: Spring, _ momenta: [Momentum]) {
    self.keyframes = keyframes
    self.spring = spring
    self.momenta = momenta
  }

  package func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws {
    try keyframes.layout(moment, inputs: inputs, outputs: &outputs)
    let factor = spring.carried(atSeconds: moment.time.seconds) / Self.interval.seconds
    if factor == 0 { return }
    for (i, momentum) in momenta.enumerated() {
      outputs[i].carry(momentum.properties, from: momentum.before, to: inputs[i], factor)
    }
  }
}
