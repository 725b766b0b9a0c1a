internal import Assets
internal import Documents
internal import Encoding
internal import Evaluation
internal import Files
internal import Glibc
internal import Inspecting
internal import Media
internal import Planning
internal import PluginHosting
internal import PluginModel
internal import Rendering
internal import Reporting
internal import Scenes
internal import Synchronization

/// A document that was read and planned; a composition draws its picture at any time and encodes files.
///
/// All times are in seconds of the plan. No method ends the process, handles signals, or writes to standard
/// output or standard error. A composition may be used from any thread. Calls of one composition wait for
/// each other, and different compositions work independently.
///
///     var options = OpenOptions()
///     options.scale = 0.5
///     let composition = try Composition(file: "pipeline.json", options: options)
///     let frame = try composition.frame(at: 0.5)
///     let firstRow = frame.bytes.prefix(frame.width * 4)
public final class Composition: @unchecked Sendable {
  // Unchecked: only the thread that holds `working` uses the members that are not Sendable, and the
  // properties do not change after the document is opened.
  let project: Project
  let images: RememberedImages
  let diagnostics: Diagnostics
  let options: OpenOptions
  private let listener: Listener
  private let interrupt: Interrupt
  private let lock = Mutex<Void>(())
  /// The thread that currently works with the composition; 0 means none.
  private let worker = Atomic<UInt64>(0)
  private var source: FrameRenderer?
  /// The bitmap for all frames, which is reused so that only damaged pixels are painted.
  private var bitmap: Bitmap?

  /// Reads a document file and plans its animation. The initializer throws all problems of the document
  /// together.
  public convenience init(file: String, options: OpenOptions = OpenOptions()) throws(PipelineError)
  {
    try self.init(options) { settings throws(EngineError) in try settings.read(file) }
  }

  /// Reads a document from its text and plans its animation. `folder` is the folder to which paths in the
  /// document are relative; `name` is the name of the document in messages.
  public convenience init(
    bytes: [UInt8], folder: String, name: String = "document",
    options: OpenOptions = OpenOptions()
  ) throws(PipelineError) {
    try self.init(options) { settings throws(EngineError) in
      try settings.read(bytes: bytes, path: "\(folder)/\(name)")
    }
  }

  private init(
    _ options: OpenOptions, _ read: (ReadingSettings) throws(EngineError) -> Document
  ) throws(PipelineError) {
    if let problem = options.problem { throw .usage(problem) }
    try Self.checkMemory(Self.callBytes)
    let interrupt = Interrupt()
    interrupt.begin(seconds: options.timeout, options.isCancelled)
    let listener = Listener(options.tell, strict: options.isStrict ? interrupt : nil)
    let diagnostics = Diagnostics { listener.hear($0) }
    let settings = options.settings
    var media = settings.media(diagnostics)
    media.isCancelled = { interrupt.isRaised }
    let loader = AssetLoader(media, diagnostics)
    images = RememberedImages(loader)
    do throws(EngineError) {
      let reader = ProjectReader(
        settings, media: media, diagnostics,
        cancellation: CallCancellation { interrupt.isRaised })
      project = try reader.project(read(settings), images: images, scale: options.scale)
      diagnostics.tellPlugins(at: nil)
    } catch {
      throw PipelineError(any: error, after: interrupt, in: settings.context)
    }
    loader.close()
    self.options = options
    self.listener = listener
    self.diagnostics = diagnostics
    self.interrupt = interrupt
    if interrupt.isRaised {
      throw PipelineError(
        any: EngineError("interrupted", .cancelled), after: interrupt, in: settings.context)
    }
  }

  private var context: EngineContext { project.settings.context }

  /// Runs long work after all earlier work has finished, and converts its errors.
  func working<Result: Sendable>(
    _ isCancelled: @escaping @Sendable () -> Bool = { false }, _ work: () throws -> Result
  ) throws(PipelineError) -> Result {
    let thread = UInt64(pthread_self())
    if worker.load(ordering: .relaxed) == thread {
      throw .usage("a callback of a composition cannot call the same composition")
    }
    return try lock.withLock { _ throws(PipelineError) in
      try Self.checkMemory(Self.callBytes)
      worker.store(thread, ordering: .relaxed)
      defer {
        listener.count(nil)
        worker.store(0, ordering: .relaxed)
      }
      interrupt.begin(seconds: options.timeout, isCancelled)
      do {
        let result = try work()
        if case .warning? = interrupt.reason { throw EngineError("warned", .content) }
        return result
      } catch {
        throw PipelineError(any: error, after: interrupt, in: context)
      }
    }
  }

  /// The amount of memory that a call needs for everything except pictures.
  private static let callBytes = 32 << 20

  /// Throws an error instead of making an allocation for which the system has no memory, because a failed
  /// allocation would end the process.
  private static func checkMemory(_ bytes: Int) throws(PipelineError) {
    if MemoryAccount.systemHas(bytes) { return }
    let size = MemoryOwners.megabytes(bytes)
    throw PipelineError(EngineError(MemoryOwners.refusal(of: size), .system))
  }

  // MARK: Properties

  /// The duration of the plan in seconds, up to the last state.
  public var duration: Double { project.planned.duration.seconds }

  public var framesPerSecond: Double { project.planned.framesPerSecond }

  /// The number of frames of a film: all frames that start before the end, and the last state.
  public var frameCount: Int {
    project.planned.duration.frameCount(framesPerSecond: framesPerSecond)
  }

  /// The width and height of the canvas in points.
  public var size: (width: Double, height: Double) {
    let size = project.document.canvas.size
    return (size.width, size.height)
  }

  /// The width and height of a frame in pixels.
  public var pixelSize: (width: Int, height: Int) {
    let size = RenderSettings.pixels(of: project.document.canvas.size, scale: scale)
    return (size.width, size.height)
  }

  /// The number of output pixels per point of the canvas.
  public var scale: Double { options.scale ?? project.document.canvas.scale }

  /// The warnings about the document, each with its position.
  public var warnings: [DocumentProblem] { project.planned.warnings.map(DocumentProblem.init) }

  /// The steps of the timeline; a group precedes the steps inside it.
  public var timeline: [TimelineStep] {
    project.planned.rows.map { row in
      let (start, end) = project.planned.wallTimes(of: row)
      return TimelineStep(
        label: row.label, what: row.what, depth: row.depth, start: start.seconds,
        end: end.seconds)
    }
  }

  // MARK: Drawing a moment

  /// Draws the picture at a time in 0…duration, with the motion blur that the document requests.
  ///
  /// `isCancelled` is called from any thread during the drawing; if it returns true, the drawing is
  /// cancelled.
  public func frame(
    at seconds: Double, alpha: Alpha = .premultiplied,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(PipelineError) -> Frame {
    try frame(moment(seconds), alpha, isCancelled)
  }

  /// Draws frame `number`, counted from 0, of the `frameCount` frames of a film; the pixels equal those of
  /// `pipeline run`.
  public func frame(
    number: Int, alpha: Alpha = .premultiplied,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(PipelineError) -> Frame {
    try frame(moment(number: number), alpha, isCancelled)
  }

  /// Draws into memory of the caller: `pixelSize.height` rows whose starts are `stride` bytes apart, with
  /// `pixelSize.width * 4` bytes in each row; a nil stride means that rows have no padding.
  ///
  ///     let (width, height) = composition.pixelSize
  ///     var pixels = [UInt8](repeating: 0, count: width * height * 4)
  ///     unsafe try pixels.withUnsafeMutableBytes { buffer in
  ///       unsafe try composition.draw(at: 0.5, into: buffer, alpha: .straight)
  ///     }
  public func draw(
    at seconds: Double, into buffer: UnsafeMutableRawBufferPointer, stride: Int? = nil,
    alpha: Alpha = .premultiplied, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(PipelineError) {
    try unsafe draw(moment(seconds), buffer, stride, alpha, isCancelled)
  }

  /// Draws one frame of a film into memory of the caller.
  public func draw(
    number: Int, into buffer: UnsafeMutableRawBufferPointer, stride: Int? = nil,
    alpha: Alpha = .premultiplied, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(PipelineError) {
    try unsafe draw(moment(number: number), buffer, stride, alpha, isCancelled)
  }

  /// The time of a picture, and the number of the frame if the picture is a frame of a film.
  private struct Moment {
    let time: FrameTime
    var number: Int?
  }

  private func moment(_ seconds: Double) throws(PipelineError) -> Moment {
    guard seconds >= 0, seconds <= duration else {
      throw .usage("the time \(seconds) is not from 0 to \(duration) s")
    }
    return Moment(time: min(FrameTime(seconds: seconds), project.planned.duration))
  }

  private func moment(number: Int) throws(PipelineError) -> Moment {
    guard (0..<frameCount).contains(number) else {
      throw .usage("the film has the frames 0 to \(frameCount - 1), not \(number)")
    }
    return Moment(
      time: FrameTime(frame: number, framesPerSecond: framesPerSecond), number: number)
  }

  private func frame(
    _ moment: Moment, _ alpha: Alpha, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(PipelineError) -> Frame {
    try working(isCancelled) { Frame(try drawn(moment), alpha) }
  }

  private func draw(
    _ moment: Moment, _ buffer: UnsafeMutableRawBufferPointer, _ stride: Int?, _ alpha: Alpha,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(PipelineError) {
    let (width, height) = pixelSize
    let stride = stride ?? width * 4
    guard stride >= width * 4 else {
      throw .usage("a row of the frame has \(width * 4) bytes, but the stride is \(stride)")
    }
    let (rows, isTooLarge) = stride.multipliedReportingOverflow(by: height - 1)
    guard !isTooLarge, buffer.count - width * 4 >= rows else {
      throw .usage(
        "\(width)×\(height) pixels need \(height - 1) × \(stride) + \(width * 4) bytes, "
          + "but the buffer has \(buffer.count)")
    }
    let target = buffer.baseAddress!
    try working(isCancelled) {
      unsafe try drawn(moment).copy(to: target, stride: stride, straight: alpha == .straight)
    }
  }

  /// Draws a frame; the returned bitmap is overwritten by the next frame.
  private func drawn(_ moment: Moment) throws -> Bitmap {
    do {
      let source = try source ?? makeSource()
      self.source = source
      let bitmap = bitmap ?? Bitmap(width: source.width, height: source.height)
      self.bitmap = bitmap
      try source.draw(moment.time, frame: moment.number, into: bitmap)
      return bitmap
    } catch {
      // The bitmap is discarded because an error may have left it partly drawn.
      (source, bitmap) = (nil, nil)
      throw error
    }
  }

  /// All layers at a time in 0…duration, in painting order, including hidden layers.
  public func layers(at seconds: Double) throws(PipelineError) -> [LayerState] {
    let moment = try moment(seconds)
    return try working {
      let scene = try scene(at: moment)
      let rows = LayerRow.all(of: scene)
      let places = Dictionary(rows.enumerated().map { ($1.layer, $0) }) { first, _ in first }
      return rows.map { row in
        LayerState(
          id: row.id, parent: places[scene.stage.nodes[row.layer].parent],
          frame: CanvasRect(
            x: row.frame.x, y: row.frame.y, width: row.frame.width, height: row.frame.height),
          opacity: row.properties.opacity, isHidden: row.properties.isHidden)
      }
    }
  }

  /// The data from which the frame is drawn as JSON, equal to the output of `pipeline inspect --json --at`.
  public func json(at seconds: Double) throws(PipelineError) -> String {
    let moment = try moment(seconds)
    return try working {
      SceneReport(try scene(at: moment), of: project.planned, pictures: images).json
    }
  }

  private func scene(at moment: Moment) throws -> Scene {
    do { return try project.planned.playback.scene(at: moment.time) } catch {
      guard let fault = error as? AnimatorFault else { throw error }
      throw EngineError(fault, at: FramePlace(frame: nil, time: moment.time.seconds))
    }
  }

  private func makeSource() throws(EngineError) -> FrameRenderer {
    let interrupt = interrupt
    return try FrameRenderer(
      project.planned,
      look: RenderSettings(project.document.canvas, scale: scale, framesPerSecond: framesPerSecond),
      threads: options.threads, cancellation: Cancellation { interrupt.isRaised }, diagnostics)
  }

  // MARK: Writing files

  /// Writes files, each of which appears complete or not at all. The method returns one summary line for each
  /// file.
  @discardableResult
  public func render(_ asked: RenderOptions = RenderOptions()) throws(PipelineError) -> [String] {
    try working(asked.isCancelled) {
      let jobs = try jobs(asked, files: asked.files)
      guard !jobs.isEmpty else { throw EngineError.usage("no output: name a file") }
      for job in jobs where job.path.hasPrefix("-") {
        throw EngineError.usage("\(job.path): the library does not write to standard output")
      }
      return try run(jobs, asked).run()
    }
  }

  /// Encodes a file in memory and returns its bytes; `format` is the file extension, such as `mp4`. A format
  /// for a single picture contains the first of the frames.
  ///
  ///     let gif = try composition.encoded(as: "gif")
  public func encoded(
    as format: String, _ asked: RenderOptions = RenderOptions()
  ) throws(PipelineError) -> [UInt8] {
    try working(asked.isCancelled) {
      guard asked.files.isEmpty else {
        throw EngineError.usage("the options name files, but a file in memory has no name")
      }
      let memory = MemoryDestination("memory.\(format)")
      let jobs = try jobs(asked, files: [memory.name])
      guard jobs[0].format.sequence == nil else {
        throw EngineError.usage("\(format): several files cannot be encoded into memory")
      }
      var run = try self.run(jobs, asked)
      run.memory = memory
      try run.run()
      return memory.bytes ?? []
    }
  }

  private func jobs(_ asked: RenderOptions, files: [String]) throws -> [OutputRequest] {
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
      _ name: String?, _ setting: String
    ) throws(EngineError) -> Choice? {
      guard let name else { return nil }
      if let choice = Choice(rawValue: name) { return choice }
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("\(setting) must be one of \(known), found \"\(name)\"")
    }
    let encoding = EncodingSettings(
      codec: try choice(asked.codec, "codec"), quality: asked.quality,
      effort: try choice(asked.effort, "effort"))
    return try OutputRequest.jobs(
      of: project.planned, commandLine: files, framesPerSecond: asked.framesPerSecond,
      scale: options.scale, speed: asked.speed, encoding: encoding)
  }

  private func run(_ jobs: [OutputRequest], _ asked: RenderOptions) throws -> RenderRun {
    let interrupt = interrupt
    var frames = FrameSelection.all
    if let range = asked.frames {
      guard range.lowerBound >= 0, range.upperBound < FrameRangeText.end else {
        throw EngineError.usage(
          "the film has no frames after \(frameCount - 1), "
            + "found \(range.lowerBound)…\(range.upperBound)")
      }
      frames = .range(range)
    }
    listener.count(asked.progress)
    return RenderRun(
      planned: project.planned, jobs: jobs, threads: options.threads, media: project.media,
      frames: frames, diagnostics: diagnostics,
      cancellation: Cancellation { interrupt.isRaised })
  }
}
