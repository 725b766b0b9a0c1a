package import Encoding
internal import Files
internal import Glibc
package import Planning
package import Rendering
package import Reporting
internal import Scenes

/// Measures the time of a few frames of a sequence to choose the number of frames that take about a minute.
package struct ChunkTimer {
  private let planned: PlannedDocument
  private let look: RenderSettings
  private let threads: Int
  private let diagnostics: Diagnostics
  private let cancellation: Cancellation
  private static let secondsOfChunk = 60.0
  private static let samples = 5

  package init(
    _ planned: PlannedDocument, look: RenderSettings, threads: Int, _ diagnostics: Diagnostics,
    _ cancellation: Cancellation
  ) {
    self.diagnostics = diagnostics
    self.cancellation = cancellation
    self.planned = planned
    self.look = look
    self.threads = threads
  }

  /// The number of frames in a chunk of this sequence.
  package func frames(of sequence: Output) throws -> Int {
    let source = try FrameRenderer(planned, look: look, threads: threads, diagnostics)
    let bitmap = Bitmap(width: source.width, height: source.height)
    let temporary: TemporaryFolder
    do { temporary = try TemporaryFolder(.frames) } catch {
      throw EngineError("\(System.temporaryFolder): \(error.reason)", .unwritable)
    }
    defer { temporary.remove() }
    let folder = temporary.path
    let clip = StreamFormat(
      width: source.width, height: source.height, framesPerSecond: sequence.framesPerSecond,
      frameCount: Self.samples + 1, isOpaque: source.isOpaque, scale: look.scale, jobs: threads)
    do {
      let sink = try Output(
        path: "\(folder)/%d.png", duration: planned.duration,
        framesPerSecond: sequence.framesPerSecond
      ).sink(clip)
      try sink.begin()
      var started = ContinuousClock.now
      // The first sample frame is not measured, because it starts helpers that later samples reuse.
      for sample in 0...Self.samples {
        try cancellation.check()
        let number = (sequence.total - 1) * max(0, sample - 1) / (Self.samples - 1)
        let time = sequence.times[number]
        try source.draw(time, frame: number, into: bitmap)
        try sink.write(RenderedFrame(index: sample, time: time, bitmap: bitmap))
        if sample == 0 { started = .now }
      }
      try sink.finish()
      let spent = (ContinuousClock.now - started) / Self.samples
      let seconds = Double(spent.components.seconds) + Double(spent.components.attoseconds) / 1e18
      return Int(clamped: Self.secondsOfChunk / seconds, rounded: .up, to: 1...sequence.total)
    } catch let error as EncodingError {
      throw EngineError(error)
    }
  }
}
