internal import Formats

/// The easing from one keyframe to the next: a cubic Bézier curve from (0, 0) to (1, 1), as in CSS.
struct Easing: Hashable, Sendable {
  private let timing: BezierTiming

  static let linear = Easing(x1: 0, y1: 0, x2: 1, y2: 1)

  init(x1: Double, y1: Double, x2: Double, y2: Double) {
    timing = BezierTiming(x1: x1, y1: y1, x2: x2, y2: y2)
  }

  /// Reads the easings, one for each axis or one for all axes; `leaving` is the keyframe's "o", and `arriving` is its "i".
  static func read(leaving: Value?, arriving: Value?) -> [Easing] {
    guard let leaving, let arriving, leaving.isObject, arriving.isObject else { return [linear] }
    let lists = [leaving["x"], leaving["y"], arriving["x"], arriving["y"]].map {
      $0?.numbers ?? []
    }
    guard lists.allSatisfy({ !$0.isEmpty }) else { return [linear] }
    let count = min(lists.map(\.count).max() ?? 1, 4)
    let all = (0..<count).map { axis in
      let of = lists.map { axis < $0.count ? $0[axis] : $0[0] }
      return Easing(
        x1: min(max(of[0], 0), 1), y1: of[1], x2: min(max(of[2], 0), 1), y2: of[3])
    }
    return Set(all).count == 1 ? [all[0]] : all
  }

  /// Returns the progress of the value at `time`, which is from 0 to 1.
  func progress(at time: Double) -> Double {
    timing.x1 == timing.y1 && timing.x2 == timing.y2
      ? min(max(time, 0), 1) : timing.progress(at: time)
  }
}
