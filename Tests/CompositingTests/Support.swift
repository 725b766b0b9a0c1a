import Compositing
import Scenes

/// A random number generator for test scenes, which creates the same scenes in every run.
struct Dice: RandomNumberGenerator {
  private var random: SeededRandom
  init(seed: Int) { random = SeededRandom(UInt64(bitPattern: Int64(seed))) }
  mutating func next() -> UInt64 { random.next() }
  mutating func real(_ low: Double, _ high: Double) -> Double {
    Double.random(in: low...high, using: &self)
  }
  mutating func whole(_ low: Int, _ high: Int) -> Int { Int.random(in: low...high, using: &self) }
  /// Returns true with a probability of 1 in `n`.
  mutating func oneIn(_ n: Int) -> Bool { whole(1, n) == 1 }
  mutating func pick<T>(_ items: [T]) -> T { items[whole(0, items.count - 1)] }
}

extension Bitmap {
  /// Returns the four bytes of a pixel.
  func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    precondition(x >= 0 && y >= 0 && x < width && y < height)
    let p = unsafe pixels + y * strideBytes + x * 4
    return unsafe [p[0], p[1], p[2], p[3]]
  }

  func set(_ x: Int, _ y: Int, _ value: [UInt8]) {
    precondition(x >= 0 && y >= 0 && x < width && y < height && value.count == 4)
    for c in 0..<4 { unsafe pixels[y * strideBytes + x * 4 + c] = value[c] }
  }

  func hasSamePixels(as other: Bitmap) -> Bool {
    guard width == other.width, height == other.height else { return false }
    for y in 0..<height {
      for i in 0..<width * 4
      where unsafe pixels[y * strideBytes + i] != other.pixels[y * other.strideBytes + i] {
        return false
      }
    }
    return true
  }

  /// Describes the first pixel that differs, and the number of pixels that differ.
  func difference(from other: Bitmap) -> String {
    var places: [String] = []
    for y in 0..<height {
      for x in 0..<width where pixel(x, y) != other.pixel(x, y) {
        places.append("(\(x), \(y)) is \(pixel(x, y)), not \(other.pixel(x, y))")
      }
    }
    return "\(places.count) pixels, from \(places.first ?? "none") to \(places.last ?? "none")"
  }

  /// Returns premultiplied noise with smooth parts.
  static func noise(_ width: Int, _ height: Int, opaque: Bool, dice: inout Dice) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    let (kx, ky) = (dice.whole(1, 5), dice.whole(1, 5))
    let base = dice.whole(0, 255)
    for y in 0..<height {
      for x in 0..<width {
        let a = opaque ? 255 : min(255, (x * kx * 8 + y * ky * 5) % 300)
        let c = [(base + x * kx * 3) % 256, (base + y * ky * 4) % 256, (x * 2 + y * 3) % 256]
        bitmap.set(x, y, c.map { UInt8($0 * a / 255) } + [UInt8(a)])
      }
    }
    bitmap.scanOpacity()
    return bitmap
  }
}

/// Returns a stage whose container has the given layers in order.
func stage(
  _ width: Double, _ height: Double, background: Color = .white, _ layers: [LayerProperties]
) -> Stage {
  var nodes = [
    Stage.Node(
      id: "container", parent: -1, sublayers: Array(1..<layers.count + 1),
      properties: LayerProperties(frame: Rect(0, 0, width, height)))
  ]
  for (i, p) in layers.enumerated() {
    nodes.append(Stage.Node(id: "layer\(i)", parent: 0, properties: p))
  }
  return Stage(size: Size(width, height), background: background, nodes: nodes)
}

extension Compositor {
  func picture(of scene: Scene, scale: Double = 1) throws -> Bitmap {
    let size = Self.size(of: scene.stage, scale: scale)
    let bitmap = Bitmap(width: size.width, height: size.height)
    try draw(scene, scale: scale, into: bitmap)
    return bitmap
  }
}

extension Scene {
  /// Describes the layers for messages, with the properties that differ from a plain layer's.
  var words: String {
    stage.nodes.indices.map { layer in
      let p = properties(of: layer)
      let plain = LayerProperties(frame: p.frame)
      let members = zip(Mirror(reflecting: p).children, Mirror(reflecting: plain).children)
        .filter { "\($0.value)" != "\($1.value)" }
        .map { "\($0.0.label ?? "") \($0.0.value)" }
      return "\n  \(stage.nodes[layer].id) in \(stage.nodes[layer].parent): \(p.frame) "
        + members.joined(separator: ", ")
    }.joined()
  }
}

extension Stage {
  var scene: Scene { Scene(stage: self, time: .zero, changes: []) }
}
