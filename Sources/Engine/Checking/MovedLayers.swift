internal import PluginHosting
package import Comparing
internal import Documents
internal import Media
package import Planning
internal import Reporting
internal import Scenes

/// Explains differences between two renders of a document by the document itself: layers that moved, and
/// layers with another duration.
package struct MovedLayers {
  private let planned: PlannedDocument
  /// The largest number of frames for which a cause is searched.
  private static let mostFrames = 240

  package init(_ planned: PlannedDocument) { self.planned = planned }

  /// The causes of the differences, each with its time range; empty if no cause is known.
  package func causes(
    from a: FrameSequence, to b: FrameSequence, _ comparison: Comparison
  ) throws -> [String] {
    // If the durations of the renders differ, every moving layer has another position.
    let lasting = durations(comparison)
    return lasting.isEmpty ? try moves(a, b) : lasting
  }

  private func durations(_ comparison: Comparison) -> [String] {
    guard comparison.a.frameCount > 1, comparison.b.frameCount > 1 else { return [] }
    let rate = planned.document.canvas.framesPerSecond
    func seconds(_ side: Comparison.Side) -> Double {
      side.duration?.seconds ?? Double(side.frameCount) / rate
    }
    let (a, b) = (seconds(comparison.a), seconds(comparison.b))
    let whole = planned.duration.seconds
    let near = 1.5 / rate
    guard abs(a - b) > near else { return [] }
    let document = "the document lasts \(Text.number(whole)) s"
    let sides = "A \(Text.number(a)) s, B \(Text.number(b)) s"
    if abs(a - whole) <= near {
      return ["film B has a different duration than the document: \(document), \(sides)"]
    }
    if abs(b - whole) <= near {
      return ["film A has a different duration than the document: \(document), \(sides)"]
    }
    return ["both films have a different duration than the document: \(document), \(sides)"]
  }

  private func moves(_ a: FrameSequence, _ b: FrameSequence) throws -> [String] {
    let comparer = PictureComparer(ComparisonRules())
    let rate = planned.document.canvas.framesPerSecond
    var found: [(words: String, times: [Double])] = []
    let (first, second) = (try a.frames(), try b.frames())
    var differing = 0
    while let expected = try first.next(), let made = try second.next() {
      let (p, q) = (expected.bitmap, made.bitmap)
      guard p.width == q.width, p.height == q.height, differing < Self.mostFrames else { break }
      guard let difference = comparer.difference(of: p, and: q) else { continue }
      differing += 1
      let time = expected.start ?? FrameTime(frame: expected.index, framesPerSecond: rate)
      guard time <= planned.duration else { break }
      let scale = Double(p.width) / planned.document.canvas.size.width
      let layers = try CheckPictures.layers(of: planned, at: time)
      let words = PictureCause.moved(
        PictureCause.Layer.shown(layers, scale: scale), from: p, to: q, within: difference.bounds)
      guard let words else { continue }
      if let known = found.firstIndex(where: { $0.words == words }) {
        found[known].times.append(time.seconds)
      } else {
        found.append((words, [time.seconds]))
      }
    }
    return found.map { cause in
      let (start, end) = (Text.number(cause.times[0]), Text.number(cause.times.last!))
      let times = start == end ? "at \(start) s" : "from \(start) s to \(end) s"
      return "\(cause.words) \(times), in \(Text.count(cause.times.count, "frame"))"
    }
  }
}

extension PictureCause.Layer {
  /// The visible layers of a scene by name; `scale` is the number of pixels per point.
  static func shown(_ layers: [Int: CheckedLayer], scale: Double) -> [PictureCause.Layer] {
    layers.values.filter { !$0.properties.isHidden }.map { layer in
      PictureCause.Layer(name: layer.id, place: pixels(of: layer.boundingBox, scale))
    }.sorted { $0.name < $1.name }
  }

  /// Returns the pixels that a rectangle of the canvas touches.
  private static func pixels(of rect: Rect, _ scale: Double) -> PixelRect {
    func whole(_ length: Double) -> Int { Int(clamped: length * scale, rounded: .down) }
    let (x, y) = (whole(rect.x), whole(rect.y))
    return PixelRect(x, y, whole(rect.x + rect.width) - x + 1, whole(rect.y + rect.height) - y + 1)
  }
}
