internal import Formats
import Scenes

/// The transform of an element: anchor, position, scale, rotation and skew.
struct Transform: Sendable {
  private let anchor: Property
  private let position: Property
  /// The position as a separate property for each axis, which replaces `position`.
  private let split: (x: Property, y: Property)?
  private let scale: Property
  private let rotation: Property
  private let skew: Property
  private let skewAxis: Property
  private let depth: (x: Property, y: Property, orientation: Property)?
  /// The opacity of the element in percent.
  let opacity: Property
  /// Whether the element is rotated along its path.
  private let isOriented: Bool

  init(_ value: Value?, isOriented: Bool = false) {
    anchor = Property(value?["a"], or: [0, 0])
    let place = value?["p"]
    if let place, place.isSet("s") || place["x"]?.isObject == true {
      split = (Property(place["x"], or: [0]), Property(place["y"], or: [0]))
      position = Property([0, 0])
    } else {
      split = nil
      position = Property(place, or: [0, 0])
    }
    scale = Property(value?["s"], or: [100, 100])
    rotation = Property(value?["r"] ?? value?["rz"], or: [0])
    skew = Property(value?["sk"], or: [0])
    skewAxis = Property(value?["sa"], or: [0])
    opacity = Property(value?["o"], or: [100])
    self.isOriented = isOriented
    if value?["r"] == nil, value?["rx"] != nil || value?["ry"] != nil || value?["or"] != nil {
      depth = (
        Property(value?["rx"], or: [0]), Property(value?["ry"], or: [0]),
        Property(value?["or"], or: [0, 0, 0])
      )
    } else {
      depth = nil
    }
  }

  /// Whether the element is rotated out of the plane.
  var hasDepth: Bool {
    guard let depth else { return false }
    return depth.x.takes { $0 != 0 } || depth.y.takes { $0 != 0 }
      || depth.orientation.takes { $0 != 0 }
  }

  func place(at time: Double) -> (x: Double, y: Double) {
    if let split { return (split.x.number(at: time), split.y.number(at: time)) }
    let place = position.value(at: time)
    return (place[0], place[1])
  }

  func matrix(at time: Double) -> Matrix {
    let (anchor, scale) = (anchor.value(at: time), scale.value(at: time))
    var matrix = Matrix(e: -anchor[0], f: -anchor[1])
      .scaled(scale[0] / 100, scale[1] / 100)
      .skewed(degrees: skew.number(at: time), axis: skewAxis.number(at: time))
    if let depth {
      let orientation = depth.orientation.value(at: time)
      matrix = matrix.then(
        Self.flattened(
          z: rotation.number(at: time), y: depth.y.number(at: time), x: depth.x.number(at: time),
          orientation + [0, 0, 0]))
    } else {
      matrix = matrix.turned(degrees: rotation.number(at: time))
    }
    let place = place(at: time)
    if isOriented {
      // The direction of movement is computed from hundredths of a frame around the time.
      let (before, after) = (self.place(at: time - 0.01), self.place(at: time + 0.01))
      let (dx, dy) = (after.x - before.x, after.y - before.y)
      if dx != 0 || dy != 0 {
        matrix = matrix.turned(degrees: Portable.angle(dx, dy) * (180 / Portable.pi))
      }
    }
    return matrix.moved(place.x, place.y)
  }

  /// Rotates in space and projects orthogonally, like a player without cameras.
  private static func flattened(
    z: Double, y: Double, x: Double, _ orientation: [Double]
  ) -> Matrix {
    var rows: [[Double]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    func turn(_ degrees: Double, _ first: Int, _ second: Int) {
      let (sine, cosine) = Portable.sineCosine(degrees: degrees)
      for row in 0..<3 {
        let (p, q) = (rows[row][first], rows[row][second])
        rows[row][first] = p * cosine - q * sine
        rows[row][second] = p * sine + q * cosine
      }
    }
    for (z, y, x) in [(z, y, x), (orientation[2], orientation[1], orientation[0])] {
      turn(z, 0, 1)
      turn(y, 0, 2)
      turn(-x, 1, 2)
    }
    return Matrix(a: rows[0][0], b: rows[0][1], c: rows[1][0], d: rows[1][1])
  }
}
