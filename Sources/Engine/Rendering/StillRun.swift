internal import Encoding
package import Media
package import Planning
package import Reporting
package import Scenes

/// Draws the picture at one time of a plan and writes it to one file.
package struct StillRun {
  private let source: FrameRenderer
  private let time: FrameTime
  private let request: OutputRequest
  private let sink: any FrameSink

  package init(
    _ planned: PlannedDocument, at time: FrameTime, to request: OutputRequest, threads: Int,
    _ media: MediaSettings, _ diagnostics: Diagnostics
  ) throws(EngineError) {
    self.time = time
    self.request = request
    guard request.format.isOnePicture || request.format.isRaw else {
      let kinds = OutputFormat.endings(of: \.isOnePicture, "or")
      throw .usage("\(request.path): the file of a frame must be a \(kinds), or - for raw RGBA")
    }
    source = try FrameRenderer(planned, look: request.look, threads: threads, diagnostics)
    let rate = planned.framesPerSecond
    let clip = StreamFormat(
      width: source.width, height: source.height, framesPerSecond: rate, frameCount: 1,
      isOpaque: source.isOpaque, scale: request.scale)
    var options = request.options
    options.sheetTimes = nil
    do {
      let output = try Output(
        path: request.path, format: request.format,
        duration: FrameTime(frame: 1, framesPerSecond: rate), framesPerSecond: rate,
        options: options, beneath: request.root)
      sink = output.sink(clip, media: media)
    } catch {
      throw EngineError(error)
    }
  }

  /// Renders the still picture and returns a summary line.
  package func run() throws -> String {
    do {
      try sink.begin()
      let bitmap = Bitmap(width: source.width, height: source.height)
      try source.draw(time, frame: nil, into: bitmap)
      try sink.write(RenderedFrame(index: 0, time: time, bitmap: bitmap))
      try sink.finish()
    } catch {
      sink.cancel()
      if let error = error as? EncodingError { throw EngineError(error) }
      throw error
    }
    return "\(request.path)  \(source.width)×\(source.height)"
  }
}
