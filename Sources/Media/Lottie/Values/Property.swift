/// A property of a Lottie file: constant numbers, or numbers with keyframes.
struct Property: Sendable {
  struct Key: Sendable {
    let time: Double
    let start: [Double]
    /// The value at the end of the keyframe; nil if the start value of the next keyframe applies.
    let end: [Double]?
    let holds: Bool
    /// The easings of the keyframe: one for all axes, or one for each axis.
    let easings: [Easing]
    let curve: MotionCurve?
  }

  let keys: [Key]
  /// The value of a property without keyframes.
  let still: [Double]

  private let loop: Loop?

  init(_ still: [Double]) { self.init(still: still, keys: [], loop: nil) }

  private init(still: [Double], keys: [Key], loop: Loop?) {
    self.still = still
    self.keys = keys
    self.loop = loop
  }

  /// Reads a property from its object; `fallback` replaces a missing property and missing axes.
  init(_ value: Value?, or fallback: [Double]) {
    guard let value, let inner = value.isObject ? value["k"] : value else {
      self.init(fallback)
      return
    }
    if let numbers = inner.numbers, !numbers.isEmpty {
      self.init(numbers + fallback.dropFirst(numbers.count))
      return
    }
    let all = (inner.list ?? []).filter(\.isObject)
    let values = all.map { $0["s"]?.numbers }
    var keys: [Key] = []
    for (index, key) in all.enumerated() {
      guard let time = key.number("t"), time.isFinite else { continue }
      let next = index + 1 < all.count ? values[index + 1] : nil
      let end = next ?? key["e"]?.numbers
      guard let start = values[index] ?? keys.last.flatMap({ $0.end ?? $0.start }) else { continue }
      var curve: MotionCurve?
      if let end, let leaving = key["to"]?.numbers, let arriving = key["ti"]?.numbers,
        !(leaving + arriving).allSatisfy({ $0 == 0 }), start.count >= 2, end.count >= 2,
        // If the next keyframe has no value, as the last one in old files, lottie-web straightens only properties with
        // two numbers.
        next == nil && start.count > 2
          || !MotionCurve.isStraight(from: start, to: end, leaving: leaving, arriving: arriving)
      {
        curve = MotionCurve(from: start, to: end, leaving: leaving, arriving: arriving)
      }
      keys.append(
        Key(
          time: time, start: start, end: end, holds: key.isSet("h"),
          easings: Easing.read(leaving: key["o"], arriving: key["i"]), curve: curve))
    }
    guard let first = keys.first else {
      self.init(fallback)
      return
    }
    self.init(
      still: first.start + fallback.dropFirst(first.start.count), keys: keys.count > 1 ? keys : [],
      loop: value["x"]?.string.flatMap(Loop.init))
  }

  var isStill: Bool { keys.isEmpty }

  /// The largest value of the first axis at any keyframe.
  var largest: Double {
    keys.reduce(still.first ?? 0) { max($0, max($1.start.first ?? 0, $1.end?.first ?? 0)) }
  }

  /// Returns whether a number at any keyframe passes a test.
  func takes(_ passes: (Double) -> Bool) -> Bool {
    isStill
      ? still.contains(where: passes)
      : keys.contains {
        $0.start.contains(where: passes) || $0.end?.contains(where: passes) ?? false
      }
  }

  func number(at time: Double) -> Double { isStill ? still[0] : value(at: time)[0] }

  func value(at time: Double) -> [Double] {
    guard !isStill else { return still }
    guard let loop, let place = loop.place(time, keys.map(\.time)) else { return keyed(time) }
    let value = keyed(place.time)
    switch loop.kind {
    case .cycle, .pingpong: return value
    case .offset:
      return zip(value, zip(keyed(place.first), keyed(place.last))).map {
        $0 + ($1.1 - $1.0) * place.repeats
      }
    case .continue:
      // The velocity is measured at the first or last keyframe.
      let (edge, inner) = loop.isAfter ? (place.last, -0.01) : (place.first, 0.01)
      return zip(keyed(edge), keyed(edge + inner)).map { $0 + ($1 - $0) / inner * (time - edge) }
    }
  }

  private func keyed(_ time: Double) -> [Double] {
    let found = KeySearch.index(time, count: keys.count) { keys[$0].time }
    let key = keys[found]
    let value = between(key, found + 1 < keys.count ? keys[found + 1] : nil, at: time)
    return value.count < still.count ? value + still.dropFirst(value.count) : value
  }

  private func between(_ key: Key, _ next: Key?, at time: Double) -> [Double] {
    guard let next else {
      // After the last keyframe, the end value of the previous keyframe applies.
      let before = keys[keys.count - 2]
      return before.holds ? key.start : before.end ?? key.start
    }
    if time <= key.time || key.holds { return key.start }
    let end = key.end ?? next.start
    let part = (time - key.time) / (next.time - key.time)
    let progress = key.easings[0].progress(at: part)
    if let curve = key.curve { return curve.point(at: progress) }
    return zip(key.start, end).enumerated().map { axis, ends in
      let own =
        axis == 0 || key.easings.count == 1
        ? progress : key.easings[min(axis, key.easings.count - 1)].progress(at: part)
      return ends.0 + (ends.1 - ends.0) * own
    }
  }
}

enum KeySearch {
  /// Returns the index of the last of `count` keyframes that has started; 0 before the first keyframe.
  static func index(_ time: Double, count: Int, _ timeOf: (Int) -> Double) -> Int {
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if timeOf(middle) <= time { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
