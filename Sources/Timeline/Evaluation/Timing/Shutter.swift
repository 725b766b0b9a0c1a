package import Scenes

/// A shutter that is open for some time around the time of each frame, for motion blur.
package struct Shutter: Hashable, Sendable {
  /// The time for which the shutter is open in each frame.
  package let length: FrameTime
  /// The maximum number of times at which the shutter samples a frame.
  package let most: Int

  /// The number of sampled times for a frame in which only other properties change, or in which the movement
  /// is small.
  private static let fewest = 8

  /// Creates a shutter; nil if the shutter is never open. `angle` is in degrees, where 360 degrees mean the
  /// duration of a frame.
  package init?(angle: Double, framesPerSecond: Double, most: Int) {
    length = FrameTime(seconds: angle / 360 / framesPerSecond)
    self.most = most
    if length <= .zero || most < 2 { return nil }
  }

  /// The times whose scenes are averaged for a frame, in order: one time if nothing changes, otherwise about
  /// one time for each pixel of the largest movement. `scale` is the number of output pixels per point.
  ///
  /// The times are spaced evenly over the time for which the shutter is open, with the time of the frame in
  /// the middle, and clamped to 0…duration. The sampled times therefore depend only on the frame.
  package func moments(
    about time: FrameTime, of playback: Playback, scale: Double
  ) throws -> [FrameTime] {
    let duration = playback.duration
    func clamped(_ time: FrameTime) -> FrameTime { min(max(time, .zero), duration) }
    let opens = FrameTime(ticks: time.ticks - length.ticks / 2)
    let scenes = try [opens, time, opens + length].map { try playback.scene(at: clamped($0)) }
    let ways = [scenes[0].way(to: scenes[1]), scenes[1].way(to: scenes[2])].compactMap(\.self)
    if ways.isEmpty { return [clamped(time)] }
    let way = ways.reduce(0) { $0 + $1.whole } * scale
    let edges = ways.reduce(0) { $0 + $1.edges } * scale
    // The error of the average along a moving edge decreases with the square of the number of times. The
    // chosen number keeps the error below a thousandth of the light, which is a few levels near black.
    let wanted = max(way, edges, (110 * edges).squareRoot())
    let pixels = Int(clamped: wanted, rounded: .up, to: 0...most)
    let count = min(most, max(pixels, Self.fewest))
    return (0..<count).map { k in
      let part = length.ticks * Int64(2 * k + 1) / Int64(2 * count)
      return clamped(FrameTime(ticks: opens.ticks + part))
    }
  }
}

extension Scene {
  /// The largest movement in points, between two scenes of a stage, of a corner of a layer or its mask, and
  /// of an edge of a layer's drawing; nil if no layer differs.
  fileprivate func way(to other: Scene) -> (whole: Double, edges: Double)? {
    let nodes = stage.nodes
    var isMoved = Array(repeating: false, count: nodes.count)
    var isHidden = isMoved
    var places: [(here: Placement, there: Placement)] = []
    places.reserveCapacity(nodes.count)
    var farthest: (whole: Double, edges: Double)?
    // A parent precedes its sublayers in the list of nodes.
    for (i, node) in nodes.enumerated() {
      let (p, q) = (properties(of: i), other.properties(of: i))
      let parent = node.parent < 0 ? nil : node.parent
      let isParent = !node.sublayers.isEmpty
      isMoved[i] = p != q || parent.map { isMoved[$0] } == true
      isHidden[i] = p.isHidden && q.isHidden || parent.map { isHidden[$0] } == true
      let here = Placement(p, hasSublayers: isParent, in: parent.map { places[$0].here })
      let there =
        isMoved[i]
        ? Placement(q, hasSublayers: isParent, in: parent.map { places[$0].there }) : here
      places.append((here, there))
      if !isMoved[i] || isHidden[i] { continue }
      var way = here.bounds.way(by: here.toCanvas, to: there.bounds, by: there.toCanvas)
      if let a = p.mask?.box, let b = q.mask?.box {
        way = max(way, a.way(by: here.toCanvas, to: b, by: there.toCanvas))
      }
      let edges = p == q ? 0 : p.shapeWay(to: q) * max(here.stretch, there.stretch)
      let last = farthest ?? (0, 0)
      farthest = (max(last.whole, way), max(last.edges, edges))
    }
    return farthest
  }
}

extension Placement {
  /// The largest number of canvas points per point of the layer, along its sides.
  fileprivate var stretch: Double {
    func length(_ dx: Double, _ dy: Double) -> Double {
      let ((from, n), (to, m)) = (
        toCanvas.apply(Point(bounds.x, bounds.y)),
        toCanvas.apply(Point(bounds.x + dx, bounds.y + dy))
      )
      guard n > 1e-6, m > 1e-6 else { return 1 }
      let (x, y) = (to.x - from.x, to.y - from.y)
      return (x * x + y * y).squareRoot() / max(dx, dy)
    }
    return max(length(max(bounds.width, 1), 0), length(0, max(bounds.height, 1)))
  }
}

extension Rect {
  /// The largest distance between corresponding corners under two maps; corners behind the viewer are
  /// ignored.
  fileprivate func way(by map: Homography, to other: Rect, by otherMap: Homography) -> Double {
    let ways = zip(corners, other.corners).map { a, b in
      let ((from, n), (to, m)) = (map.apply(a), otherMap.apply(b))
      guard n > 1e-6, m > 1e-6 else { return 0.0 }
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      return (dx * dx + dy * dy).squareRoot()
    }
    return ways.max() ?? 0
  }

  private var corners: [Point] {
    [Point(x, y), Point(x + width, y), Point(x, y + height), Point(x + width, y + height)]
  }
}

extension Mask {
  /// The rectangle of the mask's visible area; nil for a mask by another layer.
  fileprivate var box: Rect? {
    switch kind {
    case .ellipse(let rect), .rectangle(let rect, _): rect
    case .path(let path): path.box
    case .layer: nil
    }
  }
}
