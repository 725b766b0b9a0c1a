package import Documents
package import Encoding
internal import Evaluation
package import Files
import JSON
internal import Media
package import Planning
package import Reporting
package import Scenes

/// An output file to write, with all its settings.
package struct OutputRequest {
  package let path: String
  /// The format of the output, which is determined once from the file name.
  package let format: OutputFormat
  package var framesPerSecond: Double
  /// The number of output pixels per point of the canvas.
  package var scale: Double
  /// Whether the output dithers gradients and shadows.
  package var dithers = false
  package var motionBlur = MotionBlurSpec.off
  package var hold = FrameTime.zero
  package var options = Output.Options()
  /// The maximum size of the output file in bytes.
  package var maxBytes: Int?
  /// The store preset whose requirements are checked.
  var preset: PresetCheck?
  /// The position in the document; nil if the output is given on the command line.
  var origin: Origin?
  /// The folder that the output must not leave, if the document names the output.
  package var root: RootFolder?

  package init(
    path: String, framesPerSecond: Double, scale: Double, dithers: Bool = false,
    motionBlur: MotionBlurSpec = .off
  ) throws(EngineError) {
    let format: OutputFormat
    do { format = try OutputFormat(path: path) } catch { throw EngineError(error) }
    self.init(
      path: path, format: format, framesPerSecond: framesPerSecond, scale: scale,
      dithers: dithers, motionBlur: motionBlur)
  }

  fileprivate init(
    path: String, format: OutputFormat, framesPerSecond: Double, scale: Double,
    dithers: Bool, motionBlur: MotionBlurSpec
  ) {
    self.path = path
    self.format = format
    self.framesPerSecond = framesPerSecond
    self.scale = scale
    self.dithers = dithers
    self.motionBlur = motionBlur
  }

  /// Whether a separate process encodes the output into a file.
  package var isEncoded: Bool { format.isVideo && !format.isStandardOutput }

  /// Whether a separate process encodes the output to standard output.
  var isStreamed: Bool { format.isVideo && format.isStandardOutput }

  /// Whether each frame is a separate file, so that frames of an earlier run can be reused.
  package var canResume: Bool { format.hasRecords }

  /// Applies the settings of the output's preset.
  fileprivate mutating func follow(_ spec: OutputSpec, _ canvas: Size) {
    guard let preset = spec.preset?.value, let rule = preset.rule(for: spec.path.value) else {
      return
    }
    self.preset = PresetCheck(preset.name, rule, canvas)
    if let codec = rule.codec { options.codec = VideoCodec(rawValue: codec) }
    options.isFlat = rule.isOpaque
    options.isForStore = rule.level != nil
    maxBytes = maxBytes ?? (format.hasQuality ? rule.bytes : nil)
  }

  /// Sets the scale, and sets the frame if its aspect ratio differs from that of the canvas.
  fileprivate mutating func fit(_ spec: OutputSpec, _ canvas: Size) {
    let (width, height) = (
      preset?.width ?? spec.width?.value, preset?.height ?? spec.height?.value
    )
    let across = width.map { Double($0) / canvas.width }
    let down = height.map { Double($0) / canvas.height }
    guard let across, let down else {
      scale = across ?? down ?? scale
      return
    }
    scale = spec.fit?.value == .cover ? max(across, down) : min(across, down)
    options.width = width
    options.height = height
  }

  package func output(
    of planned: PlannedDocument, frames: FrameSelection = .all
  ) throws(EngineError) -> Output {
    var options = options
    options.limitBytes = maxBytes
    do {
      return try Output(
        path: path, format: format, duration: planned.duration, framesPerSecond: framesPerSecond,
        hold: hold,
        frames: frames, options: options, beneath: root)
    } catch {
      throw EngineError(error)
    }
  }
}

extension OutputRequest {
  /// The outputs of the document, or only those whose paths are in `only`; outputs of the command line
  /// replace them.
  package static func jobs(
    of planned: PlannedDocument, commandLine: [String], only: [String] = [],
    framesPerSecond: Double?, scale: Double?, speed: Double = 1, motionBlur: MotionBlurSpec? = nil,
    encoding: EncodingSettings? = nil
  ) throws -> [OutputRequest] {
    let vocabulary = planned.document.limits.vocabulary
    try judge(framesPerSecond, .framesPerSecond, CanvasSpec.frameRates, vocabulary)
    try judge(scale, .scale, CanvasSpec.scales, vocabulary)
    try judge(speed, .speed, 0.01...100, vocabulary)
    try judge(motionBlur?.shutterAngle, .motionBlur, MotionBlurSpec.angles, vocabulary)
    if !commandLine.isEmpty {
      let rate = framesPerSecond ?? planned.document.canvas.framesPerSecond
      if let problem = planned.problem(framesPerSecond: rate / speed) {
        throw EngineError.usage("\(commandLine[0]): \(problem)")
      }
      var jobs = try commandLine.map { path in
        var job = try OutputRequest(
          path: path, framesPerSecond: rate, scale: scale ?? planned.document.canvas.scale,
          dithers: planned.document.canvas.dithers,
          motionBlur: motionBlur ?? planned.document.canvas.motionBlur)
        job.options.background = planned.document.canvas.background
        try job.run(at: speed)
        return job
      }
      try encoding?.apply(to: &jobs, vocabulary)
      return jobs
    }
    if let setting = encoding?.asked.first {
      throw EngineError.usage(
        "\(vocabulary.name(setting)) works only with files that are "
          + "named\(vocabulary == .commandLine ? " by -o" : ""): the document's outputs have their "
          + "own settings"
      )
    }
    let named = planned.document.outputs.map(\.path.value)
    if let other = only.first(where: { !named.contains($0) }) {
      throw EngineError.usage(
        "the document has no output \(JSONWriter.string(other)); it has "
          + (named.isEmpty ? "none" : named.joined(separator: ", ")))
    }
    return try documentJobs(
      of: planned, only: only.isEmpty ? named : only, framesPerSecond: framesPerSecond,
      scale: scale, speed: speed,
      motionBlur: motionBlur)
  }

  /// Sets the speed at which the output plays the timeline.
  private mutating func run(at speed: Double) throws(EngineError) {
    if speed != 1, format.isSound {
      throw .usage(
        "\(path): the speed of a render applies only to pictures; a sound has its own \"speed\"")
    }
    options.speed = speed
  }

  /// Throws an error if a number is out of range or NaN.
  private static func judge(
    _ number: Double?, _ setting: Setting, _ range: ClosedRange<Double>, _ vocabulary: Vocabulary
  ) throws(EngineError) {
    guard let number, !range.contains(number) else { return }
    throw .usage(
      "\(vocabulary.name(setting)) takes \(JSONWriter.number(range.lowerBound)) to "
        + "\(JSONWriter.number(range.upperBound)), found \(number)")
  }

  /// Returns the outputs that the document declares. All their problems are reported together, each with its
  /// position.
  private static func documentJobs(
    of planned: PlannedDocument, only: [String], framesPerSecond: Double?, scale: Double?,
    speed: Double, motionBlur: MotionBlurSpec?
  ) throws(EngineError) -> [OutputRequest] {
    var problems: [Problem] = []
    let jobs = planned.document.outputs.compactMap { spec -> OutputRequest? in
      guard only.contains(spec.path.value) else { return nil }
      let path = resolve(spec.path, in: planned.document, &problems)
      let format: OutputFormat
      do throws(EncodingError) { format = try OutputFormat(path: spec.path.value) } catch {
        problems.append(
          Problem(
            file: planned.document.file, origin: spec.path.origin, message: error.description))
        return nil
      }
      var job = OutputRequest(
        path: path, format: format.named(path),
        framesPerSecond: framesPerSecond ?? spec.framesPerSecond
          ?? spec.preset?.value.rule(for: spec.path.value)?.framesPerSecond
          ?? planned.document.canvas.framesPerSecond,
        scale: scale ?? spec.scale ?? planned.document.canvas.scale,
        dithers: spec.dithers ?? planned.document.canvas.dithers,
        motionBlur: motionBlur ?? spec.motionBlur ?? planned.document.canvas.motionBlur)
      job.root = planned.document.paths.root
      job.origin = spec.path.origin
      if let hold = spec.hold { job.hold = planned.time(of: hold) }
      job.options.sheetTimes = spec.sheet.map { moments in
        moments.map { planned.time(of: $0.value) }.sorted()
      }
      job.options.sheetColumns = spec.columns
      job.options.loop = spec.loop?.value ?? 0
      job.options.quality = spec.quality?.value
      job.options.codec = spec.codec.flatMap { VideoCodec(rawValue: $0.value) }
      job.options.effort = spec.effort.flatMap { VideoEffort(rawValue: $0.value.rawValue) } ?? .good
      job.options.background = planned.document.canvas.background
      job.maxBytes = spec.maxBytes?.value
      do throws(EngineError) { try job.run(at: speed) } catch {
        problems.append(
          Problem(
            file: planned.document.file, origin: spec.path.origin,
            message: error.lines.joined(separator: " ")))
      }
      job.follow(spec, planned.document.canvas.size)
      if scale == nil { job.fit(spec, planned.document.canvas.size) }
      problems += formatProblems(of: spec, format, in: planned.document)
      problems += lengthProblems(of: spec, job, planned)
      return job
    }
    if !problems.isEmpty { throw EngineError(DocumentFailure(problems: problems)) }
    return jobs
  }

  /// Returns the problems with the length of an output.
  private static func lengthProblems(
    of spec: OutputSpec, _ job: OutputRequest, _ planned: PlannedDocument
  ) -> [Problem] {
    let file = planned.document.file
    let seconds = (planned.duration + job.hold).seconds / job.options.speed
    var problems: [Problem] = []
    if let preset = spec.preset, let words = job.preset?.problem(seconds: seconds) {
      problems.append(Problem(file: file, origin: preset.origin, message: words))
    }
    if let problem = planned.problem(
      framesPerSecond: job.framesPerSecond / job.options.speed, hold: job.hold)
    {
      problems.append(Problem(file: file, origin: spec.origin, message: problem))
    }
    return problems
  }

  /// The problems of settings that the format of the output does not support.
  private static func formatProblems(
    of spec: OutputSpec, _ format: OutputFormat, in document: Document
  ) -> [Problem] {
    func problem(_ message: String, at origin: Origin) -> Problem {
      Problem(file: document.file, origin: origin, message: message)
    }
    var problems: [Problem] = []
    if let loop = spec.loop, !format.hasLoop {
      problems.append(
        problem(
          "\"loop\" is for \(OutputFormat.endings { $0.hasLoop }), not for \(spec.path.value)",
          at: loop.origin))
    }
    if let codec = spec.codec, VideoCodec(rawValue: codec.value).flatMap(format.container) == nil {
      let known = format.codecs.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      problems.append(
        problem(
          known.isEmpty
            ? "\"codec\" is for \(OutputFormat.endings { $0.codecs.count > 0 }), "
              + "not for \(spec.path.value)"
            : "the codecs of \(spec.path.value) are \(known), not \(JSONWriter.string(codec.value))",
          at: codec.origin))
    }
    if let effort = spec.effort, !format.isVideo {
      problems.append(
        problem(
          "\"effort\" applies only to videos and WebP, not to \(spec.path.value)", at: effort.origin
        ))
    }
    let codec = spec.codec.flatMap { VideoCodec(rawValue: $0.value) }
    let reason =
      codec?.isLossless == true
      ? "\(codec!.rawValue) keeps every pixel unchanged" : format.reasonAgainstQuality
    if let limit = spec.maxBytes, codec?.isLossless == true || !format.isShrinkable {
      problems.append(
        problem(
          "\"maxBytes\" applies only to \(OutputFormat.endings { $0.isShrinkable }): "
            + "\(spec.path.value) has no quality that could be reduced"
            + (reason.map { ", since \($0)" } ?? " as one file"),
          at: limit.origin))
    }
    if let quality = spec.quality, let reason {
      problems.append(
        problem(
          "\"quality\" has no effect on \(spec.path.value): \(reason)", at: quality.origin))
    }
    return problems
  }

  /// The path to which the output is written; throws a problem if writing there is not allowed.
  private static func resolve(
    _ path: Sourced<String>, in document: Document, _ problems: inout [Problem]
  ) -> String {
    if OutputFormat.isStandardOutput(path.value) { return path.value }
    do {
      return try document.paths.forWriting(path.value)
    } catch {
      problems.append(
        Problem(file: document.file, origin: path.origin, message: error.message, kind: error.kind))
      return path.value
    }
  }
}

extension PlannedDocument {
  /// The problem that an output has too many frames; nil if the number is allowed.
  package func problem(framesPerSecond: Double, hold: FrameTime = .zero) -> String? {
    let count = (duration + hold).frameCount(framesPerSecond: framesPerSecond)
    let limit = document.limits.frames
    return count <= limit
      ? nil : "\(count) frames; at most \(limit)\(document.limits.hint(.frames))"
  }
}
