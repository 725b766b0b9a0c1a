import ArgumentParser
import Assets
import Documents
import Encoding
import Planning
import Rendering
import Reporting
import Scenes

struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Renders one moment of a document to a PNG.")

  @OptionGroup var document: DocumentOptions

  @Option(help: ArgumentHelp("Names the moment: seconds, 120ms, 12f, 50% or end.", valueName: "T"))
  var at: MomentArgument

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Names the PNG or JPEG to write.", valueName: "OUT.png"))
  var output: String

  @Option(
    help: ArgumentHelp("Sets the pixels of a point, instead of the canvas's scale.", valueName: "S")
  )
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "Sets the degrees for which the shutter is open, instead of the document's motion blur; 0 is none.",
      valueName: "DEGREES"))
  var motionBlur: Double?

  func validate() throws {
    try NumberOptions.check(scale: scale)
    try NumberOptions.check(motionBlur: motionBlur)
  }

  func run() throws {
    let reader = try document.reader()
    let planned = try reader.open(document.file, scale: scale).planned
    reader.close()
    let time = try at.time(in: planned)
    let made = try made(in: planned)
    try OutputGuard.check([output])
    let pixels = scale ?? planned.document.canvas.scale
    var canvas = planned.document.canvas
    if let motionBlur { canvas.motionBlur = MotionBlurSpec(shutterAngle: motionBlur) }
    let look = RenderSettings(canvas, scale: pixels, framesPerSecond: planned.framesPerSecond)
    let source = try FrameSource(planned, look: look, threads: 2, Console.diagnostics)
    let clip = StreamFormat(
      width: source.width, height: source.height, framesPerSecond: planned.framesPerSecond,
      frameCount: 1, isOpaque: source.isOpaque, scale: pixels)
    let sink = made.sink(clip)
    do {
      try sink.begin()
      let bitmap = Bitmap(width: source.width, height: source.height)
      try source.draw(time, frame: nil, into: bitmap)
      try sink.write(RenderedFrame(index: 0, time: time, bitmap: bitmap))
      try sink.finish()
    } catch {
      sink.cancel()
      if let error = error as? EncodingError { throw EngineError(error) }
      throw error
    }
    if output != "-" { Console.summary("\(output)  \(source.width)×\(source.height)") }
  }

  /// The output of one frame, by its name.
  private func made(in planned: PlannedDocument) throws(EngineError) -> Output {
    var options = Output.Options()
    options.background = planned.document.canvas.background
    let rate = planned.framesPerSecond
    let made: Output
    do {
      made = try Output(
        path: output, duration: FrameTime(frame: 1, framesPerSecond: rate), framesPerSecond: rate,
        options: options)
    } catch {
      throw EngineError(error)
    }
    guard made.format.isOnePicture || made.format.isRaw else {
      let kinds = OutputFormat.endings(of: \.isOnePicture, "or")
      throw .usage("\(output): a frame is a \(kinds), or - for raw RGBA")
    }
    return made
  }
}
