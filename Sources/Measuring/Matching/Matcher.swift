internal import Documents
package import Measuring
package import Planning
internal import Reporting
package import Scenes

/// The result of matching a document with a recording, with their distance.
package struct Match: Sendable {
  /// The time of the recording, in seconds, at which the document starts.
  package var start: Double
  /// The rectangle of the canvas in the recording's frames, in pixels.
  package var place: Rect
  /// The mean distance between frames of the document and the recording, in levels of 255.
  package var meanDistance: Double
  package var layers: [LayerMatch]
  /// The correlation of the pictures at rest, before and after the motion, at most 1; nil if one of them is flat.
  package var likeness: Double?
  /// The frames of the recording that were compared.
  package var frames: ClosedRange<Int>
}

/// The distance of a layer from its position in the recording.
package struct LayerMatch: Sendable {
  package var name: String
  /// The root mean square of the distances of the layer's centre, in points.
  package var points: Double
  /// The delay of the layer's motion in the recording; nil if the layer does not move.
  package var milliseconds: Double?
  /// The number of frames in which the layer was found.
  package var frames: Int
}

/// Compares a document with a recording.
package struct Matcher {
  let recording: Recording
  let frames: DocumentFrames
  /// Throws an error if the work was cancelled.
  let check: () throws -> Void
  /// The length in pixels of the longer side of frames that are compared.
  private static let workingSide = 192.0

  package init(
    _ recording: Recording, _ frames: DocumentFrames, check: @escaping () throws -> Void
  ) {
    self.recording = recording
    self.frames = frames
    self.check = check
  }

  /// Returns the moving part of the recording.
  package func span(_ given: ClosedRange<Double>?) throws -> MotionSpan {
    var stopped: (any Error)?
    do throws(MeasuringError) {
      return try MotionActivity.span(of: recording, given: given) { (_) throws(MeasuringError) in
        do { try check() } catch {
          stopped = error
          throw .refused("interrupted")
        }
      }
    } catch {
      throw stopped ?? error
    }
  }

  package func match(_ planned: PlannedDocument, _ span: MotionSpan) throws -> Match {
    let place = try place(planned, span)
    let footage = try Footage(recording, span.frames, place, longest: Self.workingSide, check)
    let start = try start(planned, span, footage)
    return try match(planned, span, place, footage, start)
  }

  /// Matches a document whose position and start in the recording are known.
  func match(
    _ planned: PlannedDocument, _ span: MotionSpan, _ place: Rect, _ footage: Footage,
    _ start: Double
  ) throws -> Match {
    var sum = 0.0
    try draw(planned, footage, start, Array(footage.times.indices)) { index, planes in
      sum += Footage.meanDifference(planes[0], footage.planes[index][0])
      try check()
    }
    var likeness: Double?
    try draw(planned, footage, start, [0, footage.times.count - 1]) { index, planes in
      let next = planes[0].likeness(to: footage.planes[index][0])
      likeness = next.map { max($0, likeness ?? -1) } ?? likeness
    }
    let layers = try LayerDistances(recording, planned, place, start, check).measure(span.frames)
    return Match(
      start: start, place: place, meanDistance: sum / Double(max(1, footage.times.count)),
      layers: layers, likeness: likeness, frames: span.frames)
  }

  /// Draws the document at the times of some frames, at the footage's size.
  func draw(
    _ planned: PlannedDocument, _ footage: Footage, _ start: Double, _ indices: [Int],
    _ take: (Int, [LumaPlane]) throws -> Void
  ) throws {
    let size = planned.document.canvas.size
    let scale = Double(footage.width) / size.width
    try DocumentFrames.draw(
      planned, at: indices.map { footage.times[$0] - start }, scale: scale
    ) { number, bitmap in
      try take(indices[number], footage.planes(of: bitmap))
    }
  }

  // MARK: Place and time

  /// Returns the rectangle of the canvas in the frames: the whole frame, or the place where the document's first or
  /// last picture is found.
  private func place(_ planned: PlannedDocument, _ span: MotionSpan) throws -> Rect {
    let size = planned.document.canvas.size
    let (wide, high) = (Double(recording.width), Double(recording.height))
    let across = wide / size.width
    let factor = min(across, high / size.height)
    let contained = Rect(
      (wide - size.width * factor) / 2, (high - size.height * factor) / 2, size.width * factor,
      size.height * factor)
    let ends: [(time: Double, frame: Int)] = [
      (0, span.frames.lowerBound), (planned.duration.seconds, span.frames.upperBound),
    ]
    var best: (rect: Rect, correlation: Double)?
    for end in ends {
      var picture: Bitmap?
      try DocumentFrames.draw(planned, at: [end.time], scale: factor) { picture = $1 }
      let frame = try recording.frame(end.frame)
      guard let picture,
        let found = PictureFinder.find(picture, in: frame, near: contained)
      else { continue }
      if found.correlation > best?.correlation ?? 0.6 { best = found }
      try check()
    }
    guard let best else { return contained }
    // An area that differs from the whole frame by less than a pixel counts as the whole frame.
    let off = [
      best.rect.x - contained.x, best.rect.y - contained.y, best.rect.maxX - contained.maxX,
      best.rect.maxY - contained.maxY,
    ]
    return off.allSatisfy { $0.magnitude < 1 } ? contained : best.rect
  }

  /// Returns the second at which the document starts, for which the frames differ least.
  private func start(
    _ planned: PlannedDocument, _ span: MotionSpan, _ footage: Footage
  ) throws -> Double {
    let length = planned.duration.seconds
    let step = max(1.0 / 60, length / 240)
    let count = Int(clamped: length / step, rounded: .up, to: 1...240)
    let moments = (0...count).map { min(length, Double($0) * step) }
    var planes: [LumaPlane] = []
    let scale = Double(footage.width) / planned.document.canvas.size.width
    try DocumentFrames.draw(planned, at: moments, scale: scale) { _, bitmap in
      planes += footage.planes(of: bitmap)
      try check()
    }
    // If there are many frames, only a sample of them is compared.
    let stride = max(1, footage.times.count / 60)
    let indices = footage.times.indices.filter { $0 % stride == 0 }
    func cost(_ start: Double) -> Double {
      indices.reduce(0.0) {
        let place = max(0, min(length, footage.times[$1] - start)) / step
        let low = min(count, Int(clamped: place, rounded: .down, to: 0...count))
        return $0
          + Footage.squares(
            footage.planes[$1][0], planes[low], planes[min(count, low + 1)], place - Double(low))
      }
    }
    var best = (start: span.start, cost: Double.infinity)
    let first = footage.times[0] - length
    let steps = Int(
      clamped: (footage.times.last! - first) / (2 * step), rounded: .up, to: 1...4000)
    for number in 0...steps {
      let start = first + Double(number) * 2 * step
      let value = cost(start)
      if value < best.cost { best = (start, value) }
      try check()
    }
    return refined(best.start, by: step, cost)
  }

  /// Returns the minimum of a function near a position, found by halving steps.
  private func refined(_ start: Double, by step: Double, _ cost: (Double) -> Double) -> Double {
    var (at, value, by) = (start, cost(start), step)
    while by > 2e-4 {
      let (before, after) = (cost(at - by), cost(at + by))
      if before < value, before <= after {
        (at, value) = (at - by, before)
      } else if after < value {
        (at, value) = (at + by, after)
      } else {
        by /= 2
      }
    }
    return at
  }
}
