internal import CMeasuring
internal import Scenes

/// Follows one layer through the frames of a recording.
struct LayerTracker {
  let aligner: LayerAligner
  let recording: Recording
  let frames: ClosedRange<Int>
  /// The other layers with the same picture: the tracks that are finished, and whether more will follow.
  private let twins: [LayerTrack]
  private let hasTwins: Bool
  private let check: () throws(MeasuringError) -> Void
  fileprivate var found: [Int: Alignment] = [:]
  /// The background below the layer, which is known if the layer is missing in one of the screens.
  var plate: Bitmap?

  init(
    _ art: LayerArt, _ recording: Recording, _ frames: ClosedRange<Int>,
    twins: [LayerTrack] = [], hasTwins: Bool = false,
    check: @escaping () throws(MeasuringError) -> Void
  ) {
    aligner = LayerAligner(art)
    self.recording = recording
    self.frames = frames
    self.twins = twins
    self.hasTwins = hasTwins
    self.check = check
  }

  private static let seen = 0.6
  /// The maximum number of parts of the screens that resemble the layer and are excluded.
  private static let mostLikes = 10
  /// The maximum loss of similarity of a part that resembles the layer, compared with the layer: a layer that stays in
  /// place while a copy of it moves is equally similar.
  private static let worse = 0.03
  private static let sure = 0.95
  /// The opacity below which a layer's pose is not measured, for an unknown and for a known background.
  private static let faint = (alone: 0.3, overPlate: 0.12)

  mutating func track() throws(MeasuringError) -> LayerTrack {
    let (first, last) = (frames.lowerBound, frames.upperBound)
    var (before, after) = try ends()
    // A layer that a search does not find because it is rotated may still be found by tracking.
    if let start = before, after == nil {
      found = try follow(start, from: first, to: last, nil)
      after = arrived(at: last, start)
    } else if let start = after, before == nil {
      found = try follow(start, from: last, to: first, nil)
      before = arrived(at: first, start)
    }
    // If the layer is missing in one of the screens, that screen is its background.
    plate =
      before == nil && after != nil
      ? try recording.frame(first) : after == nil && before != nil ? try recording.frame(last) : nil
    if found[first] == nil || found[last] == nil {
      found = [:]
      if let before { found = try follow(before, from: first, to: last, plate) }
      // At the end, a layer with the same picture may be at the position where this layer is searched for.
      if let after, before == nil || !hasTwins, !isSure(through: frames) {
        merge(try follow(after, from: last, to: first, plate))
      }
    }
    if before == nil, after == nil { try followFromMiddle() }
    dropStrays()
    try followBeyondEdges()
    guard found.count >= 3 else {
      throw .refused(
        "\(recording.path): the layer \"\(aligner.art.name)\" was not found in the recording")
    }
    return try finished(appears: before == nil, vanishes: after == nil, plate)
  }

  /// Returns the position to which the tracked motion leads in a frame, if the match is as good as at the start.
  private func arrived(at index: Int, _ start: Alignment) -> Alignment? {
    guard let end = found[index], end.fit.correlation > Self.sure,
      end.fit.gain > 0.85 * start.fit.gain
    else { return nil }
    return end
  }

  /// The minimum correlation and contrast for a part of the layer that an edge has cut off.
  private static let leastPart = (correlation: 0.8, gain: 0.7)
  private static let leastElsewhere = 0.88
  /// The correlation above which no other place is tried: a list looks similar one row further.
  private static let certain = 0.99
  /// The maximum number of frames in which a part is followed, and the fraction of the part that must be
  /// visible for its size to be known.
  private static let mostParts = 48
  private static let leastWhole = 0.95

  /// Tracks the layer again from a frame in which it is completely visible to a frame in which little of it is left at
  /// the frame's edge. Only the position is tracked, with the size of the first of these frames, because a part
  /// determines neither the size nor the angle.
  private mutating func followBeyondEdges() throws(MeasuringError) {
    guard let full = found.values.map(\.fit.gain).max() else { return }
    for isForward in [false, true] {
      let order = isForward ? found.keys.sorted() : found.keys.sorted().reversed()
      let shares = order.map { found[$0]!.pose.visibleShare(in: recording) }
      guard order.count >= 3, let least = shares.last, least < 0.9 else { continue }
      var edge = order.count - 1
      // A layer that grows is left out, because it has no fixed size; a match that is squeezed into the frame is wrong.
      let rest = found[order[0]]!.pose
      let cut = order.indices.first {
        shares[$0] < Self.leastWhole || !found[order[$0]]!.pose.hasSize(of: rest)
      }
      if let cut, cut > 1,
        shares[cut] < Self.leastWhole || found[order[cut]]!.fit.correlation < Self.sure
      {
        edge = cut - 1
      }
      guard let last = found[order[edge]], last.fit.gain > Self.leastPart.gain * full else {
        continue
      }
      let known = found
      for index in order.dropFirst(edge + 1) { found[index] = nil }
      // The last positions at which the layer was found, latest first.
      var way = order[max(0, edge - 2)...edge].reversed().map {
        (time: recording.starts[$0], pose: found[$0]!.pose)
      }
      var (index, lost) = (order[edge], 0)
      for _ in 0..<Self.mostParts where lost <= Self.mostLost {
        index += isForward ? 1 : -1
        guard frames.contains(index) else { break }
        try check()
        let pose = way[0].pose
        let frame = try recording.frame(index)
        var seen: Alignment?
        let all = Self.guesses(way, at: recording.starts[index], known[index]?.pose)
        for (number, center) in all.enumerated() {
          // A match that is not at the expected position must be more certain.
          let least = number < 2 ? Self.leastPart.correlation : Self.leastElsewhere
          var guess = pose
          (guess.x, guess.y) = (center.x, center.y)
          let share = guess.visibleShare(in: recording)
          guard share > 0, share < pose.visibleShare(in: recording) + 0.01,
            let other = aligner.align(guess, in: frame, freedom: .position, coarsest: 1),
            other.fit.correlation > seen?.fit.correlation ?? least,
            other.fit.gain > Self.leastPart.gain * full,
            other.pose.visibleShare(in: recording) < pose.visibleShare(in: recording) + 0.01
          else { continue }
          seen = other
          if other.fit.correlation > Self.certain { break }
        }
        lost += 1
        guard let seen else { continue }
        lost = 0
        found[index] = seen
        way = [(recording.starts[index], seen.pose)] + way.prefix(2)
      }
    }
  }

  /// The maximum number of consecutive frames in which a part may be lost before it is found again.
  private static let mostLost = 2

  /// Returns the possible positions of a part that was found at some times, latest first: the position to which its
  /// velocity leads, then its last positions, then positions to which other velocities lead, because a frame may be
  /// repeated or missing.
  private static func guesses(
    _ way: [(time: Double, pose: Pose)], at time: Double, _ known: Pose?
  ) -> [Point] {
    let last = way[0]
    guard way.count > 1 else { return [known ?? last.pose].map { Point($0.x, $0.y) } }
    func step(_ later: Int) -> Point {
      let past = way[later].time - way[later + 1].time
      return Point(
        (way[later].pose.x - way[later + 1].pose.x) / past,
        (way[later].pose.y - way[later + 1].pose.y) / past)
    }
    let passed = time - last.time
    var velocity = step(0)
    if way.count > 2 {
      let (before, past) = (step(1), (way[0].time - way[2].time) / 2)
      let share = 0.5 * (passed + way[0].time - way[1].time) / past
      velocity.x += (velocity.x - before.x) * share
      velocity.y += (velocity.y - before.y) * share
    }
    func at(_ factor: Double) -> Point {
      Point(
        last.pose.x + velocity.x * passed * factor, last.pose.y + velocity.y * passed * factor)
    }
    let near = [at(1)] + (known.map { [Point($0.x, $0.y)] } ?? [])
    return near + [0.85, 1.15, 1.35, 0.6, 1.6, 0.3, 2, 0, 2.5].map(at)
  }

  /// Returns a search in a frame that avoids the positions of layers with the same picture.
  private func search(_ index: Int) -> LayerSearch {
    let place = index - frames.lowerBound
    return LayerSearch(
      aligner: aligner,
      taken: twins.map { $0.samples[place] }.filter { $0.hasPose && $0.opacity > 0.03 }.map(\.pose))
  }

  /// Returns the layer's position in the first and in the last frame. A part of the screen may look like the layer, such as
  /// the same picture in a list. This part is at the same position in both frames, so a match with it is excluded.
  private func ends() throws(MeasuringError) -> (before: Alignment?, after: Alignment?) {
    let (first, last) = (
      try recording.frame(frames.lowerBound), try recording.frame(frames.upperBound)
    )
    var (early, late) = (search(frames.lowerBound), search(frames.upperBound))
    var before = early.find(in: first)
    try check()
    func end() -> Alignment? {
      let widths = before.map { $0.pose.width * 0.5...$0.pose.width * 2 }
      let near = widths.flatMap { late.find(in: last, widths: $0) }
      if let near, near.fit.correlation > Self.sure { return near }
      // The search tries all sizes, because the wrong match may have had another size.
      let any = late.find(in: last)
      guard let near, let any else { return near ?? any }
      return any.fit.correlation > near.fit.correlation + Self.worse ? any : near
    }
    var after = end()
    try check()
    for _ in 0..<Self.mostLikes {
      if let one = before, let other = after, !one.pose.liesOn(other.pose) {
        if one.fit.correlation < other.fit.correlation - Self.worse, isAlike(one, in: last) {
          early.taken.append(one.pose)
          before = early.find(in: first)
        } else if other.fit.correlation < one.fit.correlation - Self.worse,
          isAlike(other, in: first)
        {
          late.taken.append(other.pose)
          after = end()
        } else {
          break
        }
      }
    }
    // Small parts of a screen resemble many others, so a much smaller match is accepted only if it is equally certain.
    if let one = before, let other = after {
      let (small, large) = one.pose.width < other.pose.width ? (one, other) : (other, one)
      if 3 * small.pose.width < large.pose.width,
        small.fit.correlation < large.fit.correlation - 2 * Self.worse
      {
        if one.pose.width < other.pose.width { before = nil } else { after = nil }
      }
    }
    return (before, after)
  }

  /// Returns whether another frame has an equally good match at the same position.
  private func isAlike(_ alignment: Alignment, in frame: Bitmap) -> Bool {
    let there = aligner.align(alignment.pose, in: frame, plate: nil, freedom: [], coarsest: 0)
    return there.map { $0.fit.correlation > alignment.fit.correlation - 0.04 } ?? false
  }

  private mutating func followFromMiddle() throws(MeasuringError) {
    for share in [2, 1, 3] {
      let index = frames.lowerBound + frames.count * share / 4
      guard let start = search(index).find(in: try recording.frame(index)) else { continue }
      found = try follow(start, from: index, to: frames.upperBound, nil)
      merge(try follow(start, from: index, to: frames.lowerBound, nil))
      return
    }
  }

  /// Returns whether the layer was found in each of the frames, with a clearly better match than elsewhere.
  private func isSure(through frames: ClosedRange<Int>) -> Bool {
    let least = 0.9 * usual
    return frames.allSatisfy { found[$0].map { Self.quality($0) >= least } ?? false }
  }

  /// The typical quality of a match, from the frames in which the layer is clearly visible.
  private var usual: Double {
    let all = found.values.map(Self.quality).sorted()
    return all.isEmpty ? 0 : all[all.count * 3 / 4]
  }

  /// Merges two alignments of each frame; the one with the higher confidence remains.
  private mutating func merge(_ others: [Int: Alignment]) {
    for (index, other) in others {
      if let here = found[index], Self.quality(here) >= Self.quality(other) { continue }
      found[index] = other
    }
  }

  /// Removes uncertain matches that are not between the certain matches before and after them.
  private mutating func dropStrays() {
    let least = 0.88 * usual
    let sure = found.keys.filter { Self.quality(found[$0]!) >= least }.sorted()
    guard sure.count >= 3 else { return }
    for (index, alignment) in found where Self.quality(alignment) < least {
      let place = sure.firstIndex { $0 > index } ?? sure.count
      let way = pose(at: index, sure, place)
      let (a, b) = (
        found[sure[max(0, place - 1)]]!.pose, found[sure[min(sure.count - 1, place)]]!.pose
      )
      let reach = 0.6 * max((a.x - b.x).magnitude, (a.y - b.y).magnitude) + 0.12 * way.width + 3
      let pose = alignment.pose
      let isNear =
        (pose.x - way.x).magnitude < reach && (pose.y - way.y).magnitude < reach
        && (0.85...1.18).contains(pose.width / way.width)
        && (0.85...1.18).contains(pose.height / way.height)
      if !isNear { found[index] = nil }
    }
  }

  /// Tracks the layer from one frame to another, forwards or backwards.
  private func follow(
    _ start: Alignment, from: Int, to: Int, _ plate: Bitmap?
  ) throws(MeasuringError) -> [Int: Alignment] {
    var found: [Int: Alignment] = [:]
    var last = start
    var lastTime = recording.starts[from]
    var before: (pose: Pose, time: Double)?
    var lost = 0
    var most = start.fit.gain.magnitude
    for index in stride(from: from, through: to, by: from <= to ? 1 : -1) {
      try check()
      let time = recording.starts[index]
      let frame = try recording.frame(index)
      let alignment = aligned(
        last, lastTime, before, at: time, in: frame, plate, lost: lost, search(index))
      guard let alignment else {
        lost += 1
        continue
      }
      // The pose of a layer that is nearly transparent has a low confidence.
      most = max(most, alignment.fit.gain.magnitude)
      let faint = plate == nil ? Self.faint.alone : Self.faint.overPlate
      guard alignment.fit.gain.magnitude > faint * most else {
        lost += 1
        continue
      }
      lost = 0
      found[index] = alignment
      before = (last.pose, lastTime)
      if index == from { before = nil }
      last = alignment
      lastTime = time
    }
    return found
  }

  /// Returns the alignment in a frame, searched first where the layer's velocity leads, then at its last position, then
  /// in the whole frame.
  private func aligned(
    _ last: Alignment, _ lastTime: Double, _ before: (pose: Pose, time: Double)?, at time: Double,
    in frame: Bitmap, _ plate: Bitmap?, lost: Int, _ search: LayerSearch
  ) -> Alignment? {
    var guesses: [Pose] = []
    if let before, abs(lastTime - before.time) > 1e-6, lost < 3 {
      let share = (time - lastTime) / (lastTime - before.time)
      var pose = last.pose
      pose.x += (last.pose.x - before.pose.x) * share
      pose.y += (last.pose.y - before.pose.y) * share
      pose.width = max(4, pose.width + (last.pose.width - before.pose.width) * share)
      pose.height = max(4, pose.height + (last.pose.height - before.pose.height) * share)
      pose.angle += (last.pose.angle - before.pose.angle) * share
      guesses.append(pose)
    }
    guesses.append(last.pose)
    var best: Alignment?
    for (number, guess) in guesses.enumerated() {
      let found = aligner.align(guess, in: frame, plate: plate, coarsest: number == 0 ? 2 : 3)
      guard let found, isNext(found, last) else { continue }
      let quality = Self.quality(found)
      if quality > best.map(Self.quality) ?? Self.seen { best = found }
      if quality > 0.9 { break }
    }
    // The layer may have moved far from one frame to the next. A search of the whole frame is expensive, so it runs
    // when the layer is first lost, and then occasionally.
    let quality = best.map(Self.quality) ?? 0
    let isSudden = quality < 0.85 && quality < 0.9 * Self.quality(last)
    // The search could find a layer with the same picture that is tracked later.
    if isSudden, !hasTwins, lost % 4 == 0, last.fit.gain > 0.3 {
      var found = search.find(in: frame, like: last.pose)
      // The layer may have rotated in the meantime.
      if let straight = found,
        let turned = aligner.align(straight.pose, in: frame, plate: plate, coarsest: 0),
        isNext(turned, last), Self.quality(turned) > Self.quality(straight)
      {
        found = turned
      }
      if let found, isNext(found, last), Self.quality(found) > quality { best = found }
    }
    return best
  }

  /// Returns the certainty of an alignment, which is its correlation even if the layer is faint over a background.
  private static func quality(_ alignment: Alignment) -> Double {
    let fit = alignment.fit
    guard fit.gain > 0.04 else { return 0 }
    let certainty = fit.gain / max(1e-9, alignment.deviation(5))
    return max(fit.correlation, certainty > 25 ? 0.7 : 0)
  }

  private func isNext(_ next: Alignment, _ last: Alignment) -> Bool {
    let ratio = next.pose.width / last.pose.width
    let other = next.pose.height / last.pose.height
    return (0.6...1.67).contains(ratio) && (0.6...1.67).contains(other)
  }
}

extension LayerTracker {
  /// Returns the samples of all frames; frames without a measurement are interpolated.
  private mutating func finished(
    appears: Bool, vanishes: Bool, _ plate: Bitmap?
  ) throws(MeasuringError) -> LayerTrack {
    let full = fullGain
    var samples: [TrackSample] = []
    let known = found.keys.sorted()
    for index in frames {
      let time = recording.starts[index]
      if let alignment = found[index] {
        samples.append(sample(alignment, time, full, hasPose: true))
        continue
      }
      let place = known.firstIndex { $0 >= index } ?? known.count
      let pose = pose(at: index, known, place)
      let level = aligner.align(
        pose, in: try recording.frame(index), plate: plate, freedom: [], coarsest: 0)
      guard var level, isPlaced(index, known, place) else {
        samples.append(missing(pose, time))
        continue
      }
      level.pose = pose
      samples.append(sample(level, time, full, hasPose: false))
    }
    // Beyond the edge of the frame, a layer is invisible whatever its opacity.
    for place in samples.indices where !samples[place].hasPose {
      let outside = samples[place].pose.visibleShare(in: recording) < Self.leastVisible
      if outside { samples[place] = missing(samples[place].pose, samples[place].time) }
    }
    Repeats.mark(&samples)
    return LayerTrack(
      name: aligner.art.name, samples: samples, appears: appears, vanishes: vanishes)
  }

  /// The visible fraction of the layer below which its opacity is unknown.
  static let leastVisible = 0.3

  /// Returns whether the position is known well enough to measure the opacity: the layer was lost only during a small
  /// part of its motion.
  private func isPlaced(_ index: Int, _ known: [Int], _ place: Int) -> Bool {
    guard place > 0, place < known.count else { return true }
    let (p, q) = (found[known[place - 1]]!.pose, found[known[place]]!.pose)
    let most = 0.06 * min(p.width, p.height)
    return (p.x - q.x).magnitude < most && (p.y - q.y).magnitude < most
      && (p.width - q.width).magnitude < most && (p.height - q.height).magnitude < most
  }

  /// Returns the pose in a frame in which the layer was not found, interpolated between neighbouring frames.
  private func pose(at index: Int, _ known: [Int], _ place: Int) -> Pose {
    if place == 0 { return found[known[0]]!.pose }
    if place == known.count { return found[known[place - 1]]!.pose }
    let (a, b) = (known[place - 1], known[place])
    if a == index || b == index || a == b { return found[b == index ? b : a]!.pose }
    let share = Double(index - a) / Double(b - a)
    let (p, q) = (found[a]!.pose, found[b]!.pose)
    return Pose(
      x: p.x + (q.x - p.x) * share, y: p.y + (q.y - p.y) * share,
      width: p.width + (q.width - p.width) * share,
      height: p.height + (q.height - p.height) * share, angle: p.angle + (q.angle - p.angle) * share
    )
  }

  /// The contrast of the layer when it is opaque, which depends on the codec.
  var fullGain: Double {
    if aligner.art.isFlat {
      let largest = found.values.map { abs($0.fit.gain) }.max() ?? 1
      return max(1e-6, largest)
    }
    let sure = found.values.filter { $0.fit.correlation > 0.8 }.map(\.fit.gain).sorted()
    guard !sure.isEmpty else { return 1 }
    let high = sure[min(sure.count - 1, sure.count * 95 / 100)]
    return (0.88...1.12).contains(high) ? high : 1
  }

  func sample(
    _ alignment: Alignment, _ time: Double, _ full: Double, hasPose: Bool
  ) -> TrackSample {
    let (x, y) = (alignment.deviation(0), alignment.deviation(1))
    let (wide, high) = (alignment.deviation(2), alignment.deviation(3))
    return TrackSample(
      time: time, pose: alignment.pose,
      opacity: min(
        1.2, max(0, aligner.art.isFlat ? abs(alignment.fit.gain) : alignment.fit.gain) / full),
      confidence: max(0, min(1, hasPose ? max(alignment.fit.correlation, 0) : 0)),
      positionNoise: max(x, y), sizeNoise: max(wide, high), angleNoise: alignment.deviation(4),
      opacityNoise: alignment.deviation(5) / full, hasPose: hasPose)
  }

  func missing(_ pose: Pose, _ time: Double) -> TrackSample {
    TrackSample(
      time: time, pose: pose, opacity: 0, confidence: 0, positionNoise: 0, sizeNoise: 0,
      angleNoise: 0, opacityNoise: 1, hasPose: false, hasOpacity: false)
  }
}
