package import Files
internal import Documents
internal import Encoding
package import Planning
package import Reporting
package import Scenes

/// A picture that shows one frame of each of many documents, side by side.
package final class RowSheet {
  private let path: String
  private let count: Int
  private let context: EngineContext
  private var sink: StreamSink?
  private var shown = 0

  /// Creates a contact sheet with space for `count` pictures.
  package init(_ path: String, of count: Int, in context: EngineContext) throws(EngineError) {
    do throws(EncodingError) {
      guard try OutputFormat(path: path).isSheet else {
        throw .format(
          path: path, reason: "the file of a sheet must be a \(OutputFormat.endings(of: \.isSheet))"
        )
      }
    } catch {
      throw EngineError(error)
    }
    self.context = context
    self.path = path
    self.count = count
  }

  /// Adds a frame to the contact sheet; every frame must have the size of the first frame.
  package func add(
    _ planned: PlannedDocument, at time: FrameTime, scale: Double?, threads: Int,
    _ diagnostics: Diagnostics
  ) throws {
    let look = RenderSettings(
      planned.document.canvas, scale: scale ?? planned.document.canvas.scale,
      framesPerSecond: planned.framesPerSecond)
    let source = try FrameRenderer(planned, look: look, threads: threads, diagnostics)
    let bitmap = Bitmap(width: source.width, height: source.height)
    try source.draw(time, frame: nil, into: bitmap)
    do throws(EncodingError) {
      if sink == nil {
        let clip = StreamFormat(
          width: source.width, height: source.height, framesPerSecond: planned.framesPerSecond,
          frameCount: count, isOpaque: source.isOpaque, scale: 1)
        let made = StreamSink(
          ContactSheetEncoder(clip, duration: .zero, showsTime: false),
          to: FileDestination(path, context: context))
        try made.begin()
        sink = made
      }
      try sink?.write(RenderedFrame(index: shown, time: time, bitmap: bitmap))
    } catch {
      throw EngineError(error)
    }
    shown += 1
  }

  /// Moves the finished file into place and returns a summary line.
  package func finish() throws(EngineError) -> String {
    do { try sink?.finish() } catch { throw EngineError(error) }
    sink = nil
    return "\(path)  \(Text.count(shown, "row"))"
  }

  /// Removes the unfinished file of the contact sheet.
  package func cancel() {
    sink?.cancel()
    sink = nil
  }
}
