import Encoding
import Evaluation
import Planning
import Scenes

/// Renders the outputs of a plan. Outputs of the same scale and dither share every frame that they both show.
struct RenderRun {
  let planned: PlannedDocument
  let jobs: [OutputJob]
  let threads: Int
  /// First and last frame, inclusive; nil: all.
  let range: ClosedRange<Int>?
  let progress: Progress
  var manifest: FrameManifest?
  /// The identity of the work at a scale, when frames that are done are to be skipped.
  var job: ((_ scale: Double) throws -> String)?

  /// Outputs whose frames have the same pixels.
  private struct Group {
    let look: FrameLook
    let source: FrameSource
    var outputs: [OpenOutput] = []

    /// Every moment that one of the outputs shows, once, in order.
    var times: [FrameTime] { Array(Set(outputs.flatMap { $0.wanted.map(\.time) })).sorted() }

    /// The frame's number at each moment, for messages.
    var numbers: [FrameTime: Int] {
      Dictionary(
        outputs.flatMap(\.wanted).map { ($0.time, $0.number) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  func run() throws {
    var groups: [Group] = []
    do {
      // Every output is tried before the first frame is drawn.
      for job in jobs {
        let index: Int
        if let same = groups.firstIndex(where: { $0.look == job.look }) {
          index = same
        } else {
          groups.append(
            Group(
              look: job.look, source: try FrameSource(planned, look: job.look, jobs: threads)))
          index = groups.count - 1
        }
        let output = try OpenOutput(
          try job.output(of: planned, range: range), source: groups[index].source,
          scale: job.scale, threads: threads, job: try self.job?(job.scale))
        groups[index].outputs.append(output)
        try output.begin()
      }
      progress.begin(frames: groups.reduce(0) { $0 + $1.times.count })
      for group in groups { try render(group) }
    } catch {
      for output in groups.flatMap(\.outputs) { output.cancel() }
      progress.end()
      throw error
    }
    progress.end()
    PluginDiagnostics.sumUp()
    try manifest?.write(groups.flatMap { group in group.outputs.map { (group.look, $0) } })
    // Standard output may be taken by raw frames.
    let isTaken = groups.flatMap(\.outputs).contains(where: \.isRaw)
    for output in groups.flatMap(\.outputs) {
      if isTaken { Console.note(output.summary) } else { Console.summary(output.summary) }
    }
  }

  /// Draws a group's frames while those before are encoded.
  private func render(_ group: Group) throws {
    let queue = EncodingQueue(
      group.outputs, width: group.source.width, height: group.source.height)
    do {
      let numbers = group.numbers
      for time in group.times {
        try Interruption.check()
        let bitmap = try queue.bitmap()
        let changed: [PixelRect]?
        do {
          changed = try group.source.draw(time, frame: numbers[time], into: bitmap)
        } catch {
          queue.giveBack(bitmap)
          throw error
        }
        manifest?.add(bitmap, at: time, look: group.look)
        queue.write(bitmap, at: time, changed: changed)
        progress.advance()
      }
    } catch {
      // What was drawn is written, so that no finished frame is lost.
      try? queue.drain()
      throw error
    }
    try queue.drain()
    for output in group.outputs { try output.finish() }
  }
}
