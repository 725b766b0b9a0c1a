package import PluginModel
package import Documents
package import Evaluation
package import Scenes

/// A leaf step of the timeline with its animator, layers, parameters and duration.
package struct StepBinding {
  package enum Runner {
    /// A plugin's animator with its parameters in the order of the animator's description.
    case plugin(any BindableAnimator, parameters: [CallExpression])
    case keyframes(KeyframesStep)
  }
  package var runner: Runner
  /// The indices of the bound layers, in the order of the roles.
  package var layers: [Int]
  /// The number of layers that play each role of the animator.
  package var roleCounts: [Int] = []
  package var duration: FrameTime
  package var timing: Easing
  var isReversed = false

  package init(
    _ runner: Runner, layers: [Int], roleCounts: [Int] = [], duration: FrameTime, timing: Easing
  ) {
    self.runner = runner
    self.layers = layers
    self.roleCounts = roleCounts
    self.duration = duration
    self.timing = timing
  }
}
