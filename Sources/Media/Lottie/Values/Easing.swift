/// How a value goes from one key to the next: a cubic Bézier from (0, 0) to (1, 1), as CSS has it.
struct Easing: Hashable, Sendable {
  let x1: Double
  let y1: Double
  let x2: Double
  let y2: Double

  static let linear = Easing(x1: 0, y1: 0, x2: 1, y2: 1)

  /// One for each axis, or one for all; `leaving` stands at the key, as "o", `arriving` as "i".
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

  /// The progress of the value when `time`, from 0 to 1, has passed.
  func progress(at time: Double) -> Double {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    if x1 == y1, x2 == y2 { return time }
    // x(t) rises, so halving finds t; Newton's steps make it exact.
    func x(_ t: Double) -> Double {
      let u = 1 - t
      return 3 * u * u * t * x1 + 3 * u * t * t * x2 + t * t * t
    }
    var (low, high) = (0.0, 1.0)
    var t = time
    for _ in 0..<60 {
      let error = x(t) - time
      if abs(error) < 1e-12 { break }
      if error > 0 { high = t } else { low = t }
      let u = 1 - t
      let slope = 3 * u * u * x1 + 6 * u * t * (x2 - x1) + 3 * t * t * (1 - x2)
      let next = slope > 1e-9 ? t - error / slope : .nan
      t = next > low && next < high ? next : (low + high) / 2
    }
    let u = 1 - t
    return 3 * u * u * t * y1 + 3 * u * t * t * y2 + t * t * t
  }
}
