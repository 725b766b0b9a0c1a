import Compositing
import Scenes
import Testing

/// Tests layers in clips at fractions of a pixel: each pixel shows the area that the layer has in common with the clip,
/// not the product of two coverages.
@Suite struct ClipTests {
  private static let size = Size(24, 20)
  private static let clip = Rect(2.3, 3.6, 17.4, 12.7)

  /// Returns a scene with a black layer in nested clips over white.
  private func scene(_ clips: [LayerProperties], _ rect: Rect) -> Scene {
    var nodes = [
      Stage.Node(
        id: "container", parent: -1, sublayers: [1],
        properties: LayerProperties(frame: Rect(0, 0, Self.size.width, Self.size.height)))
    ]
    for (i, p) in clips.enumerated() {
      var properties = p
      properties.masksToBounds = true
      nodes.append(
        Stage.Node(id: "clip\(i)", parent: i, sublayers: [i + 2], properties: properties))
    }
    var black = LayerProperties(frame: rect)
    black.backgroundColor = Color(red: 0, green: 0, blue: 0, alpha: 1)
    nodes.append(Stage.Node(id: "black", parent: clips.count, properties: black))
    return Stage(size: Self.size, background: .white, nodes: nodes).scene
  }

  private func layer(_ rect: Rect, cornerRadius: Double = 0) -> LayerProperties {
    var p = LayerProperties(frame: rect)
    p.cornerRadius = cornerRadius
    return p
  }

  /// Returns the largest difference of a channel.
  private func difference(_ a: Bitmap, _ b: Bitmap) -> Int {
    var largest = 0
    for y in 0..<a.height {
      for x in 0..<a.width {
        for (v, w) in zip(a.pixel(x, y), b.pixel(x, y)) {
          largest = max(largest, abs(Int(v) - Int(w)))
        }
      }
    }
    return largest
  }

  /// Rectangles whose sides coincide with the clip's sides, are outside it, or are inside the same pixel.
  static let rects = [
    clip, Rect(2.3, 3.6, 17.4, 5.5), Rect(9.5, 3.6, 10.2, 12.7), Rect(2.45, 3.7, 17.1, 12.5),
    Rect(-1, 3.85, 30, 12.3), Rect(2.3, 16.1, 17.4, 0.1), Rect(4.5, 5.5, 3.3, 30),
  ]

  @Test(arguments: rects, [1, 1.5]) func showsTheCommonArea(_ rect: Rect, _ scale: Double) throws {
    let picture = try Compositor().picture(
      of: scene([layer(Self.clip)], rect), scale: scale)
    let common = rect.intersection(Self.clip)
    func part(_ pixel: Int, _ low: Double, _ high: Double) -> Double {
      max(0, min(Double(pixel + 1), high * scale) - max(Double(pixel), low * scale))
    }
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let area = part(x, common.minX, common.maxX) * part(y, common.minY, common.maxY)
        let exact = 255 * (1 - area)
        // The tolerance allows for corners that are snapped to 1/256 pixel.
        #expect(abs(Double(picture.pixel(x, y)[0]) - exact) <= 2.5, "(\(x), \(y))")
      }
    }
  }

  /// A picture that fills a rounded clip looks like a rounded layer.
  @Test(arguments: [0.0, 3, 6.35, 90]) func fillsARoundedClipOnce(_ radius: Double) throws {
    let clip = layer(Self.clip, cornerRadius: radius)
    var rounded = clip
    rounded.backgroundColor = Color(red: 0, green: 0, blue: 0, alpha: 1)
    let plain = try Compositor().picture(
      of: stage(Self.size.width, Self.size.height, [rounded]).scene)
    let beyond = Self.clip.insetBy(dx: -0.2, dy: -0.3)
    for (clips, rect) in [
      ([clip], Self.clip), ([clip], beyond), ([clip, clip], Self.clip),
      ([layer(Self.clip), clip], beyond), ([layer(beyond), clip, clip, clip], Self.clip),
    ] {
      #expect(difference(try Compositor().picture(of: scene(clips, rect)), plain) <= 1)
    }
  }

  /// A picture that fills a clip is drawn once, even if the whole scene is rotated and in perspective.
  @Test func fillsATurnedClipOnce() throws {
    var clip = layer(Self.clip, cornerRadius: 5)
    clip.rotate = Vector(20, 35, 30)
    clip.transform = .perspective(m34: -1 / 60)
    var rounded = clip
    rounded.backgroundColor = Color(red: 0, green: 0, blue: 0, alpha: 1)
    let plain = try Compositor().picture(
      of: stage(Self.size.width, Self.size.height, [rounded]).scene)
    #expect(difference(try Compositor().picture(of: scene([clip], Self.clip)), plain) <= 1)
  }

  /// The compositor's cache of a scene is not used after only the clip's corners have changed.
  @Test func followsItsCorners() throws {
    let rect = Rect(2.3, 3.6, 11.1, 12.7)
    let before = scene([layer(Self.clip), layer(Self.clip, cornerRadius: 2)], rect)
    var changed = before.stage.nodes[2].properties
    changed.cornerRadius = 9
    let after = Scene(
      stage: before.stage, time: .zero, changes: [.init(layer: 2, properties: changed)])
    let compositor = Compositor()
    let bitmap = Bitmap(width: Int(Self.size.width), height: Int(Self.size.height))
    try compositor.draw(before, scale: 1, into: bitmap)
    try compositor.draw(after, scale: 1, into: bitmap)
    #expect(bitmap.hasSamePixels(as: try Compositor().picture(of: after)))
  }
}
