internal import Files
import JSON
internal import PluginHosting
internal import PluginModel
internal import Compositing
package import Documents
internal import Encoding
package import Evaluation
internal import Media
package import Planning
internal import Files
package import Reporting
package import Scenes
internal import Synchronization

/// The settings that determine the pixels of a frame together with the plan.
package struct RenderSettings: Hashable {
  /// The number of output pixels per point of the canvas.
  package var scale: Double
  /// Whether the renderer dithers gradients and shadows.
  package var dithers = false
  /// The shutter for motion blur; nil means no motion blur.
  package var shutter: Shutter?
  /// The seconds of the timeline that one second of the file shows.
  package var speed = 1.0

  package init(scale: Double, dithers: Bool = false, shutter: Shutter? = nil) {
    self.scale = scale
    self.dithers = dithers
    self.shutter = shutter
  }
}

extension RenderSettings {
  /// The width and height of a frame in pixels.
  package static func pixels(of size: Size, scale: Double) -> (width: Int, height: Int) {
    func pixels(_ length: Double) -> Int {
      Int(clamped: length * scale, rounded: .toNearestOrAwayFromZero)
    }
    return (pixels(size.width), pixels(size.height))
  }

  /// Creates the render settings for a canvas.
  package init(
    _ canvas: CanvasSpec, scale: Double, framesPerSecond: Double, speed: Double = 1
  ) {
    self.init(
      scale: scale, dithers: canvas.dithers,
      shutter: Shutter(canvas.motionBlur, framesPerSecond: framesPerSecond / speed))
    self.speed = speed
  }
}

extension Shutter {
  /// A description of the render settings, for records and manifests.
  package var words: String {
    "\(JSONWriter.number(length.seconds)) s, at most \(most) moments"
  }

  /// Creates the shutter of a motion blur; nil if the specification disables motion blur.
  package init?(_ spec: MotionBlurSpec, framesPerSecond: Double) {
    self.init(angle: spec.shutterAngle, framesPerSecond: framesPerSecond, most: spec.samples)
  }
}

extension OutputRequest {
  package var look: RenderSettings {
    var look = RenderSettings(
      scale: scale, dithers: dithers,
      shutter: Shutter(motionBlur, framesPerSecond: framesPerSecond / options.speed))
    look.speed = options.speed
    return look
  }
}

/// A store of frames that were rendered earlier and therefore need not be drawn again.
package protocol RenderedFrames: AnyObject {
  /// The settings with which the stored frames were rendered.
  var look: RenderSettings { get }
  /// The number of the stored frame at a time; nil if the store has no such frame.
  func number(at time: FrameTime) -> Int?
  /// Decodes a stored frame into a bitmap of the same size.
  func read(_ number: Int, into bitmap: Bitmap) throws
}

/// Evaluates and draws frames of a plan, one at a time.
package final class FrameRenderer {
  package let planned: PlannedDocument
  package let width: Int
  package let height: Int
  private let look: RenderSettings
  private var compositor: Compositor
  /// The stage to which the scenes in the compositor's memory belong.
  private var stage: Stage
  private let shutter: Shutter?
  /// The exposure for motion blur; nil if there is no shutter.
  private let exposure: Exposure?
  /// The store of frames that were rendered earlier, if any.
  private let store: (any RenderedFrames)?
  private let diagnostics: Diagnostics
  private var hasNotedWork = false
  private var hasNotedMemory = false
  private var hasNotedTurns = false
  /// The number of picture bytes in use from which a note is printed.
  private static let notedBytes = 1 << 30

  /// Creates a renderer with the canvas's settings, except for the scale, and without motion blur.
  package convenience init(
    _ planned: PlannedDocument, scale: Double, threads: Int, _ diagnostics: Diagnostics
  ) throws(EngineError) {
    let look = RenderSettings(scale: scale, dithers: planned.document.canvas.dithers)
    try self.init(planned, look: look, threads: threads, diagnostics)
  }

  /// Creates a renderer; frames that `store` contains with the same settings are not drawn again.
  package init(
    _ planned: PlannedDocument, look: RenderSettings, threads: Int,
    store: (any RenderedFrames)? = nil, cancellation: Cancellation = .never,
    _ diagnostics: Diagnostics
  ) throws(EngineError) {
    self.store = store.flatMap { $0.look == look ? $0 : nil }
    self.planned = planned
    self.diagnostics = diagnostics
    self.look = look
    stage = planned.playback.plan.stage
    let scale = look.scale
    (width, height) = RenderSettings.pixels(of: planned.document.canvas.size, scale: scale)
    guard (1...16_384).contains(width), (1...16_384).contains(height) else {
      throw .usage("a canvas of \(width)×\(height) pixels: each side is 1…16384")
    }
    // A renderer needs memory for at least one bitmap.
    let bytes = Bitmap.byteCount(width: width, height: height)
    if !MemoryAccount.systemHas(3 * bytes) || bytes > MemoryAccount.limit.load(ordering: .relaxed) {
      let frame = "a frame of \(width)×\(height), \(MemoryOwners.megabytes(bytes))"
      throw .noRoom("\(planned.document.file): \(MemoryOwners.refusal(of: frame))")
    }
    compositor = Compositor(
      threads: threads, dithers: look.dithers, workLimit: planned.document.limits.work,
      isCancelled: { cancellation.isCancelled })
    shutter = look.shutter
    exposure =
      look.shutter == nil
      ? nil : Exposure(width: width, height: height, scale: scale, by: compositor)
  }

  /// Continues with the bitmap of another renderer if the two plans differ only in layer properties; returns
  /// true in that case, and only the differences are drawn. The other renderer must not be used after this
  /// call.
  package func proceed(from other: FrameRenderer) -> Bool {
    guard look == other.look, shutter == nil, store == nil, stage.hasSameTree(as: other.stage),
      planned.document.limits.work == other.planned.document.limits.work
    else { return false }
    (compositor, stage) = (other.compositor, other.stage)
    return true
  }

  /// The largest expected size of an encoded PNG in bytes: slightly more than its pixels.
  package var pngLimitBytes: Int { width * height * 5 + (1 << 20) }

  package var isOpaque: Bool { planned.document.canvas.isOpaque }

  /// Draws the state at `time` into `bitmap`; the states at the times `coming` will be drawn next. Returns
  /// the differences from the previous frame if they are known.
  @discardableResult
  package func draw(
    _ time: FrameTime, frame: Int?, into bitmap: Bitmap, before coming: ArraySlice<FrameTime> = []
  ) throws -> [PixelRect]? {
    try Profile.measure(.stage, ProfileReport.frame) {
      try drawn(time, frame: frame, into: bitmap, before: coming)
    }
  }

  /// The scenes at the first few of the given times.
  private func scenes(at times: ArraySlice<FrameTime>) -> ComingScenes? {
    if times.isEmpty { return nil }
    let (planned, stage, times) = (planned, stage, times.prefix(7))
    return ComingScenes {
      times.compactMap {
        try? planned.playback.scene(at: min($0, planned.duration)).rebased(on: stage)
      }
    }
  }

  private func drawn(
    _ time: FrameTime, frame: Int?, into bitmap: Bitmap, before coming: ArraySlice<FrameTime>
  ) throws -> [PixelRect]? {
    if let store, let number = store.number(at: time) {
      try store.read(number, into: bitmap)
      return nil
    }
    guard let shutter, let exposure else {
      return try draw(time, frame: frame, into: bitmap, before: scenes(at: coming)) {
        try Profile.measure(.stage, "evaluate") {
          try planned.playback.scene(at: min(time, planned.duration))
        }
      }
    }
    return try telling(frame, time) {
      let moments = try shutter.moments(about: time, of: planned.playback, scale: look.scale)
      for (i, moment) in moments.enumerated() {
        try retrying {
          let scene = try Profile.measure(.stage, "evaluate") {
            try planned.playback.scene(at: moment)
          }
          try exposure.add(scene, before: scenes(at: moments[(i + 1)...]))
        }
      }
      return exposure.finish(into: bitmap)
    }
  }

  /// Draws a scene for which messages report the time `time`; `scene` is called again if a step was left out.
  /// The method draws a frame without motion blur.
  @discardableResult
  package func draw(
    _ time: FrameTime, frame: Int?, into bitmap: Bitmap, _ scene: () throws -> Scene
  ) throws -> [PixelRect]? {
    try draw(time, frame: frame, into: bitmap, before: nil, scene)
  }

  private func draw(
    _ time: FrameTime, frame: Int?, into bitmap: Bitmap, before coming: ComingScenes?,
    _ scene: () throws -> Scene
  ) throws -> [PixelRect]? {
    try telling(frame, time) {
      try retrying {
        let drawing = try compositor.draw(
          try scene().rebased(on: stage), scale: look.scale, into: bitmap, before: coming)
        if drawing.isInTurns { noteTurns() }
        noteWork(drawing.workUnits)
        noteMemory()
        return drawing.changed
      }
    }
  }

  /// Reports, only once, that frames take long to draw.
  private func noteWork(_ units: Double) {
    guard units >= RenderCost.noted, !hasNotedWork else { return }
    hasNotedWork = true
    diagnostics.note(
      "\(planned.document.file): a frame takes \(RenderCost.words(units)) units of work, "
        + "some \(Text.number((units / 1e9).rounded())) s; validate names the layers")
  }

  /// Reports once that frames do not fit in memory and are drawn layer by layer.
  private func noteTurns() {
    if hasNotedTurns { return }
    hasNotedTurns = true
    let limit = MemoryOwners.megabytes(MemoryAccount.limit.load(ordering: .relaxed))
    diagnostics.note(
      "\(planned.document.file): its frames do not fit in \(limit) at one time, "
        + "so the renderer draws their layers one after another, which takes longer"
        + planned.document.limits.vocabulary.allowing("memory") + " bytes")
  }

  /// Reports, only once, that frames need much memory.
  private func noteMemory() {
    guard !hasNotedMemory, MemoryAccount.highest > Self.notedBytes else { return }
    hasNotedMemory = true
    diagnostics.note(
      "\(planned.document.file): the pictures and frames take "
        + "\(MemoryOwners.megabytes(MemoryAccount.highest)) of memory at one time; the limit on "
        + "memory may be lower"
    )
  }

  /// Adds the frame to every error that the drawing throws.
  private func telling<Result>(
    _ frame: Int?, _ time: FrameTime, _ draw: () throws -> Result
  ) throws -> Result {
    let place = FramePlace(frame: frame, time: time.seconds)
    defer { diagnostics.tellPlugins(at: place) }
    do { return try draw() } catch let fault as AnimatorFault {
      throw EngineError(fault, at: place)
    } catch let error as CompositingError {
      if case .producerFailed(_, let fault as AnimatorFault) = error {
        throw EngineError(fault, at: place)
      }
      if case .producerFailed(_, let fault as MediaError) = error {
        throw EngineError("\(error)", EngineError.Cause(fault.status))
      }
      if case .tooMuchWork(let layer, _, _) = error,
        let fault = planned.fault(
          ofPiece: layer, because: "\(error)\(planned.document.limits.hint(.work))")
      {
        throw EngineError(fault, at: place)
      }
      switch error {
      case .cancelled: throw EngineError("interrupted", .cancelled)
      case .noRoom: throw EngineError.noRoom("\(planned.document.file): \(error)")
      case .tooMuchWork:
        let hint = planned.document.limits.hint(.work)
        throw EngineError("\(planned.document.file): \(error)\(hint)", .content)
      case .inputsTooLarge:
        throw EngineError("\(planned.document.file): \(error)", .content)
      default: break
      }
      throw EngineError("\(error)", .failed)
    }
  }

  /// Repeats the drawing until no further step is skipped, because each skipped step changes the scene.
  private func retrying<Result>(_ draw: () throws -> Result) throws -> Result {
    while true {
      do { return try draw() } catch CompositingError.producerFailed(_, let reason)
        where reason is SkippedStep
      {}
    }
  }
}
