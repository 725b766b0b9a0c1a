import Scenes

/// Selects the fraction of an animator that applies to each letter of a text.
struct TextSelector: Sendable {
  private let start: Property
  private let end: Property?
  private let offset: Property
  private let easeHigh: Property
  private let easeLow: Property
  private let smoothness: Property
  private let amount: Property
  private let shape: Int
  private let countsUnits: Bool
  /// The unit that the selector counts: letters, letters without spaces, words, or lines.
  let base: Int
  let isRandom: Bool

  init(_ value: Value?) {
    start = Property(value?["s"], or: [0])
    end = value?["e"].map { Property($0, or: [100]) }
    offset = Property(value?["o"], or: [0])
    easeHigh = Property(value?["xe"], or: [0])
    easeLow = Property(value?["ne"], or: [0])
    smoothness = Property(value?["sm"], or: [100])
    amount = Property(value?["a"], or: [100])
    shape = Int(clamped: value?.number("sh") ?? 1, rounded: .down, to: 0...100)
    countsUnits = value?.number("r") == 2
    base = Int(clamped: value?.number("b") ?? 1, rounded: .down, to: 0...100)
    isRandom = value?.isSet("rn") ?? false
  }

  /// Returns the number of each letter in the selector's units, and the total number of units.
  func numbers(_ letters: [TextDocument.Letter]) -> (of: [Int], count: Int) {
    var number = 0
    let all = letters.enumerated().map { index, letter in
      defer {
        let isLast = index == letters.count - 1
        let counts =
          switch base {
          case 1: !letter.isLineEnd
          case 2: !letter.isLineEnd && letter.character != " "
          case 3: letter.isLineEnd || letter.character == " " || isLast
          case 4: letter.isLineEnd || isLast
          default: false
          }
        if counts { number += 1 }
      }
      return number
    }
    return (all, number)
  }

  /// Returns a function from a letter's number to the letter's fraction.
  func share(count: Int, letters: Int, at time: Double) -> (Int) -> Double {
    let unit = countsUnits ? 1 : 100 / Double(max(1, count))
    let offset = offset.number(at: time) / unit
    let last =
      end.map { $0.number(at: time) / unit } ?? (countsUnits ? Double(letters) : 100 / unit)
    let a = start.number(at: time) / unit + offset
    let (from, to) = (min(a, last + offset), max(a, last + offset))
    let (low, high) = (easeLow.number(at: time) / 100, easeHigh.number(at: time) / 100)
    let easing = Easing(
      x1: max(0, low), y1: low > 0 ? 0 : -low, x2: high > 0 ? 1 - high : 1,
      y2: high > 0 ? 1 : 1 + high)
    let (smooth, amount) = (smoothness.number(at: time) / 100, amount.number(at: time) / 100)
    return { number in
      var share = easing.progress(at: Self.share(shape, Double(number), from, to))
      if smooth < 1 {
        let threshold = 0.5 - smooth / 2
        share = share < threshold ? 0 : min((share - threshold) / max(smooth, 1e-8), 1)
      }
      return share * amount
    }
  }

  private static func share(_ shape: Int, _ index: Double, _ from: Double, _ to: Double) -> Double {
    let length = to - from
    let ramp =
      length == 0
      ? (index >= to ? 1 : 0) : min(max(0.5 / length + (index - from) / length, 0), 1)
    let within = min(max(0, index + 0.5 - from), length)
    switch shape {
    case 2: return ramp
    case 3: return 1 - ramp
    case 4: return length == 0 ? 0 : ramp < 0.5 ? ramp * 2 : 1 - 2 * (ramp - 0.5)
    case 5:
      guard length > 0 else { return 0 }
      let x = (within - length / 2) / (length / 2)
      return max(0, 1 - x * x).squareRoot()
    case 6:
      guard length > 0 else { return 0 }
      return (1 + Portable.sineCosine(degrees: 180 + 360 * within / length).cosine) / 2
    default:
      guard index >= from.rounded(.down) else { return 0 }
      return index < from
        ? max(0, min(min(to, 1) - (from - index), 1)) : max(0, min(to - index, 1))
    }
  }
}
