import JSON
import PluginHosting
import Documents
import Evaluation
import Files
import Media
import Planning
import Scenes

/// The frames of a document at 60 frames a second, planned as `pipeline run` plans it.
enum MagicScenes {
  static func make(document path: String) throws -> (scenes: [Scene], scale: Double) {
    let document = try DocumentReader().read(path: path)
    let planned = try Planner(registry: AnimatorRegistry(), images: ImageFiles()).plan(document)
    let count = planned.duration.frameCount(framesPerSecond: 60)
    let scenes = try (0..<count).map {
      try planned.playback.scene(at: FrameTime(frame: $0, framesPerSecond: 60))
    }
    return (scenes, planned.scale)
  }
}

/// Decodes the pictures of a document.
private final class ImageFiles: ImageLoading {
  private let reader = ImageReader()
  private var loaded: [String: Bitmap] = [:]

  func picture(
    _ spec: any PictureSpec, for place: PicturePlace
  ) throws(Problem) -> any PictureSource {
    do {
      guard let image = spec as? ImageSpec else { throw Missing(description: "no text here") }
      let file = try place.document.paths.forReading(image.path.value)
      let bitmap = try loaded[file.path] ?? reader.read(file)
      loaded[file.path] = bitmap
      let scale = image.scale ?? place.document.canvas.scale
      return StillPicture(
        bitmap, size: Size(Double(bitmap.width) / scale, Double(bitmap.height) / scale))
    } catch {
      throw Problem(file: place.document.file, origin: place.origin, message: "\(error)")
    }
  }
}
