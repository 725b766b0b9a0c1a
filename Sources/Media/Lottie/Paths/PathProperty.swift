/// A path of a Lottie file, which may change between keyframes.
struct PathProperty: Sendable {
  private struct Key: Sendable {
    let time: Double
    let start: Outline
    let end: Outline?
    let holds: Bool
    let easing: Easing
  }

  private let loop: Loop?
  private let still: Outline
  private let keys: [Key]
  /// The maximum number of points that the path has at any keyframe.
  let mostPoints: Int

  init(_ value: Value?) {
    let inner = value?["k"] ?? value
    loop = value?["x"]?.string.flatMap(Loop.init)
    if let inner, let one = Self.outline(inner) {
      still = one
      keys = []
      mostPoints = one.vertices.count
      return
    }
    let all = (inner?.list ?? []).filter(\.isObject)
    let starts = all.map { $0["s"].flatMap(Self.first) }
    var keys: [Key] = []
    for (index, key) in all.enumerated() {
      guard let time = key.number("t"), time.isFinite else { continue }
      let next = index + 1 < all.count ? starts[index + 1] : nil
      let end = next ?? key["e"].flatMap(Self.first)
      guard let start = starts[index] ?? keys.last.flatMap({ $0.end ?? $0.start }) else { continue }
      keys.append(
        Key(
          time: time, start: start, end: end, holds: key.isSet("h"),
          easing: Easing.read(leaving: key["o"], arriving: key["i"])[0]))
    }
    still = keys.first?.start ?? Outline(isClosed: false)
    self.keys = keys.count > 1 ? keys : []
    mostPoints = keys.reduce(still.vertices.count) {
      max($0, $1.start.vertices.count, $1.end?.vertices.count ?? 0)
    }
  }

  /// Whether the path consists only of horizontal and vertical lines at all times.
  var isUpright: Bool {
    still.isUpright && keys.allSatisfy { $0.start.isUpright && $0.end?.isUpright ?? true }
  }

  private static func first(_ value: Value) -> Outline? {
    outline(value) ?? value.list?.first.flatMap(outline)
  }

  private static func outline(_ value: Value) -> Outline? {
    guard let points = value["v"]?.list else { return nil }
    func offsets(_ key: String) -> [Value] { value.elements(key) }
    let (arriving, leaving) = (offsets("i"), offsets("o"))
    func point(_ value: Value?) -> Outline.Point? {
      guard let numbers = value?.numbers, numbers.count >= 2 else { return nil }
      return Outline.Point(numbers[0], numbers[1])
    }
    let vertices = points.enumerated().compactMap { index, place -> Outline.Vertex? in
      guard let place = point(place) else { return nil }
      let (a, b) = (
        index < arriving.count ? point(arriving[index]) : nil,
        index < leaving.count ? point(leaving[index]) : nil
      )
      return Outline.Vertex(
        place, arriving: a.map { place + $0 } ?? place, leaving: b.map { place + $0 } ?? place)
    }
    return Outline(vertices, isClosed: value.isSet("c"))
  }

  func outline(at time: Double) -> Outline {
    guard !keys.isEmpty else { return still }
    let time = loop?.place(time, keys.map(\.time))?.time ?? time
    let found = KeySearch.index(time, count: keys.count) { keys[$0].time }
    let key = keys[found]
    guard found + 1 < keys.count else {
      let before = keys[found - 1]
      return before.holds ? key.start : before.end ?? key.start
    }
    if time <= key.time || key.holds { return key.start }
    let next = keys[found + 1]
    let progress = key.easing.progress(at: (time - key.time) / (next.time - key.time))
    return key.start.mixed(with: key.end ?? next.start, progress)
  }
}
