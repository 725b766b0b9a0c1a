package import Scenes

/// The result of measuring a transition in a recording.
package struct Measurement: Sendable {
  package var path: String
  package var width: Int
  package var height: Int
  /// The number of the recording's pixels for each point of the document.
  package var scale: Double
  /// The typical time from one frame to the next, in seconds.
  package var interval: Double
  package var span: MotionSpan
  package var layers: [LayerAnalysis]
  package var screens: ScreenAnalysis
  /// The darkness of the shadow beside each layer, over time.
  package var shadows: [ScreenCurve]
  /// The corner radii of the layers with round corners, over time.
  package var corners: [ScreenCurve]
  /// The pictures of layers that the measurement proposes because they were not given.
  package var proposed: [(name: String, picture: Bitmap)]
  /// The screens before and after the transition, without the layers.
  package var from: Bitmap
  package var to: Bitmap
  /// The screens if both stay in place; nil if they move, or if they were given.
  package var stillScreens: (from: Bitmap, to: Bitmap)?
  /// The start of each frame in the file, in seconds.
  package var frameTimes: [Double]
  /// The names of layers that do not exist according to a render of the document.
  package var absent: [String] = []
  /// The differences between the recording and a render of the document.
  package var doubts: [Unexplained] = []
  /// The mean distance of a render from the recording, in levels of 255, and the fraction of the changes that
  /// the render explains; nil if no render was made.
  package var agreement: (distance: Double, explained: Double)?
  /// The pictures at some moments, with their times.
  package var strip: [(time: Double, picture: Bitmap)]

  /// All fits with their names.
  package var fits: [(name: String, fit: TrackFit)] {
    var all: [(String, TrackFit)] = layers.flatMap {
      [
        ("\($0.track.name) place", $0.place), ("\($0.track.name) angle", $0.angle),
        ("\($0.track.name) opacity", $0.opacity),
      ]
    }
    all += curves.map { ($0.name, $0.fit) }
    return all.filter { !$0.1.phases.isEmpty }
  }

  /// All measured curves except for the layers' positions.
  package var curves: [ScreenCurve] { screens.curves + shadows + corners }

  func corners(of layer: String) -> ScreenCurve? {
    corners.first { $0.name == "\(layer) corners" }
  }

  /// The range of the transition in the recording, in seconds: from the start of its first phase to the end of
  /// its last one.
  package var times: ClosedRange<Double> {
    let phases = fits.flatMap(\.fit.phases)
    guard let start = phases.map(\.start).min(), let end = phases.map(\.end).max(), start < end
    else { return span.start...max(span.end, span.start + interval) }
    return max(0, start)...end
  }
}

/// Measures the layers and screens of a recording.
package struct Measurer {
  package var layers: [LayerArt]
  /// The screens if the user has given them.
  package var from: Bitmap?
  package var to: Bitmap?
  package var given: ClosedRange<Double>?
  package var scale = 1.0
  /// Receives the number of finished steps; throws an error if the work was cancelled.
  package var progress: (_ done: Int, _ total: Int) throws(MeasuringError) -> Void = { _, _ in }

  package init(layers: [LayerArt]) { self.layers = layers }

  package func measure(_ recording: Recording) throws(MeasuringError) -> Measurement {
    try measure(
      recording,
      try MotionActivity.span(of: recording, given: given) { done throws(MeasuringError) in
        try progress(done, recording.starts.count + layers.count * 60)
      })
  }

  /// Measures a part of the recording; if `isMove` is set, a layer that is not found in the part does not belong to the
  /// part.
  package func measure(
    _ recording: Recording, _ span: MotionSpan, isMove: Bool = false
  ) throws(MeasuringError) -> Measurement {
    let count = recording.starts.count
    let ends = (
      first: try recording.frame(span.frames.lowerBound),
      last: try recording.frame(span.frames.upperBound)
    )
    let proposed = layers.isEmpty ? LayerProposals.find(ends.first, ends.last) : []
    var arts = layers + proposed.map(\.art)
    let most = span.frames.count
    let total = count + (arts.count + 1) * most
    var done = count
    var known: [Int: LayerAnalysis] = [:]
    var trackers: [Int: LayerTracker] = [:]
    for (number, art) in arts.enumerated() {
      var passed = 0
      let twins = arts.indices.filter { $0 != number && arts[$0].isTwin(of: art) }
      var tracker = LayerTracker(
        art, recording, span.frames, twins: twins.compactMap { known[$0]?.track },
        hasTwins: !twins.isEmpty
      ) { () throws(MeasuringError) in
        passed = min(most, passed + 1)
        try progress(done + passed, total)
      }
      let size = Size(Double(recording.width), Double(recording.height))
      let track: LayerTrack
      do throws(MeasuringError) { track = try tracker.track() } catch {
        guard isMove, case .refused = error else { throw error }
        try progress(done, total)
        continue
      }
      var analysis = TrackAnalyzer.analyze(
        track, interval: recording.interval, within: size)
      if let track = try tracker.completed(by: analysis) {
        analysis.track = track
        analysis.opacity = TrackAnalyzer.opacity(track, interval: recording.interval)
        analysis = TrackAnalyzer.together(
          analysis, interval: recording.interval, within: size)
      }
      let faded = try RestingFade.track(analysis, recording, span.frames) {
        () throws(MeasuringError) in try progress(done + passed, total)
      }
      if let track = faded {
        analysis.track = track
        analysis.opacity = TrackAnalyzer.opacity(track, interval: recording.interval)
      }
      known[number] = analysis
      trackers[number] = tracker
      done += most
    }
    let seen = arts.indices.filter { known[$0] != nil }
    var analyses = seen.map { known[$0]! }
    let isCutOut = seen.map { $0 >= layers.count }
    arts = seen.map { arts[$0] }
    var frames = ScreenFrames(
      width: recording.width, height: recording.height,
      times: span.frames.map { recording.starts[$0] })
    var probes = analyses.map { ShadowProbe(first: ends.first, last: ends.last, $0.track) }
    var corners = arts.map { CornerProbe($0) }
    for (place, index) in span.frames.enumerated() {
      let frame = try recording.frame(index)
      frames.add(frame)
      for number in probes.indices {
        probes[number].add(frame, analyses[number].track.samples[place])
        let sample = analyses[number].track.samples[place]
        // A picture that was cut out of the recording contains the surroundings at its corners.
        let isCut =
          isCutOut[number] && sample.pose.isNear(analyses[number].track.samples[0].pose)
        if !isCut { corners[number]?.add(frame, sample) } else { corners[number]?.skip() }
      }
      done += 1
      try progress(min(done, total), total)
    }
    var screens = try ScreenAnalyzer.analyze(
      frames, analyses, interval: recording.interval, isPart: given != nil
    ) {
      number throws(MeasuringError) in try recording.frame(span.frames.lowerBound + number)
    }
    if case .dim = screens.kind,
      let shared = TrackAnalyzer.shared(screens.curves[0], with: analyses)
    {
      screens.curves[0] = shared
    } else if let whole = screens.curves.first?.fit, screens.curves.count == 1 {
      for (number, place) in seen.enumerated() {
        guard
          let timed = TrackAnalyzer.timed(analyses[number], as: whole, interval: recording.interval)
        else { continue }
        analyses[number] = timed
        guard let track = try trackers[place]?.completed(by: timed) else { continue }
        analyses[number].track = track
        analyses[number].opacity = TrackAnalyzer.opacity(track, interval: recording.interval)
        if let again = TrackAnalyzer.timed(
          analyses[number], as: whole, interval: recording.interval)
        {
          analyses[number] = again
        }
      }
    }
    let ground = from == nil || to == nil ? try Ground(recording, span.frames, analyses) : nil
    var still = screens
    still.kind = .none
    func both(_ analysis: ScreenAnalysis) throws(MeasuringError) -> (from: Bitmap, to: Bitmap) {
      let ground = analysis.kind == .none ? ground : nil
      // A cover that disappears is above the second screen.
      let levels = analysis.curves.first?.fit.origin[0] ?? 0
      var isFirst = true
      if case .dim = analysis.kind, levels > 0.03 { isFirst = false }
      return (
        try screen(from, recording, span, analyses, analysis, ground, first: isFirst),
        try screen(to, recording, span, analyses, analysis, ground, first: false)
      )
    }
    let pictures = try both(screens)
    let shadows = zip(probes, analyses).filter { !$0.1.place.phases.isEmpty }.map {
      $0.0.curve($0.1.track.name, screens, frames.times, interval: recording.interval)
    }
    let radii = zip(corners, analyses).compactMap {
      $0.0?.curve($0.1.track.name, frames.times, interval: recording.interval)
    }
    return Measurement(
      path: recording.path, width: recording.width, height: recording.height, scale: scale,
      interval: recording.interval, span: span, layers: analyses, screens: screens,
      shadows: shadows, corners: radii, proposed: proposed.map { ($0.art.name, $0.picture) },
      from: pictures.from, to: pictures.to,
      stillScreens: screens.kind == .none || analyses.isEmpty ? nil : try both(still),
      frameTimes: recording.storedStarts, strip: try strip(recording, span))
  }

  /// Returns a screen at rest, in which the areas below the layers are filled.
  private func screen(
    _ given: Bitmap?, _ recording: Recording, _ span: MotionSpan, _ analyses: [LayerAnalysis],
    _ screens: ScreenAnalysis, _ ground: Ground?, first: Bool
  ) throws(MeasuringError) -> Bitmap {
    if let given { return given }
    func covered(_ first: Bool) -> [Pose] {
      analyses.compactMap { $0.covering(first ? 0 : span.frames.count - 1) }
    }
    func frame(_ first: Bool) throws(MeasuringError) -> Bitmap {
      try recording.frame(first ? span.frames.lowerBound : span.frames.upperBound)
    }
    guard !covered(first).isEmpty else { return try frame(first) }
    var other: Inpainting.Other?
    switch screens.kind {
    case .none: other = Inpainting.Other(frame: try frame(!first), poses: covered(!first))
    case .dim(let color):
      let levels = screens.curves[0].values
      guard let a = levels.first, let b = levels.last else { break }
      let (here, there) = first ? (a, b) : (b, a)
      let factor = (1 - here) / max(0.1, 1 - there)
      let parts = [color.red, color.green, color.blue]
      other = Inpainting.Other(
        frame: try frame(!first), poses: covered(!first), factor: factor,
        added: parts.map { 255 * $0 * (here - there * factor) })
    default: break
    }
    let filled = Inpainting.fill(covered(first), of: try frame(first), from: other)
    ground?.show(in: covered(first).map { Inpainting.part($0, filled) }, of: filled)
    return filled
  }

  private func strip(
    _ recording: Recording, _ span: MotionSpan
  ) throws(MeasuringError) -> [(time: Double, picture: Bitmap)] {
    var pictures: [(time: Double, picture: Bitmap)] = []
    for step in 0..<8 {
      let index = span.frames.lowerBound + (span.frames.count - 1) * step / 7
      let frame = try recording.frame(index)
      pictures.append((recording.starts[index], Inpainting.small(frame, height: 160)))
    }
    return pictures
  }
}
