import JSON
package import PluginModel
package import Documents
import Evaluation
import Scenes

/// The document and all other data that the planner needs. All stages of planning read these inputs, and none
/// changes them.
package struct PlanningInputs {
  let document: Document
  private let placesOfAssets: [String: Int]
  let registry: any AnimatorFinding
  let images: any ImageLoading
  let samples: any TrackLoading
  let framesPerSecond: Double
  /// The number of output pixels per point of the canvas.
  let scale: Double

  /// Creates the inputs; a nil frame rate or scale means that of the canvas.
  package init(
    _ document: Document, registry: any AnimatorFinding, images: any ImageLoading,
    samples: any TrackLoading = InlineTracks(), framesPerSecond: Double? = nil,
    scale: Double? = nil
  ) {
    self.document = document
    placesOfAssets = Dictionary(
      document.assets.enumerated().map { ($1.name.value, $0) },
      uniquingKeysWith: { first, _ in first })
    self.registry = registry
    self.images = images
    self.samples = samples
    self.framesPerSecond = framesPerSecond ?? document.canvas.framesPerSecond
    self.scale = scale ?? document.canvas.scale
  }

  func asset(named name: String) -> AssetSpec? { placesOfAssets[name].map { document.assets[$0] } }

  var canvas: Rect { Rect(0, 0, document.canvas.size.width, document.canvas.size.height) }

  /// The clock by which the formulas of a step read the time. `step` is the label of the step in error
  /// messages.
  func clock(start: FrameTime, step: String) -> ExpressionClock {
    ExpressionClock(start: start, framesPerSecond: framesPerSecond, step: step)
  }

  /// The context of a step that is passed to the step's plugin.
  func stepContext(
    _ operation: TransitionSpec.Operation, step: String, duration: FrameTime, seed: UInt64,
    roleCounts: [Int], in stage: StageDraft
  ) -> StepContext {
    let operations: [TransitionSpec.Operation: StepContext.Operation] = [
      .none: .none, .push: .push, .pop: .pop, .present: .present, .dismiss: .dismiss,
    ]
    var result = StepContext(
      operation: operations[operation]!, duration: duration, framesPerSecond: framesPerSecond,
      scale: scale * stage.scale(of: stage.container), seed: seed,
      container: stage.bounds(of: stage.container).size, roleCounts: roleCounts)
    result.step = step
    return result
  }
}
