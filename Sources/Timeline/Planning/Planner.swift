import JSON
package import PluginModel
package import Documents
import Evaluation
import Scenes

/// Resolves every name of a document: layers, pairs, times, parameters and inputs.
package struct Planner {
  private let registry: any AnimatorFinding
  private let images: any ImageLoading
  private let samples: any TrackLoading

  package init(
    registry: any AnimatorFinding, images: any ImageLoading,
    samples: any TrackLoading = InlineTracks()
  ) {
    self.registry = registry
    self.images = images
    self.samples = samples
  }

  /// Creates the plan; a nil frame rate or scale means that of the canvas.
  package func plan(
    _ document: Document, framesPerSecond: Double? = nil, scale: Double? = nil
  ) throws(PlanningFailure) -> PlannedDocument {
    let inputs = PlanningInputs(
      document, registry: registry, images: images, samples: samples,
      framesPerSecond: framesPerSecond, scale: scale)
    images.prepare(for: document)

    var stage = StageBuilder(inputs)
    stage.build()
    var timeline = TransitionPlanner(stage)
    timeline.plan()
    try timeline.values.report.check()
    var steps = StepPlanner(timeline)
    try steps.plan()
    try steps.values.report.check()
    let plan = try steps.finish()
    var wall = WallPlanner(steps.values, timeline, plan)
    let tracks = wall.tracks()
    let document = wall.resolvingChecks(of: document)
    try wall.values.report.check()
    let values = wall.values

    return PlannedDocument(
      document: document,
      playback: Playback(
        plan: plan, clock: timeline.clock, tracks: tracks, fingers: wall.fingers(tracks)),
      framesPerSecond: inputs.framesPerSecond, scale: inputs.scale, rows: timeline.rows,
      touches: timeline.fingers, layerOrigins: values.stage.origins, cues: timeline.cues,
      seam: timeline.transitions.first?.seam,
      animators: steps.animators.sorted(),
      functions: values.functions.sorted(), layersByName: values.stage.layersByName,
      pairsByName: values.stage.pairs.mapValues(\.layer),
      warnings: values.report.problems.warnings + images.warnings,
      notes: values.report.problems.notes,
      lifecycles: timeline.lifecycles(in: values.stage), moments: wall.moments)
  }
}
