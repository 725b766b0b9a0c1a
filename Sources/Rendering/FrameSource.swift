import AnimatorHosting
import Animators
import Compositing
import Documents
import Evaluation
import Media
import Planning
import Scenes

/// What decides the pixels of a frame beside the plan.
struct FrameLook: Hashable {
  /// Pixels a point.
  var scale: Double
  /// Gradients and shadows are dithered.
  var dithers = false
  /// Nil without motion blur.
  var shutter: Shutter?
}

extension FrameLook {
  /// As a canvas says.
  init(_ canvas: CanvasSpec, scale: Double, framesPerSecond: Double) {
    self.init(
      scale: scale, dithers: canvas.dithers,
      shutter: Shutter(canvas.motionBlur, framesPerSecond: framesPerSecond))
  }
}

extension Shutter {
  /// Nil without motion blur.
  init?(_ spec: MotionBlurSpec, framesPerSecond: Double) {
    self.init(angle: spec.shutterAngle, framesPerSecond: framesPerSecond, most: spec.samples)
  }
}

extension OutputJob {
  var look: FrameLook {
    FrameLook(
      scale: scale, dithers: dithers,
      shutter: Shutter(motionBlur, framesPerSecond: framesPerSecond))
  }
}

/// Evaluates and draws frames of a plan, one at a time.
final class FrameSource {
  let planned: PlannedDocument
  let width: Int
  let height: Int
  private let scale: Double
  private let compositor: Compositor
  private let shutter: Shutter?
  /// What the shutter sees; nil without one.
  private let exposure: Exposure?
  /// Frames that were rendered before.
  private let store: FrameStore?

  /// As the canvas says, at another scale; without motion blur.
  convenience init(_ planned: PlannedDocument, scale: Double, jobs: Int) throws(Failure) {
    let look = FrameLook(scale: scale, dithers: planned.document.canvas.dithers)
    try self.init(planned, look: look, jobs: jobs)
  }

  /// Frames of `store` that look like these are not drawn again.
  init(
    _ planned: PlannedDocument, look: FrameLook, jobs: Int, store: FrameStore? = nil
  ) throws(Failure) {
    self.store = store.flatMap { $0.look == look ? $0 : nil }
    self.planned = planned
    let scale = look.scale
    self.scale = scale
    let size = planned.document.canvas.size
    func pixels(_ length: Double) -> Int {
      Int(clamped: length * scale, rounded: .toNearestOrAwayFromZero)
    }
    width = pixels(size.width)
    height = pixels(size.height)
    guard (1...16_384).contains(width), (1...16_384).contains(height) else {
      throw .usage("a canvas of \(width)×\(height) pixels: each side is 1…16384")
    }
    compositor = Compositor(threads: jobs, dithers: look.dithers)
    shutter = look.shutter
    exposure =
      look.shutter == nil
      ? nil : Exposure(width: width, height: height, scale: scale, by: compositor)
  }

  /// No PNG of ours is larger than its pixels and a little.
  var pngLimitBytes: Int { width * height * 5 + (1 << 20) }

  var isOpaque: Bool { planned.document.canvas.isOpaque }

  /// Draws the state at `time` into `bitmap` and says what changed since the frame before, when it
  /// knows.
  @discardableResult
  func draw(_ time: FrameTime, frame: Int?, into bitmap: Bitmap) throws -> [PixelRect]? {
    if let store, let number = store.number(at: time) {
      try store.read(number, into: bitmap)
      return nil
    }
    guard let shutter, let exposure else {
      return try draw(time, frame: frame, into: bitmap) {
        try planned.playback.scene(at: min(time, planned.duration))
      }
    }
    return try telling(frame, time) {
      for moment in try shutter.moments(about: time, of: planned.playback, scale: scale) {
        try retrying { try exposure.add(try planned.playback.scene(at: moment)) }
      }
      return exposure.finish(into: bitmap)
    }
  }

  /// Draws the scene of a moment, which messages call `time`; it is asked for again when it has become
  /// another one. It has no motion blur.
  @discardableResult
  func draw(
    _ time: FrameTime, frame: Int?, into bitmap: Bitmap, _ scene: () throws -> Scene
  ) throws -> [PixelRect]? {
    try telling(frame, time) {
      try retrying { try compositor.draw(try scene(), scale: scale, into: bitmap).changed }
    }
  }

  /// Says in every failure which frame it is of.
  private func telling<Result>(
    _ frame: Int?, _ time: FrameTime, _ draw: () throws -> Result
  ) throws -> Result {
    PluginDiagnostics.enter(frame: frame, time: time.seconds)
    do { return try draw() } catch let fault as AnimatorFault {
      throw Failure(fault, frame: frame, time: time.seconds)
    } catch let error as CompositingError {
      if case .producerFailed(_, let fault as AnimatorFault) = error {
        throw Failure(fault, frame: frame, time: time.seconds)
      }
      if case .producerFailed(_, let fault as MediaError) = error {
        throw Failure("\(error)", status: fault.exitStatus)
      }
      throw Failure("\(error)", status: 70)
    }
  }

  /// Draws again while a step is skipped: the scene is another one then.
  private func retrying<Result>(_ draw: () throws -> Result) throws -> Result {
    while true {
      do { return try draw() } catch CompositingError.producerFailed(_, let reason)
        where reason is SkippedStep
      {}
    }
  }
}
