internal import CMeasuring
package import Scenes

/// The picture of a layer in the form in which it is searched for in frames.
package struct LayerArt: Sendable {
  package let name: String
  package let width: Int
  package let height: Int
  private let luma: LumaPlane
  private let coverage: LumaPlane
  /// Whether the picture has no texture, so that its edge is searched for.
  let isFlat: Bool

  package init(_ name: String, _ bitmap: Bitmap) {
    self.name = name
    width = bitmap.width
    height = bitmap.height
    luma = LumaPlane(bitmap, bitmap.bounds)
    var alpha: [Float] = []
    alpha.reserveCapacity(width * height)
    for y in 0..<height { for x in 0..<width { alpha.append(Float(bitmap.alpha(x, y)) / 255) } }
    coverage = LumaPlane(width: width, height: height, values: alpha)
    let small = Points(
      texture: luma, coverage, width: min(96, width), height: min(96, height), most: 3000)
    isFlat = small.count < 60 || small.deviation < 3
  }

  /// Returns whether two pictures look the same, so that a search for one also finds the other.
  func isTwin(of other: LayerArt) -> Bool {
    let side = 16
    let (a, b) = (
      luma.resized(width: side, height: side), other.luma.resized(width: side, height: side)
    )
    let off = zip(a.values, b.values).reduce(Float(0)) { $0 + ($1.0 - $1.1).magnitude }
    let ratio = Double(width * other.height) / Double(height * other.width)
    return off < 6 * Float(side * side) && (0.9...1.11).contains(ratio)
  }

  /// The distance from the corners, along the diagonals, at which the picture becomes opaque, as a fraction of its
  /// shorter side; nil if this point is not near a corner.
  var cornerGap: Double? {
    let most = min(width, height) / 5
    let corners = [(0, 0, 1, 1), (width - 1, 0, -1, 1), (0, height - 1, 1, -1)]
    let gaps = corners.compactMap { x, y, dx, dy in
      (0..<max(1, most)).first { coverage.values[(y + $0 * dy) * width + x + $0 * dx] > 0.9 }
    }
    guard gaps.count == corners.count, let gap = gaps.max() else { return nil }
    return Double(gap) * 2.0.squareRoot() / Double(min(width, height))
  }

  /// Returns the luma at a position in fractions of the picture's extent, blurred by about a pixel of the picture.
  func luma(_ u: Double, _ v: Double) -> Double {
    let x = min(max(u * Double(width) - 0.5, 0), Double(width - 1))
    let y = min(max(v * Double(height) - 0.5, 0), Double(height - 1))
    let column = Int(clamped: x, rounded: .down, to: 0...max(0, width - 2))
    let row = Int(clamped: y, rounded: .down, to: 0...max(0, height - 2))
    let (a, b) = (x - Double(column), y - Double(row))
    func level(_ dx: Int, _ dy: Int) -> Double {
      Double(
        luma.values[min(height - 1, row + dy) * width + min(width - 1, column + dx)])
    }
    return (level(0, 0) * (1 - a) + level(1, 0) * a) * (1 - b)
      + (level(0, 1) * (1 - a) + level(1, 1) * a) * b
  }

  /// Returns points of the picture at a size in pixels.
  func points(width: Double, height: Double, most: Int = 3000) -> Points {
    let wide = Int(clamped: width, rounded: .toNearestOrAwayFromZero, to: 4...4096)
    let high = Int(clamped: height, rounded: .toNearestOrAwayFromZero, to: 4...4096)
    return isFlat
      ? Points(edge: coverage, width: wide, height: high, most: most)
      : Points(texture: luma, coverage, width: wide, height: high, most: most)
  }
}

/// Points of a picture: their positions in fractions of the picture's extent from its centre, and their levels.
struct Points {
  private(set) var u: [Float] = []
  private(set) var v: [Float] = []
  private(set) var value: [Float] = []
  var count: Int { u.count }

  /// Chooses points inside the picture, where the picture is opaque and no edge is near.
  init(texture luma: LumaPlane, _ coverage: LumaPlane, width: Int, height: Int, most: Int) {
    let levels = luma.resized(width: width, height: height).blurred
    let alpha = coverage.resized(width: width, height: height)
    let border = min(width, height) < 24 ? 2 : 3
    var inside: [(Int, Int)] = []
    for y in border..<max(border, height - border) {
      for x in border..<max(border, width - border) {
        let isOpaque = [(0, 0), (-border, 0), (border, 0), (0, -border), (0, border)].allSatisfy {
          alpha.values[(y + $0.1) * width + x + $0.0] > 0.98
        }
        if isOpaque { inside.append((x, y)) }
      }
    }
    for (x, y) in Self.spread(inside, most) {
      add(x, y, width, height, levels.values[y * width + x])
    }
  }

  /// Chooses points at the outline of the picture and around it.
  init(edge coverage: LumaPlane, width: Int, height: Int, most: Int) {
    let margin = max(4, min(width, height) / 5)
    let alpha = coverage.resized(width: width, height: height)
    let (wide, high) = (width + 2 * margin, height + 2 * margin)
    var padded = [Float](repeating: 0, count: wide * high)
    for y in 0..<height {
      for x in 0..<width {
        padded[(y + margin) * wide + x + margin] = 100 * alpha.values[y * width + x]
      }
    }
    let levels = LumaPlane(width: wide, height: high, values: padded).blurred
    var all: [(Int, Int)] = []
    for y in 0..<high { for x in 0..<wide { all.append((x, y)) } }
    for (x, y) in Self.spread(all, most) {
      add(x - margin, y - margin, width, height, levels.values[y * wide + x])
    }
  }

  private mutating func add(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ level: Float) {
    u.append((Float(x) + 0.5) / Float(width) - 0.5)
    v.append((Float(y) + 0.5) / Float(height) - 0.5)
    value.append(level)
  }

  /// Returns at most `most` of the points, evenly spread in a way that some of them share rows and columns.
  private static func spread(_ all: [(Int, Int)], _ most: Int) -> [(Int, Int)] {
    var step = 1
    while all.count / (step * step) > most { step += 1 }
    return step == 1 ? all : all.filter { $0.0 % step == 0 && $0.1 % step == 0 }
  }

  /// The standard deviation of the points' levels.
  var deviation: Double {
    guard count > 0 else { return 0 }
    let mean = value.reduce(0.0) { $0 + Double($1) } / Double(count)
    return
      (value.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(count))
      .squareRoot()
  }

  func lend<Result>(_ body: (measuring_points) -> Result) -> Result {
    // Safety: the three arrays have the same count, and exist while the body runs.
    unsafe u.withUnsafeBufferPointer { u in
      unsafe v.withUnsafeBufferPointer { v in
        unsafe value.withUnsafeBufferPointer { value in
          unsafe body(
            measuring_points(
              u: u.baseAddress!, v: v.baseAddress!, value: value.baseAddress!,
              count: Int32(u.count)))
        }
      }
    }
  }
}
