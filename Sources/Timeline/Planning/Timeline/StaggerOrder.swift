import Documents
import JSON
import Scenes

/// The order in which the targets of a stagger start, by the distance of each target from the starting point.
struct StaggerOrder {
  /// The rank of each stagger target: its delay in units of the interval; in a grid, ranks may be fractions.
  let ranks: [Double]

  init(_ stagger: StaggerStep, count: Int, seed: UInt64) {
    guard count > 0 else {
      ranks = []
      return
    }
    if stagger.from == .random {
      ranks = Self.shuffled(count, seed: seed).map(Double.init)
      return
    }
    let columns = stagger.grid?.columns ?? count
    let rows = stagger.grid?.rows ?? 1
    let places = (0..<count).map { Point(Double($0 % columns), Double($0 / columns)) }
    let last = Point(Double(columns - 1), Double(rows - 1))
    func distance(_ a: Point, _ b: Point) -> Double {
      let (dx, dy) = (abs(a.x - b.x), abs(a.y - b.y))
      switch stagger.axis {
      case .x: return dx
      case .y: return dy
      case nil: return (dx * dx + dy * dy).squareRoot()
      }
    }
    let found: [Double]
    switch stagger.from {
    case .start: found = places.map { distance($0, .zero) }
    case .end: found = places.map { distance($0, last) }
    case .center: found = places.map { distance($0, Point(last.x / 2, last.y / 2)) }
    case .edges:
      found = places.map { place in
        let x = min(place.x, last.x - place.x)
        let y = min(place.y, last.y - place.y)
        if stagger.grid == nil || stagger.axis == .x { return x }
        return stagger.axis == .y ? y : min(x, y)
      }
    case .index(let index): found = places.map { distance($0, places[min(index, count - 1)]) }
    case .random: found = []
    }
    // The nearest target starts without a delay.
    let least = found.min() ?? 0
    ranks = found.map { $0 - least }
  }

  /// A random permutation that depends only on the seed (Fisher and Yates).
  private static func shuffled(_ count: Int, seed: UInt64) -> [Int] {
    var random = SeededRandom(seed)
    // The first number of the random generator is discarded.
    _ = random.next()
    var order = Array(0..<count)
    for i in stride(from: count - 1, to: 0, by: -1) { order.swapAt(i, random.below(i + 1)) }
    return order
  }
}

extension Schedule {
  /// Computes the start delays of a stagger's targets.
  func delays(
    of stagger: StaggerStep, count: Int, seed: UInt64, at origin: Origin,
    _ problems: inout Problems
  ) -> [FrameTime] {
    let ranks = StaggerOrder(stagger, count: count, seed: seed).ranks
    switch stagger.amount {
    case .each(let spec):
      guard let each = length(spec, at: origin, &problems) else { return [] }
      return ranks.map { FrameTime(seconds: $0 * each.seconds) }
    case .total(let spec):
      guard let total = length(spec, at: origin, &problems) else { return [] }
      let last = ranks.max() ?? 0
      return ranks.map { FrameTime(seconds: last > 0 ? $0 / last * total.seconds : 0) }
    }
  }
}
