import Compositing
import Scenes
import Synchronization
import Testing

/// A picture that is red for the first second and then blue, and that records the requests for it.
private final class Lamp: PictureSource {
  struct Question: Hashable { var time: FrameTime, width: Int, height: Int }
  struct Broken: Error, CustomStringConvertible { let description = "no lamp" }
  let size = Size(8, 6)
  var isMoving: Bool { true }
  let asked = Mutex<Set<Question>>([])
  private let red = Lamp.filled([255, 0, 0, 255])
  private let blue = Lamp.filled([0, 0, 255, 255])

  private static func filled(_ pixel: [UInt8]) -> Bitmap {
    let bitmap = Bitmap(width: 2, height: 2)
    for i in 0..<4 { bitmap.set(i % 2, i / 2, pixel) }
    bitmap.scanOpacity()
    return bitmap
  }

  func picture(at time: FrameTime, width: Int, height: Int) throws -> Bitmap {
    _ = asked.withLock { $0.insert(Question(time: time, width: width, height: height)) }
    if time.seconds > 2 { throw Broken() }
    return time.seconds < 1 ? red : blue
  }
}

@Suite struct PictureSourceTests {
  /// Returns a scene with a lamp at (10, 10), whose size follows from its gravity in 16×6 points.
  private func scene(_ lamp: Lamp, _ stage: Stage, at seconds: Double) -> Scene {
    let time = FrameTime(seconds: seconds)
    var layer = stage.nodes[1].properties
    layer.contents = .picture(PictureContents(lamp, time: time))
    return Scene(stage: stage, time: time, changes: [Scene.Change(layer: 1, properties: layer)])
  }

  private func stage(shadow: Bool = false) -> Stage {
    var layer = LayerProperties(frame: Rect(10, 10, 16, 6))
    layer.contentsGravity = .resizeAspect
    if shadow { layer.shadowOpacity = 1 }
    return CompositingTests.stage(40, 30, [layer])
  }

  @Test func isAskedForItsTimeAndWhereItIsSeen() throws {
    let lamp = Lamp()
    let stage = stage()
    let compositor = Compositor(threads: 1)
    let bitmap = Bitmap(width: 80, height: 60)
    for (seconds, pixel) in [(0.25, [255, 0, 0, 255]), (1.5, [0, 0, 255, 255])] {
      try compositor.draw(scene(lamp, stage, at: seconds), scale: 2, into: bitmap)
      #expect(bitmap.pixel(36, 26) == pixel.map { UInt8($0) })
      #expect(bitmap.pixel(22, 26) == [255, 255, 255, 255])
    }
    #expect(
      lamp.asked.withLock { $0 } == [
        .init(time: FrameTime(seconds: 0.25), width: 16, height: 12),
        .init(time: FrameTime(seconds: 1.5), width: 16, height: 12),
      ])
  }

  /// Only the area of the changed picture is painted again.
  @Test func onlyItsOwnPlaceChanges() throws {
    let lamp = Lamp()
    let stage = stage()
    let compositor = Compositor(threads: 1)
    let bitmap = Bitmap(width: 40, height: 30)
    try compositor.draw(scene(lamp, stage, at: 0.25), scale: 1, into: bitmap)
    let changed = try #require(
      try compositor.draw(scene(lamp, stage, at: 1.5), scale: 1, into: bitmap).changed)
    #expect(!changed.isEmpty)
    #expect(changed.allSatisfy { $0.intersection(PixelRect(10, 10, 16, 6)) == $0 }, "\(changed)")
  }

  @Test(arguments: [false, true]) func aFaultNamesItsLayer(shadow: Bool) throws {
    let scene = scene(Lamp(), stage(shadow: shadow), at: 3)
    let error = #expect(throws: CompositingError.self) {
      try Compositor(threads: 1).draw(scene, scale: 1, into: Bitmap(width: 40, height: 30))
    }
    #expect(error?.description == "layer \"layer0\": no lamp")
  }

  /// Two pictures with the same pixels and size are equal, even if they are different objects.
  @Test func picturesAreComparedByTheirPixels() {
    let (a, b) = (Bitmap(width: 1, height: 1), Bitmap(width: 1, height: 1))
    #expect(Contents.image(a, size: Size(1, 1)) == .image(a, size: Size(1, 1)))
    #expect(Contents.image(a, size: Size(1, 1)) != .image(a, size: Size(1, 2)))
    #expect(Contents.image(a, size: Size(1, 1)) != .image(b, size: Size(1, 1)))
    let lamp = Lamp()
    let now = Contents.picture(PictureContents(lamp, time: FrameTime(seconds: 1)))
    #expect(now == now && now != .picture(PictureContents(lamp)))
    #expect(now != .picture(PictureContents(Lamp(), time: FrameTime(seconds: 1))))
  }
}
