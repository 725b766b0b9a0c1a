internal import PluginModel
internal import Evaluation
internal import Planning
internal import Scenes

extension PlannedDocument {
  /// Attributes the excess of a limit to the third-party plugin that added the piece with this id; nil if the
  /// layer belongs to the document.
  func fault(ofPiece id: String, because reason: String) -> AnimatorFault? {
    let plan = playback.plan
    guard let mark = id.lastIndex(of: "#"),
      let piece = plan.stage.nodes.firstIndex(where: { $0.id == id })
    else { return nil }
    let source = id[..<mark]
    for step in plan.steps {
      guard let runner = step.animator as? PluginRunner, !runner.description.isBundled,
        step.targets.contains(where: { $0.layer == piece }),
        step.targets.contains(where: { plan.stage.nodes[$0.layer].id == source })
      else { continue }
      return AnimatorFault(
        animator: runner.description.id,
        message: "the pieces of the step take too much work: \(reason)",
        step: step.label, plugin: runner.description.plugin)
    }
    return nil
  }
}
