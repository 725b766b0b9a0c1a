import Scenes

/// A layer that is animated by at least one step.
struct AnimatedLayer: Sendable {
  /// A group of properties that the same steps animate one after another.
  struct Track: Sendable {
    var properties: LayerPropertySet
    /// The segments of a property track in ascending order of their start times.
    var segments: [Segment]
  }
  /// The part of a track in which one step animates the properties.
  struct Segment: Sendable, Equatable {
    var step: Int
    /// The index of the layer in the list of the step's targets.
    var target: Int
    var start: FrameTime
    var end: FrameTime
  }
  /// The amounts that one step adds to properties of the layer.
  struct Addition: Sendable {
    var properties: LayerPropertySet
    var segment: Segment
  }
  let layer: Int
  private let tracks: [Track]
  /// The additive changes in ascending order of their start times.
  private let additions: [Addition]

  /// The layers that `steps` animate, in ascending order.
  static func index(_ steps: [PlannedStep]) -> [AnimatedLayer] {
    let order = steps.indices.sorted {
      (steps[$0].start, steps[$0].end, $0) < (steps[$1].start, steps[$1].end, $1)
    }
    var segments: [Int: [UInt64: [Segment]]] = [:]
    var additions: [Int: [Addition]] = [:]
    for step in order {
      let (start, end) = (steps[step].start, steps[step].end)
      for (index, target) in steps[step].targets.enumerated() {
        let segment = Segment(step: step, target: index, start: start, end: end)
        if steps[step].isAdditive {
          additions[target.layer, default: []].append(
            Addition(properties: target.animates, segment: segment))
          continue
        }
        target.animates.forEachBit {
          segments[target.layer, default: [:]][1 << UInt64($0), default: []].append(segment)
        }
      }
    }
    return Set(segments.keys).union(additions.keys).sorted().map { layer in
      var tracks: [Track] = []
      for (bit, list) in (segments[layer] ?? [:]).sorted(by: { $0.key < $1.key }) {
        // Properties that the same steps animate share one track.
        if let same = tracks.firstIndex(where: { $0.segments == list }) {
          tracks[same].properties.formUnion(LayerPropertySet(rawValue: bit))
        } else {
          tracks.append(Track(properties: LayerPropertySet(rawValue: bit), segments: list))
        }
      }
      return AnimatedLayer(layer: layer, tracks: tracks, additions: additions[layer] ?? [])
    }
  }

  /// Adds the states of the layer at the times at which none of its steps is active, and returns the time
  /// spans in which a step is active.
  func findStates(
    over base: LayerProperties, _ steps: [PlannedStep], _ events: inout [RestStates.Event],
    lives: (_ start: FrameTime, _ end: FrameTime) -> Void
  ) {
    let segments = tracks.flatMap(\.segments) + additions.map(\.segment)
    let ends = Set(segments.flatMap { [$0.start, $0.end] }).sorted()
    var born: FrameTime?
    // The earliest possible time is added for the state before the first step.
    for time in [FrameTime(ticks: .min)] + ends {
      if tracks.contains(where: { $0.lives(at: time) })
        || additions.contains(where: { $0.segment.start <= time && time < $0.segment.end })
      {
        born = born ?? time
        continue
      }
      if let start = born { lives(start, time) }
      born = nil
      let properties = properties(at: time, over: base, steps) { _ in [] }
      let change =
        properties == base ? nil : Scene.Change(layer: layer, properties: properties)
      events.append(
        RestStates.Event(
          time: time, update: LayerChanges.Update(layer: layer, change: change)))
    }
  }

  /// The properties of the layer; `outputs` returns the values of an active step.
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
    for addition in additions where addition.segment.start <= time {
      let segment = addition.segment
      let amounts =
        time < segment.end ? try outputs(segment.step) : steps[segment.step].endOutputs
      properties.add(addition.properties, from: amounts[segment.target])
    }
    return properties
  }
}

extension AnimatedLayer.Track {
  /// The index in `segments` of the last segment that has started at `time`; −1 if none has started.
  fileprivate func lastBegun(at time: FrameTime) -> Int {
    segments.lastIndex(below: { $0.start <= time })
  }

  fileprivate func lives(at time: FrameTime) -> Bool {
    let begun = lastBegun(at: time)
    return begun >= 0 && time < segments[begun].end
  }
}

extension Array {
  /// The last index for which `isBelow` is true; −1 if there is none. If `isBelow` is true for an index, it
  /// must be true for all earlier indices.
  package func lastIndex(below isBelow: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBelow(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
