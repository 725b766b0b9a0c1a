internal import Scenes

/// A part that a measurement leaves out, or that its document does not explain in the recording.
package struct Unexplained: Sendable {
  /// The name of the layer; nil for the screens.
  package var layer: String?
  /// The range of time in seconds since the recording's start.
  package var times: ClosedRange<Double>
  /// The numbers of the file's frames in this range.
  package var frames: ClosedRange<Int>
  /// The distance of the document from the recording in this range, in levels of 255; nil for a part that was left out.
  package var distance: Double?
  /// The description of the difference, without its times.
  package var words: String

  package init(
    layer: String?, times: ClosedRange<Double>, frames: ClosedRange<Int>, distance: Double?,
    words: String
  ) {
    self.layer = layer
    self.times = times
    self.frames = frames
    self.distance = distance
    self.words = words
  }

  var text: String {
    func seconds(_ time: Double) -> String { PhaseTable.number(time, 1000) }
    return "\(layer ?? "the screens"): from \(seconds(times.lowerBound)) to "
      + "\(seconds(times.upperBound)) s (frames \(frames.lowerBound) to \(frames.upperBound)) \(words)"
  }
}

extension Measurement {
  /// All parts that are left out or doubted, ordered by time.
  package var unexplained: [Unexplained] {
    (others + unfitted + cuts + unlike + missing + doubts + weak).sorted {
      ($0.times.lowerBound, $0.times.upperBound) < ($1.times.lowerBound, $1.times.upperBound)
    }
  }

  /// Whether the document explains the recording, as far as a render of it shows.
  package var isExplained: Bool {
    doubts.isEmpty && !isWeak && !fits.contains { $0.fit.isUnexplained }
  }

  /// Whether the document differs slightly in many frames: by more than a codec causes, and by a large part of the changes.
  private var isWeak: Bool {
    agreement.map {
      $0.explained < Self.leastOfAll.explained && $0.distance > Self.leastOfAll.distance
    } ?? false
  }
  private static let leastOfAll = (explained: 0.8, distance: 1.35)

  private var weak: [Unexplained] {
    guard isWeak, doubts.isEmpty, let agreement else { return [] }
    return [
      Unexplained(
        layer: nil, times: times, frames: frames(times), distance: agreement.distance,
        words:
          "the document explains only \(PhaseTable.number(agreement.explained * 100, 1)) % of the changes"
      )
    ]
  }

  /// Whether there is no doubt about the phases of a layer, or of the screens.
  package func isSure(_ fit: TrackFit, of layer: String?) -> Bool {
    guard !fit.isUnexplained, !isWeak else { return false }
    let isPoor = agreement.map { $0.explained < Self.leastExplained } ?? false
    let samples = layers.first { $0.track.name == layer }?.track.samples ?? []
    let seen = samples.filter(\.hasPose)
    return !doubts.contains { doubt in
      if doubt.layer == layer {
        return isPoor
          || fit.phases.contains {
            $0.start <= doubt.times.upperBound && $0.end >= doubt.times.lowerBound
          }
      }
      // A difference just before a layer is first found, or just after it is last found, may be the layer itself.
      guard doubt.layer == nil, let first = seen.first, let last = seen.last else { return false }
      let beside = 3 * interval
      return !samples[0].hasPose && (first.time - beside...first.time).overlaps(doubt.times)
        || !samples[samples.count - 1].hasPose
          && (last.time...last.time + beside).overlaps(doubt.times)
    }
  }
  /// The minimum fraction of the changes that a document must explain for a doubt to concern only its own time.
  private static let leastExplained = 0.75

  /// Returns the layer to which a track belongs.
  package func layer(of track: String) -> String? {
    layers.map(\.track.name).first { track == $0 || track.hasPrefix($0 + " ") }
  }

  private func unexplained(
    _ track: String, _ times: ClosedRange<Double>, _ words: String
  ) -> Unexplained {
    Unexplained(
      layer: layer(of: track), times: times, frames: frames(times), distance: nil, words: words)
  }

  private func frames(_ times: ClosedRange<Double>) -> ClosedRange<Int> {
    let first = frameTimes.lastIndex { $0 <= times.lowerBound + 1e-9 } ?? 0
    let last = frameTimes.lastIndex { $0 <= times.upperBound + 1e-9 } ?? first
    return first...max(first, last)
  }

  /// The other moving parts of the recording, as unexplained parts.
  private var others: [Unexplained] {
    span.others.map {
      Unexplained(
        layer: nil, times: $0, frames: frames($0), distance: nil,
        words: "this layer also moves at another time, which is left out; "
          + "choose a part with --from and --to")
    }
  }

  private var unfitted: [Unexplained] {
    let tracks = fits.compactMap { name, fit -> Unexplained? in
      guard fit.isUnexplained, let start = fit.phases.first?.start, let end = fit.phases.last?.end
      else { return nil }
      return unexplained(
        name, start...max(start, end),
        "no curve fits the \(name) exactly, so the document has the nearest curve")
    }
    guard case .unknown(let words) = screens.kind else { return tracks }
    return tracks + [
      Unexplained(
        layer: nil, times: times, frames: frames(times), distance: nil,
        words: words + "; the document changes to the second screen abruptly, in the middle")
    ]
  }

  /// The motions that start before the measured part or end after it; their curves are known only inside the part.
  private var cuts: [Unexplained] {
    guard let begin = strip.first?.time, let end = strip.last?.time else { return [] }
    let (first, last) = (begin - interval, end + interval)
    return fits.flatMap { name, fit -> [Unexplained] in
      let ends = fit.phases.filter { $0.curve.settlingSeconds == nil && $0.end > last }
      let begins = fit.phases.filter { $0.start < first }
      func told(_ what: String, _ time: Double) -> Unexplained {
        unexplained(
          name, time...time,
          "the \(name) is still moving where the part \(what), "
            + "so the time at which the part \(what) is an estimate"
        )
      }
      return (begins.isEmpty ? [] : [told("begins", begin)])
        + (ends.isEmpty ? [] : [told("ends", end)])
    }
  }

  /// The layers that explain no part of the picture.
  private var missing: [Unexplained] {
    absent.map {
      Unexplained(
        layer: $0, times: times, frames: frames(times), distance: nil,
        words: "the layer is left out, because the layer explains no part of the picture")
    }
  }

  /// The layers whose picture differs from the area that was tracked.
  private var unlike: [Unexplained] {
    layers.compactMap { layer in
      let all = layer.track.samples.filter(\.hasPose).map(\.confidence).sorted()
      guard !all.isEmpty, all[all.count * 3 / 4] < Self.leastLikeness else { return nil }
      return unexplained(
        layer.track.name, times,
        "the tracked area may be another object: its similarity to the picture is at most "
          + "\(PhaseTable.number(all[all.count - 1], 100)) of 1")
    }
  }
  private static let leastLikeness = 0.85
}

// MARK: What may be none

extension Measurement {
  /// A measured part whose existence a render may disprove.
  package enum Part: Hashable, Sendable {
    case screens
    case corners(Int)
    case shadow(Int)
    case angle(Int)
    /// All properties of a layer; in a part of a recording, the layer may be absent.
    case layer(Int)
    case place(Int)
    /// All phases of a layer's opacity, or the phases at one end.
    case opacity(Int, Portion)
    /// The few pixels of a layer that are inside the frame before the layer enters, or after it has left.
    case rim(Int, isFirst: Bool)
    /// The curve of a layer that rests partly in the frame, before or after the motion, although it was not found there.
    case rest(Int)

    /// Whether the part is corrected instead of removed.
    package var isCorrection: Bool {
      switch self {
      case .rim, .rest: true
      default: false
      }
    }
  }
  package enum Portion: Hashable, Sendable { case all, first, last }

  /// The measured parts, ordered by how much they explain, largest first.
  package var parts: [Part] {
    var all: [Part] = screens.kind == .none || stillScreens == nil ? [] : [.screens]
    for (number, layer) in layers.enumerated() {
      if !layer.place.phases.isEmpty || !layer.opacity.phases.isEmpty { all.append(.layer(number)) }
      if !layer.place.phases.isEmpty { all.append(.place(number)) }
      if layer.restsInFrame(width, height) { all.append(.rest(number)) }
      let count = layer.opacity.phases.count
      if count > 0 { all.append(.opacity(number, .all)) }
      if count > 1 { all += [.opacity(number, .first), .opacity(number, .last)] }
      all += [true, false].filter { rim(layer, isFirst: $0) != nil }
        .map { .rim(number, isFirst: $0) }
      if !layer.angle.phases.isEmpty { all.append(.angle(number)) }
    }
    all += shadows.indices.filter { !shadows[$0].fit.phases.isEmpty }.map { .shadow($0) }
    return all + corners.indices.filter { !corners[$0].fit.phases.isEmpty }.map { .corners($0) }
  }

  /// Returns the measurement without one part.
  package func without(_ part: Part) -> Measurement {
    var result = self
    switch part {
    case .screens:
      result.screens = ScreenAnalysis(kind: .none)
      if let stillScreens { (result.from, result.to) = stillScreens }
    case .corners(let number): result.corners.remove(at: number)
    case .shadow(let number): result.shadows[number].fit.phases = []
    case .angle(let number): result.layers[number].angle.phases = []
    case .layer(let number):
      let layer = result.layers[number]
      if let place = movers.firstIndex(of: number) { result.shadows.remove(at: place) }
      result.corners.removeAll { $0.name == "\(layer.track.name) corners" }
      result.layers.remove(at: number)
      result.absent.append(layer.track.name)
    case .place(let number):
      let layer = result.layers[number]
      if let place = movers.firstIndex(of: number) { result.shadows.remove(at: place) }
      let last = layer.place.phases.map(\.end).max() ?? 0
      let isSeenFirst =
        layer.opacity.origin[0] > layer.opacity.values(at: last)[0] || layer.track.vanishes
      if !isSeenFirst { result.layers[number].place.origin = layer.place.values(at: last) }
      result.layers[number].place.phases = []
    case .rest(let number):
      let size = Size(Double(width), Double(height))
      result.layers[number].place = TrackAnalyzer.placed(
        layers[number].track, interval: interval, within: size, isHidden: true)
    case .opacity(let number, let portion):
      var fit = result.layers[number].opacity
      let before = fit.origin[0]
      switch portion {
      case .all:
        let after = fit.phases.reduce(before) { $0 + $1.travel[0] }
        fit.origin = [max(before, after)]
        fit.phases = []
      case .first:
        fit.origin[0] += fit.phases[0].travel[0]
        fit.phases.removeFirst()
      case .last: fit.phases.removeLast()
      }
      result.layers[number].opacity = fit
    case .rim(let number, let isFirst):
      guard let rim = rim(layers[number], isFirst: isFirst) else { break }
      var place = layers[number].place
      if isFirst { place.origin[rim.channel] += rim.by }
      let phase = isFirst ? 0 : place.phases.count - 1
      place.phases[phase].travel[rim.channel] += isFirst ? -rim.by : rim.by
      result.layers[number].place = place
    }
    return result
  }

  /// The layers that move, each of which has a curve for its shadow.
  var movers: [Int] { layers.indices.filter { !layers[$0].place.phases.isEmpty } }

  /// Returns the distance by which a layer that rests almost outside the frame must move to be completely outside.
  private func rim(_ layer: LayerAnalysis, isFirst: Bool) -> (channel: Int, by: Double)? {
    let place = layer.place
    guard let first = place.phases.first, let last = place.phases.last,
      isFirst ? layer.track.appears : layer.track.vanishes
    else { return nil }
    let at = place.values(at: isFirst ? first.start : last.end)
    // The length of the layer that is inside each edge of the frame.
    let inside = [
      (0, at[0] + at[2] / 2, -1.0), (0, Double(width) - at[0] + at[2] / 2, 1.0),
      (1, at[1] + at[3] / 2, -1.0), (1, Double(height) - at[1] + at[3] / 2, 1.0),
    ]
    guard let least = inside.min(by: { $0.1 < $1.1 }), least.1 > 0.05,
      least.1 < Self.mostRim * at[2 + least.0]
    else { return nil }
    return (least.0, least.2 * (least.1 + 0.01))
  }
  private static let mostRim = 0.1
}

extension LayerAnalysis {
  /// Returns whether the layer enters or leaves at an edge, and at rest a part of it is inside the frame although it
  /// was not found.
  func restsInFrame(_ width: Int, _ height: Int) -> Bool {
    guard let first = place.phases.first?.start, let last = place.phases.map(\.end).max() else {
      return false
    }
    let bounds = Rect(0, 0, Double(width), Double(height))
    func isPart(_ time: Double, _ isUnseen: Bool) -> Bool {
      isUnseen && (0.002...0.5).contains(pose(at: time).visibleShare(in: bounds))
    }
    return isPart(first, track.appears) || isPart(last, track.vanishes)
  }

  /// Returns the layer's pose in a frame, which is the measured pose or else the pose of its curves; nil if the layer
  /// is not visible.
  package func covering(_ index: Int) -> Pose? {
    let sample = track.samples[index]
    if sample.hasPose { return sample.opacity > 0.03 ? sample.pose : nil }
    guard !place.isUnexplained, opacity.values(at: sample.time)[0] > 0.03 else {
      return sample.opacity > 0.03 ? sample.pose : nil
    }
    return pose(at: sample.time)
  }
}
