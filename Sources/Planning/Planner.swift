package import Animators
package import Documents
import Evaluation
package import Scenes

/// Resolves every name of a document: layers, pairs, times, parameters, inputs.
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

  /// Makes the plan; nil for frame rate and scale means the canvas's own.
  package func plan(
    _ document: Document, framesPerSecond: Double? = nil, scale: Double? = nil
  ) throws(PlanningFailure) -> PlannedDocument {
    let session = PlanningSession(
      document, registry: registry, images: images, samples: samples,
      framesPerSecond: framesPerSecond ?? document.canvas.framesPerSecond,
      scale: scale ?? document.canvas.scale)
    return try session.plan()
  }
}

/// Why a document cannot be planned.
package enum PlanningFailure: Error {
  case document(DocumentFailure)
  /// A plugin that was loaded misbehaved in a step; at which time of the plan and in which frame, where
  /// that is known.
  case animator(AnimatorFault, time: FrameTime?, frame: Int?, origin: Origin)
  /// A plugin that the document needs crashed while it was loaded, or is not trusted.
  case refused(PluginRefusal, name: String, origin: Origin)
}

extension PlanningSession {
  func plan() throws(PlanningFailure) -> PlannedDocument {
    let ahead = registry.loadAhead(document.animatorNames())
    defer { ahead?.finish() }
    images.prepare(for: document)
    buildStage()
    var legs: [Leg] = []
    var clock = PlanClock(spans: [])
    var labels: [String: TimelineNode] = [:]
    if document.screens == nil {
      if let leg = leg(animation: document, &labels) {
        legs.append(leg)
        clock.append(leg, run: nil)
      }
    } else {
      for (number, transition) in document.transitions.enumerated() {
        let origin = legs.last?.tail ?? .zero
        guard let leg = leg(transition, number: number, from: origin, &labels) else { continue }
        legs.append(leg)
        // What a cancelled transition would have led to does not happen.
        guard append(leg, transition, number: number, to: &clock) else { break }
      }
    }
    checkEnds(legs)
    checkDuration(clock)
    if let pluginFailure { throw pluginFailure }
    if let failure = problems.failure { throw .document(failure) }

    var steps = StepPlanner(self)
    for leg in legs { steps.addSwitches(leg, isFirst: leg.number == 0) }
    try steps.addStanding(until: legs.last?.tail ?? .zero)
    try steps.add(legs)
    if let pluginFailure { throw pluginFailure }
    if let failure = problems.failure { throw .document(failure) }
    let plan = try steps.finish(duration: legs.last?.tail ?? .zero)

    return PlannedDocument(
      document: document, plan: plan, clock: clock, framesPerSecond: framesPerSecond, scale: scale,
      rows: legs.flatMap(\.rows), seam: legs.first?.seam,
      animators: steps.animators.sorted(), functions: functions.sorted(),
      layersByName: draft.layersByName,
      pairsByName: draft.pairs.mapValues(\.layer))
  }

  /// Fingers and transitions that follow each other may last longer than every step of theirs.
  private func checkDuration(_ clock: PlanClock) {
    guard !clock.duration.isWithinLimit else { return }
    problems.add(
      "the whole lasts \(clock.duration.text) s; at most \(FrameTime.limit.text)",
      at: document.transitions.last?.origin ?? document.timeline?.origin ?? .start)
  }

  /// A step past the end of its transition is an error.
  private func checkEnds(_ legs: [Leg]) {
    for leg in legs {
      for node in leg.nodes where !node.isGroup {
        guard let end = node.end, let start = node.start else { continue }
        if end > leg.end {
          problems.add(
            "the step ends at \((end - leg.start).text) s, after the end at "
              + "\((leg.end - leg.start).text) s", at: node.spec.origin)
        } else if start < leg.start {
          problems.add("the step starts before time 0", at: node.spec.origin)
        }
      }
    }
  }
}

extension FrameTime {
  /// Seconds with at most four digits after the point, for messages.
  var text: String { JSONWriter.number(seconds.rounded(toPlaces: 4)) }
}
