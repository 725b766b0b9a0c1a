import Assets
import CommandLine
import Documents
import Encoding
import Farm
import Files
import Glibc
import JSON
import Media
import Planning
import Rendering
import Reporting
import Scenes

extension SubmitCommand {
  func perform() throws {
    let folder: String
    var work: JobWork
    let inputs: JobInputs
    if let data {
      let made = try rows(data)
      (work, inputs) = (made.0, made.1)
      folder = System.plainPath(bundle ?? "\(data).job")
    } else {
      let reader = try reader()
      let project = try reader.open(document.file, scale: rate.scale)
      var found = JobInputs(project.document)
      try found.add(project)
      found.add(fonts: try reader.fonts())
      inputs = found
      reader.close()
      (work, folder) = try self.work(project.planned, reader.settings)
    }
    work.retries = retries
    work.schedulerOptions = try Self.words(of: sbatch)
    guard !folder.contains("{{"), !(work.frames?.contains("{{") ?? false) else {
      throw EngineError.usage("\(folder): a path with \"{{\" cannot be in a template")
    }
    if engine == .slurm { try Self.checkForSlurm(System.plainPath(folder)) }
    if (try? JobStatus(folder))?.isRunning == true {
      throw EngineError(
        "\(folder): tasks of this job are still running; pipeline status lists them, "
          + "and pipeline cancel ends the job",
        .exists)
    }
    try FarmJob(folder, work, inputs, in: .ofProgram).write()
    Console.result("\(folder)/template.json")
    Console.note(
      "\(work.total) \(work.data == nil ? "frames" : "rows") in \(work.chunkCount) chunks of "
        + "\(work.chunk); \(folder)/submit-\(engine)")
    if !dryRun { try handOver(folder) }
  }

  /// Creates a job with one task for each table row, and collects the inputs of all rows.
  private func rows(_ data: String) throws -> (JobWork, JobInputs) {
    let reader = try reader()
    let set = try RowSet(
      data, range: nil, of: document.file, reader.settings, output: output)
    for note in set.notes { Console.note(note) }
    var problems: [String] = []
    var inputs = JobInputs(set.documents[0])
    for (row, read) in zip(set.rows, set.documents) {
      do {
        let project = try reader.project(read, scale: rate.scale)
        let plan = project.planned
        for job in try OutputRequest.jobs(
          of: plan, commandLine: set.names.map { $0.path(for: row) }, framesPerSecond: rate.fps,
          scale: rate.scale, speed: rate.speed.factor, motionBlur: rate.shutter,
          encoding: encoding.settings)
        {
          guard try job.output(of: plan).format.isStandardOutput == false else {
            throw EngineError.usage("\(job.path): the outputs of a job must be files")
          }
        }
        try inputs.add(project)
      } catch let failure as EngineError {
        for line in failure.lines where !problems.contains(line) {
          problems.append(line.contains(set.label(row)) ? line : "\(set.label(row)): \(line)")
        }
      }
    }
    guard problems.isEmpty else {
      throw EngineError(lines: Array(problems.prefix(200)), .content)
    }
    inputs.add(fonts: try reader.fonts())
    reader.close()
    let table = "data/\(Folder.name(of: data))"
    inputs.texts.append((table, String(decoding: set.bytes, as: UTF8.self)))
    let work = JobWork(
      document: "document/\(Folder.name(of: document.file))",
      name: set.documents[0].name ?? Folder.name(of: document.file), total: set.rows.count,
      chunk: min(Int(chunk) ?? 1, set.rows.count), frames: nil, data: table,
      outputs: output.map(System.plainPath),
      options: options(reader.settings, framesPerSecond: rate.fps),
      encoding: encoding.settings.words, threads: jobs ?? (engine == .slurm ? 1 : nil))
    return (work, inputs)
  }

  /// The arguments that tell every command of the job how to read the document.
  private func options(_ settings: ReadingSettings, framesPerSecond: Double?) -> [String] {
    var options = settings.words
    if let framesPerSecond { options += ["--fps", JSONWriter.number(framesPerSecond)] }
    if let scale = rate.scale { options += ["--scale", JSONWriter.number(scale)] }
    if let speed = rate.speed.value { options += ["--speed", JSONWriter.number(speed)] }
    if let angle = rate.motionBlur { options += ["--motion-blur", JSONWriter.number(angle)] }
    return options
  }

  /// Returns the folder that contains the files of an output.
  private static func folder(of output: Output) -> String {
    (output.format.sequence == nil ? output.path : Folder.of(output.path)) + ".job"
  }

  /// Creates the work of the job, and the folder that describes it.
  private func work(
    _ planned: PlannedDocument, _ settings: ReadingSettings
  ) throws -> (work: JobWork, folder: String) {
    let outputs = try OutputRequest.jobs(
      of: planned, commandLine: output, framesPerSecond: rate.fps, scale: rate.scale,
      speed: rate.speed.factor, motionBlur: rate.shutter, encoding: encoding.settings
    ).map { job throws(EngineError) in try job.output(of: planned) }
    for output in outputs where output.format.isStandardOutput {
      throw EngineError.usage("\(output.path): the outputs of a job must be files")
    }
    let folder = System.plainPath(bundle ?? Self.folder(of: outputs[0]))
    let sequence = outputs.first { $0.format.hasRecords }
    // If the user requested no frames as files, the frames have the rate of the outputs made from them.
    let framesPerSecond =
      sequence?.framesPerSecond ?? outputs[0].framesPerSecond
    let frames =
      sequence.map { System.plainPath($0.path) }
      ?? folder + "/frames/%07d.png"
    let pixels = rate.scale ?? planned.document.canvas.scale
    var job = try OutputRequest(
      path: frames, framesPerSecond: framesPerSecond, scale: pixels,
      dithers: planned.document.canvas.dithers,
      motionBlur: rate.shutter ?? planned.document.canvas.motionBlur)
    job.options.speed = rate.speed.factor
    try OutputGuard.check(
      OutputRequest.jobs(
        of: planned, commandLine: output, framesPerSecond: rate.fps, scale: rate.scale,
        speed: rate.speed.factor, motionBlur: rate.shutter, encoding: encoding.settings),
      of: planned,
      frames: .all,
      in: .ofProgram)
    let whole = try job.output(of: planned)
    let threads = jobs ?? (engine == .slurm ? 1 : nil)
    let chunk =
      try Int(chunk)
      ?? ChunkTimer(
        planned, look: job.look, threads: threads ?? System.processorCount, Console.diagnostics,
        Interruption.cancellation
      )
      .frames(of: whole)
    if parts { try refuseParts(of: outputs[0]) }
    let ending = String(outputs[0].path.split(separator: ".").last ?? "")
    let place: String = parts ? "\(folder)/parts/%07d.\(ending)" : frames
    let paths: [String] = outputs.map { System.plainPath($0.path) }
    let words = options(
      settings, framesPerSecond: rate.fps ?? (sequence == nil ? framesPerSecond : nil))
    var work = JobWork(
      document: "document/\(Folder.name(of: document.file))",
      name: planned.document.name ?? Folder.name(of: document.file), total: whole.total,
      chunk: min(chunk, whole.total), frames: place, data: nil, outputs: paths, options: words,
      encoding: encoding.settings.words, threads: threads)
    work.isInParts = parts
    return (work, folder)
  }

  /// Throws an error for a format whose parts cannot be joined.
  private func refuseParts(of output: Output) throws {
    guard output.format.hasPartFiles else {
      let able = OutputFormat.endings(of: \.hasPartFiles, "or")
      throw EngineError.usage("\(output.path): --parts makes \(able)")
    }
  }

  /// Splits a text into words as a shell does, with quotation marks and backslashes.
  private static func words(of text: String) throws(EngineError) -> [String] {
    var words: [String] = []
    var word: String?
    var mark: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\" where mark != "'":
        guard let next = rest.popFirst() else { break }
        word = (word ?? "") + String(next)
      case mark: mark = nil
      case "'" where mark == nil, "\"" where mark == nil:
        mark = character
        word = word ?? ""
      case " " where mark == nil:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    guard mark == nil else { throw .usage("--sbatch: a quotation mark is not closed in \(text)") }
    return words + (word.map { [$0] } ?? [])
  }

  /// Throws an error for a log path with `%` or a backslash, because Slurm expands placeholders such as `%j`
  /// and interprets backslashes.
  private static func checkForSlurm(_ path: String) throws {
    let bytes = Array(path.utf8)
    let isExpanded = zip(bytes, bytes.dropFirst()).contains { pair in
      pair.0 == UInt8(ascii: "%") && "%AJNabjnrstux0123456789".utf8.contains(pair.1)
    }
    guard !isExpanded, !bytes.contains(UInt8(ascii: "\\")) else {
      throw EngineError.usage(
        "\(path): Slurm cannot write logs to this folder, because it replaces \"%j\" and the like, "
          + "and \"\\\", in paths"
      )
    }
  }

  /// Runs the script of the chosen engine, which replaces this program.
  private func handOver(_ folder: String) throws {
    var script = "\(folder)/submit-\(engine)"
    switch engine {
    case .slurm: try need("sbatch", "Slurm's client, Debian's slurm-client, is")
    case .openjd: try need("openjd", "openjd-cli, of PyPI, is")
    case .local: if System.program("openjd") != nil { script = "\(folder)/submit-openjd" }
    }
    // Safety: setenv reads both texts as C strings.
    if System.variable("PIPELINE") == nil {
      unsafe setenv("PIPELINE", System.commandPath, 1)
    }
    try Interruption.become("/bin/sh", ["sh", script])
  }

  private func need(_ program: String, _ what: String) throws(EngineError) {
    if System.program(program) == nil {
      throw EngineError("\(program) is not on the PATH: \(what) not installed", .unavailable)
    }
  }
}
