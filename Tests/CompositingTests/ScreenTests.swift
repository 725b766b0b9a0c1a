import Compositing
import Foundation
import Scenes
import Testing

/// Tests whole pictures whose pixels are known exactly.
@Suite struct ScreenTests {
  private let compositor = Compositor(threads: 1)

  @Test func aFullScreenAtOneToOneIsCopied() throws {
    var dice = Dice(seed: 1)
    let image = Bitmap.noise(64, 96, opaque: true, dice: &dice)
    var layer = LayerProperties(frame: Rect(0, 0, 32, 48))
    layer.contents = .image(image, size: Size(32, 48))
    let picture = try compositor.picture(of: stage(32, 48, [layer]).scene, scale: 2)
    #expect(picture.hasSamePixels(as: image))
  }

  @Test func aTransparentBackgroundStaysTransparent() throws {
    let picture = try compositor.picture(of: stage(8, 8, background: .clear, []).scene)
    #expect(picture.hasSamePixels(as: Bitmap(width: 8, height: 8)))
  }

  @Test func halfAPixelCoversHalf() throws {
    var layer = LayerProperties(frame: Rect(1.5, 1, 2, 2))
    layer.backgroundColor = .black
    let picture = try compositor.picture(of: stage(5, 4, [layer]).scene)
    #expect((0..<5).map { picture.pixel($0, 1)[0] } == [255, 128, 0, 128, 255])
  }

  /// Writes a picture for a person to view, if PIPELINE_PICTURES names a folder.
  @Test func aPictureOfEverything() throws {
    var dice = Dice(seed: 2)
    let image = Bitmap.noise(80, 60, opaque: true, dice: &dice)
    var card = LayerProperties(frame: Rect(20, 20, 80, 60))
    card.backgroundColor = Color(red: 0.2, green: 0.5, blue: 0.9)
    card.cornerRadius = 12
    card.shadowOpacity = 0.6
    card.shadowRadius = 6
    card.shadowOffset = Point(4, 6)
    var photo = LayerProperties(frame: Rect(120, 20, 80, 60))
    photo.contents = .image(image, size: Size(80, 60))
    photo.rotate.z = 20
    photo.cornerRadius = 20
    photo.masksToBounds = true
    var sky = LayerProperties(frame: Rect(20, 110, 80, 60))
    sky.contents = .gradient(
      Gradient(
        shape: .radial(center: Point(0.5, 0.5), radius: Size(0.5, 0.5)),
        stops: [
          .init(offset: 0, color: .white),
          .init(offset: 1, color: Color(red: 0.9, green: 0.2, blue: 0.1)),
        ]))
    sky.transform = Transform.rotation(degrees: 50, axis: 1).then(.perspective(m34: -1 / 200))
    var ghost = LayerProperties(frame: Rect(120, 110, 80, 60))
    ghost.contents = .image(image, size: Size(80, 60))
    ghost.opacity = 0.5
    ghost.mask = Mask(kind: .ellipse(Rect(130, 115, 60, 50)), isInverted: true)
    ghost.shadowOpacity = 1
    var star = LayerProperties(frame: Rect(70, 70, 80, 80))
    star.backgroundColor = Color(red: 0.9, green: 0.8, blue: 0.1)
    star.mask = Mask(
      kind: .path(
        Path(
          elements: [
            .move(Point(110, 70)), .line(Point(135, 148)), .line(Point(70, 100)),
            .line(Point(150, 100)), .line(Point(85, 148)), .close,
          ], fillRule: .evenOdd)))
    let picture = try compositor.picture(
      of: stage(220, 190, [card, photo, sky, ghost, star]).scene, scale: 2)
    #expect(picture.pixel(0, 0) == [255, 255, 255, 255])
    #expect(picture.pixel(120, 100) == [51, 128, 230, 255])
    if let folder = ProcessInfo.processInfo.environment["PIPELINE_PICTURES"] {
      try writePNG(picture, to: folder + "/everything.png")
    }
  }
}
