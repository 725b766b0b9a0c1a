import PluginModel
import Evaluation
import Scenes

/// A bound step of the timeline, with its layers at its start.
struct BoundStep {
  let step: Timeline.Step
  let binding: StepBinding
  let inputs: [LayerProperties]

  var start: FrameTime { step.start! }
  var end: FrameTime { step.end! }

  /// The duration of one pass in the animator's own time.
  var pass: FrameTime {
    guard let passes = step.passes, passes.count != 1 || passes.length != binding.duration else {
      return end - start
    }
    return binding.duration
  }

  /// The step as `animator` runs it, without its ends.
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

/// A step that shows stills of layers at its start.
struct StillStep {
  enum Use {
    /// The pieces that show them, from an index among the targets on.
    case pieces(first: Int)
    /// A plugin that draws them, shown by the last target.
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
      // After a transition the new screen itself is visible.
      guard runner.description.kind != .transition else { return }
      let last = step.targets.count - 1
      step.endOutputs[last].contents = try final.contents(step.moment(at: step.end), count: last)
    }
  }
}
