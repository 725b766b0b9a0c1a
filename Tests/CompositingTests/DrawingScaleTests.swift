import Compositing
import Scenes
import Synchronization
import Testing

/// A picture source that records the requested sizes and densities.
private final class Sheet: PictureSource {
  struct Question: Hashable { var size: Size, density: Size, phase: Point }
  let size: Size
  let isSetInFrame: Bool
  let asked = Mutex<[Question]>([])
  private let bitmap = Bitmap(width: 4, height: 4)

  init(_ size: Size, isSetInFrame: Bool = false) {
    self.size = size
    self.isSetInFrame = isSetInFrame
    bitmap.scanOpacity()
  }

  func shown(
    at time: FrameTime, over size: Size, density: Size, phase: Point
  ) -> ShownPicture {
    asked.withLock { $0.append(Question(size: size, density: density, phase: phase)) }
    return ShownPicture(bitmap)
  }
  func picture(at time: FrameTime, width: Int, height: Int) -> Bitmap { bitmap }
}

/// Tests the density at which drawings are requested.
@Suite struct DrawingScaleTests {
  /// Returns what is requested from a drawing in a frame of 40 × 20 points, or in its own size, at 2 pixels for each point.
  private func asked(
    _ sheet: Sheet = Sheet(Size(40, 20)), isInItsOwn: Bool = false,
    _ change: (inout LayerProperties) -> Void = { _ in }
  ) throws -> Sheet.Question? {
    let size = isInItsOwn ? sheet.size : Size(40, 20)
    var layer = LayerProperties(frame: Rect(20, 20, size.width, size.height))
    layer.contents = .picture(PictureContents(sheet))
    change(&layer)
    let bitmap = Bitmap(width: 200, height: 160)
    try Compositor(threads: 1).draw(
      Scene(stage: stage(100, 80, [layer]), time: .zero, changes: []), scale: 2, into: bitmap)
    return sheet.asked.withLock { $0.last }
  }

  private func isNear(_ a: Size?, _ width: Double, _ height: Double) -> Bool {
    a.map { abs($0.width - width) < 1e-9 && abs($0.height - height) < 1e-9 } ?? false
  }

  @Test func atRestItHasThePixelsThatItCovers() throws {
    #expect(isNear(try asked()?.density, 2, 2))
    // A drawing with another natural size is stretched by its frame.
    #expect(isNear(try asked(Sheet(Size(10, 10)))?.density, 8, 4))
    #expect(isNear(try asked { $0.translate.x = 0.37 }?.density, 2, 2))
    #expect(isNear(try asked { $0.rotate.z = 30 }?.density, 2, 2))
    #expect(isNear(try asked { $0.contentsRect = Rect(0, 0, 0.5, 1) }?.density, 4, 2))
  }

  /// A drawing is requested at its position between pixels, even if a layer scales it.
  @Test func itIsDrawnBetweenPixels() throws {
    #expect(try asked()?.phase == .zero)
    #expect(try asked { $0.translate.x = 0.25 }?.phase == Point(0.5, 0))
    #expect(try asked { $0.translate = Vector(-0.37, 0.06, 0) }?.phase == Point(67 / 256, 31 / 256))
    #expect(try asked { $0.translate.y = 0.44 }?.phase == Point(0, 225 / 256))
    #expect(
      try asked {
        $0.translate.x = 0.25
        $0.rotate.z = 9
      }?.phase == .zero)
    #expect(
      try asked {
        $0.translate.x = 0.25
        $0.scale = Vector(1.1, 1, 1)
      }?.phase == Point(128 / 256, 0))
    // A drawing that starts on a pixel and is scaled has finer edges than one that stays there.
    let grown = try asked {
      $0.anchorPoint = Point(0, 0)
      $0.scale = Vector(1.1, 1.1, 1)
    }
    #expect(isNear(grown?.density, 2.2, 2.2) && grown?.phase == Point(1 / 1024, 0))
  }

  /// Small drawings are requested at their visible scale, separately for each direction; large drawings use the next
  /// larger step of a fixed series.
  @Test(arguments: [
    (1.0, 1.0), (1.01, 1.25), (1.25, 1.25), (1.26, 1.5), (1.9, 2), (2, 2), (2.1, 2.5), (3, 3),
    (5.5, 6), (0.99, 1), (0.8, 0.875), (0.5, 0.5), (0.3, 0.3125), (0.25, 0.25),
  ])
  func scalesFollowALadder(_ factor: Double, _ step: Double) throws {
    #expect(isNear(try self.asked { $0.scale = Vector(factor, 1, 1) }?.density, 2 * factor, 2))
    #expect(isNear(try self.asked { $0.scale = Vector(1, factor, 1) }?.density, 2, 2 * factor))
    let large = Sheet(Size(1000, 700))
    func asked(_ scale: Vector) throws -> Sheet.Question? {
      try self.asked(large, isInItsOwn: true) {
        // The anchor is at the corner, so that the layer remains visible.
        $0.anchorPoint = Point(0, 0)
        $0.scale = scale
      }
    }
    let wide = try asked(Vector(factor, 1, 1))
    #expect(isNear(wide?.density, 2 * step, 2))
    let high = try asked(Vector(1, factor, 1))
    #expect(isNear(high?.density, 2, 2 * step))
  }

  @Test func aFrameThatGrowsSetsItAnewWhereItIsSetInFrames() throws {
    func grown(_ sheet: Sheet, _ frame: Rect) throws -> Sheet.Question? {
      try asked(sheet) { $0.frame = frame }
    }
    // A stretched drawing is requested at the density that the stretch requires.
    let stretched = try grown(Sheet(Size(40, 20)), Rect(20, 20, 60, 20))
    #expect(stretched?.size == Size(40, 20) && isNear(stretched?.density, 3, 2))
    // A text is laid out again in the new frame.
    let set = try grown(Sheet(Size(40, 20), isSetInFrame: true), Rect(20, 20, 60, 20))
    #expect(set?.size == Size(60, 20) && isNear(set?.density, 2, 2))
    // A frame with the same proportions scales the text.
    let scaled = try grown(Sheet(Size(40, 20), isSetInFrame: true), Rect(20, 20, 60, 30))
    #expect(scaled?.size == Size(40, 20) && isNear(scaled?.density, 3, 3))
    // In a matched pair, every frame scales the text.
    let sheet = Sheet(Size(40, 20), isSetInFrame: true)
    let pair = try asked(sheet) {
      $0.frame = Rect(20, 20, 60, 20)
      $0.contents = $0.contents.stretched
    }
    #expect(pair?.size == Size(40, 20) && isNear(pair?.density, 3, 2))
  }
}
