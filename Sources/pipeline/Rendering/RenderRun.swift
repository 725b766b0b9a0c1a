import Encoding
import Evaluation
import Planning
import Scenes

/// Renders the outputs of a plan. Outputs of the same scale share every frame that they both show.
struct RenderRun {
  let planned: PlannedDocument
  let jobs: [OutputJob]
  let threads: Int
  /// First and last frame, inclusive; nil: all.
  let range: ClosedRange<Int>?
  let progress: Progress

  /// Outputs of one scale.
  private struct Group {
    let scale: Double
    let source: FrameSource
    var outputs: [OpenOutput] = []

    /// Every moment that one of the outputs shows, once, in order.
    var times: [FrameTime] { Array(Set(outputs.flatMap(\.times))).sorted() }
  }

  func run() throws {
    var groups: [Group] = []
    do {
      // Every output is tried before the first frame is drawn.
      for job in jobs {
        let index: Int
        if let same = groups.firstIndex(where: { $0.scale == job.scale }) {
          index = same
        } else {
          groups.append(
            Group(
              scale: job.scale,
              source: try FrameSource(planned, scale: job.scale, jobs: threads)))
          index = groups.count - 1
        }
        let output = OpenOutput(
          try job.output(of: planned, range: range), source: groups[index].source,
          scale: job.scale, threads: threads)
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
    for output in groups.flatMap(\.outputs) { Console.result(output.summary) }
  }

  private func render(_ group: Group) throws {
    let bitmap = Bitmap(width: group.source.width, height: group.source.height)
    for time in group.times {
      try Interruption.check()
      let number = group.outputs.compactMap { $0.number(at: time) }.first
      try group.source.draw(time, frame: number, into: bitmap)
      for output in group.outputs { try output.write(bitmap, at: time, changed: nil) }
      progress.advance()
    }
    for output in group.outputs { try output.finish() }
  }
}
