internal import CMeasuring
internal import Scenes

/// The position at which a layer was found in one frame.
struct Alignment {
  var pose: Pose
  var fit: measuring_fit

  /// Returns the uncertainty of an unknown in pixels, estimated from the layer's own noise.
  func deviation(_ index: Int) -> Double {
    let variance =
      switch index {
      case 0: fit.variance.0
      case 1: fit.variance.1
      case 2: fit.variance.2
      case 3: fit.variance.3
      case 4: fit.variance.4
      default: fit.variance.5
      }
    return max(0, variance).squareRoot()
  }
}

/// Aligns one layer with frames, from coarse to fine.
final class LayerAligner {
  let art: LayerArt
  /// The layer's points at the sizes that were needed, by level and by size on a scale of 5 %.
  private var known: [SizeKey: Points] = [:]
  private struct SizeKey: Hashable {
    var width: Int
    var height: Int
  }

  init(_ art: LayerArt) { self.art = art }

  /// The parameters of the pose that may change on the finest level.
  struct DegreesOfFreedom: OptionSet {
    let rawValue: Int32
    static let position = DegreesOfFreedom(rawValue: Int32(MEASURING_POSITION))
    static let size = DegreesOfFreedom(rawValue: Int32(MEASURING_SIZE))
    static let angle = DegreesOfFreedom(rawValue: Int32(MEASURING_ANGLE))
    static let all: DegreesOfFreedom = [.position, .size, .angle]
  }

  /// Returns the pose near a first guess; nil if too little of the layer would be in the frame. `plate` is the
  /// background outside the layer.
  func align(
    _ guess: Pose, in frame: Bitmap, plate: Bitmap? = nil, freedom: DegreesOfFreedom = .all,
    coarsest: Int = 2
  ) -> Alignment? {
    let radius = (guess.width * guess.width + guess.height * guess.height).squareRoot() / 2
    let reach = radius * 1.15 + Double(12 << coarsest)
    let left = Int(clamped: guess.x - reach, rounded: .down, to: 0...frame.width)
    let top = Int(clamped: guess.y - reach, rounded: .down, to: 0...frame.height)
    let right = Int(clamped: guess.x + reach, rounded: .up, to: 0...frame.width)
    let bottom = Int(clamped: guess.y + reach, rounded: .up, to: 0...frame.height)
    let part = PixelRect(left, top, right - left, bottom - top)
    guard part.width >= 8, part.height >= 8 else { return nil }
    let origin = Point(Double(left), Double(top))
    var planes = [LumaPlane(frame, part).blurred]
    for _ in 0..<coarsest {
      let last = planes.last!
      guard min(last.width, last.height) >= 16 else { break }
      planes.append(last.halved.blurred)
    }
    var plates = plate.map { [LumaPlane($0, part).blurred] } ?? []
    while !plates.isEmpty, plates.count < planes.count {
      plates.append(plates.last!.halved.blurred)
    }
    var pose = guess
    var found: Alignment?
    for level in planes.indices.reversed() {
      let scale = Double(1 << level)
      guard level == 0 || min(pose.width, pose.height) / scale >= 14 else { continue }
      let moves: DegreesOfFreedom =
        level == 0
        ? freedom
        : freedom.intersection(level == planes.count - 1 ? .position : [.position, .size])
      guard
        let fine = align(
          pose.on(origin, scale: scale), in: planes[level],
          plates.isEmpty ? nil : plates[level], moves, level == 0 ? 24 : 10)
      else {
        if level == 0 { return nil }
        continue
      }
      pose = fine.pose.from(origin, scale: scale)
      found = Alignment(pose: pose, fit: fine.fit)
    }
    return found
  }

  private func align(
    _ guess: Pose, in plane: LumaPlane, _ plate: LumaPlane?, _ freedom: DegreesOfFreedom,
    _ iterations: Int32
  ) -> Alignment? {
    var pose = guess.kernel
    var fit = measuring_fit()
    let points = points(guess)
    // Safety: the kernel reads both arrays during the calls.
    let status = unsafe plane.lend { plane in
      unsafe points.lend { points in
        // Safety: the plate has the plane's size.
        guard let plate else {
          return unsafe measuring_align(
            plane, nil, points, freedom.rawValue, iterations, &pose, &fit)
        }
        return unsafe plate.lend { plate in
          unsafe measuring_align(
            plane, plate.values, points, freedom.rawValue, iterations, &pose, &fit)
        }
      }
    }
    return status == 0 ? Alignment(pose: Pose(pose), fit: fit) : nil
  }

  /// Returns the layer's points at about the size of a pose.
  private func points(_ pose: Pose) -> Points {
    func step(_ length: Double) -> Int {
      Int(
        clamped: Portable.log(max(4, length)) / 0.04879, rounded: .toNearestOrAwayFromZero)
    }
    let key = SizeKey(width: step(pose.width), height: step(pose.height))
    if let points = known[key] { return points }
    let points = art.points(
      width: Portable.exp(Double(key.width) * 0.04879),
      height: Portable.exp(Double(key.height) * 0.04879))
    if known.count > 64 { known.removeAll() }
    known[key] = points
    return points
  }
}
