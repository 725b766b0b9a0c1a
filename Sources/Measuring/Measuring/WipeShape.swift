internal import Scenes

/// The mean fractions along a line, which give the position of a wipe's front if the front's softness is known, even if
/// only a part of the front is in the picture.
struct WipeProfile {
  private let means: [Double]
  private let weights: [Double]
  private static let perCell = ShareHistogram.perCell

  /// Creates a profile; `measure` must not return a negative number.
  init(_ map: ShareMap, _ measure: (ShareMap.Cell) -> Double) {
    let histogram = ShareHistogram(map, measure)
    weights = histogram.weights
    means = zip(histogram.sums, weights).map { $1 > 0 ? $0 / $1 : 0 }
  }

  /// Returns the position in cells of the middle of the front, and the squared residual.
  func front(_ shape: WipeShape, length: Double) -> (place: Double, cost: Double) {
    func cost(_ place: Double) -> Double {
      var sum = 0.0
      for bin in means.indices where weights[bin] > 0 {
        let off = means[bin] - shape.share(at: Double(bin) / Self.perCell, place)
        sum += weights[bin] * off * off
      }
      return sum
    }
    let (low, high) = (-0.5 - shape.width / 2, length - 0.5 + shape.width / 2)
    let count = 40
    let all = (0...count).map { low + (high - low) * Double($0) / Double(count) }
    var place = all.min { cost($0) < cost($1) }!
    var step = (high - low) / Double(2 * count)
    while step > 0.005 {
      place = [place - step, place, place + step].min { cost($0) < cost($1) }!
      step /= 2
    }
    return (place, cost(place))
  }
}

/// The shape of a wipe's front, across which the second screen's fraction falls.
struct WipeShape {
  /// The width of the edge in cells.
  var width: Double
  /// Whether the edge is a smooth step, as in the animator `wipe`; otherwise it is linear, as in gradients.
  var isSmooth: Bool

  /// The width of a smooth step relative to a linear step with the same softness.
  private static let smoothPart = 0.7714

  func share(at x: Double, _ front: Double) -> Double {
    let t = min(1, max(0, (front - x) / width + 0.5))
    return isSmooth ? t * t * (3 - 2 * t) : t
  }

  /// Returns the shape of about a given width that best explains the profiles.
  static func find(_ profiles: [WipeProfile], about width: Double, length: Double) -> WipeShape {
    guard width > 1 else { return WipeShape(width: 1, isSmooth: false) }
    func cost(_ shape: WipeShape) -> Double {
      profiles.reduce(0) { $0 + $1.front(shape, length: length).cost }
    }
    let shapes = [false, true].map { isSmooth -> (shape: WipeShape, cost: Double) in
      let middle = isSmooth ? width / smoothPart : width
      var best = WipeShape(width: middle, isSmooth: isSmooth)
      var least = cost(best)
      var step = 0.16
      while step > 0.015 {
        for factor in [1 - step, 1 + step] {
          let next = WipeShape(width: best.width * factor, isSmooth: isSmooth)
          let found = cost(next)
          if found < least { (best, least) = (next, found) }
        }
        step /= 2
      }
      return (best, least)
    }
    return shapes.min { $0.cost < $1.cost }!.shape
  }
}
