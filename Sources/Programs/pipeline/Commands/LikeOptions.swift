import AnimatorHosting
import ArgumentParser
import Documents
import Encoding
import Planning

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
    let read = try reading.read(like)
    let loader = AssetLoader()
    let registry = reading.registry(for: read)
    let planned = try reading.plan(read, images: loader, scale: scale, registry: registry)
    let fonts = try loader.fonts()
    loader.close()
    let rate = fps ?? planned.document.canvas.framesPerSecond
    if let problem = planned.problem(framesPerSecond: rate) { throw Failure.usage(problem) }
    return RenderedDocument(
      planned: planned, facts: try JobFacts(planned, reading, registry, fonts: fonts),
      framesPerSecond: rate, scale: scale ?? planned.document.canvas.scale,
      motionBlur: motionBlur.map(MotionBlurSpec.init(shutterAngle:)))
  }
}

/// A document, and how it was rendered.
struct RenderedDocument {
  let planned: PlannedDocument
  let facts: JobFacts
  let framesPerSecond: Double
  let scale: Double
  /// Nil: as the document says.
  let motionBlur: MotionBlurSpec?

  var look: FrameLook {
    var canvas = planned.document.canvas
    canvas.motionBlur = motionBlur ?? canvas.motionBlur
    return FrameLook(canvas, scale: scale, framesPerSecond: framesPerSecond)
  }

  /// An output of all frames, as a run without the document's own outputs makes it.
  func output(_ path: String) throws(Failure) -> Output {
    try OutputJob(path: path, framesPerSecond: framesPerSecond, scale: scale).output(of: planned)
  }
}
