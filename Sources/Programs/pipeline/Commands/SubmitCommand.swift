import ArgumentParser
import Documents
import Encoding
import Files
import Glibc
import Media
import Planning
import Scenes

struct SubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract:
      "Hands a render to a farm: chunks of its frames, and the outputs that are made of them.",
    discussion: """
      A folder gets all that the machines need beside the package: the document with its files, the plugins \
      and fonts that it uses, their hashes, scripts, and a template of Open Job Description. Every machine \
      sees it, and the outputs, at the same paths. Then it goes to the engine. The guide is \
      Documentation/farm.md.
      """)

  enum Engine: String, WordArgument { case openjd, slurm, local }

  @OptionGroup var document: DocumentOptions

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Names a file to make, and by its ending the format; may be repeated.", valueName: "OUT"))
  var output: [String]

  @Option(
    help: """
      Says who runs the job: openjd (a session of Open Job Description on this machine), slurm, or local \
      (openjd where it is installed, else processes of its own).
      """)
  var engine: Engine

  @Option(
    help: ArgumentHelp(
      "Sets the frames that one task renders; auto times a few and takes about a minute of them.",
      valueName: "auto|N"))
  var chunk = "auto"

  @Option(
    help: ArgumentHelp(
      "Names the folder of the job, instead of one beside the first output.", valueName: "DIR"))
  var bundle: String?

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
      "Sets the threads of one task: without it 1 with slurm, else one for each processor.",
      valueName: "N"))
  var jobs: Int?

  @Flag(help: "Writes the job, prints the path of its template, and stops.")
  var dryRun = false

  func validate() throws {
    try NumberOptions.check(fps: fps)
    try NumberOptions.check(scale: scale)
    if chunk != "auto", !(Int(chunk).map { (1...FrameRangeText.limit).contains($0) } ?? false) {
      throw ValidationError("--chunk takes auto, or 1 to \(FrameRangeText.limit), found \(chunk)")
    }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs takes 1 to 256") }
  }

  func run() throws {
    let read = try document.read()
    let loader = AssetLoader()
    let registry = document.registry(for: read)
    let planned = try document.plan(read, images: loader, scale: scale, registry: registry)
    let fonts = try loader.fonts()
    loader.close()
    let work = try work(planned)
    let folder = System.plainPath(bundle ?? Self.folder(of: output[0]))
    guard !folder.contains("{{"), !work.frames.contains("{{") else {
      throw Failure.usage("\(folder): a path with \"{{\" cannot be in a template")
    }
    let made = try JobBundle(folder, work, planned, registry, fonts: fonts)
    try made.write()
    Console.result("\(folder)/template.json")
    Console.note(
      "\(work.total) frames in \(work.chunkCount) chunks of \(work.chunk); \(folder)/submit-\(engine)"
    )
    if !dryRun { try handOver(folder) }
  }

  /// Beside the first output.
  private static func folder(of output: String) -> String {
    if case .pngSequence? = try? OutputFormat(path: output) { return Folder.of(output) + ".job" }
    return output + ".job"
  }

  private func work(_ planned: PlannedDocument) throws -> JobWork {
    let outputs = try OutputJob.jobs(
      of: planned, commandLine: output, framesPerSecond: fps, scale: scale
    ).map { job throws(Failure) in try job.output(of: planned) }
    for output in outputs where output.format == .raw {
      throw Failure.usage("-: a job's outputs are files")
    }
    let sequence = outputs.first { if case .pngSequence = $0.format { true } else { false } }
    // Frames that nobody asked for have the rate of what is made of them.
    let rate =
      sequence?.framesPerSecond ?? outputs[0].framesPerSecond
    let frames =
      sequence.map { System.plainPath($0.path) }
      ?? System.plainPath(bundle ?? Self.folder(of: output[0])) + "/frames/%07d.png"
    let pixels = scale ?? planned.document.canvas.scale
    let whole = try OutputJob(path: frames, framesPerSecond: rate, scale: pixels)
      .output(of: planned)
    let threads = jobs ?? (engine == .slurm ? 1 : nil)
    let chunk =
      try Int(chunk)
      ?? ChunkTimer(planned, scale: pixels, threads: threads ?? System.processorCount)
      .frames(of: whole)
    var options = document.reading.forwarded
    if let fps {
      options += ["--fps", JSONWriter.number(fps)]
    } else if sequence == nil {
      options += ["--fps", JSONWriter.number(rate)]
    }
    if let scale { options += ["--scale", JSONWriter.number(scale)] }
    return JobWork(
      document: "document/\(Folder.name(of: document.file))",
      name: planned.document.name ?? Folder.name(of: document.file), total: whole.total,
      chunk: min(chunk, whole.total), frames: frames,
      outputs: outputs.map { System.plainPath($0.path) }, options: options, threads: threads)
  }

  /// The script of the engine takes this program's place.
  private func handOver(_ folder: String) throws {
    var script = "\(folder)/submit-\(engine)"
    switch engine {
    case .slurm: try need("sbatch", "Slurm's client, Debian's slurm-client, is")
    case .openjd: try need("openjd", "openjd-cli, of PyPI, is")
    case .local: if System.program("openjd") != nil { script = "\(folder)/submit-openjd" }
    }
    // Unsafe, here and below: the words are read as C strings, and live until the process is another.
    if System.variable("PIPELINE") == nil {
      unsafe setenv("PIPELINE", System.executable, 1)
    }
    let arguments = ["sh", script]
    var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
    unsafe words.append(nil)
    Interruption.uninstall()
    unsafe execv("/bin/sh", words)
    throw Failure("/bin/sh: cannot be started", status: 69)
  }

  private func need(_ program: String, _ what: String) throws(Failure) {
    if System.program(program) == nil {
      throw Failure("\(program) is not on the PATH: \(what) not installed", status: 69)
    }
  }
}
