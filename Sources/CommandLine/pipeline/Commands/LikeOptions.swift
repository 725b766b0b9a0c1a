import PluginHosting
import ArgumentParser
import Assets
import Documents
import Encoding
import Farm
import Planning
import Rendering
import Reporting

/// The options of commands that look at what was rendered of a document: how it was rendered.
struct LikeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Names the document that was rendered.", valueName: "FILE.json"))
  var like: String

  @Option(
    help: ArgumentHelp(
      "Says the frames of a second of what was rendered, unless the document does.", valueName: "N")
  )
  var fps: Double?

  @Option(
    help: ArgumentHelp(
      "Says the pixels of a point of what was rendered, unless the canvas does.", valueName: "S"))
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "Says the degrees for which the shutter was open, unless the document does.",
      valueName: "DEGREES"))
  var motionBlur: Double?

  @OptionGroup var reading: ReadingOptions

  func validate() throws {
    try NumberOptions.check(fps: fps)
    try NumberOptions.check(scale: scale)
    try NumberOptions.check(motionBlur: motionBlur)
  }

  /// Plans the document as the run did.
  func plan() throws -> RenderedDocument {
    let reader = ProjectReader(try reading.settings(), Console.diagnostics)
    let project = try reader.open(like, scale: scale)
    let planned = project.planned
    let fonts = try reader.fonts()
    reader.close()
    let rate = fps ?? planned.document.canvas.framesPerSecond
    if let problem = planned.problem(framesPerSecond: rate) { throw EngineError.usage(problem) }
    return RenderedDocument(
      planned: planned, facts: try JobInputsRecord(project, fonts: fonts), media: project.media,
      framesPerSecond: rate, scale: scale ?? planned.document.canvas.scale,
      motionBlur: motionBlur.map(MotionBlurSpec.init(shutterAngle:)))
  }
}
