import CommandLine
import PluginHosting
import Assets
import Documents
import Encoding
import Planning
import Rendering
import Reporting
import Scenes

/// Pictures of the built-in screens, for the documents that a command makes.
enum ScreenPictures {
  /// Draws layers without a document to a PNG with two pixels for each point.
  static func draw(_ layers: String, to path: String) throws {
    let text = """
      { "version": 1, "canvas": { "size": [320, 568], "scale": 2 }, "layers": [ \(layers) ] }
      """
    let document = try DocumentReader().read(
      bytes: Array(text.utf8), file: path, folder: ".")
    try draw(document, at: .zero, to: path)
  }

  /// Draws a moment of a document to a PNG, at the document's scale.
  static func draw(_ document: Document, at time: FrameTime, to path: String) throws {
    let reader = ProjectReader(ReadingSettings(context: .ofProgram), .silent)
    defer { reader.close() }
    let planned = try reader.project(document).planned
    let scale = document.canvas.scale
    let source = try FrameRenderer(planned, scale: scale, threads: 1, .silent)
    let bitmap = Bitmap(width: source.width, height: source.height)
    try source.draw(time, frame: nil, into: bitmap)
    let clip = StreamFormat(
      width: source.width, height: source.height, framesPerSecond: 1, frameCount: 1,
      isOpaque: true, scale: scale)
    let sink = StreamSink(
      StillEncoder(PNGEncoder(clip)),
      to: FileDestination(path, context: .ofProgram))
    try sink.begin()
    try sink.write(RenderedFrame(index: 0, time: time, bitmap: bitmap))
    try sink.finish()
  }
}
