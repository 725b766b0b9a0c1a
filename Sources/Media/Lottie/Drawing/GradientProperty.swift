import Scenes

/// The paint of a gradient fill or stroke, which may change between keyframes.
struct GradientProperty: Sendable {
  private let isRadial: Bool
  private let start: Property
  private let end: Property
  private let highlight: Property
  private let highlightAngle: Property
  private let count: Int
  private let numbers: Property

  init(_ value: Value) {
    isRadial = value.number("t") == 2
    start = Property(value["s"], or: [0, 0])
    end = Property(value["e"], or: [0, 0])
    highlight = Property(value["h"], or: [0])
    highlightAngle = Property(value["a"], or: [0])
    let colors = value["g"]
    numbers = Property(colors?["k"], or: [])
    count = Int(clamped: colors?.number("p") ?? 0, rounded: .down, to: 0...1000)
  }

  func gradient(at time: Double) -> Paint.Gradient {
    let (start, end) = (start.value(at: time), end.value(at: time))
    let stops = Self.stops(numbers.value(at: time), count: count)
    guard isRadial else {
      return Paint.Gradient(
        isRadial: false, places: [start[0], start[1], end[0], end[1]], stops: stops)
    }
    let (dx, dy) = (end[0] - start[0], end[1] - start[1])
    let radius = (dx * dx + dy * dy).squareRoot()
    let share = min(max(highlight.number(at: time) / 100, -0.99), 0.99)
    let angle = Portable.angle(dx, dy) * (180 / Portable.pi) + highlightAngle.number(at: time)
    let (sine, cosine) = Portable.sineCosine(degrees: angle)
    return Paint.Gradient(
      isRadial: true,
      places: [
        start[0] + cosine * radius * share, start[1] + sine * radius * share, 0, start[0], start[1],
        radius,
      ], stops: stops)
  }

  /// Merges the separate stops of colours and alphas: each of these stops becomes a stop with both.
  private static func stops(_ numbers: [Double], count: Int) -> [Paint.Gradient.Stop] {
    guard count > 0, numbers.count >= 4 * count else { return [] }
    typealias Known = (offset: Double, color: [Double])
    let colors = (0..<count).map { (index: Int) -> Known in
      let place = 4 * index
      return (numbers[place], [numbers[place + 1], numbers[place + 2], numbers[place + 3]])
    }
    let alphas = stride(from: 4 * count, to: numbers.count - 1, by: 2).map {
      (place: Int) -> Known in (numbers[place], [numbers[place + 1]])
    }
    func value(_ stops: [Known], at offset: Double) -> [Double] {
      guard let after = stops.firstIndex(where: { $0.offset >= offset }) else {
        return stops.last!.color
      }
      if after == 0 || stops[after].offset == offset { return stops[after].color }
      let (a, b) = (stops[after - 1], stops[after])
      let part = b.offset > a.offset ? (offset - a.offset) / (b.offset - a.offset) : 1
      return zip(a.color, b.color).map { $0 + ($1 - $0) * part }
    }
    func stop(_ offset: Double, _ color: [Double], _ alpha: Double) -> Paint.Gradient.Stop {
      .init(
        offset: offset,
        color: .init(red: color[0], green: color[1], blue: color[2], alpha: alpha))
    }
    if alphas.isEmpty { return colors.map { stop($0.offset, $0.color, 1) } }
    var all: [Paint.Gradient.Stop] = colors.map {
      stop($0.offset, $0.color, value(alphas, at: $0.offset)[0])
    }
    for alpha in alphas where !colors.contains(where: { $0.offset == alpha.offset }) {
      all.append(stop(alpha.offset, value(colors, at: alpha.offset), alpha.color[0]))
    }
    let order = all.indices.sorted { (all[$0].offset, $0) < (all[$1].offset, $1) }
    return order.map { all[$0] }
  }
}
