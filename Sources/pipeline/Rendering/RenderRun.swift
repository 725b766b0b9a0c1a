import Encoding
import Evaluation
import Foundation
import Planning
import Scenes

/// Renders the outputs of a plan: each frame is drawn once for all outputs that share it.
struct RenderRun {
  let planned: PlannedDocument
  let jobs: [OutputJob]
  let threads: Int
  /// First and last frame, inclusive; nil: all.
  let range: ClosedRange<Int>?
  let progress: Progress

  func run() throws {
    var groups: [(OutputJob.Group, [OutputJob])] = []
    for job in jobs {
      if let i = groups.firstIndex(where: { $0.0 == job.group }) {
        groups[i].1.append(job)
      } else {
        groups.append((job.group, [job]))
      }
    }
    // Every output is tried before the first frame is drawn.
    var open: [(source: FrameSource, outputs: [OpenOutput])] = []
    do {
      for (group, jobs) in groups {
        let source = try FrameSource(planned, scale: group.scale, jobs: threads)
        open.append((source, []))
        for job in jobs {
          let output = try OpenOutput(job, source: source, range: range, threads: threads)
          open[open.count - 1].outputs.append(output)
          try output.begin()
        }
      }
      progress.begin(frames: open.reduce(0) { $0 + Self.frames(of: $1.outputs).count })
      for (source, outputs) in open { try render(source, outputs) }
    } catch {
      for output in open.flatMap(\.outputs) { output.cancel() }
      progress.end()
      throw error
    }
    progress.end()
    for output in open.flatMap(\.outputs) { Console.result(output.summary) }
  }

  /// The moments that outputs of one group want, in order, each with the frame's number.
  private static func frames(of outputs: [OpenOutput]) -> [FrameTime] {
    Array(Set(outputs.flatMap { $0.wanted.map(\.time) })).sorted()
  }

  private func render(_ source: FrameSource, _ outputs: [OpenOutput]) throws {
    let bitmap = Bitmap(width: source.width, height: source.height)
    for time in Self.frames(of: outputs) {
      try Interruption.check()
      try source.draw(time, frame: outputs.compactMap { $0.number(at: time) }.first, into: bitmap)
      for output in outputs { try output.write(bitmap, at: time) }
      progress.advance()
    }
    for output in outputs { try output.finish() }
  }
}
