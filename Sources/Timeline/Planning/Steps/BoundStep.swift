import PluginModel
import Evaluation
import Scenes

/// A bound step of the timeline with the properties of its layers at its start.
struct BoundStep {
  let step: Timeline.Step
  let binding: StepBinding
  let inputs: [LayerProperties]

  var start: FrameTime { step.start! }
  var end: FrameTime { step.end! }

  /// The duration of one pass of the step in the animator's time.
  var pass: FrameTime {
    guard let passes = step.passes, passes.count != 1 || passes.length != binding.duration else {
      return end - start
    }
    return binding.duration
  }

  /// The planned step that `animator` runs; its values before and after the step are not yet computed.
  func planned(
    by animator: any LayoutAnimator, _ targets: [PlannedStep.Target], _ inputs: [LayerProperties]
  ) -> PlannedStep {
    var planned = PlannedStep(
      label: step.label, start: start, end: end, timing: binding.timing,
      isReversed: binding.isReversed, animator: animator, targets: targets, inputs: inputs)
    planned.passes = step.passes!
    if planned.passes.length > .zero {
      planned.speed = binding.duration.seconds / planned.passes.length.seconds
    }
    return planned
  }
}

/// A step that shows stills of its layers at its start.
struct StillStep {
  enum Use {
    /// The pieces of a layer show the stills; pieces begin at an index among the targets.
    case pieces(first: Int)
    /// A plugin draws the stills, and the last target shows the result.
    case pixels(PluginRunner)
  }
  var step: Int
  var layers: [Int]
  var use: Use

  func give(_ stills: [Snapshot], to step: inout PlannedStep) throws {
    switch use {
    case .pieces(let first):
      for (i, still) in stills.enumerated() {
        step.inputs[first + i].contents = .snapshot(still)
      }
    case .pixels(let runner):
      let final = PixelStep(runner, stills: stills)
      step.animator = final
      // After a transition, the new screen itself is visible instead of the plugin's picture.
      guard runner.description.kind != .transition else { return }
      let last = step.targets.count - 1
      step.endOutputs[last].contents = try final.contents(step.moment(at: step.end), count: last)
    }
  }
}
