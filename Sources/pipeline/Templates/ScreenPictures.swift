import AnimatorHosting
import Documents
import Encoding
import Planning
import Scenes

/// Pictures of the built-in screens, for the documents that a command makes.
enum ScreenPictures {
  /// Draws layers alone to a PNG at two pixels a point.
  static func draw(_ layers: String, to path: String) throws {
    let text = """
      { "version": 1, "canvas": { "size": [320, 568], "scale": 2 }, "layers": [ \(layers) ] }
      """
    let document = try DocumentReader().read(
      bytes: Array(text.utf8), file: path, folder: ".")
    let registry = AnimatorRegistry()
    let planned = try Planner(registry: registry, images: AssetChecker()).plan(document)
    let source = try FrameSource(planned, scale: 2, jobs: 1)
    let bitmap = Bitmap(width: source.width, height: source.height)
    try source.draw(.zero, frame: nil, into: bitmap)
    let sink = StillSink(
      path: path,
      clip: Clip(
        width: source.width, height: source.height, framesPerSecond: 1, frameCount: 1,
        isOpaque: true, scale: 2),
      prefersSmall: true)
    try sink.begin()
    try sink.write(RenderedFrame(index: 0, time: .zero, bitmap: bitmap))
    try sink.finish()
  }
}
