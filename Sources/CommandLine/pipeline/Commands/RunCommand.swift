import CommandLine
import PluginHosting
import ArgumentParser
import Assets
import Documents
import Encoding
import Evaluation
import Files
import Inspecting
import Planning
import Rendering
import Reporting
import Scenes

struct RunCommand: ParsableCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Renders a document to its outputs, or to the files given with -o.")

  @OptionGroup var document: DocumentOptions

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var reading: ReadingOptions

  @Option(
    name: [.customShort("o"), .long], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Writes the file, in the format of its extension, instead of the document's outputs; may be \
      repeated.
      """,
      valueName: "OUT"))
  var output: [String] = []

  @Option(
    help: ArgumentHelp(
      "Writes only this output of the document, given by its path; may be repeated.",
      valueName: "OUT"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Renders only the given frames, counted from 0 and including both ends. A- means from A to \
      the last frame.
      """, valueName: "A-B"))
  var frames: FrameRange?

  @Option(
    help: ArgumentHelp(
      """
      Renders only one part of the frames: the K-th of N equal parts, counted from 1, or frames \
      A-B. Numbered pictures are the same files as in a whole run. \
      A \(OutputFormat.endings(of: \.hasPartFiles, "or")) is a part for join.
      """, valueName: "K/N"))
  var shard: String?

  @OptionGroup var rate: RateOptions

  @Option(
    help: ArgumentHelp(
      "Sets the number of threads, which does not affect the result.", valueName: "N"))
  var jobs: Int = System.processorCount

  @Option(
    help:
      """
      Sets how progress is reported: auto, json, openjd (for Open Job Description sessions) or \
      none.
      """)
  var progress: Progress.Style = .auto

  @Option(
    help: ArgumentHelp(
      """
      Writes the events of the transitions to a file, with one JSON object per line.
      """, valueName: "FILE"
    ))
  var events: String?

  @Option(
    help: ArgumentHelp(
      "Writes a JSON file with the SHA-256 of every frame's pixels and of each plugin.",
      valueName: "FILE"))
  var manifest: String?

  @OptionGroup var table: RowOptions

  @OptionGroup var lock: LockOptions

  @OptionGroup var encoding: EncodingOptions

  @Flag(
    help:
      """
      Prints a profile at the end: the milliseconds per frame for each step, plugin, layer and \
      encoder.
      """)
  var profile = false

  @Flag(help: "Prints the profile as JSON instead of a table.")
  var json = false

  @Flag(
    help:
      """
      Skips what an earlier run with --resume finished: frames of a PNG sequence or, with \
      --data, rows.
      """)
  var resume = false

  func validate() throws {
    if !only.isEmpty, !output.isEmpty || table.data != nil {
      throw ValidationError("--only selects outputs of the document: remove -o and --data")
    }
    if manifest != nil, resume {
      throw ValidationError("--manifest needs every frame to be drawn: remove --resume")
    }
    if table.data != nil, lock.isGiven {
      throw ValidationError("--data excludes --lock and --locked")
    }
    if table.data != nil, shard != nil || manifest != nil || events != nil {
      throw ValidationError("--data excludes --shard, --manifest and --events")
    }
    if table.sheet != nil, resume {
      throw ValidationError("--sheet needs every row to be drawn: remove --resume")
    }
    if json, !profile { throw ValidationError("--json needs --profile") }
    if json, output.contains(where: { $0.hasPrefix("-") }) {
      throw ValidationError("--json and -o - both write to standard output: remove one of them")
    }
    if table.data != nil, profile { throw ValidationError("--data excludes --profile") }
    if let shard, Shard(shard) == nil {
      throw ValidationError("--shard takes K/N with K from 1 to N, or A-B, found \(shard)")
    }
    if shard != nil, frames != nil {
      throw ValidationError("--shard and --frames cannot be combined")
    }
    if progress == .openjd, plugins.isolate == .never {
      throw ValidationError(
        "--progress openjd needs plugins in separate processes: remove --isolate never")
    }
    if !(1...256).contains(jobs) { throw ValidationError("--jobs takes 1 to 256") }
  }

  /// Prints how the outputs will be drawn, if the option `-v` is given.
  private func tellPlan(_ planned: PlannedDocument) {
    let frames = planned.duration.frameCount(framesPerSecond: planned.framesPerSecond)
    Console.detail(
      "\(document.file): \(Text.number(planned.duration.seconds)) s, \(Text.count(frames, "frame")), "
        + "\(Text.count(planned.playback.plan.stage.nodes.count, "layer")), "
        + "\(Text.count(planned.rows.count, "step")); \(Text.count(jobs, "thread"))")
    for id in planned.animators { Console.detail("animator \(id)") }
    for path in planned.document.inputPaths { Console.detail("reads \(path)") }
  }

  var selection: FrameSelection {
    if let shard = shard.flatMap(Shard.init) { return .shard(shard) }
    return frames.map { .range($0.range) } ?? .all
  }

  func run() throws {
    Console.show(progress)
    if let data = table.data { return try RowRun(self, data: data).run() }
    let reader = try reader()
    let project = try reader.open(document.file, scale: rate.scale)
    let planned = project.planned
    let fonts = try reader.fonts()
    for file in fonts + [lock.locked].compactMap(\.self) {
      EngineContext.ofProgram.inputs.add(path: file)
    }
    reader.close()
    let outputs = try OutputRequest.jobs(
      of: planned, commandLine: output, only: only, framesPerSecond: rate.fps, scale: rate.scale,
      speed: rate.speed.factor, motionBlur: rate.shutter, encoding: encoding.settings)
    guard !outputs.isEmpty else {
      throw EngineError.usage(
        "the document has no output: add -o OUT, or \"outputs\" in \(document.file)")
    }
    if resume, !outputs.contains(where: \.canResume) {
      throw EngineError.usage(
        "--resume continues PNG sequences, such as dir/frame-%04d.png, but no output is a PNG "
          + "sequence"
      )
    }
    try OutputGuard.check(
      outputs, of: planned, frames: selection, others: [events, manifest, lock.lock], in: .ofProgram
    )
    try lock.apply(to: project)
    if let events { try EventLog.write(planned, to: events, context: .ofProgram) }
    var run = RenderRun(
      planned: planned, jobs: outputs, threads: jobs, media: reader.media,
      frames: selection,
      diagnostics: Console.diagnostics, cancellation: Interruption.cancellation,
      manifest: try manifest.map {
        try FrameManifest($0, of: planned, project.registry, in: .ofProgram)
      })
    if resume || shard != nil {
      run.record = try JobInputsRecord(project, fonts: fonts).record
      run.resumes = resume
    }
    tellPlan(planned)
    let started = ContinuousClock.now
    if profile { Profile.start() }
    let summaries = try run.run()
    if json {
      summaries.forEach(Console.note)
    } else {
      Console.sumUp(summaries, of: outputs)
    }
    if profile { tellProfile(seconds: (ContinuousClock.now - started) / .seconds(1)) }
    Console.detail(
      "made in \(Text.number(((ContinuousClock.now - started) / .seconds(1) * 1000).rounded() / 1000)) s"
    )
  }
}

extension RunCommand {
  private func tellProfile(seconds: Double) {
    Profile.stop()
    let report = ProfileReport(seconds: seconds)
    if json {
      Console.result(json: report.json)
    } else {
      report.lines.forEach(Console.table)
    }
  }
}
