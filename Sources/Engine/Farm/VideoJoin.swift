internal import Assets
internal import Encoding
internal import Files
internal import Media
internal import Rendering
package import Reporting
internal import Scenes

/// Joins the parts of a video after checking each part.
package struct VideoJoin {
  private struct Part {
    let path: String
    let record: SegmentRecord
    let file: RegularFile
  }
  private let parts: [Part]
  private let output: Output
  private let sound: SoundPlan?
  private let cancellation: Cancellation
  private let media: MediaSettings

  /// Creates the join; the order of `paths` does not matter.
  package init(
    _ paths: [String], of rendered: RenderedDocument, to path: String, _ diagnostics: Diagnostics,
    _ cancellation: Cancellation
  ) throws(EngineError) {
    self.cancellation = cancellation
    media = rendered.media
    output = try rendered.output(path)
    guard output.format.hasPartFiles else {
      let made = OutputFormat.endings(of: \.hasPartFiles, "or")
      throw .usage("\(path): parts can be joined to \(made); other formats need frames")
    }
    let record = rendered.facts.record(rendered.look, framesPerSecond: output.framesPerSecond)
    var lines: [String] = []
    var cause = EngineError.Cause.missing
    var parts: [Part] = []
    for part in paths {
      do throws(EngineError) {
        parts.append(try Self.part(part, of: output, record))
      } catch {
        lines += error.lines
        if error.cause != .missing { cause = error.cause }
      }
    }
    guard lines.isEmpty else {
      throw EngineError(lines: lines, cause)
    }
    parts.sort { $0.record.frames.lowerBound < $1.record.frames.lowerBound }
    try Self.checkStretches(parts, total: output.total)
    self.parts = parts
    sound =
      output.format.hasSound && rendered.speed == 1
      ? try SoundPlan.measured(rendered.planned, hold: .zero, rendered.media, diagnostics) : nil
  }

  /// Opens a part, and checks that it is complete and belongs to this job.
  private static func part(
    _ path: String, of output: Output, _ job: JobRecord
  ) throws(EngineError) -> Part {
    let format: OutputFormat
    do { format = try OutputFormat(path: path) } catch { throw EngineError(error) }
    guard format == output.format else {
      throw .usage("\(path): a part must have the same extension as \(output.path)")
    }
    let file: RegularFile
    do { file = try RegularFile(path) } catch { throw unreadable(path, error) }
    guard let record = try? SegmentRecord(beside: path) else {
      throw EngineError(
        "\(path): the part has no record \(SegmentRecord.path(for: path)); run --shard makes both",
        .missing)
    }
    let place = "\(path): frames \(record.frames.lowerBound)-\(record.frames.upperBound)"
    guard record.job.id == job.id else {
      let words = JobInputsRecord.differences(of: record.job.line, from: job)
      throw EngineError("\(place): \(words)", .content)
    }
    guard record.total == output.total else {
      throw EngineError("\(place): of \(record.total), not of \(output.total)", .content)
    }
    let hash: String
    do { hash = try file.sha256() } catch { throw unreadable(path, error) }
    guard hash == record.sha256 else {
      throw EngineError("\(place): damaged: the file differs from the recorded file", .content)
    }
    return Part(path: path, record: record, file: file)
  }

  private static func unreadable(_ path: String, _ error: FileError) -> EngineError {
    var cause = EngineError.Cause.unwritable
    if case .missing = error { cause = .missing }
    return EngineError("\(path): \(error.reason)", cause)
  }

  /// Checks that every frame is contained in exactly one part.
  private static func checkStretches(_ parts: [Part], total: Int) throws(EngineError) {
    var next = 0
    for (index, part) in parts.enumerated() {
      let frames = part.record.frames
      if frames.lowerBound < next {
        throw EngineError(
          "frames \(frames.lowerBound)-\(min(next - 1, frames.upperBound)): "
            + "in \(parts[index - 1].path) and in \(part.path)", .content)
      }
      if frames.lowerBound > next { throw missing(next...frames.lowerBound - 1) }
      if part.record.settings != parts[0].record.settings {
        throw EngineError(
          "\(part.path): the part was encoded as \(part.record.settings), "
            + "but \(parts[0].path) as \(parts[0].record.settings)", .content)
      }
      next = frames.upperBound + 1
    }
    if next < total { throw missing(next...total - 1) }
  }

  private static func missing(_ frames: ClosedRange<Int>) -> EngineError {
    EngineError(
      "frames \(frames.lowerBound)-\(frames.upperBound) are missing: no part contains them",
      .missing)
  }

  /// Writes the joined video and returns a summary line about the video.
  package func run() throws(EngineError) -> String {
    do throws(EncodingError) {
      let joiner = try output.joiner(
        settings: parts[0].record.settings, sound: sound, media: media)
      for part in parts {
        if cancellation.isCancelled {
          joiner.cancel()
          break
        }
        try joiner.add(part.file, frames: part.record.frames.count)
      }
      if !cancellation.isCancelled { try joiner.finish() }
    } catch {
      throw EngineError(error)
    }
    try cancellation.check()
    return "\(output.path)  \(output.total) frames of \(parts.count) parts"
  }
}
