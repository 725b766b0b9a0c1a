internal import CMeasuring
internal import Scenes

/// Searches a whole frame for a layer of any size.
struct LayerSearch {
  let aligner: LayerAligner
  /// The positions of other layers with the same picture in the frame.
  var taken: [Pose] = []
  /// The minimum correlation of a layer's texture with the frame.
  static let leastCorrelation = 0.72
  /// The length of the reduced frame's longer side in the first search.
  private static let coarseSide = 144

  private struct Candidate {
    var pose: Pose
    var score: Double
  }

  /// Returns the position of the layer; nil if the layer is not visible. `sizes` are the widths to try, in pixels.
  func find(in frame: Bitmap, widths: ClosedRange<Double>? = nil) -> Alignment? {
    let art = aligner.art
    return find(in: frame, widths: widths, Double(art.height) / Double(art.width), angle: 0)
  }

  /// Returns the position of the layer near the size and angle of another frame's pose.
  func find(in frame: Bitmap, like pose: Pose) -> Alignment? {
    find(
      in: frame, widths: pose.width * 0.8...pose.width * 1.25, pose.height / pose.width,
      angle: pose.angle)
  }

  private func find(
    in frame: Bitmap, widths: ClosedRange<Double>?, _ aspect: Double, angle: Double
  ) -> Alignment? {
    let (plane, scale) = Self.coarse(frame)
    var candidates: [Candidate] = []
    let range = widths ?? max(12, Double(frame.width) * 0.05)...Double(frame.width) * 1.02
    var width = range.lowerBound
    while width <= range.upperBound * 1.0001 {
      candidates += places(of: Size(width, width * aspect), in: plane, scale)
      width *= widths == nil ? 1.12 : 1.05
    }
    // The picture's own size is tried first, because most pictures have the scale of the recording. Lines of text are
    // not found at a size that is wrong by a few percent, and small sizes have a high correlation anywhere.
    let own = Double(aligner.art.width)
    let likely = [1, 0.5, 2].map { own * $0 }.filter(range.contains).flatMap {
      places(of: Size($0, $0 * aspect), in: plane, scale)
    }
    func ranked(_ some: [Candidate], _ most: Int) -> ArraySlice<Candidate> {
      some.filter { !isTaken($0.pose) }
        .sorted { ($0.score, $1.pose.x) > ($1.score, $0.pose.x) }.prefix(most)
    }
    var best: Alignment?
    for candidate in ranked(likely, 4) + ranked(candidates, 24) {
      var pose = candidate.pose
      pose.angle = angle
      guard
        let found = aligner.align(
          pose, in: frame, freedom: [.position, .size], coarsest: 3),
        found.fit.gain > 0.05, Self.isPlausible(found.pose, aspect), !isTaken(found.pose)
      else { continue }
      if found.fit.correlation > (best?.fit.correlation ?? Self.leastCorrelation) { best = found }
      if found.fit.correlation > 0.985 { break }
    }
    return best
  }

  /// Returns whether another layer has the same position.
  private func isTaken(_ pose: Pose) -> Bool {
    taken.contains {
      (pose.x - $0.x).magnitude < 0.3 * $0.width && (pose.y - $0.y).magnitude < 0.3 * $0.height
        && (0.7...1.43).contains(pose.width / $0.width)
    }
  }

  /// Returns whether the aspect ratio of a pose is plausible; a distorted pose is a wrong match.
  private static func isPlausible(_ pose: Pose, _ aspect: Double) -> Bool {
    pose.width > 6 && pose.height > 6 && (0.6...1.67).contains(pose.height / pose.width / aspect)
  }

  private func places(of size: Size, in plane: LumaPlane, _ scale: Double) -> [Candidate] {
    let (wide, high) = (size.width / scale, size.height / scale)
    guard min(wide, high) >= 5, wide <= Double(plane.width) + 1, high <= Double(plane.height) + 1
    else { return [] }
    let points = aligner.art.points(width: wide, height: high, most: 260)
    guard points.count >= 16 else { return [] }
    var found = [measuring_place](repeating: measuring_place(), count: 6)
    // Safety: the kernel reads both arrays during the calls, and writes at most six positions.
    let count = unsafe plane.lend { plane in
      unsafe points.lend { points in
        unsafe measuring_search(plane, points, wide, high, max(2, wide / 6), &found, 6)
      }
    }
    return found.prefix(Int(max(0, count))).map {
      Candidate(
        pose: Pose(
          x: $0.x * scale, y: $0.y * scale, width: size.width, height: size.height),
        score: Double($0.score))
    }
  }

  /// Returns the reduced frame, and the number of the frame's pixels for each reduced pixel.
  static func coarse(_ frame: Bitmap) -> (plane: LumaPlane, scale: Double) {
    let whole = LumaPlane(frame, frame.bounds)
    let scale = max(1, Double(max(frame.width, frame.height)) / Double(coarseSide))
    let width = Int(clamped: Double(frame.width) / scale, rounded: .down, to: 1...frame.width)
    let height = Int(clamped: Double(frame.height) / scale, rounded: .down, to: 1...frame.height)
    return (
      whole.resized(width: width, height: height).blurred, Double(frame.width) / Double(width)
    )
  }
}
