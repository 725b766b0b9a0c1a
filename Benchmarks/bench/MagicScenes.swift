import AnimatorHosting
import Documents
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
      try planned.scene(at: FrameTime(frame: $0, framesPerSecond: 60))
    }
    return (scenes, planned.scale)
  }
}

/// Decodes the pictures of a document.
private final class ImageFiles: ImageLoading {
  private let reader = ImageReader()
  private var loaded: [String: Bitmap] = [:]

  func image(
    _ path: Located<String>, scale: Double, in document: Document
  ) throws(Problem) -> LoadedImage {
    do {
      let file = try document.paths.forReading(path.value)
      let bitmap = try loaded[file.path] ?? reader.read(file)
      loaded[file.path] = bitmap
      return LoadedImage(bitmap: bitmap, width: bitmap.width, height: bitmap.height)
    } catch {
      throw Problem(file: document.file, origin: path.origin, message: "\(error)")
    }
  }

  func text(
    _ text: TextSpec, size: Size, scale: Double, at origin: Origin, in document: Document
  ) throws(Problem) -> LoadedImage {
    throw Problem(file: document.file, origin: origin, message: "no text here")
  }
}
