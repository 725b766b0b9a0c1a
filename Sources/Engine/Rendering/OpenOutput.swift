internal import Assets
internal import Comparing
internal import Files
package import Encoding
package import Media
internal import Files
package import Reporting
package import Scenes

/// An output that is currently being written.
package final class OpenOutput {
  private let output: Output
  private let clip: StreamFormat
  /// The job record that is written beside a part of a video.
  private let part: JobRecord?
  private let began = ContinuousClock.now
  private let preset: PresetCheck?
  private let context: EngineContext
  private let diagnostics: Diagnostics
  private let sink: any FrameSink
  /// The frames that the output shows, in order; for a resumed sequence, only the missing frames.
  package let wanted: [(time: FrameTime, number: Int)]
  /// The size of a file that exceeded its size limit and was therefore not moved into place.
  private(set) var overflow: Int?
  /// The number of frames that the output has received and written.
  private var taken = 0
  /// The rectangles that have changed since the last written frame; nil if they are unknown.
  private var pending: [PixelRect]?

  /// Creates an output; `records` identifies the job whose finished frames are reused and recorded, and
  /// `part` identifies the job of which the output is a part.
  package init(
    _ output: Output, source: FrameRenderer, scale: Double, threads: Int, records job: JobRecord?,
    part: JobRecord?, sound: SoundPlan? = nil, preset: PresetCheck? = nil,
    media: MediaSettings, into memory: MemoryDestination? = nil,
    _ diagnostics: Diagnostics
  ) throws(EngineError) {
    self.output = output
    self.part = part
    context = media.context
    self.preset = preset
    self.diagnostics = diagnostics
    let records: FrameRecords?
    do throws(EncodingError) {
      if let job { records = try output.records(of: job, media.context) } else { records = nil }
    } catch {
      throw EngineError(error)
    }
    let limit = source.pngLimitBytes
    wanted = output.times.enumerated().compactMap { index, time in
      let number = output.firstIndex + index
      if let records, let name = output.fileName(number),
        records.isDone(name, limitBytes: limit)
      {
        return nil
      }
      return (time, number)
    }
    clip = StreamFormat(
      width: source.width, height: source.height, framesPerSecond: output.framesPerSecond,
      frameCount: output.times.count, isOpaque: source.isOpaque, scale: scale, jobs: threads)
    sink = output.sink(clip, records: records, sound: sound, media: media, into: memory)
  }

  var path: String { output.path }
  var width: Int { clip.width }
  var height: Int { clip.height }

  /// Prints the remarks about the output and opens it.
  package func begin() throws(EngineError) {
    if let message = output.message { diagnostics.note(message) }
    if !clip.isOpaque, !output.keepsAlpha {
      diagnostics.note(
        "\(path): the format keeps no transparency, so transparent pixels are drawn over "
          + "\(output.background.hexadecimal), the canvas's background")
    }
    try start()
  }

  /// Starts the encoder of the output if it has one, even if the output was cancelled before its first frame.
  func start() throws(EngineError) {
    do { try sink.begin() } catch { throw EngineError(error) }
  }

  /// The number of the output's next frame if that frame has the time `time`; otherwise nil.
  private func number(at time: FrameTime) -> Int? {
    taken < wanted.count && wanted[taken].time == time ? wanted[taken].number : nil
  }

  /// Writes a frame if this output shows it; a state that is held is passed several times. `changed` contains
  /// the differences from the previous frame, even if the output did not write that frame.
  package func write(_ bitmap: Bitmap, at time: FrameTime, changed: [PixelRect]?)
    throws(EngineError)
  {
    note(changed)
    while let number = number(at: time) {
      do {
        try Profile.measure(.encoder, path) { () throws(EncodingError) in
          try sink.write(
            RenderedFrame(index: number, time: time, bitmap: bitmap, changed: pending))
        }
      } catch {
        throw EngineError(error)
      }
      pending = []
      taken += 1
    }
  }

  /// Adds rectangles to the differences since the last written frame.
  private func note(_ changed: [PixelRect]?) {
    guard let known = pending, let changed else { return pending = nil }
    pending = known + changed
    if known.count + changed.count > 4_096 {
      pending = [(known + changed).reduce(.zero) { $0.union($1) }]
    }
  }

  package func finish() throws(EngineError) {
    do {
      try Profile.measure(.encoder, path) { () throws(EncodingError) in try sink.finish() }
      if let part { try output.notePart(of: part, since: began, context) }
    } catch EncodingError.tooLarge(_, let bytes) {
      overflow = bytes
    } catch {
      throw EngineError(error)
    }
  }
  package func cancel() { sink.cancel() }

  /// Checks whether the finished files meet the requirements of their preset.
  func checkPreset(_ media: MediaSettings) throws(EngineError) {
    guard let preset else { return }
    for path in output.files { try preset.check(path, media, diagnostics) }
  }

  /// Whether a separate process encodes the output into a file.
  var isEncoded: Bool { output.format.isVideo && !output.format.isStandardOutput }

  /// Whether the frames are written to standard output.
  var isRaw: Bool { output.format.isStandardOutput }

  package var summary: String {
    let frame = output.frame(clip.width, clip.height)
    let size = "\(frame.width)×\(frame.height)"
    if output.format.isOnePicture {
      return output.times.count == 1
        ? "\(output.path)  \(size)" : "\(output.path)  \(output.times.count) moments"
    }
    if output.format.isSound {
      return "\(output.path)  sound, "
        + "\(Text.number((output.span.length.seconds * 1000).rounded() / 1000)) s"
    }
    return
      "\(output.path)  \(output.times.count) frames, \(size), \(Text.number(output.framesPerSecond)) fps, "
      + "\(Text.number((output.seconds * 1000).rounded() / 1000)) s"
      + (wanted.count < output.times.count
        ? ", \(output.times.count - wanted.count) of which existed before" : "")
  }
}

extension Color {
  /// The colour in the notation `#rrggbb`.
  fileprivate var hexadecimal: String {
    "#" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
