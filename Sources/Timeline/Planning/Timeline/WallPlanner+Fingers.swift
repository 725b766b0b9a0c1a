import Documents
import Evaluation
import Scenes

/// Plans the fingers of gestures and the layers that follow them.
extension WallPlanner {
  func finger(of touch: PlannedTouch) -> TouchTrack? {
    guard let transition = transitions.first(where: { $0.number == touch.move }),
      let samples = samples(of: transition)
    else { return nil }
    return TouchTrack(
      layer: touch.layer, size: touch.spec.size, samples: samples, transition: transition.number)
  }

  /// The fingers of gestures, including fingers that touch again, and the visible fingers of touches.
  func fingers(_ tracks: [any WallTrack]) -> [FingerWay] {
    let gestures = transitions.flatMap { transition -> [FingerWay] in
      guard let spec = interaction(of: transition), let first = spec.track else { return [] }
      return ([first] + spec.regrab).compactMap { samples(of: transition, $0) }.map {
        FingerWay(transition: transition.number, samples: $0, end: $0[$0.count - 1].time)
      }
    }
    return gestures + tracks.compactMap { ($0 as? TouchTrack)?.way }
  }

  /// Creates the tracks of the layers that follow fingers.
  mutating func followTracks() -> [any WallTrack] {
    var tracks: [any WallTrack] = []
    for (place, transition) in transitions.enumerated() {
      guard let interaction = interaction(of: transition), let spec = interaction.follow else {
        continue
      }
      values.stage.scope = transition.move?.scope
      defer { values.stage.scope = nil }
      let bounds = values.stage.bounds(of: values.stage.container)
      let end = clock.events.last { $0.transition == place }?.time ?? 0
      guard let layer = values.layers(named: spec.layer, asSeen: true).first else { continue }
      // Even without a track in the document, a finger in the studio may move the layer.
      let samples = samples(of: transition) ?? []
      let isSideways = [.left, .right].contains(interaction.edge ?? .left)
      let whole = isSideways ? bounds.width : bounds.height
      tracks.append(
        FollowTrack(
          layer: layer, transition: transition.number, samples: samples,
          end: FrameTime(seconds: end),
          share: Point(spec.x, spec.y), scale: (spec.scale[0], spec.scale[1]),
          extent: interaction.distance?.points(of: whole) ?? whole))
    }
    return tracks
  }

  private func interaction(of transition: PlannedTransition) -> InteractionSpec? {
    if let move = transition.move { return move.spec.transition.interaction }
    let document = values.inputs.document
    guard document.transitions.indices.contains(transition.number) else { return nil }
    return document.transitions[transition.number].interaction
      ?? (transition.number == 0 ? document.interaction : nil)
  }

  /// The positions of a transition's finger in wall time; nil if the transition has no finger.
  private func samples(of transition: PlannedTransition) -> [TouchTrack.Sample]? {
    interaction(of: transition)?.track.flatMap { samples(of: transition, $0) }
  }

  private func samples(
    of transition: PlannedTransition, _ track: TrackSpec
  ) -> [TouchTrack.Sample]? {
    guard let start = clock.wallTime(of: transition.times.start),
      let samples = try? values.inputs.samples.samples(track, in: values.inputs.document)
    else { return nil }
    let places = TouchTrack.samples(samples.map(Sample.init), from: start)
    return places.isEmpty ? nil : places
  }
}
