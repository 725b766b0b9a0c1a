import JSON
import PluginHosting
import Compositing
import Documents
import Evaluation
import Foundation
import Media
import Planning
import Scenes
import Synchronization
import TestSupport

/// Draws the scenes with the program.
enum OurDrawing {
  static func draw(_ scene: OracleScene) throws -> Bitmap {
    let folder = try Folder()
    try SmoothPicture.write(to: folder.url.appending(path: "smooth.png"))
    let text = """
      { "version": 1,
        "canvas": { "size": [\(scene.size.width), \(scene.size.height)], "background": "\(scene.background)" },
        \(scene.document) }
      """
    try folder.write(text, to: "scene.json")
    let document = try DocumentReader().read(path: folder.path("scene.json"))
    let planned = try Planner(registry: Self.registry, images: Images()).plan(document)
    // The folder must exist until the pictures are read.
    withExtendedLifetime(folder) {}
    let time = scene.time.map { FrameTime(seconds: $0) } ?? planned.duration
    let bitmap = Bitmap(width: scene.size.width, height: scene.size.height)
    try Compositor(threads: 1).draw(try planned.playback.scene(at: time), scale: 1, into: bitmap)
    return bitmap
  }

  private static let registry = AnimatorRegistry(
    PluginSearch(environment: [:], isPrivileged: false))

  private struct Images: ImageLoading {
    private static let reader = Mutex(ImageReader())
    func picture(
      _ spec: any PictureSpec, for place: PicturePlace
    ) throws(Problem) -> any PictureSource {
      guard let image = spec as? ImageSpec else { preconditionFailure("no scene has a text") }
      do {
        let file = try place.document.paths.forReading(image.path.value)
        let scale = image.scale ?? place.document.canvas.scale
        let bitmap = try Self.reader.withLock { try $0.read(file) }
        return StillPicture(
          bitmap, size: Size(Double(bitmap.width) / scale, Double(bitmap.height) / scale))
      } catch {
        throw Problem(file: place.document.file, origin: place.origin, message: "\(error)")
      }
    }
  }
}
