internal import Documents
internal import Evaluation
internal import Measuring
internal import Planning
internal import Rendering
internal import Scenes

/// Measures how far moving layers are from their positions in a recording.
struct LayerDistances {
  private let recording: Recording
  private let planned: PlannedDocument
  private let place: Rect
  private let start: Double
  private let check: () throws -> Void

  init(
    _ recording: Recording, _ planned: PlannedDocument, _ place: Rect, _ start: Double,
    _ check: @escaping () throws -> Void
  ) {
    self.recording = recording
    self.planned = planned
    self.place = place
    self.start = start
    self.check = check
  }

  private struct Detection {
    var time: Double
    var off: Point
  }
  private static let mostLayers = 12
  private static let mostFrames = 48

  /// The number of the recording's pixels for each point.
  private var scale: Double { place.width / planned.document.canvas.size.width }

  func measure(_ frames: ClosedRange<Int>) throws -> [LayerMatch] {
    let stride = max(1, frames.count / Self.mostFrames)
    let indices = frames.filter { ($0 - frames.lowerBound) % stride == 0 }
    let tracks = try LayerFrames(planned, at: indices.map { recording.starts[$0] - start })
    let moving = tracks.moving.prefix(Self.mostLayers)
    var seen: [Int: [Detection]] = [:]
    try DocumentFrames.draw(
      planned, at: indices.map { recording.starts[$0] - start }, scale: scale
    ) { number, picture in
      try check()
      let frame = try recording.frame(indices[number])
      for layer in moving {
        guard let rect = tracks.frames[layer]?[number] else { continue }
        let pixels = rect.scaled(by: scale)
        guard let off = PictureFinder.offset(of: pixels, in: picture, frame, place) else {
          continue
        }
        seen[layer, default: []].append(
          Detection(
            time: recording.starts[indices[number]] - start,
            off: Point(off.x / scale, off.y / scale)))
      }
    }
    return moving.map { layer in
      conclude(tracks.names[layer] ?? "", seen[layer] ?? []) { tracks.frames[layer]?.velocity($0) }
    }
  }

  private func conclude(
    _ name: String, _ sightings: [Detection], _ velocity: (Double) -> Point?
  ) -> LayerMatch {
    var (squares, along, speed) = (0.0, 0.0, 0.0)
    for sighting in sightings {
      squares += sighting.off.x * sighting.off.x + sighting.off.y * sighting.off.y
      guard let v = velocity(sighting.time) else { continue }
      along += sighting.off.x * v.x + sighting.off.y * v.y
      speed += v.x * v.x + v.y * v.y
    }
    let points = (squares / Double(max(1, sightings.count))).squareRoot()
    // A layer that is behind its expected position counts as late.
    return LayerMatch(
      name: name, points: points, milliseconds: speed > 1 ? -1000 * along / speed : nil,
      frames: sightings.count)
  }
}

/// The frames of layers on the canvas, at some moments.
struct LayerFrames {
  struct Way {
    let times: [Double]
    var rects: [Rect?]

    subscript(_ index: Int) -> Rect? { rects[index] }

    /// Returns the velocity of a layer's centre in points a second, from the frames before and after a time.
    func velocity(_ time: Double) -> Point? {
      guard let index = times.firstIndex(where: { $0 >= time - 1e-9 }), index > 0,
        index + 1 < times.count, let a = rects[index - 1], let b = rects[index + 1]
      else { return nil }
      let length = times[index + 1] - times[index - 1]
      guard length > 1e-6 else { return nil }
      return Point((b.center.x - a.center.x) / length, (b.center.y - a.center.y) / length)
    }
  }
  private(set) var names: [Int: String] = [:]
  private(set) var frames: [Int: Way] = [:]

  init(_ planned: PlannedDocument, at times: [Double]) throws {
    for (number, time) in times.enumerated() {
      let moment = max(.zero, min(planned.duration, FrameTime(seconds: time)))
      let scene = try planned.playback.scene(at: moment)
      scene.visit { layer, properties, placement in
        let id = scene.stage.nodes[layer].id
        guard !id.isEmpty, !placement.isDegenerate, placement.showsFront, !properties.isHidden,
          properties.opacity > 0.3, let rect = placement.toCanvas.boundingBox(of: placement.bounds)
        else { return }
        if case .none = properties.contents { return }
        names[layer] = id
        frames[
          layer, default: Way(times: times, rects: [Rect?](repeating: nil, count: times.count))
        ].rects[number] = rect
      }
    }
  }

  /// The numbers of the layers that move by more than a point.
  var moving: [Int] {
    frames.keys.sorted().filter { layer in
      let rects = frames[layer]!.rects.compactMap { $0 }
      guard let first = rects.first else { return false }
      return rects.contains {
        ($0.center.x - first.center.x).magnitude > 1 || ($0.center.y - first.center.y).magnitude > 1
      }
    }
  }
}
