internal import PluginHosting
internal import PluginModel
internal import Assets
internal import Documents
internal import Encoding
internal import Evaluation
internal import Inspecting
internal import Media
internal import Planning
internal import Rendering
internal import Reporting
internal import Scenes

/// A document that was read and planned: what it shows at any time, and the files that are made of it.
///
/// Times are seconds of the plan. Nothing here ends the process, handles signals, or writes to standard
/// output or standard error. A composition belongs to one thread at a time; several may work beside each
/// other.
///
///     Helpers.prefix = "/usr/local"
///     let composition = try Composition(file: "pipeline.json")
///     let frame = try composition.frame(at: 0.5)
///     print(frame.width, frame.height, frame.bytes.count)
public final class Composition {
  private let project: Project
  private let images: RememberedImages
  private let diagnostics: Diagnostics
  private let options: OpenOptions
  private let listener: Listener
  private var source: FrameRenderer?

  /// Reads and plans a file. Throws all problems of the document at once.
  public convenience init(file: String, options: OpenOptions = OpenOptions()) throws(PipelineError)
  {
    try self.init(options) { settings throws(EngineError) in try settings.read(file) }
  }

  /// Reads and plans a text. `folder` is where its paths start; `name` is what messages call it.
  public convenience init(
    bytes: [UInt8], folder: String, name: String = "document",
    options: OpenOptions = OpenOptions()
  ) throws(PipelineError) {
    try self.init(options) { settings throws(EngineError) in
      do throws(DocumentFailure) {
        return try settings.reader.read(
          bytes: bytes, path: "\(folder)/\(name)", sets: settings.sets)
      } catch {
        throw EngineError(error)
      }
    }
  }

  private init(
    _ options: OpenOptions, _ read: (ReadingSettings) throws(EngineError) -> Document
  ) throws(PipelineError) {
    if let scale = options.scale, !(scale > 0 && scale <= 64) {
      throw .usage("a scale is more than 0, at most 64, found \(scale)")
    }
    let listener = Listener(options.tell)
    let diagnostics = Diagnostics { listener.hear($0) }
    let settings = options.settings
    let loader = AssetLoader(settings.media(diagnostics), diagnostics)
    images = RememberedImages(loader)
    do throws(EngineError) {
      project = try ProjectReader(settings, diagnostics).project(
        read(settings), images: images, scale: options.scale)
    } catch {
      throw PipelineError(error)
    }
    loader.close()
    self.options = options
    self.listener = listener
    self.diagnostics = diagnostics
  }

  // MARK: What it is

  /// Seconds until the last state is reached.
  public var duration: Double { project.planned.duration.seconds }

  public var framesPerSecond: Double { project.planned.framesPerSecond }

  /// The frames of a film of it: those that begin before its end, and the last state.
  public var frameCount: Int {
    project.planned.duration.frameCount(framesPerSecond: framesPerSecond)
  }

  /// In points.
  public var size: (width: Double, height: Double) {
    let size = project.document.canvas.size
    return (size.width, size.height)
  }

  /// Pixels a point.
  public var scale: Double { options.scale ?? project.document.canvas.scale }

  /// What is not as the document asks, each with its place.
  public var warnings: [DocumentProblem] { project.planned.warnings.map(DocumentProblem.init) }

  /// The steps of its timeline, groups before what is in them.
  public var timeline: [TimelineStep] {
    project.planned.rows.map { row in
      TimelineStep(
        label: row.label, what: row.what, depth: row.depth, start: row.start.seconds,
        end: row.end.seconds)
    }
  }

  // MARK: A moment of it

  /// The picture at a time in 0…duration, with the motion blur that the document asks for.
  public func frame(at seconds: Double) throws(PipelineError) -> Frame {
    try frame(at: time(seconds), number: nil)
  }

  /// One of the `frameCount` frames of a film, from 0: the very pixels that `pipeline run` gives it.
  public func frame(number: Int) throws(PipelineError) -> Frame {
    guard (0..<frameCount).contains(number) else {
      throw .usage("the frames are 0…\(frameCount - 1), not \(number)")
    }
    return try frame(
      at: FrameTime(frame: number, framesPerSecond: framesPerSecond), number: number)
  }

  private func frame(at time: FrameTime, number: Int?) throws(PipelineError) -> Frame {
    do {
      let source = try source ?? makeSource()
      self.source = source
      let bitmap = Bitmap(width: source.width, height: source.height)
      try source.draw(time, frame: number, into: bitmap)
      return Frame(bitmap)
    } catch {
      // What was half drawn is not gone on with.
      source = nil
      throw PipelineError(any: error)
    }
  }

  /// Every layer at a time in 0…duration, in the order in which layers are painted, hidden ones too.
  public func layers(at seconds: Double) throws(PipelineError) -> [LayerState] {
    let scene = try scene(at: seconds)
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

  /// The line that `pipeline inspect --json --at` prints: all that the frame is drawn from.
  public func json(at seconds: Double) throws(PipelineError) -> String {
    SceneReport(try scene(at: seconds), of: project.planned, pictures: images).json
  }

  private func time(_ seconds: Double) throws(PipelineError) -> FrameTime {
    guard seconds >= 0, seconds <= duration else {
      throw .usage("the time \(seconds) lies outside 0…\(duration) s")
    }
    return min(FrameTime(seconds: seconds), project.planned.duration)
  }

  private func scene(at seconds: Double) throws(PipelineError) -> Scene {
    let time = try time(seconds)
    do { return try project.planned.playback.scene(at: time) } catch {
      let place = FramePlace(frame: nil, time: seconds)
      if let fault = error as? AnimatorFault { throw PipelineError(EngineError(fault, at: place)) }
      throw PipelineError(any: error)
    }
  }

  private func makeSource() throws(EngineError) -> FrameRenderer {
    try FrameRenderer(
      project.planned,
      look: RenderSettings(project.document.canvas, scale: scale, framesPerSecond: framesPerSecond),
      threads: max(1, options.threads), diagnostics)
  }

  // MARK: Files of it

  /// Makes files, each of which appears whole or not at all. Gives a line for each that sums it up.
  @discardableResult
  public func render(_ asked: RenderOptions = RenderOptions()) throws(PipelineError) -> [String] {
    do {
      let jobs = try OutputRequest.jobs(
        of: project.planned, commandLine: asked.files, framesPerSecond: asked.framesPerSecond,
        scale: options.scale,
        encoding: asked.quality.map { EncodingSettings(quality: $0) })
      guard !jobs.isEmpty else { throw EngineError.usage("nothing to make: name a file") }
      for job in jobs where job.path.hasPrefix("-") {
        throw EngineError.usage("\(job.path): standard output is not the library's")
      }
      let run = RenderRun(
        planned: project.planned, jobs: jobs, threads: max(1, options.threads),
        media: project.media, diagnostics: diagnostics,
        cancellation: Cancellation(asked.isCancelled))
      return try listener.counting(asked.progress) { try run.run() }
    } catch {
      throw PipelineError(any: error)
    }
  }
}
