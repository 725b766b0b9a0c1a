import PluginModel
package import Scenes

/// A change at one time, of which only the values before and after it are used.
package final class InstantStep: LayoutAnimator {
  package static let shared = InstantStep()
  package func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) {}
}

/// A step that shows a computed picture: it hides its input layers, and shows a picture computed from their
/// stills or from their states at other times, which `DynamicInputs` supplies.
package final class PixelStep: LayoutAnimator {
  private let runner: PluginRunner
  private let stills: [Snapshot]
  /// Whether the step reads its layers at times other than its start.
  var isLive: Bool { runner.description.readsLiveInputs || runner.description.hasTimes }
  package var readsFinger: Bool { runner.readsFinger }
  /// Whether the picture of the step replaces its first layer.
  var standsForLayer: Bool { runner.description.kind != .transition }

  package init(_ runner: PluginRunner, stills: [Snapshot]) {
    self.runner = runner
    self.stills = stills
  }

  /// The contents of the picture layer; `count` is the number of the step's input layers.
  package func contents(_ moment: StepMoment, count: Int) throws -> Contents {
    let animator = try runner.bound(at: moment)
    return .produced(
      ProducedContents(
        producer: animator, inputs: stills.map { [$0] }, moment: moment,
        times: isLive ? try animator.inputTimes(moment, count: count) : nil))
  }

  package func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws {
    let last = outputs.count - 1
    let contents = try contents(moment, count: last)
    guard try !runner.bound(at: moment).isLeftOut(moment) else {
      outputs[last].isHidden = true
      return
    }
    for i in 0..<last { outputs[i].isHidden = true }
    outputs[last].isHidden = false
    outputs[last].contents = contents
  }
}
