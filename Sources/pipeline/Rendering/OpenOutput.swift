import Documents
import Encoding
import Evaluation
import Foundation
import Media
import Planning
import Scenes

/// An output while its frames come in.
final class OpenOutput {
  /// What the output shows, in order: the moment, and the frame's number.
  let wanted: [(time: FrameTime, number: Int)]
  private let job: OutputJob
  private let clip: Clip
  private let sink: any FrameSink
  private var next = 0

  init(
    _ job: OutputJob, source: FrameSource, range: ClosedRange<Int>?, threads: Int
  ) throws {
    self.job = job
    let planned = source.planned
    var rate = job.framesPerSecond
    if case .gif = job.format {
      let timing = GIFTiming(framesPerSecond: rate)
      if timing.framesPerSecond != rate {
        Console.note(
          "\(job.path): GIF counts in 1/100 s, at least 2: \(Self.text(rate)) frames a second "
            + "become \(Self.text(timing.framesPerSecond))")
        rate = timing.framesPerSecond
      }
    }
    wanted = try Self.moments(job, rate: rate, planned, range)
    clip = Clip(
      width: source.width, height: source.height, framesPerSecond: rate,
      frameCount: wanted.count, isOpaque: source.isOpaque, scale: job.scale, jobs: threads)
    sink = try Self.sink(job, clip)
  }

  private static func moments(
    _ job: OutputJob, rate: Double, _ planned: PlannedDocument, _ range: ClosedRange<Int>?
  ) throws -> [(time: FrameTime, number: Int)] {
    if let sheet = job.sheet { return sheet.enumerated().map { ($1, $0) } }
    let count = planned.duration.frameCount(framesPerSecond: rate)
    let held = Int((job.holdSeconds * rate).rounded())
    if case .png = job.format {
      // One picture without a sheet: the first frame asked for, else the end.
      return [range.map { (FrameTime(frame: $0.lowerBound, framesPerSecond: rate), $0.lowerBound) }
        ?? (planned.duration, 0)]
    }
    guard count + held <= 1_000_000 else {
      throw Failure.usage("\(job.path): \(count + held) frames; at most 1000000")
    }
    let last = count + held - 1
    if let range, range.upperBound > last {
      throw Failure.usage(
        "--frames \(range.lowerBound)-\(range.upperBound): the last frame is \(last)")
    }
    return (range ?? 0...last).map { i in
      (i < count ? FrameTime(frame: i, framesPerSecond: rate) : planned.duration, i)
    }
  }

  private static func sink(_ job: OutputJob, _ clip: Clip) throws -> any FrameSink {
    let path = job.path
    if job.sheet != nil { return ContactSheetSink(path: path, clip: clip, columns: job.columns) }
    switch job.format {
    case .pngSequence:
      guard let name = NumberedName(path) else { throw Failure.usage("\(path): no frame number") }
      return PNGSequenceSink(name: name, clip: clip)
    case .png: return StillSink(path: path, clip: clip)
    case .gif: return GIFSink(path: path, clip: clip, loops: job.loop ?? 0)
    case .apng: return APNGSink(path: path, clip: clip, loops: job.loop ?? 0)
    case .webp: return VideoSink(path: path, container: .webp, clip: clip)
    case .mp4: return VideoSink(path: path, container: .mp4, clip: clip)
    case .webm: return VideoSink(path: path, container: .webm, clip: clip)
    case .mov: return VideoSink(path: path, container: .mov, clip: clip)
    case .y4m: return Y4MSink(path: path, clip: clip)
    case .raw: return RawSink(clip: clip)
    }
  }

  func begin() throws { try guarded { () throws(EncodingError) in try sink.begin() } }

  func number(at time: FrameTime) -> Int? {
    next < wanted.count && wanted[next].time == time ? wanted[next].number : nil
  }

  /// Takes a frame when it is one that this output shows; a moment that is held comes several times.
  func write(_ bitmap: Bitmap, at time: FrameTime) throws {
    while let number = number(at: time) {
      try guarded { () throws(EncodingError) in
        try sink.write(RenderedFrame(index: number, time: time, bitmap: bitmap))
      }
      next += 1
    }
  }

  func finish() throws { try guarded { () throws(EncodingError) in try sink.finish() } }
  func cancel() { sink.cancel() }

  var summary: String {
    let size = "\(clip.width)×\(clip.height)"
    switch job.format {
    case .png: return job.sheet == nil ? "\(job.path)  \(size)" : "\(job.path)  \(wanted.count) frames in a sheet"
    default:
      let seconds = Double(wanted.count) / clip.framesPerSecond
      return "\(job.path)  \(wanted.count) frames, \(size), \(Self.text(clip.framesPerSecond)) fps, "
        + "\(Self.text((seconds * 1000).rounded() / 1000)) s"
    }
  }

  private func guarded(_ work: () throws(EncodingError) -> Void) throws {
    do { try work() } catch { throw Failure(error) }
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}
