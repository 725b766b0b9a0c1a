import Assets
import CommandLine
import Documents
import Farm
import Planning
import Rendering
import Reporting

extension LikeOptions {
  /// Plans the document with the options of the original run.
  func plan(_ reader: ProjectReader) throws -> RenderedDocument {
    let project = try reader.open(like, scale: scale)
    let planned = project.planned
    let fonts = try reader.fonts()
    reader.close()
    let rate = fps ?? planned.document.canvas.framesPerSecond
    if let problem = planned.problem(framesPerSecond: rate / (speed ?? 1)) {
      throw EngineError.usage(problem)
    }
    return RenderedDocument(
      planned: planned, facts: try JobInputsRecord(project, fonts: fonts), media: project.media,
      framesPerSecond: rate, scale: scale ?? planned.document.canvas.scale,
      speed: speed ?? 1, motionBlur: motionBlur.map(MotionBlurSpec.init(shutterAngle:)))
  }
}
