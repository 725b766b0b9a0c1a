import ArgumentParser
import Documents
import Encoding
import Evaluation
import Planning

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Renders a document to its outputs, or to those given with -o.")

  @OptionGroup var document: DocumentOptions

  @Option(
    name: [.customShort("o"), .long], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Names a file to make, and by its ending the format; may be repeated. Replaces the document's outputs.",
      valueName: "OUT"))
  var output: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Renders these frames only; they count from 0, and both ends belong to them. A- goes on to the last \
      one.
      """, valueName: "A-B"))
  var frames: FrameRange?

  @Option(
    help: ArgumentHelp(
      "Sets the frames of a second, instead of the document's rate.", valueName: "N"))
  var fps: Double?

  @Option(
    help: ArgumentHelp("Sets the pixels of a point, instead of the canvas's scale.", valueName: "S")
  )
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "Sets the number of threads, on which the result does not depend.", valueName: "N"))
  var jobs: Int = System.processorCount

  @Option(help: "Says how progress is told: auto, json or none.")
  var progress: ProgressStyle = .auto

  @Option(
    help: ArgumentHelp(
      "Writes what happens in the transitions to a file, one JSON object a line.", valueName: "FILE"
    ))
  var events: String?

  @Option(
    help: ArgumentHelp(
      "Writes the SHA-256 of every frame's pixels and of each plugin to a JSON file.",
      valueName: "FILE"))
  var manifest: String?

  @Option(
    help: ArgumentHelp(
      """
      Makes the outputs once for each row of a CSV or JSON file, whose columns are variables of the \
      document; -o 'out/{name}.png' names them by a column, or by {row}.
      """, valueName: "ROWS.csv"))
  var data: String?

  @Option(
    help: ArgumentHelp(
      "Takes these rows of --data only; they count from 1, and both ends belong to them.",
      valueName: "A-B"))
  var rows: FrameRange?

  @Flag(
    help: "Skips the frames of a PNG sequence that an earlier run with --resume finished.")
  var resume = false

  func validate() throws {
    try NumberOptions.check(fps: fps)
    try NumberOptions.check(scale: scale)
    if manifest != nil, resume {
      throw ValidationError("--manifest needs every frame drawn: leave --resume out")
    }
    if rows != nil, data == nil { throw ValidationError("--rows needs --data") }
    if data != nil, resume || manifest != nil || events != nil {
      throw ValidationError("--data goes without --resume, --manifest and --events")
    }
    if !(1...256).contains(jobs) { throw ValidationError("--jobs takes 1 to 256") }
  }

  func run() throws {
    if let data { return try RowRun(self, data: data).run() }
    let read = try document.read()
    let loader = AssetLoader()
    // The one whose plugins run is the one that tells their hashes.
    let registry = document.registry(for: read)
    let planned = try document.plan(read, images: loader, scale: scale, registry: registry)
    loader.close()
    let outputs = try OutputJob.jobs(
      of: planned, commandLine: output, framesPerSecond: fps, scale: scale)
    guard !outputs.isEmpty else {
      throw Failure.usage("nothing to make: give -o OUT, or \"outputs\" in \(document.file)")
    }
    if resume, !outputs.contains(where: \.canResume) {
      throw Failure.usage(
        "--resume goes on with PNG sequences, as dir/frame-%04d.png: none of the outputs is one")
    }
    if let events { try EventLog.write(planned.playback.clock, to: events) }
    var run = RenderRun(
      planned: planned, jobs: outputs, threads: jobs, range: frames?.range,
      progress: Progress(Progress.Style(rawValue: progress.rawValue)!),
      manifest: try manifest.map {
        try FrameManifest($0, of: planned, registry)
      })
    if resume {
      run.job = { scale in
        try JobHash(
          planned, variables: document.set, registry: registry, scale: scale
        ).text
      }
    }
    try run.run()
  }
}

enum ProgressStyle: String, WordArgument { case auto, json, none }

/// `A-B`, `A` or `A-`, from 0.
struct FrameRange: ExpressibleByArgument {
  let range: ClosedRange<Int>

  init?(argument: String) {
    guard let range = FrameRangeText.range(argument) else { return nil }
    self.range = range
  }
}
