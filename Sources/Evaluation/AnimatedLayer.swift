import Scenes

/// A layer that steps change, with what is known of it before any time is asked for.
struct AnimatedLayer: Sendable {
  /// Properties that the same steps animate, one after another.
  struct Track: Sendable {
    var properties: LayerPropertySet
    /// Ascending by start.
    var segments: [Segment]
  }
  /// One step's part of a track.
  struct Segment: Sendable, Equatable {
    var step: Int
    /// The layer's place in the step's targets.
    var target: Int
    var start: FrameTime
    var end: FrameTime
  }
  /// A time in which no step of the layer begins or ends.
  struct Interval: Sendable {
    enum State: Sendable {
      /// As on the stage.
      case untouched
      case settled(Scene.Change)
      /// Some step lives, so its animator decides.
      case alive
    }
    /// Up to the next one's start; the first has always begun.
    var start: FrameTime
    var state: State
  }

  let layer: Int
  private let tracks: [Track]
  /// Ascending by start.
  private var intervals: [Interval] = []

  /// The layers that `steps` change, ascending.
  static func index(_ steps: [PlannedStep], _ stage: Stage) -> [AnimatedLayer] {
    let order = steps.indices.sorted {
      (steps[$0].start, steps[$0].end, $0) < (steps[$1].start, steps[$1].end, $1)
    }
    var segments: [Int: [UInt64: [Segment]]] = [:]
    for step in order {
      let (start, end) = (steps[step].start, steps[step].end)
      for (index, target) in steps[step].targets.enumerated() {
        let segment = Segment(step: step, target: index, start: start, end: end)
        var bits = target.animates.rawValue
        while bits != 0 {
          let bit = bits & (~bits + 1)
          bits ^= bit
          segments[target.layer, default: [:]][bit, default: []].append(segment)
        }
      }
    }
    return segments.keys.sorted().map { layer in
      var tracks: [Track] = []
      for (bit, list) in segments[layer]!.sorted(by: { $0.key < $1.key }) {
        // Properties that the same steps animate share a track.
        if let same = tracks.firstIndex(where: { $0.segments == list }) {
          tracks[same].properties.formUnion(LayerPropertySet(rawValue: bit))
        } else {
          tracks.append(Track(properties: LayerPropertySet(rawValue: bit), segments: list))
        }
      }
      return AnimatedLayer(
        layer: layer, tracks: tracks, base: stage.nodes[layer].properties, steps)
    }
  }

  private init(layer: Int, tracks: [Track], base: LayerProperties, _ steps: [PlannedStep]) {
    self.layer = layer
    self.tracks = tracks
    let times = tracks.flatMap { $0.segments.flatMap { [$0.start, $0.end] } }.sorted()
    intervals.reserveCapacity(times.count + 1)
    // Before all of them stands a time before the first.
    for time in [FrameTime(ticks: .min)] + times where intervals.last?.start != time {
      intervals.append(Interval(start: time, state: state(from: time, base, steps)))
    }
  }

  /// How the layer stands from `time`, which is a start or an end or before them all.
  private func state(
    from time: FrameTime, _ base: LayerProperties, _ steps: [PlannedStep]
  ) -> Interval.State {
    let lives = tracks.contains { track in
      let begun = track.lastBegun(at: time)
      return begun >= 0 && time < track.segments[begun].end
    }
    if lives { return .alive }
    let properties = properties(at: time, over: base, steps) { _ in [] }
    return properties == base
      ? .untouched : .settled(Scene.Change(layer: layer, properties: properties))
  }

  /// The interval that `time` lies in.
  func interval(at time: FrameTime) -> Interval {
    intervals[intervals.lastIndex(below: { $0.start <= time })]
  }

  /// The layer's properties; `outputs` gives those of a step that lives.
  func properties(
    at time: FrameTime, over base: LayerProperties, _ steps: [PlannedStep],
    outputs: (Int) throws -> [LayerProperties]
  ) rethrows -> LayerProperties {
    var properties = base
    for track in tracks {
      let begun = track.lastBegun(at: time)
      let segment = track.segments[max(begun, 0)]
      if begun >= 0 && time < segment.end {
        properties.take(track.properties, from: try outputs(segment.step)[segment.target])
        continue
      }
      let step = steps[segment.step]
      let settled = begun < 0 ? step.startOutputs : step.endOutputs
      properties.take(track.properties, from: settled[segment.target])
    }
    return properties
  }
}

extension AnimatedLayer.Track {
  /// The place in `segments` of the last step that has begun at `time`; −1 when none has.
  fileprivate func lastBegun(at time: FrameTime) -> Int {
    segments.lastIndex(below: { $0.start <= time })
  }
}

extension Array {
  /// The last place for which `isBelow` holds, which holds for all before it; −1 for none.
  fileprivate func lastIndex(below isBelow: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBelow(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
