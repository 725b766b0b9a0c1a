import Encoding
import Files
import Media
import Scenes

/// Puts the parts of a video together, after each was checked.
struct VideoJoin {
  private struct Part {
    let path: String
    let record: PartRecord
    let file: PlainFile
  }
  private let parts: [Part]
  private let output: Output
  private let sound: SoundPlan?

  /// `paths` come in any order.
  init(_ paths: [String], of rendered: RenderedDocument, to path: String) throws(Failure) {
    output = try rendered.output(path)
    guard output.format.hasParts, output.format != .raw else {
      throw .usage("\(path): parts make a .mp4, .webm, .mov, .mkv or .y4m; frames make the others")
    }
    let record = rendered.facts.record(rendered.look, framesPerSecond: output.framesPerSecond)
    var lines: [String] = []
    var status: Int32 = 66
    var parts: [Part] = []
    for part in paths {
      do throws(Failure) {
        parts.append(try Self.part(part, of: output, record))
      } catch {
        lines += error.lines
        if error.status != 66 { status = error.status }
      }
    }
    guard lines.isEmpty else {
      var failure = Failure(lines[0], status: status)
      failure.lines = lines
      throw failure
    }
    parts.sort { $0.record.frames.lowerBound < $1.record.frames.lowerBound }
    try Self.checkStretches(parts, total: output.total)
    self.parts = parts
    sound =
      output.format.hasSound ? try SoundPlan.measured(rendered.planned, hold: .zero) : nil
  }

  /// A part that is there, whole, and of this job.
  private static func part(
    _ path: String, of output: Output, _ job: JobRecord
  ) throws(Failure) -> Part {
    let format: OutputFormat
    do { format = try OutputFormat(path: path) } catch { throw Failure(error) }
    guard format == output.format else {
      throw .usage("\(path): parts of \(output.path) have its ending")
    }
    let file: PlainFile
    do { file = try PlainFile(path) } catch { throw unreadable(path, error) }
    guard let record = try? PartRecord(beside: path) else {
      throw Failure(
        "\(path): has no record \(PartRecord.path(for: path)); run --shard makes both", status: 66)
    }
    let place = "\(path): frames \(record.frames.lowerBound)-\(record.frames.upperBound)"
    guard record.job.id == job.id else {
      let words = JobFacts.differences(of: record.job.line, from: job)
      throw Failure("\(place): \(words)", status: 65)
    }
    guard record.total == output.total else {
      throw Failure("\(place): of \(record.total), not of \(output.total)", status: 65)
    }
    let hash: String
    do { hash = try file.sha256() } catch { throw unreadable(path, error) }
    guard hash == record.sha256 else {
      throw Failure("\(place): damaged: not the file that was recorded", status: 65)
    }
    return Part(path: path, record: record, file: file)
  }

  private static func unreadable(_ path: String, _ error: FileError) -> Failure {
    var status: Int32 = 74
    if case .missing = error { status = 66 }
    return Failure("\(path): \(error.reason)", status: status)
  }

  /// Every frame must be in one part.
  private static func checkStretches(_ parts: [Part], total: Int) throws(Failure) {
    var next = 0
    for (index, part) in parts.enumerated() {
      let frames = part.record.frames
      if frames.lowerBound < next {
        throw Failure(
          "frames \(frames.lowerBound)-\(min(next - 1, frames.upperBound)): in \(parts[index - 1].path) "
            + "and in \(part.path)", status: 65)
      }
      if frames.lowerBound > next { throw missing(next...frames.lowerBound - 1) }
      if part.record.settings != parts[0].record.settings {
        throw Failure(
          "\(part.path): encoded as \(part.record.settings), and \(parts[0].path) as "
            + "\(parts[0].record.settings)", status: 65)
      }
      next = frames.upperBound + 1
    }
    if next < total { throw missing(next...total - 1) }
  }

  private static func missing(_ frames: ClosedRange<Int>) -> Failure {
    Failure("frames \(frames.lowerBound)-\(frames.upperBound): no part has them", status: 66)
  }

  /// Writes the video; gives a line that sums it up.
  func run() throws(Failure) -> String {
    do throws(EncodingError) {
      let joiner = try output.joiner(settings: parts[0].record.settings, sound: sound)
      for part in parts {
        if Interruption.status != nil {
          joiner.cancel()
          break
        }
        try joiner.add(part.file, frames: part.record.frames.count)
      }
      if Interruption.status == nil { try joiner.finish() }
    } catch {
      throw Failure(error)
    }
    try Interruption.check()
    return "\(output.path)  \(output.total) frames of \(parts.count) parts"
  }
}
