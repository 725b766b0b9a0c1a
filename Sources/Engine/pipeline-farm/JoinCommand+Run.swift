import Media
import CommandLine
import Documents
import Encoding
import Farm
import Files
import Planning
import Rendering
import Reporting

extension JoinCommand {
  func perform() throws {
    Console.show(progress)
    let areFrames = try parts.map(Self.isSequence)
    guard areFrames.allSatisfy({ $0 == areFrames[0] }) else {
      throw EngineError.usage("numbered PNGs and videos cannot be joined together")
    }
    let rendered = try like.plan(reader())
    for part in parts {
      if let name = NumberedName(part), areFrames[0] {
        EngineContext.ofProgram.inputs.add(
          numbered: part, before: name.ends.before, after: name.ends.after)
      } else {
        EngineContext.ofProgram.inputs.add(path: part)
        EngineContext.ofProgram.inputs.add(path: SegmentRecord.path(for: part))
      }
    }
    if areFrames[0] {
      try joinFrames(of: rendered)
    } else {
      if let word = encoding.settings.words.first {
        throw EngineError.usage(
          "\(word): parts of a video are not encoded again; give this option to run --shard")
      }
      guard output.count == 1 else {
        throw EngineError.usage("parts of a video are joined to one video: set -o OUT once")
      }
      try OutputGuard.check([output[0]], in: .ofProgram)
      Console.summary(
        try VideoJoin(
          parts, of: rendered, to: output[0], Console.diagnostics, Interruption.cancellation
        ).run())
    }
  }

  private static func isSequence(_ path: String) throws -> Bool {
    do throws(EncodingError) {
      return try OutputFormat(path: path).hasRecords
    } catch {
      throw EngineError(error)
    }
  }

  private func joinFrames(of rendered: RenderedDocument) throws {
    let outputs = try OutputRequest.jobs(
      of: rendered.planned, commandLine: output, framesPerSecond: like.fps, scale: like.scale,
      speed: rendered.speed, motionBlur: rendered.motionBlur, encoding: encoding.settings)
    guard !outputs.isEmpty else {
      throw EngineError.usage(
        "the document has no output: add -o OUT, or \"outputs\" in \(like.like)")
    }
    try OutputGuard.check(outputs, of: rendered.planned, frames: .all, in: .ofProgram)
    let store = try FrameStore(parts, of: rendered, Interruption.cancellation)
    let findings = try store.check()
    guard findings.isEmpty else { throw EngineError(findings: findings) }
    var run = RenderRun(
      planned: rendered.planned, jobs: outputs, threads: jobs, media: rendered.media,
      diagnostics: Console.diagnostics, cancellation: Interruption.cancellation)
    run.store = store
    Console.sumUp(try run.run(), of: outputs)
  }
}
