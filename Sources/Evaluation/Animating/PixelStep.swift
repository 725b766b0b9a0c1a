import Animators
package import Scenes

/// A change at one moment: only its values before and after are ever used.
package final class InstantStep: LayoutAnimator {
  package static let shared = InstantStep()
  package func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) {}
}

/// A pixels step: hides the layers it reads and shows what it makes of their stills.
package final class PixelStep: LayoutAnimator {
  private let runner: PluginRunner
  private let stills: [Snapshot]

  package init(_ runner: PluginRunner, stills: [Snapshot]) {
    self.runner = runner
    self.stills = stills
  }

  package func contents(_ moment: StepMoment) throws -> Contents {
    .produced(
      ProducedContents(producer: try runner.bound(at: moment), inputs: stills, moment: moment))
  }

  package func layout(
    _ moment: StepMoment, inputs: [LayerProperties], outputs: inout [LayerProperties]
  ) throws {
    let last = outputs.count - 1
    guard try !runner.bound(at: moment).isLeftOut(moment) else {
      outputs[last].isHidden = true
      return
    }
    for i in 0..<last { outputs[i].isHidden = true }
    outputs[last].isHidden = false
    outputs[last].contents = try contents(moment)
  }
}
