internal import Scenes

/// Plays a sound at another speed with its original pitch. The result consists of overlapping windows of the sound,
/// each chosen to continue the previous window best (WSOLA; Verhelst and Roelands, ICASSP 1993).
final class TimeStretcher {
  /// The number of samples in a window, half of which overlap with the next window, and the search range around the
  /// window's position.
  private static let window = 2_048
  private static let hop = window / 2
  private static let reach = 512
  /// The rising half of a Hann window.
  private static let rise: [Float] = (0..<hop).map { i in
    let sine = Portable.sineCosine(Double.pi / 2 * (Double(i) + 0.5) / Double(hop)).sine
    return Float(sine * sine)
  }

  private let speed: Double
  /// The number of the sample that is read next.
  private var next = -1
  /// The samples from `next` on, left and right alternating.
  private var ready: [Float] = []
  /// The second half of the last window, before it is weighted.
  private var tail: [Float] = []
  private var number = 0

  init(speed: Double) { self.speed = speed }

  /// Returns `count` samples from `start` on, left and right alternating; `source` reads a number of samples of the
  /// original sound from a position on.
  func read(
    from start: Int, _ count: Int,
    _ source: (_ begin: Int, _ count: Int) throws(MediaError) -> [Float]
  ) throws(MediaError) -> [Float] {
    if start != next {
      number = start / Self.hop
      ready = []
      tail = try source(place(of: number - 1) + Self.hop, Self.hop)
      try add(source)
      ready.removeFirst(2 * (start % Self.hop))
    }
    while ready.count < 2 * count { try add(source) }
    let samples = Array(ready[..<(2 * count)])
    ready.removeFirst(2 * count)
    next = start + count
    return samples
  }

  /// Returns the start of a window in the sound, for which the middle of the window plays at the right time.
  private func place(of number: Int) -> Int {
    Int(clamped: Double((number + 1) * Self.hop) * speed, rounded: .down) - Self.hop
  }

  /// Adds a window to the tail of the previous window.
  private func add(
    _ source: (_ begin: Int, _ count: Int) throws(MediaError) -> [Float]
  ) throws(MediaError) {
    let area = try source(place(of: number) - Self.reach, Self.window + 2 * Self.reach)
    let start = 2 * best(in: area)
    for i in 0..<Self.hop {
      let rising = Self.rise[i]
      for side in 2 * i...2 * i + 1 {
        ready.append(tail[side] * (1 - rising) + area[start + side] * rising)
      }
    }
    tail = Array(area[start + 2 * Self.hop..<start + 2 * Self.window])
    number += 1
  }

  /// Returns the position in an area at which the sound is most similar to the tail, searched first in steps of eight
  /// samples and then in steps of one.
  private func best(in area: [Float]) -> Int {
    let end = 2 * Self.reach
    let rough = most(like: area, stride(from: 0, through: end, by: 8))
    return most(like: area, stride(from: max(0, rough - 7), through: min(end, rough + 7), by: 1))
  }

  private func most(like area: [Float], _ places: StrideThrough<Int>) -> Int {
    // In silence all positions are equally good, so the window's own position is the default.
    var (found, highest) = (Self.reach, Float(-1e-6))
    for place in places {
      var (sum, power) = (Float(0), Float(1e-9))
      for i in stride(from: 0, to: 2 * Self.hop, by: 6) {
        let value = area[2 * place + i]
        sum += value * tail[i]
        power += value * value
      }
      let likeness = sum * sum.magnitude / power
      if likeness > highest { (found, highest) = (place, likeness) }
    }
    return found
  }
}
