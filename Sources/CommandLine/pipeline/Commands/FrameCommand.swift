import CommandLine
import ArgumentParser
import Assets
import Documents
import Encoding
import Planning
import Rendering
import Reporting

struct FrameCommand: ParsableCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Renders one frame of a document to a PNG or JPEG.")

  @OptionGroup var document: DocumentOptions

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var reading: ReadingOptions

  @Option(
    help: ArgumentHelp(
      "Sets the time of the frame: seconds, 120ms, 12f, 50% or end.", valueName: "T"))
  var at: MomentArgument

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Sets the path of the PNG or JPEG file.", valueName: "OUT.png"))
  var output: String

  @Option(
    help: ArgumentHelp("Sets the pixels per point, instead of the canvas's scale.", valueName: "S")
  )
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      """
      Sets the shutter angle in degrees, instead of the document's motion blur; 0 turns blur off.
      """,
      valueName: "DEGREES"))
  var motionBlur: Double?

  @Option(
    help: ArgumentHelp(
      """
      Draws a frame of the film at the given speed, like run --speed. The seconds and frames of \
      --at refer to the film at this speed.
      """, valueName: "X"))
  var speed: Double?

  @Option(
    help: ArgumentHelp(
      "Sets the document's variables from a row of a CSV or JSON file, like pipeline run.",
      valueName: "ROWS.csv"))
  var data: String?

  @Option(
    help: ArgumentHelp("Selects the row of --data, counted from 1.", valueName: "N"))
  var rows: Int?

  func validate() throws {
    try NumberOptions.check(scale: scale)
    try NumberOptions.check(speed: speed)
    try NumberOptions.check(motionBlur: motionBlur)
    if (data == nil) != (rows == nil) {
      throw ValidationError("--data and --rows must be given together: the file, and the row")
    }
    if let rows, rows < 1 { throw ValidationError("--rows counts from 1, found \(rows)") }
  }

  func run() throws {
    let reader = try reader()
    let planned: PlannedDocument
    var path = output
    if let data, let rows {
      let set = try RowSet(
        data, range: RowNumbers(rows...rows), of: document.file, reader.settings, output: [output])
      path = set.names[0].path(for: set.rows[0])
      planned = try reader.project(set.documents[0], scale: scale).planned
    } else {
      planned = try reader.open(document.file, scale: scale).planned
    }
    reader.close()
    let time = try at.time(in: planned, speed: speed ?? 1)
    try OutputGuard.check([path], in: .ofProgram)
    let canvas = planned.document.canvas
    var request = try OutputRequest(
      path: path, framesPerSecond: planned.framesPerSecond, scale: scale ?? canvas.scale,
      dithers: canvas.dithers,
      motionBlur: motionBlur.map(MotionBlurSpec.init(shutterAngle:)) ?? canvas.motionBlur)
    request.options.speed = speed ?? 1
    request.options.background = canvas.background
    let line = try StillRun(
      planned, at: time, to: request, threads: 2, reader.media, Console.diagnostics
    ).run()
    if path != "-" { Console.summary(line) }
  }
}
